"""What programs of a desktop try against the host and each other: contained, and the pool goes on."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from scalecua.config.desktop import DesktopSection
from scalecua.desktop import cgroups
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool

pytestmark = pytest.mark.desktops
BACKENDS = ("bubblewrap", pytest.param("docker", marks=pytest.mark.docker))
LIMITS = {"count": 2, "memory_mb": 400, "processes": 96, "home_mb": 32, "start_timeout_s": 60}


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def pool(backend: str) -> AsyncIterator[LocalPool]:
    async with LocalPool(DesktopSection.model_validate({**LIMITS, "backend": backend})) as pool:
        yield pool


async def run(desktop: GuestDesktop, script: str, timeout_s: float = 20) -> tuple[int, str]:
    result = await desktop.execute(["bash", "-c", script], timeout_s=timeout_s)
    return result.returncode, result.output


async def goes_on(pool: LocalPool) -> None:
    """The pool lends another desktop, in reasonable time, and it is well."""
    async with asyncio.timeout(60), pool.lease("default") as desktop:
        assert (await desktop.health()).ready
        assert await run(desktop, "echo well") == (0, "well\n")


async def test_no_file_of_the_host_is_seen_or_written(pool: LocalPool) -> None:
    async with pool.lease("default") as desktop:
        here = Path(__file__)
        assert (await run(desktop, f"ls {here.parent}"))[0] != 0
        assert (await run(desktop, f"cat /proc/1/root{here}"))[0] != 0
        assert (await run(desktop, "ls -A /home"))[1] == "user\n"
        for place in ("/usr/x", "/etc/x", "/opt/scalecua/guest/x", "/x", "/proc/sys/kernel/hostname"):
            assert (await run(desktop, f"echo > {place}"))[0] != 0, place
        assert (await run(desktop, "find / -xdev -type b -o -xdev -type c -path '*mem' | wc -l"))[1] == "0\n"
        secrets = "env | grep -ci -E 'token|secret|passw|virtual_env|pytest'"
        assert (await run(desktop, secrets))[1] == "0\n"
        await run(desktop, f"ln -s {here} /home/user/link; ln -s /etc/shadow /home/user/shadow")
        listing = await desktop.request("/list_directory", {"path": "/home/user"})
        assert "link" in str(listing)
        assert (await run(desktop, "cat /home/user/link /home/user/shadow"))[1] == ""


async def test_no_network_reaches_the_host(pool: LocalPool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
        name = f"scalecua-test-{time.monotonic_ns()}"
        abstract.bind(f"\0{name}")
        abstract.listen()
        port = server.getsockname()[1]
        async with pool.lease("default") as desktop:
            assert await run(desktop, "tail -n +3 /proc/net/dev | cut -d: -f1 | xargs") == (0, "lo\n")
            assert (await run(desktop, f"echo > /dev/tcp/127.0.0.1/{port}"))[0] != 0
            connect = f"import socket; socket.socket(socket.AF_UNIX).connect(chr(0) + '{name}')"
            assert (await run(desktop, f'python3 -c "{connect}"'))[0] != 0
            assert (await run(desktop, f"grep -c {name} /proc/net/unix"))[1] == "0\n"


async def test_desktops_do_not_see_each_other(pool: LocalPool) -> None:
    async with pool.lease("default") as desktop, pool.lease("default") as other:
        await other.launch(["xterm", "-T", "unmistakable"])
        await other.request("/wait_window", {"title": "unmistakable", "timeout_s": 20})
        await run(other, "ipcmk -M 4096; echo secret > /tmp/note; echo secret > /dev/shm/note")
        assert (await run(desktop, "ps -ef | grep -c unmistakabl[e]"))[1] == "0\n"
        assert (await run(desktop, "wmctrl -l | wc -l"))[1] == "0\n"
        assert (await run(desktop, "cat /tmp/note /dev/shm/note"))[1] == ""
        assert (await run(desktop, "tail -n +2 /proc/sysvipc/shm | awk '$5 == 4096' | wc -l"))[1] == "0\n"


async def test_no_privilege_is_had_or_gained(pool: LocalPool) -> None:
    async with pool.lease("default") as desktop:
        assert (await run(desktop, "id -u; id -G; hostname"))[1] == "1000\n1000\ndesktop\n"
        status = (
            await run(desktop, "grep -E 'CapEff|CapBnd|NoNewPrivs' /proc/self/status | awk '{print $2}'")
        )[1]
        bounding, effective, no_new = sorted(status.split(), key=len, reverse=True)
        assert (int(effective, 16), int(bounding, 16), no_new) == (0, 0, "1")
        for attempt in (
            "mount -t tmpfs none /mnt",
            "su -c true",
            "chroot / true",
            "unshare --user true",
            "unshare --map-root-user --mount mount -t tmpfs none /mnt",
            "mknod /tmp/sda b 8 0",
            "dmesg",
            "nice -n -5 true 2>&1 | grep -q cannot && exit 1",
            "echo 1 > /proc/sys/vm/drop_caches",
            "gdb -p 1 || strace -p 1 || head -c 1 /proc/1/mem",
        ):
            assert (await run(desktop, attempt))[0] != 0, attempt
        await run(desktop, "kill -9 1; kill -9 1")
        assert (await desktop.health()).ready


async def test_a_fork_bomb_ends_with_its_desktop(pool: LocalPool) -> None:
    async with pool.lease("default") as desktop:
        await desktop.launch(["bash", "-c", "b() { b | b & }; b; while :; do b; done 2>/dev/null"])
        await asyncio.sleep(3)
        await goes_on(pool)
    await goes_on(pool)


async def test_full_disks_hurt_nobody_else(backend: str) -> None:
    """What is in memory-backed folders counts as the desktop's memory: it must have more than the largest."""
    roomy = DesktopSection.model_validate({**LIMITS, "backend": backend, "memory_mb": 2048})
    async with LocalPool(roomy) as pool, pool.lease("default") as desktop:
        for place in ("/home/user", "/tmp", "/dev/shm", "/run/user/1000"):
            result = await desktop.execute(
                ["dd", "if=/dev/zero", f"of={place}/big", "bs=1M", "count=2000"], timeout_s=60
            )
            assert result.returncode != 0, place
            await run(desktop, f"rm -f {place}/big")
        await run(desktop, "dd if=/dev/zero of=/home/user/big bs=1M count=64")
        assert (await desktop.health()).ready
        await goes_on(pool)


