"""Pages that the judge itself visits in the desktop's browser: `page_info` and `pdf_from_url`."""

import base64
from pathlib import PurePosixPath
from typing import Literal

from pydantic import Field

from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.tasks.getters.base import FILE_LIMIT, Fetched, Getter
from scalecua.tasks.getters.browser.live import PAGE, started, visit
from scalecua.tasks.scene import Scene


class PageInfo(Getter):
    """Title, URL and HTML of the page at `url`, seen with the cookies that the agent's browser holds."""

    type: Literal["page_info"] = "page_info"
    url: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> dict[str, str]:
        """Visit it in a new tab, and close that; DesktopError with NETWORK if it cannot be had."""
        browser = await started(scene)
        async with visit(browser, self.url) as tab:
            said = [await browser.asked(tab, asked) for asked in ("document.title", "document.URL", PAGE)]
        title, url, content = (value if isinstance(value, str) else "" for value in said)
        return {"title": title, "url": url, "content": content}


class PdfFromUrl(Getter):
    """The page at the URL `path`, printed to a PDF without margins."""

    type: Literal["pdf_from_url"] = "pdf_from_url"
    path: str = Field(min_length=1)
    dest: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> Fetched:
        """Visit it in a new tab, print, and close that; DesktopError with NETWORK if it cannot be had."""
        browser = await started(scene)
        margins = {f"margin{side}": 0 for side in ("Top", "Bottom", "Left", "Right")}
        async with visit(browser, self.path) as tab:
            printed = await browser.tools.command(tab, "Page.printToPDF", margins)
        data = base64.b64decode(printed["data"])
        if len(data) > FILE_LIMIT:
            raise DesktopError(f"{self.path} has {len(data)} bytes as a PDF", failure=Failure.GUEST)
        return Fetched(PurePosixPath(self.dest).name, data)
