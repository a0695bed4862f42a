"""Judges in Python in their sandbox: scores, parts, faults by whose they are, and code that means harm."""

import json
from pathlib import Path
from typing import Any

import pytest

from scalecua.config.desktop import DesktopSection
from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.core.trajectory import Status
from scalecua.core.verdict import Verdict
from scalecua.desktop.pool import LocalPool
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.assets import Assets
from scalecua.tasks.collect import collect
from scalecua.tasks.judge import OSWorldJudge, judge
from scalecua.tasks.scene import Scene

pytestmark = pytest.mark.desktops
NEEDS = "needs = ['~/note.txt', {'command': ['ls']}]\n"
GET = "def get(state):\n    return state.file('~/note.txt').read_text()\n"


def task(code: str, expected: Any = None) -> Task:
    return Task("t", "i", "", (), "default", (), {"python": code, "expected": expected}, 5, "")


async def judged(code: str, folder: Path, *, note: str | None = "42", expected: Any = None) -> Verdict:
    needs: dict[str, Any] = {"file ~/note.txt": None, "command ls": {"value": "a\nb\n"}}
    if note is not None:
        (folder / "note").write_text(note)
        needs["file ~/note.txt"] = {"file": "note"}
    manifest = {"status": "done", "answer": "forty", "needs": needs}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return await judge(task(code, expected), folder)


@pytest.mark.parametrize(
    ("body", "score", "checks"),
    [
        ("return result == '42'", 1.0, {"python": 1.0}),
        ("return 0.25", 0.25, {"python": 0.25}),
        ("return {'here': True, 'right': result == expected}", 0.5, {"here": 1.0, "right": 0.0}),
    ],
)
async def test_a_score_or_named_parts(
    body: str, score: float, checks: dict[str, float], tmp_path: Path
) -> None:
    code = f"{NEEDS}{GET}def check(result, expected):\n    {body}\n"
    verdict = await judged(code, tmp_path, expected="43")
    assert (verdict.score, dict(verdict.checks)) == (score, checks)


async def test_it_sees_what_it_asked_for(tmp_path: Path) -> None:
    code = f"""{NEEDS}
def get(state):
    return [state.file('~/note.txt').read_text(), state.command(['ls']), state.status, state.answer]
def check(result, expected):
    return result == expected
"""
    assert (await judged(code, tmp_path, expected=["42", "a\nb\n", "done", "forty"])).score == 1


async def test_what_the_agent_left_missing_or_broken_is_0_with_a_reason(tmp_path: Path) -> None:
    missing = await judged(f"{NEEDS}{GET}def check(result, expected): return 1.0\n", tmp_path, note=None)
    assert (missing.score, missing.reason) == (0, "there is no file ~/note.txt")
    number = GET.replace("return", "with state.agents('a number'): return int(").rstrip() + ")\n"
    broken = await judged(f"{NEEDS}{number}def check(result, expected): return 1.0\n", tmp_path, note="x")
    assert broken.score == 0
    assert "not a number" in broken.reason


@pytest.mark.parametrize(
    ("get", "check", "failure", "said"),
    [
        ("return state.file('~/other')", "return 1", Failure.JUDGE, "other"),
        ("return 1 / 0", "return 1", Failure.JUDGE, "ZeroDivisionError"),
        ("return 1", "return 1.5", Failure.JUDGE, "1.5"),
        ("return 1", "return {}", Failure.JUDGE, "no named score"),
        ("return 1", "return 'yes'", Failure.JUDGE, "yes"),
        ("import os; os._exit(0)", "return 1", Failure.CRASH, "0 findings of 1"),
        ("import sys; sys.exit(3)", "return 1", Failure.CRASH, "ended with 1"),
        ("return bytearray(1 << 40)", "return 1", Failure.MEMORY, "memory"),
        ("import socket; socket.create_connection(('1.1.1.1', 53))", "return 1", Failure.JUDGE, "OSError"),
        ("return open('/etc/passwd').read()", "return 1", Failure.JUDGE, "FileNotFoundError"),
        ("return open('/state/note', 'w')", "return 1", Failure.JUDGE, "note"),
        ("return 'x' * (2 << 20)", "return {result: 1}", Failure.JUDGE, "more than"),
    ],
)
async def test_a_fault_of_its_own_is_a_class_and_no_score(
    get: str, check: str, failure: Failure, said: str, tmp_path: Path
) -> None:
    code = f"{NEEDS}def get(state):\n    {get}\ndef check(result, expected):\n    {check}\n"
    with pytest.raises(JudgeError, match=said) as caught:
        await judged(code, tmp_path)
    assert caught.value.failure is failure


async def test_from_a_desktop_to_a_verdict(tmp_path: Path) -> None:
    code = """
needs = ['~/note.txt', '~/none', {'command': ['ls', '/home/user']}, {'tree': True}, {'app': 'desktop'}]
def get(state):
    return {
        'note': state.file('~/note.txt').read_text(),
        'listed': 'note.txt' in state.command(['ls', '/home/user']),
        'tree': 'desktop-frame' in state.tree(),
        'windows': state.app('desktop')['windows'],
    }
def check(result, expected):
    return {'note': result['note'] == expected, 'listed': result['listed'], 'tree': result['tree'],
            'windows': 'xterm' in result['windows'].lower()}
"""
    blobs = FileBlobs(tmp_path)
    one = task(code, "hello")
    async with LocalPool(DesktopSection(count=1)) as pool, pool.lease("default") as desktop:
        await desktop.write("/home/user/note.txt", b"hello")
        await desktop.launch(["xterm"])
        await desktop.request("/wait_window", {"wm_class": "xterm", "timeout_s": 20})
        final = await collect(one, Scene(desktop, Assets()), Status.DONE, "", blobs)
    verdict = await OSWorldJudge(blobs)(one, final)
    assert verdict.checks == dict.fromkeys(("note", "listed", "tree", "windows"), 1.0)
