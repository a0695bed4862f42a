"""Run one request in a judge sandbox, within limits, and class what goes wrong."""

import asyncio
import functools
import json
import shutil
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scalecua.core.errors import JudgeError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop import cgroups, process, reap, run_folder
from scalecua.tasks.sandbox.command import TMP_MB, command

END_S = 5.0
TAIL = 600
CHUNK = 65536


@dataclass(frozen=True, slots=True)
class Limits:
    """What one judgement may use: seconds of time, MiB of memory, processes, bytes of findings."""

    seconds: float = 60.0
    memory_mb: int = 2048
    processes: int = 64
    output_bytes: int = 1 << 20

    def of_a_process(self) -> dict[str, int]:
        """The part of it that every process inside is held to, as names of `resource.RLIMIT_`."""
        return {
            "AS": self.memory_mb << 20,
            "FSIZE": TMP_MB << 20,
            "CPU": int(self.seconds) + 1,
            "NPROC": self.processes,
            "NOFILE": 256,
        }


async def run(request: Mapping[str, Any], state: Path, limits: Limits = Limits()) -> list[dict[str, Any]]:
    """The runner's findings on the state in a folder; JudgeError with its class where it gives none.

    The sandbox sees a copy of the files in it.
    """
    async with started(state, limits) as (runner, groups):
        try:
            said, error = await _talk(runner, {**request, "limits": limits.of_a_process()}, limits)
            return _findings(said, error, runner.returncode)
        except JudgeError as cause:
            if not any(cgroups.out_of_memory(group) for group in groups):
                raise
            message = f"the judge used more than {limits.memory_mb} MiB"
            raise JudgeError(message, failure=Failure.MEMORY) from cause


@asynccontextmanager
async def started(
    state: Path, limits: Limits
) -> AsyncIterator[tuple[asyncio.subprocess.Process, tuple[Path, ...]]]:
    """A sandbox whose runner waits for the request, and its control groups; nothing of it is left behind."""
    hierarchies = await asyncio.to_thread(_hierarchies)
    folder = run_folder.create()
    groups = cgroups.paths(hierarchies, folder.id)
    runner = None
    try:
        with boundary(JudgeError, "cannot start a judge sandbox", failure=Failure.START):
            folder.claim(groups, Path(sys.base_prefix), backend=run_folder.JUDGE)
            cgroups.create(hierarchies, folder.id, memory_mb=limits.memory_mb, processes=limits.processes)
            seen = await asyncio.to_thread(_copied, state, folder.path / "state")
            runner = await asyncio.create_subprocess_exec(
                *command(seen, folder.mark, groups),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
        yield runner, groups
    finally:
        if runner is not None:
            await _end(runner)
        await asyncio.to_thread(_remove, folder, groups)


@functools.cache
def _hierarchies() -> tuple[cgroups.Hierarchy, ...]:
    reap.reap()
    return cgroups.available()


def _remove(folder: run_folder.RunFolder, groups: tuple[Path, ...]) -> None:
    """With the sandbox's init all that was inside has ended: nobody need be looked for."""
    for group in groups:
        cgroups.destroy(group)
    folder.remove()


def _copied(state: Path, to: Path) -> Path:
    """A copy of the folder's files that anybody may read; the one around it keeps others out.

    Links, pipes and folders are left out: a judge reads nothing that is not the state's own.
    """
    to.mkdir()
    to.chmod(0o755)
    for one in state.iterdir():
        if one.is_file() and not one.is_symlink():
            shutil.copyfile(one, to / one.name, follow_symlinks=False)
            (to / one.name).chmod(0o644)
    return to


async def _talk(
    runner: asyncio.subprocess.Process, request: Mapping[str, Any], limits: Limits
) -> tuple[bytes, str]:
    """What it said on its output, and the end of what it said on its error output."""
    assert runner.stdout is not None
    assert runner.stderr is not None
    parts = (
        asyncio.create_task(_all(runner.stdout, limits.output_bytes)),
        asyncio.create_task(_tail(runner.stderr)),
        asyncio.create_task(_feed(runner, json.dumps(request).encode())),
    )
    try:
        async with asyncio.timeout(limits.seconds):
            said, error, _ = await asyncio.gather(*parts)
            await runner.wait()
    except TimeoutError as late:
        raise JudgeError(f"the judge took more than {limits.seconds:g} s", failure=Failure.TIMEOUT) from late
    finally:
        for part in parts:
            part.cancel()
        await asyncio.gather(*parts, return_exceptions=True)
    return said, error


async def _all(stream: asyncio.StreamReader, limit: int) -> bytes:
    said = b""
    while chunk := await stream.read(CHUNK):
        said += chunk
        if len(said) > limit:
            raise JudgeError(f"the judge said more than {limit} bytes", failure=Failure.JUDGE)
    return said


async def _tail(stream: asyncio.StreamReader) -> str:
    tail = b""
    while chunk := await stream.read(CHUNK):
        tail = (tail + chunk)[-TAIL:]
    return tail.decode("utf-8", "replace").strip()


async def _feed(runner: asyncio.subprocess.Process, body: bytes) -> None:
    assert runner.stdin is not None
    try:
        runner.stdin.write(body)
        await runner.stdin.drain()
        runner.stdin.close()
    except ConnectionError:
        # It has ended; its return code and its last words say why.
        return


def _findings(said: bytes, error: str, returncode: int | None) -> list[dict[str, Any]]:
    try:
        ready, *findings = [dict(json.loads(line)) for line in said.splitlines()]
    except ValueError as cause:
        raise JudgeError(f"the judge said {said[-TAIL:]!r}; {error}", failure=Failure.CRASH) from cause
    if returncode != 0 or not ready.get("ready"):
        raise JudgeError(f"the judge ended with {returncode}: {error}", failure=Failure.CRASH)
    return findings


async def _end(runner: asyncio.subprocess.Process) -> None:
    """End every process of the sandbox: its init first, and with it all inside."""
    assert runner.stdout is not None
    assert runner.stderr is not None
    if runner.returncode is None:
        for pid in process.children(runner.pid):
            process.kill(pid)
        process.kill(runner.pid)
        # asyncio calls a process ended when its output has been read to the end.
        await asyncio.wait_for(
            asyncio.gather(_tail(runner.stdout), _tail(runner.stderr), runner.wait()), END_S
        )
