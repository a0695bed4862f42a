"""A text editor: write into an empty file, or over what a file holds, and save."""

from functools import partial
from random import Random

from scalecua.tasks.starter.parts import HOME, holds, launch, press, type_text, wait_window, write_file
from scalecua.tasks.starter.template import Slip, Template, Variant
from scalecua.tasks.starter.words import WORDS

NOTE = f"{HOME}/note.txt"


def _draw(rng: Random, *, empty: bool) -> Variant:
    new, old, other = (" ".join(rng.sample(WORDS, 2)) for _ in range(3))
    setup = (
        write_file(NOTE, "" if empty else old + "\n"),
        launch("mousepad", NOTE),
        wait_window("note.txt"),
    )
    verb = "Write" if empty else "Replace all text with"
    select = () if empty else (press("ctrl", "a"),)
    typing = (*select, type_text(new))
    return Variant(
        instruction=f"{verb} {new} and save.",
        setup=setup,
        judge=holds(NOTE, new),
        steps=(*typing, press("ctrl", "s")),
        alternatives=((*typing, press("alt", "f"), press("s")),),
        slips=(Slip(len(select), (type_text(other),), (press("ctrl", "a"),)),),
    )


TEMPLATES = (
    Template("write", "editor", ("mousepad",), partial(_draw, empty=True)),
    Template("overwrite", "editor", ("mousepad",), partial(_draw, empty=False)),
)
