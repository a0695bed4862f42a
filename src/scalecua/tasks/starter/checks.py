"""Two and three clicks: tick one box, or two, and press OK."""

from functools import partial
from random import Random

from scalecua.tasks.starter.parts import answered, click, dialog
from scalecua.tasks.starter.template import Template, Variant
from scalecua.tasks.starter.words import WORDS


def _draw(rng: Random, *, ticked: int) -> Variant:
    labels = rng.sample(WORDS, 4)
    chosen = rng.sample(labels, ticked)
    targets = [label for label in labels if label in chosen]
    fields = [part for label in labels for part in (f"--field={label}:CHK", "FALSE")]
    options = ("--title=Options", "--form", "--center", "--width=560", "--button=OK:0")
    states = "".join("TRUE|" if label in targets else "FALSE|" for label in labels)
    return Variant(
        instruction=f"Check {' and '.join(targets)}, then press OK.",
        setup=dialog("Options", "yad", *options, *fields),
        judge=answered(states),
        steps=(*(click(target, "check box") for target in targets), click("OK", "push button")),
    )


TEMPLATES = (
    Template("checkbox", "dialogs", ("yad",), 4, partial(_draw, ticked=1)),
    Template("checkboxes", "dialogs", ("yad",), 5, partial(_draw, ticked=2)),
)
