"""Where the time went: seconds of desktops by part of an episode, and episodes a minute."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

# Of a lease: until the desktop is there, its setup, and then turn by turn; `desktop` is what no part claims.
PARTS = ("desktop", "start", "observe", "think", "act", "judge")
Span = tuple[float, float]


class Episode(Protocol):
    """A recorded episode; times in seconds since the epoch."""

    @property
    def given(self) -> float:
        """When its lease was given."""

    @property
    def recorded(self) -> float:
        """When it was recorded."""

    @property
    def parts(self) -> Mapping[str, float]:
        """Seconds by part: setup, start, observe, think, act, judge."""


def split(episodes: Iterable[Episode]) -> dict[str, float]:
    """Return the seconds that leases were held, by PARTS.

    `start` is the task's setup and the agent's start; `desktop` is what remains of the lease: waiting for a
    clean desktop, for new weights, and recording.
    """
    seconds = dict.fromkeys(PARTS, 0.0)
    for episode in episodes:
        told = episode.parts
        for part in ("observe", "think", "act", "judge"):
            seconds[part] += told.get(part, 0.0)
        seconds["start"] += told.get("setup", 0.0) + told.get("start", 0.0)
        seconds["desktop"] += max(0.0, episode.recorded - episode.given - sum(told.values()))
    return seconds


def pace(episodes: Sequence[Episode], others: Iterable[Span] = ()) -> dict[str, Any]:
    """Return episodes, the seconds during which one was played (or a span of `others` ran), and the rate.

    The rate counts no pause of the run: neither its starts nor the time it lay killed.
    """
    seconds = covered([*((episode.given, episode.recorded) for episode in episodes), *others])
    rate = 60 * len(episodes) / seconds if seconds else None
    return {"episodes": len(episodes), "seconds": seconds, "episodes_per_minute": rate}


def covered(spans: Iterable[Span]) -> float:
    """Return the length of the union of spans, in their unit."""
    total, reached = 0.0, float("-inf")
    for begin, end in sorted(spans):
        total += max(0.0, end - max(begin, reached))
        reached = max(reached, end)
    return total
