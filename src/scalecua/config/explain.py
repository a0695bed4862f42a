"""Validation errors in a person's words: the key, the value and the choices."""

import difflib
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError


def explain(error: ValidationError, model: type[BaseModel]) -> str:
    """One line a fault."""
    return "\n".join(_line(dict(fault), model) for fault in error.errors(include_url=False))


def _line(fault: dict[str, Any], model: type[BaseModel]) -> str:
    key, parent = _walk(model, fault["loc"])
    value = fault["input"]
    if fault["type"] == "extra_forbidden":
        choices = sorted(name for found in _models(parent) for name in found.model_fields)
        near = difflib.get_close_matches(str(fault["loc"][-1]), choices, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        return f"unknown key {key} = {value!r}{hint} (choices: {', '.join(choices)})"
    if fault["type"] == "union_tag_invalid":
        return f"{key}.kind = {fault['ctx']['tag']!r} (choices: {fault['ctx']['expected_tags']})"
    return f"{key} = {value!r}: {fault['msg'][0].lower()}{fault['msg'][1:]}"


def _walk(model: Any, loc: Sequence[int | str]) -> tuple[str, Any]:
    """The key a person wrote, and what its parent table may hold.

    Pydantic puts the chosen `kind` of a union into the path as well; a person did not write it there.
    """
    current, parent, key = model, model, []
    for part in loc:
        chosen = [found for found in _models(current) if _kind(found) == part]
        if chosen:
            current = chosen[0]
            continue
        key.append(str(part))
        parent, current = current, _inside(current, part)
    return ".".join(key), parent


def _kind(model: type[BaseModel]) -> Any:
    return model.model_fields["kind"].default if "kind" in model.model_fields else None


def _inside(annotation: Any, part: int | str) -> Any:
    for candidate in _models(annotation):
        if part in candidate.model_fields:
            return candidate.model_fields[str(part)].annotation
    arguments = getattr(annotation, "__args__", ())
    return arguments[-1] if arguments else None


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        return
    for argument in getattr(annotation, "__args__", ()):
        yield from _models(argument)
