import math
import random
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scalecua.algo.segmentation import Cut, SlidingWindow
from scalecua.core.action import Action, Done, Infeasible, LeftClick, Type
from scalecua.core.completion import Completion, Sampling, VersionSpan
from scalecua.core.errors import PolicyError
from scalecua.core.observation import Observation
from scalecua.core.segment import Segment
from scalecua.core.trajectory import Status, Trajectory, Turn
from scalecua.core.view import ImageRef, TokenView
from scalecua.policy.account import account
from scalecua.policy.family import History, Look
from scalecua.policy.processor import Processor
from scalecua.policy.qwen3vl import Qwen3VL
from scalecua.policy.qwen3vl.family import REMOVED
from scalecua.policy.stream import Stream, StreamFull, segments

SIZES = [(160, 128), (320, 200), (64, 64)]
ANSWERS = ["", "thinking <tool_call>", "<|im_end|><|image_pad|>", "é😀\n\n", "<think>a</think>\n"]


@dataclass(frozen=True)
class Script:
    """What a random episode will say and see."""

    instruction: str
    turns: tuple[Turn, ...]


def shot(number: int, size: tuple[int, int] = (160, 128)) -> Observation:
    return Observation(f"{number:064x}", *size)


def completion(ids: tuple[int, ...], *, finish: str = "stop", seed: int = 0) -> Completion:
    rng = random.Random(seed)
    middle = rng.randint(0, len(ids))
    spans = (VersionSpan(seed, 0, middle), VersionSpan(seed + 1, middle, len(ids)))
    logprobs = tuple(-rng.random() - 0.01 for _ in ids)
    return Completion(ids, logprobs, "", finish, spans)  # type: ignore[arg-type]


@st.composite
def scripts(draw: st.DrawFn, qwen: Qwen3VL, *, canonical: bool = False) -> Script:
    processor = qwen.processor
    free = [i for i in range(processor.vocabulary) if i not in processor.forbidden and i != processor.stop_id]
    turns = []
    for number in range(draw(st.integers(1, 14))):
        text = draw(st.sampled_from([*ANSWERS, "call"]))
        if text == "call":
            text = qwen.format((LeftClick(draw(st.integers(0, 150)), 3),), "", (160, 128))
        ids = qwen.answer(text)
        if not canonical and draw(st.booleans()):
            noise = tuple(draw(st.lists(st.sampled_from(free), max_size=5)))
            ids = noise if draw(st.booleans()) else (*noise, processor.stop_id)
        finish = "stop" if ids and ids[-1] == processor.stop_id else "length"
        feedback = draw(st.sampled_from(["", "refused", "<|im_end|>\n<|im_start|>", "<tool_call>"]))
        turns.append(
            Turn(
                shot(number, draw(st.sampled_from(SIZES))),
                completion(ids, finish=finish, seed=number),
                feedback=feedback if number else "",
            )
        )
    return Script(
        draw(st.sampled_from(["Press OK.", "", "say <|image_pad|><|im_end|>", "é\n"])), tuple(turns)
    )


def trajectory(turns: tuple[Turn, ...], status: Status = Status.DONE) -> Trajectory:
    return Trajectory("t", "task", "g", 0, "l", "rollout", 1, Sampling(1.0, 9), 50, turns, status)


def live(qwen: Qwen3VL, window: SlidingWindow, script: Script) -> tuple[list[TokenView], tuple[Segment, ...]]:
    """Play a script through a stream as an agent does, keeping what the engine would have been asked."""
    stream, views = Stream(qwen, window), []
    for number, turn in enumerate(script.turns):
        if number == 0:
            stream.start(script.instruction, turn.observation)
        else:
            stream.observe(turn.observation, turn.feedback)
        views.append(stream.view())
        assert turn.completion is not None
        stream.append(turn.completion)
    return views, stream.close(trajectory_id="t", group_id="g")


windows = st.builds(SlidingWindow, keep=st.integers(0, 4), drop=st.integers(1, 4))


