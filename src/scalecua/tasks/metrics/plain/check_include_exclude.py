"""`check_include_exclude`: the text holds every wanted piece and none of the unwanted."""

from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, strings


def check_include_exclude(result: Any, rules: dict[str, Any]) -> float:
    """1 where all of `rules["include"]` and none of `rules["exclude"]` occur; give one at least."""
    if not known(rules, (), ("include", "exclude")):
        raise ValueError(f"rules are {rules!r}; give include or exclude")
    text = found(result)
    include = strings(rules, "include") if "include" in rules else []
    exclude = strings(rules, "exclude") if "exclude" in rules else []
    return float(all(piece in text for piece in include) and not any(piece in text for piece in exclude))
