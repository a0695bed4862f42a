"""Two clicks: choose a row of a list and press OK."""

from random import Random

from scalecua.tasks.starter.parts import answered, click, dialog
from scalecua.tasks.starter.template import Template, Variant
from scalecua.tasks.starter.words import WORDS


def _draw(rng: Random) -> Variant:
    rows = rng.sample(WORDS, 5)
    target = rng.choice(rows)
    options = ("--title=List", "--column=Item", "--no-headers", "--button=OK:0")
    size = ("--center", "--width=560", "--height=420")
    return Variant(
        instruction=f"Choose {target} in the list and press OK.",
        setup=dialog("List", "yad", "--list", *options, *size, *rows),
        judge=answered(f"{target}|"),
        steps=(click(target, "table cell"), click("OK", "push button")),
    )


TEMPLATES = (Template("list", "dialogs", ("yad",), 4, _draw),)
