"""Finding the calls in an answer: JSON or XML between `<tool_call>` marks, outside any thought."""

import json
import re
from typing import Any, NoReturn

from scalecua.policy.tokenizer import END, IM_END, THINK, THINK_END, TOOL_CALL, TOOL_CALL_END

_TAG = re.compile("|".join((TOOL_CALL, TOOL_CALL_END, THINK, THINK_END)))
_BLANK = re.compile(r"\s*")
_FUNCTION = re.compile(r"<function=([^<>\s]+)>")
_PARAMETER = re.compile(r"\s*<parameter=([^<>\s]+)>(.*?)</parameter>", re.DOTALL)
_FUNCTION_END = re.compile(r"\s*</function>")
_TEXTS = frozenset(("action", "text", "content", "path", "reason", "status"))


class Refused(ValueError):
    """Why an answer cannot be acted on, in one clause for the model."""


def refuse(reason: str) -> NoReturn:
    """Give up on the answer."""
    raise Refused(reason)


def shown(value: object) -> str:
    """A value of the model's as it is quoted back to it: printable and short."""
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def calls(text: str) -> list[dict[str, Any]]:
    """The arguments of every `computer_use` call, in order; Refused if any call is not whole."""
    found: list[dict[str, Any]] = []
    position = 0
    first = True
    while tag := _TAG.search(text, position):
        match tag[0]:
            case "<tool_call>":
                arguments, position = _call(text, tag.end())
                found.append(arguments)
            case "<think>":
                end = text.find(THINK_END, tag.end())
                position = end + len(THINK_END) if end >= 0 else refuse("The thought was not finished")
            case "</think>" if first:
                position = tag.end()
            case stray:
                refuse(f"There is a {stray} that closes nothing")
        first = False
    return found or refuse("There is no <tool_call> in the answer")


def unended(text: str) -> str:
    """The answer without the end tokens that an engine may have spelled out behind it."""
    while True:
        text = text.rstrip()
        bare = text.removesuffix(IM_END).removesuffix(END)
        if bare == text:
            return text
        text = bare


def _call(text: str, start: int) -> tuple[dict[str, Any], int]:
    """The arguments of the call whose mark ends at `start`, and where its closing mark ends."""
    start = _skip(text, start)
    name, arguments, end = _xml(text, start) if text.startswith("<", start) else _json(text, start)
    end = _skip(text, end)
    if not text.startswith(TOOL_CALL_END, end):
        refuse("A <tool_call> was not closed by </tool_call> right after its call")
    if name != "computer_use":
        refuse(f"There is no function {shown(name)}; call computer_use")
    return arguments, end + len(TOOL_CALL_END)


def _json(text: str, start: int) -> tuple[object, dict[str, Any], int]:
    try:
        call, end = _DECODER.raw_decode(text, start)
    except Refused:
        raise
    except (ValueError, RecursionError):
        refuse("What is inside <tool_call> is not valid JSON")
    if not isinstance(call, dict) or "name" not in call or "arguments" not in call:
        refuse('A call needs "name" and "arguments"')
    arguments = call["arguments"]
    if isinstance(arguments, str):
        try:
            arguments = _DECODER.decode(arguments)
        except (ValueError, RecursionError):
            refuse('"arguments" is not valid JSON')
    if not isinstance(arguments, dict):
        refuse('"arguments" must be an object')
    return call["name"], arguments, end


def _xml(text: str, start: int) -> tuple[str, dict[str, Any], int]:
    """The form of Qwen3.5: `<function=name><parameter=key>value</parameter>...</function>`."""
    head = _FUNCTION.match(text, start) or refuse(
        "What is inside <tool_call> is neither JSON nor a <function>"
    )
    pairs: list[tuple[str, Any]] = []
    position = head.end()
    while parameter := _PARAMETER.match(text, position):
        pairs.append((parameter[1], _value(parameter[1], parameter[2])))
        position = parameter.end()
    end = _FUNCTION_END.match(text, position) or refuse(
        "A <function> was not closed, or holds more than parameters"
    )
    arguments = _unique(pairs)
    if "action" not in arguments and "type" in arguments:
        arguments["action"] = arguments.pop("type")
    return head[1], arguments, end.end()


def _value(name: str, raw: str) -> Any:
    """A parameter's value: JSON where it is, else its text, without the line breaks around it."""
    text = raw.removeprefix("\n").removesuffix("\n")
    if name in _TEXTS:
        return text
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        return text


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object that says nothing twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        refuse("A call says the same argument twice")
    return found


def _constant(name: str) -> NoReturn:
    refuse(f"{name} is not a number that can be used")


def _skip(text: str, start: int) -> int:
    blank = _BLANK.match(text, start)
    return blank.end() if blank else start


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_constant, strict=False)
