"""What an early warning looks at, and what it says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# The metrics of every update so far by name, in order; `update` is its number.
History = Sequence[Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Alarm:
    """`since` is the number of the first update in trouble; `reason` is one sentence with the numbers."""

    since: int
    reason: str
