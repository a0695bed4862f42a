"""Tasks that ask for the same thing twice."""

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Sequence

from rapidfuzz.fuzz import token_sort_ratio
from rapidfuzz.utils import default_process

from scalecua.core.task import Task
from scalecua.tasks.review.remark import Remark

# Of 100: the same words in another order, or one word of fifteen another.
ALIKE = 90.0
NUMBER = re.compile(r"\d+")


def duplicates(tasks: Sequence[Task]) -> dict[int, Remark]:
    """By place in `tasks`: those whose start, judge and nearly all words are those of an earlier one.

    Other numbers are another objective, and so is another start or judge.
    """
    groups: dict[str, list[int]] = defaultdict(list)
    for at, task in enumerate(tasks):
        groups[_objective(task)].append(at)
    told: dict[int, Remark] = {}
    for group in groups.values():
        for place, at in enumerate(group):
            for before in group[:place]:
                if _alike(tasks[at].instruction, tasks[before].instruction):
                    told[at] = Remark("duplicate", f"it asks for what {tasks[before].id} asks for")
                    break
    return told


def _objective(task: Task) -> str:
    whole = json.dumps([task.setup, task.judge], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(whole.encode()).hexdigest()


def _alike(one: str, other: str) -> bool:
    digits = [sorted(NUMBER.findall(text)) for text in (one, other)]
    alike = token_sort_ratio(one, other, processor=default_process)
    return digits[0] == digits[1] and alike >= ALIKE
