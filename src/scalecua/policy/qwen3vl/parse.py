"""From an answer to actions in screen pixels, or to the reason why there are none."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from scalecua.core import action as a
from scalecua.policy.family import Malformed
from scalecua.policy.qwen3vl import arguments as args
from scalecua.policy.qwen3vl.arguments import Arguments, Point
from scalecua.policy.qwen3vl.calls import Refused, calls, refuse, shown, unended

_ENDINGS = {"success": "done", "failure": "infeasible", "fail": "infeasible", "failed": "infeasible"}
_WAIT_S = 1.0


def parse(text: str, screen: Point, pointer: Point | None = None) -> tuple[a.Action, ...] | Malformed:
    """Every call in order, or Malformed with the first thing that is wrong; never an exception."""
    actions: list[a.Action] = []
    try:
        for arguments in calls(unended(text)):
            if actions and isinstance(actions[-1], a.End):
                refuse("Nothing can follow the call that ends the task")
            actions.append(_action(arguments, screen, pointer))
            pointer = next(reversed(a.points(actions[-1])), pointer)
    except Refused as refusal:
        return Malformed(str(refusal))
    return tuple(actions)


def _action(arguments: Arguments, screen: Point, pointer: Point | None) -> a.Action:
    strange = sorted(name for name in arguments if name not in args.KNOWN)
    if strange:
        refuse(f"computer_use has no argument {shown(strange[0])}")
    name = arguments.get("action")
    if not isinstance(name, str):
        refuse('A call needs "action", a string')
    kind = name.strip().lower()
    make = KINDS.get(kind) or refuse(f"There is no action {shown(name)}")
    fields = {"kind": kind, **make(_Call(arguments, screen, pointer))}
    try:
        return a.ACTION.validate_python(fields)
    except ValidationError as invalid:
        first = invalid.errors()[0]
        return refuse(f"{kind}: {'.'.join(map(str, first['loc'][1:]))}: {first['msg']}")


class _Call:
    """One call's arguments with what is needed to read points: the screen, and the mouse if it is known."""

    __slots__ = ("arguments", "pointer", "screen")

    def __init__(self, arguments: Arguments, screen: Point, pointer: Point | None) -> None:
        self.arguments = arguments
        self.screen = screen
        self.pointer = pointer

    def point(self, *names: str) -> Point | None:
        value = args.one(self.arguments, *names)
        return None if value is None else args.point(value, self.screen)


Fields = Mapping[str, Any]


def _pointed(call: _Call) -> Fields:
    """A click where it says, or where the mouse is."""
    where = call.point("coordinate") or call.pointer or refuse("A mouse action needs coordinate")
    return {"x": where[0], "y": where[1], "modifiers": args.held(call.arguments)}


def _move(call: _Call) -> Fields:
    where = call.point("coordinate") or refuse("mouse_move needs coordinate")
    return {"x": where[0], "y": where[1]}


def _drag(call: _Call) -> Fields:
    """From `start_coordinate` or the first of two points, or from where the mouse is, to the other point."""
    start, first, second = (
        call.point("start_coordinate"),
        call.point("coordinate"),
        call.point("coordinate2", "end_coordinate"),
    )
    if start and first and second:
        refuse("A drag has one start and one end")
    ends = [end for end in (start, first, second) if end]
    if len(ends) == 1 and first and call.pointer:
        ends = [call.pointer, first]
    if len(ends) != 2:
        refuse("left_click_drag needs start_coordinate and coordinate")
    return {
        "x": ends[0][0],
        "y": ends[0][1],
        "to_x": ends[1][0],
        "to_y": ends[1][1],
        "modifiers": args.held(call.arguments),
    }


def _scroll(call: _Call) -> Fields:
    """By signed `pixels` (up is positive) or by direction and amount; where it says, or where the mouse is.

    The mouse rests in the middle of the screen until something moves it.
    """
    return _scrolled(call, ("down", "up"))


def _hscroll(call: _Call) -> Fields:
    return _scrolled(call, ("left", "right"))


def _scrolled(call: _Call, ways: tuple[str, str]) -> Fields:
    middle = ((call.screen[0] - 1) // 2, (call.screen[1] - 1) // 2)
    where = call.point("coordinate") or call.pointer or middle
    direction = args.one(call.arguments, "direction", "scroll_direction")
    signed = args.one(call.arguments, "pixels")
    amount = args.one(call.arguments, "amount", "scroll_amount")
    if signed is not None and amount is None:
        pixels = args.whole(signed)
        way, amount = ways[pixels > 0], abs(pixels)
        if direction is not None and direction != way:
            refuse(f"pixels {pixels} is {way}, and direction says {shown(direction)}")
    elif amount is not None and signed is None and direction is not None:
        way, amount = direction, args.whole(amount)
    else:
        refuse("A scroll needs pixels, or direction and amount")
    held = args.held(call.arguments)
    return {
        "kind": "scroll",
        "x": where[0],
        "y": where[1],
        "direction": way,
        "amount": amount,
        "modifiers": held,
    }


def _keys(call: _Call) -> Fields:
    return {"keys": args.keys(args.one(call.arguments, "keys", "key", "text"))}


def _hold(call: _Call) -> Fields:
    return {**_keys(call), "seconds": args.number(args.one(call.arguments, "time", "duration", "seconds"))}


def _wait(call: _Call) -> Fields:
    seconds = args.one(call.arguments, "time", "duration", "seconds")
    return {"seconds": _WAIT_S if seconds is None else args.number(seconds)}


def _terminate(call: _Call) -> Fields:
    status = args.text(call.arguments, "status").strip().lower()
    kind = _ENDINGS.get(status) or refuse("terminate needs status, success or failure")
    return {"kind": kind} if kind == "done" else {"kind": kind, **_reason(call)}


def _reason(call: _Call) -> Fields:
    given = args.one(call.arguments, "reason", "text")
    return {} if given is None else {"reason": args.text(call.arguments, "reason", "text")}


def _file(call: _Call) -> Fields:
    return {
        "path": args.text(call.arguments, "path", "text"),
        "content": args.text(call.arguments, "content"),
    }


KINDS: Mapping[str, Callable[[_Call], Fields]] = {
    **dict.fromkeys(
        (
            "left_click",
            "right_click",
            "middle_click",
            "double_click",
            "triple_click",
            "left_mouse_down",
            "left_mouse_up",
        ),
        _pointed,
    ),
    "mouse_move": _move,
    "left_click_drag": _drag,
    "scroll": _scroll,
    "hscroll": _hscroll,
    "key": _keys,
    "hold_key": _hold,
    "type": lambda call: {"text": args.text(call.arguments, "text")},
    "wait": _wait,
    "screenshot": lambda call: {},
    "cursor_position": lambda call: {},
    "write_file": _file,
    "terminate": _terminate,
    "done": lambda call: {},
    "infeasible": _reason,
    "answer": lambda call: {"text": args.text(call.arguments, "text")},
}
