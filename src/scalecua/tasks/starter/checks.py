"""Two and three clicks: tick one box, or two, and press OK."""

from functools import partial
from random import Random

from scalecua.tasks.starter.dialog import answered, dialog
from scalecua.tasks.starter.parts import click
from scalecua.tasks.starter.style import place
from scalecua.tasks.starter.template import Slip, Template, Variant
from scalecua.tasks.starter.words import WORDS


def _draw(rng: Random, *, ticked: int) -> Variant:
    labels = rng.sample(WORDS, 4)
    chosen = rng.sample(labels, ticked)
    targets = [label for label in labels if label in chosen]
    fields = [part for label in labels for part in (f"--field={label}:CHK", "FALSE")]
    states = "".join("TRUE|" if label in targets else "FALSE|" for label in labels)
    ticks = [click(target, "check box") for target in targets]
    wrong = click(rng.choice([label for label in labels if label not in targets]), "check box")
    close = click("OK", "push button")
    return Variant(
        instruction=f"Check {' and '.join(targets)}, then press OK.",
        setup=dialog("Options", "yad", "--title=Options", "--form", place(400), "--button=OK:0", *fields),
        judge=answered(states),
        steps=(*ticks, close),
        alternatives=((*reversed(ticks), close),) if ticked > 1 else (),
        slips=tuple(Slip(at, (wrong,), (wrong,)) for at in range(ticked + 1)),
    )


TEMPLATES = (
    Template("checkbox", "dialogs", ("yad",), partial(_draw, ticked=1)),
    Template("checkboxes", "dialogs", ("yad",), partial(_draw, ticked=2)),
)
