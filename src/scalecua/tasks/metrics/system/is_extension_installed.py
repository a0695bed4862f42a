"""`is_extension_installed`: a name among those that a command lists."""

import re
from typing import Any

from scalecua.tasks.metrics.rules import kind
from scalecua.tasks.metrics.text import found, wanted

# What extensions' and files' names are made of.
NAME = r"[\w.\-]"


def is_extension_installed(result: Any, rules: dict[str, Any]) -> float:
    """1 where the text holds the name `rules["expected"]`, or, with type `not_contain`, does not.

    The type is `contain` or `not_contain`. A name stands alone: "a.test" is neither in "a.test-more" nor in
    "xa.test", but is in "a.test@1.2".
    """
    chosen = kind(rules, {"contain": ("expected",), "not_contain": ("expected",)})
    name = wanted(rules["expected"])
    alone = re.search(rf"(?<!{NAME}){re.escape(name)}(?!{NAME})", found(result)) is not None
    return float(alone == (chosen == "contain"))
