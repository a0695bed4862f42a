"""The learning rate falls along a straight line and stays at its end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scalecua.train.optimiser import linear_decay

SHARE = st.floats(0, 1)


@given(SHARE)
def test_from_one_to_final_and_no_further(final: float) -> None:
    assert linear_decay(0.0, final) == 1.0
    assert linear_decay(1.0, final) == linear_decay(1.7, final) == pytest.approx(final)


@given(SHARE, SHARE, SHARE)
def test_equal_shares_lower_it_equally(done: float, more: float, final: float) -> None:
    middle = (done + more) / 2
    ends = linear_decay(done, final) + linear_decay(more, final)
    assert linear_decay(middle, final) == pytest.approx(ends / 2)
