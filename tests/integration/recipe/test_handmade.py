"""A person demonstrates a task at a page: real desktop, real server, and a file that can be trained on."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from scalecua.desktop.live import every
from scalecua.recipe.imported import Written

pytestmark = pytest.mark.desktops
TOKEN = "a-secret-of-the-test"
TASK = {
    "id": "say-hello",
    "instruction": "Write hello into the terminal.",
    "snapshot": "default",
    "config": [
        {
            "type": "launch",
            "parameters": {"command": ["xterm", "-T", "Here", "-e", "sh", "-c", "cat > ~/said"]},
        },
        {"type": "wait_window", "parameters": {"title": "Here", "timeout_s": 30}},
    ],
    "evaluator": {
        "func": "exact_match",
        "result": {"type": "vm_file", "path": "~/said"},
        "expected": {"type": "rule", "rules": {"expected": "hello\n"}},
    },
}


@contextmanager
def page(folder: Path, *options: str) -> Iterator[tuple[httpx.Client, "subprocess.Popen[str]"]]:
    """The command, and a client of the page that it serves."""
    task = folder / "task"
    task.mkdir()
    (task / "task.json").write_text(json.dumps(TASK))
    argv = [sys.executable, "-m", "scalecua", "task", "demonstrate", str(task), "--port", "0", "--json"]
    argv += ["--to", str(folder / "mine.jsonl"), *options]
    with subprocess.Popen(
        argv,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "SCALECUA_TOKEN": TOKEN},
    ) as process:
        assert process.stdout is not None
        try:
            url = json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")["url"]
            base, _, query = url.partition("/?")
            assert query == f"token={TOKEN}"
            with httpx.Client(base_url=base, params={"token": TOKEN}, timeout=30) as client:
                yield client, process
        finally:
            process.terminate()
            process.wait(60)


def turn(client: httpx.Client, number: int) -> dict[str, Any]:
    """What the page is told once it is the person's turn `number`."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        told: dict[str, Any] = client.get("/turn").json()
        if told["yours"] and told["turn"] == number:
            return told
        time.sleep(0.05)
    raise AssertionError(told)


def do(client: httpx.Client, number: int, **action: object) -> httpx.Response:
    turn(client, number)
    return client.post(f"/turns/{number}/action", json=action)


def ended(client: httpx.Client) -> dict[str, Any]:
    for _ in range(600):
        if told := client.get("/turn").json()["ended"]:
            return dict(told)
        time.sleep(0.05)
    raise AssertionError


def test_what_a_person_does_is_kept_with_what_they_saw(tmp_path: Path) -> None:
    with page(tmp_path) as (client, process):
        assert "Write hello" in turn(client, 1)["instruction"]
        first = client.get("/turns/1/picture")
        assert (first.headers["content-type"], first.content[:2]) == ("image/jpeg", b"\xff\xd8")
        assert do(client, 1, kind="type", text="hello").json() == {"taken": True}
        assert do(client, 2, kind="key", keys=["enter"]).is_success
        assert do(client, 3, kind="done").is_success
        assert ended(client)["score"] == 1
        assert process.wait(60) == 0
    (line,) = (tmp_path / "mine.jsonl").read_text().splitlines()
    written = Written.model_validate_json(line)
    assert [action.kind for one in written.turns for action in one.actions] == ["type", "key", "done"]
    pictures = [(tmp_path / one.screenshot).read_bytes() for one in written.turns]
    assert pictures[0] == first.content != pictures[1]


def test_only_its_turn_takes_an_action_and_what_the_judge_does_not_find_is_not_kept(tmp_path: Path) -> None:
    with page(tmp_path) as (client, process):
        turn(client, 1)
        assert client.post("/turns/1/action", json={"kind": "shout"}).status_code == 422
        assert client.post("/turns/1/action", json={"kind": "left_click", "x": "left"}).status_code == 422
        assert client.post("/turns/7/action", json={"kind": "done"}).status_code == 409
        assert client.get("/turns/7/picture").status_code == 409
        assert httpx.get(str(client.base_url)).status_code == 401
        strange = httpx.post(f"{client.base_url}/turns/1/action?token=x", json={"kind": "done"})
        assert strange.status_code == 401
        assert do(client, 1, kind="done").is_success
        assert ended(client)["score"] == 0
        assert process.wait(60) == 1
        assert process.stdout is not None
        said = json.loads(process.stdout.read())
        assert (said["score"], said["path"]) == (0, None)
    assert not (tmp_path / "mine.jsonl").exists()


def test_giving_up_leaves_nothing(tmp_path: Path) -> None:
    with page(tmp_path) as (client, process):
        turn(client, 1)
        process.terminate()
        assert process.wait(60) == 143
    assert not (tmp_path / "mine.jsonl").exists()
    assert [one.id for one in every() if one.owner == process.pid] == []
