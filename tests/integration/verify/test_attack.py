"""Judges attacked on live desktops: a good one holds, and each broken one is named by its fault."""

import json
from pathlib import Path
from typing import Any

import pytest

from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.verify import prove
from scalecua.verify.badge import matrix, valid, write

from .billed import CHECK, GET, attacked, task

pytestmark = pytest.mark.desktops
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
    monkeypatch.setattr(prove, "_judged", never)
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


async def test_a_changed_judge_is_attacked_again_without_a_desktop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await attacked(tmp_path, task(BROKEN["too loose"]))

    async def never(*arguments: Any) -> Any:
        raise AssertionError("played again")

    monkeypatch.setattr(prove, "_play", never)
    mended = (await attacked(tmp_path, task(GET + CHECK, "mended")))["mended"]
    assert mended.proven
    assert mended.desktop_s < 5


async def test_what_was_attacked_before_a_kill_is_not_attacked_again(tmp_path: Path) -> None:
    good = task(GET + CHECK)
    first = (await attacked(tmp_path, good))["bill"]
    (journal,) = (tmp_path / "journal").glob("*.jsonl")
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:5]) + lines[5][:40])
    again = (await attacked(tmp_path, good))["bill"]
    assert [one.name for one in again.outcomes] == [one.name for one in first.outcomes]
    assert {one.name: one.seconds for one in again.outcomes}.items() >= {
        json.loads(line)["outcome"]["name"]: json.loads(line)["outcome"]["seconds"] for line in lines[:5]
    }.items()
    assert again.proven