@settings(max_examples=120, deadline=None)
@given(data=st.data(), window=windows)
def test_every_sampled_token_is_trained_once_where_it_was_sampled(
    qwen: Qwen3VL, data: st.DataObject, window: SlidingWindow
) -> None:
    script = data.draw(scripts(qwen))
    views, found = live(qwen, window, script)
    played = trajectory(script.turns)
    assert segments(played, script.instruction, qwen, window) == found
    sums = account(played, found)
    assert (
        sums.sampled == sums.trained == sum(len(t.completion.token_ids) for t in script.turns if t.completion)
    )
    for segment in found:
        assert sum(segment.mask) == sum(span.stop - span.start for span in segment.turns)
        assert segment.mask[-1] == 1
        check_images(qwen.processor, segment.token_ids, segment.images)
        for span in segment.turns:
            sampled = script.turns[span.turn].completion
            assert sampled is not None
            view = views[span.turn]
            assert segment.token_ids[: span.start] == view.token_ids
            assert [i for i in segment.images if i.stop <= span.start] == list(view.images)
            assert segment.token_ids[span.start : span.stop] == sampled.token_ids
            assert segment.logprobs[span.start : span.stop] == sampled.logprobs
            assert segment.versions[span.start : span.stop] == tuple(
                version.version for version in sampled.versions for _ in range(version.stop - version.start)
            )
        context = [n for n, mask in enumerate(segment.mask) if not mask]
        assert {segment.logprobs[n] for n in context} <= {0.0}
        assert {segment.versions[n] for n in context} <= {-1}


@settings(max_examples=80, deadline=None)
@given(data=st.data(), window=windows)
def test_segments_and_views_are_bounded_by_the_window(
    qwen: Qwen3VL, data: st.DataObject, window: SlidingWindow
) -> None:
    script = data.draw(scripts(qwen, canonical=True))
    views, found = live(qwen, window, script)
    turns = len(script.turns)
    assert len(found) == 1 + max(0, math.ceil((turns - window.keep - window.drop) / window.drop))
    assert [s.index for s in found] == list(range(len(found)))
    assert [s.reason for s in found] == ["window"] * (len(found) - 1) + ["end"]
    assert max(len(view.images) for view in views) <= window.keep + window.drop
    for number, view in enumerate(views):
        assert [i.sha256 for i in view.images] == [
            t.observation.screenshot for t in script.turns[number + 1 - len(view.images) : number + 1]
        ]
        assert qwen.processor.decode(view.token_ids).count(REMOVED) == number + 1 - len(view.images)


@settings(max_examples=80, deadline=None)
@given(data=st.data(), window=windows)
def test_a_stream_of_canonical_answers_is_the_fresh_rendering_of_its_history(
    qwen: Qwen3VL, data: st.DataObject, window: SlidingWindow
) -> None:
    script = data.draw(scripts(qwen, canonical=True))
    views, _ = live(qwen, window, script)
    for number, view in enumerate(views):
        looks = tuple(Look(t.observation, t.feedback) for t in script.turns[: number + 1])
        answers = tuple(
            qwen.read(t.completion.token_ids) for t in script.turns[:number] if t.completion is not None
        )
        history = History(script.instruction, looks, answers, number + 1 - len(view.images))
        assert qwen.render(history) == view


def test_an_answer_cut_by_length_is_closed_outside_the_mask(qwen: Qwen3VL) -> None:
    stream = Stream(qwen, SlidingWindow())
    stream.start("Press OK.", shot(0))
    stream.append(completion((70, 71), finish="length"))
    stream.observe(shot(1), "")
    stream.append(completion(qwen.answer("ok")))
    (segment,) = stream.close()
    stop = segment.turns[0].stop
    assert segment.token_ids[stop : stop + 2] == (qwen.processor.stop_id, *qwen.processor.encode("\n"))
    assert segment.mask[stop : stop + 2] == (0, 0)


def test_aborted_answers_are_context_and_omitted(qwen: Qwen3VL) -> None:
    turns = (
        Turn(shot(0), completion((70, 71), finish="abort")),
        Turn(shot(1), completion(qwen.answer("ok"))),
    )
    played = trajectory(turns)
    (segment,) = segments(played, "Press OK.", qwen, SlidingWindow())
    assert [span.turn for span in segment.turns] == [1]
    sums = account(played, (segment,))
    assert (sums.sampled, sums.trained, dict(sums.omitted)) == (
        2 + len(qwen.answer("ok")),
        len(qwen.answer("ok")),
        {"aborted": 2},
    )


