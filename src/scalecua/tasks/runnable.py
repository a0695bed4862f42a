"""Which of the benchmarks' tasks our own desktops can set up, play and judge, their assets at hand."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scalecua.core.task import Task
from scalecua.tasks.evaluator import SCIENCEBOARD, parse
from scalecua.tasks.scienceboard.native.runnable import runnable as scienceboard

# By the words of `related_apps` and of commands: what no group of applications has.
APPLICATIONS = {
    "vscode": "VS Code",
    "vs_code": "VS Code",
    "picard": "Picard",
    "code": "VS Code",
    "nautilus": "Nautilus",
    "docker": "Docker",
}
ACCOUNTS = {"googledrive": "a Google account", "login": "an account", "proxy": "a proxy"}
LIVE = frozenset(
    {"info_from_website", "gotoRecreationPage_and_get_html_content", "pdf_from_url", "page_info"}
)
# What a judge reads of a page that the agent is to reach in the web.
PAGES = frozenset({"active_tab_info", "active_tab_html_parse", "active_tab_url_parse", "open_tabs_info"})
LIVE_WEB = "it needs the live web"
WEB = re.compile(r"https?://(?!localhost|127\.0\.0\.1)")
INSTALLS = re.compile(r"\b(?:apt|apt-get|pip3?|snap)\s+(?:-\S+\s+)*install\b|\bwget\b|\bgit clone\b")
RUNS = ("launch", "execute", "command")


def runnable(task: Task) -> str:
    """Why our desktops cannot run a task, the first reason that there is; empty if they can.

    An infeasible task is one that can be played like any other.
    """
    if SCIENCEBOARD in task.judge:
        return scienceboard(task)
    return next(reasons(task), "")


def reasons(task: Task) -> Iterator[str]:
    """Every reason, of a task that is not ScienceBoard's."""
    if SCIENCEBOARD in task.judge:
        return
    evaluator = parse(task.judge)
    steps = (*task.setup, *evaluator.postconfig)
    getters = [side for check in evaluator.checks for side in (check.result, check.expected) if side]
    kinds = {getter["type"] for getter in getters}
    for step in steps:
        if step["type"] in ACCOUNTS:
            yield f"it needs {ACCOUNTS[step['type']]}"
    for name in (*map(str.lower, task.apps), *(word for step in steps for word in _programs(step))):
        if name in APPLICATIONS:
            yield f"it needs {APPLICATIONS[name]}, which our desktops do not have"
    if any(step["type"] in RUNS and INSTALLS.search(_command(step)) for step in steps):
        yield "its setup installs programs from the Internet"
    if _live(task, steps, kinds):
        yield LIVE_WEB
    if "googledrive_file" in kinds:
        yield f"it needs {ACCOUNTS['googledrive']}"


def _live(task: Task, steps: Sequence[Mapping[str, Any]], kinds: set[str]) -> bool:
    """Whether something of the task is in the web."""
    opens = any(step["type"] == "chrome_open_tabs" and WEB.search(json.dumps(step)) for step in task.setup)
    read = kinds & LIVE or (kinds & PAGES and WEB.search(json.dumps(task.judge)))
    runs = any(WEB.search(_command(step)) for step in steps if step["type"] in RUNS)
    return bool(opens or read or runs or task.metadata.get("extra", {}).get("proxy"))


def _command(step: Mapping[str, Any]) -> str:
    command = step["parameters"].get("command", "")
    return command if isinstance(command, str) else " ".join(command)


def _programs(step: Mapping[str, Any]) -> list[str]:
    """The program that a step starts, without its folder."""
    words = _command(step).split() if step["type"] in RUNS else []
    return [words[0].rsplit("/", 1)[-1]] if words else []
