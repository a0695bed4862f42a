"""`vlc_config` and `vlc_playing_info`: VLC's settings, and what it plays at the moment."""

import asyncio
import base64
from pathlib import PurePosixPath
from typing import Literal

from pydantic import Field

from scalecua.core.desktop import Stream
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.tasks.getters.base import TEXT_LIMIT, Fetched, Getter
from scalecua.tasks.getters.file import VmFile
from scalecua.tasks.scene import Scene

CONFIG = "~/.config/vlc/vlcrc"
PORT = 8080
# The password that OSWorld's tasks give VLC's HTTP interface; it has no user name.
CREDENTIALS = base64.b64encode(b":password").decode()
HEADERS = f"Host: localhost:{PORT}\r\nAuthorization: Basic {CREDENTIALS}\r\n"
REQUEST = f"GET /requests/status.xml HTTP/1.0\r\n{HEADERS}\r\n"
ANSWER_S = 10.0
CHUNK = 1 << 16


class VlcConfig(Getter):
    """VLC's settings file."""

    type: Literal["vlc_config"] = "vlc_config"
    dest: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> Fetched | None:
        """Read it."""
        return await VmFile(path=CONFIG).one(CONFIG, PurePosixPath(self.dest).name, scene)


class VlcPlayingInfo(Getter):
    """The status of a running VLC, XML of its HTTP interface; None where no VLC gives it."""

    type: Literal["vlc_playing_info"] = "vlc_playing_info"
    dest: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> Fetched | None:
        """Ask for it; that nothing listens, or listens in vain, is the agent's affair."""
        try:
            stream = await scene.desktop.connect(PORT)
        except DesktopError as error:
            if error.failure not in (None, Failure.NETWORK):
                raise
            return None
        try:
            async with asyncio.timeout(ANSWER_S):
                answer = await _answer(stream)
        except (OSError, TimeoutError):
            return None
        finally:
            await stream.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        if head.split()[1:2] != [b"200"] or len(answer) > TEXT_LIMIT:
            return None
        return Fetched(PurePosixPath(self.dest).name, body)


async def _answer(stream: Stream) -> bytes:
    """All that comes before the other side ends, or more than TEXT_LIMIT bytes of it."""
    await stream.write(REQUEST.encode())
    answer = b""
    while len(answer) <= TEXT_LIMIT and (chunk := await stream.read(CHUNK)):
        answer += chunk
    return answer
