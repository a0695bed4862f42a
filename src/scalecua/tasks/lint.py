"""What can be known to be wrong with a task without a desktop."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scalecua.core.errors import ScaleCUAError
from scalecua.core.task import Task
from scalecua.tasks.evaluator import INFEASIBLE, SCIENCEBOARD, Check
from scalecua.tasks.evaluator import parse as parse_evaluator
from scalecua.tasks.getters.parse import TYPES as GETTERS
from scalecua.tasks.getters.parse import parse as parse_getter
from scalecua.tasks.metrics.table import METRICS
from scalecua.tasks.python_judge import PYTHON, needs
from scalecua.tasks.solution import parse as parse_solution
from scalecua.tasks.steps.parse import TYPES as STEPS
from scalecua.tasks.steps.parse import parse as parse_steps


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault in words; `name` is that of a step, getter or metric that there is not, else empty."""

    text: str
    name: str = ""


def problems(task: Task) -> tuple[Problem, ...]:
    """Each fault of setup, evaluator and solution; empty for a sound task.

    Of ScienceBoard's format all is checked when the file is loaded.
    """
    if SCIENCEBOARD in task.judge:
        return ()
    return (*_setup(task), *_evaluator(task))


def _setup(task: Task) -> Iterator[Problem]:
    unknown = tuple(_unknown("config", [str(step.get("type")) for step in task.setup], STEPS))
    yield from unknown
    try:
        if not unknown:
            parse_steps(task.setup)
        if "solution" in task.metadata:
            parse_solution(task.metadata["solution"], "solution")
    except ScaleCUAError as error:
        yield Problem(str(error))


def _evaluator(task: Task) -> Iterator[Problem]:
    try:
        evaluator = parse_evaluator(task.judge)
        steps = [str(step.get("type")) for step in evaluator.postconfig]
        unknown = tuple(_unknown("postconfig", steps, STEPS))
        yield from unknown
        if not unknown:
            parse_steps(evaluator.postconfig, "postconfig")
    except ScaleCUAError as error:
        yield Problem(str(error))
        return
    if PYTHON in task.judge:
        yield from _needs(str(task.judge[PYTHON]))
        return
    for check in evaluator.checks:
        yield from _check(check)


def _needs(code: str) -> Iterator[Problem]:
    try:
        for need in needs(code, "judge.py"):
            parse_getter(need.getter(), f"{need.name} of judge.py")
    except ScaleCUAError as error:
        yield Problem(str(error))


def _check(check: Check) -> Iterator[Problem]:
    if check.func != INFEASIBLE:
        yield from _unknown("func", [check.func], METRICS)
    for side, spec in (("result", check.result), ("expected", check.expected)):
        if spec is None:
            continue
        unknown = tuple(_unknown(f"{side} of {check.func}", [str(spec.get("type"))], GETTERS))
        yield from unknown
        try:
            if not unknown:
                parse_getter(spec, f"{side} of {check.func}")
        except ScaleCUAError as error:
            yield Problem(str(error))


def _unknown(where: str, names: list[str], known: Mapping[str, object]) -> Iterator[Problem]:
    for name in names:
        if name not in known:
            yield Problem(f"{where} names {name!r}; choices: {', '.join(sorted(known))}", name)
