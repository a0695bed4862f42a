"""Which attacks there are of a task, and what the answers to them say of its judge."""

import hashlib
import json
from typing import Any

import pytest

from scalecua.core.action import Key, Type, Wait
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.tasks.solution import Solution, parse
from scalecua.verify.attack import Kind, Outcome
from scalecua.verify.diagnosis import Repeated, findings
from scalecua.verify.from_solution import ways
from scalecua.verify.from_state import changes, declared
from scalecua.verify.planted import planted


class Memory:
    """Blobs in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        self.kept[digest] = data
        return digest

    def get(self, digest: str) -> bytes:
        return self.kept[digest]


def solution(*steps: Any, **fields: Any) -> Solution:
    return parse(
        {"steps": [step if isinstance(step, dict) else vars_of(step) for step in steps], **fields}, "s"
    )


def vars_of(step: Any) -> dict[str, Any]:
    return {name: getattr(step, name) for name in step.__slots__}


def names(found: Any) -> list[str]:
    return [f"{one.kind}: {one.name}" for one in found]


SAVE, ENTER, PAUSE = Key(("ctrl", "s")), Key(("enter",)), Wait(1)


def test_near_misses_of_a_solution() -> None:
    found = list(ways(solution(Type("42"), SAVE, PAUSE, ENTER, PAUSE)))
    assert names(found) == [
        "reference: reference, time 1",
        "reference: reference, time 2",
        "near miss: last step left out",
        "near miss: not saved",
        "near miss: step 1 typed wrong by one",
    ]
    assert [step.__class__.__name__ for step in found[2].solution.steps] == ["Type", "Key", "Wait"]  # type: ignore[union-attr]
    assert found[3].solution.steps == (Type("42"),)  # type: ignore[union-attr]
    assert found[4].solution.steps[0] == Type("43")  # type: ignore[union-attr]


def test_no_near_miss_is_played_twice() -> None:
    assert names(ways(solution(Type("a"), SAVE))) == [
        "reference: reference, time 1",
        "reference: reference, time 2",
        "near miss: last step left out",
        "near miss: step 1 typed wrong by one",
    ]


def test_steps_that_look_for_a_widget_are_attacked_too() -> None:
    click = {"find": {"name": "OK"}, "action": {"kind": "left_click"}}
    found = list(ways(solution(Type("a"), click)))
    assert "near miss: last step left out" in names(found)


def test_alternatives_are_right_ends() -> None:
    found = list(ways(solution(Type("a"), alternatives=[[vars_of(Type("b"))]])))
    assert "alternative: alternative 1" in names(found)


def states(
    before: bytes | None, after: bytes, name: str = "note.txt"
) -> tuple[FinalState, FinalState, Memory]:
    blobs = Memory()

    def state(data: bytes | None) -> FinalState:
        if data is None:
            return FinalState(Status.DONE, "", (None,), ({"value": 1},))
        return FinalState(Status.DONE, "", ({"file": name},), ({"value": 1},), {name: blobs.put(data)})

    return state(before), state(after), blobs


def test_changes_of_a_text() -> None:
    before, after, blobs = states(b"a\nb\n", b"a\nb\nc 1\nd 2\n")
    made = {one.name: one for one in changes(before, after, blobs)}
    assert {name: one.kind for name, one in made.items()} == {
        "note.txt: empty": "near miss",
        "note.txt: cut in half": "near miss",
        "note.txt: as it was": "near miss",
        "note.txt: written otherwise": "alternative",
        "note.txt: in another format": "near miss",
        "note.txt: 2 off by one": "near miss",
        "note.txt: 3 off by one": "near miss",
        "note.txt: 3 left out": "near miss",
        "note.txt: damage at 0": "near miss",
        "note.txt: damage at 1": "near miss",
        "note.txt: under another name": "near miss",
    }

    def text(name: str) -> bytes:
        return blobs.get(made[name].make().files["note.txt"])

    assert text("note.txt: 2 off by one") == b"a\nb\nc 2\nd 2\n"
    assert text("note.txt: 3 left out") == b"a\nb\nc 1\n"
    assert text("note.txt: damage at 1") == b"a\nq\nc 1\nd 2\n"
    assert made["note.txt: under another name"].make().result == (None,)


def test_half_of_a_text_that_is_all_of_its_words_is_no_near_miss() -> None:
    before, after, blobs = states(None, b"3\n")
    assert not [one for one in changes(before, after, blobs) if "half" in one.name]


def test_a_new_file_has_no_damage() -> None:
    before, after, blobs = states(None, b"hello\n")
    assert not [
        one for one in changes(before, after, blobs) if "damage" in one.name or "as it was" in one.name
    ]


def test_a_file_that_the_reference_left_alone_is_left_alone() -> None:
    before, after, blobs = states(b"a\n", b"a\n")
    assert list(changes(before, after, blobs)) == []


def test_files_among_needs_are_changed_too() -> None:
    blobs = Memory()
    needs = {"file ~/a.txt": {"file": "a.txt"}, "tree": {"value": "<x/>"}}
    after = FinalState(Status.DONE, "", ({"needs": needs},), (None,), {"a.txt": blobs.put(b"hello\n")})
    before = FinalState(Status.DONE, "", ({"needs": {"file ~/a.txt": None}},), (None,))
    made = {one.name: one for one in changes(before, after, blobs)}
    gone = made["a.txt: under another name"].make()
    assert gone.result == ({"needs": {"file ~/a.txt": None, "tree": {"value": "<x/>"}}},)


def test_saying_is_not_doing() -> None:
    made = list(declared(FinalState(Status.TRUNCATED, ""), "42"))
    ends = [(one.make().status, one.make().answer) for one in made]
    assert ends == [(Status.DONE, ""), (Status.DECLARED_INFEASIBLE, ""), (Status.ANSWERED, "42")]
    assert len(list(declared(FinalState(Status.DONE, ""), ""))) == 2


def test_the_judges_words_are_planted() -> None:
    before, after, blobs = states(b"", b"total: 42 crowns\n")
    judge = {
        "func": "check_include_exclude",
        "result": {"type": "vm_file", "path": "/a"},
        "expected": {"type": "rule", "rules": {"include": ["42", "crowns"], "exclude": []}},
    }
    (one,) = planted(Task("t", "i", "", (), "default", (), judge, 5, ""), before, after, blobs)
    assert one.kind == "cheat"
    assert blobs.get(one.make().files["note.txt"]) == b"42\ncrowns\n"


def test_words_that_are_the_right_end_are_no_cheat() -> None:
    before, after, blobs = states(b"", b"42\ncrowns")
    code = (
        "needs = ['a']\ndef get(state): return 1\ndef check(result, expected): return result == '42 crowns'\n"
    )
    task = Task("t", "i", "", (), "default", (), {"python": code}, 5, "")
    assert list(planted(task, before, after, blobs)) == []


def outcome(kind: Kind, name: str, score: float | None, failure: Failure | None = None) -> Outcome:
    return Outcome(kind, name, score, failure, "", 1.0)


STEADY = Repeated((1.0, 1.0), (1.0, 1.0))
GOOD = (
    outcome("null", "untouched", 0.0),
    outcome("reference", "reference, time 1", 1.0),
    outcome("near miss", "a.txt: empty", 0.5),
    outcome("alternative", "a.txt: written otherwise", 1.0),
    outcome("cheat", "declared done at once", 0.0),
)


def test_a_good_judge_is_not_accused() -> None:
    assert all(one.held for one in GOOD)
    assert findings(GOOD, STEADY, looks=True) == ()


@pytest.mark.parametrize(
    ("changed", "repeated", "looks", "fault"),
    [
        (outcome("near miss", "a.txt: empty", 1.0), STEADY, True, "too loose"),
        (outcome("null", "untouched", 0.5), STEADY, True, "too loose"),
        (outcome("null", "untouched", 1.0), STEADY, False, "reads what setup wrote"),
        (outcome("reference", "reference, time 1", 0.5), STEADY, True, "too strict"),
        (outcome("alternative", "alternative 1", 0.0), STEADY, True, "too strict"),
        (outcome("alternative", "a.txt: written otherwise", 0.0), STEADY, True, "order-dependent"),
        (outcome("cheat", "declared done at once", 1.0), STEADY, True, "cheatable"),
        (outcome("near miss", "a.txt: empty", None, Failure.JUDGE), STEADY, True, "crashes"),
        (outcome("near miss", "a.txt: empty", None, Failure.CRASH), STEADY, True, "crashes"),
        (outcome("near miss", "a.txt: empty", None, Failure.TIMEOUT), STEADY, True, "hangs"),
        (GOOD[0], Repeated((1.0, 0.0), (1.0,)), True, "flaky"),
        (GOOD[0], Repeated((1.0, 1.0), (1.0, 0.0)), True, "order-dependent"),
        (outcome("reference", "reference, time 2", 0.5), STEADY, True, "flaky"),
    ],
)
def test_faults_are_named(changed: Outcome, repeated: Repeated, looks: bool, fault: str) -> None:
    others = [one for one in GOOD if one.name != changed.name]
    found = findings([*others, changed], repeated, looks=looks)
    assert fault in [one.fault for one in found]
    assert all(one.advice for one in found)


def test_want_of_a_desktop_is_no_fault_of_the_judges() -> None:
    lost = outcome("near miss", "last step left out", None, Failure.START)
    assert not lost.held
    assert findings([*GOOD, lost], STEADY, looks=True) == ()


def test_json_of_an_outcome() -> None:
    assert json.loads(json.dumps(GOOD[0].kind)) == "null"
