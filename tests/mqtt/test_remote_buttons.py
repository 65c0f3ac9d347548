"""Buttons that tell a broker: which messages are presses, from a real Mosquitto to the question on the table."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import build
from companion.config import Config
from companion.drivers import drive
from companion.mqtt.mqtt_settings import NO_BROKER, MqttSettings
from companion.mqtt.remote_buttons import Button
from companion.service.agreement.proposals import SayFine
from companion.service.seats.seating import TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from hardware.ports import Event, Fault, Reconnected, RemotePress
from hardware.profile import ProfileError
from hardware.profile_files import load
from tests.mqtt.button_bench import ButtonsAtBroker, topic
from tests.mqtt.fake_brokers import PUBLISH, broker_that
from tests.mqtt.mosquitto import needs_mosquitto, wait_until
from tests.ports import free_port
from tests.service.asking_game import AskingGame
from tests.service.at_table import token

PRESSES = {"single": "ok", "double": "back"}
NOW, WALL = 500.0, 1_700_000_000.0


def press(button: Button, payload: object) -> RemotePress | None:
    sent = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return button.press(sent, NOW, WALL)


# -- messages as these programs publish them -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "payload"),
    [
        (Button("seat1.keys", "zigbee2mqtt/b/action", PRESSES), b"single"),
        (Button("seat1.keys", "zigbee2mqtt/b", PRESSES, "action"), {"action": "single", "battery": 100}),
        (Button("seat1.keys", "stat/b/RESULT", {"SINGLE": "ok"}, "Button1.Action"), {"Button1": {"Action": "SINGLE"}}),
        (Button("seat1.keys", "shellies/b/input_event/0", {"S": "ok"}, "event"), {"event": "S", "event_cnt": 2}),
        (Button("seat1.keys", "esphome/b/state", {"ON": "ok"}), b"ON"),
        (Button("seat1.keys", "home/b", {"1": "ok"}, "pressed"), {"pressed": 1}),
    ],
)
def test_presses_of_known_programs(button: Button, payload: object) -> None:
    assert press(button, payload) == RemotePress("seat1.keys", "ok", NOW, sender=button.topic)


@pytest.mark.parametrize(
    "payload",
    [
        {"action": ""},
        {"action": "triple"},
        {"action": None},
        {"action": ["single"]},
        ["single"],
        b"single",
        b"\xff\xfe",
        b"{",
        b"[" * 8000,
        b'{"action": "single", "x": "' + b"x" * 9000 + b'"}',
    ],
)
def test_anything_else_is_no_press(payload: object) -> None:
    assert press(Button("seat1.keys", "b", PRESSES, "action"), payload) is None


def test_a_time_stamp_makes_it_as_late_as_it_is() -> None:
    button = Button("seat1.keys", "b", PRESSES, "action", stamp="last_seen")
    for stamp in (WALL - 7, (WALL - 7) * 1000, "2023-11-14T22:13:13+00:00", "2023-11-14T22:13:13.000Z"):
        found = press(button, {"action": "single", "last_seen": stamp})
        assert found is not None
        assert found.at == NOW - 7
    ahead = press(button, {"action": "single", "last_seen": WALL + 60})
    assert ahead is not None
    assert ahead.at == NOW
    for strange in ("yesterday", None, True, [1]):
        assert press(button, {"action": "single", "last_seen": strange}) is None


def test_a_counter_and_a_digest_go_along_and_have_to_be_there() -> None:
    button = Button("seat1.keys", "b", {"ok": "ok"}, "key", count="count", asked="asked")
    assert press(button, {"key": "ok", "count": 7, "asked": "abc"}) == RemotePress(
        "seat1.keys", "ok", NOW, "abc", 7, "b"
    )
    for broken in ({"count": 7}, {"asked": "abc"}, {"count": "7", "asked": "a"}, {"count": True, "asked": "a"}):
        assert press(button, {"key": "ok", **broken}) is None


# -- settings --------------------------------------------------------------------------------------------------------


def profile(buttons: str, seats: int = 1) -> str:
    places = "".join(
        f'[[seat]]\nnumber = {seat}\nkeys = {{ driver = "mqtt"{buttons} }}\n' for seat in range(1, seats + 1)
    )
    return f'name = "t"\nkind = "sim"\n{places}'


@pytest.mark.parametrize(
    ("buttons", "problem"),
    [
        ("", r"seat\[1\]\.keys\.button: missing"),
        (', button = [{ topic = "a/#", presses = { x = "ok" } }]', "not the topic of one button"),
        (', button = [{ topic = "a", presses = { x = "peek" } }]', 'found "peek"'),
        (', button = [{ topic = "a", presses = { x = "ok" }, count = "n" }]', "no JSON object has no other fields"),
        (', button = [{ topic = "a" }]', "presses: missing"),
        (', button = [{ topic = "a", presses = { x = "ok" }, retained = true }]', "unknown key"),
    ],
)
def test_settings_that_cannot_be_are_refused(buttons: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=problem):
        drive(load(profile(buttons), "t"), time.monotonic, tmp_path, MqttSettings(host="x"))


def test_one_button_presses_for_one_seat(tmp_path: Path) -> None:
    text = profile(', button = [{ topic = "a", presses = { x = "ok" } }]', seats=2)
    with pytest.raises(ProfileError, match=r"seat1\.keys is pressed by the same button"):
        drive(load(text, "t"), time.monotonic, tmp_path, MqttSettings(host="x"))


def test_without_a_broker_in_the_settings_it_says_so(tmp_path: Path) -> None:
    text = profile(', button = [{ topic = "a", presses = { x = "ok" } }]')
    devices = drive(load(text, "t"), time.monotonic, tmp_path, NO_BROKER).devices
    wire = next(wire for wire in devices.survey() if wire.driver == "mqtt")
    assert wire.fault == Fault("driver", "mqtt: companion.toml names no broker in [mqtt]")
    heard: list[Event] = []
    devices.start(heard.append)
    devices.close()


# -- at a broker -------------------------------------------------------------------------------------------------------


@pytest.fixture
def buttons() -> Iterator[ButtonsAtBroker]:
    with ButtonsAtBroker(free_port()) as bench:
        yield bench


@needs_mosquitto
def test_what_the_broker_kept_is_no_press(buttons: ButtonsAtBroker, tmp_path: Path) -> None:
    """It comes first, before what is said now; and what is said at another topic is not read."""
    buttons.say(topic(1), b'{"action":"double"}', retain=True)
    presses = 'presses = { single = "ok", double = "back" }'
    text = profile(f', button = [{{ topic = "{topic(1)}", field = "action", {presses} }}]')
    settings = MqttSettings(host="127.0.0.1", port=buttons.broker.port)
    devices = drive(load(text, "t"), time.monotonic, tmp_path, settings).devices
    heard: list[Event] = []
    devices.start(heard.append)
    try:
        wait_until(lambda: any(isinstance(event, Reconnected) for event in heard))
        buttons.say(topic(2), b'{"action":"double"}')
        buttons.say(topic(1), b'{"action":"single"}')
        wait_until(lambda: any(isinstance(event, RemotePress) for event in heard))
        buttons.broker.stop()
        buttons.broker.start()
        wait_until(lambda: sum(isinstance(event, Reconnected) for event in heard) > 1)
        buttons.say(topic(1), b'{"action":"single"}')
        wait_until(lambda: sum(isinstance(event, RemotePress) for event in heard) > 1)
    finally:
        devices.close()
    assert [event.line for event in heard if isinstance(event, RemotePress)] == ["ok", "ok"]


@needs_mosquitto
def test_a_zigbee_button_answers_at_a_whole_table(buttons: ButtonsAtBroker, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        profile(f', button = [{{ topic = "{topic(1)}", field = "action", presses = {{ single = "ok" }} }}]')
    )
    settings = MqttSettings(host="127.0.0.1", port=buttons.broker.port)
    config = Config(profile=str(path), data=str(tmp_path), port=free_port(), mqtt=settings)
    app = build(config, games=(AskingGame("pick"),))
    try:
        opened = app.opened
        for seat, name in ((1, "Ana"), (2, "Berta")):
            assert opened.table.ask(token(seat), TakeSeat(seat, name)).taken
        assert opened.table.ask(token(1), ChooseGame("asking")).taken
        opened.table.ask(token(1), BeginPlay())
        opened.table.ask(token(2), SayFine())
        wait_until(lambda: opened.broadcast.moment.phase == "playing")
        wait_until(lambda: not [wire for wire in opened.devices.survey() if wire.fault])
        buttons.press(1, "ok")
        wait_until(lambda: opened.rooms.running.playing().state.said == ["red"])
    finally:
        app.close()


def test_a_broker_that_floods_is_left_and_tried_again(tmp_path: Path) -> None:
    """It sends messages without end: the link is given up, nothing of it fills the inbox."""

    def floods(connection, greeting: bytes) -> None:
        connection.sendall(b"\x20\x03\x00\x00\x00" if b"\x05" in greeting[:12] else b"\x20\x02\x00\x00")
        message = b"\x00\x01a" + b"\x00" + b"x" * 60
        while True:
            connection.sendall(bytes((PUBLISH, len(message))) + message)

    text = profile(', button = [{ topic = "a", presses = { x = "ok" } }]')
    with broker_that(floods) as broker:
        settings = MqttSettings(host="127.0.0.1", port=broker.port)
        devices = drive(load(text, "t"), time.monotonic, tmp_path, settings).devices
        heard: list[Event] = []
        devices.start(heard.append)
        try:
            wait_until(lambda: broker.connections > 2)
        finally:
            devices.close()
    assert not any(isinstance(event, RemotePress) for event in heard)
