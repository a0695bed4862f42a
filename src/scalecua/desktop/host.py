"""A desktop host: the pool of one machine, lent over HTTP to whoever knows the token.

`POST /leases` lends a desktop, `/leases/ID/desktop/…` is its guest server, a lease that is not renewed ends.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI, HTTPException, Request, Response, WebSocket
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from scalecua.config.desktop import DesktopSection
from scalecua.core.errors import ConfigError, DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop import metrics, token, web_relay
from scalecua.desktop.leases import Held, Leases
from scalecua.desktop.pool import LocalPool

LONGEST_WAIT_S = 60.0
BODY_LIMIT = 256 << 20


class Wish(BaseModel):
    """What a lease is asked for; seconds."""

    model_config = ConfigDict(extra="forbid")

    snapshot: str
    ttl_s: float = Field(60.0, ge=1, le=3600)
    wait_s: float = Field(0.0, ge=0, le=LONGEST_WAIT_S)


def app(section: DesktopSection, secret: str) -> FastAPI:
    """The server; its pool opens and closes with it."""
    pool = LocalPool(section)
    leases = Leases(pool)

    @asynccontextmanager
    async def life(server: FastAPI) -> AsyncIterator[None]:
        async with pool, leases:
            yield

    def known(asked: HTTPConnection) -> None:
        scheme, _, offered = asked.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.same(offered.strip(), secret):
            raise HTTPException(401, "a bearer token is required", {"WWW-Authenticate": "Bearer"})

    server = FastAPI(
        title="ScaleCUA desktop host", lifespan=life, dependencies=[Depends(known)], openapi_url=None
    )
    _errors(server)
    _lending(server, pool, leases)
    _desktops(server, leases)
    return server


def _errors(server: FastAPI) -> None:
    """Our errors as JSON with their class; a client raises them again."""

    @server.exception_handler(DesktopError)
    async def failed(request: Request, error: DesktopError) -> JSONResponse:
        status = 503 if error.failure in (Failure.TIMEOUT, Failure.START) else 502
        failure = error.failure.value if error.failure is not None else None
        return JSONResponse({"error": str(error), "failure": failure}, status)

    @server.exception_handler(ConfigError)
    async def unknown(request: Request, error: ConfigError) -> JSONResponse:
        return JSONResponse({"error": str(error)}, 404)

    @server.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        return JSONResponse({"error": error.detail}, error.status_code, error.headers)


def _lending(server: FastAPI, pool: LocalPool, leases: Leases) -> None:
    @server.get("/health")
    async def health() -> dict[str, int]:
        """How many desktops are out, of how many."""
        return {"lent": leases.lent, "capacity": pool.section.count}

    @server.get("/metrics")
    async def figures() -> Response:
        """The figures for Prometheus."""
        return Response(metrics.text(pool, leases), media_type="text/plain; version=0.0.4")

    @server.get("/leases")
    async def every() -> list[dict[str, str]]:
        """All leases there are."""
        return [
            {"lease": name, "desktop": held.desktop.id, "snapshot": held.snapshot}
            for name, held in leases.every().items()
        ]

    @server.post("/leases", status_code=201)
    async def lend(wish: Wish) -> dict[str, str | int | float]:
        """A ready desktop."""
        name, held = await leases.grant(wish.snapshot, ttl_s=wish.ttl_s, wait_s=wish.wait_s)
        width, height = held.desktop.size
        return {"lease": name, "desktop": held.desktop.id, "width": width, "height": height}

    @server.post("/leases/{name}/renew")
    async def renew(name: str) -> dict[str, float]:
        """Hold it for another while."""
        return {"ttl_s": _held(leases, name).ttl_s}

    @server.delete("/leases/{name}")
    async def give_back(name: str) -> dict[str, int]:
        """End a lease; nothing if it has ended."""
        await leases.give_back(name)
        return {"lent": leases.lent}


def _desktops(server: FastAPI, leases: Leases) -> None:
    @server.api_route("/leases/{name}/desktop/{route:path}", methods=["GET", "POST"])
    async def forward(name: str, route: str, request: Request) -> Response:
        """One request to the guest server, and its answer."""
        if int(request.headers.get("content-length", "0")) > BODY_LIMIT:
            raise HTTPException(413, f"the body is larger than {BODY_LIMIT >> 20} MiB")
        query = f"?{request.url.query}" if request.url.query else ""
        kind, body = request.headers.get("content-type", ""), await request.body()
        desktop = _held(leases, name).desktop
        reply = await desktop.forward(request.method, f"/{route}{query}", kind, body)
        return Response(reply.body, reply.status, media_type=reply.kind)

    @server.websocket("/leases/{name}/desktop/connect")
    async def connect(socket: WebSocket, name: str, port: int) -> None:
        """A port inside the desktop, for as long as the WebSocket lasts."""
        await socket.accept()
        try:
            stream = await _held(leases, name).desktop.connect(port)
        except (DesktopError, HTTPException) as error:
            await web_relay.refuse(socket, error)
        else:
            await web_relay.serve(socket, stream)


def _held(leases: Leases, name: str) -> Held:
    try:
        return leases.get(name)
    except KeyError:
        raise HTTPException(410, f"lease {name} has ended") from None
