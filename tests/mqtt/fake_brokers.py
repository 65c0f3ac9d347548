"""Brokers that misbehave: each is a function that is given the connection of a table, after its greeting was read."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

WELCOME_5, WELCOME_3 = b"\x20\x03\x00\x00\x00", b"\x20\x02\x00\x00"
PUBLISH, SUBSCRIBE, CONNECT = 0x30, 0x80, 0x10

Behaviour = Callable[[socket.socket, bytes], None]


class FakeBroker:
    """Listens at ``port``; ``connections`` counts who came, ``got`` is what they sent."""

    def __init__(self, behaves: Behaviour) -> None:
        self._behaves = behaves
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.connections = 0
        self._open: list[socket.socket] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            self.connections += 1
            self._open.append(connection)
            threading.Thread(target=self._meet, args=(connection,), daemon=True).start()

    def _meet(self, connection: socket.socket) -> None:
        with suppress(OSError):
            self._behaves(connection, packet(connection))

    def close(self) -> None:
        for end in (self._listening, *self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def broker_that(behaves: Behaviour) -> Iterator[FakeBroker]:
    broker = FakeBroker(behaves)
    try:
        yield broker
    finally:
        broker.close()


def packet(connection: socket.socket) -> bytes:
    """The next packet as it came: its first byte, and what follows its length."""
    first = _exactly(connection, 1)
    length, shift = 0, 0
    while True:
        (byte,) = _exactly(connection, 1)
        length |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return first + _exactly(connection, length)


def _exactly(connection: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        more = connection.recv(count - len(found))
        if not more:
            raise OSError("gone")
        found += more
    return found


def is_newest(greeting: bytes) -> bool:
    """Whether the table speaks MQTT 5."""
    return greeting[7] == 5


def welcome(connection: socket.socket, greeting: bytes) -> None:
    connection.sendall(WELCOME_5 if is_newest(greeting) else WELCOME_3)


# -- behaviours ------------------------------------------------------------------------------------------------------


def says_nothing(connection: socket.socket, _: bytes) -> None:
    while True:
        packet(connection)


def hangs_up(connection: socket.socket, _: bytes) -> None:
    connection.close()


def is_a_web_server(connection: socket.socket, _: bytes) -> None:
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    time.sleep(5)


def takes_nothing(connection: socket.socket, greeting: bytes) -> None:
    """Lets the table in, and reads no more."""
    welcome(connection, greeting)
    time.sleep(60)


def never_acknowledges(connection: socket.socket, greeting: bytes) -> None:
    welcome(connection, greeting)
    while True:
        packet(connection)


def floods(connection: socket.socket, greeting: bytes) -> None:
    """One packet of 200 MB."""
    welcome(connection, greeting)
    packet(connection)
    connection.sendall(b"\x30\xff\xff\xff\x60" + b"\x00\x01a")
    while True:
        connection.sendall(bytes(65536))


def drowns_in_births(connection: socket.socket, greeting: bytes) -> None:
    """Acknowledges, and says on and on that Home Assistant has started."""
    welcome(connection, greeting)
    topic = b"homeassistant/status"
    properties = b"\x00" if is_newest(greeting) else b""
    body = len(topic).to_bytes(2, "big") + topic + properties + b"online"
    birth = bytes([PUBLISH, len(body)]) + body
    while True:
        acknowledge(connection, packet(connection), greeting)
        with suppress(BlockingIOError):
            connection.sendall(birth)


def acknowledge(connection: socket.socket, sent: bytes, greeting: bytes, reason: int = 0) -> None:
    """Answer what is to be answered."""
    kind = sent[0] & 0xF0
    if kind == SUBSCRIBE:
        connection.sendall(
            b"\x90\x04" + sent[1:3] + b"\x00\x00" if is_newest(greeting) else b"\x90\x03" + sent[1:3] + b"\x00"
        )
    elif kind == PUBLISH and sent[0] & 0x06:
        length = int.from_bytes(sent[1:3], "big")
        number = sent[3 + length : 5 + length]
        connection.sendall(b"\x40\x03" + number + bytes([reason]) if reason else b"\x40\x02" + number)


def acknowledges_all(connection: socket.socket, greeting: bytes) -> None:
    """As it should be."""
    welcome(connection, greeting)
    while True:
        acknowledge(connection, packet(connection), greeting)


def takes_over_later(connection: socket.socket, greeting: bytes) -> None:
    """Acknowledges the first message, and then says that somebody else came under the same identity."""
    welcome(connection, greeting)
    packet(connection)
    acknowledge(connection, packet(connection), greeting)
    connection.sendall(b"\xe0\x02\x8e\x00")
    packet(connection)


def refuses_all(connection: socket.socket, greeting: bytes) -> None:
    """Lets the table in, and refuses whatever it publishes."""
    welcome(connection, greeting)
    while True:
        acknowledge(connection, packet(connection), greeting, reason=0x87)


def knows_3_only(connection: socket.socket, greeting: bytes) -> None:
    """As an old broker: of version 5 it knows nothing."""
    if is_newest(greeting):
        connection.sendall(b"\x20\x02\x00\x01")
        connection.close()
        return
    welcome(connection, greeting)
    while True:
        acknowledge(connection, packet(connection), greeting)


def refusing(code: int) -> Behaviour:
    """Does not let the table in, with this reason code of MQTT 5."""

    def refuse(connection: socket.socket, greeting: bytes) -> None:
        connection.sendall(b"\x20\x03\x00" + bytes([code]) + b"\x00" if is_newest(greeting) else b"\x20\x02\x00\x05")
        time.sleep(5)

    return refuse


def sending(answer: bytes) -> Behaviour:
    """Sends this after the greeting, whatever it is, and stays."""

    def send(connection: socket.socket, _: bytes) -> None:
        connection.sendall(answer)
        while True:
            packet(connection)

    return send


def sending_once_let_in(answer: bytes) -> Behaviour:
    """Lets the table in, and then sends this."""

    def send(connection: socket.socket, greeting: bytes) -> None:
        welcome(connection, greeting)
        packet(connection)
        connection.sendall(answer)
        while True:
            packet(connection)

    return send