async def test_processes_are_bounded(pool: LocalPool) -> None:
    async with pool.lease("default") as desktop:
        script = "for i in $(seq 200); do sleep 5 & done 2>&1; jobs -p | wc -l"
        many = await desktop.execute(["bash", "-c", script], timeout_s=30)
        assert "Resource temporarily unavailable" in many.output + many.error
        assert (await desktop.health()).ready


async def test_memory_is_bounded(pool: LocalPool) -> None:
    if pool.section.backend == "bubblewrap" and "memory" in cgroups.missing(cgroups.available()):
        pytest.skip("control groups cannot limit memory here")
    async with pool.lease("default") as desktop:
        greedy = "import time\nkept = [bytearray(b'x' * (1 << 20)) for _ in range(2000)]\ntime.sleep(5)"
        result = await desktop.execute(["python3", "-c", greedy], timeout_s=60)
        assert result.returncode in (-9, 137)
        await asyncio.sleep(0.1)
        assert (await desktop.health()).ready
        await goes_on(pool)


async def test_output_without_end_is_cut(pool: LocalPool) -> None:
    async with pool.lease("default") as desktop:
        output = (await run(desktop, "yes | head -c 40000000", timeout_s=60))[1]
        assert len(output) == 8 << 20


async def test_home_tmp_and_processes_are_new_each_time(pool: LocalPool) -> None:
    async with pool.lease("default") as desktop:
        await desktop.write("/home/user/left.txt", b"x")
        await desktop.write("/tmp/left.txt", b"x")
    async with pool.lease("default") as desktop:
        found = await desktop.execute(["ls", "/home/user", "/tmp"], timeout_s=5)
        assert "left.txt" not in found.output
