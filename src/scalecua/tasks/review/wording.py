"""Rules for instructions: what an agent is told must stand for itself, and not hold what it is asked for."""

import json
import re
from collections.abc import Iterator

from scalecua.core.task import Task
from scalecua.tasks.evaluator import INFEASIBLE, SCIENCEBOARD, parse
from scalecua.tasks.python_judge import PYTHON
from scalecua.tasks.review.remark import Remark

UNIT = r"(?:day|week|weekend|month|quarter|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
RELATIVE = re.compile(
    rf"(?i)\b(?:today|tonight|tomorrow|yesterday|(?:this|next|last) {UNIT}"
    rf"|(?:\d+|an?|two|three|four|five|six|seven) {UNIT}s? (?:ago|from now|later))\b"
)
INSIDE = re.compile(r"(?i)\bjudge\.py\b|\bevaluator\b|\bground truth\b|\bthe checker\b|\bexpected value\b")
WORD = re.compile(r"[^\W\d_]{3,}|\d+")
# As many letters as forms of one word share: "rotated" is "rotate".
STEM = 5
COMMON = frozenset(
    {
        *("the", "and", "for", "that", "this", "with", "from", "into", "onto"),
        *("please", "could", "would", "help", "make", "want", "need", "look", "looks"),
        *("good", "nice", "better", "improve", "great", "well", "more", "some", "all"),
        *("any", "can", "you", "your", "mine", "our", "have", "has", "are"),
        *("was", "not", "but", "its", "file", "computer", "desktop", "screen", "application"),
        *("app", "program", "window", "thing", "things", "stuff", "work", "use", "using"),
    }
)


def time(task: Task) -> Iterator[Remark]:
    """Days that are counted from the day of the episode."""
    if found := RELATIVE.search(task.instruction):
        yield Remark("relative time", f"{found[0]!r} is another day in every episode; write the date")
    if SCIENCEBOARD in task.judge or PYTHON in task.judge:
        return
    for check in parse(task.judge).checks:
        if any(side and side.get("type") == "rule_relativeTime" for side in (check.result, check.expected)):
            yield Remark("relative time", f"{check.func} reckons from the day of the judgement")


def leak(task: Task) -> Iterator[Remark]:
    """A question that holds its answer, or names what judges it."""
    if found := INSIDE.search(task.instruction):
        yield Remark("answer leaked", f"the instruction speaks of what judges it: {found[0]!r}")
    end = task.metadata.get("solution", {}).get("end", {})
    answer = str(end.get("text", "")).strip() if end.get("kind") == "answer" else ""
    if answer and re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", task.instruction):
        yield Remark("answer leaked", f"the instruction holds the answer, {answer[:80]!r}")


def checkable(task: Task) -> Iterator[Remark]:
    """An instruction none of whose words is found in anything that the task sets up, judges or does.

    What a file that is fetched says, and what is asked back in an answer, cannot be seen here.
    """
    if SCIENCEBOARD in task.judge or _unseen(task):
        return
    words = {_stem(word) for word in WORD.findall(task.instruction)} - {_stem(word) for word in COMMON}
    told = (task.apps, task.domain, task.setup, task.judge, task.metadata.get("solution", {}))
    text = json.dumps(told, ensure_ascii=False).lower() if words else ""
    if not any(word in text for word in words):
        yield Remark("nothing checkable", "no word of the instruction is one of what is set up or judged")


def _unseen(task: Task) -> bool:
    checks = parse(task.judge).checks
    fetched = any(check.expected and check.expected.get("type") == "cloud_file" for check in checks)
    return fetched or any(check.func == INFEASIBLE for check in checks)


def _stem(word: str) -> str:
    return word.lower()[:STEM]
