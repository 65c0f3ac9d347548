"""A table and a real Mosquitto: what is retained, what happens, what is left when it ends one way or the other."""

from __future__ import annotations

import json
import signal
from collections import defaultdict
from pathlib import Path
from typing import Any

from companion.mqtt.mqtt_settings import MqttSettings
from companion.mqtt.published.topics import Topics
from companion.mqtt.retained_record import FILE, RetainedRecord
from tests.mqtt.cable import cable_to
from tests.mqtt.mosquitto import Mosquitto, listening, needs_mosquitto, retained_at, wait_until
from tests.mqtt.publishing_room import TABLE, TOPICS, PublishingRoom, publishing
from tests.service.at_table import NAMES

pytestmark = needs_mosquitto


def held(payloads: dict[str, bytes], topic: str) -> Any:
    return defaultdict(str, json.loads(payloads.get(topic, b"{}")))


def test_what_everybody_sees_is_retained_and_said_once(tmp_path: Path, broker: Mosquitto) -> None:
    with publishing(tmp_path, broker.port) as room, listening(broker.port) as hears:
        wait_until(lambda: hears.now.get(TOPICS.availability) == b"online")
        assert held(hears.now, TOPICS.state)["phase"] == "gathering"
        room.begin(2)
        wait_until(lambda: held(hears.now, TOPICS.state)["phase"] == "playing")
        room.set_up()
        room.plans_ready(1, 2)
        wait_until(lambda: held(hears.now, TOPICS.state)["awaited"] == [1])
        assert held(hears.now, TOPICS.seat(1))["awaited"]
        assert held(hears.now, TOPICS.state)["awaited_names"] == "Seat 1"
        assert held(hears.now, TOPICS.seat(1))["taken"]
        assert not held(hears.now, TOPICS.seat(3))["taken"]
        assert set(retained_at(broker.port)) == set(TOPICS.retained)
        assert {topic for topic, *_ in hears.heard} <= {*TOPICS.retained, TOPICS.event, "test/end"}
        for payload in hears.now.values():
            assert not any(name.encode() in payload for name in NAMES.values())


def test_names_are_told_when_the_keeper_allows_it_and_no_longer(tmp_path: Path, broker: Mosquitto) -> None:
    with publishing(tmp_path, broker.port) as room, listening(broker.port) as hears:
        room.begin(2)
        room.publish(names=True)
        wait_until(lambda: held(hears.now, TOPICS.seat(1))["name"] == NAMES[1])
        room.publish(names=False)
        wait_until(lambda: held(hears.now, TOPICS.seat(1))["name"] == "Seat 1")
        wait_until(lambda: not any(name in str(retained_at(broker.port)) for name in NAMES.values()))


def test_a_turn_is_an_event(tmp_path: Path, broker: Mosquitto) -> None:
    with publishing(tmp_path, broker.port) as room, listening(broker.port, TOPICS.event) as hears:
        room.linked()
        room.begin(2)
        wait_until(lambda: hears.heard)
        event = json.loads(hears.heard[0][1])
        assert (event["event_type"], event["seats"], event["sentence"]) == ("turn", [0], "Who begins?")
        assert TOPICS.event not in retained_at(broker.port)


def test_switched_off_nothing_is_left(tmp_path: Path, broker: Mosquitto) -> None:
    with publishing(tmp_path, broker.port) as room:
        wait_until(lambda: set(retained_at(broker.port)) == set(TOPICS.retained))
        room.publish(on=False)
        wait_until(lambda: room.publisher.view.state == "off")
        assert retained_at(broker.port) == {}
        assert not (tmp_path / FILE).exists()


def test_what_a_table_left_under_other_topics_is_cleared(tmp_path: Path, broker: Mosquitto) -> None:
    old = Topics("old", "homeassistant", TABLE)
    with publishing(tmp_path, broker.port, topics=old):
        wait_until(lambda: old.state in retained_at(broker.port))
    with publishing(tmp_path, broker.port):
        wait_until(lambda: set(retained_at(broker.port)) == set(TOPICS.retained))


