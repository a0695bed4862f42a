"""Two clicks: choose a row of a list and press OK."""

from random import Random

from scalecua.tasks.starter.parts import answered, click, dialog
from scalecua.tasks.starter.template import Template, Variant
from scalecua.tasks.starter.words import WORDS


def _draw(rng: Random) -> Variant:
    rows = rng.sample(WORDS, 5)
    target = rng.choice(rows)
    options = ("--title=List", "--text=Choose one", "--column=Item", "--hide-header")
    size = ("--width=560", "--height=420")
    return Variant(
        instruction=f"Choose {target} in the list and press OK.",
        setup=dialog("List", "zenity", "--list", *options, *size, *rows),
        judge=answered(target),
        steps=(click(target, "table cell"), click("OK", "push button")),
    )


TEMPLATES = (Template("list", "dialogs", ("zenity",), 4, _draw),)
