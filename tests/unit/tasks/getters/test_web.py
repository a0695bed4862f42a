"""What does not come from the desktop: files by URL, files of steps, days in words, the live web."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, cast

import pytest

from scalecua.core.desktop import Desktop, ExecResult
from scalecua.core.errors import DesktopError, JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.assets import Assets
from scalecua.tasks.getters.base import Fetched, Several
from scalecua.tasks.getters.file import Accompanied
from scalecua.tasks.getters.parse import parse
from scalecua.tasks.getters.web.dates import LETTERS, day, fill
from scalecua.tasks.scene import Scene

# 2024 began on a Monday, and had a 29th of February.
WEDNESDAY = date(2024, 1, 31)


class Clock:
    """A desktop that can only tell the time."""

    def __init__(self, said: str) -> None:
        self.said = said

    async def execute(self, words: Sequence[str], *, timeout_s: float) -> ExecResult:
        assert words[0] == "date"
        return ExecResult(0, self.said, "")


def scene(folder: Path | None = None, said: str = "") -> Scene:
    assets = Assets(folder, cache=folder, offline=True)
    return Scene(cast(Desktop, Clock(said)), assets)


async def get(around: Scene, **spec: Any) -> Any:
    return await parse(spec, "expected")(around)


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ({"path": "http://h/a%20b", "dest": "gold.x"}, Fetched("gold.x", b"AB")),
        (
            {"path": ["http://h/a%20b", "http://h/c"], "dest": ["1", "2"], "multi": "true", "gives": [0, 1]},
            Several((Fetched("1", b"AB"), Fetched("2", b"C"))),
        ),
        (
            {"path": ["http://h/a%20b", "http://h/c"], "dest": ["1", "1-s"], "multi": True},
            Accompanied("1", b"AB", (Fetched("1-s", b"C"),)),
        ),
    ],
)
async def test_cloud_files_come_from_the_assets(tmp_path: Path, spec: dict[str, Any], found: Any) -> None:
    (tmp_path / "h").mkdir()
    (tmp_path / "h/a b").write_bytes(b"AB")
    (tmp_path / "h/c").write_bytes(b"C")
    assert await get(scene(tmp_path), type="cloud_file", **spec) == found


async def test_a_cloud_file_that_cannot_be_had_is_no_score(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"http://h/none.*put it at") as caught:
        await get(scene(tmp_path), type="cloud_file", path="http://h/none", dest="x")
    assert caught.value.failure is Failure.ASSET


def test_a_cloud_file_is_an_address_of_the_web() -> None:
    with pytest.raises(JudgeError, match="file:///etc/passwd"):
        parse({"type": "cloud_file", "path": "file:///etc/passwd", "dest": "x"}, "expected")


async def test_cache_files_are_what_steps_left(tmp_path: Path) -> None:
    around = scene(tmp_path)
    (tmp_path / "x").write_bytes(b"brought")
    around.outputs["diff.out"] = b"printed"
    around.downloaded["a.txt"] = tmp_path / "x"
    assert await get(around, type="cache_file", path="diff.out") == Fetched("diff.out", b"printed")
    assert await get(around, type="cache_file", path="a.txt") == Fetched("a.txt", b"brought")
    with pytest.raises(JudgeError, match=r"'none'; there is a\.txt, diff\.out"):
        await get(around, type="cache_file", path="none")


@pytest.mark.parametrize(
    ("words", "today", "meant"),
    [
        ("tomorrow", WEDNESDAY, date(2024, 2, 1)),
        ("tomorrow", date(2024, 12, 31), date(2025, 1, 1)),
        ("this month", WEDNESDAY, WEDNESDAY),
        ("5th next month", WEDNESDAY, date(2024, 2, 5)),
        ("10th next month", date(2024, 12, 1), date(2025, 1, 10)),
        ("11th next month", date(2024, 11, 30), date(2024, 12, 11)),
        ("next Monday", WEDNESDAY, date(2024, 2, 5)),
        ("next Monday", date(2024, 2, 5), date(2024, 2, 12)),
        ("next Monday", date(2024, 2, 4), date(2024, 2, 5)),
        ("next Monday split", WEDNESDAY, date(2024, 2, 5)),
        ("next Friday", WEDNESDAY, date(2024, 2, 2)),
        ("next Friday", date(2024, 2, 2), date(2024, 2, 9)),
        ("this Saturday", WEDNESDAY, date(2024, 2, 3)),
        ("this Sunday", date(2024, 2, 4), date(2024, 2, 4)),
        ("next week Friday", WEDNESDAY, date(2024, 2, 9)),
        ("next week Saturday", WEDNESDAY, date(2024, 2, 10)),
        ("next week Sunday", WEDNESDAY, date(2024, 2, 11)),
        ("next week Sunday", date(2024, 2, 4), date(2024, 2, 11)),
        ("next week Saturday", date(2024, 2, 5), date(2024, 2, 17)),
        ("first monday eight months later", WEDNESDAY, date(2024, 9, 2)),
        ("first monday eight months later", date(2024, 4, 15), date(2024, 12, 2)),
        ("first monday eight months later", date(2024, 5, 1), date(2025, 1, 6)),
        ("first monday four months later", date(2024, 8, 30), date(2024, 12, 2)),
        ("first monday three months later", date(2024, 1, 1), date(2024, 4, 1)),
    ],
)
def test_words_mean_days(words: str, today: date, meant: date) -> None:
    assert day(words, today) == meant


@pytest.mark.parametrize("today", [date(2024, 1, number) for number in range(1, 8)])
def test_a_last_day_is_counted_from_the_first(today: date) -> None:
    monday = day("next Monday split", today)
    assert (monday, day("next Friday split", today, monday)) == (date(2024, 1, 8), date(2024, 1, 12))


@pytest.mark.parametrize("words", ["some day", "next Mon", "32nd next month", "31st next month", ""])
def test_words_that_mean_no_day_are_refused(words: str) -> None:
    with pytest.raises(ValueError, match="day"):
        day(words, WEDNESDAY)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{DoW}, {Month} {Day0D}, {Year}", "Mon, Feb 05, 2024"),
        ("{DoW}, {Month} {Day0D}, 12:00 PM", "Mon, Feb 05, 12:00 PM"),
        ("{Year}-{Month0D}-{Day0D}", "2024-02-05"),
        ("{Year}-{Month0D}-{DayD}", "2024-02-5"),
        ("{MonthD}", "2"),
        ("{month}-weather", "february-weather"),
        ("{MonthFull} {Day0D}, 10:15 AM", "February 05, 10:15 AM"),
        ("Check In{DoW}, {Month} {Day0D}", "Check InMon, Feb 05"),
        ("{DayD} {DayD}", "5 5"),
        ("none", "none"),
    ],
)
def test_templates_are_filled(template: str, text: str) -> None:
    assert fill(template, date(2024, 2, 5)) == text


def test_every_month_and_weekday_has_its_name() -> None:
    for month in range(1, 13):
        first = date(2024, month, 1)
        names = first.strftime("%a|%b|%B|%m")
        assert fill("{DoW}|{Month}|{MonthFull}|{Month0D}", first) == names
        assert LETTERS["month"](first) == first.strftime("%B").lower()
    assert [fill("{DoW}", date(2024, 1, number))[0] for number in range(1, 8)] == list("MTWTFSS")


def test_an_unknown_placeholder_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\{Weekday\}.*DoW"):
        fill("{Weekday}", WEDNESDAY)


# 23:30 on Wednesday the 31st at the desktop, which keeps UTC.
LATE = "1706743800 2024-01-31"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (
            {"relativeTime": {"from": "tomorrow"}, "expected": {"time": "{Month} {DayD}", "start": "JFK"}},
            {"expected": {"time": "Feb 1", "start": "JFK"}},
        ),
        (
            {
                "relativeTime": {"from": "tomorrow"},
                "timezone": "Europe/Zurich",
                "expected": {"time": ["{DayD}", "x"]},
                "expect_in_result": True,
            },
            {"expected": {"time": ["2", "x"]}, "expect_in_result": True},
        ),
        (
            {
                "relativeTime": {"from": "next week Saturday", "to": "next week Sunday"},
                "timezone": "America/New_York",
                "expected": {"from": "{DoW} {DayD}", "to": "{DoW} {DayD}", "city": "New York"},
            },
            {"expected": {"from": "Sat 10", "to": "Sun 11", "city": "New York"}},
        ),
        (
            {
                "relativeTime": {"from": "next Monday split", "to": "next Friday split"},
                "expected": {"puDay": "{DayD}", "puYear": "{Year}", "doDay": "{DayD}", "doMonth": "{MonthD}"},
            },
            {"expected": {"puDay": "5", "puYear": "2024", "doDay": "9", "doMonth": "2"}},
        ),
    ],
)
async def test_the_rule_is_as_of_the_desktops_day(rules: dict[str, Any], told: dict[str, Any]) -> None:
    assert await get(scene(said=LATE), type="rule_relativeTime", rules=rules) == told


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"relativeTime": {"from": "some day"}, "expected": {}}, "some day"),
        ({"relativeTime": {"from": "tomorrow", "until": "x"}, "expected": {}}, "until"),
        ({"relativeTime": {"from": "tomorrow"}, "expected": {"time": "{Days}"}}, "Days"),
        ({"relativeTime": {"from": "tomorrow", "to": "next Friday"}, "expected": {"x": "{DayD}"}}, "'x'"),
        ({"relativeTime": {}, "expected": {}}, "from"),
        ({"relativeTime": {"from": "tomorrow"}, "expected": {}, "timezones": "UTC"}, "timezones"),
    ],
)
def test_a_wrong_rule_is_found_before_it_is_used(rules: dict[str, Any], said: str) -> None:
    with pytest.raises(JudgeError, match=said):
        parse({"type": "rule_relativeTime", "rules": rules}, "expected")


async def test_faults_of_clock_and_zone_are_errors() -> None:
    rules = {"relativeTime": {"from": "tomorrow"}, "expected": {}}
    with pytest.raises(DesktopError, match="clock") as clock:
        await get(scene(said="noon"), type="rule_relativeTime", rules=rules)
    assert clock.value.failure is Failure.GUEST
    with pytest.raises(JudgeError, match="Mars"):
        await get(scene(said=LATE), type="rule_relativeTime", rules={**rules, "timezone": "Mars/Base"})


@pytest.mark.parametrize(
    "spec",
    [
        {"type": "googledrive_file", "settings_file": "s", "path": ["a", "b"], "dest": "b"},
        {"type": "googledrive_file", "settings_file": "s", "query": ["q"], "dest": "b"},
        {"type": "googledrive_file", "settings_file": "s", "path_list": [["a"], ["b"]], "dest": ["a", "b"]},
        {"type": "googledrive_file", "settings_file": "s", "query_list": [["q"]], "dest": ["b"]},
        {
            "type": "info_from_website",
            "url": "https://h",
            "infos": [
                {"action": "inner_text", "selector": "#a"},
                {"action": "click_and_attribute", "selector": ["a", "b"], "attribute": "href"},
            ],
            "backups": ["a", "b"],
        },
    ],
)
async def test_what_needs_the_live_web_says_so(spec: dict[str, Any]) -> None:
    with pytest.raises(JudgeError, match="not runnable here") as caught:
        await get(scene(), **spec)
    assert caught.value.failure is Failure.NETWORK
    with pytest.raises(JudgeError, match="extra"):
        parse({**spec, "extra": 1}, "result")


def test_a_drives_file_is_named_in_one_way() -> None:
    spec = {"type": "googledrive_file", "settings_file": "s", "path": ["a"], "query": ["q"], "dest": "b"}
    for given in (spec, {**spec, "path": None, "query": None}):
        with pytest.raises(JudgeError, match="give one of path"):
            parse(given, "result")
