"""Look at one of our desktops for everything that a task's items look at."""

from collections.abc import Mapping
from typing import Any

from scalecua.core.desktop import Desktop
from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.core.trajectory import Status
from scalecua.tasks.scienceboard.metrics.sources import source
from scalecua.tasks.scienceboard.native import grass, kalgebra, texstudio


async def collect(task: Task, desktop: Desktop, status: Status, answer: str) -> dict[str, Any]:
    """The state that the metrics score; JudgeError for what our desktops cannot tell (see `runnable`)."""
    found: dict[str, Any] = {}
    for number, item in enumerate(task.judge["scienceboard"], 1):
        name = source(task.judge["application"], item)
        if name is not None and name not in found:
            found[name] = await _value(item, task, desktop, f"scienceboard-{number}")
    return {"status": status.value, "answer": answer, "found": found}


async def _value(item: Mapping[str, Any], task: Task, desktop: Desktop, key: str) -> Any:
    match task.judge["application"], item["type"]:
        case "TeXstudio", "file" | "include":
            return await texstudio.text(desktop, item["path"])
        case "TeXstudio", "compile":
            return await texstudio.compiles(desktop, item["path"], item["file"])
        case "KAlgebra", "val" | "var":
            return await kalgebra.variables(desktop, key)
        case "KAlgebra", "eqn":
            return await kalgebra.plots(desktop, key)
        case "GrassGIS", "db":
            return await grass.gcmd(desktop, grass.location(task.setup), item["cmd"], item["kwargs"])
    reason = f"our desktops cannot tell {item['type']} of {task.judge['application']}"
    raise JudgeError(f"task {task.id}: {reason}", failure=Failure.JUDGE)
