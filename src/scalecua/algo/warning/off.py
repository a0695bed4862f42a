"""No early warning: a run goes on whatever becomes of it."""

from typing import Literal

from scalecua.algo.warning.alarm import Alarm, History
from scalecua.core.knob import Knob


class Off(Knob):
    """Never says anything."""

    kind: Literal["off"] = "off"

    def __call__(self, history: History) -> Alarm | None:
        """Return None."""

    def sound(self, history: History) -> int:
        """Return how many updates come before any trouble: all of them."""
        return len(history)
