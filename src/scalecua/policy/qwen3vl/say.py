"""Actions as Qwen3-VL says them: one `<tool_call>` each, points on the grid."""

import json
import re
from collections.abc import Sequence
from typing import Any

from scalecua.core import action as a
from scalecua.policy.grid import to_grid
from scalecua.policy.qwen3vl.prompt import GRID
from scalecua.policy.tokenizer import TOOL_CALL, TOOL_CALL_END

_TAG = re.compile(r"<(?=\||/?(?:tool_call|tool_response|think|function|parameter)\b)")
_SCROLLS = {"up": ("scroll", 1), "down": ("scroll", -1), "right": ("hscroll", 1), "left": ("hscroll", -1)}


def say(actions: Sequence[a.Action], thought: str, screen: tuple[int, int]) -> str:
    """The text of an answer; a thought becomes one `Action:` line. What looks like a mark is escaped."""
    calls = [_call(_arguments(action, screen)) for action in actions]
    line = " ".join(_TAG.sub("", thought).split())
    return "\n".join([f"Action: {line}", *calls] if line else calls)


def thought(text: str) -> str:
    """What an answer says before its first call, as one line without `Action:`."""
    before, _, _ = text.partition(TOOL_CALL)
    return " ".join(before.split()).removeprefix("Action:").strip()


def _call(arguments: dict[str, Any]) -> str:
    body = json.dumps({"name": "computer_use", "arguments": arguments}, ensure_ascii=False)
    escaped = _TAG.sub(r"\\u003c", body)
    return f"{TOOL_CALL}\n{escaped}\n{TOOL_CALL_END}"


def _arguments(action: a.Action, screen: tuple[int, int]) -> dict[str, Any]:
    """The arguments of one call, in the order in which the model says them."""
    match action:
        case a.LeftClickDrag():
            ends = {
                "start_coordinate": _point(action.x, action.y, screen),
                "coordinate": _point(action.to_x, action.to_y, screen),
            }
            return {"action": action.kind, **ends, **_held(action.modifiers)}
        case a.Scroll():
            kind, sign = _SCROLLS[action.direction]
            where = {"coordinate": _point(action.x, action.y, screen), "pixels": sign * action.amount}
            return {"action": kind, **where, **_held(action.modifiers)}
        case a.MouseMove():
            return {"action": action.kind, "coordinate": _point(action.x, action.y, screen)}
        case (
            a.LeftClick()
            | a.RightClick()
            | a.MiddleClick()
            | a.DoubleClick()
            | a.TripleClick()
            | a.LeftMouseDown()
            | a.LeftMouseUp()
        ):
            where = {"coordinate": _point(action.x, action.y, screen)}
            return {"action": action.kind, **where, **_held(action.modifiers)}
        case _:
            return _without_point(action)


def _without_point(action: a.Action) -> dict[str, Any]:
    match action:
        case a.Key():
            return {"action": "key", "keys": list(action.keys)}
        case a.HoldKey():
            return {"action": "hold_key", "keys": list(action.keys), "time": _number(action.seconds)}
        case a.Wait():
            return {"action": "wait", "time": _number(action.seconds)}
        case a.Type() | a.Answer():
            return {"action": action.kind, "text": action.text}
        case a.WriteFile():
            return {"action": "write_file", "text": action.path, "content": action.content}
        case a.Done():
            return {"action": "terminate", "status": "success"}
        case a.Infeasible():
            reason = {"reason": action.reason} if action.reason else {}
            return {"action": "terminate", "status": "failure", **reason}
        case _:
            return {"action": action.kind}


def _point(x: int, y: int, screen: tuple[int, int]) -> list[int]:
    return [to_grid(x, screen[0], GRID), to_grid(y, screen[1], GRID)]


def _held(modifiers: a.Modifiers) -> dict[str, Any]:
    return {"modifiers": list(modifiers)} if modifiers else {}


def _number(seconds: float) -> float | int:
    """Whole seconds without a decimal point: one token less to say."""
    return int(seconds) if seconds == int(seconds) else seconds
