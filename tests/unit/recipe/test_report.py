"""The report follows from the run folder alone, and its numbers agree with each other."""

import asyncio
import json
from typing import Any

import numpy as np
import pytest

from scalecua.recipe import assemble, report
from scalecua.recipe.present import present


def build(run: Any) -> dict[str, Any]:
    return asyncio.run(report.build(run.config, run.folder, run.store))


@pytest.fixture(scope="module")
def found(finished: Any) -> dict[str, Any]:
    return build(finished)


def test_what_others_read_is_there(found: dict[str, Any]) -> None:
    for name in ("before", "after"):
        for suffix in ("", "_greedy", "_unseen", "_unseen_greedy"):
            rate = found[f"success_{name}{suffix}"]
            assert rate["low"] <= rate["mean"] <= rate["high"]
            assert rate["n"] > 0
    assert {"seconds", "seed", "task_set", "by_template", "evaluation_failures", "counts", "updates"} <= set(
        found
    )
    assert (found["seed"], found["finished"], found["stopped"]) == (3, True, None)
    assert json.loads(json.dumps(found)) == found


def test_before_and_after_are_compared_task_by_task(found: dict[str, Any]) -> None:
    pair = found["paired"]["sampled"]
    before, after = found["success_before"], found["success_after"]
    assert pair["mean"] == pytest.approx(after["mean"] - before["mean"])
    assert pair["low"] <= pair["mean"] <= pair["high"]
    assert pair["n"] == before["n"] == 6
    assert pair["won"] - pair["lost"] == round(6 * pair["mean"])
    assert set(found["paired"]) == {"sampled", "greedy", "unseen", "unseen_greedy"}


def test_the_frontier_ends_where_the_sampler_is(found: dict[str, Any], finished: Any) -> None:
    records = asyncio.run(finished.store.records())
    moved = found["frontier"]
    assert tuple(moved["records"]) == records.names
    assert moved["ema"][-1] == pytest.approx(records.ema.tolist())
    assert np.sum(moved["drawn"], axis=1).tolist() == [2] * 4
    assert len(moved["ema"]) == 4


def test_the_seconds_of_the_parts_are_those_of_the_leases(found: dict[str, Any], finished: Any) -> None:
    played = asyncio.run(finished.store.played())
    time = found["time"]
    assert sum(time["parts"].values()) == pytest.approx(sum(e.recorded - e.given for e in played))
    assert sum(time["per_episode"].values()) == pytest.approx(2.0)
    assert time["parts"]["start"] == pytest.approx(0.6 * len(played))
    assert time["update"] == 4.0
    phases = [time[phase] for phase in ("before", "training", "after")]
    assert sum(phase["episodes"] for phase in phases) == len(played)
    training = time["training"]
    assert training["seconds"] == pytest.approx(2.0 * training["episodes"] + 4.0)
    assert time["before"]["episodes_per_minute"] == pytest.approx(30.0)


def test_the_learning_curve_joins_what_was_given_and_what_was_done(found: dict[str, Any]) -> None:
    curve = found["learning_curve"]
    assert [row["update"] for row in curve] == [0, 1, 2, 3]
    assert [row["entropy"] for row in curve] == pytest.approx([0.9, 0.8, 0.7, 0.6])
    assert all(0 <= row["success"] <= 1 and row["rollouts"] <= 6 for row in curve)
    assert curve[0]["clip_fraction"] is None


def test_a_report_that_is_built_again_by_another_process_is_the_same(
    found: dict[str, Any], finished: Any
) -> None:
    again = assemble.store(finished.config, finished.folder)
    try:
        assert asyncio.run(report.build(finished.config, finished.folder, again)) == found
    finally:
        again.close()


def test_metrics_of_an_update_that_may_be_redone_are_left_out(new_run: Any, play_all: Any) -> None:
    asyncio.run(play_all(new_run, updates=2))
    with new_run.folder.metrics.open("a") as file:
        file.write('{"update": 2, "entropy": 9.0}\n')
    found = build(new_run)
    assert [row["update"] for row in found["updates"]] == [0, 1]
    assert len(found["learning_curve"]) == 2


def test_a_run_that_was_stopped_says_why(new_run: Any) -> None:
    new_run.folder.stopped.write_text(json.dumps({"update": 3, "reason": "entropy fell.", "best": 2}))
    assert report.stopped(new_run.folder) == "entropy fell."


def test_an_unfinished_run_has_a_page_and_no_report(new_run: Any) -> None:
    found = asyncio.run(present(new_run.config, new_run.folder, new_run.store))
    assert not found["finished"]
    assert not new_run.folder.report.exists()
    assert "not finished" in new_run.folder.page.read_text()
