"""The pages by which people look at desktops: one document each, which loads nothing from elsewhere."""

from importlib.resources import files
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Query
from fastapi.responses import HTMLResponse

from scalecua.desktop import token

HANDS = "hands.js"
POLICY = (
    "default-src 'none'; img-src 'self' blob:; connect-src 'self'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'"
)


def document(name: str) -> HTMLResponse:
    """A page of ours, with the script that takes a person's input in it."""
    page = files("scalecua.desktop").joinpath("page")
    script = page.joinpath(HANDS).read_text(encoding="utf-8")
    text = page.joinpath(name).read_text(encoding="utf-8").replace(f"/* {HANDS} */", script)
    return HTMLResponse(text, headers={"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"})


def guard(secret: str) -> Any:
    """A dependency that lets in only who has the token, in the address as it was printed."""

    def known(offered: Annotated[str, Query(alias="token")] = "") -> None:
        if not token.same(offered, secret):
            raise HTTPException(401, "open the address that was printed: it has the token")

    return Depends(known)
