"""A dialog with one field: type into it while it is empty, or over what it holds."""

from functools import partial
from random import Random

from scalecua.tasks.starter.dialog import answered, dialog
from scalecua.tasks.starter.parts import click, press, type_text
from scalecua.tasks.starter.template import Slip, Template, Variant
from scalecua.tasks.starter.words import WORDS


def _draw(rng: Random, *, empty: bool) -> Variant:
    text, other, old = (" ".join(rng.sample(WORDS, 2)) for _ in range(3))
    content = () if empty else (f"--entry-text={old}",)
    options = ("--title=Entry", "--text=Text", "--width=640", *content)
    verb = "Enter" if empty else "Replace all text with"
    select = () if empty else (press("ctrl", "a"),)
    typing = (*select, type_text(text))
    return Variant(
        instruction=f"{verb} {text} and press OK.",
        setup=dialog("Entry", "zenity", "--entry", *options),
        judge=answered(text),
        steps=(*typing, click("OK", "push button")),
        alternatives=((*typing, press("tab"), press("tab"), press("enter")),),
        slips=(Slip(len(select), (type_text(other),), (press("ctrl", "a"),)),),
    )


TEMPLATES = (
    Template("entry", "dialogs", ("zenity",), partial(_draw, empty=True)),
    Template("replace", "dialogs", ("zenity",), partial(_draw, empty=False), trained=False),
)
