"""Two buses a fake service can be reached by: one in this process, and a real dbus-daemon of the test's own.

The first speaks the protocol over a real socket (authentication, ``Hello``, messages) and knows one service; the second
is the very program that runs on a Pi, with a private address and nobody else on it.
"""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest
from jeepney import DBusAddress, Message, MessageType, Parser, new_method_call, new_method_return
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from companion.network.own_wifi.dbus_calls import ConnectBus
from tests.network.fake_manager import FakeManager

DAEMON = "dbus-daemon"


@contextmanager
def own_bus(fake: FakeManager, folder: Path) -> Iterator[ConnectBus]:
    """A bus in this process on which ``fake`` is every service."""
    place = str(folder / "bus")
    with closing(socket.socket(socket.AF_UNIX)) as door:
        door.bind(place)
        door.listen()
        Thread(target=_serve, args=(door, fake), daemon=True).start()
        yield lambda: open_dbus_connection(bus=f"unix:path={place}")
        door.shutdown(socket.SHUT_RDWR)


def _serve(door: socket.socket, fake: FakeManager) -> None:
    with suppress(OSError):
        while True:
            wire, _ = door.accept()
            Thread(target=_talk, args=(wire, fake), daemon=True).start()


def _talk(wire: socket.socket, fake: FakeManager) -> None:
    with closing(wire), suppress(ConnectionError):
        parser, serial = _greeted(wire), 0
        while True:
            while (message := parser.get_next_message()) is not None:
                serial += 1
                wire.sendall(_reply(message, fake).serialise(serial))
            data = wire.recv(65536)
            if not data:
                return
            parser.add_data(data)


def _greeted(wire: socket.socket) -> Parser:
    """The first lines of a connection, and a parser for what follows. Raises ``ConnectionError``."""
    said = b""
    while b"BEGIN\r\n" not in said:
        data = wire.recv(1024)
        if not data:
            raise ConnectionError
        if b"AUTH" in data:
            wire.sendall(b"OK 0123456789abcdef0123456789abcdef\r\n")
        said += data
    assert said.startswith(b"\0AUTH EXTERNAL ")
    parser = Parser()
    parser.add_data(said.partition(b"BEGIN\r\n")[2])
    return parser


def _reply(message: Message, fake: FakeManager) -> Message:
    if message.header.fields.get(3) == "Hello":
        return new_method_return(message, "s", (":1.1",))
    return fake.answer(message)


@contextmanager
def daemon_bus(fake: FakeManager, folder: Path, *names: str) -> Iterator[ConnectBus]:
    """A real dbus-daemon on which ``fake`` owns ``names``."""
    place = f"unix:path={folder / 'daemon'}"
    command = [DAEMON, "--session", "--nofork", "--print-address", f"--address={place}"]
    try:
        daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except FileNotFoundError:
        pytest.fail(f"this test needs {DAEMON}: sudo apt install dbus-daemon")
    with daemon:
        try:
            assert daemon.stdout is not None
            address = daemon.stdout.readline().strip()
            assert address.startswith(place)
            with _on_daemon(fake, address, names):
                yield lambda: open_dbus_connection(bus=address.split(",guid")[0])
        finally:
            daemon.terminate()


@contextmanager
def _on_daemon(fake: FakeManager, address: str, names: tuple[str, ...]) -> Iterator[None]:
    """The fake as a service of the daemon, served in a thread until its connection ends."""
    wire = open_dbus_connection(bus=address.split(",guid")[0])
    bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    for name in names:
        reply = wire.send_and_get_reply(new_method_call(bus, "RequestName", "su", (name, 4)), timeout=5)
        assert reply.body == (1,)
    serving = Thread(target=_served, args=(wire, fake), daemon=True)
    serving.start()
    try:
        yield
    finally:
        with suppress(OSError):
            wire.sock.shutdown(socket.SHUT_RDWR)
        serving.join(5)
        wire.close()


def _served(wire: DBusConnection, fake: FakeManager) -> None:
    with suppress(OSError, EOFError, ConnectionError):
        while True:
            message = wire.receive()
            if message.header.message_type is MessageType.method_call:
                wire.send(fake.answer(message))
