"""Judges in Python before they run: needs are read from the source, and a wrong one is told apart."""

import json
from pathlib import Path
from typing import Any

import pytest

from scalecua.core.errors import JudgeError, TaskError
from scalecua.core.trajectory import FinalState, Status
from scalecua.tasks.evaluator import parse
from scalecua.tasks.folder import load, save
from scalecua.tasks.lint import problems
from scalecua.tasks.python_judge import needs
from scalecua.tasks.state import Entry, write
from scalecua.tasks.state import load as load_state

CODE = '''"""Whether the note says so."""

needs = ["~/note.txt", {"command": ["ls", "-1", "a b"]}, {"tree": True}, {"app": "vlc"}]


def get(state):
    return state.file("~/note.txt").read_text()


def check(result, expected):
    return result.strip() == expected
'''
NAMES = ["file ~/note.txt", "command ls -1 'a b'", "tree", "app vlc"]


def judge(needs: str = "['a']", get: str = "def get(state): return 1", check: str = "") -> str:
    return f"needs = {needs}\n{get}\n{check or 'def check(result, expected): return 1.0'}\n"


def test_needs_are_read_without_running_anything() -> None:
    assert [need.name for need in needs(CODE, "judge.py")] == NAMES
    assert [need.name for need in needs("raise SystemExit\n" + judge(), "judge.py")] == ["file a"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def get(", "line 1"),
        (judge().replace("needs", "need"), "0 lists `needs`"),
        (judge() + "needs = ['b']", "2 lists `needs`"),
        (judge("open('/etc/passwd')"), "written out"),
        (judge("[1]"), "needs: 0"),
        (judge("[{'files': 'a'}]"), "files"),
        (judge("[{'file': 'a', 'tree': True}]"), "one of file, command, tree and app"),
        (judge("[]"), "at least one"),
        (judge("['a', {'file': 'a'}]"), "each once"),
        (judge(get="x = 1"), "no function get"),
        (judge(get="def get(): return 1"), "get must take 1"),
        (judge(check="def check(result): return 1.0"), "check must take 2"),
        ("(" * 5000, "judge.py"),
    ],
)
def test_what_is_no_judge_is_told_with_its_line(code: str, said: str) -> None:
    with pytest.raises(JudgeError, match=said):
        needs(code, "judge.py")


def folder(path: Path, code: str = CODE, **evaluator: Any) -> Path:
    document = {"id": "t", "instruction": "Write.", "evaluator": evaluator}
    path.mkdir(exist_ok=True)
    (path / "task.json").write_text(json.dumps(document))
    (path / "judge.py").write_text(code)
    return path


def test_a_folder_with_a_judge_loads_and_is_saved_as_it_was(tmp_path: Path) -> None:
    task = load(
        folder(tmp_path / "a", expected={"total": 3}, postconfig=[{"type": "sleep", "parameters": {}}])
    )
    assert task.judge["python"] == CODE
    evaluator = parse(task.judge)
    assert evaluator.checks[0].expected == {"type": "rule", "rules": {"total": 3}}
    assert len(evaluator.postconfig) == 1
    save(task, tmp_path / "b")
    assert load(tmp_path / "b") == task
    assert (tmp_path / "b" / "judge.py").read_text() == CODE


def test_a_task_without_a_judge_says_so(tmp_path: Path) -> None:
    path = folder(tmp_path / "a")
    (path / "judge.py").unlink()
    with pytest.raises(TaskError, match=r"no judge\.py"):
        load(path)


def test_a_wrong_field_beside_the_source_is_named(tmp_path: Path) -> None:
    task = load(folder(tmp_path / "a", expects=3))
    with pytest.raises(JudgeError, match="expects"):
        parse(task.judge)


def test_lint_knows_the_applications(tmp_path: Path) -> None:
    sound = load(folder(tmp_path / "a"))
    assert problems(sound) == ()
    (told,) = problems(load(folder(tmp_path / "b", CODE.replace("vlc", "mplayer"))))
    assert "mplayer" in told.text
    assert "chromium" in told.text


def test_a_state_holds_the_needs_by_name(tmp_path: Path) -> None:
    found = {"file a": {"file": "need-1-a"}, "tree": {"value": "<a/>"}, "app vlc": None}
    final = FinalState(Status.DONE, "", ({"needs": found},), (None,), {"need-1-a": "x"})
    manifest = write(final, lambda digest: b"A", tmp_path)
    document = json.loads((tmp_path / "manifest.json").read_text())
    assert document == {"status": "done", "answer": "", "needs": found}
    again = load_state(tmp_path)
    assert again.result == manifest.result == (Entry.model_validate({"needs": found}),)
    assert list(again.names()) == ["need-1-a"]
    (tmp_path / "need-1-a").unlink()
    with pytest.raises(JudgeError, match="need-1-a"):
        load_state(tmp_path)
