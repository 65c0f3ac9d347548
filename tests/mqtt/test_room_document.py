"""docs/room.md: its examples do what they say, at a table that plays, through a real broker."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs

from companion.config import read_config
from companion.drivers import drive
from companion.mqtt.mqtt_settings import MqttSettings
from companion.mqtt.published.publications import retained
from hardware.profile_files import load
from tests.documents import FENCE, ROOT
from tests.mqtt.model_home import HomeAssistant, Service
from tests.mqtt.mosquitto import Mosquitto, listening, needs_mosquitto, wait_until
from tests.mqtt.publishing_room import FACTS, TABLE, TOPICS, PublishingRoom, publishing
from tests.mqtt.told_evening import told
from tests.service.at_table import over

DOCUMENT = (ROOT / "docs" / "room.md").read_text(encoding="utf-8")
BLOCKS = [(language, re.sub(r"^   ", "", body, flags=re.M) if indent else body) for indent, language, body in
          FENCE.findall(DOCUMENT)]  # fmt: skip
AUTOMATIONS = [body for language, body in BLOCKS if language == "yaml"]
PLAYED_BEFORE = structs.replace(FACTS, used_seats=frozenset({1, 2, 3}))
TURN = f"binary_sensor.table_companion_{TABLE}_seat_3_turn"


@pytest.fixture
def table(tmp_path: Path, broker: Mosquitto) -> Iterator[PublishingRoom]:
    with publishing(tmp_path, broker.port, facts=PLAYED_BEFORE) as room:
        room.linked()
        yield room


@needs_mosquitto
def test_the_examples_do_what_they_say(broker: Mosquitto, table: PublishingRoom) -> None:
    with closing(HomeAssistant(broker.port, "".join(AUTOMATIONS))) as home:
        home.settles(TURN, "off")
        table.begin(3)
        table.set_up()
        wait_until(lambda: home.states[TURN] == "on")
        lamp = {"entity_id": "light.chair_3", "rgb_color": [0, 204, 89], "brightness_pct": 60}
        wait_until(lambda: ("light.turn_on", lamp) in home.called)
        table.plans_ready(1, 2, 3)
        wait_until(lambda: ("light.turn_off", {"entity_id": "light.chair_3"}) in home.called)
        part = table.opened.rooms.running.part
        over(table)
        table.opened.loop.post(table.opened.rooms.state.touch)
        assert part.now.phase == "over"
        wait_until(lambda: ("media_player.media_stop", {"entity_id": "media_player.living_room"}) in home.called)


@needs_mosquitto
@pytest.mark.parametrize("switched_off", [False, True], ids=["closed", "switched off"])
def test_the_lamp_goes_out_with_the_table(tmp_path: Path, broker: Mosquitto, *, switched_off: bool) -> None:
    with (
        closing(HomeAssistant(broker.port, "".join(AUTOMATIONS))) as home,
        publishing(tmp_path, broker.port, facts=PLAYED_BEFORE) as room,
    ):
        home.settles(TURN, "off")
        room.begin(3)
        room.set_up()
        wait_until(lambda: home.called)
        assert [service for service, _ in home.called] == ["light.turn_on"]
        if switched_off:
            room.publish(on=False)
        else:
            room.publisher.close()
        wait_until(lambda: home.called[1:] == [("light.turn_off", {"entity_id": "light.chair_3"})])


@needs_mosquitto
def test_a_lamp_somebody_put_on_stays_while_only_points_change(broker: Mosquitto, table: PublishingRoom) -> None:
    with closing(HomeAssistant(broker.port, "".join(AUTOMATIONS))) as home, listening(broker.port) as puts:
        home.settles(TURN, "off")
        seat = json.loads(wait_until(lambda: puts.now.get(TOPICS.seat(3))))
        puts.say(TOPICS.seat(3), json.dumps({**seat, "points": 7}).encode(), retain=True)
        wait_until(lambda: home.states[f"sensor.table_companion_{TABLE}_seat_3_points"] == "7")
        assert home.called == []


@needs_mosquitto
def test_a_bell_rings_at_every_reveal_and_never_twice(broker: Mosquitto, table: PublishingRoom) -> None:
    with closing(HomeAssistant(broker.port, "".join(AUTOMATIONS))) as home, listening(broker.port) as puts:
        home.settles(TURN, "off")
        for kind in ("turn", "reveal", "end"):
            puts.say(TOPICS.event, json.dumps({"event_type": kind, "seats": [], "sentence": ""}).encode())
        wait_until(lambda: home.called)
        puts.say(TOPICS.availability, b"offline")
        wait_until(lambda: home.states[TURN] == "unavailable")
        assert [service for service, _ in home.called if service != "light.turn_off"] == ["media_player.play_media"]


@needs_mosquitto
def test_the_lights_dim_at_a_reveal_and_come_back(tmp_path: Path, broker: Mosquitto, table: PublishingRoom) -> None:
    """Of a real evening, put at the broker as a table puts it."""
    evening = told(tmp_path / "evening", "athens-sparta/amphipolis-rolled")
    reveals = [state.table.revealing for state in evening]
    dimmed = reveals.index(True)
    ceiling: list[Service] = [
        ("light.turn_on", {"entity_id": "light.ceiling", "brightness_pct": percent}) for percent in (15, 70)
    ]
    with (
        closing(HomeAssistant(broker.port, "".join(AUTOMATIONS))) as home,
        listening(broker.port, TOPICS.availability) as puts,
    ):
        reveal = f"binary_sensor.table_companion_{TABLE}_reveal"
        wait_until(lambda: home.states.get(reveal) == "off")
        for state, called in ((evening[dimmed], ceiling[:1]), (evening[reveals.index(False, dimmed)], ceiling)):
            puts.say(TOPICS.state, retained(state, TOPICS)[TOPICS.state], retain=True)
            wait_until(partial(_called, home, ceiling, called))


@needs_mosquitto
def test_no_light_goes_on_because_the_table_goes_off(tmp_path: Path, broker: Mosquitto) -> None:
    with closing(HomeAssistant(broker.port, "".join(AUTOMATIONS))) as home:
        reveal = f"binary_sensor.table_companion_{TABLE}_reveal"
        for _ in range(2):
            with publishing(tmp_path, broker.port):
                wait_until(lambda: home.states.get(reveal) == "off")
            wait_until(lambda: home.states[reveal] == "unavailable")
        assert not [service for service, _ in home.called if service == "light.turn_on"]


def _called(home: HomeAssistant, among: list[Service], called: list[Service]) -> bool:
    return [each for each in home.called if each in among] == called


def test_its_settings_are_read(tmp_path: Path) -> None:
    settings, _ = [body for language, body in BLOCKS if language == "toml"]
    path = tmp_path / "companion.toml"
    path.write_text(settings)
    assert read_config(path, {}).mqtt == MqttSettings(host="192.168.1.20", username="table", password="olives and figs")


def test_its_buttons_can_be_driven(tmp_path: Path) -> None:
    _, buttons = [body for language, body in BLOCKS if language == "toml"]
    profile = load(f'name = "t"\nkind = "sim"\n{buttons}', "t")
    devices = drive(profile, time.monotonic, tmp_path, MqttSettings(host="192.168.1.20")).devices
    pressed = {(wire.device, wire.line) for wire in devices.survey() if wire.driver == "mqtt"}
    assert pressed == {("seat2.keys", line) for line in ("ok", "back", "down")}
    devices.close()


def test_it_names_every_topic_and_only_fields_that_there_are(table_fields: set[str]) -> None:
    told = set(re.findall(r"`([a-z_]+)`", DOCUMENT))
    assert table_fields <= told
    for topic in (TOPICS.availability, TOPICS.state, TOPICS.seat(1), TOPICS.event, TOPICS.device):
        assert f"`{topic}`" in DOCUMENT


@pytest.fixture
def table_fields() -> set[str]:
    from companion.mqtt.published.public_state import PublishedClock, PublishedSeat, PublishedTable

    kinds = (PublishedClock, PublishedSeat, PublishedTable)
    return {name for kind in kinds for name in kind.__struct_fields__}
