"""From a rule of `compare_table` to a check: closed keys, and the comparison of two sheets."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from scalecua.tasks.metrics.sheets.workbook import Address, Books, Sheet, address

Rule = Mapping[str, Any]
Check = Callable[[Books], bool]
Extract = TypeVar("Extract")
PAIR = ("sheet_idx0", "sheet_idx1")


def closed(rule: Rule, required: Collection[str], optional: Collection[str] = ()) -> None:
    """ValueError, naming the key and the choices, for a key too many or too few."""
    known = {"type", *required, *optional}
    for key in rule:
        if key not in known:
            raise ValueError(f"{rule.get('type')} has {key!r}; choices: {', '.join(sorted(known))}")
    for key in required:
        if key not in rule:
            raise ValueError(f"{rule.get('type')} lacks {key!r}")


def chosen(rule: Rule, key: str, choices: Collection[str]) -> tuple[str, ...]:
    """The names that `rule[key]` lists, none if it is left out; ValueError for any that is no choice."""
    names = rule.get(key, [])
    if not isinstance(names, list) or not all(name in choices for name in names):
        raise ValueError(f"{key} is {names!r}; choices: {', '.join(choices)}")
    return tuple(names)


def pair(rule: Rule) -> Callable[[Books], tuple[Sheet, Sheet]]:
    """The two sheets that a rule compares."""
    addresses: list[Address] = [address(rule[key]) for key in PAIR]

    def sheets(books: Books) -> tuple[Sheet, Sheet]:
        # The task's own side first: its faults are no affair of the agent's.
        second = books.sheet(addresses[1])
        return books.sheet(addresses[0]), second

    return sheets


def alike(rule: Rule, extract: Callable[[Sheet], Extract]) -> Check:
    """A check that `extract` gives the same of both sheets."""
    sheets = pair(rule)

    def check(books: Books) -> bool:
        one, two = sheets(books)
        wanted = two.read(extract)
        return one.read(extract) == wanted

    return check
