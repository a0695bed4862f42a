"""What exactly was measured: a hash of a set of tasks."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict

from scalecua.core.task import Task


def task_set(tasks: Iterable[Task]) -> str:
    """Return the sha256 over every field of every task, whatever their order."""
    lines = sorted(json.dumps(asdict(task), sort_keys=True, ensure_ascii=False) for task in tasks)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
