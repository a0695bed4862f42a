"""TeXstudio's files and whether they compile; Lean's proof."""

import re
from collections.abc import Mapping
from typing import Any


def file(item: Mapping[str, Any], before: Mapping[str, str], after: str | None) -> str:
    """The file is what the setup wrote, each `source` in it replaced by `target`, and nothing else."""
    if after is None:
        return f"nothing at {item['path']}"
    wanted = before[item["path"]].replace(item["source"], item["target"])
    if after == wanted:
        return ""
    at = next(
        (at for at, (one, other) in enumerate(zip(after, wanted, strict=False)) if one != other),
        min(len(after), len(wanted)),
    )
    near = slice(max(0, at - 20), at + 20)
    return f"{item['path']} has {after[near]!r} where {wanted[near]!r} is wanted"


def include(item: Mapping[str, Any], text: str | None) -> str:
    """The pattern is found in the file."""
    if text is None:
        return f"nothing at {item['path']}"
    found = re.search(item["pattern"], text) is not None
    return "" if found else f"{item['path']} does not match {item['pattern']!r}"


def compiled(item: Mapping[str, Any], passed: bool) -> str:
    """The document compiles."""
    return "" if passed else f"{item['path']}/{item['file']}.tex does not compile"


def proved(passed: bool) -> str:
    """The theorem stands in the file as it was given, builds, and has no `sorry`."""
    return "" if passed else "the project does not build, lacks the theorem, or uses `sorry`"
