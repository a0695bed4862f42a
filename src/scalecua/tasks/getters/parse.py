"""From a getter's JSON to its model, with errors that name key, value and choices."""

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import ValidationError

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.getters import browser, media, office, system, web
from scalecua.tasks.getters.application import Application
from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.command import VmCommandError, VmCommandLine
from scalecua.tasks.getters.file import VmFile
from scalecua.tasks.getters.rule import Rule
from scalecua.tasks.getters.tree import AccessibilityTree

GETTERS: tuple[type[Getter], ...] = (
    *(VmFile, VmCommandLine, VmCommandError, AccessibilityTree, Rule, Application),
    *(getter for family in (browser, media, office, system, web) for getter in family.GETTERS),
)
TYPES: Mapping[str, type[Getter]] = {
    name: model for model in GETTERS for name in get_args(model.model_fields["type"].annotation)
}


def parse(spec: Mapping[str, Any], where: str) -> Getter:
    """The getter an evaluator asks for; JudgeError naming what is wrong in it."""
    kind = spec.get("type")
    model = TYPES.get(kind) if isinstance(kind, str) else None
    if model is None:
        raise JudgeError(
            f"{where}: getter type is {kind!r}; choices: {', '.join(sorted(TYPES))}", failure=Failure.JUDGE
        )
    try:
        return model.model_validate(spec)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "parameters"
        known = ", ".join(name for name in model.model_fields if name != "type")
        message = f"{where} ({kind}): {key} is {first['input']!r:.200}: {first['msg']}; parameters: {known}"
        raise JudgeError(message, failure=Failure.JUDGE) from error
