"""The two workbooks of a comparison, and the names that rules give to the sheets in them."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import openpyxl
from openpyxl.workbook import Workbook

from scalecua.tasks.metrics.sheets.bounds import bounded
from scalecua.tasks.metrics.unreadable import Unreadable, agents

WHAT = "a spreadsheet"
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Address:
    """A sheet, by place or by name, of the agent's workbook or of the expected one."""

    expected: bool
    sheet: int | str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: openpyxl's worksheet with the values that formulas had when it was saved."""

    path: Path
    name: str
    cells: Any
    agents: bool

    def read(self, extract: Callable[["Sheet"], Read]) -> Read:
        """What `extract` gives; a failure on the agent's side means that it cannot be read."""
        if not self.agents:
            return extract(self)
        with agents(WHAT):
            return extract(self)


@dataclass(frozen=True, slots=True)
class Books:
    """The agent's workbook and the expected one, if the evaluator has one."""

    paths: tuple[Path, Path | None]
    result: Workbook
    expected: Workbook | None

    def names(self, expected: bool) -> list[str]:
        """The names of all sheets of one side, in their order."""
        return self._book(expected).sheetnames

    def sheet(self, address: Address) -> Sheet:
        """One sheet; Unreadable if the agent's workbook lacks it, LookupError if the other does."""
        book, names = self._book(address.expected), self.names(address.expected)
        try:
            name = names[address.sheet] if isinstance(address.sheet, int) else address.sheet
            cells = book[name]
        except LookupError as error:
            if address.expected:
                raise
            raise Unreadable(f"there is no sheet {address.sheet!r}; there is {names!r:.200}") from error
        path = self.paths[address.expected]
        assert path is not None
        return Sheet(path, name, cells, not address.expected)

    def _book(self, expected: bool) -> Workbook:
        if not expected:
            return self.result
        if self.expected is None:
            raise ValueError("a rule asks for the expected workbook, and the evaluator has none")
        return self.expected


def address(value: Any) -> Address:
    """From OSWorld's words: 0 and "RI0" are the result's first sheet, "RNa" is its sheet a; "EI0", "ENa"."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Address(False, value)
    if isinstance(value, str) and value[:2] in ("RI", "EI") and value[2:].lstrip("-").isdecimal():
        return Address(value[0] == "E", int(value[2:]))
    if isinstance(value, str) and value[:2] in ("RN", "EN"):
        return Address(value[0] == "E", value[2:])
    raise ValueError(f"sheet is {value!r}; choices: a number, RI<number>, RN<name>, EI<number>, EN<name>")


def load(result: Path, expected: Path | None) -> Books:
    """Both workbooks; Unreadable if the agent's is none, another exception if the expected one is."""
    wanted = None if expected is None else opened(expected)
    with agents(WHAT):
        return Books((result, expected), opened(result), wanted)


def opened(path: Path) -> Workbook:
    """A workbook, whatever its file is called."""
    bounded(path)
    with path.open("rb") as file, warnings.catch_warnings():
        # openpyxl warns of every part that it leaves out.
        warnings.simplefilter("ignore")
        return openpyxl.load_workbook(file, data_only=True)
