"""Buttons at a real Mosquitto, for the contract tests of drivers."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion
from PIL import Image

from companion.game_tests.drivers.driver_bench import DriverBench
from companion.mqtt.mqtt_settings import MqttSettings
from companion.mqtt.remote_buttons import driver_for
from hardware.driver_contract import DriverPackage
from hardware.ports import DevicePart
from tests.mqtt.mosquitto import PATIENCE, PROGRAM, Mosquitto
from tests.ports import free_port

SAID = {"ok": "single", "back": "double", "down": "hold"}


def topic(place: int) -> str:
    return f"zigbee2mqtt/button of seat {place}"


class ButtonsAtBroker:
    """Each place has a button, as Zigbee2MQTT publishes one: JSON with ``action``."""

    def __init__(self, port: int) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.broker = Mosquitto(Path(self._folder.name), port=port)

    def __enter__(self) -> ButtonsAtBroker:
        self.broker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.broker.stop()
        self._folder.cleanup()

    def settings(self, place: int, part: DevicePart) -> Mapping[str, object]:
        presses = {said: line for line, said in SAID.items()}
        return {"button": [{"topic": topic(place), "field": "action", "presses": presses}]}

    def say(self, where: str, *payloads: bytes, retain: bool = False) -> None:
        """Somebody says something at the broker."""
        client = Client(CallbackAPIVersion.VERSION2)
        client.connect("127.0.0.1", self.broker.port)
        client.loop_start()
        sent: Any = None
        for payload in payloads:
            sent = client.publish(where, payload, qos=1, retain=retain)
        sent.wait_for_publish(PATIENCE)
        client.disconnect()
        client.loop_stop()

    def press(self, place: int, line: str) -> None:
        self.say(topic(place), f'{{"action":"{SAID[line]}","battery":87,"linkquality":120}}'.encode())

    def let_go(self, place: int, line: str) -> None:
        """Such a button does not tell it."""

    def turn(self, place: int, steps: int) -> None:
        raise NotImplementedError

    def read(self, place: int, code: str) -> None:
        raise NotImplementedError

    def seen(self, place: int) -> Image.Image:
        raise NotImplementedError

    def lit(self, place: int) -> bool:
        raise NotImplementedError

    def sounded(self, place: int) -> int:
        raise NotImplementedError

    def unplug(self) -> None:
        self.broker.stop()

    def plug(self) -> None:
        self.broker.start()


PORT = free_port()


def driver(port: int) -> DriverPackage:
    return driver_for(MqttSettings(host="127.0.0.1", port=port))


BENCHES: tuple[DriverBench, ...] = (
    (
        DriverBench(
            "mqtt-buttons",
            driver(PORT),
            ((1, "keys"), (2, "keys")),
            lambda: ButtonsAtBroker(PORT),
            lines=tuple(SAID),
            afar=True,
        ),
    )
    if PROGRAM is not None
    else ()
)
