"""Rules of a task, which name what a metric knows and nothing else."""

from typing import Any


def closed(rules: Any, *names: str, optional: tuple[str, ...] = ()) -> None:
    """ValueError unless `rules` is an object with all of `names` and at most `optional` besides."""
    if not isinstance(rules, dict) or not set(names) <= rules.keys() <= {*names, *optional}:
        known = ", ".join((*names, *(f"{name} (may be left out)" for name in optional)))
        raise ValueError(f"rules are {rules!r}; give {known}")
