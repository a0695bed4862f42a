"""A desktop as the host sees it: the guest server's routes, wherever it listens."""

import asyncio
import json
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.action import ACTION, Action, HoldKey, Type, Wait
from scalecua.core.desktop import ExecResult, Health, Stream
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.core.trajectory import ActResult
from scalecua.desktop.address import Address
from scalecua.desktop.backend import Box
from scalecua.desktop.forms import multipart
from scalecua.desktop.http import Broken, Connections, Reply

ATTEMPTS = 3
PAUSE_S = 0.05
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
FAULTS = {504: Failure.TIMEOUT, 507: Failure.DISK}
# Typing costs well under this for each character, lent keys included.
TYPE_S = 0.02


class GuestDesktop:
    """Implements core's `Desktop` over the guest server of a box."""

    def __init__(self, box: Box, snapshot: Snapshot, section: DesktopSection) -> None:
        self._box = box
        self._snapshot = snapshot
        self._timeout_s = section.call_timeout_s
        self._http = Connections(box.address)

    @property
    def id(self) -> str:
        """The desktop's name."""
        return self._box.id

    @property
    def address(self) -> Address:
        """Where the guest server listens."""
        return self._box.address

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the screen, pixels."""
        return self._snapshot.width, self._snapshot.height

    def close(self) -> None:
        """Close the connections for good; the box is its owner's to reset or destroy."""
        self._http.close()

    async def screenshot(self) -> bytes:
        """The screen, pointer included, as JPEG at the snapshot's quality."""
        return (
            await self._call("GET", f"/screenshot?format=jpeg&quality={self._snapshot.jpeg_quality}")
        ).body

    async def tree(self) -> str:
        """The accessibility tree as OSWorld's XML."""
        return str((await self._call("GET", "/accessibility")).json()["AT"])

    async def act(self, action: Action, *, key: str, settle_s: float) -> ActResult:
        """Perform `action` exactly once per `key`; sending it again after a broken connection is safe."""
        body = {"key": key, "action": ACTION.dump_python(action, mode="json"), "settle_s": settle_s}
        body["action"] = {
            name: value for name, value in body["action"].items() if name != "modifiers" or value
        }
        began = time.monotonic()
        reply = await self._call("POST", "/act", JSON, _json(body), extra_s=settle_s + _duration(action))
        answer = reply.json()
        return ActResult(
            performed=answer["performed"],
            duplicate=answer["duplicate"],
            settled=answer["settled"],
            cursor=tuple(answer["cursor"]),
            elapsed_ms=(time.monotonic() - began) * 1000,
        )

    async def execute(self, argv: Sequence[str], *, timeout_s: float) -> ExecResult:
        """Run a command to its end; DesktopError with TIMEOUT if it takes longer, and then it is killed."""
        body = {"command": list(argv), "shell": False, "timeout_s": timeout_s}
        answer = (
            await self._call("POST", "/execute", JSON, _json(body), extra_s=timeout_s, again=False)
        ).json()
        return ExecResult(answer["returncode"], answer["output"], answer["error"])

    async def launch(self, argv: Sequence[str]) -> None:
        """Start a program inside the desktop and return at once."""
        await self._call("POST", "/setup/launch", JSON, _json({"command": list(argv)}), again=False)

    async def connect(self, port: int) -> Stream:
        """A stream to a port on which something listens inside; DesktopError if nothing does."""
        return await self._box.connect(port)

    async def read(self, path: str) -> bytes:
        """The bytes of a file inside the desktop; DesktopError naming the path if there is none."""
        return (await self._call("POST", "/file", FORM, urlencode({"file_path": path}).encode())).body

    async def write(self, path: str, data: bytes) -> None:
        """Write a file inside the desktop, making its folders."""
        kind, body = multipart(uuid.uuid4().hex, path, data)
        await self._call("POST", "/setup/upload", kind, body)

    async def reset(self) -> Health:
        """Make the desktop as it was when it began; DesktopError saying what prevents it."""
        answer = (await self._call("POST", "/reset", JSON, b"{}", again=False)).json()
        return Health(answer["ready"], answer["reason"])

    async def health(self, *, extra_s: float = 0.0) -> Health:
        """Ask whether picture, window manager and accessibility are alive; `extra_s` is for starting up."""
        answer = (await self._call("GET", "/health", extra_s=extra_s)).json()
        return Health(answer["ready"], answer["reason"])

    async def request(self, route: str, body: Mapping[str, Any]) -> Any:
        """POST a JSON body to another route of the guest server; waits as long as its `timeout_s` says."""
        extra = body.get("timeout_s", 0.0)
        extra_s = float(extra) if isinstance(extra, int | float) else 0.0
        reply = await self._call("POST", route, JSON, _json(body), extra_s=extra_s, again=False)
        return reply.value()

    async def forward(self, method: str, target: str, kind: str, body: bytes) -> Reply:
        """Pass a request of somebody else's on as it is; it may take as long as it likes."""
        try:
            return await self._http.request(method, target, kind, body)
        except Broken as cause:
            route = target.partition("?")[0]
            raise self._error(f"{route} could not be reached: {cause}", Failure.CRASH) from cause

    async def _call(
        self,
        method: str,
        target: str,
        kind: str = "",
        body: bytes = b"",
        *,
        extra_s: float = 0.0,
        again: bool = True,
    ) -> Reply:
        """One request; repeated after a broken connection only where that cannot do a thing twice."""
        timeout_s = self._timeout_s + extra_s
        route = target.partition("?")[0]
        try:
            async with asyncio.timeout(timeout_s):
                reply = await self._attempts(method, target, kind, body, ATTEMPTS if again else 1)
        except TimeoutError as cause:
            raise self._error(f"{route} gave no answer within {timeout_s:g} s", Failure.HANG) from cause
        except Broken as cause:
            raise self._error(f"{route} could not be reached: {cause}", Failure.CRASH) from cause
        if reply.status >= 400:
            raise DesktopError(f"desktop {self.id}: {route}: {_reason(reply)}", failure=_fault(reply))
        return reply

    async def _attempts(self, method: str, target: str, kind: str, body: bytes, attempts: int) -> Reply:
        for attempt in range(1, attempts + 1):
            try:
                return await self._http.request(method, target, kind, body)
            except Broken:
                if attempt == attempts or not self._box.alive:
                    raise
            await asyncio.sleep(PAUSE_S * attempt)
        raise AssertionError("unreachable")

    def _error(self, what: str, failure: Failure) -> DesktopError:
        if self._box.out_of_memory():
            failure, what = Failure.MEMORY, f"{what} (the kernel killed a process for want of memory)"
        if not self._box.alive:
            failure = Failure.CRASH if failure is Failure.HANG else failure
            what = f"{what}; the sandbox has ended: {self._box.epitaph()}"
        return DesktopError(f"desktop {self.id}: {what}", failure=failure)


def _duration(action: Action) -> float:
    """How long performing takes by its own nature, seconds."""
    if isinstance(action, Wait | HoldKey):
        return action.seconds
    return len(action.text) * TYPE_S if isinstance(action, Type) else 0.0


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(dict(value)).encode()


def _fault(reply: Reply) -> Failure | None:
    """The class of an error: as a desktop host names it, else by the guest's status."""
    try:
        return Failure(reply.json()["failure"])
    except (ValueError, KeyError, TypeError):
        return FAULTS.get(reply.status, Failure.GUEST if reply.status >= 500 else None)


def _reason(reply: Reply) -> str:
    try:
        return str(reply.json()["error"])
    except (ValueError, KeyError):
        return f"status {reply.status}"
