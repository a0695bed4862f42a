"""The judge sandbox against code that means harm: contained, classed, and nothing left behind."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.desktop import cgroups, process, run_folder
from scalecua.tasks.sandbox import live
from scalecua.tasks.sandbox.command import command
from scalecua.tasks.sandbox.live import Limits
from scalecua.tasks.sandbox.run import Run, kept, run

pytestmark = pytest.mark.desktops
SECRET = "scalecua-secret-of-the-test"
TIGHT = Limits(seconds=3, memory_mb=256, processes=16, output_bytes=1 << 16)
# Has each "check" be code to execute, in the process that would look at the state.
HOSTILE = """
import json, os, sys
from scalecua.tasks.metrics import table
from scalecua.tasks.sandbox import check, runner

def executed(code):
    found = {}
    exec(code["func"], {"found": found, "json": json, "os": os, "sys": sys})
    return found

table.metric, check._check = (lambda name: None), executed
runner.main()
"""
GOOD = "found['state'] = open('/state/mine').read()"


@pytest.fixture(autouse=True)
def hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have sandboxes execute what they are asked for."""
    monkeypatch.setattr(live, "command", hostile_command)


def hostile_command(*args: Any) -> list[str]:
    *argv, _, _ = command(*args)
    return [*argv, "-c", HOSTILE]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    (tmp_path / "mine").write_text("state")
    return tmp_path


@asynccontextmanager
async def alone(limits: Limits) -> AsyncIterator[Run]:
    """A sandbox for each request."""

    async def ask(request: Any, state: Path) -> list[dict[str, Any]]:
        return await run(request, state, limits)

    yield ask


def asking(*codes: str) -> dict[str, Any]:
    return {"checks": [{"func": code} for code in codes]}


def left() -> tuple[list[Path], list[Path], list[str]]:
    """Groups, run folders and mounts of judge sandboxes."""
    groups = [group for one in cgroups.available() for group in one.folder.glob(f"{cgroups.PREFIX}*")]
    folders = [one for one in run_folder.every() if one.record().get("backend") == run_folder.JUDGE]
    mounts = [line for line in Path("/proc/mounts").read_text().splitlines() if "/judge/" in line]
    mine = [one for one in folders if (owner := one.owner()) and owner.pid == os.getpid()]
    return [g for g in groups if any(one.id in g.name for one in mine)], [one.path for one in mine], mounts


