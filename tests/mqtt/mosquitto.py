"""A real Mosquitto for tests: on a port of its own, with a configuration of its own, and somebody who listens."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from tests.ports import free_port

PROGRAM = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
PASSWORDS = shutil.which("mosquitto_passwd")
needs_mosquitto = pytest.mark.skipif(PROGRAM is None, reason="Mosquitto is not installed")
PATIENCE = 20.0


class Mosquitto:
    """``lines`` are added to its configuration; ``anybody`` may come in without a password."""

    def __init__(self, folder: Path, *lines: str, port: int | None = None, anybody: bool = True) -> None:
        self.port = port or free_port()
        self._folder = folder
        self._file = folder / "mosquitto.conf"
        listener = [f"listener {self.port} 127.0.0.1", f"allow_anonymous {str(anybody).lower()}"]
        # As root it gives up its rights, and cannot read the folder of the test any more.
        own = ["user root"] if os.geteuid() == 0 else []
        self._file.write_text("\n".join([*own, *listener, *lines, ""]))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert PROGRAM is not None
        log = (self._folder / "mosquitto.log").open("ab")
        self._process = subprocess.Popen([PROGRAM, "-c", str(self._file)], stdout=log, stderr=log)
        log.close()
        wait_until(lambda: answers(self.port))

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    def __enter__(self) -> Mosquitto:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def answers(port: int) -> bool:
    import socket

    with socket.socket() as end:
        end.settimeout(1)
        return end.connect_ex(("127.0.0.1", port)) == 0


def wait_until(holds: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """What ``holds`` gives once it is true."""
    until = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)
    return found


class Listener:
    """Somebody in the room: what it heard of the topics it asked for, in order, and what each of them holds now."""

    def __init__(self, port: int, *topics: str, user: tuple[str, str] | None = None) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self.now: dict[str, bytes] = {}
        self._topics = topics or ("#",)
        self._ready = threading.Event()
        self.client = Client(CallbackAPIVersion.VERSION2)
        if user is not None:
            self.client.username_pw_set(*user)
        self.client.on_message = self._on_message
        self.client.on_connect = lambda client, *_: client.subscribe([(topic, 1) for topic in self._topics])
        self.client.on_subscribe = lambda *_: self._ready.set()
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        assert self._ready.wait(PATIENCE)

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        payload = bytes(message.payload)
        self.heard.append((message.topic, payload, message.retain))
        self.now[message.topic] = payload

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@contextmanager
def listening(port: int, *topics: str, user: tuple[str, str] | None = None) -> Iterator[Listener]:
    listener = Listener(port, *topics, user=user)
    try:
        yield listener
    finally:
        listener.close()


def retained_at(port: int, user: tuple[str, str] | None = None) -> dict[str, bytes]:
    """What the broker keeps for whoever comes."""
    with listening(port, user=user) as late:
        # A topic of its own comes after all that was kept.
        late.say("test/end", b"x")
        wait_until(lambda: "test/end" in late.now)
        return {topic: payload for topic, payload, kept in late.heard if kept and payload}
