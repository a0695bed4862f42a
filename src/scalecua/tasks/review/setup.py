"""Rules for what a task's set-up and getters need of the world."""

import re
from collections.abc import Iterator
from typing import Any

from scalecua.core.task import Task
from scalecua.tasks.assets import Assets
from scalecua.tasks.evaluator import SCIENCEBOARD, parse
from scalecua.tasks.leaves import leaves
from scalecua.tasks.review.remark import Remark
from scalecua.tasks.runnable import LIVE_WEB, reasons

PIXELS = re.compile(
    r"\b(?:click|\w+Click|moveTo|dragTo|mouseDown|mouseUp)\(\s*(?:x\s*=\s*)?\d+\s*,|\bmousemove\s+\d+\s+\d+"
)
SECRETS = (
    re.compile(r"\bsudo\s+-S\b|\|\s*sudo\b"),
    re.compile(r"\b(?:sk|ghp|gho|glpat|xox[abp])[-_][A-Za-z0-9_-]{16,}|\bAKIA[0-9A-Z]{16}\b"),
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    re.compile(r"(?i)\b(?:api[_-]?key|access[_-]?token|client[_-]?secret)\s*[=:]\s*[\"']?[\w-]{8,}"),
)


def pixels(task: Task) -> Iterator[Remark]:
    """Clicks at fixed places: another screen, theme or version of a program has something else there."""
    for number, step in enumerate(task.setup, 1):
        parameters, kind = step.get("parameters", {}), step.get("type")
        deeds = parameters.get("action_seq", ()) if kind == "act" else ()
        fixed = any(isinstance(deed, dict) and "x" in deed for deed in deeds)
        if fixed or PIXELS.search(" ".join(leaves(parameters))):
            text = f"config step {number} ({kind}) points at fixed pixels; use keys or a command"
            yield Remark("absolute pixels", text)


def credentials(task: Task) -> Iterator[Remark]:
    """Passwords and keys in a task are read by everyone who has it, models among them."""
    parts = (("config", task.setup), ("evaluator", task.judge))
    for where, part in parts:
        told = next((found[0] for text in leaves(part) for one in SECRETS if (found := one.search(text))), "")
        if told:
            yield Remark("credentials", f"{where} holds what looks like a credential: {told[:24]!r}")


def web(task: Task) -> Iterator[Remark]:
    """What the live web shows changes, and desktops have no network."""
    if LIVE_WEB in reasons(task):
        yield Remark("live web", "it needs the live web; serve a copy of the page from a file of the desktop")


def assets(task: Task, source: Assets) -> Iterator[Remark]:
    """Files by URL that are neither mirrored nor kept."""
    for url in dict.fromkeys(_urls(task)):
        if not source.here(url):
            yield Remark("missing asset", f"{url} is neither in the mirror nor in the cache")


def _urls(task: Task) -> Iterator[str]:
    if SCIENCEBOARD in task.judge:
        return
    evaluator = parse(task.judge)
    for step in (*task.setup, *evaluator.postconfig):
        if step["type"] == "download":
            yield from (str(file.get("url")) for file in step["parameters"].get("files", ()))
    for check in evaluator.checks:
        for side in (check.result, check.expected):
            if side and side.get("type") == "cloud_file":
                yield from _several(side.get("path"))


def _several(path: Any) -> Iterator[str]:
    yield from map(str, path if isinstance(path, list) else [path])
