"""Steps that put files on the desktop: OSWorld's `upload_file` and our `write_file`."""

import asyncio
import base64
from pathlib import Path
from typing import Literal

from pydantic import Base64Bytes, Field, model_validator

from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step, StepFailed, in_home

UPLOAD_LIMIT = 64 * 1024 * 1024


class WriteFile(Step):
    """Write text to a file, making its folders."""

    type: Literal["write_file"] = "write_file"
    path: str = Field(min_length=1)
    content: str

    async def __call__(self, scene: Scene) -> None:
        """Write it."""
        await scene.desktop.write(in_home(self.path), self.content.encode())


class Upload(Step):
    """One file to upload: bytes given inline in base64, or a local path."""

    path: str = Field(min_length=1)
    local_path: str | None = None
    content: Base64Bytes | None = None

    @model_validator(mode="after")
    def _one_source(self) -> "Upload":
        if (self.local_path is None) == (self.content is None):
            raise ValueError("give either local_path or content (base64)")
        return self

    async def bytes(self) -> bytes:
        """The contents, read from disk where they are not inline."""
        if self.content is not None:
            return self.content
        assert self.local_path is not None
        path = Path(self.local_path)
        try:
            if path.stat().st_size > UPLOAD_LIMIT:
                raise StepFailed(f"{path} is larger than {UPLOAD_LIMIT} bytes")
            return await asyncio.to_thread(path.read_bytes)
        except OSError as error:
            raise StepFailed(f"cannot read {path}: {error}") from error


class UploadFile(Step):
    """Copy files from the host, or from the task itself, onto the desktop."""

    type: Literal["upload_file"] = "upload_file"
    files: tuple[Upload, ...] = Field(min_length=1)

    async def __call__(self, scene: Scene) -> None:
        """Copy them in order."""
        for file in self.files:
            await scene.desktop.write(in_home(file.path), await file.bytes())


def inline(data: bytes) -> str:
    """Bytes as `Upload.content` takes them."""
    return base64.b64encode(data).decode()
