"""Files that tasks name by URL: from a mirror folder, else from a cache by hash, else from the network."""

from pathlib import Path

from scalecua.core.errors import TaskError
from scalecua.core.failure import Failure


class Assets:
    """Where the files of tasks come from; `mirror` is a folder laid out as `host/path`."""

    def __init__(self, mirror: Path | None = None, *, offline: bool = False) -> None:
        self._mirror = mirror
        self._offline = offline

    async def get(self, url: str) -> Path:
        """The file at `url`, as a local file; TaskError with Failure.ASSET if it cannot be had."""
        raise TaskError(f"{url} cannot be had", failure=Failure.ASSET)
