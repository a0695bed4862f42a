"""A checkpoint folder: written whole or not at all, and every file of it checkable by sha256.

`manifest.json` is `{"version", "step", "files": {name: sha256}, "weights_sha256"}`. A folder without one
(any model as transformers saves it) is valid, but nothing in it can be verified.
"""

import hashlib
import json
import os
import shutil
import uuid
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from scalecua.core.errors import PolicyError, boundary
from scalecua.core.failure import Failure

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """Policy `version`, optimiser `step`, the sha256 of every file and one digest for the weights."""

    version: int
    step: int
    files: Mapping[str, str]
    weights_sha256: str


def write(folder: Path, fill: Callable[[Path], object], *, version: int, step: int) -> Manifest:
    """Let `fill` write into an empty folder, add the manifest, and put it in `folder`'s place.

    A crash at any moment leaves either the old `folder`, or none, or the new one, never a partial one.
    PolicyError with Failure.DISK if it cannot be written.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    for leftover in folder.parent.glob(f".{folder.name}.*"):
        shutil.rmtree(leftover, ignore_errors=True)
    fresh = folder.parent / f".{folder.name}.{uuid.uuid4().hex}"
    with boundary(PolicyError, f"checkpoint {folder} could not be written", failure=Failure.DISK):
        try:
            fresh.mkdir()
            fill(fresh)
            files = {path.relative_to(fresh).as_posix(): file_sha256(path) for path in _files(fresh)}
            manifest = Manifest(version, step, files, _combine(files))
            (fresh / MANIFEST).write_text(json.dumps(asdict(manifest), indent=2) + "\n")
            for path in (*_files(fresh), fresh):
                _sync(path)
            if folder.exists():
                folder.rename(folder.parent / f"{fresh.name}.old")
            fresh.rename(folder)
            _sync(folder.parent)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
            shutil.rmtree(folder.parent / f"{fresh.name}.old", ignore_errors=True)
    return manifest


def read(folder: Path) -> Manifest | None:
    """The manifest of `folder`, None if it has none; PolicyError if it cannot be understood."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise PolicyError(f"checkpoint {folder} does not exist; give a folder with config.json and weights")
    if not path.exists():
        return None
    with boundary(PolicyError, f"{path} is damaged; restore it or delete it to go on unverified"):
        data = json.loads(path.read_text())
        return Manifest(int(data["version"]), int(data["step"]), dict(data["files"]), data["weights_sha256"])


def verify(folder: Path) -> Manifest | None:
    """Hold every file against the manifest; None where there is no manifest to hold it against.

    PolicyError names the first file that is missing or differs, with the expected and the actual sha256.
    """
    manifest = read(folder)
    if manifest is None:
        return None
    for name, expected in manifest.files.items():
        path = folder / name
        if not path.is_file():
            raise PolicyError(
                f"checkpoint {folder}: {name} is missing (expected sha256 {expected}); restore it"
            )
        actual = file_sha256(path)
        if actual != expected:
            raise PolicyError(
                f"checkpoint {folder}: {name} is damaged: expected sha256 {expected}, actual {actual}; "
                "restore it"
            )
    return manifest


def weights_sha256(folder: Path) -> str:
    """One digest over the model's weight files as they are on disk now; optimiser state does not count."""
    if not folder.is_dir():
        raise PolicyError(f"checkpoint {folder} does not exist; give a folder with config.json and weights")
    return _combine({path.name: file_sha256(path) for path in sorted(folder.glob("*.safetensors"))})


def file_sha256(path: Path) -> str:
    """The sha256 of a file's bytes, in hex; PolicyError if it cannot be read."""
    with boundary(PolicyError, f"{path} cannot be read"), path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _combine(files: Mapping[str, str]) -> str:
    weights = sorted((name, digest) for name, digest in files.items() if name.endswith(".safetensors"))
    if len(weights) == 1:
        return weights[0][1]
    return hashlib.sha256("".join(f"{digest}  {name}\n" for name, digest in weights).encode()).hexdigest()


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST) + [
        path for path in (folder / MANIFEST,) if path.exists()
    ]


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
