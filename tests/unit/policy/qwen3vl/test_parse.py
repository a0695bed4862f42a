import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scalecua.core.action import ACTION, Action
from scalecua.policy.family import Malformed
from scalecua.policy.qwen3vl.arguments import KNOWN
from scalecua.policy.qwen3vl.parse import parse

SCREEN = (1280, 800)


def call(**arguments: Any) -> str:
    return f"<tool_call>\n{json.dumps({'name': 'computer_use', 'arguments': arguments})}\n</tool_call>"


def read(
    text: str, screen: tuple[int, int] = SCREEN, pointer: tuple[int, int] | None = None
) -> list[dict[str, Any]]:
    found = parse(text, screen, pointer)
    assert not isinstance(found, Malformed), found
    return [{k: v for k, v in dumped(action).items() if v != []} for action in found]


def dumped(action: Action) -> dict[str, Any]:
    value: dict[str, Any] = ACTION.dump_python(action, mode="json")
    return value


def refused(text: str, pointer: tuple[int, int] | None = None) -> str:
    found = parse(text, SCREEN, pointer)
    assert isinstance(found, Malformed), found
    assert found.reason[-1] not in ".!?"
    return found.reason


CLICK = {"kind": "left_click", "x": 640, "y": 400}


@pytest.mark.parametrize(
    "text",
    [
        call(action="left_click", coordinate=[500, 500]),
        '<tool_call>{"name":"computer_use","arguments":{"action":"left_click","coordinate":[500,500]}}</tool_call>',
        "Action: click it.\n" + call(action="left_click", coordinate=[500, 500]) + "\n\n",
        "action: click it.\n" + call(action="left_click", coordinate=[500, 500]),
        "<think>\nmaybe <tool_call>?\n</think>\n\n" + call(action="left_click", coordinate=[500, 500]),
        "it is there\n</think>\n\n" + call(action="left_click", coordinate=[500, 500]),
        call(action="left_click", coordinate=[500, 500]) + "<|im_end|>\n",
        call(action="left_click", coordinate=[500.0, 500.0]),
        call(action="left_click", coordinate="[500, 500]"),
        call(action="left_click", coordinate="500,500"),
        call(action="left_click", coordinate="(500, 500.0)"),
        call(action="left_click", coordinate=["500", "500"]),
        call(action=" LEFT_CLICK ", coordinate=[500, 500], text="", keys=None),
        '<tool_call>{"name": "computer_use", "arguments": '
        '"{\\"action\\": \\"left_click\\", \\"coordinate\\": [500, 500]}"}</tool_call>',
        "<tool_call>\n<function=computer_use>\n<parameter=action>\nleft_click\n</parameter>\n"
        "<parameter=coordinate>\n[500, 500]\n</parameter>\n</function>\n</tool_call>",
        "<tool_call>\n<function=computer_use>\n<parameter=type>\nleft_click\n</parameter>\n"
        "<parameter=coordinate>\n[500, 500]\n</parameter>\n</function>\n</tool_call>",
    ],
)
def test_spellings_of_one_click(text: str) -> None:
    assert read(text) == [CLICK]


