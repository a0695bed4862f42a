import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer
from transformers import AutoTokenizer

from scalecua.core.action import ACTION, Action, Done, LeftClick
from scalecua.core.errors import PolicyError
from scalecua.policy import corpus, tokenizer
from scalecua.policy.keys import NAMED
from scalecua.policy.processor import Processor
from scalecua.policy.qwen3vl import Qwen3VL

TAGS = [*tokenizer.SPECIAL, *tokenizer.VISIBLE]
texts = st.lists(st.one_of(st.text(max_size=8), st.sampled_from([*TAGS, *corpus.FRAMES]))).map("".join)


def test_another_process_trains_the_very_same_tokenizer() -> None:
    code = "from scalecua.policy.tokenizer import build; print(build().to_str(), end='')"
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, timeout=60, text=True
    )
    assert other.stdout == tokenizer.build().to_str()


def test_vocabulary_is_full_and_its_marks_have_their_real_names(processor: Processor) -> None:
    assert processor.vocabulary == tokenizer.VOCABULARY
    assert set(processor.added) == set(TAGS)
    assert all(processor.tokenizer.id_to_token(number) == name for name, number in processor.added.items())


@settings(max_examples=200, deadline=None)
@given(text=texts)
def test_text_comes_back_exactly_and_never_holds_a_mark(processor: Processor, text: str) -> None:
    ids = processor.encode(text)
    assert processor.decode(ids) == text
    assert not set(ids) & set(processor.added.values())


def test_every_frame_of_a_call_is_one_token(processor: Processor) -> None:
    assert {frame: len(processor.encode(frame)) for frame in corpus.FRAMES} == dict.fromkeys(corpus.FRAMES, 1)


def test_key_names_are_short(processor: Processor) -> None:
    assert max(len(processor.encode(name)) for name in NAMED) <= 3


def test_a_click_is_a_dozen_tokens(qwen: Qwen3VL) -> None:
    text = qwen.format((LeftClick(640, 400),), "", (1280, 800))
    assert len(qwen.answer(text)) <= 14


@pytest.mark.parametrize(
    "action",
    [
        Done(),
        ACTION.validate_python({"kind": "key", "keys": ("ctrl", "s")}),
        ACTION.validate_python({"kind": "scroll", "x": 5, "y": 5, "direction": "down", "amount": 5}),
    ],
)
def test_other_calls_are_short_too(qwen: Qwen3VL, action: Action) -> None:
    assert len(qwen.answer(qwen.format((action,), "", (1280, 800)))) <= 16


def test_digits_stand_alone_and_words_are_the_same_everywhere(processor: Processor) -> None:
    assert [processor.decode([i]) for i in processor.encode("1024")] == ["1", "0", "2", "4"]
    word = processor.encode("mousepad")
    for around in ("{} x", "x {}", '"{}"', "-{}-", "3{}3"):
        before, after = around.split("{}")
        assert processor.encode(around.format("mousepad")) == [
            *processor.encode(before), *word, *processor.encode(after)
        ]  # fmt: skip


@settings(max_examples=50, deadline=None)
@given(text=texts)
def test_transformers_reads_the_folder_alike(processor_folder: Path, text: str) -> None:
    theirs, ours = _loaded(processor_folder)
    ids = theirs(text, add_special_tokens=False).input_ids
    assert ids == ours.encode(text, add_special_tokens=False).ids
    assert theirs.decode(ids) == text
    assert (theirs.eos_token, theirs.pad_token) == (tokenizer.IM_END, tokenizer.END)


def test_a_folder_without_tokenizer_is_named(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=str(tmp_path)):
        Processor.load(tmp_path)


_cache: dict[Path, tuple[AutoTokenizer, Tokenizer]] = {}


def _loaded(folder: Path) -> tuple[AutoTokenizer, Tokenizer]:
    if folder not in _cache:
        pair = AutoTokenizer.from_pretrained(str(folder)), Tokenizer.from_file(str(folder / "tokenizer.json"))
        _cache[folder] = pair
    return _cache[folder]
