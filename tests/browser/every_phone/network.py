"""The network between the phones and the table, as a SOCKS proxy: it alone knows the table's name, and can be cut."""

from __future__ import annotations

import re
import socket
import struct
from contextlib import suppress
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Lock, Thread

from tests.chromium import NAME

VERSION, BY_NAME = 5, 3
DONE, NO_SUCH_HOST = 0, 4
NONCE = re.compile(rb"(?:^|&)nonce=([\w-]+)")


class Network:
    """Forwards to the table, plain HTTP, and notes which host else a phone asked for, and the nonce of every form that
    was let through, in the order they were sent.
    """

    def __init__(self) -> None:
        self.elsewhere: list[str] = []
        self.pressed: list[str] = []
        self._cut = self._deaf = self._silent = False
        self._dead: set[socket.socket] = set()
        """Ends of connections through which nothing comes any more."""
        self._open: set[socket.socket] = set()
        self._lock = Lock()
        self._server = _Proxy(("127.0.0.1", 0), _Connection)
        self._server.network = self
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def proxy(self) -> str:
        """What browsers are told."""
        return f"socks5://127.0.0.1:{self.port}"

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def cuts(self) -> None:
        """Nothing reaches the table any more."""
        self._cut = True
        self._hang_up()

    def loses_replies(self) -> None:
        """What phones send reaches the table, but before anything of the reply comes back the connection breaks."""
        self._deaf = True

    def falls_silent(self) -> None:
        """Nothing comes through any more, and no connection is closed; those there are will never work again."""
        self._silent = True
        with self._lock:
            self._dead |= self._open

    def mends(self) -> None:
        self._cut = self._deaf = self._silent = False

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self.cuts()

    def _hang_up(self) -> None:
        with self._lock:
            for each in self._open:
                _end(each)

    def connects(self, phone: socket.socket, host: str, port: int) -> socket.socket | None:
        """The connection to the table, if that is what is wanted."""
        if host != NAME:
            self.elsewhere.append(host)
            return None
        if self._cut:
            return None
        try:
            table = socket.create_connection(("127.0.0.1", port))
        except OSError:
            return None
        with self._lock:
            self._open |= {phone, table}
            if self._silent:
                self._dead |= {phone, table}
        return table

    def forwards(self, source: socket.socket, target: socket.socket, *, sent: bool) -> None:
        """Until either end hangs up; ``sent`` by a phone, or by the table."""
        with suppress(OSError):
            while (piece := source.recv(65536)) and not self._cut and (sent or not self._deaf):
                if source in self._dead:
                    continue
                target.sendall(piece)
                if sent:
                    self.pressed += [found.decode() for found in NONCE.findall(piece.rpartition(b"\r\n")[2])]
        if not sent and source in self._dead:
            return  # the table hangs up, and the phone does not learn of it
        with self._lock:
            self._open -= {source, target}
        _end(source)
        _end(target)


class _Proxy(ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 50
    network: Network


class _Connection(StreamRequestHandler):
    """RFC 1928, without a password, for hosts by their names."""

    rbufsize = 0
    server: _Proxy

    def handle(self) -> None:
        _, methods = self.rfile.read(2)
        self.rfile.read(methods)
        self.wfile.write(bytes((VERSION, DONE)))
        *_, kind = self.rfile.read(4)
        host = self.rfile.read(self.rfile.read(1)[0]).decode() if kind == BY_NAME else "an address"
        (port,) = struct.unpack(">H", self.rfile.read(2))
        table = self.server.network.connects(self.connection, host, port)
        self.wfile.write(bytes((VERSION, NO_SUCH_HOST if table is None else DONE, 0, 1, *bytes(6))))
        if table is not None:
            there = Thread(target=self.server.network.forwards, args=(table, self.connection), kwargs={"sent": False})
            there.start()
            self.server.network.forwards(self.connection, table, sent=True)
            there.join()
            table.close()


def _end(end: socket.socket) -> None:
    with suppress(OSError):  # it has ended already
        end.shutdown(socket.SHUT_RDWR)