def test_demonstrations_are_told_in_the_familys_own_tokens(qwen: Qwen3VL) -> None:
    said: list[tuple[Action, ...]] = [
        (LeftClick(80, 64),),
        (Type("é<|im_end|>"), LeftClick(0, 0)),
        (Infeasible("no"),),
    ]
    turns = tuple(Turn(shot(n), None, actions) for n, actions in enumerate(said))
    played = trajectory(turns)
    found = segments(played, "Press OK.", qwen, SlidingWindow(keep=1, drop=1), advantage=0.5)
    spans = [(s, span) for s in found for span in s.turns]
    assert [span.turn for _, span in spans] == [0, 1, 2]
    for segment, span in spans:
        ids = segment.token_ids[span.start : span.stop]
        assert qwen.parse(qwen.read(ids), (160, 128)) == said[span.turn]
        assert ids[-1] == qwen.processor.stop_id
        assert set(segment.logprobs) == {0.0}
        assert segment.advantage == 0.5
    assert account(played, found).demonstrated == sum(span.stop - span.start for _, span in spans)


def test_a_turn_that_nobody_answered_is_not_trained(qwen: Qwen3VL) -> None:
    turns = (Turn(shot(0), None, error="no widget"), Turn(shot(1), None, (Done(),), feedback="no widget"))
    (segment,) = segments(trajectory(turns), "Press OK.", qwen, SlidingWindow())
    assert [span.turn for span in segment.turns] == [1]


def test_a_prompt_over_the_limit_ends_the_stream_and_cuts_no_image(qwen: Qwen3VL) -> None:
    free = Stream(qwen, SlidingWindow())
    free.start("Press OK.", shot(0))
    first = len(free.view().token_ids)
    stream = Stream(qwen, SlidingWindow(), limit=first + 30, reserve=10)
    stream.start("Press OK.", shot(0))
    stream.append(completion(qwen.answer("ok")))
    with pytest.raises(StreamFull, match="limit"):
        stream.observe(shot(1), "")
    (segment,) = stream.close()
    assert [i.sha256 for i in segment.images] == [shot(0).screenshot]
    with pytest.raises(StreamFull):
        Stream(qwen, SlidingWindow(), limit=first, reserve=1).start("Press OK.", shot(0))


def test_a_cut_that_does_not_fork_keeps_the_very_ids(qwen: Qwen3VL) -> None:
    def each(images: int, tokens: int, turns: int) -> Cut | None:
        return Cut(drop=0, fork=False, reason="step") if turns >= 1 else None

    turns = tuple(Turn(shot(n), completion((80 + n, 81 + n), finish="length")) for n in range(3))
    found = segments(trajectory(turns), "Press OK.", qwen, each)
    assert [len(s.turns) for s in found] == [1, 1, 1]
    assert found[1].token_ids[: len(found[0].token_ids)] == found[0].token_ids
    assert account(trajectory(turns), found).trained == 6


def test_a_segment_without_a_trained_token_is_not_emitted(qwen: Qwen3VL) -> None:
    turns = tuple(Turn(shot(n), completion((), finish="length")) for n in range(3))
    turns = (*turns, Turn(shot(3), completion(qwen.answer("ok"))))
    found = segments(trajectory(turns), "Press OK.", qwen, SlidingWindow(keep=1, drop=1))
    assert [(s.index, [span.turn for span in s.turns]) for s in found] == [(0, [3])]


def test_misuse_is_named(qwen: Qwen3VL) -> None:
    stream = Stream(qwen, SlidingWindow())
    with pytest.raises(PolicyError, match="screenshot"):
        stream.view()
    stream.start("Press OK.", shot(0))
    with pytest.raises(PolicyError, match="started once"):
        stream.start("Press OK.", shot(0))
    with pytest.raises(PolicyError, match="follows an answer"):
        stream.observe(shot(1), "")
    with pytest.raises(PolicyError, match="never sampled"):
        stream.append(completion((qwen.processor.image_id,)))
    good = completion((70, 71))
    with pytest.raises(PolicyError, match="log-probabilities"):
        stream.append(replace(good, logprobs=(0.0,)))
    for spans in ((), (VersionSpan(1, 0, 1),), (VersionSpan(1, 1, 2),), (VersionSpan(1, 0, 3),)):
        with pytest.raises(PolicyError, match="turn 0"):
            stream.append(replace(good, versions=spans))


def check_images(processor: Processor, ids: tuple[int, ...], images: tuple[ImageRef, ...]) -> None:
    """Every placeholder belongs to an image, and every image has the placeholders of its grid."""
    for image in images:
        assert image.stop - image.start == math.prod(image.grid) // processor.rule.merge**2
        assert set(ids[image.start : image.stop]) == {processor.image_id}
        assert processor.decode((ids[image.start - 1], ids[image.stop])) == "<|vision_start|><|vision_end|>"
    assert ids.count(processor.image_id) == sum(i.stop - i.start for i in images)
