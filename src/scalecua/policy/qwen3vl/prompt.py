"""What the policy is told: one line for a tiny model, the whole function signature for a full one."""

import json
from typing import Any, Literal

Style = Literal["compact", "full"]
GRID = 1000
COMPACT = "Control the desktop with computer_use."

_POINT = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
_KEYS = {"type": "array", "items": {"type": "string"}}
_KINDS = (
    "left_click", "right_click", "middle_click", "double_click", "triple_click", "left_click_drag",
    "mouse_move", "left_mouse_down", "left_mouse_up", "key", "hold_key", "type", "scroll", "hscroll",
    "screenshot", "wait", "cursor_position", "write_file", "terminate", "answer",
)  # fmt: skip
_ARGUMENTS: dict[str, dict[str, Any]] = {
    "action": {"type": "string", "enum": list(_KINDS), "description": "What to do."},
    "coordinate": {
        **_POINT,
        "description": "[x, y], each from 0 (left, top) to 1000 (right, bottom): where a mouse action "
        "happens, where a drag ends.",
    },
    "start_coordinate": {**_POINT, "description": "[x, y] where left_click_drag begins."},
    "modifiers": {**_KEYS, "description": "Keys held during a mouse action: ctrl, shift, alt, super."},
    "keys": {**_KEYS, "description": 'For key and hold_key: one key or a chord, such as ["ctrl", "s"].'},
    "text": {
        "type": "string",
        "description": "For type: the text. For answer: the answer. For write_file: the path of the file.",
    },
    "content": {"type": "string", "description": "For write_file: what the file shall contain."},
    "pixels": {
        "type": "integer",
        "description": "For scroll: notches of the wheel, up if positive and down if negative. For hscroll: "
        "right if positive and left if negative.",
    },
    "time": {"type": "number", "description": "Seconds, for wait and hold_key."},
    "status": {
        "type": "string",
        "enum": ["success", "failure"],
        "description": "For terminate: failure says that the task cannot be done at all.",
    },
    "reason": {"type": "string", "description": "For terminate with failure: why the task cannot be done."},
}
_FUNCTION = {
    "type": "function",
    "function": {
        "name": "computer_use",
        "description": "Work on a desktop by mouse and keyboard; every call is answered by a new screenshot. "
        "The screen is measured on a 1000x1000 grid, whatever its size in pixels. Point at the middle of "
        "what you mean. A window may need time to appear: wait and look again.",
        "parameters": {"type": "object", "properties": _ARGUMENTS, "required": ["action"]},
    },
}
_FULL = """You work on a desktop computer for a user, looking at screenshots.

# Tools

These functions are yours to call:
<tools>
{signature}
</tools>

A call is a JSON object with the function's name and its arguments, between <tool_call></tool_call> marks:
<tool_call>
{{"name": <function name>, "arguments": <arguments as a JSON object>}}
</tool_call>

# Every answer

1) Action: one short sentence that says what you do next.
2) One <tool_call> or more, and nothing after them.
When the task is done, call terminate with success; when it cannot be done, call terminate with failure."""


def system(style: Style) -> str:
    """The system message; `<tool_call>` in it is meant as the mark."""
    if style == "compact":
        return COMPACT
    return _FULL.format(signature=json.dumps(_FUNCTION, ensure_ascii=False))
