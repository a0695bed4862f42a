"""One click: press the named button among four."""

from random import Random

from scalecua.tasks.starter.parts import ANSWER, answered, click, launch, wait_window, write_file
from scalecua.tasks.starter.template import Template, Variant
from scalecua.tasks.starter.words import WORDS

_PRESS = f'printf "0:%s\\n" "$1" > {ANSWER}\nkill -USR1 "$YAD_PID"\n'


def _draw(rng: Random) -> Variant:
    labels = rng.sample(WORDS, 4)
    target = rng.choice(labels)
    fields = [f"--field={label}:FBTN" for label in labels]
    commands = [f"sh /home/user/.press {label}" for label in labels]
    pairs = [part for pair in zip(fields, commands, strict=True) for part in pair]
    form = launch("yad", "--title=Buttons", "--form", "--no-buttons", "--center", "--width=560", *pairs)
    return Variant(
        instruction=f"Press the {target} button.",
        setup=(write_file("/home/user/.press", _PRESS), form, wait_window("Buttons")),
        judge=answered(target),
        steps=(click(target, "push button"),),
    )


TEMPLATES = (Template("button", "dialogs", ("yad",), 3, _draw),)
