"""Rows side by side: in order, bounded, and a fault is the caller's."""

import threading
import time

import pytest

from scalecua.train.lanes import Lanes


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_rows(threads: int) -> None:
    def work(row: int) -> int:
        time.sleep(0.002 * (row % 3))
        return row * row

    assert list(Lanes(threads).map(work, range(20))) == [row * row for row in range(20)]
    assert list(Lanes(threads).map(work, [])) == []


def test_lanes_work_at_once() -> None:
    meeting = threading.Barrier(3, timeout=20)
    assert list(Lanes(3).map(lambda _: meeting.wait() >= 0, range(6))) == [True] * 6


def test_little_is_begun_ahead_of_the_caller() -> None:
    begun: list[int] = []
    results = Lanes(2).map(begun.append, range(100))
    next(results)
    assert len(begun) <= 4
    results.close()  # type: ignore[attr-defined]
    assert len(begun) <= 4


@pytest.mark.parametrize("threads", [1, 2])
def test_a_fault_reaches_the_caller_and_the_lanes_go_on(threads: int) -> None:
    lanes = Lanes(threads)
    with pytest.raises(ZeroDivisionError):
        list(lanes.map(lambda row: 1 // row, [1, 0, 1]))
    assert list(lanes.map(lambda row: 1 // row, [1])) == [1]
