"""Intervals cover what they claim to cover."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng

from scalecua.algo.statistics.paired import paired
from scalecua.algo.statistics.wilson import wilson


def test_wilson_against_published_numbers() -> None:
    interval = wilson(8, 10)
    assert [interval.low, interval.high] == pytest.approx([0.4902, 0.9433], abs=1e-4)
    assert wilson(0, 10).low == 0.0
    assert wilson(0, 10).high == pytest.approx(0.2775, abs=1e-4)


@given(st.integers(1, 400), st.data())
def test_wilson_holds_its_mean_and_mirrors(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    interval, mirror = wilson(k, n), wilson(n - k, n)
    assert 0 <= interval.low <= interval.mean <= interval.high <= 1
    assert interval.low == pytest.approx(1 - mirror.high, abs=1e-12)
    wider = wilson(k, n, level=0.99)
    assert wider.low <= interval.low
    assert wider.high >= interval.high


def test_wilson_covers() -> None:
    rng = default_rng(0)
    for p in (0.1, 0.5, 0.95):
        table = [wilson(k, 60) for k in range(61)]
        covered = np.mean([table[k].low <= p <= table[k].high for k in rng.binomial(60, p, size=4000)])
        assert 0.92 <= covered <= 0.985


def test_wilson_of_nothing_knows_nothing() -> None:
    nothing = wilson(0, 0)
    assert math.isnan(nothing.mean)
    assert (nothing.low, nothing.high, nothing.n) == (0.0, 1.0, 0)
    with pytest.raises(ValueError, match="3 successes among 2"):
        wilson(3, 2)


def test_the_paired_interval_is_narrower_than_the_spread_of_the_tasks() -> None:
    rng = default_rng(1)
    hard = rng.random(100)
    before, after = hard * 0.8, hard * 0.8 + 0.1 + rng.normal(0, 0.02, 100)
    interval = paired(before, after, default_rng(2))
    assert interval.mean == pytest.approx(0.1, abs=0.01)
    assert interval.low < interval.mean < interval.high
    assert interval.high - interval.low < 0.02
    assert interval == paired(before, after, default_rng(2))


def test_the_paired_interval_covers() -> None:
    rng = default_rng(3)
    hits = 0
    for _ in range(200):
        difference = rng.choice([-1.0, 0.0, 0.0, 1.0, 1.0], size=50)
        interval = paired(np.zeros(50), difference, rng, resamples=400)
        hits += interval.low <= 0.2 <= interval.high
    assert hits >= 175


def test_pairs_must_match() -> None:
    with pytest.raises(ValueError, match="one length"):
        paired(np.zeros(3), np.zeros(4), default_rng(0))
