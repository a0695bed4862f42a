"""Where a guest server is: a Unix socket of this machine, or a host and port, perhaps behind a prefix."""

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from scalecua.core.errors import ConfigError

CONNECT_S = 10.0
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """`socket` for a Unix socket, else `host` and `port`; `token` is sent with every request."""

    socket: Path | None = None
    host: str = "desktop"
    port: int = 0
    secure: bool = False
    prefix: str = ""
    token: str = ""

    @classmethod
    def of(cls, url: str, token: str = "") -> "Address":
        """The address of an http or https URL; a token may stand in it as the password."""
        parts = urlsplit(url)
        try:
            usual = PORTS[parts.scheme]
            port, host = parts.port or usual, parts.hostname or ""
        except (KeyError, ValueError):
            host = ""
        if not host:
            raise ConfigError(f"{url!r} is no address; write http://HOST:PORT or https://HOST:PORT")
        own = parts.password or token
        return cls(None, host, port, parts.scheme == "https", parts.path.rstrip("/"), own)

    @property
    def headers(self) -> Mapping[str, str]:
        """What every request says beside its own."""
        host = self.host if self.socket is not None else f"{self.host}:{self.port}"
        return {"Host": host, **({"Authorization": f"Bearer {self.token}"} if self.token else {})}

    @property
    def name(self) -> str:
        """The address as people write it, without its secret."""
        if self.socket is not None:
            return str(self.socket)
        return f"http{'s' if self.secure else ''}://{self.host}:{self.port}{self.prefix}"

    def below(self, prefix: str) -> "Address":
        """The same place with a longer prefix."""
        return Address(self.socket, self.host, self.port, self.secure, self.prefix + prefix, self.token)

    async def connect(self, limit: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection; OSError if that fails or takes longer than CONNECT_S."""
        async with asyncio.timeout(CONNECT_S):
            if self.socket is not None:
                return await asyncio.open_unix_connection(str(self.socket), limit=limit)
            context = ssl.create_default_context() if self.secure else None
            return await asyncio.open_connection(self.host, self.port, limit=limit, ssl=context)
