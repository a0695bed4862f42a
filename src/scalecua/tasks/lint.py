"""What can be known to be wrong with a task without a desktop."""

from scalecua.core.errors import ScaleCUAError
from scalecua.core.task import Task
from scalecua.tasks.evaluator import INFEASIBLE
from scalecua.tasks.evaluator import parse as parse_evaluator
from scalecua.tasks.getters.parse import parse as parse_getter
from scalecua.tasks.metrics.table import METRICS
from scalecua.tasks.solution import parse as parse_solution
from scalecua.tasks.steps.parse import parse as parse_steps


def problems(task: Task) -> tuple[str, ...]:
    """Each fault of setup, evaluator and solution in words; empty for a sound task."""
    found: list[str] = []
    try:
        parse_steps(task.setup)
        if "solution" in task.metadata:
            parse_solution(task.metadata["solution"], "solution")
    except ScaleCUAError as error:
        found.append(str(error))
    try:
        evaluator = parse_evaluator(task.judge)
        parse_steps(evaluator.postconfig, "postconfig")
        for check in evaluator.checks:
            if check.func != INFEASIBLE and check.func not in METRICS:
                found.append(f"func is {check.func!r}; choices: {', '.join(sorted(METRICS))}")
            for kind, spec in (("result", check.result), ("expected", check.expected)):
                if spec is not None:
                    parse_getter(spec, f"{kind} of {check.func}")
    except ScaleCUAError as error:
        found.append(str(error))
    return tuple(found)
