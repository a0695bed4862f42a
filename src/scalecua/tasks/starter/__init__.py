"""The starter pool: templates over real applications, each with many variants.

Three splits: variants to train on, other variants of the same templates, and templates never trained on.
"""

from itertools import islice

from scalecua.core.errors import TaskError
from scalecua.core.task import Task
from scalecua.tasks.starter import (
    buttons,
    calculator,
    checks,
    editor,
    entry,
    files,
    form,
    pick,
    recall,
    setting,
    terminal,
)
from scalecua.tasks.starter.template import Split, Template

_POOL: dict[str, Template] = {
    template.name: template
    for module in (
        *(buttons, checks, pick, entry, form, recall),
        *(editor, setting, calculator, terminal, files),
    )
    for template in module.TEMPLATES
}
TEMPLATES: tuple[str, ...] = tuple(_POOL)
TRAINED: tuple[str, ...] = tuple(name for name, template in _POOL.items() if template.trained)
UNSEEN: tuple[str, ...] = tuple(name for name, template in _POOL.items() if not template.trained)


def tasks(
    split: Split, variants: int, seed: int, templates: tuple[str, ...] | None = None
) -> tuple[Task, ...]:
    """`variants` tasks of each template, template by template; the same for the same arguments.

    None stands for all templates of the split: UNSEEN of "unseen", TRAINED of the others. A smaller number
    gives a prefix of a larger one's, template by template. TaskError where a template has not so many, or
    is of another split.
    """
    known = UNSEEN if split == "unseen" else TRAINED
    if strangers := set(templates or ()) - set(known):
        raise TaskError(f"{sorted(strangers)} are no templates of {split} (choices: {', '.join(known)})")
    chosen = known if templates is None else templates
    return tuple(task for name in chosen for task in islice(_POOL[name].tasks(split, seed), variants))
