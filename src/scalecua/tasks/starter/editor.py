"""A text editor: write into an empty file, or over what a file holds, and save."""

from functools import partial
from random import Random

from scalecua.tasks.starter.parts import HOME, holds, launch, press, type_text, wait_window, write_file
from scalecua.tasks.starter.template import Template, Variant
from scalecua.tasks.starter.words import WORDS

NOTE = f"{HOME}/note.txt"


def _draw(rng: Random, *, empty: bool) -> Variant:
    new, old = (" ".join(pair) for pair in (rng.sample(WORDS, 2), rng.sample(WORDS, 2)))
    setup = (
        write_file(NOTE, "" if empty else old + "\n"),
        launch("mousepad", NOTE),
        wait_window("note.txt"),
    )
    verb = "Write" if empty else "Replace all text with"
    steps = (type_text(new), press("ctrl", "s"))
    return Variant(
        instruction=f"{verb} {new} and save.",
        setup=setup,
        judge=holds(NOTE, new),
        steps=steps if empty else (press("ctrl", "a"), *steps),
    )


TEMPLATES = (
    Template("write", "editor", ("mousepad",), 4, partial(_draw, empty=True)),
    Template("overwrite", "editor", ("mousepad",), 5, partial(_draw, empty=False)),
)
