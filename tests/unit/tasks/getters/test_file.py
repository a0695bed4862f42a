"""Files and outputs of the desktop: what is there, what the agent left missing, what is a fault."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

from scalecua.core.desktop import Desktop, ExecResult
from scalecua.core.errors import DesktopError, JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.assets import Assets
from scalecua.tasks.getters import file as file_getter
from scalecua.tasks.getters.base import Fetched, Several
from scalecua.tasks.getters.file import Accompanied
from scalecua.tasks.getters.parse import parse
from scalecua.tasks.scene import Scene


class Disk:
    """A desktop with files, and one answer to every command that is no `stat`."""

    size = (1280, 800)

    def __init__(
        self,
        files: dict[str, bytes] | None = None,
        answer: ExecResult | DesktopError | None = None,
        unreadable: DesktopError | None = None,
    ) -> None:
        self.files = files or {}
        self.answer = answer
        self.unreadable = unreadable
        self.asked: list[tuple[str, ...]] = []

    async def execute(self, words: Sequence[str], *, timeout_s: float) -> ExecResult:
        self.asked.append(tuple(words))
        if words[0] == "stat":
            data = self.files.get(words[-1])
            if data is None:
                return ExecResult(1, "", "No such file")
            kind = "fifo" if data == b"pipe" else "regular file"
            return ExecResult(0, f"{len(data)} {kind}\n", "")
        if isinstance(self.answer, DesktopError):
            raise self.answer
        assert self.answer is not None
        return self.answer

    async def read(self, path: str) -> bytes:
        if self.unreadable is not None:
            raise self.unreadable
        return self.files[path]


async def get(desktop: Disk, **spec: Any) -> Any:
    return await parse(spec, "result")(Scene(cast(Desktop, desktop), Assets(offline=True)))


HOME = {"/home/user/a": b"A", "/home/user/b": b"B", "/home/user/c": b"C", "/p": b"pipe", "/big": b"12345"}


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ({"path": "~/a"}, Fetched("a", b"A")),
        ({"path": "/home/user/a", "dest": "x/y.txt"}, Fetched("y.txt", b"A")),
        ({"path": "~/none"}, None),
        ({"path": "/p"}, None),
        ({"path": "/big"}, None),
        (
            {"path": ["~/a", "~/b"], "multi": "true", "gives": [0, 1]},
            Several((Fetched("a", b"A"), Fetched("b", b"B"))),
        ),
        (
            {"path": ["~/a", "~/b", "~/c"], "dest": ["x", "y", "z"], "multi": True, "gives": [2, 0]},
            Several((Fetched("x", b"A"), Fetched("z", b"C"))),
        ),
        ({"path": ["~/a", "~/none"], "multi": True, "gives": [0, 1]}, None),
        (
            {"path": ["~/a", "~/b"], "dest": ["x", "x-s"], "multi": True},
            Accompanied("x", b"A", (Fetched("x-s", b"B"),)),
        ),
        ({"path": ["~/a", "~/none"], "multi": True}, Fetched("a", b"A")),
        ({"path": ["~/none", "~/a"], "multi": True}, None),
        ({"path": ["~/none", "~/a"], "multi": True, "gives": [1]}, Fetched("a", b"A")),
        ({"path": ["~/a"], "multi": True}, Fetched("a", b"A")),
    ],
)
async def test_files_come_as_the_evaluator_asks(
    spec: dict[str, Any], found: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_getter, "FILE_LIMIT", 4)
    assert await get(Disk(HOME), type="vm_file", **spec) == found


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"path": ["a"]}, "path must be a list with multi"),
        ({"path": "a", "multi": True}, "path must be a list with multi"),
        ({"path": "a", "dest": ["a"]}, "dest must be a list with multi"),
        ({"path": ["a", "b"], "dest": ["a"], "multi": True}, "as many"),
        ({"path": ""}, "none of them empty"),
        ({"path": [], "multi": True}, "gives"),
        ({"path": ["a"], "multi": True, "gives": [1]}, "places from 0 to 0"),
        ({"path": ["a"], "multi": True, "gives": []}, "gives"),
        ({"path": "a", "destination": "b"}, "destination"),
        ({}, "path"),
    ],
)
def test_wrong_parameters_are_named(spec: dict[str, Any], said: str) -> None:
    with pytest.raises(JudgeError, match=said):
        parse({"type": "vm_file", **spec}, "result")


async def test_a_file_that_goes_away_is_missing_and_a_failing_desktop_an_error() -> None:
    assert await get(Disk(HOME, unreadable=DesktopError("gone")), type="vm_file", path="~/a") is None
    broken = DesktopError("crash", failure=Failure.CRASH)
    with pytest.raises(DesktopError, match="crash"):
        await get(Disk(HOME, unreadable=broken), type="vm_file", path="~/a")


async def test_a_command_tells_what_it_prints_whatever_it_returns() -> None:
    desktop = Disk(answer=ExecResult(1, "out\n", "err"))
    assert await get(desktop, type="vm_command_line", command="echo {SCREEN_WIDTH}", shell="true") == "out\n"
    assert desktop.asked == [("sh", "-c", "echo 1280")]
    program = Disk(answer=ExecResult(127, "x", "my own words"))
    assert await get(program, type="vm_command_line", command=["python", "a.py"]) == "x"


async def test_a_program_that_does_not_end_is_the_agents_affair() -> None:
    late = DesktopError("ran longer", failure=Failure.TIMEOUT)
    assert await get(Disk(answer=late), type="vm_command_line", command=["python", "a.py"]) is None


@pytest.mark.parametrize(
    "answer",
    [
        ExecResult(127, "", "sh: 1: timedatectl: not found"),
        DesktopError("no such program: 'timedatectl'"),
    ],
)
async def test_a_program_that_the_desktop_lacks_is_a_fault(answer: Any) -> None:
    with pytest.raises(JudgeError, match="timedatectl") as caught:
        await get(Disk(answer=answer), type="vm_command_line", command="timedatectl status", shell=True)
    assert caught.value.failure is Failure.JUDGE


async def test_a_desktop_that_fails_stays_its_own_error() -> None:
    with pytest.raises(DesktopError, match="hung"):
        await get(
            Disk(answer=DesktopError("hung", failure=Failure.HANG)), type="vm_command_line", command="x"
        )
