"""Something that answers where a club is expected: over HTTP or HTTPS, with whatever a test wants it to say."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from msgspec import Struct

from tests.mqtt.authority import Signed


class Asked(Struct):
    """A request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Answer = tuple[int, bytes]


class AnsweringClub:
    """``answers`` gives status and body; ``raw`` instead is what is written to the line, before it is closed."""

    def __init__(self, signed: Signed | None = None) -> None:
        self.asked: list[Asked] = []
        self.answers: Callable[[Asked], Answer] = lambda _: (200, b"{}")
        self.raw: bytes | None = None
        self.hangs_up = False
        self.connections = 0
        club = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 10

            def setup(self) -> None:
                club.connections += 1
                super().setup()

            def do_PUT(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                club.asked.append(Asked(self.command, self.path, dict(self.headers), body))
                if club.raw is not None:
                    self.wfile.write(club.raw)
                    self.close_connection = True
                    return
                status, said = club.answers(club.asked[-1])
                self.send_response(status)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)
                self.close_connection = club.hangs_up

            def do_GET(self) -> None:
                self.do_PUT()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a table that does not trust it
        self.scheme = "http"
        if signed is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(signed.certificate, signed.key)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
            self.scheme = "https"

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
