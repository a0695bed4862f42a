"""A running judge sandbox: started, asked about one state after another, and ended with all that is in it."""

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

START_S, END_S = 30.0, 5.0
TAIL = 600
CHUNK = 65536
# A byte of what a judge says is six at most in the runner's answer: \u00ff.
ESCAPED = 6


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


class Sandbox:
    """A runner in its sandbox, the folder that it sees as its state, and the limits on all of it."""

    def __init__(
        self, limits: Limits, runner: asyncio.subprocess.Process, state: Path, groups: tuple[Path, ...]
    ) -> None:
        assert runner.stderr is not None
        self.clean = True
        self._limits, self._runner, self._state, self._groups = limits, runner, state, groups
        self._tail = b""
        self._listening = asyncio.create_task(self._listen(runner.stderr))

    @property
    def usable(self) -> bool:
        """Whether it runs, and nothing of what it judged is left in it."""
        return self.clean and self._runner.returncode is None

    async def ask(self, request: Mapping[str, Any], state: Path) -> list[dict[str, Any]]:
        """The findings on a copy of the files in a folder; JudgeError with its class where there are none.

        After an error, or where `usable` is False then, the sandbox must not be asked again.
        """
        limits = {"limits": self._limits.of_a_process(), "output_bytes": self._limits.output_bytes}
        self.clean, self._tail = False, b""
        try:
            await asyncio.to_thread(_copy, state, self._state)
            answer = await self._answer({**request, **limits})
            found = self._findings(answer, len(request["checks"]))
            self.clean = answer["clean"]
            return found
        except JudgeError as cause:
            if not any(cgroups.out_of_memory(group) for group in self._groups):
                raise
            message = f"the judge used more than {self._limits.memory_mb} MiB"
            raise JudgeError(message, failure=Failure.MEMORY) from cause
        finally:
            await asyncio.to_thread(_empty, self._state)

    async def ready(self) -> None:
        """Wait for the runner's first line."""
        if (await self._line(START_S)).get("ready") is not True:
            raise JudgeError(f"the judge sandbox does not start: {self._said()}", failure=Failure.START)

    async def end(self) -> None:
        """End every process of the sandbox: its init first, and with it all inside."""
        assert self._runner.stdout is not None
        if self._runner.returncode is None:
            for pid in process.children(self._runner.pid):
                process.kill(pid)
            process.kill(self._runner.pid)
        # asyncio calls a process ended when its output has been read to the end.
        ended = asyncio.gather(_drain(self._runner.stdout), self._listening, self._runner.wait())
        await asyncio.wait_for(ended, END_S)

    async def _answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        assert self._runner.stdin is not None
        self._runner.stdin.write(json.dumps(request).encode() + b"\n")
        # It reads all of the request before it says anything: nothing can wait for us meanwhile.
        return await self._line(self._limits.seconds)

    async def _line(self, seconds: float) -> dict[str, Any]:
        """The next line of the runner; a line too long for it, no line, or no JSON is the judge's crash."""
        assert self._runner.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                line = await self._runner.stdout.readline()
            return dict(json.loads(line))
        except TimeoutError as late:
            raise JudgeError(f"the judge took more than {seconds:g} s", failure=Failure.TIMEOUT) from late
        except ValueError as cause:
            await asyncio.wait({self._listening}, timeout=1)
            raise JudgeError(f"the judge sandbox ended: {self._said()}", failure=Failure.CRASH) from cause

    def _findings(self, answer: dict[str, Any], count: int) -> list[dict[str, Any]]:
        said, code = str(answer["said"]), answer["code"]
        if len(said) > self._limits.output_bytes:
            message = f"the judge said more than {self._limits.output_bytes} bytes"
            raise JudgeError(message, failure=Failure.JUDGE)
        if code != 0:
            raise JudgeError(f"the judge ended with {code}: {self._said()}", failure=Failure.CRASH)
        try:
            found = [dict(json.loads(line)) for line in said.splitlines()]
        except ValueError as cause:
            raise JudgeError(f"the judge said {said[-TAIL:]!r}", failure=Failure.CRASH) from cause
        if len(found) != count:
            raise JudgeError(f"the judge gave {len(found)} findings of {count}", failure=Failure.CRASH)
        return found

    async def _listen(self, stream: asyncio.StreamReader) -> None:
        while chunk := await stream.read(CHUNK):
            self._tail = (self._tail + chunk)[-TAIL:]

    def _said(self) -> str:
        return self._tail.decode("utf-8", "replace").strip()


@asynccontextmanager
async def started(limits: Limits, seed: int = 0) -> AsyncIterator[Sandbox]:
    """A sandbox that waits for requests; nothing of it is left behind. `seed` gives the order of its sets."""
    hierarchies = await asyncio.to_thread(_hierarchies)
    folder = run_folder.create()
    groups = cgroups.paths(hierarchies, folder.id)
    sandbox = None
    try:
        with boundary(JudgeError, "cannot start a judge sandbox", failure=Failure.START):
            folder.claim(groups, Path(sys.base_prefix), backend=run_folder.JUDGE)
            cgroups.create(hierarchies, folder.id, memory_mb=limits.memory_mb, processes=limits.processes)
            # Anybody may read the state; the folder around it keeps others out.
            state = folder.path / "state"
            state.mkdir()
            state.chmod(0o755)
            runner = await asyncio.create_subprocess_exec(
                *command(state, folder.mark, groups, seed),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=ESCAPED * limits.output_bytes + CHUNK,
            )
            sandbox = Sandbox(limits, runner, state, groups)
            await sandbox.ready()
        yield sandbox
    finally:
        if sandbox is not None:
            await sandbox.end()
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


def _copy(state: Path, to: Path) -> None:
    """Copy the folder's files so that anybody may read them.

    Links, pipes and folders are left out: a judge reads nothing that is not the state's own.
    """
    for one in state.iterdir():
        if one.is_file() and not one.is_symlink():
            shutil.copyfile(one, to / one.name, follow_symlinks=False)
            (to / one.name).chmod(0o644)


def _empty(state: Path) -> None:
    for file in state.iterdir():
        file.unlink()


async def _drain(stream: asyncio.StreamReader) -> None:
    while await stream.read(CHUNK):
        pass
