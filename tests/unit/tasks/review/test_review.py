"""Each rule speaks of what breaks it, and of nothing else."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scalecua.core.task import Task
from scalecua.tasks.assets import Assets
from scalecua.tasks.example import example
from scalecua.tasks.review.review import review

GOOD = Task(
    "good",
    "Write 42 into answer.txt.",
    "editor",
    ("mousepad",),
    "default",
    ({"type": "write_file", "parameters": {"path": "~/answer.txt", "content": ""}},),
    {
        "func": "exact_match",
        "result": {"type": "vm_command_line", "command": "cat ~/answer.txt"},
        "expected": {"type": "rule", "rules": {"expected": "42"}},
    },
    10,
    "",
)
CODE = "needs = ['~/a']\n\n\ndef get(state):\n    return state\n\n\ndef check(result, expected):\n    return "


def rules(*tasks: Task, source: Assets | None = None) -> list[str]:
    return [remark.rule for _, remark in review(tasks, source)]


def judged(**judge: Any) -> Task:
    return replace(GOOD, judge={**GOOD.judge, **judge})


def setup(kind: str, **parameters: Any) -> Task:
    return replace(GOOD, setup=(*GOOD.setup, {"type": kind, "parameters": parameters}))


def python(answer: str) -> Task:
    return replace(GOOD, judge={"python": CODE + answer + "\n"})


def told(text: str, **metadata: Any) -> Task:
    return replace(GOOD, instruction=text, metadata=metadata)


def rule(**rules: Any) -> dict[str, Any]:
    return {"type": "rule", "rules": rules}


FILE = {"type": "vm_file", "path": "/a.png", "dest": "a.png"}
MANY = {
    "func": ["exact_match"] * 2,
    "result": [GOOD.judge["result"]] * 2,
    "expected": [GOOD.judge["expected"]] * 2,
}
BROKEN: dict[str, list[Task]] = {
    "absolute pixels": [
        setup("act", action_seq=[{"kind": "left_click", "x": 3, "y": 4}]),
        setup("execute", command="python -c 'import pyautogui; pyautogui.click(10, 20)'"),
        setup("execute", command=["xdotool", "mousemove", "10", "20", "click", "1"]),
    ],
    "credentials": [
        setup("execute", command="echo password | sudo -S reboot"),
        setup("execute", command="export API_KEY=0123456789abcdef"),
        setup("write_file", path="/k", content="-----BEGIN RSA PRIVATE KEY-----"),
        judged(options={"key": "sk-abcdefghijklmnopqrstuvwx"}),
    ],
    "live web": [setup("chrome_open_tabs", urls_to_open=["https://www.example.org"])],
    "relative time": [
        told("Write tomorrow's date into answer.txt, 42."),
        told("Keep what was written in answer.txt 30 days ago."),
        told("Write the sum of last month, 42, into answer.txt."),
    ],
    "no conjunction": [replace(GOOD, judge=MANY)],
    "cannot fail": [
        judged(func="check_include_exclude", expected=rule(include=[], exclude=[])),
        judged(result=rule(expected="42")),
        judged(
            result=FILE,
            postconfig=[{"type": "write_file", "parameters": {"path": "/a.png", "content": "x"}}],
        ),
        python("1"),
        python("True"),
        python("expected == 1"),
        replace(GOOD, judge={"python": CODE.replace("return state", "return 1") + "result == expected\n"}),
    ],
    "cannot pass": [
        judged(func="check_include_exclude", expected=rule(include=["pear"], exclude=["ea"])),
        python("0"),
        python("False"),
    ],
    "open to the agent": [judged(func="compare_text_file", result=FILE, expected=FILE)],
    "answer leaked": [
        told(
            "What is 6 * 7, is it 42? Look into answer.txt.",
            solution={"steps": [], "end": {"kind": "answer", "text": "42"}},
        ),
        told("Write 42 into answer.txt, which judge.py reads."),
    ],
    "nothing checkable": [told("Make it look nicer.")],
}


@pytest.mark.parametrize(("name", "task"), [(name, one) for name in BROKEN for one in BROKEN[name]])
def test_a_rule_speaks_of_what_breaks_it(name: str, task: Task) -> None:
    assert rules(task) == [name]


@pytest.mark.parametrize(
    "task",
    [
        GOOD,
        example("mine"),
        setup("execute", command=["sudoku", "--password-file", "/dev/null"]),
        setup("chrome_open_tabs", urls_to_open=["http://localhost:8000", "file:///home/user/a.html"]),
        told("Write 42 days of the week into answer.txt."),
        replace(GOOD, judge={**MANY, "conj": "or"}),
        judged(func="check_include_exclude", expected=rule(include=["pear"], exclude=["plum"])),
        python("result == expected"),
        python("0 if result else 1"),
        replace(GOOD, judge={"func": "infeasible"}, instruction="Make it nicer."),
        told(
            "What is 6 * 7? Look into answer.txt.",
            solution={"steps": [], "end": {"kind": "answer", "text": "42"}},
        ),
    ],
)
def test_a_good_task_is_let_be(task: Task) -> None:
    assert rules(task) == []


def test_what_asks_for_the_same_is_a_duplicate() -> None:
    other = replace(GOOD, id="other", instruction="Into answer.txt, write 42!")
    assert [(at, remark.rule) for at, remark in review([GOOD, other])] == [(1, "duplicate")]
    assert rules(GOOD, replace(other, instruction="Write 43 into answer.txt.")) == []
    assert rules(GOOD, replace(judged(options={"x": 1}), id="other")) == []


def test_files_by_url_must_be_at_hand_where_that_is_asked(tmp_path: Path) -> None:
    url = "https://files.example.org/a/b.txt"
    task = setup("download", files=[{"url": url, "path": "/b.txt"}])
    mirror = Assets(tmp_path / "mirror", offline=True, cache=tmp_path / "cache")
    assert rules(task) == []
    assert rules(task, source=mirror) == ["missing asset"]
    place = tmp_path / "mirror" / "files.example.org" / "a"
    place.mkdir(parents=True)
    (place / "b.txt").write_text("b")
    assert rules(task, source=mirror) == []
