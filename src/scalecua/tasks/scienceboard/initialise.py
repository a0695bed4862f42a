"""Bring a patched machine into a task's starting state."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from scalecua.core.errors import TaskError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.tasks.scienceboard.client import PATIENCE, Client, Patience
from scalecua.tasks.scienceboard.collect import theorem
from scalecua.tasks.scienceboard.functions import PORT
from scalecua.tasks.scienceboard.http import APPLICATION, GUEST, Http

LEAN_FILE = "/home/user/sci/Sci/Basic.lean"
# Commands that start an application with an interface of its own, by what they have in them.
ANSWERING = ("celestia-qt6", "bin/kalgebra", "FLASK_PORT")
Call = Mapping[str, Any]


async def initialise(task: Task, http: Http, *, patience: Patience = PATIENCE) -> None:
    """Perform the task's `initialize` in order; TaskError with its class names the call that did not take.

    A request that nothing took is repeated, as any that may be done twice; plots are added at most once. What
    fails here leaves a machine that is fit for no task: the whole is done again on a fresh one.
    """
    client = Client(http, TaskError, patience)
    for number, call in enumerate(task.setup, 1):
        try:
            await PERFORM[call["func"]](task, call, client)
            await asyncio.sleep(call.get("wait", 0))
            if call["func"] == "launch":
                await _answers(call, client)
        except TaskError as error:
            where = f"task {task.id}: initialize {number} ({call['func']})"
            raise TaskError(
                f"{where} did not take: {error}", failure=error.failure or Failure.SETUP
            ) from error


def command(call: Call) -> Any:
    """The command of a call, the placeholder for the port filled in."""
    words = call["command"]
    if isinstance(words, str):
        return words.replace(PORT, str(APPLICATION))
    return [word.replace(PORT, str(APPLICATION)) for word in words]


def lean(task: Task) -> str:
    """What is appended to the Lean file: imports (Mathlib is there), openings, definitions, the theorem."""
    blocks: list[str] = []
    for call in task.setup:
        match call["func"]:
            case "import" if libraries := [name for name in call["libs"] if name != "Mathlib"]:
                blocks.append(f"import {' '.join(libraries)}")
            case "open":
                blocks.append(f"open {' '.join(call['libs'])}")
            case "def":
                blocks.append(call["expr"])
    return "\n".join(["", *blocks, "", theorem(task), "  sorry", ""])


async def _answers(call: Call, client: Client) -> None:
    """Wait until a launched application's own interface answers."""
    text = command(call) if isinstance(call["command"], str) else " ".join(command(call))
    if any(mark in text for mark in ANSWERING):
        await client.ask(APPLICATION, "GET", "/version")


async def _launch(task: Task, call: Call, client: Client) -> None:
    await client.ask(GUEST, "POST", "/setup/launch", _program(call), once=True)


async def _execute(task: Task, call: Call, client: Client) -> None:
    await client.ask(GUEST, "POST", "/setup/execute", _program(call))


def _program(call: Call) -> dict[str, Any]:
    return {"command": command(call), "shell": call.get("shell", False)}


async def _download(task: Task, call: Call, client: Client) -> None:
    asked = {"url": call["url"], "path": call["path"]}
    try:
        await client.ask(GUEST, "POST", "/setup/download_file", asked)
    except TaskError as error:
        failure = Failure.ASSET if error.failure is Failure.GUEST else error.failure
        raise TaskError(str(error), failure=failure) from error


def _chimerax(words: Callable[[Call], str], *, once: bool = False) -> "Perform":
    async def perform(task: Task, call: Call, client: Client) -> None:
        await client.chimerax(words(call), once=once)

    return perform


def _post(port: int, target: str, body: Callable[[Call], Any], *, once: bool = False) -> "Perform":
    async def perform(task: Task, call: Call, client: Client) -> None:
        await client.ok(port, target, body(call), once=once)

    return perform


def _colours(call: Call) -> str:
    return "rainbow" if call["style"] == "rainbow" else f"color {call['style']}"


def _arguments(call: Call) -> dict[str, Any]:
    return {key: value for key, value in call.items() if key not in ("func", "wait")}


async def _collected(task: Task, call: Call, client: Client) -> None:
    """Written with the theorem, in one piece."""


async def _theorem(task: Task, call: Call, client: Client) -> None:
    await client.ok(GUEST, "/append", {"path": LEAN_FILE, "content": lean(task)}, once=True)


async def _open(task: Task, call: Call, client: Client) -> None:
    if "name" in call:
        await client.chimerax(f"open {call['name']}", once=True)


Perform = Callable[[Task, Call, Client], Awaitable[None]]
_clear = _chimerax(lambda call: "log clear")
_turn = _chimerax(lambda call: f"turn {call['axis']} {call['angle']}", once=True)
PERFORM: Mapping[str, Perform] = {
    "opt": _post(GUEST, "/opt", _arguments),
    "launch": _launch,
    "execute": _execute,
    "touch": _post(GUEST, "/write", lambda call: {"path": call["path"], "content": call["text"]}),
    "download": _download,
    "clear_log": _clear,
    "chimerax_clear_log": _clear,
    "open": _open,
    "chimerax_open": _open,
    "turn": _turn,
    "chimerax_turn": _turn,
    "alphafold_match": _chimerax(lambda call: f"alphafold match {call['name']}", once=True),
    "color": _chimerax(_colours),
    "map": _post(APPLICATION, "/init/map", _arguments),
    "layer": _post(APPLICATION, "/init/layer", _arguments, once=True),
    "scale": _post(APPLICATION, "/init/scale", _arguments),
    "tab": _post(APPLICATION, "/tab", lambda call: call["index"]),
    "func_2d": _post(APPLICATION, "/add/2d", lambda call: call["expr"], once=True),
    "func_3d": _post(APPLICATION, "/add/3d", lambda call: call["expr"], once=True),
    "import": _collected,
    "def": _collected,
    "query": _theorem,
}
