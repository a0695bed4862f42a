"""A terminal: run a command that makes two files or two folders."""

from random import Random

from scalecua.tasks.starter.parts import kinds, launch, press, type_text, wait_window
from scalecua.tasks.starter.template import Template, Variant
from scalecua.tasks.starter.words import WORDS

KINDS = {"touch": "regular empty file", "mkdir": "directory"}
WINDOW = (
    "--disable-server",
    "--hide-menubar",
    "--geometry=36x10",
    "--title=Terminal",
    "--dynamic-title-mode=none",
)


def _draw(rng: Random) -> Variant:
    command, names = rng.choice(sorted(KINDS)), rng.sample(WORDS, 2)
    line = f"{command} {' '.join(names)}"
    paths = [f"/home/user/{name}" for name in names]
    return Variant(
        instruction=f"Run {line} in the terminal.",
        setup=(launch("xfce4-terminal", *WINDOW), wait_window("Terminal")),
        judge=kinds(paths, KINDS[command]),
        steps=(type_text(line), press("enter")),
    )


TEMPLATES = (Template("command", "terminal", ("xfce4-terminal",), 4, _draw),)
