"""Reads `metrics.jsonl` as it stands, whatever a kill left of its last line."""

import json
from collections.abc import Collection
from typing import Any

from scalecua.recipe.folder import RunFolder


def read_updates(folder: RunFolder, committed: Collection[int] | None = None) -> list[dict[str, Any]]:
    """The metrics of each update in order; an update that was redone after a kill counts once.

    With `committed`, only those: the others may be redone yet, and come out otherwise.
    """
    if not folder.metrics.exists():
        return []
    rows: dict[int, dict[str, Any]] = {}
    for line in folder.metrics.read_text(encoding="utf-8").splitlines():
        row = _parse(line)
        if row is not None and (committed is None or row["update"] in committed):
            rows[row["update"]] = row
    return [rows[update] for update in sorted(rows)]


def _parse(line: str) -> dict[str, Any] | None:
    """One line; None for one that a kill cut short."""
    try:
        row: dict[str, Any] = json.loads(line)
    except json.JSONDecodeError:
        return None
    return row
