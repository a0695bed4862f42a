"""The pre-filter: who is drawn at all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from scalecua.algo.sampling import PreFilter


def test_the_interval_is_closed_and_the_unknown_are_kept() -> None:
    rates = np.array([0.0, 0.1, 0.5, 0.9, 1.0, np.nan])
    assert PreFilter(low=0.1, high=0.9)(rates).tolist() == [False, True, True, True, False, True]


@given(st.lists(st.floats(0, 1) | st.just(float("nan")), max_size=20))
def test_by_default_nothing_is_excluded(rates: list[float]) -> None:
    assert PreFilter()(np.array(rates, dtype=np.float64)).all()


def test_an_empty_interval_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"low = 0\.9 is above high = 0\.1"):
        PreFilter(low=0.9, high=0.1)
