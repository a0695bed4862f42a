import json
import re
from pathlib import Path

import pytest
from transformers import AutoTokenizer

from scalecua.core.action import LeftClick, Type
from scalecua.core.observation import Observation
from scalecua.policy.families import load_family
from scalecua.policy.family import History, Look
from scalecua.policy.processor import Processor
from scalecua.policy.qwen3vl import Qwen3VL
from scalecua.policy.qwen3vl.parse import KINDS
from scalecua.policy.qwen3vl.prompt import Style, system


def shot(number: int) -> Observation:
    return Observation(f"{number:064x}", 160, 128)


@pytest.mark.parametrize("style", ["compact", "full"])
def test_a_rendering_is_what_transformers_makes_of_its_text(processor_folder: Path, style: Style) -> None:
    qwen = Qwen3VL(Processor.load(processor_folder), style)
    theirs = AutoTokenizer.from_pretrained(str(processor_folder))
    call = qwen.format((LeftClick(1, 2), Type("it's")), "Type it", (160, 128))
    history = History(
        "Press OK.\n", (Look(shot(1)), Look(shot(2), "refused"), Look(shot(3))), (call, "what?"), 1
    )
    view = qwen.render(history)
    text = qwen.processor.decode(view.token_ids)
    assert theirs(text, add_special_tokens=False).input_ids == list(view.token_ids)
    assert text.endswith("</tool_response><|im_end|>\n<|im_start|>assistant\n")
    assert f"{call}<|im_end|>\n<|im_start|>user\n<tool_response>\nrefused\n<|vision_start|>" in text
    assert text.startswith("<|im_start|>system\n")


def test_follow_is_the_tail_of_a_rendering(qwen: Qwen3VL) -> None:
    first, look = Look(shot(1)), Look(shot(2), "refused")
    before = qwen.render(History("Press OK.", (first,)))
    after = qwen.render(History("Press OK.", (first, look), ("ok",)))
    joined = (*before.token_ids, *qwen.answer("ok"), *qwen.follow(look).token_ids)
    assert after.token_ids == joined


def test_nothing_outside_the_family_ever_becomes_a_mark(qwen: Qwen3VL) -> None:
    """Instruction, feedback and past answer that spell marks open no message and show no image."""
    evil = "".join(qwen.processor.added)
    plain = "x"

    def marks(text: str) -> list[int]:
        looks = (Look(shot(0)), Look(shot(1), text), Look(shot(2)))
        spoken = text.replace("<tool_call>", "").replace("</tool_call>", "").replace("think>", "")
        view = qwen.render(History(text, looks, (spoken, "y"), 1))
        return [i for i in view.token_ids if i in set(qwen.processor.added.values())]

    assert marks(evil) == marks(plain)


def test_the_full_signature_names_every_action_that_is_read() -> None:
    found = re.search(r"<tools>\n(.*)\n</tools>", system("full"))
    assert found
    parameters = json.loads(found[1])["function"]["parameters"]["properties"]
    assert set(KINDS) == {*parameters["action"]["enum"], "done", "infeasible"}


def test_the_compact_prompt_costs_a_tiny_model_little(qwen: Qwen3VL) -> None:
    history = History("", (Look(shot(1)),))
    assert (
        len(qwen.render(history).token_ids) - qwen.processor.rule.tokens(qwen.processor.grid(160, 128)) < 40
    )


def test_style_follows_the_vocabulary_unless_it_is_given(processor: Processor) -> None:
    tiny, full = load_family("qwen3vl", processor), load_family("qwen3vl", processor, style="full")
    assert tiny.fingerprint == Qwen3VL(processor, "compact").fingerprint
    assert full.fingerprint == Qwen3VL(processor, "full").fingerprint != tiny.fingerprint


def test_a_thought_is_one_line_without_marks(qwen: Qwen3VL) -> None:
    text = qwen.format((LeftClick(0, 0),), "see\nthe <tool_call> button", (160, 128))
    assert text.startswith("Action: see the tool_call> button\n<tool_call>\n")
    assert qwen.parse(text, (160, 128)) == (LeftClick(0, 0),)
