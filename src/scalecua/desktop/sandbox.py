"""A running sandbox: alive or not, its last words, and its end."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from scalecua.core.desktop import Stream
from scalecua.desktop import cgroups, process, reap, run_folder, tunnel
from scalecua.desktop.address import Address

LOG_LINES = 60
LINE_BYTES = 8192
END_S = 2.0


@dataclass(slots=True)
class Sandbox:
    """Implements `Box`: the first process of a sandbox, and what must be removed with it."""

    folder: run_folder.RunFolder
    groups: tuple[Path, ...] = ()
    process: asyncio.subprocess.Process | None = None
    log: deque[str] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    listener: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        """The desktop's name."""
        return self.folder.id

    @property
    def address(self) -> Address:
        """The guest server's Unix socket."""
        return Address(self.folder.socket)

    @property
    def alive(self) -> bool:
        """Whether its first process still runs."""
        return self.process is not None and self.process.returncode is None

    async def connect(self, port: int) -> Stream:
        """A stream to a port inside; DesktopError if nothing listens on it."""
        return await tunnel.through(self.address, port)

    def epitaph(self) -> str:
        """The last words of the guest, for an error message."""
        return " | ".join(list(self.log)[-4:]) or "it said nothing"

    def out_of_memory(self) -> bool:
        """Whether the kernel killed one of its processes for want of memory."""
        return any(cgroups.out_of_memory(group) for group in self.groups)

    def attend(self, started: asyncio.subprocess.Process) -> None:
        """Take charge of the process, and read what it says so that it never blocks on saying it."""
        self.process = started
        self.listener = asyncio.create_task(self._listen(started))

    async def destroy(self) -> None:
        """End every process of the sandbox and remove its traces; may be called twice."""
        if self.process is not None:
            # The sandbox's own init first: with it every process inside ends, and then bwrap itself.
            for pid in process.children(self.process.pid):
                process.kill(pid)
            if self.process.returncode is None:
                try:
                    await asyncio.wait_for(self.process.wait(), END_S)
                except TimeoutError:
                    process.kill(self.process.pid)
                    await self.process.wait()
        if self.listener is not None:
            self.listener.cancel()
        await asyncio.to_thread(reap.clean, self.folder, self.groups)

    async def _listen(self, started: asyncio.subprocess.Process) -> None:
        assert started.stdout is not None
        rest = b""
        while chunk := await started.stdout.read(4096):
            *lines, rest = (rest + chunk)[-LINE_BYTES:].split(b"\n")
            self.log.extend(line.decode("utf-8", "replace").strip() for line in lines if line.strip())
        if rest.strip():
            self.log.append(rest.decode("utf-8", "replace").strip())
