"""Which of ScienceBoard's tasks our own desktops can set up and judge."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scalecua.core.task import Task

# Of the packages that tasks' documents use, those that our LaTeX has.
LATEX = frozenset(
    (
        *("amsfonts", "amsmath", "amssymb", "amsthm", "babel", "fontenc", "geometry", "graphicx"),
        *("hyperref", "inputenc", "multicol", "url"),
    )
)
PACKAGES = re.compile(r"\\usepackage(?:\[[^\]]*\])?\{([^}]*)\}")
COMPLEX = re.compile(r"\bi\b")
PICTURE = re.compile(r"\\includegraphics(?:\[[^\]]*\])?\{([^}]*)\}")
ABSENT = {"Celestia", "ChimeraX", "Lean"}


def runnable(task: Task, *, locations: Collection[str] = ()) -> str:
    """Why our desktops cannot run a task of ScienceBoard's; empty if they can.

    `locations` are the GRASS locations below `/home/user/grassdata`, of which our root filesystem has none.
    """
    application = task.judge["application"]
    if lacking := [name for name in task.apps if name in ABSENT]:
        return f"it needs {lacking[0]}, which our desktops do not have"
    if "GrassGIS" in task.apps and (reason := _location(task.setup, locations)):
        return reason
    if application == "GrassGIS":
        return _grass(task)
    if application == "KAlgebra":
        return _kalgebra(task)
    return _texstudio(task)


def _location(setup: Sequence[Mapping[str, Any]], locations: Collection[str]) -> str:
    wanted = [call["location"] for call in setup if call["func"] == "map"]
    missing = [name for name in wanted or ["world_latlong_wgs84"] if name not in locations]
    return f"it needs the GRASS location {missing[0]}, which our desktops do not have" if missing else ""


def _grass(task: Task) -> str:
    if any(item["type"] == "info" for item in task.judge["scienceboard"]):
        return "the layers, windows and tools of GRASS's GUI are told only by a patched GRASS"
    if any(call["func"] in ("layer", "scale") for call in task.setup):
        return "its setup shows a layer, which only a patched GRASS does on request"
    return ""


def _kalgebra(task: Task) -> str:
    for item in task.judge["scienceboard"]:
        if item["type"] == "var" and COMPLEX.search(str(item["value"])):
            return "the imaginary part of a variable is not in KAlgebra's accessibility tree"
        if item["type"] != "eqn":
            continue
        if item["key"] != "#SIZE" and len(item["key"][0]) == 3:
            return "what KAlgebra plots in space is not in its accessibility tree"
        if isinstance(item["value"], Mapping) and "color" in item["value"]:
            return "the colour of a curve is not in KAlgebra's accessibility tree"
    return ""


def _texstudio(task: Task) -> str:
    text = "\n".join(task.judge["before"].values())
    if "Google Scholar" in task.instruction:
        return "it needs the network, which desktops do not have"
    used = {name.strip() for found in PACKAGES.findall(text) for name in found.split(",")}
    if missing := sorted(used - LATEX):
        return f"its document needs the LaTeX package {missing[0]}, which our desktops do not have"
    if pictures := PICTURE.findall(text):
        return f"its document needs the picture {pictures[0]}, which the task file does not hold"
    return ""
