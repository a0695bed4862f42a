"""A child process that is started again when it dies or falls silent, and never outlives its launcher."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scalecua.core.errors import ConfigError, PolicyError
from scalecua.core.failure import Failure
from scalecua.launch.heartbeat import Listener

USAGE = 2
GRACE_S = 10.0
LAST_LINES = 12
LOOK_S = 0.5


@dataclass(frozen=True, slots=True)
class Child:
    """A `scalecua process` command; its output goes to `log`, its sign of life to `pulse`.

    A dead one restarts `restarts` times; one whose pulse stands still for `silence_s` seconds is killed.
    """

    name: str
    arguments: Sequence[str]
    log: Path
    pulse: Path
    restarts: int
    silence_s: float

    def argv(self) -> list[str]:
        """The command line, with this process as the parent that the child dies with."""
        return [sys.executable, "-m", "scalecua", "process", *self.arguments, "--parent", str(os.getpid())]


async def keep_running(child: Child, recover: Callable[[], Awaitable[object]]) -> None:
    """Run `child` until it exits with 0; after any other end call `recover` and start it again.

    PolicyError with the end of the log when it has died once too often; ConfigError at once if it ended for
    a fault of the configuration, which no restart mends. Cancelling ends the child.
    """
    for attempt in range(child.restarts + 1):
        code = await _run_once(child)
        if code == 0:
            return
        if code == USAGE:
            raise ConfigError(f"{child.name} cannot go on; the end of {child.log}:\n{_tail(child.log)}")
        await recover()
        if attempt < child.restarts:
            with child.log.open("a", encoding="utf-8") as log:
                log.write(f"--- {child.name} ended with {code}; starting it again\n")
    raise PolicyError(
        f"{child.name} died {child.restarts + 1} times, last with exit status {code}; "
        f"the end of {child.log}:\n{_tail(child.log)}",
        failure=Failure.CRASH,
    )


async def _run_once(child: Child) -> int:
    child.log.parent.mkdir(parents=True, exist_ok=True)
    with child.log.open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *child.argv(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={**os.environ, "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1")},
        )
    try:
        return await _watch(process, child)
    finally:
        if process.returncode is None:
            await _end(process)


async def _watch(process: asyncio.subprocess.Process, child: Child) -> int:
    """The exit status, once the child has ended or was killed for its silence."""
    listener = Listener(child.pulse, LOOK_S)
    while True:
        try:
            return await asyncio.wait_for(process.wait(), LOOK_S)
        except TimeoutError:
            if listener.look() > child.silence_s:
                with child.log.open("a", encoding="utf-8") as log:
                    log.write(f"--- {child.name} gave no sign of life for {child.silence_s:g} s: killed\n")
                process.kill()
                return await process.wait()


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ask, wait, then kill; shielded, so that a second Ctrl-C does not leave the child behind."""
    process.terminate()
    try:
        await asyncio.wait_for(process.wait(), GRACE_S)
    except (TimeoutError, asyncio.CancelledError):
        process.kill()
        await process.wait()


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_LINES:])
