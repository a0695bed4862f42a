"""Live desktops in a browser: a grid of them, one full screen, and a person's hands where that is allowed."""

import json
from importlib.resources import files
from typing import Annotated, Any

from fastapi import Body, Depends, FastAPI, HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from scalecua.core.action import ACTION, Action
from scalecua.core.errors import DesktopError
from scalecua.desktop import live, token

QUALITY = 60
SETTLE_S = 0.0


def app(secret: str, *, hands: bool) -> FastAPI:
    """The server; who knows the token may look, and act where `hands` says so."""

    def known(offered: Annotated[str, Query(alias="token")] = "") -> None:
        if not token.same(offered, secret):
            raise HTTPException(
                401, "open the address that `scalecua desktop view` printed: it has the token"
            )

    server = FastAPI(title="Live desktops", dependencies=[Depends(known)], openapi_url=None)
    _looking(server, hands)
    if hands:
        _acting(server)
    return server


def _looking(server: FastAPI, hands: bool) -> None:
    page = files("scalecua.desktop").joinpath("page/gallery.html").read_text(encoding="utf-8")

    @server.exception_handler(DesktopError)
    async def gone(request: Request, error: DesktopError) -> JSONResponse:
        return JSONResponse({"error": str(error)}, 404)

    @server.get("/")
    async def gallery() -> HTMLResponse:
        return HTMLResponse(
            page, headers={"Content-Security-Policy": _policy(), "Referrer-Policy": "no-referrer"}
        )

    @server.get("/desktops")
    async def desktops() -> dict[str, Any]:
        found = [{"id": one.id, "backend": one.backend, "owner": one.owner} for one in live.every()]
        return {"desktops": found, "hands": hands}

    @server.get("/desktops/{id}/picture")
    async def picture(id: str) -> Response:
        reply = await live.named(id).ask("GET", f"/screenshot?format=jpeg&quality={QUALITY}")
        return Response(reply.body, media_type=reply.kind, headers={"Cache-Control": "no-store"})


def _acting(server: FastAPI) -> None:
    @server.post("/desktops/{id}/act")
    async def act(
        id: str, key: Annotated[str, Body()], action: Annotated[dict[str, Any], Body()]
    ) -> Response:
        checked: Action = ACTION.validate_python(action)
        fields = {k: v for k, v in ACTION.dump_python(checked, mode="json").items() if k != "modifiers" or v}
        body = json.dumps({"key": key, "action": fields, "settle_s": SETTLE_S}).encode()
        reply = await live.named(id).ask("POST", "/act", body)
        return Response(reply.body, media_type=reply.kind)


def _policy() -> str:
    """What the page may load: itself, and pictures of desktops."""
    return (
        "default-src 'none'; img-src 'self' blob:; connect-src 'self'; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    )
