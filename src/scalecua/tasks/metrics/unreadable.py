"""How a metric says that what the agent left is not what it can read."""

from collections.abc import Iterator
from contextlib import contextmanager


class Unreadable(Exception):
    """The agent's result has the wrong form; scores 0 with this as the reason."""


@contextmanager
def agents(what: str) -> Iterator[None]:
    """Whatever fails inside means that the agent's result is not `what`; want of memory stays a fault."""
    try:
        yield
    except (Unreadable, MemoryError):
        raise
    except Exception as error:
        raise Unreadable(f"the result is not {what}: {type(error).__name__}: {error}") from error
