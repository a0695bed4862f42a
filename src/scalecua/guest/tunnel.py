"""A port of the desktop's own network, through the connection that asked for it."""

import contextlib
import socket
import threading

from .refused import Refused

ROUTE = "/connect"
CONNECT_S = 5.0
CHUNK = 1 << 16
AGREED = b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n"


def dial(fields: dict) -> socket.socket:
    """A connection to `port` of this desktop; 502 if nothing listens there."""
    port = fields.get("port", "")
    if not port.isdigit() or not 1 <= int(port) <= 65535:
        raise Refused(f"port must be 1 to 65535, not {port!r}")
    try:
        return socket.create_connection(("localhost", int(port)), CONNECT_S)
    except OSError as error:
        raise Refused(f"nothing answers on port {port} of the desktop: {error}", 502) from None


def relay(outer: socket.socket, inner: socket.socket) -> None:
    """Pass bytes both ways until either side ends; both are then closed for good."""
    for one in (outer, inner):
        one.settimeout(None)
    onward = threading.Thread(target=_pass, args=(outer, inner), daemon=True)
    with inner:
        outer.sendall(AGREED)
        onward.start()
        _pass(inner, outer)
        onward.join()


def _pass(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(CHUNK):
            sink.sendall(data)
    for one in (source, sink):
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
