"""Where an item's value comes from, as a name: items of one name are collected once."""

import json
from collections.abc import Callable, Mapping
from typing import Any

DUMP, STATES, VARIABLES, LEAN = "dump", "states", "vars", "lean"
SIZE = "#SIZE"
Item = Mapping[str, Any]


def points(item: Item) -> list[Any]:
    """The points at which an `eqn` item asks; none where it asks for the number of plots."""
    return [] if item["key"] == SIZE else list(item["key"])


def dimensions(item: Item) -> int:
    """2 for curves, 3 for surfaces."""
    asked = points(item)
    return len(asked[0]) if asked else 2


def _at_path(item: Item) -> str:
    return f"file {item['path']}"


CHIMERAX: Mapping[str, Callable[[Item], str]] = {
    "info": lambda item: f"info {item['key']}",
    "file": lambda item: f"file {item['key']}",
}
SOURCES: Mapping[str, Callable[[Item], str]] = {
    "info": lambda item: DUMP,
    "db": lambda item: f"gcmd {json.dumps([item['cmd'], item['kwargs']], sort_keys=True)}",
    "states": lambda item: STATES,
    "val": lambda item: VARIABLES,
    "var": lambda item: VARIABLES,
    "eqn": lambda item: f"plots {dimensions(item)} {json.dumps(points(item))}",
    "file": _at_path,
    "include": _at_path,
    "compile": lambda item: f"compile {item['path']}/{item['file']}",
    "placeholder": lambda item: LEAN,
}


def source(application: str, item: Item) -> str | None:
    """The name under which the state holds what an item looks at; None where that is the episode's end."""
    kind = item["type"]
    if kind == "stop":
        return None
    named = (application == "ChimeraX" and CHIMERAX.get(kind)) or SOURCES.get(kind)
    if named is None:
        raise ValueError(f"evaluate type is {kind!r}; choices: stop, {', '.join(SOURCES)}")
    return named(item)
