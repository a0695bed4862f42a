"""No state survives from one holder of a desktop to the next, however it is made ready again."""

import pytest
import pytest_asyncio

from scalecua.core.action import LeftClick, MouseMove
from scalecua.core.errors import DesktopError
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool

from .portrait import portrait
from .steps import do
from .traces import MENDED, ROUGH

pytestmark = [pytest.mark.desktops, pytest.mark.ours, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def new(pool: LocalPool) -> dict[str, str]:
    """What a desktop looks like that nobody has held."""
    async with pool.lease("default") as desktop:
        return await portrait(desktop)


async def leave(desktop: GuestDesktop, script: str) -> bool:
    """Whether it could be done: containers prevent more than sandboxes do."""
    done = await desktop.execute(["bash", "-c", script], timeout_s=60)
    assert done.returncode in (0, 1), done
    return done.returncode == 0


@pytest.mark.parametrize("kind", MENDED)
async def test_what_a_holder_left_is_gone(pool: LocalPool, new: dict[str, str], kind: str) -> None:
    script, actions = MENDED[kind]
    async with pool.lease("default") as desktop:
        await leave(desktop, script)
        await do(desktop, *actions, settle_s=0)
        used = desktop.id
    async with pool.lease("default") as desktop:
        assert await portrait(desktop) == new
        assert (await desktop.health()).ready
        assert (desktop.id == used) == (pool.section.snapshots["default"].reset == "clients")


@pytest.mark.parametrize("kind", ROUGH)
async def test_what_cannot_be_mended_costs_the_desktop(pool: LocalPool, kind: str) -> None:
    async with pool.lease("default") as desktop:
        done = await leave(desktop, ROUGH[kind])
        assert done or pool.section.backend == "docker"
        used = desktop.id
    async with pool.lease("default") as desktop:
        assert desktop.id != used or not done
        assert (await desktop.health()).ready


async def test_an_action_key_belongs_to_one_holder(pool: LocalPool) -> None:
    for action in (LeftClick(5, 5), MouseMove(9, 9)):
        async with pool.lease("default") as desktop:
            assert not (await desktop.act(action, key="same", settle_s=0)).duplicate


async def test_a_former_holder_reaches_nobody(pool: LocalPool) -> None:
    async with pool.lease("default") as former:
        pass
    async with pool.lease("default") as desktop:
        with pytest.raises(DesktopError, match="given back"):
            await former.act(MouseMove(9, 9), key="late", settle_s=0)
        assert (await desktop.act(MouseMove(8, 8), key="mine", settle_s=0)).cursor == (8, 8)
