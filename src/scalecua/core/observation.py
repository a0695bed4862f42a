"""What an agent sees, and where pictures are kept."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Observation:
    """A screenshot by its sha256, its size in screen pixels, and optionally the accessibility tree."""

    screenshot: str
    width: int
    height: int
    tree: str | None = None


class Blobs(Protocol):
    """Content-addressed bytes: the same bytes have the same name, and a name never changes meaning."""

    def put(self, data: bytes) -> str:
        """Keep `data`, durably, and return its sha256 in hex."""

    def get(self, digest: str) -> bytes:
        """The bytes named `digest`; StoreError if they are missing or damaged."""
