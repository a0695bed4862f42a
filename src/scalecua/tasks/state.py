"""A final state as a folder: `manifest.json`, and beside it the files that it names."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from scalecua.core.errors import JudgeError, boundary
from scalecua.core.failure import Failure
from scalecua.core.trajectory import FinalState, Status

MANIFEST = "manifest.json"
MANIFEST_LIMIT = 64 * 1024 * 1024
Read = Callable[[str], bytes]


class Entry(BaseModel):
    """What one getter found: a file, several files, a JSON value, or all that a judge in Python needs."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    file: str | None = None
    files: tuple[str, ...] | None = None
    value: Any = None
    needs: "dict[str, Entry | None] | None" = None

    @model_validator(mode="after")
    def _one(self) -> "Entry":
        if len(self.model_fields_set) != 1:
            raise ValueError("give one of file, files, value and needs")
        return self

    def names(self) -> tuple[str, ...]:
        """The files it names."""
        inner = (one for one in (self.needs or {}).values() if one is not None)
        nested = tuple(name for one in inner for name in one.names())
        return self.files or ((self.file,) if self.file is not None else nested)

    def bare(self) -> dict[str, Any]:
        """As JSON, with the one field that it has."""
        return self.model_dump(exclude_unset=True)


class Manifest(BaseModel):
    """How the episode ended, and an entry a function of the evaluator; None where a getter found nothing.

    Of a judge in Python a document has `needs`, an entry by name, instead of the two lists.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    status: Status
    answer: str = ""
    result: tuple[Entry | None, ...] = ()
    expected: tuple[Entry | None, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _lists(cls, document: Any) -> Any:
        if not isinstance(document, dict) or "needs" not in document:
            return document
        needs = document["needs"]
        return {**{key: document[key] for key in document if key != "needs"}, "result": [{"needs": needs}]}

    def names(self) -> Iterator[str]:
        """Every file that it names."""
        for entry in (*self.result, *self.expected):
            yield from entry.names() if entry is not None else ()


def load(folder: Path) -> Manifest:
    """The manifest of a state folder; JudgeError if it, or a file that it names, is not as it must be.

    Files lie in the folder itself: a name with a slash, a link, a pipe or a folder is refused.
    """
    file = folder / MANIFEST
    with boundary(JudgeError, f"cannot read {file}", failure=Failure.JUDGE):
        if file.stat().st_size > MANIFEST_LIMIT:
            raise ValueError(f"it is larger than {MANIFEST_LIMIT} bytes")
        document = json.loads(file.read_bytes())
    manifest = _validated(document, str(file))
    for name in manifest.names():
        path = folder / name
        if "/" in name or path.is_symlink() or not path.is_file():
            raise JudgeError(f"{file} names {name!r}, which is no file beside it", failure=Failure.JUDGE)
    return manifest


def write(final: FinalState, read: Read, folder: Path) -> Manifest:
    """Make `folder` the state folder of `final`, whose files `read` gives by sha256."""
    fields = {"status": final.status, "answer": final.answer}
    manifest = _validated({**fields, "result": final.result, "expected": final.expected}, "the final state")
    for name in manifest.names():
        if name not in final.files:
            raise JudgeError(f"the final state names {name!r}, which it does not hold", failure=Failure.JUDGE)
    for name, digest in final.files.items():
        if "/" in name:
            raise JudgeError(f"the final state holds {name!r}, which is no plain name", failure=Failure.JUDGE)
        (folder / name).write_bytes(read(digest))
    document = manifest.model_dump(mode="json", exclude={"result", "expected"})
    sides = {
        side: [entry and entry.bare() for entry in getattr(manifest, side)] for side in ("result", "expected")
    }
    first = sides["result"][0] if sides["result"] else None
    document |= first if first and "needs" in first else sides
    (folder / MANIFEST).write_text(json.dumps(document))
    return manifest


def _validated(document: Any, where: str) -> Manifest:
    try:
        return Manifest.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "manifest"
        message = f"{where}: {field} is {first['input']!r:.200}: {first['msg']}"
        raise JudgeError(message, failure=Failure.JUDGE) from error
