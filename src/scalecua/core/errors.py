"""The error vocabulary: every exception names the boundary it crossed and what to do about it."""

from collections.abc import Iterator
from contextlib import contextmanager

from scalecua.core.failure import Failure


class ScaleCUAError(Exception):
    """Base of every error this package raises on purpose.

    `failure` classes an infrastructure fault; it is None for a fault of the user's input.
    """

    def __init__(self, message: str, *, failure: Failure | None = None) -> None:
        super().__init__(message)
        self.failure = failure


class ConfigError(ScaleCUAError):
    """A configuration key, value or command-line option is wrong."""


class DesktopError(ScaleCUAError):
    """A desktop could not be built, started, reached or driven."""


class TaskError(ScaleCUAError):
    """A task file is wrong, or its setup did not take."""


class JudgeError(ScaleCUAError):
    """A judge could not give a verdict."""


class PolicyError(ScaleCUAError):
    """A checkpoint, tokenizer, engine or learner is unusable."""


class StoreError(ScaleCUAError):
    """The store refused or lost an operation."""


def first_cause(error: BaseException) -> ScaleCUAError | None:
    """The first of our errors in a group that concurrent tasks raised, None if there is none."""
    if isinstance(error, ScaleCUAError):
        return error
    if isinstance(error, BaseExceptionGroup):
        return next((found for part in error.exceptions if (found := first_cause(part))), None)
    return None


@contextmanager
def boundary(error: type[ScaleCUAError], what: str, *, failure: Failure | None = None) -> Iterator[None]:
    """Convert any foreign exception into `error`, keeping the cause; ours pass unchanged."""
    try:
        yield
    except ScaleCUAError:
        raise
    except Exception as cause:
        raise error(f"{what}: {type(cause).__name__}: {cause}", failure=failure) from cause
