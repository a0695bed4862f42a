"""What a getter is, and what it may fetch: a file's bytes, several files, or a JSON value."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from scalecua.tasks.scene import Scene

FILE_LIMIT = 32 * 1024 * 1024
TEXT_LIMIT = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file's bytes under the name the evaluator gave it, which has no slash."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Several:
    """Several files, in the order in which the evaluator asked for them."""

    files: tuple[Fetched, ...]


class Getter(BaseModel):
    """One getter; closed parameters, and a call."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    async def __call__(self, scene: Scene) -> Any:
        """Fetch the value: a Fetched file, Several, a JSON value, or None where there is nothing."""
        return None