def test_switched_off_while_the_broker_is_away_it_is_cleared_later_also_after_a_restart(
    tmp_path: Path, broker: Mosquitto
) -> None:
    with broker_kept(tmp_path) as kept:
        with publishing(tmp_path, kept.port) as room:
            wait_until(lambda: set(retained_at(kept.port)) == set(TOPICS.retained))
            kept.process.send_signal(signal.SIGTERM)
            kept.process.wait()
            room.publish(on=False)
            room.trouble()
        kept.start()
        assert set(retained_at(kept.port)) == set(TOPICS.retained)
        with PublishingRoom(tmp_path, MqttSettings(host="127.0.0.1", port=kept.port)):
            wait_until(lambda: not (tmp_path / FILE).exists())
            assert retained_at(kept.port) == {}


def broker_kept(folder: Path) -> Mosquitto:
    """A broker that keeps what is retained on disk."""
    own = folder / "kept"
    own.mkdir()
    return Mosquitto(own, "persistence true", f"persistence_location {own}/")


def test_a_table_that_closes_says_goodbye(tmp_path: Path, broker: Mosquitto) -> None:
    with listening(broker.port, TOPICS.availability) as hears:
        with publishing(tmp_path, broker.port):
            wait_until(lambda: hears.now.get(TOPICS.availability) == b"online")
        wait_until(lambda: hears.now.get(TOPICS.availability) == b"offline")
    assert set(retained_at(broker.port)) == set(TOPICS.retained)
    assert RetainedRecord(tmp_path).at(f"127.0.0.1:{broker.port}") == TOPICS.retained


def test_a_table_that_is_cut_off_has_a_last_will(tmp_path: Path, broker: Mosquitto) -> None:
    with (
        cable_to(broker.port) as cable,
        listening(broker.port, TOPICS.availability) as hears,
        publishing(tmp_path, cable.port) as room,
    ):
        wait_until(lambda: hears.now.get(TOPICS.availability) == b"online")
        cable.pull()
        wait_until(lambda: hears.now.get(TOPICS.availability) == b"offline")
        room.trouble()
        room.begin(2)
        assert room.moment.phase == "playing"


def test_a_broker_that_comes_back_is_told_everything_again(tmp_path: Path, broker: Mosquitto) -> None:
    with publishing(tmp_path, broker.port) as room:
        wait_until(lambda: set(retained_at(broker.port)) == set(TOPICS.retained))
        broker.stop()
        room.trouble()
        broker.start()
        wait_until(lambda: set(retained_at(broker.port)) == set(TOPICS.retained))
        room.linked()
        assert room.publisher.view.trouble is None


def test_at_the_birth_of_home_assistant_everything_is_announced_again(tmp_path: Path, broker: Mosquitto) -> None:
    with publishing(tmp_path, broker.port) as room, listening(broker.port, TOPICS.device) as hears:
        room.linked()
        wait_until(lambda: hears.heard)
        hears.say("homeassistant/status", b"offline")
        hears.say("homeassistant/status", b"online")
        wait_until(lambda: len(hears.heard) == 2)


def test_no_message_changes_anything_at_the_table(tmp_path: Path, broker: Mosquitto) -> None:
    with publishing(tmp_path, broker.port) as room, listening(broker.port) as hears:
        room.linked()
        wait_until(lambda: hears.now.get(TOPICS.availability) == b"online")
        before = room.moment.serial
        for topic in (TOPICS.state, f"{TOPICS.root}/set", "homeassistant/status", "table-companion/cmd"):
            hears.say(topic, b'{"on": false, "phase": "over"}')
        hears.say(TOPICS.device, b"")
        assert room.moment.serial == before
        assert room.publisher.view.state == "linked"
