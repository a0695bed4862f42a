"""The starter pool: templates over real applications, each with many variants in two disjoint splits."""

from itertools import islice

from scalecua.core.task import Task
from scalecua.tasks.starter import buttons, checks, editor, entry, files, pick, setting, terminal
from scalecua.tasks.starter.template import Split, Template

_POOL: dict[str, Template] = {
    template.name: template
    for module in (buttons, checks, pick, entry, editor, setting, terminal, files)
    for template in module.TEMPLATES
}
TEMPLATES: tuple[str, ...] = tuple(_POOL)


def tasks(split: Split, variants: int, seed: int, templates: tuple[str, ...] = TEMPLATES) -> tuple[Task, ...]:
    """`variants` tasks of each template, template by template; the same for the same arguments.

    A smaller number gives a prefix of a larger one's, template by template. TaskError where a template
    has not so many.
    """
    return tuple(task for name in templates for task in islice(_POOL[name].tasks(split, seed), variants))
