"""The success rate: one update a closed group, over its scored members alone."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scalecua.algo.sampling import ema


def test_the_equation() -> None:
    assert ema.update(0.5, 6, 8, 0.2) == pytest.approx(0.8 * 0.5 + 0.2 * 0.75)
    assert ema.update(0.5, 3, 4, 0.2) == ema.update(0.5, 6, 8, 0.2)


def test_the_first_group_sets_it_and_an_unscored_one_changes_nothing() -> None:
    assert ema.update(math.nan, 3, 4, 0.2) == 0.75
    assert ema.update(0.3, 0, 0, 0.2) == 0.3
    assert math.isnan(ema.update(math.nan, 0, 0, 0.2))


@given(st.floats(0, 1), st.integers(0, 50), st.integers(0, 50), st.floats(0.01, 1))
def test_it_stays_a_rate_and_moves_towards_the_group(
    p: float, successes: int, more: int, alpha: float
) -> None:
    scored = successes + more
    after = ema.update(p, successes, scored, alpha)
    assert -1e-12 <= after <= 1 + 1e-12
    if scored:
        assert min(p, successes / scored) - 1e-9 <= after <= max(p, successes / scored) + 1e-9


def test_more_successes_than_members_is_refused() -> None:
    with pytest.raises(ValueError, match="3 successes among 2"):
        ema.update(0.5, 3, 2, 0.2)
