"""A double of ScienceBoard's machine: the guest's server and an application's, as far as tasks ask them."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scalecua.tasks.scienceboard.client import Patience
from scalecua.tasks.scienceboard.http import APPLICATION, GUEST, Network

Answer = Callable[[Any], Any]
PATIENT = Patience(tries=3, pause_s=0.01, answer_s=1.0)


@dataclass
class Machine:
    """`answers` by port, method and path: a value (JSON, or text), a function of the body, or an Exception.

    A function may give `(status, text)`. What was asked is kept in `asked`; files are `files`.
    """

    answers: dict[tuple[int, str, str], Any] = field(default_factory=dict)
    asked: list[tuple[int, str, str, Any]] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    ports: dict[int, int] = field(default_factory=dict)

    @property
    def http(self) -> Network:
        return Network("127.0.0.1", self.ports)

    def guest(self, target: str, answer: Any, method: str = "POST") -> None:
        self.answers[GUEST, method, target] = answer

    def application(self, target: str, answer: Any, method: str = "POST") -> None:
        self.answers[APPLICATION, method, target] = answer

    def answer(self, port: int, method: str, target: str, data: bytes) -> tuple[int, str]:
        parts = urlsplit(target)
        try:
            body: Any = json.loads(data)
        except ValueError:
            body = data.decode()
        self.asked.append((port, method, target, body))
        if (port, method, parts.path) == (GUEST, "GET", "/read"):
            path = parse_qs(parts.query)["path"][0]
            if path in self.files:
                return 200, self.files[path]
            return 500, f"Traceback FileNotFoundError: {path}"
        given = self.answers.get((port, method, parts.path))
        if callable(given):
            given = given(body)
        if given is None:
            return 404, "no such route"
        if isinstance(given, tuple):
            return given
        return 200, given if isinstance(given, str) else json.dumps(given)


class Server(ThreadingHTTPServer):
    """A server whose clients may go before they are answered."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing."""


def _handler(machine: Machine, port: int) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def _any(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            try:
                status, text = machine.answer(port, self.command, self.path, data)
            except ConnectionError:
                self.close_connection = True
                return
            self.send_response(status)
            body = text.encode()
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = _any

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler


@pytest.fixture
def machine() -> Iterator[Machine]:
    double = Machine()
    servers = []
    for port in (GUEST, APPLICATION):
        server = Server(("127.0.0.1", 0), _handler(double, port))
        double.ports[port] = server.server_address[1]
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        servers.append(server)
    yield double
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def patience() -> Patience:
    return PATIENT
