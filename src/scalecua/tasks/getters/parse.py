"""From a getter's JSON to its model, with errors that name key, value and choices."""

from collections.abc import Mapping
from typing import Annotated, Any, get_args

from pydantic import Field, TypeAdapter, ValidationError

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.command import VmCommandLine
from scalecua.tasks.getters.file import VmFile
from scalecua.tasks.getters.rule import Rule
from scalecua.tasks.getters.tree import AccessibilityTree

Known = VmFile | VmCommandLine | AccessibilityTree | Rule
GETTER: TypeAdapter[Getter] = TypeAdapter(Annotated[Known, Field(discriminator="type")])
TYPES = {name: model for model in get_args(Known) for name in get_args(model.model_fields["type"].annotation)}


def parse(spec: Mapping[str, Any], where: str) -> Getter:
    """The getter an evaluator asks for; JudgeError naming what is wrong in it."""
    kind = spec.get("type")
    if kind not in TYPES:
        raise JudgeError(
            f"{where}: getter type is {kind!r}; choices: {', '.join(sorted(TYPES))}", failure=Failure.JUDGE
        )
    try:
        return GETTER.validate_python(spec)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"][1:]) or "parameters"
        known = ", ".join(name for name in TYPES[kind].model_fields if name != "type")
        message = f"{where} ({kind}): {key} is {first['input']!r:.200}: {first['msg']}; parameters: {known}"
        raise JudgeError(message, failure=Failure.JUDGE) from error
