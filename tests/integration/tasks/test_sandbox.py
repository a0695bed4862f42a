"""The judge sandbox against code that means harm: contained, classed, and nothing left behind."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.desktop import cgroups, run_folder
from scalecua.tasks.sandbox import run as sandbox
from scalecua.tasks.sandbox.command import command
from scalecua.tasks.sandbox.run import Limits, run

pytestmark = pytest.mark.desktops
WIDE = Limits()
SECRET = "scalecua-secret-of-the-test"
READY = "print('{\"ready\": true}', flush=True)\n"


def instead(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Have the sandbox run this program instead of the runner."""

    def other(*args: Any) -> list[str]:
        *argv, _, _ = command(*args)
        return [*argv, "-c", code]

    monkeypatch.setattr(sandbox, "command", other)


async def findings(
    monkeypatch: pytest.MonkeyPatch, code: str, state: Path, limits: Limits = WIDE
) -> list[dict[str, Any]]:
    instead(monkeypatch, f"{READY}import json, os, sys\n{code}")
    return await run({"checks": []}, state, limits)


def left() -> tuple[list[Path], list[Path], list[str]]:
    """Groups, run folders and mounts of judge sandboxes."""
    groups = [group for one in cgroups.available() for group in one.folder.glob(f"{cgroups.PREFIX}*")]
    folders = [one for one in run_folder.every() if one.record().get("backend") == run_folder.JUDGE]
    mounts = [line for line in Path("/proc/mounts").read_text().splitlines() if "/judge/" in line]
    mine = [one for one in folders if (owner := one.owner()) and owner.pid == os.getpid()]
    return [g for g in groups if any(one.id in g.name for one in mine)], [one.path for one in mine], mounts


async def test_nothing_of_the_host_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCALECUA_TOKEN", SECRET)
    (tmp_path / "mine").write_text("state")
    secret = tmp_path.parent / "secret"
    secret.write_text(SECRET)
    code = f"""
def tried(work):
    try:
        return str(work())
    except OSError as error:
        return type(error).__name__
import socket
print(json.dumps({{
    "root": sorted(os.listdir("/")),
    "etc": tried(lambda: os.listdir("/etc")),
    "home": tried(lambda: os.listdir("/home")),
    "secret": tried(lambda: open({str(secret)!r}).read()),
    "environment": sorted(os.environ),
    "core_pattern": tried(lambda: open("/proc/sys/kernel/core_pattern", "a")),
    "state": tried(lambda: open("/state/mine").read()),
    "state_write": tried(lambda: open("/state/mine", "a")),
    "state_new": tried(lambda: open("/state/new", "w")),
    "packages": tried(lambda: open("/judge/packages/new", "w")),
    "processes": sorted(int(name) for name in os.listdir("/proc") if name.isdigit()),
    "interfaces": [name for _, name in socket.if_nameindex()],
    "out": tried(lambda: socket.create_connection(("1.1.1.1", 53), timeout=2)),
    "uid": os.getuid(),
}}))
"""
    (found,) = await findings(monkeypatch, code, tmp_path)
    assert set(found["root"]) <= {
        "dev",
        "etc",
        "judge",
        "lib",
        "lib64",
        "proc",
        "root",
        "state",
        "tmp",
        "usr",
    }
    assert found["etc"] in ("FileNotFoundError", "['ld.so.cache']")
    assert (found["home"], found["secret"]) == ("FileNotFoundError", "FileNotFoundError")
    assert SECRET not in json.dumps(found)
    assert not {name for name in found["environment"] if name.startswith("SCALECUA_TOKEN")}
    assert found["state"] == "state"
    for name in ("core_pattern", "state_write", "state_new", "packages"):
        assert found[name] in ("PermissionError", "OSError"), name
    assert len(found["processes"]) <= 2
    assert set(found["interfaces"]) <= {"lo"}
    assert found["out"] in ("OSError", "TimeoutError")
    assert found["uid"] == 1000


@pytest.mark.parametrize(
    ("code", "failure"),
    [
        ("while True: pass", Failure.TIMEOUT),
        ("sys.stdout.close(); os.close(1); os.close(2)\nwhile True: pass", Failure.TIMEOUT),
        ("while True: print('x' * 65536)", Failure.JUDGE),
        ("while True: print('x' * 65536, file=sys.stderr)", Failure.TIMEOUT),
        ("os.abort()", Failure.CRASH),
        ("sys.exit(3)", Failure.CRASH),
        ("print('no JSON')", Failure.CRASH),
        ("import signal; os.kill(os.getppid(), signal.SIGKILL); os.kill(os.getpid(), 9)", Failure.CRASH),
        ("while True:\n    try: os.fork()\n    except OSError: pass", Failure.TIMEOUT),
        ("x = []\nwhile True: x.append(os.urandom(1 << 20))", Failure.MEMORY),
        (
            "import subprocess, time\nfor _ in range(4): subprocess.Popen([sys.executable, '-c', "
            "'import time; x = bytearray(b\"x\") * (1 << 27); time.sleep(60)'])\ntime.sleep(60)",
            Failure.MEMORY,
        ),
    ],
)
async def test_what_goes_wrong_has_a_class_and_leaves_nothing(
    code: str, failure: Failure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(seconds=3, memory_mb=256, processes=16)
    with pytest.raises(JudgeError) as caught:
        await findings(monkeypatch, code, tmp_path, limits)
    assert caught.value.failure is failure, caught.value
    assert left() == ([], [], [])


async def test_a_full_disk_is_the_sandboxs_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = """
written = 0
try:
    for at in range(100):
        with open(f"/tmp/{at}", "wb") as file:
            for _ in range(8):
                file.write(b"x" * (1 << 20)); file.flush(); written += 1
except OSError as error:
    print(json.dumps({"written": written, "error": error.errno}))
"""
    (found,) = await findings(monkeypatch, code, tmp_path)
    assert found["written"] <= 64
    assert left() == ([], [], [])
