"""Files that a task's steps upload: beside its task.json on disk, inside the task once it is loaded."""

import base64
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from scalecua.core.errors import TaskError, boundary
from scalecua.tasks.steps.file import UPLOAD_LIMIT, inline

UPLOAD = "upload_file"
ASSETS = "assets"


def inlined(step: Mapping[str, Any], file: Path) -> dict[str, Any]:
    """The step with each `local_path` replaced by the contents; `file` is the task.json it stands in."""
    files = step["parameters"].get("files")
    if step["type"] != UPLOAD or not isinstance(files, list):
        return dict(step)
    return {"type": UPLOAD, "parameters": {"files": [_read(entry, file) for entry in files]}}


def laid_beside(step: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The step with contents written to the folder's `assets`, each under the name it is uploaded as."""
    files = step.get("parameters", {}).get("files")
    if step.get("type") != UPLOAD or not isinstance(files, list):
        return dict(step)
    return {"type": UPLOAD, "parameters": {"files": [_written(entry, folder / ASSETS) for entry in files]}}


def _read(entry: Any, file: Path) -> Any:
    if not isinstance(entry, dict) or not isinstance(entry.get("local_path"), str):
        return entry
    folder = file.parent.resolve()
    local = (folder / entry["local_path"]).resolve()
    if not local.is_relative_to(folder):
        raise TaskError(f"{file}: local_path is {entry['local_path']!r}; it must lie inside {folder}")
    with boundary(TaskError, f"{file}: cannot read local_path {entry['local_path']!r}"):
        if local.stat().st_size > UPLOAD_LIMIT:
            raise TaskError(f"{local} is larger than {UPLOAD_LIMIT} bytes")
        data = local.read_bytes()
    rest = {key: value for key, value in entry.items() if key != "local_path"}
    return {**rest, "content": inline(data)}


def _written(entry: Any, assets: Path) -> Any:
    if not isinstance(entry, dict) or not isinstance(entry.get("content"), str):
        return entry
    data = base64.b64decode(entry["content"])
    assets.mkdir(parents=True, exist_ok=True)
    path = _free(assets / (PurePosixPath(str(entry.get("path"))).name or "file"), data)
    path.write_bytes(data)
    rest = {key: value for key, value in entry.items() if key != "content"}
    return {**rest, "local_path": f"{ASSETS}/{path.name}"}


def _free(path: Path, data: bytes) -> Path:
    """The path, or one like it, where no other contents lie."""
    number, free = 1, path
    while free.exists() and free.read_bytes() != data:
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free
