import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scalecua.config.desktop import DesktopSection
from scalecua.core.action import LeftClick
from scalecua.core.desktop import Stream
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop import cgroups, process, tunnel
from scalecua.desktop.address import Address
from scalecua.desktop.cache import runtime_dir
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool
from scalecua.desktop.reap import reap
from scalecua.desktop.run_folder import RunFolder

pytestmark = pytest.mark.desktops

SECTION = DesktopSection(count=3, start_timeout_s=60)
HOLDER = """
import asyncio, sys
from scalecua.config.desktop import DesktopSection
from scalecua.desktop.pool import LocalPool

async def main():
    async with LocalPool(DesktopSection(count=2, start_timeout_s=60)) as pool:
        async with pool.lease("default") as one, pool.lease("default") as two:
            await two.launch(["xterm"])
            print(one.id, two.id, flush=True)
            await asyncio.sleep(600)

asyncio.run(main())
"""


def processes(desktop: str) -> tuple[int, ...]:
    return process.with_arguments(*RunFolder(runtime_dir() / desktop).mark)


def traces(desktop: str) -> list[str]:
    """Processes, groups and folders that still belong to a desktop."""
    groups = [h.folder / f"{cgroups.PREFIX}{desktop}" for h in cgroups.available()]
    left = [f"process {pid}" for pid in processes(desktop)]
    left += [str(path) for path in (runtime_dir() / desktop, *groups) if path.exists()]
    return left


def family(*pids: int) -> list[process.ProcessId]:
    """The processes and all their descendants."""
    found = [identity for pid in pids if (identity := process.ProcessId.of(pid))]
    return found + [below for pid in pids for below in family(*process.children(pid))]


async def test_as_many_as_allowed_at_once_and_nothing_left() -> None:
    held: list[str] = []
    most = 0
    now = 0
    full = asyncio.Event()

    async def use(pool: LocalPool) -> None:
        nonlocal most, now
        async with pool.lease("default") as desktop:
            held.append(desktop.id)
            now += 1
            most = max(most, now)
            result = await desktop.act(LeftClick(5, 5), key="k", settle_s=0)
            assert not result.duplicate
            if now == SECTION.count:
                full.set()
            await asyncio.wait_for(full.wait(), 60)
            now -= 1

    async with LocalPool(SECTION) as pool:
        await asyncio.gather(*(use(pool) for _ in range(5)))
    assert most == SECTION.count
    assert len(set(held)) == 5
    assert [left for desktop in held for left in traces(desktop)] == []


async def test_error_of_the_holder_passes_and_the_desktop_goes() -> None:
    seen: list[str] = []

    async def fail() -> None:
        async with LocalPool(SECTION) as pool, pool.lease("default") as desktop:
            seen.append(desktop.id)
            raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        await fail()
    assert traces(seen[0]) == []


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.15, 0.3])
async def test_cancelled_at_any_moment_nothing_is_left(delay: float) -> None:
    before = {path.name for path in runtime_dir().iterdir()} if runtime_dir().exists() else set()

    async def hold(pool: LocalPool) -> None:
        async with pool.lease("default"):
            await asyncio.sleep(60)

    async with LocalPool(SECTION) as pool:
        task = asyncio.create_task(hold(pool))
        await asyncio.sleep(delay)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    me = process.ProcessId.of(os.getpid())
    assert me is not None
    new = [RunFolder(path) for path in runtime_dir().iterdir() if path.name not in before]
    assert [folder.id for folder in new if folder.owner() == me] == []


async def test_dead_sandbox_is_a_crash_and_says_so() -> None:
    async with LocalPool(SECTION) as pool, pool.lease("default") as desktop:
        for pid in processes(desktop.id):
            process.kill(pid)
        with pytest.raises(DesktopError, match="sandbox has ended") as caught:
            await desktop.screenshot()
        assert caught.value.failure is Failure.CRASH


async def test_silent_guest_is_a_hang() -> None:
    section = SECTION.model_copy(update={"call_timeout_s": 0.5})
    async with LocalPool(section) as pool, pool.lease("default") as desktop:
        for identity in family(*processes(desktop.id)):
            os.kill(identity.pid, signal.SIGSTOP)
        with pytest.raises(DesktopError) as caught:
            await desktop.screenshot()
        assert caught.value.failure is Failure.HANG


async def test_desktop_that_never_gets_ready_is_a_start_failure_and_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    section = SECTION.model_copy(update={"start_timeout_s": 0.01})
    async with LocalPool(section) as pool:
        with pytest.raises(DesktopError, match=r"not ready within 0\.01 s") as caught:
            async with pool.lease("default"):
                pass
    assert caught.value.failure is Failure.START


def test_killed_owner_takes_its_desktops_with_it() -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        desktops = holder.stdout.readline().split()
        assert len(desktops) == 2
        assert all(traces(desktop) for desktop in desktops)
        living = family(*process.children(holder.pid))
        assert len(living) > 12
        holder.kill()
    end = time.monotonic() + 10
    while time.monotonic() < end and any(identity.alive() for identity in living):
        time.sleep(0.05)
    assert [identity for identity in living if identity.alive()] == []
    reap()
    assert [left for desktop in desktops for left in traces(desktop)] == []


async def test_bystander_whose_arguments_name_a_desktop_is_left_alone() -> None:
    async with LocalPool(SECTION) as pool:
        async with pool.lease("default") as desktop:
            bystander = subprocess.Popen(
                [sys.executable, "-c", "import time; time.sleep(60)", str(desktop.address.socket), desktop.id]
            )
        assert bystander.poll() is None
        bystander.kill()
        assert bystander.wait(10) == -signal.SIGKILL


async def test_reaping_leaves_the_living_alone() -> None:
    async with LocalPool(SECTION) as pool, pool.lease("default") as desktop:
        reap()
        assert (await desktop.health()).ready


async def test_answer_lost_on_the_way_is_asked_for_again_and_acts_once(tmp_path: Path) -> None:
    lost = 0

    async with LocalPool(SECTION) as pool, pool.lease("default") as desktop:

        async def lossy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal lost
            inner, outer = await asyncio.open_unix_connection(str(desktop.address.socket))
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            outer.write(head + await reader.readexactly(length))
            answer = await inner.read(65536)
            if lost < 2:
                lost += 1
            else:
                writer.write(answer)
                await writer.drain()
            writer.close()
            outer.close()

        socket = tmp_path / "s"
        server = await asyncio.start_unix_server(lossy, str(socket))
        flaky = GuestDesktop(_Elsewhere(desktop.id, Address(socket)), SECTION.snapshots["default"], SECTION)
        result = await flaky.act(LeftClick(9, 9), key="once", settle_s=0)
        flaky.close()
        server.close()
    assert lost == 2
    assert result.duplicate
    assert result.cursor == (9, 9)


class _Elsewhere:
    """A box that is reached by a way round."""

    alive = True

    def __init__(self, id: str, address: Address) -> None:
        self.id = id
        self.address = address

    def out_of_memory(self) -> bool:
        return False

    async def connect(self, port: int) -> Stream:
        return await tunnel.through(self.address, port)

    def epitaph(self) -> str:
        return ""

    async def destroy(self) -> None:
        """It is another's."""
