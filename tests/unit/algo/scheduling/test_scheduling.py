"""Admission, staleness and leases as tables."""

import pytest

from scalecua.algo.scheduling import lease, staleness


@pytest.mark.parametrize(
    ("draw", "used", "bound", "admitted"),
    [(0, 0, 0, True), (1, 0, 0, False), (1, 1, 0, True), (1, 0, 1, True), (2, 0, 1, False), (9, 7, 2, True)],
)
def test_admission(draw: int, used: int, bound: int, admitted: bool) -> None:
    assert staleness.admits(draw, used, bound) is admitted


@pytest.mark.parametrize(
    ("oldest", "current", "bound", "dropped"),
    [(3, 3, 0, False), (3, 4, 0, True), (3, 4, 1, False), (3, 6, 2, True), (4, 3, 0, False)],
)
def test_dropping(oldest: int, current: int, bound: int, dropped: bool) -> None:
    assert staleness.droppable(oldest, current, bound) is dropped


def test_leases_run_out_after_their_time() -> None:
    expires = lease.expiry(100.0, 30.0)
    assert not lease.expired(expires, 130.0)
    assert lease.expired(expires, 130.1)


@pytest.mark.parametrize(
    ("failed", "lost", "again"), [(0, 0, True), (2, 0, True), (3, 0, False), (2, 19, True), (0, 20, False)]
)
def test_failures_and_losses_are_counted_apart(failed: int, lost: int, again: bool) -> None:
    assert lease.retries(failed, lost, attempts=3, losses=20) is again
