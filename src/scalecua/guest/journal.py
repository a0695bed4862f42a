"""Exactly once: the first request of a key performs, every other of that key gets its answer."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from .refused import Refused

KEPT = 10_000


@dataclass
class Entry:
    """One key: what was asked, and what came of it once `finished`."""

    request: object
    finished: threading.Event = field(default_factory=threading.Event)
    result: dict | None = None
    error: Exception | None = None


class Journal:
    """Remembers the last `kept` keys and serialises the actions behind them."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    def once(
        self, key: str, request: object, perform: Callable[[], dict], timeout_s: float
    ) -> tuple[dict, bool]:
        """The result of `perform` and whether it is a repeated one; the first error is repeated too."""
        with self._lock:
            entry = self._entries.get(key)
            duplicate = entry is not None
            if entry is None:
                entry = self._entries[key] = Entry(request)
                self._forget()
        if duplicate:
            return self._await(key, entry, request, timeout_s), True
        try:
            with self._turn:
                entry.result = perform()
        except Exception as error:
            entry.error = error
            raise
        finally:
            entry.finished.set()
        return entry.result, False

    def _await(self, key: str, entry: Entry, request: object, timeout_s: float) -> dict:
        if entry.request != request:
            raise Refused(f"key {key!r} was used for a different action", 409)
        if not entry.finished.wait(timeout_s):
            raise Refused(f"key {key!r} is still being performed after {timeout_s:g} s", 503)
        if entry.error is not None:
            raise entry.error
        assert entry.result is not None
        return entry.result

    def _forget(self) -> None:
        """Drop the oldest finished keys beyond the number kept."""
        for key in list(self._entries)[: max(0, len(self._entries) - self._kept)]:
            if self._entries[key].finished.is_set():
                del self._entries[key]
