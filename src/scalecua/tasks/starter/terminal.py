"""A terminal: run a command that makes two files or two folders."""

from random import Random

from scalecua.tasks.starter.parts import HOME, STANDARD, Json, contains, launch, press, type_text, wait_window
from scalecua.tasks.starter.template import Slip, Template, Variant
from scalecua.tasks.starter.words import WORDS

KINDS = {"touch": "regular empty file", "mkdir": "directory"}
WINDOW = (
    "--disable-server",
    "--hide-menubar",
    "--geometry=32x10",
    "--title=Terminal",
    "--dynamic-title-mode=none",
)


def _draw(rng: Random) -> Variant:
    command, (first, second, other) = rng.choice(sorted(KINDS)), rng.sample(WORDS, 3)
    line = f"{command} {first} {second}"
    made = dict.fromkeys((first, second), KINDS[command])
    return Variant(
        instruction=f"Run {line} in the terminal.",
        setup=(launch("xfce4-terminal", *WINDOW), wait_window("Terminal")),
        judge=contains(HOME, {**STANDARD, **made}, second),
        steps=(type_text(line), press("enter")),
        alternatives=(_one_by_one(command, first, second),),
        slips=(Slip(0, (type_text(f"{command} {other} {second}"),), (press("ctrl", "u"),)),),
    )


def _one_by_one(command: str, *names: str) -> tuple[Json, ...]:
    return tuple(step for name in names for step in (type_text(f"{command} {name}"), press("enter")))


TEMPLATES = (Template("command", "terminal", ("xfce4-terminal",), _draw),)
