"""ScienceBoard's tasks on whatever desktop there is: a patched machine by its address, or one of ours."""

from typing import Any

from scalecua.core.desktop import Desktop
from scalecua.core.task import Task
from scalecua.core.trajectory import Status
from scalecua.desktop.osworld import OSWorldDesktop
from scalecua.tasks.scienceboard import collect as patched
from scalecua.tasks.scienceboard import initialise as patched_setup
from scalecua.tasks.scienceboard.http import GUEST, Network
from scalecua.tasks.scienceboard.native import collect as native
from scalecua.tasks.scienceboard.native import initialise as native_setup


async def initialise(task: Task, desktop: Desktop) -> None:
    """Perform the task's `initialize`; TaskError names the call that did not take."""
    if isinstance(desktop, OSWorldDesktop):
        await patched_setup.initialise(task, _machine(desktop))
    else:
        await native_setup.initialise(task, desktop)


async def collect(task: Task, desktop: Desktop, status: Status, answer: str) -> dict[str, Any]:
    """The state that the metric scores; JudgeError with its class where it cannot be had."""
    if isinstance(desktop, OSWorldDesktop):
        return await patched.collect(task, _machine(desktop), status, answer)
    return await native.collect(task, desktop, status, answer)


def _machine(desktop: OSWorldDesktop) -> Network:
    """The guest's server is where it is told; the applications listen on their own ports."""
    return Network(desktop.address.host, {GUEST: desktop.address.port})
