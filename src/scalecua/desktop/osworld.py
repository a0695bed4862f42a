"""A desktop of somebody else's: any OSWorld guest server, driven as its own runners drive it.

Without `/act` an action is sent at most once: one whose answer is lost may have been performed, so it raises,
and so does every later call with its key.
"""

import asyncio
import json
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from scalecua.core.action import Action, CursorPosition, Screenshot, Wait, WriteFile, points
from scalecua.core.desktop import ExecResult, Health, Stream
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.core.trajectory import ActResult
from scalecua.desktop.address import Address
from scalecua.desktop.client import FAULTS
from scalecua.desktop.forms import multipart
from scalecua.desktop.http import Broken, Connections, Reply
from scalecua.desktop.picture import jpeg
from scalecua.desktop.pyautogui import code
from scalecua.desktop.tunnel import HEAD_LIMIT, Wire

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
LOOK_S = 0.1
PYTHON = "python"


class OSWorldDesktop:
    """Implements core's `Desktop` with no more than OSWorld's protocol has."""

    def __init__(self, address: Address, size: tuple[int, int], *, quality: int, timeout_s: float) -> None:
        self.id = address.name
        self.size = size
        self._quality = quality
        self._timeout_s = timeout_s
        self._address = address
        self._http = Connections(address)
        self._done: dict[str, tuple[Action, ActResult | None]] = {}
        self._turn = asyncio.Lock()

    def close(self) -> None:
        """Close the connections for good."""
        self._http.close()

    async def screenshot(self) -> bytes:
        """The screen, pointer included, as JPEG."""
        picture = (await self._call("GET", "/screenshot")).body
        return await asyncio.to_thread(jpeg, picture, self._quality)

    async def tree(self) -> str:
        """The accessibility tree as OSWorld's XML."""
        return str((await self._call("GET", "/accessibility")).json()["AT"])

    async def act(self, action: Action, *, key: str, settle_s: float) -> ActResult:
        """Perform `action` at most once per `key`, then wait at most `settle_s` for a still picture."""
        async with self._turn:
            if key in self._done:
                return self._again(key, action)
            self._check(action)
            began = time.monotonic()
            script = (
                None if isinstance(action, Wait | WriteFile | Screenshot | CursorPosition) else code(action)
            )
            self._done[key] = (action, None)
            if isinstance(action, Wait):
                await asyncio.sleep(action.seconds)
            elif isinstance(action, WriteFile):
                await self.write(action.path, action.content.encode())
            elif script is not None:
                await self._python(script)
            settled = await self._settle(settle_s)
            cursor = tuple((await self._call("GET", "/cursor_position")).json())
            result = ActResult(
                performed=True,
                duplicate=False,
                settled=settled,
                cursor=(int(cursor[0]), int(cursor[1])),
                elapsed_ms=(time.monotonic() - began) * 1000,
            )
            self._done[key] = (action, result)
            return result

    async def execute(self, argv: Sequence[str], *, timeout_s: float) -> ExecResult:
        """Run a command to its end; OSWorld's own limit of 120 s holds beside `timeout_s`."""
        body = {"command": list(argv), "shell": False, "timeout_s": timeout_s}
        answer = (await self._call("POST", "/execute", JSON, _json(body), extra_s=timeout_s)).json()
        return ExecResult(int(answer["returncode"]), str(answer["output"]), str(answer["error"]))

    async def launch(self, argv: Sequence[str]) -> None:
        """Start a program inside the desktop and return at once."""
        await self._call("POST", "/setup/launch", JSON, _json({"command": list(argv)}))

    @property
    def address(self) -> Address:
        """Where its guest server answers."""
        return self._address

    async def connect(self, port: int) -> Stream:
        """A stream to a port that the machine itself publishes, as OSWorld's do."""
        beside = Address(None, self._address.host, port)
        try:
            return Wire(*await beside.connect(HEAD_LIMIT))
        except OSError as cause:
            what = f"desktop {self.id}: nothing answers on port {port}: {cause}"
            raise DesktopError(what, failure=Failure.NETWORK) from cause

    async def read(self, path: str) -> bytes:
        """The bytes of a file inside the desktop; DesktopError naming the path if there is none."""
        return (await self._call("POST", "/file", FORM, urlencode({"file_path": path}).encode())).body

    async def write(self, path: str, data: bytes) -> None:
        """Write a file inside the desktop."""
        kind, body = multipart(uuid.uuid4().hex, path, data)
        await self._call("POST", "/setup/upload", kind, body)

    async def health(self) -> Health:
        """Ask for what OSWorld's own runners wait for: the terminal route answers."""
        try:
            await self._call("GET", "/terminal")
        except DesktopError as error:
            return Health(False, str(error))
        return Health(True)

    async def request(self, route: str, body: Mapping[str, Any]) -> Any:
        """POST a JSON body to another route of the guest server."""
        extra = body.get("timeout_s", 0.0)
        extra_s = float(extra) if isinstance(extra, int | float) else 0.0
        reply = await self._call("POST", route, JSON, _json(body), extra_s=extra_s)
        return reply.value()

    def _again(self, key: str, action: Action) -> ActResult:
        """The result of a key that was used before."""
        before, result = self._done[key]
        if before != action:
            raise DesktopError(f"key {key!r} was used for a different action")
        if result is None:
            raise DesktopError(
                f"desktop {self.id}: the answer to {key!r} was lost, and without /act it is not sent again",
                failure=Failure.NETWORK,
            )
        return ActResult(True, True, result.settled, result.cursor, result.elapsed_ms)

    def _check(self, action: Action) -> None:
        width, height = self.size
        for x, y in points(action):
            if not (0 <= x < width and 0 <= y < height):
                raise DesktopError(f"pixel ({x}, {y}) is off the screen of {width}x{height}")

    async def _python(self, script: str) -> None:
        done = await self.execute([PYTHON, "-c", script], timeout_s=self._timeout_s)
        if done.returncode != 0:
            raise DesktopError(
                f"desktop {self.id}: pyautogui failed: {done.error[-300:]}", failure=Failure.GUEST
            )

    async def _settle(self, settle_s: float) -> bool:
        """Whether two pictures, LOOK_S apart, were the same before the time was up."""
        end, before = time.monotonic() + settle_s, b""
        while time.monotonic() < end:
            picture = (await self._call("GET", "/screenshot")).body
            if picture == before:
                return True
            before = picture
            await asyncio.sleep(min(LOOK_S, max(0.0, end - time.monotonic())))
        return False

    async def _call(
        self, method: str, target: str, kind: str = "", body: bytes = b"", *, extra_s: float = 0.0
    ) -> Reply:
        """One request, sent once."""
        limit_s = self._timeout_s + extra_s
        try:
            async with asyncio.timeout(limit_s):
                reply = await self._http.request(method, target, kind, body)
        except TimeoutError as cause:
            what = f"{target} gave no answer within {limit_s:g} s"
            raise DesktopError(f"desktop {self.id}: {what}", failure=Failure.HANG) from cause
        except Broken as cause:
            what = f"{target} could not be reached: {cause}"
            raise DesktopError(f"desktop {self.id}: {what}", failure=Failure.NETWORK) from cause
        if reply.status >= 400:
            failure = FAULTS.get(reply.status, Failure.GUEST if reply.status >= 500 else None)
            said = reply.body[:300].decode("utf-8", "replace")
            raise DesktopError(f"desktop {self.id}: {target}: {said}", failure=failure)
        return reply


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(dict(value)).encode()
