"""From the JSON of a task's steps to step models, with errors that name step, key, value and choices."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import ValidationError

from scalecua.core.errors import TaskError
from scalecua.tasks.steps import browser
from scalecua.tasks.steps.account import GoogleDrive, Login, Proxy
from scalecua.tasks.steps.act import Act, Replay
from scalecua.tasks.steps.base import Step
from scalecua.tasks.steps.download import Download
from scalecua.tasks.steps.file import UploadFile, WriteFile
from scalecua.tasks.steps.pause import Sleep
from scalecua.tasks.steps.program import Execute, ExecuteWithVerification, Launch
from scalecua.tasks.steps.view import ChangeWallpaper, TidyDesktop
from scalecua.tasks.steps.window import ActivateWindow, CloseWindow, Open, WaitWindow

STEPS: tuple[type[Step], ...] = (
    *(Launch, Execute, ExecuteWithVerification, Sleep),
    *(ActivateWindow, CloseWindow, Open, WaitWindow),
    *(Download, UploadFile, WriteFile),
    *(ChangeWallpaper, TidyDesktop, Act, Replay),
    *(GoogleDrive, Login, Proxy),
    *browser.STEPS,
)
TYPES: Mapping[str, type[Step]] = {
    name: model for model in STEPS for name in get_args(model.model_fields["type"].annotation)
}


def parse(steps: Sequence[Mapping[str, Any]], where: str = "config") -> tuple[Step, ...]:
    """The steps of a task's `config` or `postconfig`, in order; TaskError on the first wrong one."""
    return tuple(_one(step, f"{where} step {number}") for number, step in enumerate(steps, 1))


def _one(step: Mapping[str, Any], where: str) -> Step:
    if not isinstance(step, Mapping) or set(step) - {"type", "parameters"} or "type" not in step:
        raise TaskError(f'{where} must be {{"type": …, "parameters": {{…}}}}, not {json.dumps(step)[:300]}')
    model, parameters = TYPES.get(step["type"]), step.get("parameters", {})
    if model is None:
        raise TaskError(f"{where}: type is {step['type']!r}; choices: {', '.join(sorted(TYPES))}")
    if not isinstance(parameters, Mapping) or "type" in parameters:
        raise TaskError(f"{where} ({step['type']}): parameters is {parameters!r:.200}; it must be an object")
    try:
        return model.model_validate({"type": step["type"], **parameters})
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "parameters"
        known = ", ".join(name for name in model.model_fields if name != "type")
        raise TaskError(
            f"{where} ({step['type']}): {key} is {first['input']!r:.200}: {first['msg']}; parameters: {known}"
        ) from error
