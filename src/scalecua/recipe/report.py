"""`report.json`: what the run achieved, at what cost, on which tasks."""

import json
from collections.abc import Mapping
from typing import Any

from scalecua.config.tree import Config
from scalecua.evaluate.fingerprint import task_set
from scalecua.recipe.folder import RunFolder, write_atomically
from scalecua.recipe.tasks import heldout


def build(
    config: Config,
    evaluations: Mapping[str, Mapping[str, Any]],
    counts: Mapping[str, Any],
    updates: list[dict[str, Any]],
    seconds: float,
) -> dict[str, Any]:
    """Success before and after with intervals, the same by template, failures by class, the updates.

    `seconds` are those of the process that finished the run.
    """
    return {
        **{name: found["success"] for name, found in evaluations.items()},
        "by_template": {name: found["by_template"] for name, found in evaluations.items()},
        "evaluation_failures": {name: found["failures"] for name, found in evaluations.items()},
        "counts": dict(counts),
        "updates": updates,
        "seconds": seconds,
        "seed": config.seed,
        "task_set": task_set(heldout(config)),
    }


def read_updates(folder: RunFolder) -> list[dict[str, Any]]:
    """The metrics of each update in order; an update that was redone after a kill counts once."""
    if not folder.metrics.exists():
        return []
    rows: dict[int, dict[str, Any]] = {}
    for line in folder.metrics.read_text(encoding="utf-8").splitlines():
        row = _parse(line)
        if row is not None:
            rows[row["update"]] = row
    return [rows[update] for update in sorted(rows)]


def _parse(line: str) -> dict[str, Any] | None:
    """One line; None for one that a kill cut short."""
    try:
        row: dict[str, Any] = json.loads(line)
    except json.JSONDecodeError:
        return None
    return row


def write(folder: RunFolder, report: Mapping[str, Any]) -> None:
    """Write the report of a finished run."""
    write_atomically(folder.report, json.dumps(report, indent=2, ensure_ascii=False) + "\n")