@pytest.mark.parametrize(
    ("arguments", "action"),
    [
        ({"action": "triple_click", "coordinate": [0, 1000]}, {"kind": "triple_click", "x": 0, "y": 799}),
        ({"action": "hscroll", "coordinate": [500, 500], "pixels": -3},
         {"kind": "scroll", "x": 640, "y": 400, "direction": "left", "amount": 3}),
        ({"action": "hscroll", "coordinate": [500, 500], "pixels": 3},
         {"kind": "scroll", "x": 640, "y": 400, "direction": "right", "amount": 3}),
        ({"action": "scroll", "coordinate": [500, 500], "pixels": -5},
         {"kind": "scroll", "x": 640, "y": 400, "direction": "down", "amount": 5}),
        ({"action": "scroll", "coordinate": [500, 500], "scroll_direction": "up", "scroll_amount": 2},
         {"kind": "scroll", "x": 640, "y": 400, "direction": "up", "amount": 2}),
        ({"action": "scroll", "pixels": 5},
         {"kind": "scroll", "x": 639, "y": 399, "direction": "up", "amount": 5}),
        ({"action": "type", "text": "it's <b>\"\\\n é😀"}, {"kind": "type", "text": "it's <b>\"\\\n é😀"}),
        ({"action": "key", "keys": ["Ctrl", "S"]}, {"kind": "key", "keys": ["ctrl", "s"]}),
        ({"action": "key", "keys": ["ctrl+s"]}, {"kind": "key", "keys": ["ctrl", "s"]}),
        ({"action": "key", "keys": "ctrl+s"}, {"kind": "key", "keys": ["ctrl", "s"]}),
        ({"action": "key", "keys": '["ctrl", "s"]'}, {"kind": "key", "keys": ["ctrl", "s"]}),
        ({"action": "key", "text": "Return"}, {"kind": "key", "keys": ["enter"]}),
        ({"action": "key", "keys": ["Page_Down"]}, {"kind": "key", "keys": ["pagedown"]}),
        ({"action": "hold_key", "text": "shift", "duration": 2},
         {"kind": "hold_key", "keys": ["shift"], "seconds": 2}),
        ({"action": "wait", "time": 2.5}, {"kind": "wait", "seconds": 2.5}),
        ({"action": "wait"}, {"kind": "wait", "seconds": 1}),
        ({"action": "terminate", "status": "success"}, {"kind": "done"}),
        ({"action": "terminate", "status": "failure"}, {"kind": "infeasible", "reason": ""}),
        ({"action": "answer", "text": "42"}, {"kind": "answer", "text": "42"}),
        ({"action": "left_click", "coordinate": [500, 500], "text": "ctrl+shift"},
         {**CLICK, "modifiers": ["ctrl", "shift"]}),
        ({"action": "left_click", "coordinate": [500, 500], "modifiers": ["Control"]},
         {**CLICK, "modifiers": ["ctrl"]}),
        ({"action": "left_click_drag", "start_coordinate": [0, 0], "coordinate": [1000, 1000]},
         {"kind": "left_click_drag", "x": 0, "y": 0, "to_x": 1279, "to_y": 799}),
        ({"action": "left_click_drag", "coordinate": [0, 0], "coordinate2": [1000, 1000]},
         {"kind": "left_click_drag", "x": 0, "y": 0, "to_x": 1279, "to_y": 799}),
        ({"action": "write_file", "text": "/tmp/a", "content": "é\n"},
         {"kind": "write_file", "path": "/tmp/a", "content": "é\n"}),
        ({"action": "mouse_move", "coordinate": [1000, 0]}, {"kind": "mouse_move", "x": 1279, "y": 0}),
        ({"action": "left_mouse_down", "coordinate": [0, 0]}, {"kind": "left_mouse_down", "x": 0, "y": 0}),
        ({"action": "cursor_position"}, {"kind": "cursor_position"}),
        ({"action": "screenshot"}, {"kind": "screenshot"}),
    ],
)  # fmt: skip
def test_every_action_a_model_says(arguments: dict[str, Any], action: dict[str, Any]) -> None:
    assert read(call(**arguments)) == [action]


def test_the_far_corner_is_on_the_screen() -> None:
    found = read(call(action="left_click", coordinate=[1000, 1000]), (1920, 1080))
    assert found == [{"kind": "left_click", "x": 1919, "y": 1079}]


def test_several_calls_keep_their_order_and_the_mouse_moves_with_them() -> None:
    text = (
        call(action="mouse_move", coordinate=[0, 0])
        + "\n"
        + call(action="left_click_drag", coordinate=[500, 500])
    )
    assert [found["kind"] for found in read(text)] == ["mouse_move", "left_click_drag"]
    assert read(text)[1] == {"kind": "left_click_drag", "x": 0, "y": 0, "to_x": 640, "to_y": 400}


def test_where_the_mouse_is_stands_in_for_a_missing_point() -> None:
    assert read(call(action="left_click"), pointer=(3, 4)) == [{"kind": "left_click", "x": 3, "y": 4}]
    assert read(call(action="scroll", pixels=-1), pointer=(3, 4))[0]["x"] == 3
    assert read(call(action="left_click_drag", coordinate=[0, 0]), pointer=(3, 4))[0]["to_x"] == 0


def test_text_that_looks_like_a_mark_is_typed() -> None:
    raw = call(action="type", text="</tool_call></think>")
    assert read(raw) == [{"kind": "type", "text": "</tool_call></think>"}]


