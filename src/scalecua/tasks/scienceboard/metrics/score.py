"""The score of a ScienceBoard task: 1 where every item passes, else 0, with what each item says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.scienceboard.metrics import chimerax, documents, dump, kalgebra
from scalecua.tasks.scienceboard.metrics.answer import means
from scalecua.tasks.scienceboard.metrics.sources import source

ENDS = {"DONE": "done", "FAIL": "declared_infeasible", "ANS": "answered"}


Judged = Callable[[Mapping[str, Any], Any, Mapping[str, Any], Mapping[str, Any]], str]
CHIMERAX: Mapping[str, Judged] = {
    "states": lambda item, found, judge, state: chimerax.states(item, found),
    "info": lambda item, found, judge, state: chimerax.info(item, found),
    "file": lambda item, found, judge, state: chimerax.file(item, found, state.get("today")),
}
ITEMS: Mapping[str, Judged] = {
    "info": lambda item, found, judge, state: dump.info(item, found),
    "db": lambda item, found, judge, state: dump.db(item, found),
    "val": lambda item, found, judge, state: kalgebra.val(item, found),
    "var": lambda item, found, judge, state: kalgebra.var(item, found),
    "eqn": lambda item, found, judge, state: kalgebra.eqn(item, found),
    "file": lambda item, found, judge, state: documents.file(item, judge["before"], found),
    "include": lambda item, found, judge, state: documents.include(item, found),
    "compile": lambda item, found, judge, state: documents.compiled(item, found),
    "placeholder": lambda item, found, judge, state: documents.proved(found),
}


@dataclass(frozen=True, slots=True)
class Score:
    """`score` is 0 or 1; `checks` is that of each item, by its number and type; `reason` says why."""

    score: float
    checks: Mapping[str, float]
    reason: str


def scienceboard(result: Mapping[str, Any], expected: Mapping[str, Any]) -> float:
    """The metric: `result` is the state, `expected` the task's judge; Unreadable gives the reason for 0."""
    found = score(expected, result)
    if found.score == 0:
        raise Unreadable(found.reason)
    return found.score


def score(judge: Mapping[str, Any], state: Mapping[str, Any]) -> Score:
    """Look at every item, whatever the others say; neither argument is changed.

    What the agent left missing or wrong scores 0. A state that lacks a source, or an item of an unknown type,
    is an error (KeyError, ValueError), and so is an expression that is not allowed (ExpressionError).
    """
    if not judge["scienceboard"]:
        raise ValueError("the task has nothing to evaluate")
    checks: dict[str, float] = {}
    reasons: list[str] = []
    for number, item in enumerate(judge["scienceboard"], 1):
        try:
            reason = judged(item, judge, state)
        except Unreadable as error:
            reason = str(error) or "unreadable"
        name = f"{number}:{item['type']}"
        checks[name] = 0.0 if reason else 1.0
        reasons.append(f"{name} {checks[name]:g}{': ' if reason else ''}{reason}")
    return Score(min(checks.values()), checks, "; ".join(reasons))


def judged(item: Mapping[str, Any], judge: Mapping[str, Any], state: Mapping[str, Any]) -> str:
    """Why one item fails; empty if it passes."""
    application = judge["application"]
    name = source(application, item)
    if name is None:
        return _stop(item, state)
    if name not in state["found"]:
        raise KeyError(f"the state lacks {name!r:.200}; collect it again")
    return (CHIMERAX if application == "ChimeraX" else ITEMS)[item["type"]](
        item, state["found"][name], judge, state
    )


def _stop(item: Mapping[str, Any], state: Mapping[str, Any]) -> str:
    """The episode ended as wanted, and with the wanted answer where there is one."""
    if state["status"] != ENDS[item["value"]]:
        return f"the agent ended with {state['status']}, wanted {ENDS[item['value']]}"
    if item["value"] != "ANS" or means(state["answer"], item["args"]):
        return ""
    return f"the answer is {state['answer']!r:.100}, wanted {' '.join(item['args'])!r}"
