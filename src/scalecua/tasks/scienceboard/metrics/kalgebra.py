"""KAlgebra: values and texts of variables, and what is plotted."""

import re
from collections.abc import Mapping
from typing import Any

from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.scienceboard.metrics.algebra import parse
from scalecua.tasks.scienceboard.metrics.calculate import number
from scalecua.tasks.scienceboard.metrics.equality import same
from scalecua.tasks.scienceboard.metrics.plots import on
from scalecua.tasks.scienceboard.metrics.sources import SIZE, points

TOLERANCE = 1e-6
UNDEFINED = "#UNDEF"
POINT = re.compile(r"\(([^()]*)\)")


def val(item: Mapping[str, Any], variables: Any) -> str:
    """The variable's value is the wanted number within TOLERANCE; why not, empty if it is."""
    text = _text(item["key"], variables)
    found = number(parse(text), {}, {})
    wanted = item["value"]
    near = found.imag == 0 and abs(found.real - wanted) <= TOLERANCE
    return "" if near else f"{item['key']} is {text}, wanted {wanted}"


def var(item: Mapping[str, Any], variables: Any) -> str:
    """The variable is the wanted expression, or one of the same value; `#UNDEF` wants that there is none."""
    if item["value"] == UNDEFINED:
        gone = item["key"] not in _all(variables)
        return "" if gone else f"{item['key']} is still defined"
    text = _text(item["key"], variables)
    if "".join(text.split()) == "".join(item["value"].split()):
        return ""
    try:
        equal = abs(number(parse(text), {}, {}) - number(parse(item["value"]), {}, {})) <= TOLERANCE
    except Unreadable:
        equal = False
    return "" if equal else f"{item['key']} is {text:.100}, wanted {item['value']}"


def eqn(item: Mapping[str, Any], plots: Any) -> str:
    """One plot has every wanted property: which points lie on it, its colour, resolution or style.

    `#SIZE` asks for the number of plots. Plots are a list of `{"(x, y)": bool, …}`, as a patched KAlgebra
    tells, or `{"plots": [text], "variables": {name: text}, …}` with the properties that all plots share.
    """
    told = _told(item, plots)
    if item["key"] == SIZE:
        return "" if len(told) == item["value"] else f"{len(told)} plots, wanted {item['value']}"
    misses = [_miss(plot, item["value"]) for plot in told]
    if "" in misses:
        return ""
    return f"none of {len(told)} plots is the wanted one: {'; '.join(misses[:3])}" if misses else "no plot"


def _told(item: Mapping[str, Any], plots: Any) -> list[dict[str, Any]]:
    if isinstance(plots, dict) and "plots" in plots:
        shared = {key: value for key, value in plots.items() if key not in ("plots", "variables")}
        return [{**shared, **_points(text, item, plots["variables"])} for text in plots["plots"]]
    if isinstance(plots, list) and all(isinstance(plot, dict) for plot in plots):
        return plots
    raise Unreadable("KAlgebra's plots are no list of objects")


def _points(text: str, item: Mapping[str, Any], variables: Mapping[str, str]) -> dict[str, Any]:
    try:
        return {repr(tuple(point)): on(text, point, variables) for point in points(item)}
    except Unreadable as error:
        return {"unreadable": str(error)}


def _miss(plot: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """The first property that a plot lacks; empty if it has all."""
    told = {_key(key): value for key, value in plot.items()}
    for key, value in wanted.items():
        found = told.get(_key(key))
        if isinstance(value, str) and isinstance(found, str):
            found, value = found.casefold(), value.casefold()
        if not same(found, value):
            return f"{key} is {found!r:.60}"
    return ""


def _key(key: str) -> Any:
    """A point by its numbers, however they are written; any other property by its name."""
    found = POINT.fullmatch(key.strip())
    try:
        return tuple(float(part) for part in found[1].split(",")) if found else key
    except ValueError:
        return key


def _all(variables: Any) -> Mapping[str, Any]:
    if not isinstance(variables, dict):
        raise Unreadable("KAlgebra's variables are no object")
    return variables


def _text(name: str, variables: Any) -> str:
    if name not in _all(variables):
        raise Unreadable(f"{name} is not defined")
    return str(variables[name])
