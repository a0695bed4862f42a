"""A task to attack: the total of a bill in a text editor, whose judge is given."""

from pathlib import Path
from typing import Any

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.task import Task
from scalecua.desktop.pool import LocalPool
from scalecua.tasks.assets import Assets
from scalecua.tasks.sandbox.live import Limits
from scalecua.verify.attacked import attack
from scalecua.verify.prove import Proof

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
OTHER = {"type": "write_file", "parameters": {"path": "~/other.txt", "content": "other\n"}}


def task(code: str, name: str = "bill") -> Task:
    judge = {"python": code, "expected": LINES}
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
        {"solution": SOLUTION},
    )


async def attacked(folder: Path, *tasks: Task, **options: Any) -> dict[str, Proof]:
    section = DesktopSection(snapshots={"default": Snapshot(width=640, height=480, reset="clients")}, count=3)
    told: list[str] = []
    async with LocalPool(section) as pool:
        proofs = await attack(
            tasks,
            pool,
            folder,
            parallel=3,
            assets=Assets(),
            on_proof=lambda one, proof: told.append(one.id),
            **options,
        )
    assert sorted(told) == sorted(one.id for one in tasks)
    return {proof.task_id: proof for proof in proofs}


SHORT = Limits(seconds=4.0)
