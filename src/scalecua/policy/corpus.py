"""What the tiny tokenizer is trained on: frames of tool calls, key names, words of tasks and windows."""

from collections.abc import Iterator

from scalecua.policy.keys import NAMED

HEAD = '\n{"name": "computer_use", "arguments": {"action": "'
POINTED = (
    "left_click", "right_click", "middle_click", "double_click", "triple_click", "mouse_move",
    "left_mouse_down", "left_mouse_up", "scroll", "hscroll",
)  # fmt: skip
OPENINGS = (
    *(f'{HEAD}{kind}", "coordinate": [' for kind in POINTED),
    f'{HEAD}left_click_drag", "start_coordinate": [',
    f'{HEAD}type", "text": "',
    f'{HEAD}key", "keys": ["',
    f'{HEAD}hold_key", "keys": ["',
    f'{HEAD}wait", "time": ',
    f'{HEAD}answer", "text": "',
    f'{HEAD}terminate", "status": "success"}}}}\n',
    f'{HEAD}terminate", "status": "failure"}}}}\n',
    f'{HEAD}terminate", "status": "failure", "reason": "',
    f'{HEAD}screenshot"}}}}\n',
    f'{HEAD}cursor_position"}}}}\n',
    f'{HEAD}write_file", "text": "',
)
JOINTS = (
    '], "coordinate": [',
    '], "pixels": ',
    '], "modifiers": ["',
    '"], "time": ',
    '", "content": "',
    '", "',
)
TAILS = ("]}}\n", '"]}}\n', '"}}\n', "}}\n", ", ", "-")
THOUGHT = "Action: "
FRAMES = (THOUGHT, *OPENINGS, *JOINTS, *TAILS)
"""Every piece of an answer that is not an argument's value; each becomes one token."""

_WORDS = """
Press the button Check and then press OK Enter Set Name to City Choose in list Write save Replace all text
with Make a new folder named Run terminal Turn on off touch mkdir line numbers check enter calculator
Show Display Highlight whitespace endings current matching brackets Cancel
apple bread chair cloud dream eagle field glass green happy horse house island juice knife lemon light melon
money mouse music night ocean olive orange paper party pearl piano plane plant quiet radio river robot rose
salad sand ship silver smile snow spoon star stone sugar table tiger tower train tulip violin water wheat
winter yellow zebra
Text Form File Edit Search View Document Help Buttons Options List Entry Question Choice Item Long margin
at column sqrt MS MR
screenshot removed Control desktop with computer use Action Your last answer could not be read action was
performed Answer one valid no tool call is
click type open close cancel yes no apply select word window menu box file name value item entry row page
key top bottom first second last next old title color size user home document report sheet find copy paste
Click Type Open Close Save Yes No Apply Select Change Next
"""
_COMMON = "ing er ed on in re st en at or es an th ti le al ar it as te se ou de ve ro ll me ne ra"


def weighted() -> Iterator[tuple[str, int]]:
    """Each training text with the number of times it counts."""
    for frame in FRAMES:
        yield frame, 400
    for name in NAMED:
        yield name, 1 if name[1:].isdigit() else 60
    words = list(dict.fromkeys(_WORDS.split()))
    for rank, word in enumerate(words):
        yield word, 50 - rank * 40 // len(words)
    for part in _COMMON.split():
        yield part, 20


def lines() -> Iterator[str]:
    """The corpus itself, always in the same order."""
    for text, count in weighted():
        for _ in range(count):
            yield text
