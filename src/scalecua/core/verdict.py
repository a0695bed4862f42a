"""A judge's finding."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Verdict:
    """`score` in [0, 1]; `checks` are the named parts it was made of; `reason` says it in words."""

    score: float
    checks: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""
