"""Bring one of our desktops into a task's starting state."""

import shlex
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from scalecua.core.action import Key, Type
from scalecua.core.desktop import Desktop
from scalecua.core.errors import JudgeError, TaskError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.desktop import catalogue
from scalecua.tasks.scienceboard.native import grass, kalgebra
from scalecua.tasks.scienceboard.native.runnable import runnable

EXECUTE_S = 60
TABS = (kalgebra.CALCULATOR, kalgebra.CURVES, ("alt", "3"), ("alt", "d"))
GRASS = catalogue.named("grass").command
Call = Mapping[str, Any]


async def initialise(task: Task, desktop: Desktop, *, locations: tuple[str, ...] = ()) -> None:
    """Perform the task's `initialize` in order; TaskError names the call that did not take.

    The applications are started as ours are; what a machine of ScienceBoard's does on request is done here by
    keys. A task that our desktops cannot run (see `runnable`) is refused.
    """
    if reason := runnable(task, locations=locations):
        message = f"task {task.id} does not run on our desktops: {reason}"
        raise TaskError(message, failure=Failure.SETUP)
    for number, call in enumerate(task.setup, 1):
        await PERFORM[call["func"]](task, call, desktop, f"{task.id}-{number}")


def program(task: Task, call: Call) -> tuple[str, tuple[str, ...]]:
    """The application that a launch starts, by its name in the catalogue, and our command for it."""
    command = call["command"] if isinstance(call["command"], str) else shlex.join(call["command"])
    if "bin/kalgebra" in command:
        return "kalgebra", catalogue.named("kalgebra").command
    if "grass --gui" in command:
        switched = [one for one in task.setup if one["func"] == "map"]
        last = f"{grass.location(switched)}/{switched[-1]['mapset']}" if switched else _mapset(command)
        return "grass", (*GRASS, last)
    if command.startswith("texstudio "):
        return "texstudio", tuple(shlex.split(command))
    raise TaskError(f"task {task.id}: our desktops have nothing for the command {command!r:.200}")


def _mapset(command: str) -> str:
    """The mapset that a command of ScienceBoard's starts GRASS in."""
    return command.split("grass --gui ")[1].rstrip('"')


async def _launch(task: Task, call: Call, desktop: Desktop, key: str) -> None:
    name, command = program(task, call)
    await desktop.launch(command)
    await catalogue.ready(desktop, catalogue.named(name))


async def _execute(task: Task, call: Call, desktop: Desktop, key: str) -> None:
    command = call["command"]
    words = ("sh", "-c", command) if call.get("shell") else tuple(command)
    await desktop.execute(words, timeout_s=EXECUTE_S)


async def _touch(task: Task, call: Call, desktop: Desktop, key: str) -> None:
    await desktop.write(call["path"], call["text"].encode())


async def _tab(task: Task, call: Call, desktop: Desktop, key: str) -> None:
    await kalgebra.show(desktop, TABS[call["index"]], key)


async def _curve(task: Task, call: Call, desktop: Desktop, key: str) -> None:
    """Type the expression where the empty list of curves offers it, and see that it is listed."""
    await kalgebra.show(desktop, kalgebra.CURVES, key)
    await desktop.act(Type(call["expr"] + "\n"), key=f"{key}-text", settle_s=kalgebra.SETTLE_S)
    await desktop.act(Key(("escape",)), key=f"{key}-end", settle_s=kalgebra.SETTLE_S)
    try:
        listed = kalgebra.rows(await desktop.tree(), "Plot")
    except JudgeError as error:
        raise TaskError(str(error), failure=Failure.SETUP) from error
    if not listed:
        raise TaskError(f"task {task.id}: KAlgebra did not plot {call['expr']!r}", failure=Failure.SETUP)


async def _nothing(task: Task, call: Call, desktop: Desktop, key: str) -> None:
    """Already so: our guest's tree has its own depth, and GRASS starts in the mapset that is asked for."""


PERFORM: Mapping[str, Callable[[Task, Call, Desktop, str], Awaitable[None]]] = {
    "opt": _nothing,
    "map": _nothing,
    "launch": _launch,
    "execute": _execute,
    "touch": _touch,
    "tab": _tab,
    "func_2d": _curve,
}
