"""Rows worked on side by side, one thread a row, with results in the order of the rows.

A row is a whole forward and backward pass, so that no thread waits for another inside an operation, and a
core lent to another process delays one row only (torch's own threads would all spin). Each row is computed
by one thread and results come in order, so that the number of threads changes no bit.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import torch

T = TypeVar("T")
R = TypeVar("R")


class Lanes:
    """`threads` lanes; one lane works in the caller's thread."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, "lane", initializer=_alone) if threads > 1 else None

    def map(self, work: Callable[[T], R], rows: Iterable[T]) -> Iterator[R]:
        """The results of `work` in order; at most two rows a lane are begun ahead of the caller."""
        _alone()
        if self._pool is None:
            yield from map(work, rows)
            return
        begun: deque[Future[R]] = deque()
        try:
            for row in rows:
                begun.append(self._pool.submit(work, row))
                if len(begun) == 2 * self._threads:
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:
            for left in begun:
                left.cancel()


def _alone() -> None:
    torch.set_num_threads(1)
