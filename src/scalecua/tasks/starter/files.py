"""A file manager: make a folder."""

from random import Random

from scalecua.tasks.starter.parts import (
    HOME,
    click,
    contains,
    launch,
    press,
    type_text,
    wait_window,
    write_file,
)
from scalecua.tasks.starter.template import Slip, Template, Variant
from scalecua.tasks.starter.words import WORDS

WORK = f"{HOME}/work"


def _folder(rng: Random) -> Variant:
    name, other = (" ".join(rng.sample(WORDS, 2)) for _ in range(2))
    file, new = f"{rng.choice(WORDS)}.txt", press("ctrl", "shift", "n")
    kept = {file: "regular file", name: "directory"}
    return Variant(
        instruction=f"Make a new folder named {name}.",
        setup=(
            write_file(f"{WORK}/{file}", "text"),
            launch("thunar", WORK),
            wait_window("Thunar"),
        ),
        judge=contains(WORK, kept, name),
        steps=(new, type_text(name), press("enter")),
        alternatives=((new, type_text(name), click("Create", "push button")),),
        slips=(Slip(1, (type_text(other),), (press("ctrl", "a"),)),),
    )


TEMPLATES = (Template("folder", "files", ("thunar",), _folder),)
