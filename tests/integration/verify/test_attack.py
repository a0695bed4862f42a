"""Judges attacked on live desktops: a good one holds, and each broken one is named by its fault."""

from pathlib import Path
from typing import Any

import pytest

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.desktop.pool import LocalPool
from scalecua.tasks.assets import Assets
from scalecua.verify import prove
from scalecua.verify.attacked import attack
from scalecua.verify.badge import matrix, valid, write
from scalecua.verify.prove import Proof

pytestmark = pytest.mark.desktops
NOTES = "Bill\npen 3\nink 4\ntotal "
LINES = ["Bill", "pen 3", "ink 4", "total 7"]
SETUP = (
    {"type": "write_file", "parameters": {"path": "~/bill.txt", "content": NOTES}},
    {"type": "launch", "parameters": {"command": ["mousepad", "/home/user/bill.txt"]}},
    {"type": "wait_window", "parameters": {"wm_class": "mousepad"}},
)
SOLUTION = {
    "steps": [
        {"kind": "key", "keys": ["ctrl", "end"]},
        {"kind": "type", "text": "7"},
        {"kind": "key", "keys": ["ctrl", "s"]},
    ]
}
GET = """needs = ["~/bill.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/bill.txt").read_text().splitlines()
"""
CHECK = "\n\ndef check(result, expected):\n    return result == expected\n"
BROKEN = {
    "too loose": GET + "\n\ndef check(result, expected):\n    return 'total 7' in result\n",
    "too strict": GET + "\n\ndef check(result, expected):\n    return result == [*expected, '']\n",
    "flaky": GET.replace("needs", "import time\nneeds", 1)
    + "\n\ndef check(result, expected):\n    return result == expected and time.time_ns() % 2 == 0\n",
    "order-dependent": GET
    + "\n\ndef check(result, expected):\n    return result == expected and list(set(result))[0] != 'Bill'\n",
    "reads what setup wrote": GET.replace("bill.txt", "other.txt")
    + "\n\ndef check(result, expected):\n    return result == ['other']\n",
    "crashes": GET.replace('with state.agents("a text")', "if True")
    + CHECK.replace("==", "[3:] == expected[3:] and result =="),
}
OTHER = {"type": "write_file", "parameters": {"path": "~/other.txt", "content": "other\n"}}


def task(code: str, name: str = "bill", **fields: Any) -> Task:
    judge = {"python": code, "expected": LINES}
    metadata = {"solution": SOLUTION}
    return Task(
        name,
        "Write the total and save.",
        "mousepad",
        ("mousepad",),
        "default",
        (OTHER, *SETUP),
        judge,
        8,
        "",
        metadata,
    )


async def attacked(folder: Path, *tasks: Task) -> dict[str, Proof]:
    section = DesktopSection(snapshots={"default": Snapshot(width=640, height=480, reset="clients")}, count=3)
    told: list[str] = []
    async with LocalPool(section) as pool:
        proofs = await attack(
            tasks, pool, folder, parallel=3, assets=Assets(), on_proof=lambda one, proof: told.append(one.id)
        )
    assert sorted(told) == sorted(one.id for one in tasks)
    return {proof.task_id: proof for proof in proofs}


async def test_a_good_judge_holds_and_broken_ones_are_named(tmp_path: Path) -> None:
    good = task(GET + CHECK)
    proofs = await attacked(tmp_path, good, *(task(code, name) for name, code in BROKEN.items()))
    proof = proofs["bill"]
    assert proof.proven, (proof.findings, [one for one in proof.outcomes if not one.held])
    kinds = {one.kind for one in proof.outcomes}
    assert kinds == {"null", "reference", "near miss", "alternative", "cheat"}
    for name in BROKEN:
        assert name in [one.fault for one in proofs[name].findings], (name, proofs[name].findings)
    table = matrix([proof])
    assert table["near miss"]["attacks"] >= 10
    assert all(row["held"] == row["attacks"] for row in table.values())
    write(proof, good, tmp_path)
    assert valid(good, tmp_path)
    assert not valid(task(GET + CHECK + "\n"), tmp_path)


async def test_finished_attacks_are_not_carried_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = task(GET + CHECK)
    first = (await attacked(tmp_path, good))["bill"]

    async def never(*arguments: Any) -> Any:
        raise AssertionError("played again")

    monkeypatch.setattr(prove, "_play", never)
    monkeypatch.setattr(prove, "_make", never)
    again = (await attacked(tmp_path, good))["bill"]
    assert again == first


async def test_what_is_wrong_on_paper_gets_no_desktop(tmp_path: Path) -> None:
    wrong = task(GET + CHECK.replace("def check", "def chek"), "wrong")
    unsolved = Task("unsolved", "i", "", (), "default", (), {"python": GET + CHECK}, 5, "")
    proofs = await attacked(tmp_path, wrong, unsolved)
    for name, said in (("wrong", "no function check"), ("unsolved", "solution.json")):
        (outcome,) = proofs[name].outcomes
        assert said in outcome.reason
        assert outcome.failure is Failure.JUDGE
        assert not proofs[name].proven
