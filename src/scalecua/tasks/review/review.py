"""All rules over a set of tasks: the rule validator of VeriGen, which needs no model and no desktop."""

from collections.abc import Iterator, Sequence

from scalecua.core.task import Task
from scalecua.tasks.assets import Assets
from scalecua.tasks.review import code, judge, setup, wording
from scalecua.tasks.review.duplicates import duplicates
from scalecua.tasks.review.remark import Remark

RULES = (
    *(setup.pixels, setup.credentials, setup.web),
    *(judge.conjunction, judge.bounds, judge.reach, code.constant),
    *(wording.time, wording.leak, wording.checkable),
)


def review(tasks: Sequence[Task], source: Assets | None = None) -> Iterator[tuple[int, Remark]]:
    """Every remark with its task's place in `tasks`; with `source`, files by URL must be there.

    The tasks are sound: `lint.problems` finds nothing in them.
    """
    doubles = duplicates(tasks)
    for at, task in enumerate(tasks):
        for rule in RULES:
            yield from ((at, remark) for remark in rule(task))
        if source is not None:
            yield from ((at, remark) for remark in setup.assets(task, source))
        if at in doubles:
            yield at, doubles[at]
