"""Rules for judges in OSWorld's vocabulary: what can be read off their rules."""

from collections.abc import Iterator
from typing import Any

from scalecua.core.task import Task
from scalecua.tasks.evaluator import GIVEN, INFEASIBLE, SCIENCEBOARD, Check, parse
from scalecua.tasks.python_judge import PYTHON
from scalecua.tasks.review.remark import Remark, shown

WRITES = frozenset({"write_file", "upload_file", "download"})


def conjunction(task: Task) -> Iterator[Remark]:
    """Several functions: whether all or one must hold should stand there."""
    func = task.judge.get("func")
    if isinstance(func, list) and len(func) > 1 and "conj" not in task.judge:
        yield Remark("no conjunction", f"{len(func)} functions and no `conj`; write and or or")


def bounds(task: Task) -> Iterator[Remark]:
    """Rules that everything meets, or that nothing can."""
    if PYTHON in task.judge or SCIENCEBOARD in task.judge:
        return
    for check in parse(task.judge).checks:
        if check.func == INFEASIBLE:
            continue
        if check.result is not None and check.result.get("type") in GIVEN and not check.turned:
            yield Remark("cannot fail", f"{check.func} looks at a constant of the task")
        rules = (check.expected or {}).get("rules")
        if isinstance(rules, dict):
            yield from _lists(check, rules)
        threshold = check.options.get("threshold")
        if isinstance(threshold, int | float) and not isinstance(threshold, bool):
            if threshold <= 0:
                yield Remark("cannot fail", f"{check.func} asks for a likeness of {threshold:g} or more")
            elif threshold > 1 and "ssim" in check.func:
                yield Remark("cannot pass", f"{check.func} asks for a likeness of {threshold:g}; 1 is most")


def _lists(check: Check, rules: dict[str, Any]) -> Iterator[Remark]:
    wanted, unwanted = ([*map(str, _list(rules.get(key)))] for key in ("include", "exclude"))
    if {"include", "exclude"} & set(rules) and not wanted and not unwanted:
        yield Remark("cannot fail", f"{check.func} asks for nothing and forbids nothing")
    if both := [one for one in wanted if any(other in one for other in unwanted)]:
        yield Remark("cannot pass", f"{check.func} asks for {shown(both[0])} and forbids it")


def _list(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    return [] if value in ("", None) else [value]


def reach(task: Task) -> Iterator[Remark]:
    """What is judged is written by the judge's own steps, or compared with what the agent can change too."""
    if SCIENCEBOARD in task.judge:
        return
    evaluator = parse(task.judge)
    written = {path for step in evaluator.postconfig if step["type"] in WRITES for path in _paths(step)}
    for check in evaluator.checks:
        result, expected = check.result or {}, check.expected or {}
        if result.get("type") == "vm_file" and str(result.get("path")) in written:
            yield Remark("cannot fail", f"postconfig writes {result['path']}, which {check.func} looks at")
        if expected.get("type") == "vm_file" and result.get("type") not in GIVEN:
            path = expected.get("path")
            text = f"{check.func} compares with {path} of the desktop, which the agent can change"
            yield Remark("open to the agent", text)


def _paths(step: Any) -> Iterator[str]:
    parameters = step.get("parameters", {})
    for one in (parameters, *parameters.get("files", ())):
        if isinstance(one, dict) and "path" in one:
            yield str(one["path"])
