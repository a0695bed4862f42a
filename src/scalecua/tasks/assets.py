"""Files that tasks name by URL: from a mirror folder, else from a cache by hash, else from the network."""

import asyncio
from http.client import HTTPException
from pathlib import Path

from scalecua.core.errors import TaskError
from scalecua.core.failure import Failure
from scalecua.desktop.cache import cache_dir
from scalecua.tasks.asset_address import check, places
from scalecua.tasks.asset_cache import AssetCache
from scalecua.tasks.asset_download import download


class Assets:
    """Where the files of tasks come from.

    `mirror` is a folder laid out as `host/path`, whose files need no check: they are the user's. What the
    network brought is kept in `cache`, by default in the cache folder; with `offline`, nothing is fetched.
    """

    def __init__(
        self, mirror: Path | None = None, *, offline: bool = False, cache: Path | None = None
    ) -> None:
        self._mirror = mirror
        self._offline = offline
        self._cache = AssetCache(cache_dir() / "assets" if cache is None else cache)

    async def get(self, url: str) -> Path:
        """The file at `url`, as a local file; TaskError with Failure.ASSET if it cannot be had.

        Who asks for the same URL at the same time, in any process, waits for one download.
        """
        try:
            check(url)
        except ValueError as error:
            raise TaskError(f"not an asset: {error}", failure=Failure.ASSET) from error
        try:
            return await asyncio.to_thread(self._get, url)
        except (OSError, HTTPException, ValueError) as error:
            message = f"cannot have the asset {url}: {error}; {self._advice(url)}"
            raise TaskError(message, failure=Failure.ASSET) from error

    def here(self, url: str) -> bool:
        """Whether the file at `url` can be had without the network."""
        try:
            return (self._mirrored(check(url)) or self._cache.find(url)) is not None
        except ValueError:
            return False

    def _get(self, url: str) -> Path:
        found = self._mirrored(url) or self._cache.find(url)
        if found is not None:
            return found
        if self._offline:
            raise FileNotFoundError("it is neither in the mirror nor in the cache, and the network is off")
        with self._cache.alone(url) as part:
            brought = self._cache.find(url)
            if brought is not None:
                return brought
            try:
                return self._cache.keep(url, part, download(url, part))
            finally:
                part.unlink(missing_ok=True)

    def _mirrored(self, url: str) -> Path | None:
        if self._mirror is None:
            return None
        return next((path for place in places(url) if _is_file(path := self._mirror / place)), None)

    def _advice(self, url: str) -> str:
        if self._mirror is None:
            return f"put it into a mirror folder as {places(url)[0]}, and name that folder ([tasks] mirror)"
        return f"put it at {self._mirror / places(url)[0]}"


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        # A name may be too long for a file.
        return False
