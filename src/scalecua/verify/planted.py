"""The cheat that writes down what the judge looks for: all of its constants, in every file that it reads."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState
from scalecua.tasks.evaluator import GIVEN, parse
from scalecua.tasks.leaves import leaves
from scalecua.tasks.python_judge import PYTHON
from scalecua.verify.attack import Made
from scalecua.verify.documents.format import of
from scalecua.verify.documents.text import Text
from scalecua.verify.from_state import left


def planted(task: Task, untouched: FinalState, reference: FinalState, blobs: Blobs) -> Iterator[Made]:
    """For each text that the reference left, one that holds nothing but what the judge looks for."""
    words = list(dict.fromkeys(word for word in _constants(task) if word.strip()))
    if not words:
        return
    data = ("\n".join(words) + "\n").encode()
    for file in left(untouched, reference, blobs):
        same = data.split() == file.after.split()
        if isinstance(of(file.name, file.after), Text) and not same:
            files = {**reference.files, file.name: blobs.put(data)}
            yield Made("cheat", f"{file.name}: the judge's words", partial(replace, reference, files=files))


def _constants(task: Task) -> Iterator[str]:
    for check in parse(task.judge).checks:
        given = [side for side in (check.result, check.expected) if side and side.get("type") in GIVEN]
        for side in given:
            yield from leaves(side.get("rules"))
    if PYTHON in task.judge:
        yield from _literals(str(task.judge[PYTHON]))


def _literals(code: str) -> Iterator[str]:
    """Constants in the function `check`."""
    for statement in ast.parse(code).body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "check":
            for node in ast.walk(statement):
                if isinstance(node, ast.Constant):
                    yield from leaves(node.value)
