"""Everything a trajectory holds comes back as it was."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scalecua.core.action import Answer, Done, HoldKey, Infeasible, Key, Scroll, Type, WriteFile
from scalecua.core.completion import Completion, Sampling, VersionSpan
from scalecua.core.errors import StoreError
from scalecua.core.failure import Failure
from scalecua.core.observation import Observation
from scalecua.core.trajectory import ActResult, FinalState, Status, Timings, Trajectory, Turn
from scalecua.core.verdict import Verdict
from scalecua.store.serialise import trajectory_from, trajectory_json, turn_from, turn_json
from scalecua.store.tokens import pack, unpack

text = st.text(st.characters(codec="utf-8"), max_size=20)
numbers = st.floats(allow_nan=False)
actions = st.one_of(
    st.builds(Type, text),
    st.builds(Answer, text),
    st.builds(Infeasible, text),
    st.builds(WriteFile, text, text),
    st.just(Done()),
    st.just(Key(("ctrl", "s"))),
    st.just(HoldKey(("a",), 0.5)),
    st.just(Scroll(1, 2, "down", 3, ("shift",))),
)


@st.composite
def completions(draw: st.DrawFn) -> Completion:
    ids = tuple(draw(st.lists(st.integers(0, 2**31 - 1), max_size=8)))
    row = st.lists(numbers, min_size=len(ids), max_size=len(ids)).map(tuple)
    return Completion(
        token_ids=ids,
        logprobs=draw(st.none() | row),
        text=draw(text),
        finish=draw(st.sampled_from(["stop", "length", "abort"])),
        versions=(VersionSpan(3, 0, len(ids)),),
        entropies=draw(st.none() | row),
    )


turns = st.builds(
    Turn,
    observation=st.builds(Observation, text, st.integers(0, 9999), st.integers(0, 9999), st.none() | text),
    completion=st.none() | completions(),
    actions=st.lists(actions, max_size=3).map(tuple),
    results=st.just((ActResult(True, False, True, (1, 2), 0.5),)),
    error=st.none() | text,
    timings=st.just(Timings(0.1, 0.2, 1 / 3)),
    feedback=text,
)


@settings(max_examples=100, deadline=None)
@given(turns)
def test_a_turn_comes_back(turn: Turn) -> None:
    assert turn_from(*turn_json(turn)) == turn


@settings(max_examples=50, deadline=None)
@given(text, st.lists(turns, max_size=2).map(tuple), st.none() | st.floats(0, 1))
def test_a_trajectory_comes_back(words: str, played: tuple[Turn, ...], score: float | None) -> None:
    trajectory = Trajectory(
        id="t",
        task_id="task",
        group_id="g",
        index=3,
        lease_id="l",
        origin="rollout",
        seed=2**31 - 1,
        sampling=Sampling(0.8, 64, 1.0, (1, 2), 5),
        max_turns=9,
        turns=played,
        status=Status.TRUNCATED,
        final_state=FinalState(Status.DONE, words, ({"file": words}, None), (1, [2.5]), {words: "0" * 64}),
        verdict=None if score is None else Verdict(score, {words: score}, words),
        reward=score,
        failure=None if score is not None else Failure.HANG,
        detail=words,
        timings={"setup": 0.1},
    )
    body = trajectory_json(trajectory)
    assert trajectory_from(body, played) == trajectory
    assert trajectory_from(body, ()) == replace(trajectory, turns=())


def test_exact_numbers_survive_packing() -> None:
    values = (-math.inf, -1e-300, -1 / 3)
    assert unpack(pack((1, 2, 3), values, None)) == ((1, 2, 3), values, None)
    assert unpack(pack((1, 2, 3), None, values)) == ((1, 2, 3), None, values)
    assert len(pack((1,) * 100, (0.0,) * 100, None)) == 5 + 100 * 12


def test_arrays_of_different_length_and_damaged_bytes_are_refused() -> None:
    with pytest.raises(StoreError, match="2 tokens but 1 log-probabilities"):
        pack((1, 2), (0.5,), None)
    for damaged in (pack((1, 2), None, None)[:-1], b"", b"abc"):
        with pytest.raises(StoreError, match="damaged"):
            unpack(damaged)
