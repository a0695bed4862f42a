"""A plan refuses what no run can be, naming the value."""

import json
from dataclasses import replace
from typing import Any

import pytest

from scalecua.algo.sampling import Frontier, PreFilter, Uniform
from scalecua.core.completion import Sampling
from scalecua.core.errors import ConfigError
from scalecua.store.plan import Plan
from scalecua.store.serialise import PLAN

PLAN_0 = Plan(name="p", seed=0, sampling=Sampling(0.8, 128))


@pytest.mark.parametrize("sampler", [Uniform(), Frontier(sigma=0.15)])
def test_a_plan_comes_back(sampler: Uniform | Frontier) -> None:
    plan = replace(PLAN_0, sampler=sampler, prefilter=PreFilter(rollouts=4, low=0.1))
    assert PLAN.validate_json(PLAN.dump_json(plan)) == plan


@pytest.mark.parametrize(
    "changes",
    [{"n": 0}, {"batch": -1}, {"alpha": 0.0}, {"lease_s": 0}, {"name": "a:b"}, {"seed": -1}],
)
def test_impossible_plans_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=next(iter(changes))):
        replace(PLAN_0, **changes)


def test_a_plan_of_an_older_run_has_no_prefilter() -> None:
    kept = json.loads(PLAN.dump_json(PLAN_0))
    kept.pop("prefilter")
    assert PLAN.validate_python({**kept, "initial": None}) == PLAN_0
