"""`info` of Celestia and GRASS GIS, `db` of GRASS GIS: a key taken out of a dump, and a predicate on it."""

import json
from collections.abc import Mapping
from typing import Any

from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.scienceboard.metrics.equality import same
from scalecua.tasks.scienceboard.metrics.expression import parse
from scalecua.tasks.scienceboard.metrics.interpret import compute


def info(item: Mapping[str, Any], dump: Any) -> str:
    """Why the dump is not as wanted; empty if it is.

    `key` takes a value out of the dump; `pred` says of it and of `value` whether they go together, and
    without it they must be the same.
    """
    found = compute(parse(item["key"], 1), dump)
    if "pred" in item:
        holds = bool(compute(parse(item["pred"], 2), found, item["value"]))
    else:
        holds = same(found, item["value"])
    return "" if holds else f"{item['key']} gives {_shown(found)} for {_shown(item['value'])}"


def db(item: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
    """`info` on what a GRASS command printed, read as JSON where it was asked for that."""
    if answer["returncode"] != 0:
        raise Unreadable(f"{item['cmd']} returned {answer['returncode']}")
    printed = answer["stdout"]
    if isinstance(printed, str) and item["kwargs"].get("format") == "json":
        try:
            printed = json.loads(printed)
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"{item['cmd']} printed no JSON: {error}") from error
    return info(item, printed)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."
