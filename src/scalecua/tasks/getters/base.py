"""What a getter is, and what it may fetch: a file's bytes, or a JSON value; None where there is nothing."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from scalecua.core.desktop import Desktop

FILE_LIMIT = 32 * 1024 * 1024
TEXT_LIMIT = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file's bytes under the name the evaluator gave it."""

    name: str
    data: bytes


class Getter(BaseModel):
    """One getter; its call gives a Fetched file, a JSON value, or None where the desktop has nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    async def __call__(self, desktop: Desktop) -> Any:
        """Fetch the value."""
        return None
