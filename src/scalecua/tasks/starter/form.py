"""Forms: fields to type into, and boxes to tick."""

from random import Random

from scalecua.tasks.starter.dialog import answered, dialog
from scalecua.tasks.starter.parts import click, press, type_text
from scalecua.tasks.starter.style import place
from scalecua.tasks.starter.template import Slip, Template, Variant
from scalecua.tasks.starter.words import WORDS

CLOSE = click("OK", "push button")
_YAD = ("--title=Form", "--form", place(400), "--button=OK:0")


def _two_fields(rng: Random) -> Variant:
    name, city, other = rng.sample(WORDS, 3)
    options = (
        "--title=Form",
        "--text=Form",
        "--width=640",
        "--height=404",
        "--add-entry=Name",
        "--add-entry=City",
    )
    filled = (type_text(name), press("tab"), type_text(city))
    return Variant(
        instruction=f"Set Name to {name} and City to {city}, then press OK.",
        setup=dialog("Form", "zenity", "--forms", *options),
        judge=answered(f"{name}|{city}"),
        steps=(*filled, CLOSE),
        slips=(_typo(0, other), _typo(2, other)),
    )


def _fields_and_box(rng: Random) -> Variant:
    name, city, other, *labels = rng.sample(WORDS, 5)
    box, spare = rng.sample(labels, 2)
    boxes = [part for label in labels for part in (f"--field={label}:CHK", "FALSE")]
    states = "".join("TRUE|" if label == box else "FALSE|" for label in labels)
    wrong = click(spare, "check box")
    return Variant(
        instruction=f"Set Name to {name}, City to {city}, check {box}, press OK.",
        setup=dialog("Form", "yad", *_YAD, "--field=Name", "", "--field=City", "", *boxes),
        judge=answered(f"{name}|{city}|{states}"),
        steps=(type_text(name), press("tab"), type_text(city), click(box, "check box"), CLOSE),
        slips=(_typo(0, other), _typo(2, other), *(Slip(at, (wrong,), (wrong,)) for at in (3, 4))),
    )


def _field_and_box(rng: Random) -> Variant:
    name, *labels = rng.sample(WORDS, 4)
    box = rng.choice(labels)
    boxes = [part for label in labels for part in (f"--field={label}:CHK", "FALSE")]
    states = "".join("TRUE|" if label == box else "FALSE|" for label in labels)
    return Variant(
        instruction=f"Enter {name}, check {box}, then press OK.",
        setup=dialog("Form", "yad", *_YAD, "--field=Name", "", *boxes),
        judge=answered(f"{name}|{states}"),
        steps=(type_text(name), click(box, "check box"), CLOSE),
    )


def _typo(at: int, word: str) -> Slip:
    """Another word is typed into the field, then selected, so that the right one takes its place."""
    return Slip(at, (type_text(word),), (press("ctrl", "a"),))


TEMPLATES = (
    Template("form", "dialogs", ("zenity",), _two_fields),
    Template("signup", "dialogs", ("yad",), _fields_and_box),
    Template("note", "dialogs", ("yad",), _field_and_box, trained=False),
)
