"""Run a judge written in Python on the state that it asked for: hostile code, in a sandbox of its own."""

from __future__ import annotations

# Type checkers take it for true; `typing` itself is a third of what starting would cost.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "judge.py"


def judged(check: dict[str, Any]) -> dict[str, Any]:
    """Score, named checks and reason; what the judge raises is its own fault, but for Unreadable."""
    import linecache
    import sys
    from types import ModuleType

    from scalecua.tasks.metrics.unreadable import Unreadable
    from scalecua.tasks.sandbox.state import State

    code = check["code"]
    # So that a traceback shows the line.
    linecache.cache[NAME] = (len(code), None, code.splitlines(keepends=True), NAME)
    module = sys.modules["judge"] = ModuleType("judge")
    exec(compile(code, NAME, "exec"), module.__dict__)
    state = State(check["needs"], check["status"], check["answer"])
    try:
        result = module.get(state)
        given = module.check(result, check["expected"])
    except Unreadable as unreadable:
        return {"score": 0.0, "checks": {}, "reason": str(unreadable)[:2000]}
    parts = given if isinstance(given, dict) else {}
    scores = {str(name): _score(value, f"check {name!r}") for name, value in parts.items()}
    if isinstance(given, dict) and not scores:
        raise ValueError("check gave no named score")
    score = sum(scores.values()) / len(scores) if scores else _score(given, "check")
    words = "" if score == 1 else f"found {result!r}"[:160]
    return {"score": score, "checks": scores, "reason": words}


def _score(value: Any, what: str) -> float:
    score = float(value)
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"{what} gave {value!r}; a score lies in [0, 1]")
    return score
