"""Type into dialogs: one field, and a form of two."""

from random import Random

from scalecua.tasks.starter.parts import answered, click, dialog, type_text
from scalecua.tasks.starter.template import Template, Variant
from scalecua.tasks.starter.words import WORDS


def _entry(rng: Random) -> Variant:
    text = " ".join(rng.sample(WORDS, 2))
    options = ("--title=Entry", "--text=Text", "--width=560")
    return Variant(
        instruction=f"Enter {text} and press OK.",
        setup=dialog("Entry", "zenity", "--entry", *options),
        judge=answered(text),
        steps=(type_text(text), click("OK", "push button")),
    )


def _form(rng: Random) -> Variant:
    name, city = rng.sample(WORDS, 2)
    options = ("--title=Form", "--text=Form", "--width=560", "--add-entry=Name", "--add-entry=City")
    return Variant(
        instruction=f"Set Name to {name} and City to {city}, then press OK.",
        setup=dialog("Form", "zenity", "--forms", *options),
        judge=answered(f"{name}|{city}"),
        steps=(
            type_text(name),
            click(role="text", nth=0),
            type_text(city),
            click("OK", "push button"),
        ),
    )


TEMPLATES = (
    Template("entry", "dialogs", ("zenity",), 4, _entry),
    Template("form", "dialogs", ("zenity",), 6, _form),
)
