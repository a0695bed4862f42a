"""What getters find of VLC and of the player of videos."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

from scalecua.core.desktop import Desktop, ExecResult
from scalecua.core.errors import DesktopError, JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.assets import Assets
from scalecua.tasks.getters.base import TEXT_LIMIT, Fetched
from scalecua.tasks.getters.parse import parse
from scalecua.tasks.scene import Scene

STATUS = b"<root><state>playing</state></root>"
HEAD = b"HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\n"


class Said:
    """A stream that gives these bytes a few at a time."""

    def __init__(self, data: bytes | OSError) -> None:
        self.data, self.asked, self.closed = data, b"", False

    async def write(self, data: bytes) -> None:
        self.asked += data

    async def read(self, limit: int) -> bytes:
        if isinstance(self.data, OSError):
            raise self.data
        part, self.data = self.data[: min(limit, 4096)], self.data[min(limit, 4096) :]
        return part

    async def close(self) -> None:
        self.closed = True


class Player:
    """A desktop with one file, one answer to commands, and one stream."""

    size = (800, 600)

    def __init__(
        self, stream: Said | DesktopError | None = None, output: str = "", vlcrc: bytes | None = None
    ) -> None:
        self.stream, self.output, self.vlcrc = stream, output, vlcrc

    async def connect(self, port: int) -> Said:
        assert port == 8080
        if isinstance(self.stream, Said):
            return self.stream
        raise self.stream or DesktopError("nothing answers", failure=Failure.NETWORK)

    async def execute(self, words: Sequence[str], *, timeout_s: float) -> ExecResult:
        if words[0] != "stat":
            return ExecResult(0, self.output, "")
        there = self.vlcrc is not None and words[-1] == "/home/user/.config/vlc/vlcrc"
        return (
            ExecResult(0, f"{len(self.vlcrc or b'')} regular file\n", "") if there else ExecResult(1, "", "")
        )

    async def read(self, path: str) -> bytes:
        assert self.vlcrc is not None
        return self.vlcrc


async def fetch(spec: dict[str, Any], player: Player) -> Any:
    return await parse(spec, "result")(Scene(cast(Desktop, player), cast(Assets, None)))


PLAYING = {"type": "vlc_playing_info", "dest": "status.xml"}


async def test_settings_of_vlc() -> None:
    spec = {"type": "vlc_config", "dest": "vlcrc"}
    assert await fetch(spec, Player(vlcrc=b"a=1")) == Fetched("vlcrc", b"a=1")
    assert await fetch(spec, Player()) is None


async def test_status_of_vlc() -> None:
    stream = Said(HEAD + STATUS)
    assert await fetch(PLAYING, Player(stream)) == Fetched("status.xml", STATUS)
    assert stream.closed
    assert stream.asked.startswith(b"GET /requests/status.xml HTTP/1.0\r\n")
    # The name is empty, the password "password".
    assert b"Authorization: Basic OnBhc3N3b3Jk\r\n" in stream.asked


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"no HTTP",
        b"HTTP/1.0 401 Unauthorized\r\n\r\nno",
        HEAD + b"x" * TEXT_LIMIT,
        ConnectionResetError(),
    ],
)
async def test_what_gives_no_status_counts_as_none(said: bytes | OSError) -> None:
    stream = Said(said)
    assert await fetch(PLAYING, Player(stream)) is None
    assert stream.closed


async def test_no_vlc_counts_as_none_and_a_broken_desktop_raises() -> None:
    assert await fetch(PLAYING, Player()) is None
    with pytest.raises(DesktopError, match="ended"):
        await fetch(PLAYING, Player(DesktopError("it has ended", failure=Failure.CRASH)))


@pytest.mark.parametrize(
    ("output", "name"),
    [
        ("vlc.desktop\nvlc.desktop\ntotem.desktop\n", "vlc.desktop"),
        ("vlc.desktop\n\ntotem.desktop\ntotem.desktop\n", "totem.desktop"),
        ("\n\n", None),
    ],
)
async def test_the_default_player_is_that_of_most_kinds(output: str, name: str | None) -> None:
    assert await fetch({"type": "default_video_player"}, Player(output=output)) == name


@pytest.mark.parametrize(
    "spec", [{"type": "vlc_config"}, {**PLAYING, "port": 1}, {"type": "default_video_player", "kind": "mp4"}]
)
async def test_wrong_parameters_are_the_tasks_fault(spec: dict[str, Any]) -> None:
    with pytest.raises(JudgeError):
        parse(spec, "result")
