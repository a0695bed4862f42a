"""A text editor's settings: switch one on in a menu."""

from random import Random

from scalecua.tasks.starter.parts import HOME, click, launch, prints, wait_window, write_file
from scalecua.tasks.starter.template import Template, Variant
from scalecua.tasks.starter.words import WORDS

SCHEMA = "org.xfce.mousepad.preferences.view"
# Mousepad pads the names of its menu items.
PADDING = " " * 6
SETTINGS = (
    ("line numbers", "View", "Line Numbers", "show-line-numbers"),
    ("word wrap", "Document", "Word Wrap", "word-wrap"),
    ("auto indent", "Document", "Auto Indent", "auto-indent"),
)


def _draw(rng: Random) -> Variant:
    what, menu, item, key = rng.choice(SETTINGS)
    text = " ".join(rng.sample(WORDS, 3))
    path = f"{HOME}/page.txt"
    return Variant(
        instruction=f"Turn on {what} in the editor.",
        setup=(write_file(path, text + "\n"), launch("mousepad", path), wait_window("page.txt")),
        judge=prints(("gsettings", "get", SCHEMA, key), "true\n"),
        steps=(click(menu, "menu"), click(item + PADDING, "menu item")),
    )


TEMPLATES = (Template("setting", "editor", ("mousepad",), 4, _draw),)
