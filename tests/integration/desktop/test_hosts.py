"""Desktop hosts over HTTP: real servers, real desktops."""

import asyncio
import signal
import time

import httpx
import pytest

from scalecua.config.desktop import DesktopSection
from scalecua.core.action import LeftClick, Type
from scalecua.core.errors import ConfigError, DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.host_pool import HostPool

from ..host import COUNT, TOKEN, host

pytestmark = pytest.mark.desktops


def section(*addresses: str, **more: float) -> DesktopSection:
    fields = {"backend": "hosts", "addresses": addresses, "count": 4, "start_timeout_s": 60, **more}
    return DesktopSection.model_validate(fields)


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCALECUA_TOKEN", TOKEN)


async def test_desktops_of_two_hosts_are_lent_evenly_and_come_back() -> None:
    with host() as (one, _), host() as (two, _):
        async with HostPool(section(one, two)) as pool:
            most = 0
            now = 0
            everybody = asyncio.Event()

            async def use(number: int) -> str:
                nonlocal most, now
                async with pool.lease("default") as desktop:
                    now += 1
                    most = max(most, now)
                    if now == 2 * COUNT:
                        everybody.set()
                    await asyncio.wait_for(everybody.wait(), 60)
                    await desktop.launch(
                        ["xterm", "-T", "Mine", "-e", "sh", "-c", "read line; echo $line > said"]
                    )
                    await desktop.request("/wait_window", {"title": "Mine", "timeout_s": 30})
                    first = await desktop.act(Type(f"né {number}\n"), key="one", settle_s=5)
                    again = await desktop.act(Type(f"né {number}\n"), key="one", settle_s=5)
                    assert (first.duplicate, again.duplicate) == (False, True)
                    assert (await desktop.screenshot())[:2] == b"\xff\xd8"
                    assert await desktop.read("said") == f"né {number}\n".encode()
                    now -= 1
                    return desktop.id

            names = await asyncio.gather(*(use(number) for number in range(2 * COUNT)))
        assert most == 2 * COUNT
        assert len(set(names)) == 2 * COUNT
        for address in (one, two):
            assert await lent(address) == 0


async def lent(address: str, wanted: int = 0) -> int:
    """How many desktops a host has lent, as soon as it is `wanted`, or after 20 s."""
    async with httpx.AsyncClient(base_url=address, headers={"Authorization": f"Bearer {TOKEN}"}) as http:
        for _ in range(100):
            now = int((await http.get("/health")).json()["lent"])
            if now == wanted:
                break
            await asyncio.sleep(0.2)
    return now


async def test_nobody_gets_in_without_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    with host() as (address, _):
        async with httpx.AsyncClient(base_url=address) as http:
            for path in ("/health", "/metrics", "/leases", "/leases/x/desktop/screenshot"):
                answer = await http.get(path, headers={"Authorization": "Bearer wrong"})
                assert answer.status_code == 401, path
        monkeypatch.setenv("SCALECUA_TOKEN", "wrong")
        with pytest.raises(DesktopError, match="no desktop host answers"):
            async with HostPool(section(address)):
                pass


async def test_a_holder_that_dies_loses_its_desktop_and_others_get_it() -> None:
    with host("desktop.count=1") as (address, _):
        async with HostPool(section(address, lease_timeout_s=1.5)) as pool:
            async with pool.lease("default") as desktop:
                await asyncio.sleep(4)
                assert (await desktop.health()).ready
            holder = pool.lease("default")
            abandoned = await holder.__aenter__()
            for task in asyncio.all_tasks():
                if "_renew" in repr(task):
                    task.cancel()
            async with (
                HostPool(section(address, lease_timeout_s=1.5)) as other,
                asyncio.timeout(60),
                other.lease("default") as desktop,
            ):
                assert desktop.id != abandoned.id
                with pytest.raises(DesktopError, match="has ended"):
                    await abandoned.screenshot()
            await holder.__aexit__(None, None, None)


async def test_a_host_that_is_killed_is_a_failure_with_a_class_and_the_other_goes_on() -> None:
    with host() as (one, process), host() as (two, _):
        async with HostPool(section(one, two, call_timeout_s=5, lease_timeout_s=2)) as pool:
            async with pool.lease("default") as first, pool.lease("default") as second:
                process.send_signal(signal.SIGKILL)
                process.wait()
                lost, kept = (first, second) if f":{first.address.port}" in one else (second, first)
                with pytest.raises(DesktopError) as caught:
                    await lost.screenshot()
                assert caught.value.failure in (Failure.CRASH, Failure.HANG)
                assert (await kept.act(LeftClick(3, 4), key="k", settle_s=0)).cursor == (3, 4)
            async with asyncio.timeout(60), pool.lease("default") as again:
                assert (await again.health()).ready


async def test_what_a_host_does_not_have_is_said_at_once() -> None:
    with host() as (address, _):
        async with HostPool(section(address)) as pool:
            began = time.monotonic()
            with pytest.raises(ConfigError, match="no snapshot 'nosuch'"):
                async with pool.lease("nosuch"):
                    pass
            assert time.monotonic() - began < 10


async def test_a_host_says_how_its_desktops_do() -> None:
    with host() as (address, _):
        async with HostPool(section(address)) as pool, pool.lease("default"):
            headers = {"Authorization": f"Bearer {TOKEN}"}
            async with httpx.AsyncClient(base_url=address, headers=headers) as http:
                said = (await http.get("/metrics")).text
        assert 'scalecua_desktops{state="lent"} 1.0' in said
        assert f'scalecua_desktops{{state="capacity"}} {COUNT}.0' in said
        assert "scalecua_desktop_start_seconds_count 1.0" in said
