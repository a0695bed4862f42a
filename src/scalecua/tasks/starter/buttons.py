"""One click: press the named button, of four in a column or of three in a row."""

from random import Random

from scalecua.tasks.starter.dialog import ANSWER, answered, dialog
from scalecua.tasks.starter.parts import click, launch, wait_window, write_file
from scalecua.tasks.starter.style import DIALOGS, place
from scalecua.tasks.starter.template import Template, Variant
from scalecua.tasks.starter.words import WORDS

_PRESS = f'printf "0:%s\\n" "$1" > {ANSWER}\nkill -USR1 "$YAD_PID"\n'


def _column(rng: Random) -> Variant:
    labels = rng.sample(WORDS, 4)
    target = rng.choice(labels)
    fields = [f"--field={label}:FBTN" for label in labels]
    commands = [f"sh /home/user/.press {label}" for label in labels]
    pairs = [part for pair in zip(fields, commands, strict=True) for part in pair]
    form = launch("yad", "--title=Buttons", "--form", "--no-buttons", place(326), *pairs)
    return Variant(
        instruction=f"Press the {target} button.",
        setup=(DIALOGS, write_file("/home/user/.press", _PRESS), form, wait_window("Buttons")),
        judge=answered(target),
        steps=(click(target, "push button"),),
    )


def _row(rng: Random) -> Variant:
    labels = rng.sample(WORDS, 3)
    target = rng.choice(labels)
    buttons = [f"--extra-button={label}" for label in labels]
    options = ("--title=Question", "--switch", "--text=Button", "--width=640")
    return Variant(
        instruction=f"Press the {target} button.",
        setup=dialog("Question", "zenity", "--question", *options, *buttons),
        judge=answered(target, code=1),
        steps=(click(target, "push button"),),
    )


TEMPLATES = (
    Template("button", "dialogs", ("yad",), _column),
    Template("question", "dialogs", ("zenity",), _row, trained=False),
)
