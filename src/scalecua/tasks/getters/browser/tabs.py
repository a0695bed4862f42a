"""The open tabs, and the active one: `open_tabs_info`, `active_tab_info`, `active_url_from_accessTree`."""

from typing import Literal

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.browser.address_bar import shown
from scalecua.tasks.getters.browser.live import PAGE, running
from scalecua.tasks.scene import Scene

SETTLE_S = 10.0


class ActiveTab(Getter):
    """What looks at the active tab; `goto_prefix` is what the address bar leaves out."""

    goto_prefix: str = "https://"

    async def url(self, scene: Scene) -> str | None:
        """The active tab's URL: the browser's own word, or else what its address bar shows."""
        browser = await running(scene)
        tab = await browser.front() if browser is not None else None
        if tab is not None:
            return tab.url
        return shown(await scene.desktop.tree(), self.goto_prefix)


class ActiveUrl(ActiveTab):
    """The active tab's URL."""

    type: Literal["active_url_from_accessTree"] = "active_url_from_accessTree"

    async def __call__(self, scene: Scene) -> str | None:
        """Find it; None where no browser shows one."""
        return await self.url(scene)


class ActiveTabInfo(ActiveTab):
    """Title, URL and HTML of the active tab, as it stands: nothing is loaded again."""

    type: Literal["active_tab_info"] = "active_tab_info"

    async def __call__(self, scene: Scene) -> dict[str, str] | None:
        """Read it; None where no browser answers."""
        browser = await running(scene)
        tab = await browser.front() if browser is not None else None
        if browser is None or tab is None:
            return None
        await browser.loaded(tab, SETTLE_S)
        content = await browser.asked(tab, PAGE)
        return {"title": tab.title, "url": tab.url, "content": content if isinstance(content, str) else ""}


class OpenTabsInfo(Getter):
    """Title and URL of every tab, in no certain order."""

    type: Literal["open_tabs_info"] = "open_tabs_info"

    async def __call__(self, scene: Scene) -> list[dict[str, str]] | None:
        """Read them once they are loaded; None where no browser answers."""
        browser = await running(scene)
        if browser is None:
            return None
        for tab in browser.tabs:
            await browser.loaded(tab, SETTLE_S)
        browser = await running(scene)
        return None if browser is None else [{"title": tab.title, "url": tab.url} for tab in browser.tabs]
