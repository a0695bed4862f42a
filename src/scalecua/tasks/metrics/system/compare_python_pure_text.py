"""`compare_python_pure_text`: two programs with the same text, however it is spaced."""

from typing import Any

from scalecua.tasks.metrics.text import found, wanted


def compare_python_pure_text(result: Any, expected: Any) -> float:
    """1 where both files are the same once all white space is left out; comments count."""
    return float("".join(found(result).split()) == "".join(wanted(expected).split()))
