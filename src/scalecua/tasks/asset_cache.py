"""The cache of assets: a file a URL, with the hash that it must have."""

import fcntl
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class AssetCache:
    """A folder with, for every URL, the bytes under the URL's sha256 and beside them a record in JSON."""

    folder: Path

    def find(self, url: str) -> Path | None:
        """The file of a URL; None where there is none, or where its bytes are not those that came."""
        data, record = self._paths(url)
        try:
            expected = json.loads(record.read_bytes())["sha256"]
            with data.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return data if found == expected else None

    @contextmanager
    def alone(self, url: str) -> Iterator[Path]:
        """For a block in which no other process or thread brings this URL; gives a file to write to."""
        self.folder.mkdir(parents=True, exist_ok=True)
        data, _ = self._paths(url)
        with data.with_suffix(".lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield data.with_suffix(".part")

    def keep(self, url: str, part: Path, sha256: str) -> Path:
        """Make a written file that of the URL, and record its hash."""
        data, record = self._paths(url)
        written = record.with_suffix(".json.part")
        written.write_text(json.dumps({"url": url, "sha256": sha256, "bytes": part.stat().st_size}))
        part.replace(data)
        written.replace(record)
        return data

    def _paths(self, url: str) -> tuple[Path, Path]:
        key = hashlib.sha256(url.encode()).hexdigest()
        return self.folder / key, self.folder / f"{key}.json"
