"""Live desktops in a browser: a grid of them, one full screen, and a person's hands where that is allowed."""

import json
from typing import Annotated, Any

from fastapi import Body, FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from scalecua.core.action import ACTION, Action
from scalecua.core.errors import DesktopError
from scalecua.desktop import live
from scalecua.desktop.document import document, guard

QUALITY = 60
SETTLE_S = 0.0


def app(secret: str, *, hands: bool) -> FastAPI:
    """The server; who knows the token may look, and act where `hands` says so."""
    server = FastAPI(title="Live desktops", dependencies=[guard(secret)], openapi_url=None)
    _looking(server, hands)
    if hands:
        _acting(server)
    return server


def _looking(server: FastAPI, hands: bool) -> None:
    page = document("gallery.html")

    @server.exception_handler(DesktopError)
    async def gone(request: Request, error: DesktopError) -> JSONResponse:
        return JSONResponse({"error": str(error)}, 404)

    @server.get("/")
    async def gallery() -> HTMLResponse:
        return page

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
    async def act(id: str, key: Annotated[str, Body()], action: Annotated[Action, Body()]) -> Response:
        fields = {k: v for k, v in ACTION.dump_python(action, mode="json").items() if k != "modifiers" or v}
        body = json.dumps({"key": key, "action": fields, "settle_s": SETTLE_S}).encode()
        reply = await live.named(id).ask("POST", "/act", body)
        return Response(reply.body, media_type=reply.kind)
