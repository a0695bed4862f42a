"""Requests with patience: repeated while that can help, bounded in time, and classed where they fail."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from scalecua.core.errors import JudgeError, ScaleCUAError
from scalecua.core.failure import Failure
from scalecua.tasks.scienceboard.http import APPLICATION, GUEST, Broken, Http, Reply, Unreached

JSON = "application/json"
# What a guest's 500 says of a file that the agent removed, or made into something that is no text.
NO_TEXT = ("FileNotFoundError", "IsADirectoryError", "NotADirectoryError", "UnicodeDecodeError")


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a request is made, how long to wait between, and how long for one answer."""

    tries: int = 5
    pause_s: float = 2.0
    answer_s: float = 120.0


PATIENCE = Patience()


@dataclass(frozen=True, slots=True)
class Client:
    """Asks the guest and the applications; every failure is an `error` with its class.

    NETWORK: nothing listens. TIMEOUT: no answer in time. GUEST: the answer broke off, has an error status, or
    is not what it must be.
    """

    http: Http
    error: type[ScaleCUAError] = JudgeError
    patience: Patience = PATIENCE

    async def json(self, port: int, method: str, target: str, body: Any = None, *, once: bool = False) -> Any:
        """The JSON of an answer with status 200; `once` for what must not be done twice."""
        reply = await self.ask(port, method, target, body, once=once)
        try:
            return json.loads(reply.body)
        except (ValueError, RecursionError) as error:
            raise self._wrong(port, target, f"answers no JSON: {reply.text!r:.200}") from error

    async def ok(self, port: int, target: str, body: Any, *, once: bool = False) -> None:
        """POST that must be answered with OK."""
        reply = await self.ask(port, "POST", target, body, once=once)
        if reply.text.strip() != "OK":
            raise self._wrong(port, target, f"answers {reply.text!r:.200}, not OK")

    async def text(self, path: str) -> str | None:
        """A text file of the guest's; None if there is none."""
        target = f"/read?{urlencode({'path': path})}"
        reply = await self._answered(GUEST, "GET", target, None, once=False, allowed=(404, 500))
        if reply.status == 200:
            try:
                return reply.body.decode()
            except UnicodeDecodeError:
                return None
        if reply.status == 404 or any(name in reply.text for name in NO_TEXT):
            return None
        raise self._wrong(GUEST, target, f"answers {reply.status}: {reply.text!r:.200}")

    async def chimerax(self, command: str, *, once: bool = False, refusable: bool = False) -> list[str]:
        """What ChimeraX notes on a command; a `refusable` one may fail for what the agent did."""
        asked = {"port": APPLICATION, "command": command}
        said = await self.json(GUEST, "POST", "/chimerax/run", asked, once=once)
        notes = said.get("log messages", {}).get("note") if isinstance(said, dict) else None
        if not isinstance(notes, list) or not all(isinstance(note, str) for note in notes):
            raise self._wrong(GUEST, "/chimerax/run", f"answers {said!r:.200} to {command!r}")
        if said.get("error") is not None and not refusable:
            raise self._wrong(GUEST, "/chimerax/run", f"ChimeraX says {said['error']!r:.200} to {command!r}")
        return notes

    async def ask(
        self, port: int, method: str, target: str, body: Any = None, *, once: bool = False
    ) -> Reply:
        """An answer with status 200; a text is sent as it is, anything else as JSON."""
        return await self._answered(port, method, target, body, once=once)

    async def _answered(
        self, port: int, method: str, target: str, body: Any, *, once: bool, allowed: tuple[int, ...] = ()
    ) -> Reply:
        failed: ScaleCUAError | None = None
        for number in range(self.patience.tries):
            if number:
                await asyncio.sleep(self.patience.pause_s)
            try:
                return await self._one(port, method, target, body, allowed)
            except Unreached as error:
                failed = self.error(f"nothing listens on port {port}: {error}", failure=Failure.NETWORK)
            except ScaleCUAError as error:
                if once:
                    raise
                failed = error
        assert failed is not None
        raise failed

    async def _one(self, port: int, method: str, target: str, body: Any, allowed: tuple[int, ...]) -> Reply:
        data = b"" if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        kind = "" if body is None else "text/plain" if isinstance(body, str) else JSON
        try:
            async with asyncio.timeout(self.patience.answer_s):
                reply = await self.http(port, method, target, body=data, kind=kind)
        except TimeoutError as error:
            late = f"port {port} took more than {self.patience.answer_s:g} s over {target}"
            raise self.error(late, failure=Failure.TIMEOUT) from error
        except Broken as error:
            raise self._wrong(port, target, f"breaks off: {error}") from error
        if reply.status != 200 and reply.status not in allowed:
            raise self._wrong(port, target, f"answers {reply.status}: {reply.text!r:.200}")
        return reply

    def _wrong(self, port: int, target: str, what: str) -> ScaleCUAError:
        return self.error(f"port {port} {target} {what}", failure=Failure.GUEST)
