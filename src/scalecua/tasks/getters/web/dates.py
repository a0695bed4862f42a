"""Days in a task's words ("next Monday", "5th next month"), and templates that name a day."""

import re
from collections.abc import Callable
from datetime import date, timedelta

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
COUNTS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
PLACEHOLDER = re.compile(r"\{([A-Za-z0-9]+)\}")
LETTERS: dict[str, Callable[[date], str]] = {
    "DoW": lambda day: WEEKDAYS[day.weekday()][:3].capitalize(),
    "DayD": lambda day: str(day.day),
    "Day0D": lambda day: f"{day.day:02}",
    "Month": lambda day: MONTHS[day.month - 1][:3],
    "month": lambda day: MONTHS[day.month - 1].lower(),
    "MonthFull": lambda day: MONTHS[day.month - 1],
    "MonthD": lambda day: str(day.month),
    "Month0D": lambda day: f"{day.month:02}",
    "Year": lambda day: str(day.year),
}

_WEEKDAY = f"({'|'.join(WEEKDAYS)})"
_COUNT = f"({'|'.join(COUNTS)})"
_NEXT = re.compile(rf"next {_WEEKDAY}")
_NEXT_WEEK = re.compile(rf"next week {_WEEKDAY}")
_THIS = re.compile(rf"this {_WEEKDAY}")
_NEXT_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th) next month")
_FIRST = re.compile(rf"first {_WEEKDAY} {_COUNT} months? later")
FORMS = (
    "tomorrow; this month; this Friday; next Friday; next week Friday; 5th next month; "
    "first Monday two months later"
)


def day(words: str, today: date, start: date | None = None) -> date:
    """The day that the words mean today; ValueError with the forms there are for words of no such form.

    A week begins on Monday. "next Friday" is the first Friday after `start`, or after today where nothing has
    started; "next week Friday" is that of the week after this one. The word "split" after a day says how a
    web page writes it, and nothing about the day.
    """
    said = " ".join(words.lower().removesuffix(" split").split())
    if said in ("tomorrow", "this month"):
        return today + timedelta(days=said == "tomorrow")
    monday = today - timedelta(days=today.weekday())
    if found := _NEXT.fullmatch(said):
        after = today if start is None else start
        return after + timedelta(days=(WEEKDAYS.index(found[1]) - after.weekday() - 1) % 7 + 1)
    if found := _NEXT_WEEK.fullmatch(said):
        return monday + timedelta(days=7 + WEEKDAYS.index(found[1]))
    if found := _THIS.fullmatch(said):
        return monday + timedelta(days=WEEKDAYS.index(found[1]))
    if found := _NEXT_MONTH.fullmatch(said):
        return _month(today, 1).replace(day=int(found[1]))
    if found := _FIRST.fullmatch(said):
        first = _month(today, COUNTS.index(found[2]) + 1)
        return first + timedelta(days=(WEEKDAYS.index(found[1]) - first.weekday()) % 7)
    raise ValueError(f"{words!r} is no day; forms: {FORMS}")


def fill(template: str, chosen: date) -> str:
    """The template with every placeholder filled in; ValueError for a placeholder that there is not."""

    def filled(match: re.Match[str]) -> str:
        if match[1] not in LETTERS:
            raise ValueError(f"{match[0]} is no placeholder; there are {', '.join(LETTERS)}")
        return LETTERS[match[1]](chosen)

    return PLACEHOLDER.sub(filled, template)


def _month(today: date, later: int) -> date:
    """The first day of a later month."""
    years, months = divmod(today.month - 1 + later, 12)
    return date(today.year + years, months + 1, 1)
