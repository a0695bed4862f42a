"""Lists: choose a row, or two rows with Ctrl held for the second, and press OK."""

from random import Random

from scalecua.tasks.starter.dialog import answered, dialog
from scalecua.tasks.starter.parts import Json, click
from scalecua.tasks.starter.style import place
from scalecua.tasks.starter.template import Slip, Template, Variant
from scalecua.tasks.starter.words import WORDS

CLOSE = click("OK", "push button")
_LIST = ("--list", "--title=List", "--column=Item", "--no-headers", "--button=OK:0", place(490))


def _one(rng: Random) -> Variant:
    rows = rng.sample(WORDS, 5)
    target, other = rng.sample(rows, 2)
    return Variant(
        instruction=f"Choose {target} in the list and press OK.",
        setup=dialog("List", "yad", *_LIST, *rows),
        judge=answered(f"{target}|"),
        steps=(click(target, "table cell"), CLOSE),
        alternatives=((click(target, "table cell", kind="double_click"),),),
        slips=(Slip(0, (click(other, "table cell"),)),),
    )


def _two(rng: Random) -> Variant:
    rows = rng.sample(WORDS, 5)
    chosen = rng.sample(rows, 2)
    first, second = (row for row in rows if row in chosen)
    other = rng.choice([row for row in rows if row not in chosen])
    start, more, close = _pair(first, second)
    wrong = click(other, "table cell", modifiers=("ctrl",))
    return Variant(
        instruction=f"Choose {first} and {second} in the list, then press OK.",
        setup=dialog("List", "yad", "--multiple", *_LIST, *rows),
        judge=answered(f"{first}|\n{second}|"),
        steps=(start, more, close),
        alternatives=(_pair(second, first),),
        # Another click on the wrong row would be a double click, which closes the dialog.
        slips=(
            Slip(0, (click(other, "table cell"),)),
            Slip(1, (wrong,), (start,)),
            Slip(2, (wrong,), (start, more)),
        ),
    )


def _pair(one: str, other: str) -> tuple[Json, ...]:
    return click(one, "table cell"), click(other, "table cell", modifiers=("ctrl",)), CLOSE


def _menu(rng: Random) -> Variant:
    rows = rng.sample(WORDS, 4)
    target = rng.choice(rows)
    options = ("--title=Choice", "--text=Item", "--column=Item", "--hide-header")
    size = ("--width=640", "--height=560")
    return Variant(
        instruction=f"Choose {target} in the list and press OK.",
        setup=dialog("Choice", "zenity", "--list", *options, *size, *rows),
        judge=answered(target),
        steps=(click(target, "table cell"), CLOSE),
        alternatives=((click(target, "table cell", kind="double_click"),),),
    )


TEMPLATES = (
    Template("list", "dialogs", ("yad",), _one),
    Template("rows", "dialogs", ("yad",), _two),
    Template("choice", "dialogs", ("zenity",), _menu, trained=False),
)
