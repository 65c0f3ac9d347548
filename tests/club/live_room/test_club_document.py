"""docs/club.md, "The room now": its settings and its broker do what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.club.club_config import RoomBroker, read_club_config
from companion.club.storage.club_database import ClubDatabase
from companion.config import read_config
from companion.mqtt.mqtt_settings import MqttSettings
from companion.toml_settings import ConfigError
from tests.club.live_room.club_broker import (
    BAR,
    CLUB,
    ROOT_OF,
    WINDOW,
    club_table,
    held_at,
    listening_club,
    shown,
    toml_block,
)
from tests.mqtt.mosquitto import Mosquitto, listening, needs_mosquitto, wait_until
from tests.service.at_table import NAMES


def test_the_settings_of_the_club_are_read(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(toml_block("broker"))
    config = read_club_config(path, {})
    assert config.broker == RoomBroker(host="127.0.0.1", username=CLUB[0], password=CLUB[1])
    assert config.language == "es"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('hots = "b"', "[broker]: unknown key hots, did you mean host?"),
        ('host = "b"\ndiscovery = "homeassistant"', "[broker]: unknown key discovery"),
        ('username = "club-room"', "[broker]: username is set, but no host: name the broker's"),
        ('host = "b"\ntopic = "a/+"', "[broker]: topic is 'a/+'"),
    ],
)
def test_what_cannot_be_is_refused_and_named(tmp_path: Path, lines: str, words: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(f"[broker]\n{lines}\n")
    with pytest.raises(ConfigError) as refused:
        read_club_config(path, {})
    assert words in str(refused.value)


def test_the_settings_of_a_table_are_read(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(toml_block("mqtt"))
    assert read_config(path, {}).mqtt == MqttSettings(
        host="192.168.1.20", username=WINDOW[0], password=WINDOW[1], topic=f"club/{WINDOW[0]}", discovery=""
    )


@needs_mosquitto
def test_a_table_is_in_the_room_and_says_nothing_to_anybody_else(
    tmp_path: Path, broker: Mosquitto, database: ClubDatabase
) -> None:
    with listening_club(database, broker.port) as room, club_table(tmp_path / "table", broker.port) as table:
        table.linked()
        table.begin(2)
        found = shown(room, "bythewindow", lambda each: each.phase == "playing" and each.seats and each.away is None)
        assert found.name == "By the window"
        assert [seat.name for seat in found.seats] == [NAMES[1], NAMES[2]]
        assert found.since is not None
        assert table.publisher.view.trouble is None
        held = held_at(broker.port)
        assert len(held) == 10
        assert all(topic.startswith(ROOT_OF.format("bythewindow")) for topic in held)


@needs_mosquitto
def test_no_table_writes_or_reads_what_another_one_says(broker: Mosquitto) -> None:
    with listening(broker.port, "club/#", user=CLUB) as club, listening(broker.port, "#", user=BAR) as bar:
        for topic in (
            "club/bythewindow/1f2e3d4c/state",
            "club/state",
            "homeassistant/status",
            "club/bar/1f2e3d4c/state",
        ):
            bar.say(topic, b"{}", retain=True)
        with listening(broker.port, user=WINDOW) as window:
            window.say(f"{ROOT_OF.format('bythewindow')}/state", b"{}", retain=True)
        wait_until(lambda: len(club.now) == 2 and bar.heard)
        assert set(club.now) == {"club/bar/1f2e3d4c/state", f"{ROOT_OF.format('bythewindow')}/state"}
        assert {topic for topic, *_ in bar.heard} == {"club/bar/1f2e3d4c/state"}
