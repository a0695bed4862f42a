"""HTTP/1.1 over a Unix socket: routes, limits, and one write for every answer."""

import json
import socket
import socketserver
import sys
import traceback
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, urlsplit

from . import osworld, scripts, tunnel
from .forms import fields
from .guest import Guest
from .refused import Refused

BODY_LIMIT = 256 << 20
IDLE_S = 600

ROUTES = {
    ("GET", "/health"): Guest.health,
    ("GET", "/screenshot"): Guest.screenshot,
    ("GET", "/accessibility"): Guest.accessibility,
    ("GET", "/cursor_position"): Guest.cursor_position,
    ("GET", "/terminal"): Guest.terminal,
    ("GET", "/platform"): Guest.platform,
    ("GET", "/windows"): Guest.window_list,
    ("POST", "/act"): Guest.act,
    ("POST", "/reset"): Guest.reset,
    ("POST", "/find"): Guest.find,
    ("POST", "/wait_window"): Guest.wait_window,
    ("POST", "/execute"): Guest.execute,
    ("POST", "/setup/execute"): Guest.execute,
    ("POST", "/setup/launch"): osworld.launch,
    ("POST", "/setup/open_file"): Guest.open_file,
    ("POST", "/setup/activate_window"): Guest.activate_window,
    ("POST", "/setup/close_window"): Guest.close_window,
    ("POST", "/setup/upload"): Guest.upload,
    ("POST", "/setup/change_wallpaper"): Guest.change_wallpaper,
    ("POST", "/file"): Guest.file,
    ("POST", "/list_directory"): Guest.list_directory,
    ("POST", "/screen_size"): Guest.screen_size,
    ("POST", "/execute_with_verification"): osworld.execute_with_verification,
    ("POST", "/setup/execute_with_verification"): osworld.execute_with_verification,
    ("POST", "/setup/download_file"): osworld.download_file,
    ("POST", "/window_size"): osworld.window_size,
    ("POST", "/desktop_path"): osworld.desktop_path,
    ("POST", "/wallpaper"): osworld.wallpaper,
    ("POST", "/start_recording"): Guest.start_recording,
    ("POST", "/end_recording"): Guest.end_recording,
    ("POST", "/run_python"): scripts.run_python,
    ("POST", "/run_bash_script"): scripts.run_bash_script,
}


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """A thread for each connection; all share one guest."""

    daemon_threads = True

    def __init__(self, listening: socket.socket, guest: Guest) -> None:
        self.guest = guest
        super().__init__("", Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listening


class Handler(BaseHTTPRequestHandler):
    """One connection, kept open over many requests."""

    protocol_version = "HTTP/1.1"
    timeout = IDLE_S
    server: Server

    def do_GET(self) -> None:
        """Serve a GET."""
        if urlsplit(self.path).path == tunnel.ROUTE:
            self._tunnel()
        else:
            self._serve("GET")

    def do_POST(self) -> None:
        """Serve a POST."""
        self._serve("POST")

    def _serve(self, method: str) -> None:
        try:
            status, kind, body = 200, *self._answer(method)
        except Refused as refused:
            status, kind, body = refused.status, *_refusal(refused)
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            text = f"{type(error).__name__}: {error}"
            status, kind, body = 500, *_json({"error": text, "status": "error", "message": text})
        self._send(status, kind, body)

    def _tunnel(self) -> None:
        """Turn the connection into one to a port of the desktop; its end is the end of both."""
        self.close_connection = True
        try:
            inner = tunnel.dial(dict(parse_qsl(urlsplit(self.path).query)))
        except Refused as refused:
            self._send(refused.status, *_refusal(refused))
        else:
            tunnel.relay(self.connection, inner)

    def _answer(self, method: str) -> tuple[str, bytes]:
        url = urlsplit(self.path)
        route = ROUTES.get((method, url.path))
        content = self._read()
        if route is None:
            other = any(path == url.path for _, path in ROUTES)
            raise Refused(f"no route {method} {url.path}", 405 if other else 404)
        asked = dict(parse_qsl(url.query))
        asked.update(fields(self.headers.get("Content-Type", ""), content))
        with self.server.guest.serving():
            answer = route(self.server.guest, asked)
        if isinstance(answer, tuple):
            return answer
        if isinstance(answer, str):
            return "text/plain; charset=utf-8", answer.encode()
        return _json(answer)

    def _read(self) -> bytes:
        try:
            length = int(self.headers.get("Content-Length", "0"))
        except ValueError:
            length = -1
        if self.headers.get("Transfer-Encoding") or length < 0:
            self.close_connection = True
            raise Refused("the body needs a Content-Length", 411)
        if length > BODY_LIMIT:
            self.close_connection = True
            raise Refused(f"the body is larger than {BODY_LIMIT >> 20} MiB", 413)
        return self.rfile.read(length)

    def _send(self, status: int, kind: str, body: bytes) -> None:
        lines = [
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
            *(["Connection: close"] if self.close_connection else []),
        ]
        head = "\r\n".join([*lines, "", ""])
        try:
            self.connection.sendall(head.encode() + body)
        except OSError:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: faults are answered, and those of our own are traced."""


def _json(value: object) -> tuple[str, bytes]:
    return "application/json", json.dumps(value).encode()


def _refusal(refused: Refused) -> tuple[str, bytes]:
    return _json({"error": str(refused), "status": "error", "message": str(refused), **refused.facts})


def serve(number: int, guest: Guest) -> None:
    """Serve, until the process ends, on a listening socket that was open when it began."""
    Server(socket.socket(fileno=number), guest).serve_forever()
