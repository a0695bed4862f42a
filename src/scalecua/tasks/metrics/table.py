"""Every metric an evaluator may name; its module is loaded when it is first needed."""

import importlib
from collections.abc import Callable, Mapping
from typing import cast

from scalecua.tasks.metrics import browser, documents, media, pictures, plain, sheets, slides, system
from scalecua.tasks.scienceboard import metrics as scienceboard

FAMILIES = (plain, sheets, slides, documents, pictures, media, browser, system, scienceboard)
METRICS: Mapping[str, str] = {
    name: f"{family.__name__}.{module}"
    for family in FAMILIES
    for module, names in family.MODULES.items()
    for name in names
}


def metric(name: str) -> Callable[..., float]:
    """The function of this name; KeyError if there is none."""
    return cast(Callable[..., float], getattr(importlib.import_module(METRICS[name]), name))
