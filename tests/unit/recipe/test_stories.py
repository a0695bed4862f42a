"""Stories show gains of different templates first, greedy ones before lucky ones, and fit on a page."""

import asyncio
from dataclasses import replace
from typing import Any

from scalecua.recipe.evaluation import KINDS
from scalecua.recipe.frames import Frame
from scalecua.recipe.stories import Pair, Side, Story, choose, fitting, varied
from scalecua.store.history import Member


def pair(task: str, record: str, kind: int = 0) -> Pair:
    sides = [Member(task, record, 0, f"{task}-{won}", won) for won in (False, True)]
    return Pair(KINDS[kind], *sides)


def test_templates_take_turns_and_no_task_comes_twice() -> None:
    offered = [pair("a1", "a"), pair("a2", "a"), pair("b1", "b"), pair("a1", "a", 1), pair("c1", "c")]
    assert [p.after.task_id for p in varied(offered, 4)] == ["a1", "b1", "c1", "a2"]
    assert len(varied(offered, 9)) == 4


def story(size: int) -> Story:
    side = Side(False, 0.0, "", "", (Frame(b"x" * size, (), ""),), 0)
    return Story("t", "i", KINDS[0], side, replace(side, frames=()))


def test_what_does_not_fit_is_left_out() -> None:
    assert [len(s.before.frames[0].picture or b"") for s in fitting([story(4), story(9), story(3)], 8)] == [
        4,
        3,
    ]


def test_the_same_run_tells_the_same_stories(finished: Any) -> None:
    names = [kind.evaluation(when) for kind in KINDS for when in ("before", "after")]
    told = asyncio.run(choose(finished.store, names))
    assert told == asyncio.run(choose(finished.store, names))
    assert told.won
    for one in (*told.won, *told.lost):
        assert not one.before.success
        assert "expected 'x', found 'y'" in one.before.reason
        assert len(one.before.frames) == 3
        assert all(frame.picture for frame in one.before.frames)
    assert all(one.after.success for one in told.won)
    assert not any(one.after.success for one in told.lost)
    assert len({one.template for one in told.won}) > 1


def test_half_an_evaluation_tells_nothing(finished: Any) -> None:
    told = asyncio.run(choose(finished.store, ["success_before"]))
    assert not told.won
    assert not told.lost
