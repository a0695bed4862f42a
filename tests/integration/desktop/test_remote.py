"""Somebody else's OSWorld guest, reached by its address: ours, of which only OSWorld's protocol is used."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest
from PIL import Image

from scalecua.config.desktop import DesktopSection
from scalecua.core.action import (
    Action,
    DoubleClick,
    HoldKey,
    Key,
    LeftClick,
    LeftClickDrag,
    Scroll,
    Type,
    Wait,
    WriteFile,
)
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.remote_pool import RemotePool
from scalecua.desktop.serve import serve

pytestmark = pytest.mark.desktops
NOTE = "/home/user/note.txt"


@asynccontextmanager
async def guest() -> AsyncIterator[tuple[str, int]]:
    """A guest server: its address with the token in it, and its port."""
    async with serve("default", DesktopSection(count=1, start_timeout_s=60), port=0) as facts:
        port = urlsplit(str(facts["url"])).port
        assert port is not None
        yield f"http://any:{facts['token']}@127.0.0.1:{port}", port


def section(*addresses: str) -> DesktopSection:
    return DesktopSection.model_validate({"backend": "remote", "addresses": addresses, "call_timeout_s": 10})


async def test_it_looks_and_acts_as_any_desktop() -> None:
    async with (
        guest() as (address, _),
        RemotePool(section(address)) as pool,
        pool.lease("default") as desktop,
    ):
        assert (await desktop.health()).ready
        picture = Image.open(io.BytesIO(await desktop.screenshot()))
        assert (picture.format, picture.size, desktop.size) == ("JPEG", (1280, 800), (1280, 800))
        assert (await desktop.tree()).startswith("<desktop-frame")
        await desktop.act(WriteFile(NOTE, "a b\n"), key="write", settle_s=0)
        await desktop.launch(["mousepad", NOTE])
        assert (await desktop.request("/wait_window", {"title": "note", "timeout_s": 20}))["found"]
        steps: list[Action] = [
            Key(("ctrl", "end")),
            Type('it\'s \\ "x"\n'),
            HoldKey(("shift", "left"), 0.1),
            LeftClick(640, 400, ("shift",)),
            Scroll(640, 400, "down", 2),
            LeftClickDrag(630, 400, 640, 410),
            DoubleClick(640, 410),
            Wait(0.1),
            Key(("ctrl", "s")),
        ]
        for number, action in enumerate(steps):
            result = await desktop.act(action, key=str(number), settle_s=2)
            assert result.performed
        assert result.settled
        assert await desktop.read(NOTE) == b'a b\nit\'s \\ "x"\n'
        moved = await desktop.act(LeftClick(123, 45), key="where", settle_s=0)
        assert moved.cursor == (123, 45)


async def test_a_key_acts_once_and_what_it_cannot_do_is_refused() -> None:
    async with (
        guest() as (address, _),
        RemotePool(section(address)) as pool,
        pool.lease("default") as desktop,
    ):
        log = ["xterm", "-T", "Log", "-e", "sh", "-c", "read line; echo $line > said"]
        await desktop.launch(log)
        assert (await desktop.request("/wait_window", {"title": "Log", "timeout_s": 20}))["found"]
        results = await asyncio.gather(*(desktop.act(Type("once"), key="t", settle_s=0.5) for _ in range(4)))
        assert sorted(result.duplicate for result in results) == [False, True, True, True]
        with pytest.raises(DesktopError, match="used for a different action"):
            await desktop.act(Type("other"), key="t", settle_s=0)
        for action, why in (
            (LeftClick(1280, 5), "off the screen"),
            (Type("né"), "cannot type"),
            (Key(("hyper",)), "unknown key 'hyper'"),
        ):
            with pytest.raises(DesktopError, match=why) as caught:
                await desktop.act(action, key=why, settle_s=0)
            assert caught.value.failure is None
        await desktop.act(Key(("enter",)), key="enter", settle_s=1)
        assert await desktop.read("said") == b"once\n"


async def test_an_action_whose_answer_is_lost_is_never_sent_again() -> None:
    sent = 0

    async with guest() as (address, port):

        async def lossy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            """Passes everything on, but of /execute loses the answer."""
            nonlocal sent
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                while head := await reader.readuntil(b"\r\n\r\n"):
                    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
                    inner, outer = await asyncio.open_connection("127.0.0.1", port)
                    outer.write(head + await reader.readexactly(length))
                    answer = await inner.readuntil(b"\r\n\r\n")
                    size = int(answer.lower().split(b"content-length:")[1].split(b"\r\n")[0])
                    answer += await inner.readexactly(size)
                    outer.close()
                    if b" /execute " in head:
                        sent += 1
                        break
                    writer.write(answer)
                    await writer.drain()
            writer.close()

        server = await asyncio.start_server(lossy, "127.0.0.1", 0)
        own = address.replace(f":{port}", f":{server.sockets[0].getsockname()[1]}")
        async with RemotePool(section(own)) as pool, pool.lease("default") as desktop:
            for _ in range(3):
                with pytest.raises(DesktopError) as caught:
                    await desktop.act(LeftClick(9, 9), key="lost", settle_s=0)
                assert caught.value.failure is Failure.NETWORK
        server.close()
    assert sent == 1


async def test_nobody_at_any_address_is_an_error_that_names_them() -> None:
    with pytest.raises(DesktopError, match=r"127\.0\.0\.1:9 does not answer as an OSWorld guest") as caught:
        async with RemotePool(section("http://127.0.0.1:9")):
            pass
    assert caught.value.failure is Failure.NETWORK
