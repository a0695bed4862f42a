"""Samplers: how many, how often, which, and how fast."""

import math
import time
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng
from pydantic import TypeAdapter, ValidationError

from scalecua.algo.sampling import Frontier, Sampler, Uniform
from scalecua.core.records import FloatArray, Records


def records(ema: Sequence[float] | FloatArray, pending: list[int] | None = None) -> Records:
    n = len(ema)
    zeros = np.zeros(n, dtype=np.int64)
    return Records(
        names=tuple(map(str, range(n))),
        ema=np.asarray(ema, dtype=np.float64),
        attempts=zeros,
        successes=zeros,
        failures=zeros,
        last_version=zeros - 1,
        lengths=zeros,
        domain=("os",) * n,
        difficulty=np.full(n, math.nan),
        pending=zeros if pending is None else np.asarray(pending, dtype=np.int64),
    )


rates = st.one_of(st.just(math.nan), st.floats(0, 1), st.sampled_from([0.0, 0.5, 1.0]))
samplers = st.one_of(
    st.just(Uniform()),
    st.builds(
        Frontier,
        mu=st.floats(0, 1),
        sigma=st.floats(1e-3, 1),
        explore=st.floats(0, 1),
        pool=st.integers(1, 4),
    ),
)


@settings(max_examples=150, deadline=None)
@given(samplers, st.lists(rates, min_size=1, max_size=30), st.integers(0, 70), st.integers(0, 2**32))
def test_every_sampler_returns_exactly_the_batch_of_valid_indices(
    sampler: Sampler, ema: list[float], batch: int, seed: int
) -> None:
    drawn = sampler(records(ema), batch, default_rng(seed))
    assert drawn.shape == (batch,)
    assert drawn.dtype == np.int64
    assert np.all((drawn >= 0) & (drawn < len(ema)))
    again = sampler(records(ema), batch, default_rng(seed))
    assert np.array_equal(drawn, again)


@settings(max_examples=100, deadline=None)
@given(samplers, st.lists(rates, min_size=1, max_size=30), st.data())
def test_nothing_is_drawn_twice_while_there_is_something_else(
    sampler: Sampler, ema: list[float], data: st.DataObject
) -> None:
    known = sum(not math.isnan(p) for p in ema)
    room = len(ema) if known in (0, len(ema)) or isinstance(sampler, Uniform) else len(ema) - known
    batch = data.draw(st.integers(0, room))
    drawn = sampler(records(ema), batch, default_rng(1))
    assert len(set(drawn.tolist())) == batch


@settings(max_examples=60, deadline=None)
@given(samplers, st.integers(1, 12), st.integers(1, 60))
def test_passes_are_even(sampler: Sampler, n: int, batch: int) -> None:
    drawn = sampler(records([0.3] * n), batch, default_rng(0))
    counts = np.bincount(drawn, minlength=n)
    assert counts.max() - counts.min() <= 1


def test_unknown_records_are_probed_first_and_pending_ones_not_again() -> None:
    ema = [0.5] * 10 + [math.nan] * 3
    drawn = Frontier()(records(ema), 5, default_rng(0))
    assert {10, 11, 12} < set(drawn.tolist())
    pending = [0] * 10 + [1] * 3
    drawn = Frontier()(records(ema, pending), 5, default_rng(0))
    assert not {10, 11, 12} & set(drawn.tolist())


def test_the_frontier_holds_the_nearest_and_explores_the_rest() -> None:
    ema = np.linspace(0.005, 0.995, 100)
    sampler = Frontier(explore=0.2, pool=3)
    counts = np.zeros(100)
    rng = default_rng(5)
    for _ in range(400):
        drawn = sampler(records(ema), 10, rng)
        inside = np.abs(ema[drawn] - 0.5) <= 0.15
        assert inside.sum() == 8
        counts[drawn] += 1
    outside = counts[np.abs(ema - 0.5) > 0.15]
    assert outside.sum() == 800
    assert outside.min() > 0, "exploration is uniform over everything outside the pool"


def test_draws_from_the_pool_are_proportional_to_the_weight() -> None:
    ema = np.array([0.5, 0.75, 1.0, 0.0])
    weight = np.exp(-((ema - 0.5) ** 2) / (2 * 0.25**2))
    rng = default_rng(11)
    sampler = Frontier(explore=0.0, pool=4)
    four = records(ema)
    counts = np.bincount([int(sampler(four, 1, rng)[0]) for _ in range(20_000)], minlength=4)
    assert counts / 20_000 == pytest.approx(weight / weight.sum(), abs=0.012)


def test_two_draws_without_replacement_follow_successive_sampling() -> None:
    ema = np.array([0.5, 0.75, 1.0])
    w = np.exp(-((ema - 0.5) ** 2) / (2 * 0.25**2))
    p = w / w.sum()
    expected = p[0] * p[1] / (1 - p[0]) + p[1] * p[0] / (1 - p[1])
    rng = default_rng(3)
    sampler = Frontier(explore=0.0, pool=3)
    three = records(ema)
    hits = sum(set(sampler(three, 2, rng).tolist()) == {0, 1} for _ in range(10_000))
    assert hits / 10_000 == pytest.approx(expected, abs=0.015)


def test_ties_are_broken_at_random_on_both_sides_of_the_target() -> None:
    sampler = Frontier(explore=0.0, pool=1)
    ema = [0.4] * 10 + [0.6] * 10
    rng = default_rng(2)
    counts = np.zeros(20)
    for _ in range(2000):
        counts[sampler(records(ema), 4, rng)] += 1
    assert counts / 2000 == pytest.approx(np.full(20, 0.2), abs=0.04)


def test_a_tiny_sigma_underflows_nothing() -> None:
    drawn = Frontier(sigma=1e-6, explore=0.0, pool=3)(records([0.0, 0.1, 1.0, 0.9]), 3, default_rng(0))
    assert len(set(drawn.tolist())) == 3


def test_too_small_an_outside_is_filled_from_the_pool() -> None:
    drawn = Frontier(explore=0.5, pool=3)(records([0.1, 0.2, 0.3, 0.4, 0.5]), 4, default_rng(0))
    assert len(set(drawn.tolist())) == 4


@pytest.mark.parametrize("sampler", [Uniform(), Frontier()])
def test_a_million_records_take_milliseconds(sampler: Sampler) -> None:
    rng = default_rng(0)
    many = records(np.round(rng.random(1_000_000), 2))
    times = []
    for _ in range(3):
        start = time.perf_counter()
        sampler(many, 32, rng)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.25


@pytest.mark.parametrize("sampler", [Uniform(), Frontier()])
def test_no_record_is_an_error_and_not_an_empty_batch(sampler: Sampler) -> None:
    with pytest.raises(ValueError, match="no record"):
        sampler(records([]), 1, default_rng(0))


def test_the_union_is_the_registry() -> None:
    adapter: TypeAdapter[Sampler] = TypeAdapter(Sampler)
    assert adapter.validate_python({"kind": "frontier", "sigma": 0.15}) == Frontier(sigma=0.15)
    assert adapter.validate_python({"kind": "uniform"}) == Uniform()
    for wrong in ({"kind": "best"}, {"kind": "uniform", "mu": 0.5}, {"kind": "frontier", "sigma": 0}):
        with pytest.raises(ValidationError):
            adapter.validate_python(wrong)
