"""`literal_match`: values, or lists of them, that read the same."""

from pathlib import Path
from typing import Any, Literal, get_args

from scalecua.tasks.metrics.text import found, wanted

Kind = Literal["str", "list"]


def literal_match(result: Any, expected: Any, *, type: Kind = "str", ignore_case: bool = False) -> float:
    """1 where both sides read the same, so that 147 is "147"; files are compared as text.

    With type "list" both are lists, as long as each other, whose items read the same place by place.
    """
    if type not in get_args(Kind):
        raise ValueError(f"type is {type!r}; choices: {', '.join(get_args(Kind))}")
    if type == "list":
        if not isinstance(expected, list):
            raise ValueError(f"expected is {expected!r}, not a list")
        if not isinstance(result, list):
            return 0.0
        mine, other = [str(item) for item in result], [str(item) for item in expected]
    else:
        mine = [found(result) if isinstance(result, Path) else str(result)]
        other = [wanted(expected) if isinstance(expected, Path) else str(expected)]
    if ignore_case:
        mine, other = [text.casefold() for text in mine], [text.casefold() for text in other]
    return float(mine == other)
