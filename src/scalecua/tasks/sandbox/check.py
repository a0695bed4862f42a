"""Scores of metrics on the state at hand: what one process in the judge sandbox does."""

from __future__ import annotations

# Type checkers take it for true; `typing` itself is a third of what starting would cost.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

STATE = "/state"


def findings(checks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What each metric gives, or why it gives nothing."""
    for check in checks:
        try:
            yield _check(check)
        except MemoryError:
            yield {"fault": "it needs more memory than it may have", "class": "memory"}
        except Exception as error:
            yield {"fault": f"{type(error).__name__}: {error}"[:2000], "class": "judge"}


def _check(check: dict[str, Any]) -> dict[str, Any]:
    """Score and reason of one metric; what it raises is the caller's, unless the agent's side is the cause.

    That is `result`, of which it says Unreadable; turned round, it is `expected`, whose faults have any name.
    """
    from scalecua.tasks.metrics.table import metric
    from scalecua.tasks.metrics.unreadable import Unreadable
    from scalecua.tasks.sandbox.python import judged

    if "code" in check:
        return judged(check)
    sides = [_loaded(entry) for entry in check["sides"]]
    try:
        score = float(metric(check["func"])(*sides, **check["options"]))
    except Unreadable as unreadable:
        if check["turned"]:
            raise
        return {"score": 0.0, "reason": str(unreadable)[:2000]}
    except (MemoryError, TypeError):
        raise
    except Exception as error:
        if not check["turned"]:
            raise
        return {"score": 0.0, "reason": f"{type(error).__name__}: {error}"[:2000]}
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"gave {score}; a score lies in [0, 1]")
    words = "" if score == 1 else "expected {1}, found {0}" if len(sides) == 2 else "found {0}"
    return {"score": score, "reason": words.format(*map(_shown, sides))}


def _loaded(entry: dict[str, Any]) -> Any:
    """A value, or the path of a file, or of several."""
    from pathlib import Path

    if "file" in entry:
        return Path(STATE, entry["file"])
    return [Path(STATE, name) for name in entry["files"]] if "files" in entry else entry["value"]


def _shown(value: Any) -> str:
    from pathlib import Path

    if isinstance(value, Path):
        value = _start(value)
    text = repr(value[:300] if isinstance(value, str) else value)
    return text if len(text) <= 160 else text[:157] + "..."


def _start(file: Path) -> str:
    """The start of a text, else the file's name."""
    with file.open("rb") as opened:
        start = opened.read(300)
    return start.decode() if start.isascii() else file.name
