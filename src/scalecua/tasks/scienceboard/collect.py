"""Ask a patched machine for everything that a task's items look at."""

import dataclasses
import re
import time
from collections.abc import Mapping
from typing import Any

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.core.trajectory import Status
from scalecua.tasks.scienceboard.client import PATIENCE, Client, Patience
from scalecua.tasks.scienceboard.http import APPLICATION, GUEST, Http
from scalecua.tasks.scienceboard.metrics.expression import is_lambda
from scalecua.tasks.scienceboard.metrics.sources import (
    DUMP,
    LEAN,
    STATES,
    VARIABLES,
    dimensions,
    points,
    source,
)

# A Lean project builds for minutes.
BUILD_S = 900.0
STATES_FOLDER = "/home/user/Downloads"
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


async def collect(
    task: Task, http: Http, status: Status, answer: str, *, patience: Patience = PATIENCE
) -> dict[str, Any]:
    """The state that the metrics score; each source is asked once, in the order of the items.

    A machine or application that does not answer, or not as it must, is a JudgeError with its class: what the
    agent did cannot be told from it. A file that is not there is None.
    """
    client = Client(http, JudgeError, patience)
    application = task.judge["application"]
    found: dict[str, Any] = {}
    state: dict[str, Any] = {"status": status.value, "answer": answer, "found": found}
    for item in task.judge["scienceboard"]:
        name = source(application, item)
        if name is not None and name not in found:
            found[name] = await _value(name, item, task, client)
        if application == "ChimeraX" and item["type"] == "file" and is_lambda(item["value"]):
            state["today"] = await _today(client)
    return state


async def _value(name: str, item: Mapping[str, Any], task: Task, client: Client) -> Any:
    match name.split(" ")[0]:
        case "dump" if name == DUMP:
            return await _dump(task, client)
        case "states" if name == STATES:
            return await _states(client)
        case "info":
            notes = await client.chimerax(f"info {item['key']}", refusable=True)
            return [line for note in notes for line in note.splitlines()]
        case "file":
            return await client.text(item["path"] if "path" in item else item["key"])
        case "vars" if name == VARIABLES:
            return _object(await client.json(APPLICATION, "GET", "/vars"), "/vars")
        case "lean" if name == LEAN:
            return await _passes(client, "/lean/check", {"header": theorem(task)})
        case "compile":
            return await _passes(client, "/tex/check", {"path": item["path"], "file": item["file"]})
    return await _asked(item, client)


async def _asked(item: Mapping[str, Any], client: Client) -> Any:
    """What the application answers to the item's own question."""
    if item["type"] == "eqn":
        target = f"/func/{dimensions(item)}d"
        plots = await client.json(APPLICATION, "POST", target, points(item))
        plots = plots if isinstance(plots, list) else [plots]
        return [_object(plot, target) for plot in plots]
    said = await client.json(APPLICATION, "POST", "/gcmd", {"cmd": item["cmd"], "kwargs": item["kwargs"]})
    if not isinstance(said, dict) or not {"returncode", "stdout"} <= said.keys():
        raise _garbage("/gcmd", said)
    return {"returncode": said["returncode"], "stdout": said["stdout"]}


async def _dump(task: Task, client: Client) -> dict[str, Any]:
    if task.judge["application"] == "Celestia":
        return _object(await client.json(APPLICATION, "POST", "/dump", task.judge["query"]), "/dump")
    return _object(await client.json(APPLICATION, "GET", "/dump"), "/dump")


async def _states(client: Client) -> dict[str, Any]:
    """ChimeraX writes its session's states to a file of this name."""
    name = str(time.time_ns())
    await client.chimerax(f"states {STATES_FOLDER} {name}")
    return _object(
        await client.json(GUEST, "GET", f"/read?path={STATES_FOLDER}/{name}.json"), "ChimeraX's states"
    )


async def _passes(client: Client, target: str, body: Mapping[str, str]) -> bool:
    slow = dataclasses.replace(client.patience, answer_s=max(BUILD_S, client.patience.answer_s))
    said = await dataclasses.replace(client, patience=slow).json(GUEST, "POST", target, body)
    if not isinstance(said, dict) or not isinstance(said.get("pass"), bool):
        raise _garbage(target, said)
    return bool(said["pass"])


async def _today(client: Client) -> str:
    said = await client.json(GUEST, "POST", "/execute", {"command": ["date", "+%Y-%m-%d"], "shell": False})
    text = said.get("output") if isinstance(said, dict) else None
    if not isinstance(text, str) or not DATE.fullmatch(text.strip()):
        raise _garbage("/execute", said)
    return text.strip()


def theorem(task: Task) -> str:
    """The statement that the Lean file must still have: the query without its `sorry`."""
    query = next(call["expr"] for call in task.setup if call["func"] == "query")
    return str(query).removesuffix("sorry").rstrip()


def _object(said: Any, where: str) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise _garbage(where, said)
    return said


def _garbage(where: str, said: Any) -> JudgeError:
    return JudgeError(f"{where} answers {said!r:.200}, which it must not", failure=Failure.GUEST)
