"""What a judge written in Python sees: the state that was collected, and ways to say whose fault it is."""

from __future__ import annotations

# Type checkers take it for true; `typing` itself is a third of what starting would cost.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import Any

STATE = "/state"


class State:
    """The things that the judge needs, by the words in which it asked for them.

    What the agent left missing scores 0; a thing that the judge never asked for is the judge's own fault.
    """

    def __init__(self, needs: dict[str, Any], status: str, answer: str) -> None:
        self.status, self.answer = status, answer
        self._needs = needs

    def file(self, path: str) -> Path:
        """A copy of a file of the desktop, read-only."""
        from pathlib import Path

        return Path(STATE, self._entry(f"file {path}")["file"])

    def command(self, argv: list[str] | tuple[str, ...]) -> str:
        """What a command printed."""
        import shlex

        return str(self._entry(f"command {shlex.join(argv)}")["value"])

    def tree(self) -> str:
        """The accessibility tree as XML."""
        return str(self._entry("tree")["value"])

    def app(self, name: str) -> dict[str, Any]:
        """The state of an application: its settings, its documents, what it plays or shows."""
        return dict(self._entry(f"app {name}")["value"])

    def agents(self, what: str) -> AbstractContextManager[None]:
        """A context in which whatever fails is a fault of what the agent left: it scores 0."""
        from scalecua.tasks.metrics.unreadable import agents

        return agents(what)

    def _entry(self, name: str) -> dict[str, Any]:
        from scalecua.tasks.metrics.unreadable import Unreadable

        if name not in self._needs:
            raise KeyError(f"{name}; it needs {', '.join(self._needs)}")
        found = self._needs[name]
        if found is None:
            raise Unreadable(f"there is no {name}")
        return dict(found)
