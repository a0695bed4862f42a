"""`gotoRecreationPage_and_get_html_content`: when a campsite of recreation.gov is next available."""

import asyncio
import json
from typing import Literal

from pydantic import Field

from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.devtools import Tab
from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.browser.live import PAUSE_S, Browser, started, visit
from scalecua.tasks.scene import Scene

SITE = "https://www.recreation.gov/"
PLACE = "Albion Basin"
WAIT_S = 30.0
SEARCH = """(input => {
  if (!input) return false;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, %s);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector("button.nav-search-button").click();
  return true;
})(document.querySelector("input#hero-search-input"))"""
RESULT = "document.querySelector('.search-result-highlight--success')?.closest('a')?.href"
AVAILABLE = "(b => b ? (b.click(), true) : false)(document.querySelector('button.next-available'))"
TEXT = "document.getElementsByClassName(%s)[%d]?.textContent.trim()"


class GotoRecreationPage(Getter):
    """`{"expected": {class: text}}`, the text of the element of that class with this index."""

    type: Literal["gotoRecreationPage_and_get_html_content"] = "gotoRecreationPage_and_get_html_content"
    selector: Literal["class"]
    class_: str = Field(alias="class", min_length=1)
    order: int = Field(0, ge=0)

    async def __call__(self, scene: Scene) -> dict[str, dict[str, str]]:
        """Search for the place in new tabs, which are closed; DesktopError if the site is not as it was."""
        browser = await started(scene)
        async with visit(browser, SITE) as search:
            await _until(browser, search, SEARCH % json.dumps(PLACE))
            address = await _until(browser, search, RESULT)
        async with visit(browser, address) as place:
            await _until(browser, place, AVAILABLE)
            text = await _until(browser, place, TEXT % (json.dumps(self.class_), self.order))
        return {"expected": {self.class_: text}}


async def _until(browser: Browser, tab: Tab, expression: str) -> str:
    """The expression's value in a page, once it has one."""
    deadline = asyncio.get_running_loop().time() + WAIT_S
    while asyncio.get_running_loop().time() < deadline:
        if value := await browser.asked(tab, expression):
            return str(value)
        await asyncio.sleep(PAUSE_S)
    raise DesktopError(f"{tab.url} never gives {expression!r:.100}", failure=Failure.NETWORK)
