"""A terminal that shows two values on one screen, and asks for one of them on the next."""

from random import Random

from scalecua.tasks.starter.dialog import ANSWER, answered
from scalecua.tasks.starter.parts import HOME, launch, press, type_text, wait_window, write_file
from scalecua.tasks.starter.template import Slip, Template, Variant
from scalecua.tasks.starter.terminal import WINDOW
from scalecua.tasks.starter.words import WORDS

FIELDS = ("Name", "City")
# Three lines apart, so that no patch of a small model holds parts of two of them.
_ASK = f"""printf 'Name %s\\n\\n\\nCity %s\\n\\n\\nPress Enter' "$1" "$2"
read -r line
printf '\\033c%s? ' "$3"
read -r line
printf '0:%s\\n' "$line" > .answer && mv .answer {ANSWER}
read -r line
"""


def _draw(rng: Random) -> Variant:
    values = rng.sample(WORDS, 2)
    number = rng.randrange(2)
    field, word, other = FIELDS[number], values[number], values[1 - number]
    script = f"{HOME}/.ask"
    terminal = launch("xfce4-terminal", *WINDOW, "-x", "sh", script, *values, field)
    return Variant(
        instruction=f"Press enter, then enter the {field}.",
        setup=(write_file(script, _ASK), terminal, wait_window("Terminal")),
        judge=answered(word),
        steps=(press("enter"), type_text(word), press("enter")),
        slips=(Slip(1, (type_text(other),), (press("ctrl", "u"),)),),
    )


TEMPLATES = (Template("recall", "terminal", ("xfce4-terminal",), _draw),)
