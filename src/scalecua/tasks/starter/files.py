"""A file manager: make a folder, or give a file another name."""

from random import Random

from scalecua.tasks.starter.parts import (
    Json,
    execute,
    kinds,
    launch,
    press,
    prints,
    type_text,
    wait_window,
    write_file,
)
from scalecua.tasks.starter.template import Template, Variant
from scalecua.tasks.starter.words import WORDS

WORK = "/home/user/work"


def _folder(rng: Random) -> Variant:
    name, file = " ".join(rng.sample(WORDS, 2)), rng.choice(WORDS)
    return Variant(
        instruction=f"Make a new folder named {name}.",
        setup=(write_file(f"{WORK}/{file}.txt", file), *_thunar()),
        judge=kinds((f"{WORK}/{name}",), "directory"),
        steps=(press("ctrl", "shift", "n"), type_text(name), press("enter")),
    )


def _rename(rng: Random) -> Variant:
    old, new, text = rng.sample(WORDS, 3)
    # Thunar renames after its dialog has closed.
    look = 'for n in $(seq 12); do [ -e "$2" ] && break; sleep 0.05; done; grep -rH "" "$1"'
    return Variant(
        instruction=f"Rename {old} to {new}.",
        setup=(write_file(f"{WORK}/{old}", text), *_thunar()),
        judge=prints(("sh", "-c", look, "sh", WORK, f"{WORK}/{new}"), f"{WORK}/{new}:{text}\n"),
        steps=(press("ctrl", "a"), press("f2"), type_text(new), press("enter")),
    )


def _thunar() -> tuple[Json, ...]:
    return execute("mkdir", "-p", WORK), launch("thunar", WORK), wait_window("Thunar")


TEMPLATES = (
    Template("folder", "files", ("thunar",), 5, _folder),
    Template("rename", "files", ("thunar",), 6, _rename),
)
