"""Tasks of other formats as folders of ours."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from scalecua.core.errors import TaskError
from scalecua.core.task import Task
from scalecua.tasks.assets import Assets
from scalecua.tasks.bundle import bundled
from scalecua.tasks.evaluator import SCIENCEBOARD
from scalecua.tasks.folder import save


async def imported(
    found: Iterable[tuple[Path, Task | TaskError]], to: Path, assets: Assets | None
) -> dict[Path, Path | str]:
    """By file, where its task lies now as `<to>/<domain>/<id>`, or why it does not.

    With `assets`, what the set-up downloads comes with the task. ScienceBoard's files load as they are, and
    are copied.
    """
    told: dict[Path, Path | str] = {}
    for file, task in found:
        if isinstance(task, TaskError):
            told[file] = str(task)
            continue
        folder = to / (task.domain or "tasks") / task.id
        try:
            told[file] = await _brought(file, task, folder, assets)
        except (TaskError, OSError) as error:
            told[file] = str(error)
    return told


async def _brought(file: Path, task: Task, folder: Path, assets: Assets | None) -> Path:
    if not folder.resolve().is_relative_to(folder.parents[1].resolve()) or folder.name != task.id:
        raise TaskError(f"the task's id is {task.id!r}; it is to be the name of a folder")
    if folder.exists() or folder.with_suffix(".json").exists():
        raise TaskError(f"{folder} is there already")
    if SCIENCEBOARD in task.judge:
        folder.parent.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copyfile(file, folder.parent / file.name))
    save(task if assets is None else await bundled(task, assets), folder)
    return folder
