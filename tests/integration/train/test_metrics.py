"""What an update reports, on what the real engine sampled."""

import dataclasses
import json
from typing import Any

import pytest

from scalecua.core.batch import Batch, Group
from scalecua.core.trajectory import ActResult, Status, Trajectory
from scalecua.core.verdict import Verdict
from scalecua.policy.engines.transformers import TransformersEngine

ALWAYS = {
    "reward_mean", "success", "entropy", "kl", "ratio_mean", "ratio_max", "ratio_p01", "ratio_p99",
    "clip_fraction", "invalid_fraction", "truncated_fraction", "grad_norm", "seconds", "rollouts", "turns",
    "tokens_trained", "groups_varied", "sampled_by", "kl_stopped", "passes",
}  # fmt: skip


def ended(group: Group, ends: list[dict[str, Any]]) -> Group:
    """The group with its trajectories changed one by one."""
    changed = [dataclasses.replace(t, **end) for t, end in zip(group.trajectories, ends, strict=True)]
    return dataclasses.replace(group, trajectories=tuple(changed))


async def test_rollouts_are_counted_over_all_groups_and_turns(world: Any, engine: TransformersEngine) -> None:
    batch = await world.batch(engine, [(1, 0), (0, 0)])
    varied, flat = batch.groups
    refused = ActResult(False, False, False, (0, 0), 0.0)
    done = ActResult(True, False, True, (0, 0), 0.0)

    def turns(trajectory: Trajectory, **first: Any) -> Any:
        return (dataclasses.replace(trajectory.turns[0], **first), trajectory.turns[1])

    one, two = varied.trajectories
    varied = ended(
        varied,
        [
            {"verdict": Verdict(1.0), "turns": turns(one, error="no call")},
            {"verdict": Verdict(0.7), "turns": turns(two, results=(done, refused)), "reward": 0.5},
        ],
    )
    flat = ended(flat, [{"status": Status.TRUNCATED, "verdict": Verdict(0.0), "reward": -0.2}] * 2)
    learner = world.learner()
    metrics = learner.step(Batch(0, (varied, dataclasses.replace(flat, filtered=True))))
    assert metrics.keys() >= ALWAYS
    assert json.loads(json.dumps(metrics)) == metrics
    assert (metrics["rollouts"], metrics["turns"], metrics["groups_varied"]) == (4, 8, 1)
    assert (metrics["success"], metrics["truncated_fraction"]) == (0.25, 0.5)
    assert metrics["invalid_fraction"] == 2 / 8
    assert metrics["reward_mean"] == pytest.approx((1 + 0.5 - 0.4) / 4)
    assert metrics["sampled_by"] == 0
    assert 0 < metrics["ratio_p01"] <= metrics["ratio_mean"] <= metrics["ratio_max"]


async def test_before_any_step_the_policy_is_where_the_rollouts_left_it(
    world: Any, engine: TransformersEngine
) -> None:
    batch = await world.batch(engine, [(1, 1), (0, 0)])
    metrics = world.learner(kl=0.1).step(batch)
    assert metrics.keys() >= ALWAYS
    still = ("kl", "clip_fraction", "grad_norm", "passes", "tokens_trained")
    assert {metrics[name] for name in still} == {0.0}
    assert metrics["ratio_mean"] == metrics["ratio_max"] == 1.0
    untouched = world.learner().step(await world.batch(engine, [(1, 0)]))
    assert metrics["entropy"] == pytest.approx(untouched["entropy"], abs=0.5), "estimated from samples"


async def test_entropy_and_ratio_follow_the_policy(world: Any, engine: TransformersEngine) -> None:
    batch = await world.batch(engine, [(1, 0, 0, 1)])
    slow = world.learner(lr=1e-5, passes=4).step(batch)
    fast = world.learner(lr=3e-3, passes=4).step(batch)
    assert slow["passes"] == fast["passes"] == 4
    assert fast["kl"] > 10 * slow["kl"]
    assert fast["ratio_max"] > slow["ratio_max"]
    assert fast["ratio_p99"] - fast["ratio_p01"] > slow["ratio_p99"] - slow["ratio_p01"]
