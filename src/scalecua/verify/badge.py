"""What a verification found, kept beside the task it is of, and void as soon as the task is another."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from scalecua.core.task import Task
from scalecua.tasks.fingerprint import task_set
from scalecua.verify.attack import Kind
from scalecua.verify.prove import Proof

BADGE = "verification.json"
KINDS: tuple[Kind, ...] = ("null", "reference", "near miss", "alternative", "cheat")


def matrix(proofs: list[Proof]) -> dict[str, dict[str, int]]:
    """For each kind of attack how many there were, and how the judge took them."""
    table = {kind: Counter[str]() for kind in KINDS}
    for proof in proofs:
        for one in proof.outcomes:
            table[one.kind]["attacks"] += 1
            table[one.kind]["held" if one.held else "unjudged" if one.score is None else "wrong"] += 1
    names = ("attacks", "held", "wrong", "unjudged")
    return {kind: {name: found[name] for name in names} for kind, found in table.items()}


def described(proof: Proof) -> dict[str, Any]:
    """A proof for JSON: every attack with what was to be said and what was."""
    return {
        "task": proof.task_id,
        "proven": proof.proven,
        "desktop_seconds": round(proof.desktop_s, 1),
        "findings": [
            {"fault": one.fault, "attacks": list(one.attacks), "advice": one.advice} for one in proof.findings
        ],
        "attacks": [
            {
                "kind": one.kind,
                "name": one.name,
                "right": one.right,
                "score": one.score,
                "failure": None if one.failure is None else one.failure.value,
                "held": one.held,
                "reason": one.reason,
            }
            for one in proof.outcomes
        ],
    }


def write(proof: Proof, task: Task, folder: Path) -> None:
    """Leave the badge in the task's folder."""
    document = {"fingerprint": task_set([task]), **described(proof)}
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    (folder / BADGE).write_text(text, encoding="utf-8")


def valid(task: Task, folder: Path) -> bool:
    """Whether the folder holds a badge that says this very task is proven."""
    try:
        document = json.loads((folder / BADGE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(document.get("proven")) and document.get("fingerprint") == task_set([task])
