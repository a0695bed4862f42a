"""Content-addressed bytes in a folder: `<folder>/ab/cd/abcd...`, named by their sha256."""

import hashlib
import threading
import uuid
from collections import OrderedDict
from pathlib import Path

from scalecua.core.errors import StoreError, boundary
from scalecua.core.failure import Failure

LENGTH = 64


class FileBlobs:
    """core `Blobs` on a file system, with the `cache_mb` MiB read or written last kept in memory.

    A blob appears under its name by one rename, so that a killed writer leaves no half of one; it
    outlives the death of any process, though not (there is no fsync) a loss of power.
    """

    def __init__(self, folder: Path, *, cache_mb: int = 64) -> None:
        self.folder = folder
        self._room = cache_mb * 2**20
        self._used = 0
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()
        with boundary(StoreError, f"blob folder {folder} cannot be made", failure=Failure.DISK):
            folder.mkdir(parents=True, exist_ok=True)

    def put(self, data: bytes) -> str:
        """Keep `data` and return its sha256 in hex; StoreError (disk) if it cannot be written."""
        digest = hashlib.sha256(data).hexdigest()
        path = self.path(digest)
        with boundary(StoreError, f"blob {digest} cannot be written to {path}", failure=Failure.DISK):
            if not path.exists() or path.stat().st_size != len(data):
                path.parent.mkdir(parents=True, exist_ok=True)
                partial = path.with_name(f".{digest[:8]}-{uuid.uuid4().hex}")
                try:
                    partial.write_bytes(data)
                    partial.replace(path)
                finally:
                    partial.unlink(missing_ok=True)
        self._remember(digest, data)
        return digest

    def get(self, digest: str) -> bytes:
        """Return the bytes named `digest`; StoreError if they are missing, or not what their name says."""
        with self._lock:
            if digest in self._cache:
                self._cache.move_to_end(digest)
                return self._cache[digest]
        path = self.path(digest)
        try:
            data = path.read_bytes()
        except FileNotFoundError as cause:
            raise StoreError(f"blob {digest} is missing from {self.folder}", failure=Failure.STORE) from cause
        except OSError as cause:
            raise StoreError(f"blob {digest} cannot be read: {cause}", failure=Failure.DISK) from cause
        if hashlib.sha256(data).hexdigest() != digest:
            raise StoreError(
                f"blob {path} is damaged: its {len(data)} bytes have another sha256; restore or delete it",
                failure=Failure.STORE,
            )
        self._remember(digest, data)
        return data

    def path(self, digest: str) -> Path:
        """Return where a blob lies; StoreError if `digest` is not a sha256 in hex."""
        if len(digest) != LENGTH or set(digest) - set("0123456789abcdef"):
            raise StoreError(f"{digest!r} is not a sha256 in lower-case hex", failure=Failure.STORE)
        return self.folder / digest[:2] / digest[2:4] / digest

    def _remember(self, digest: str, data: bytes) -> None:
        with self._lock:
            if digest in self._cache or len(data) > self._room:
                return
            self._cache[digest] = data
            self._used += len(data)
            while self._used > self._room:
                self._used -= len(self._cache.popitem(last=False)[1])
