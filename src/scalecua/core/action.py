"""The closed union of actions, in screen pixels; as JSON `{"kind": "left_click", "x": 640, "y": 400}`."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter, with_config

Modifiers = tuple[Literal["ctrl", "shift", "alt", "super"], ...]
Pixel = Annotated[int, Field(ge=0, strict=True)]
_closed = with_config(ConfigDict(extra="forbid"))


@_closed
@dataclass(frozen=True, slots=True)
class LeftClick:
    x: Pixel
    y: Pixel
    modifiers: Modifiers = ()
    kind: Literal["left_click"] = "left_click"


@_closed
@dataclass(frozen=True, slots=True)
class RightClick:
    x: Pixel
    y: Pixel
    modifiers: Modifiers = ()
    kind: Literal["right_click"] = "right_click"


@_closed
@dataclass(frozen=True, slots=True)
class MiddleClick:
    x: Pixel
    y: Pixel
    modifiers: Modifiers = ()
    kind: Literal["middle_click"] = "middle_click"


@_closed
@dataclass(frozen=True, slots=True)
class DoubleClick:
    x: Pixel
    y: Pixel
    modifiers: Modifiers = ()
    kind: Literal["double_click"] = "double_click"


@_closed
@dataclass(frozen=True, slots=True)
class TripleClick:
    x: Pixel
    y: Pixel
    modifiers: Modifiers = ()
    kind: Literal["triple_click"] = "triple_click"


@_closed
@dataclass(frozen=True, slots=True)
class LeftClickDrag:
    """Press at (x, y), move with the button held, release at (to_x, to_y)."""

    x: Pixel
    y: Pixel
    to_x: Pixel
    to_y: Pixel
    modifiers: Modifiers = ()
    kind: Literal["left_click_drag"] = "left_click_drag"


@_closed
@dataclass(frozen=True, slots=True)
class MouseMove:
    x: Pixel
    y: Pixel
    kind: Literal["mouse_move"] = "mouse_move"


@_closed
@dataclass(frozen=True, slots=True)
class LeftMouseDown:
    x: Pixel
    y: Pixel
    modifiers: Modifiers = ()
    kind: Literal["left_mouse_down"] = "left_mouse_down"


@_closed
@dataclass(frozen=True, slots=True)
class LeftMouseUp:
    x: Pixel
    y: Pixel
    modifiers: Modifiers = ()
    kind: Literal["left_mouse_up"] = "left_mouse_up"


@_closed
@dataclass(frozen=True, slots=True)
class Key:
    """Press a key or chord and release it, e.g. `("ctrl", "s")`; names are lower-case."""

    keys: Annotated[tuple[str, ...], Field(min_length=1)]
    kind: Literal["key"] = "key"


@_closed
@dataclass(frozen=True, slots=True)
class HoldKey:
    """Hold a key or chord for `seconds`, then release it."""

    keys: Annotated[tuple[str, ...], Field(min_length=1)]
    seconds: Annotated[float, Field(gt=0, le=60)]
    kind: Literal["hold_key"] = "hold_key"


@_closed
@dataclass(frozen=True, slots=True)
class Type:
    """Type `text`, any Unicode; a newline is the Enter key."""

    text: str
    kind: Literal["type"] = "type"


@_closed
@dataclass(frozen=True, slots=True)
class Scroll:
    """Turn the wheel `amount` notches with the pointer at (x, y)."""

    x: Pixel
    y: Pixel
    direction: Literal["up", "down", "left", "right"]
    amount: Annotated[int, Field(ge=1, le=100)]
    modifiers: Modifiers = ()
    kind: Literal["scroll"] = "scroll"


@_closed
@dataclass(frozen=True, slots=True)
class Screenshot:
    """Look again without acting."""

    kind: Literal["screenshot"] = "screenshot"


@_closed
@dataclass(frozen=True, slots=True)
class Wait:
    seconds: Annotated[float, Field(ge=0, le=60)]
    kind: Literal["wait"] = "wait"


@_closed
@dataclass(frozen=True, slots=True)
class CursorPosition:
    kind: Literal["cursor_position"] = "cursor_position"


@_closed
@dataclass(frozen=True, slots=True)
class WriteFile:
    """ScienceBoard's file action: write `content` to `path` on the desktop."""

    path: str
    content: str
    kind: Literal["write_file"] = "write_file"


@_closed
@dataclass(frozen=True, slots=True)
class Done:
    """The agent declares the task finished."""

    kind: Literal["done"] = "done"


@_closed
@dataclass(frozen=True, slots=True)
class Answer:
    """The agent ends the episode with an answer in words."""

    text: str
    kind: Literal["answer"] = "answer"


@_closed
@dataclass(frozen=True, slots=True)
class Infeasible:
    """The agent declares that the task cannot be done."""

    reason: str = ""
    kind: Literal["infeasible"] = "infeasible"


Mouse = (
    LeftClick
    | RightClick
    | MiddleClick
    | DoubleClick
    | TripleClick
    | LeftClickDrag
    | MouseMove
    | LeftMouseDown
    | LeftMouseUp
    | Scroll
)
Keyboard = Key | HoldKey | Type
Passive = Screenshot | Wait | CursorPosition
End = Done | Answer | Infeasible
Action = Annotated[
    Mouse | Keyboard | Passive | WriteFile | End,
    Field(discriminator="kind"),
]
ACTION: TypeAdapter[Action] = TypeAdapter(Action)


def points(action: Action) -> tuple[tuple[int, int], ...]:
    """Every screen pixel an action names: none, one, or both ends of a drag."""
    if isinstance(action, LeftClickDrag):
        return (action.x, action.y), (action.to_x, action.to_y)
    if isinstance(action, Mouse):
        return ((action.x, action.y),)
    return ()
