"""`rule_relativeTime`: what is expected, where it depends on the day."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from scalecua.core.errors import DesktopError, JudgeError, boundary
from scalecua.core.failure import Failure
from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.web.dates import PLACEHOLDER, day, fill
from scalecua.tasks.scene import Scene

STARTS = frozenset({"from", "puDay", "puMonth", "puYear"})
ENDS = frozenset({"to", "doDay", "doMonth", "doYear"})
SOME_DAY = date(2024, 1, 1)


class RelativeTime(BaseModel):
    """One day, or the first and the last of some, in words."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    start: str = Field(alias="from")
    end: str | None = Field(None, alias="to")

    @field_validator("start", "end")
    @classmethod
    def _days(cls, words: str | None) -> str | None:
        if words is not None:
            day(words, SOME_DAY)
        return words

    def days(self, today: date) -> tuple[date, date]:
        """The first day and the last."""
        start = day(self.start, today)
        return start, start if self.end is None else day(self.end, today, start)


class RelativeRules(BaseModel):
    """The rule: templates in `expected`, to be filled with days as they are in `timezone`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    relativeTime: RelativeTime
    expected: dict[str, Any]
    timezone: str | None = None
    expect_in_result: bool | None = None

    @model_validator(mode="after")
    def _sound(self) -> "RelativeRules":
        self.filled(SOME_DAY)
        return self

    def filled(self, today: date) -> dict[str, Any]:
        """What the metric is to be told: `expected` with its days, and `expect_in_result` where it is said.

        Where there are two days, a key says which one it is about: `from` and the pick-up's (`puDay`…)
        are about the first, `to` and the drop-off's (`doDay`…) about the last.
        """
        start, end = self.relativeTime.days(today)
        expected = {}
        for key, value in self.expected.items():
            expected[key] = _filled(value, partial(self._chosen, key, start, end))
        told = {} if self.expect_in_result is None else {"expect_in_result": self.expect_in_result}
        return {"expected": expected, **told}

    def _chosen(self, key: str, start: date, end: date) -> date:
        if self.relativeTime.end is None or key in STARTS:
            return start
        if key not in ENDS:
            raise ValueError(f"{key!r} does not say which day it is about; keys: {sorted(STARTS | ENDS)}")
        return end


class RuleRelativeTime(Getter):
    """The rule with the days as the desktop's clock has them."""

    type: Literal["rule_relativeTime"] = "rule_relativeTime"
    rules: RelativeRules

    async def __call__(self, scene: Scene) -> dict[str, Any]:
        """Ask the desktop's clock, and fill the templates."""
        result = await scene.desktop.execute(("date", "+%s %F"), timeout_s=10)
        with boundary(DesktopError, f"the clock says {result.output!r:.100}", failure=Failure.GUEST):
            seconds, there = result.output.split()
            today = date.fromisoformat(there)
            instant = datetime.fromtimestamp(int(seconds), UTC)
        if self.rules.timezone is not None:
            with boundary(JudgeError, f"time zone {self.rules.timezone!r}", failure=Failure.JUDGE):
                today = instant.astimezone(ZoneInfo(self.rules.timezone)).date()
        return self.rules.filled(today)


def _filled(value: Any, chosen: Callable[[], date]) -> Any:
    """The value with its texts filled in; the day is only asked for where one has a placeholder."""
    if isinstance(value, str):
        return fill(value, chosen()) if PLACEHOLDER.search(value) else value
    return [_filled(one, chosen) for one in value] if isinstance(value, list) else value