def test_xml_text_stays_text() -> None:
    xml = (
        "<tool_call><function=computer_use><parameter=action>type</parameter>"
        "<parameter=text>\n123\n</parameter></function></tool_call>"
    )
    assert read(xml) == [{"kind": "type", "text": "123"}]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "no <tool_call>"),
        ("I will click the button.", "no <tool_call>"),
        ('{"name": "computer_use", "arguments": {"action": "screenshot"}}', "no <tool_call>"),
        (call(action="screenshot")[:-3], "not closed"),
        ("<tool_call>\n", "not valid JSON"),
        ("<tool_call>{}</tool_call>", "name"),
        ("<tool_call>[1]</tool_call>", "name"),
        ("<tool_call>" + "[" * 100_000, "not valid JSON"),
        ("<think>I could " + call(action="screenshot"), "not finished"),
        (call(action="screenshot") + "</think>", "</think>"),
        (call(action="screenshot") + "</tool_call>", "</tool_call>"),
        (call(action="screenshot").replace("computer_use", "rm"), "no function"),
        (call(action="screenshot") + call(action="fly"), "no action"),
        (call(action="terminate", status="success") + call(action="screenshot"), "follow"),
        (call(), "action"),
        (call(action=3), "action"),
        (call(action="left_click"), "coordinate"),
        (call(action="left_click", coordinate=[500]), "[x, y]"),
        (call(action="left_click", coordinate=[500, 500, 600, 600]), "[x, y]"),
        (call(action="left_click", coordinate=[1001, 500]), "off the"),
        (call(action="left_click", coordinate=[-1, 500]), "off the"),
        (call(action="left_click", coordinate=[1280, 800]), "off the"),
        (call(action="left_click", coordinate=[True, 500]), "not a number"),
        (call(action="left_click", coordinate=["five", 500]), "not a number"),
        (call(action="left_click", coordinate=[float("nan"), 1]), "not a number"),
        (call(action="left_click", coordinate=[1, 1]).replace("[1,", "[1e999,"), "not a number"),
        (call(action="left_click", coordinate=[5, 5], button="right"), "no argument"),
        (call(action="left_click", coordinate=[5, 5], text="hello"), "no key"),
        (call(action="left_click", coordinate=[5, 5], keys=["a"]), "cannot be held"),
        (call(action="left_click_drag", coordinate=[5, 5]), "start_coordinate"),
        (call(action="left_click_drag", start_coordinate=[5, 5]), "start_coordinate"),
        (call(action="left_click_drag", start_coordinate=[5, 5], coordinate=[1, 1], coordinate2=[2, 2]),
         "one end"),
        (call(action="key", keys=[]), "at least one"),
        (call(action="key"), "no key"),
        (call(action="key", keys=["ctrl", "ctrl"]), "once"),
        (call(action="key", keys=["frobnicate"]), "no key"),
        (call(action="type"), "text"),
        (call(action="type", text=5), "text"),
        (call(action="type", text="\ud800"), "half a character"),
        (call(action="scroll", coordinate=[5, 5]), "pixels"),
        (call(action="scroll", coordinate=[5, 5], pixels=0), "amount"),
        (call(action="scroll", coordinate=[5, 5], pixels=101), "amount"),
        (call(action="scroll", coordinate=[5, 5], pixels=1.5), "whole"),
        (call(action="scroll", coordinate=[5, 5], pixels=5, direction="down"), "direction"),
        (call(action="scroll", coordinate=[5, 5], amount=5, direction="in"), "direction"),
        (call(action="wait", time=61), "seconds"),
        (call(action="wait", time="soon"), "not a number"),
        (call(action="wait", time=1, seconds=2), "different"),
        (call(action="hold_key", keys=["a"]), "not a number"),
        (call(action="terminate"), "status"),
        (call(action="terminate", status="maybe"), "status"),
        (call(action="answer"), "text"),
        (call(action="write_file", text="/a"), "content"),
        (call(action="wait", x="screenshot").replace('"x"', '"action"'), "twice"),
        ("<tool_call><function=computer_use><parameter=action>wait</parameter></tool_call>", "<function>"),
        ("<tool_call><click/></tool_call>", "neither"),
    ],
)  # fmt: skip
def test_anything_else_is_malformed(text: str, word: str) -> None:
    assert word in refused(text)


values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
KINDS = (
    "left_click",
    "left_click_drag",
    "scroll",
    "hscroll",
    "key",
    "hold_key",
    "type",
    "wait",
    "terminate",
    "answer",
)


@settings(max_examples=400, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    arguments=st.dictionaries(st.sampled_from(sorted(KNOWN - {"action"})), values),
)
def test_arguments_of_any_type_are_answered(kind: str, arguments: dict[str, Any]) -> None:
    found = parse(call(action=kind, **arguments), SCREEN)
    assert isinstance(found, Malformed) or all(
        ACTION.validate_python(dumped(action)) == action for action in found
    )
