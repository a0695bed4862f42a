"""Verdicts from the command line: on a state folder, and again on all that a run has kept."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scalecua.config.dump import to_toml
from scalecua.config.load import load
from scalecua.core.completion import Completion, VersionSpan
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status, Trajectory, Turn
from scalecua.core.verdict import Verdict
from scalecua.recipe import assemble
from scalecua.recipe.folder import RunFolder
from scalecua.store.sql import SqlStore
from scalecua.tasks.folder import save

pytestmark = pytest.mark.desktops
EVALUATOR = {
    "func": ["check_include_exclude", "exact_match"],
    "result": [{"type": "vm_file", "path": "~/said"}, {"type": "vm_command_line", "command": "pwd"}],
    "expected": [
        {"type": "rule", "rules": {"include": ["hello"], "exclude": []}},
        {"type": "rule", "rules": {"expected": "/\n"}},
    ],
}
TASK = Task("t", "Say hello.", "os", (), "default", (), EVALUATOR, 2, "test")
RULES = [{"value": {"include": ["hello"], "exclude": []}}, {"value": {"expected": "/\n"}}]


def scalecua(*words: str) -> tuple[int, dict[str, Any], str]:
    found = subprocess.run(
        [sys.executable, "-m", "scalecua", *words, "--json"], capture_output=True, text=True, timeout=120
    )
    return found.returncode, json.loads(found.stdout or "{}"), found.stderr


def state(folder: Path, said: bytes, where: str = "/\n", **changed: Any) -> Path:
    folder.mkdir()
    (folder / "said").write_bytes(said)
    manifest = {"status": "done", "result": [{"file": "said"}, {"value": where}], "expected": RULES}
    (folder / "manifest.json").write_text(json.dumps({**manifest, **changed}))
    return folder


def test_a_state_folder_is_scored_without_a_desktop(tmp_path: Path) -> None:
    save(TASK, tmp_path / "task")

    def score(folder: Path) -> tuple[int, dict[str, Any]]:
        return scalecua("task", "score", str(tmp_path / "task"), "--state", str(folder))[:2]

    code, answer = score(state(tmp_path / "good", b"I say hello."))
    assert (code, answer["reward"], answer["error"]) == (0, 1.0, None)
    assert answer["checks"] == {"1:check_include_exclude": 1.0, "2:exact_match": 1.0}
    code, answer = score(state(tmp_path / "bad", b"I say hello.", "/home\n"))
    assert (code, answer["reward"], answer["checks"]["1:check_include_exclude"]) == (0, 0.0, 1.0)
    assert "/home" in answer["reason"]
    code, answer = score(state(tmp_path / "binary", b"\xff"))
    assert (code, answer["reward"], answer["error"]) == (0, 0.0, None)
    assert "UTF-8" in answer["reason"]
    missing = state(tmp_path / "missing", b"hello", expected=[None, RULES[1]])
    code, answer = score(missing)
    assert (code, answer["reward"], answer["error"]) == (3, None, "judge")
    code, answer = score(state(tmp_path / "out", b"hello", result=[{"file": "../task/task.json"}, None]))
    assert (code, answer["reward"], answer["error"]) == (3, None, "judge")


async def kept(store: SqlStore, said: bytes, score: float) -> None:
    """One rollout that ended with this file, and this verdict on it."""
    lease = await store.claim("w")
    assert lease is not None
    completion = Completion((1,), (-0.1,), "x", "stop", (VersionSpan(0, 0, 1),))
    turn = Turn(Observation(store.blobs.put(b"picture"), 4, 3), completion)
    final = FinalState(
        Status.DONE, "", ({"file": "said"}, {"value": "/\n"}), tuple(RULES), {"said": store.blobs.put(said)}
    )
    trajectory = Trajectory(
        id=lease.id,
        task_id=TASK.id,
        group_id=lease.group_id,
        index=lease.index,
        lease_id=lease.id,
        origin="rollout",
        seed=0,
        sampling=lease.sampling,
        max_turns=2,
        turns=(turn,),
        status=Status.DONE,
        final_state=final,
        verdict=Verdict(score),
        reward=score,
    )
    await store.record(trajectory)


async def test_a_run_is_judged_again_and_every_flip_is_told(tmp_path: Path) -> None:
    config, folder = load([], ["rollout.n=3", "rollout.batch=1", "warning.patience=1"]), RunFolder(tmp_path)
    folder.config.write_text(to_toml(config))
    store = assemble.store(config, folder)
    await store.add_tasks([TASK])
    await store.publish_initial("nowhere", "0" * 64)
    for said, score in ((b"hello", 1.0), (b"hello there", 1.0), (b"bye", 0.0)):
        await kept(store, said, score)
    store.close()
    assert scalecua("task", "rejudge", str(tmp_path))[:2] == (0, {"judged": 3, "flips": [], "failures": {}})
    stricter = {
        **EVALUATOR,
        "expected": [{"type": "rule", "rules": {"include": ["hello"], "exclude": []}}] * 2,
    }
    stricter = {**stricter, "func": ["exact_match", "exact_match"]}
    save(
        Task(TASK.id, "Say hello.", "os", (), "default", (), {**EVALUATOR, "conj": "or"}, 2, ""),
        tmp_path / "or",
    )
    code, answer, _ = scalecua("task", "rejudge", str(tmp_path), "--tasks", str(tmp_path / "or"))
    (flip,) = answer["flips"]
    assert (code, answer["judged"]) == (1, 3)
    assert (flip["score_before"], flip["score"], flip["reward_before"]) == (0.0, 1.0, 0.0)
    save(Task(TASK.id, "Say hello.", "os", (), "default", (), stricter, 2, ""), tmp_path / "bad")
    code, answer, _ = scalecua("task", "rejudge", str(tmp_path), "--tasks", str(tmp_path / "bad"))
    assert (code, answer["judged"], answer["flips"], answer["failures"]) == (3, 3, [], {"judge": 3})
