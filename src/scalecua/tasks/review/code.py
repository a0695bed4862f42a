"""Rules for judges in Python: what can be read off their source, none of which is run."""

import ast
from collections.abc import Iterator

from scalecua.core.task import Task
from scalecua.tasks.python_judge import PYTHON
from scalecua.tasks.review.remark import Remark


def constant(task: Task) -> Iterator[Remark]:
    """A check whose every answer is the same, or that never looks."""
    if PYTHON not in task.judge:
        return
    functions = {
        one.name: one for one in ast.parse(task.judge[PYTHON]).body if isinstance(one, ast.FunctionDef)
    }
    check, get = functions["check"], functions["get"]
    answers = [one.value for one in ast.walk(check) if isinstance(one, ast.Return) and one.value is not None]
    values = [one.value if isinstance(one, ast.Constant) else None for one in answers]
    if values and all(value is not None and value == 1 for value in values):
        yield Remark("cannot fail", "every return of check is 1")
    elif not values or all(value is not None and value == 0 for value in values):
        yield Remark("cannot pass", "no return of check is more than 0")
    elif not _used(check, 0):
        yield Remark("cannot fail", "check does not look at its first argument, the result")
    if not _used(get, 0):
        yield Remark("cannot fail", "get does not look at its argument, the state")


def _used(function: ast.FunctionDef, at: int) -> bool:
    name = [*function.args.posonlyargs, *function.args.args][at].arg
    nodes = (node for statement in function.body for node in ast.walk(statement))
    return any(isinstance(node, ast.Name) and node.id == name for node in nodes)
