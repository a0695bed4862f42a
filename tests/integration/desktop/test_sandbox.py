import asyncio
from pathlib import Path

import pytest

from scalecua.config.desktop import DesktopSection
from scalecua.desktop import cgroups
from scalecua.desktop.pool import LocalPool

pytestmark = pytest.mark.desktops

SECTION = DesktopSection(count=2, memory_mb=400, processes=96, home_mb=32, start_timeout_s=60)


async def test_sandbox_is_closed() -> None:
    async with LocalPool(SECTION) as pool, pool.lease("default") as desktop, pool.lease("default") as other:

        async def run(script: str) -> tuple[int, str]:
            result = await desktop.execute(["bash", "-c", script], timeout_s=20)
            return result.returncode, result.output

        links = await run("tail -n +3 /proc/net/dev | cut -d: -f1 | xargs")
        assert links == (0, "lo\n")
        assert (await run("echo > /dev/tcp/127.0.0.1/22"))[0] != 0
        assert (await run("id -u; id -G; hostname"))[1] == "1000\n1000\ndesktop\n"
        assert (await run(f"ls {Path(__file__).parent}"))[0] != 0
        assert (await run("ls -A /home"))[1] == "user\n"
        for place in ("/usr/x", "/etc/x", "/opt/scalecua/guest/x", "/x"):
            assert (await run(f"touch {place}"))[0] != 0, place
        assert (await run("grep CapEff /proc/self/status"))[1].split()[1] == "0" * 16
        await other.launch(["xterm", "-T", "unmistakable"])
        await other.request("/wait_window", {"title": "unmistakable", "timeout_s": 20})
        assert (await run("ps -ef | grep -c unmistakabl[e]"))[1] == "0\n"
        assert (await run("ls /run"))[1] == "user\n"
        assert (await run("env | grep -ci -E 'token|secret|passw|virtual_env|pytest'"))[1] == "0\n"


async def test_home_tmp_and_processes_are_new_each_time() -> None:
    async with LocalPool(SECTION) as pool:
        async with pool.lease("default") as desktop:
            await desktop.write("/home/user/left.txt", b"x")
            await desktop.write("/tmp/left.txt", b"x")
        async with pool.lease("default") as desktop:
            found = await desktop.execute(["ls", "/home/user", "/tmp"], timeout_s=5)
            assert "left.txt" not in found.output


async def test_sizes_and_processes_are_bounded() -> None:
    async with LocalPool(SECTION) as pool, pool.lease("default") as desktop:
        full = await desktop.execute(
            ["dd", "if=/dev/zero", "of=/home/user/big", "bs=1M", "count=64"], timeout_s=20
        )
        assert full.returncode != 0
        assert "No space left" in full.error
        script = "for i in $(seq 200); do sleep 5 & done 2>&1; jobs -p | wc -l"
        many = await desktop.execute(["bash", "-c", script], timeout_s=30)
        assert "Resource temporarily unavailable" in many.output + many.error
        assert (await desktop.health()).ready


async def test_memory_is_bounded() -> None:
    if "memory" in cgroups.missing(cgroups.available()):
        pytest.skip("control groups cannot limit memory here")
    async with LocalPool(SECTION) as pool, pool.lease("default") as desktop:
        greedy = "import time\nkept = [bytearray(b'x' * (1 << 20)) for _ in range(2000)]\ntime.sleep(5)"
        result = await desktop.execute(["python3", "-c", greedy], timeout_s=60)
        assert result.returncode in (-9, 137)
        await asyncio.sleep(0.1)
        assert (await desktop.health()).ready
