"""What became of the desktops of a pool, counted."""

from collections import Counter
from dataclasses import dataclass, field

from scalecua.core.errors import DesktopError

# Upper bounds of the classes of times to start, seconds.
BOUNDS_S = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0, 20.0)


@dataclass(slots=True)
class Tally:
    """`events`: started, reset, destroyed, lent; `failures` by class; `starts` by the bound they kept."""

    events: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    starts: Counter[float] = field(default_factory=Counter)
    start_s: float = 0.0

    def started(self, seconds: float) -> None:
        """A desktop became ready after so long."""
        self.events["started"] += 1
        self.start_s += seconds
        self.starts[next((bound for bound in BOUNDS_S if seconds <= bound), float("inf"))] += 1

    def failed(self, error: DesktopError) -> None:
        """Something went wrong with a desktop."""
        self.failures[error.failure.value if error.failure is not None else "refused"] += 1
