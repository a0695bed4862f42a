"""Setup steps, getters and postconfig on a live desktop."""

import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.desktop import Desktop
from scalecua.core.errors import JudgeError, TaskError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.desktop.pool import LocalPool
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.assets import Assets
from scalecua.tasks.collect import collect
from scalecua.tasks.scene import Scene
from scalecua.tasks.setup import run_setup
from scalecua.tasks.steps.file import inline

pytestmark = pytest.mark.desktops
TASK = Task("t", "i", "test", (), "default", (), {"func": "infeasible"}, 4, "test")


@pytest.fixture
async def desktop() -> AsyncIterator[Desktop]:
    section = DesktopSection(snapshots={"default": Snapshot(width=640, height=480)}, count=1)
    async with LocalPool(section) as pool, pool.lease("default") as desktop:
        yield desktop


def step(kind: str, **parameters: Any) -> dict[str, Any]:
    return {"type": kind, "parameters": parameters}


async def setup(desktop: Desktop, *steps: dict[str, Any]) -> None:
    await run_setup(dataclasses.replace(TASK, setup=steps), Scene(desktop, Assets()))


async def test_every_step_does_what_it_says(desktop: Desktop, tmp_path: Path) -> None:
    (tmp_path / "host.txt").write_text("from the host")
    files = [
        {"path": "~/inline.bin", "content": inline(b"\x00\x01")},
        {"path": "~/deep/host.txt", "local_path": str(tmp_path / "host.txt")},
    ]
    await setup(
        desktop,
        step("upload_file", files=files),
        step("write_file", path="~/note.txt", content="é\n"),
        step("execute", command=["cp", "~/note.txt", "/home/user/copy.txt"]),
        step("command", command="echo {SCREEN_WIDTH} > size.txt", shell=True),
        step("execute", command="date +%s%N | cut -c1-10", shell=True, until={"stdout": "1"}),
        step("sleep", seconds=0.01),
        step(
            "execute_with_verification",
            command=["true"],
            verification={"command_success": "test -e note.txt"},
        ),
        step("open", path="~/note.txt"),
        step("activate_window", window_name="note.txt"),
        step("close_window", window_name="note.txt"),
        step("launch", command=["zenity", "--info", "--title=Here", "--text=x"]),
        step("wait_window", title="Here"),
        step("wait_window", wm_class="zenity"),
    )
    assert await desktop.read("/home/user/inline.bin") == b"\x00\x01"
    assert await desktop.read("/home/user/deep/host.txt") == b"from the host"
    assert await desktop.read("/home/user/copy.txt") == "é\n".encode()
    assert await desktop.read("/home/user/size.txt") == b"640\n"


@pytest.mark.parametrize(
    ("steps", "parts"),
    [
        (
            [step("sleep", seconds=0), step("execute", command=["ls", "/none"])],
            ["step 2", "/none", "returned 2"],
        ),
        ([step("activate_window", window_name="Ghost")], ["step 1", "Ghost"]),
        ([step("close_window", window_name="Ghost")], ["step 1", "Ghost"]),
        ([step("open", path="/none.txt")], ["step 1", "/none.txt"]),
        ([step("upload_file", files=[{"path": "/a", "local_path": "/none"}])], ["step 1", "/none"]),
        ([step("execute", command=["no-such-program"])], ["step 1", "no-such-program"]),
        (
            [step("execute", command=["true"], until={"stdout": "x"}, timeout_s=0.3)],
            ["step 1", "until", "returned 0"],
        ),
    ],
)
async def test_a_step_that_does_not_take_is_named(
    desktop: Desktop, steps: list[dict[str, Any]], parts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scalecua.tasks.steps.window.FRONT_S", 0.5)
    with pytest.raises(TaskError) as caught:
        await setup(desktop, *steps)
    assert caught.value.failure is Failure.SETUP
    assert [part for part in parts if part not in str(caught.value)] == []


async def test_a_launch_that_brings_no_window_is_noticed(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scalecua.tasks.setup.WINDOW_TIMEOUT_S", 0.3)
    with pytest.raises(TaskError, match="no window came up"):
        await setup(desktop, step("launch", command=["true"]))


async def gathered(desktop: Desktop, folder: Path, spec: dict[str, Any]) -> tuple[FinalState, FileBlobs]:
    blobs = FileBlobs(folder)
    task = dataclasses.replace(TASK, judge=spec)
    return await collect(task, Scene(desktop, Assets()), Status.DONE, "", blobs), blobs


async def test_getters_collect_in_order_and_missing_files_are_null(desktop: Desktop, tmp_path: Path) -> None:
    await desktop.write("/home/user/a.txt", b"A")
    await desktop.execute(["mkfifo", "/home/user/pipe"], timeout_s=5)
    rule = {"type": "rule", "rules": {"expected": "x"}}
    final, blobs = await gathered(
        desktop,
        tmp_path,
        {
            "func": ["exact_match"] * 5,
            "result": [
                {"type": "vm_file", "path": "~/a.txt", "dest": "b.txt"},
                {"type": "vm_file", "path": "~/none"},
                {"type": "vm_file", "path": "~/pipe"},
                {"type": "vm_command_line", "command": "echo {SCREEN_HEIGHT}; exit 1", "shell": True},
                {"type": "accessibility_tree"},
            ],
            "expected": [rule] * 4 + [{"type": "vm_file", "path": "~/a.txt"}],
        },
    )
    first, missing, pipe, printed, tree = final.result
    assert blobs.get(final.files[first["file"]]) == b"A"
    assert (missing, pipe, printed) == (None, None, {"value": "480\n"})
    assert tree["value"].startswith("<")
    assert final.expected[0] == {"value": {"expected": "x"}}
    assert blobs.get(final.files[final.expected[4]["file"]]) == b"A"


async def test_postconfig_runs_first_and_may_find_windows_gone(desktop: Desktop, tmp_path: Path) -> None:
    spec = {
        "func": "exact_match",
        "result": {"type": "vm_file", "path": "~/made"},
        "expected": {"type": "rule", "rules": {"expected": "x"}},
        "postconfig": [
            step("close_window", window_name="Ghost"),
            step("execute", command="echo x > made", shell=True),
        ],
    }
    final, blobs = await gathered(desktop, tmp_path, spec)
    assert blobs.get(final.files["result-1-made"]) == b"x\n"
    # What an agent left may be why a command fails; a step of any other kind has no such excuse.
    spec["postconfig"] = [step("execute", command=["cat", "gone"]), *spec["postconfig"]]
    final, _ = await gathered(desktop, tmp_path, spec)
    assert "result-1-made" in final.files
    spec["postconfig"] = [step("wait_window", title="Ghost", timeout_s=0.5)]
    with pytest.raises(JudgeError, match="postconfig step 1"):
        await gathered(desktop, tmp_path, spec)


async def test_an_unknown_getter_is_the_judges_fault(desktop: Desktop, tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"result of function 1.*'vm_flie'.*vm_file") as caught:
        await gathered(
            desktop, tmp_path, {"func": "exact_match", "result": {"type": "vm_flie", "path": "/a"}}
        )
    assert caught.value.failure is Failure.JUDGE
