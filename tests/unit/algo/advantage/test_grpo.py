"""Group-relative advantages and the groups that have none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scalecua.algo.advantage import GRPO
from scalecua.algo.curation import DropUniform, KeepAll
from scalecua.core.records import FloatArray

rewards = st.lists(st.sampled_from([-0.2, 0.0, 0.3, 0.8, 1.0]), min_size=1, max_size=16).map(np.array)


def test_the_population_standard_deviation() -> None:
    assert GRPO()(np.array([1.0, 1.0, 0.0, 0.0])) == pytest.approx([1, 1, -1, -1])
    assert GRPO()(np.array([1.0, 0.0, 0.0, 0.0])) == pytest.approx([np.sqrt(3)] + [-1 / np.sqrt(3)] * 3)


def test_a_little_variance_is_not_shrunk() -> None:
    assert GRPO()(np.array([1.0, 1.00001])) == pytest.approx([-1, 1], rel=1e-6)


def test_no_variance_is_exactly_zero() -> None:
    for flat in ([0.1] * 7, [1.0], [], [0.3, 0.3 + 1e-9]):
        assert np.array_equal(GRPO()(np.array(flat)), np.zeros(len(flat)))


@given(rewards)
def test_mean_zero_and_unit_deviation_or_nothing(values: FloatArray) -> None:
    advantages = GRPO()(values)
    assert advantages.mean() == pytest.approx(0, abs=1e-9)
    assert advantages.std() == pytest.approx(1) or not advantages.any()
    assert DropUniform()(values) == bool(advantages.any())
    assert KeepAll()(values)


def test_a_group_without_scored_members_is_never_kept() -> None:
    assert not KeepAll()(np.array([]))
    assert not DropUniform()(np.array([]))
