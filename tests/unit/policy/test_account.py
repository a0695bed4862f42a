from dataclasses import replace

import pytest

from scalecua.algo.segmentation import SlidingWindow
from scalecua.core.completion import Completion, Sampling, VersionSpan
from scalecua.core.errors import PolicyError
from scalecua.core.observation import Observation
from scalecua.core.segment import Omission, Segment
from scalecua.core.trajectory import Status, Trajectory, Turn
from scalecua.policy.account import account
from scalecua.policy.qwen3vl import Qwen3VL
from scalecua.policy.stream import segments


@pytest.fixture(scope="module")
def played() -> Trajectory:
    ids = (70, 71, 72)
    turns = tuple(
        Turn(
            Observation(f"{n:064x}", 64, 64),
            Completion(ids, (-0.5,) * 3, "", "length", (VersionSpan(4, 0, 3),)),
        )
        for n in range(5)
    )
    return Trajectory("t", "task", "g", 0, "l", "rollout", 1, Sampling(1.0, 9), 50, turns, Status.DONE)


@pytest.fixture(scope="module")
def found(qwen: Qwen3VL, played: Trajectory) -> tuple[Segment, ...]:
    return segments(played, "Press OK.", qwen, SlidingWindow(keep=1, drop=1))


def test_a_whole_trajectory_adds_up(played: Trajectory, found: tuple[Segment, ...]) -> None:
    sums = account(played, found)
    assert (sums.sampled, sums.trained, dict(sums.omitted)) == (15, 15, {})


def test_what_is_left_out_needs_a_reason(played: Trajectory, found: tuple[Segment, ...]) -> None:
    sums = account(played, found[:-1], omission=Omission.TOO_LONG)
    assert (sums.sampled, sums.trained, dict(sums.omitted)) == (15, 12, {Omission.TOO_LONG: 3})
    with pytest.raises(PolicyError, match="turn 4: token 0"):
        account(played, found[:-1])


def test_failure_is_a_reason(played: Trajectory) -> None:
    sums = account(replace(played, status=Status.FAILED), ())
    assert dict(sums.omitted) == {Omission.FAILED: 15}


def test_the_first_token_that_diverges_is_named(played: Trajectory, found: tuple[Segment, ...]) -> None:
    first = found[0]
    start = first.turns[1].start
    ids = list(first.token_ids)
    ids[start + 2] = 99
    with pytest.raises(PolicyError, match="turn 1: token 2 was sampled as 72 and is trained as 99"):
        account(played, (replace(first, token_ids=tuple(ids)), *found[1:]))


def test_training_twice_is_an_error(played: Trajectory, found: tuple[Segment, ...]) -> None:
    with pytest.raises(PolicyError, match="turn 0 is trained twice"):
        account(played, (*found, found[0]))


def test_a_mask_outside_its_turns_is_an_error(played: Trajectory, found: tuple[Segment, ...]) -> None:
    first = found[0]
    with pytest.raises(PolicyError, match="token 0 has mask 1"):
        account(played, (replace(first, mask=(1, *first.mask[1:])), *found[1:]))


def test_another_trajectorys_segment_is_an_error(played: Trajectory, found: tuple[Segment, ...]) -> None:
    with pytest.raises(PolicyError, match="not t"):
        account(played, (replace(found[0], trajectory_id="u"),))