async def test_nothing_of_the_host_is_there(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCALECUA_TOKEN", SECRET)
    secret = state.parent / "secret"
    secret.write_text(SECRET)
    code = f"""
def tried(work):
    try:
        return str(work())
    except OSError as error:
        return type(error).__name__
import socket
found.update({{
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
    "shared_memory": tried(lambda: open("/dev/shm/new", "w")),
    "processes": sorted(int(name) for name in os.listdir("/proc") if name.isdigit()),
    "interfaces": [name for _, name in socket.if_nameindex()],
    "out": tried(lambda: socket.create_connection(("1.1.1.1", 53), timeout=2)),
    "uid": os.getuid(),
}})
"""
    (found,) = await run(asking(code), state)
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
    for name in ("core_pattern", "state_write", "state_new", "packages", "shared_memory"):
        assert found[name] in ("PermissionError", "OSError", "FileNotFoundError"), name
    assert len(found["processes"]) <= 3
    assert set(found["interfaces"]) <= {"lo"}
    assert found["out"] in ("OSError", "TimeoutError")
    assert found["uid"] == 1000


@pytest.mark.parametrize("sandboxes", [alone, kept])
@pytest.mark.parametrize(
    ("code", "failure"),
    [
        ("while True: pass", Failure.TIMEOUT),
        ("os.closerange(0, 100)\nwhile True: pass", Failure.TIMEOUT),
        ("if os.fork():\n    os._exit(0)\nwhile True: pass", Failure.TIMEOUT),
        ("found['x'] = 'x' * 100000", Failure.JUDGE),
        ("while True: print('x' * 65536, file=sys.stderr)", Failure.TIMEOUT),
        ("os.abort()", Failure.CRASH),
        ("sys.exit(3)", Failure.CRASH),
        ("os._exit(0)", Failure.CRASH),
        (
            "for fd in range(3, 100):\n    try: os.write(fd, b'no JSON')\n    except OSError: pass",
            Failure.CRASH,
        ),
        ("import signal; os.kill(os.getppid(), signal.SIGKILL); os.kill(os.getpid(), 9)", Failure.CRASH),
        ("import signal; os.kill(os.getppid(), signal.SIGSTOP)", Failure.TIMEOUT),
        ("while True:\n    try: os.fork()\n    except OSError: pass", Failure.TIMEOUT),
        (
            "import subprocess, time\nfor _ in range(4): subprocess.Popen([sys.executable, '-c', "
            "'import time; x = bytearray(b\"x\") * (1 << 27); time.sleep(60)'])\ntime.sleep(60)",
            Failure.MEMORY,
        ),
    ],
)
async def test_what_goes_wrong_has_a_class_and_leaves_nothing(
    code: str, failure: Failure, sandboxes: Any, state: Path
) -> None:
    async with sandboxes(TIGHT) as ask:
        assert await ask(asking(GOOD), state) == [{"state": "state"}]
        with pytest.raises(JudgeError) as caught:
            await ask(asking(code), state)
        assert caught.value.failure is failure, caught.value
        assert await ask(asking(GOOD), state) == [{"state": "state"}]
    assert left() == ([], [], [])


async def test_each_finding_may_be_a_fault_of_its_own(state: Path) -> None:
    greedy = "x = []\nwhile True: x.append(os.urandom(1 << 20))"
    async with kept(TIGHT) as ask:
        found = await ask(asking(GOOD, greedy, "1 / 0", GOOD), state)
    assert [one.get("class") for one in found] == [None, "memory", "judge", None]
    assert found[2]["fault"] == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize("sandboxes", [alone, kept])
async def test_a_full_disk_is_the_sandboxs_own(sandboxes: Any, state: Path) -> None:
    code = """
written = 0
try:
    for at in range(100):
        with open(f"/tmp/{at}", "wb") as file:
            for _ in range(8):
                file.write(b"x" * (1 << 20)); file.flush(); written += 1
except OSError as error:
    found.update({"written": written, "error": error.errno})
"""
    async with sandboxes(Limits()) as ask:
        for _ in range(2):
            (found,) = await ask(asking(code), state)
            assert 50 < found["written"] <= 64
    assert left() == ([], [], [])


LEAVING = {
    "a file": "open('/tmp/left', 'w').close()",
    "a link": "os.symlink('/state', '/tmp/left')",
    "a locked folder": "os.makedirs('/tmp/left/in'); os.chmod('/tmp/left', 0)",
    "a deep folder": "for _ in range(2000): os.mkdir('d'); os.chdir('d')",
    "a process": "if os.fork() == 0:\n    os.setsid(); os.closerange(0, 100)\n    while True: pass",
    "a module": "import json; json.loads = None",
    "a limit": "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))",
}
SEEN = """
found.update({
    "tmp": os.listdir("/tmp"), "here": os.getcwd(), "state": sorted(os.listdir("/state")),
    "processes": len([name for name in os.listdir("/proc") if name.isdigit()]),
})
open("/tmp/written", "w").write("x")
"""


@pytest.mark.parametrize("leaving", LEAVING.values(), ids=LEAVING.keys())
async def test_a_kept_sandbox_hands_nothing_on(leaving: str, state: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "else").write_text("x")
    async with kept() as ask:
        await ask(asking(leaving), state)
        (found,) = await ask(asking(SEEN), other)
    assert found == {"tmp": [], "here": "/tmp", "state": ["else"], "processes": 3}


async def test_a_kept_sandbox_is_closed_to_what_it_judges(state: Path) -> None:
    code = """
def tried(work):
    try:
        work()
        return "done"
    except OSError as error:
        return type(error).__name__
import ctypes
parent = os.getppid()
found["memory"] = tried(lambda: open(f"/proc/{parent}/mem", "r+b"))
found["descriptors"] = tried(lambda: os.listdir(f"/proc/{parent}/fd"))
found["traced"] = ctypes.CDLL(None).ptrace(16, parent, 0, 0)
found["init"] = tried(lambda: os.listdir("/proc/1/fd"))
found["open"] = sorted(int(name) for name in os.listdir("/proc/self/fd"))
"""
    async with kept() as ask:
        (found,) = await ask(asking(code), state)
    assert (found["memory"], found["descriptors"], found["traced"]) == ("PermissionError",) * 2 + (-1,)
    # Standard input, output and error, the pipe to the runner, and the folder being read.
    assert len(found["open"]) == 5


async def test_one_sandbox_serves_while_it_serves_well(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = []

    def counted(*args: Any) -> list[str]:
        starts.append(args)
        return hostile_command(*args)

    monkeypatch.setattr(live, "command", counted)
    async with kept(TIGHT) as ask:
        for _ in range(3):
            await ask(asking(GOOD), state)
        assert len(starts) == 1
        with pytest.raises(JudgeError):
            await ask(asking("os.abort()"), state)
        for _ in range(3):
            await ask(asking(GOOD), state)
        assert len(starts) == 2
        for pid in process.with_arguments(*starts[-1][1]):
            process.kill(pid)
        await asyncio.sleep(0.5)
        assert await ask(asking(GOOD), state) == [{"state": "state"}]
        assert len(starts) == 3
