"""A task that carries its files: what it would download comes with it."""

from dataclasses import replace
from typing import Any

from scalecua.core.task import JSON, Task
from scalecua.tasks.assets import Assets
from scalecua.tasks.steps.file import inline

DOWNLOAD = "download"


async def bundled(task: Task, assets: Assets) -> Task:
    """The same task, every `download` step an upload; TaskError where a file cannot be had.

    What a judge fetches to compare with stays an address: an agent's desktop must not hold it.
    """
    return replace(task, setup=tuple([await _carried(step, assets) for step in task.setup]))


async def _carried(step: JSON, assets: Assets) -> JSON:
    if step.get("type") != DOWNLOAD:
        return step
    files: list[dict[str, Any]] = []
    for file in step["parameters"]["files"]:
        data = (await assets.get(file["url"])).read_bytes()
        files.append({"path": file["path"], "content": inline(data)})
    return {"type": "upload_file", "parameters": {"files": files}}
