"""The access list that is shipped as an example: it gives a table what it needs, and nothing else."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.mqtt.mqtt_settings import MqttSettings
from tests.documents import ROOT
from tests.mqtt.mosquitto import PASSWORDS, Mosquitto, listening, needs_mosquitto, wait_until
from tests.mqtt.publishing_room import TOPICS, PublishingRoom

pytestmark = needs_mosquitto
RIGHTS = ROOT / "deploy" / "mqtt" / "table-rights"
EXAMPLE = ROOT / "deploy" / "mqtt" / "mosquitto-table.conf"
HOME_ASSISTANT = ("homeassistant", "another word")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """Set up with the example as it is shipped, but for port and folders."""
    folder = tmp_path / "broker"
    folder.mkdir()
    passwords = folder / "passwords"
    passwords.touch(mode=0o600)
    for user, word in (("table", "olives and figs"), HOME_ASSISTANT):
        assert PASSWORDS is not None
        subprocess.run([PASSWORDS, "-b", str(passwords), user, word], check=True)
    rights = folder / "rights"
    rights.write_text(RIGHTS.read_text())
    rights.chmod(0o600)
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and not line.startswith(("#", "listener"))]
    own = [
        line.replace("/etc/mosquitto/passwords", str(passwords)).replace("/etc/mosquitto/table-rights", str(rights))
        for line in lines
        if not line.startswith("allow_anonymous")
    ]
    with Mosquitto(folder, *own, f"persistence_location {folder}/", anybody=False) as broker:
        yield broker


def table_of(tmp_path: Path, broker: Mosquitto, password: str, topic: str = "table-companion") -> PublishingRoom:
    given = MqttSettings(host="127.0.0.1", port=broker.port, username="table", password=password, topic=topic)
    room = PublishingRoom(tmp_path, given)
    room.publish()
    return room


def test_a_table_publishes_and_home_assistant_hears_it(tmp_path: Path, broker: Mosquitto) -> None:
    with (
        table_of(tmp_path, broker, "olives and figs") as room,
        listening(broker.port, user=HOME_ASSISTANT) as hears,
    ):
        room.linked()
        wait_until(lambda: set(hears.now) >= set(TOPICS.retained))
        assert json.loads(hears.now[TOPICS.state])["phase"] == "gathering"
        before = len(hears.heard)
        hears.say("homeassistant/status", b"online")
        wait_until(lambda: TOPICS.device in [topic for topic, *_ in hears.heard[before:]])
        assert room.publisher.view.trouble is None


def test_a_table_may_see_that_another_one_uses_its_identity(tmp_path: Path, broker: Mosquitto) -> None:
    (tmp_path / "copy").mkdir()
    with table_of(tmp_path, broker, "olives and figs") as original:
        original.linked()
        with table_of(tmp_path / "copy", broker, "olives and figs") as copy:
            wait_until(lambda: original.publisher.view.state == "stopped")
            copy.linked()


def test_another_password_is_refused(tmp_path: Path, broker: Mosquitto) -> None:
    with table_of(tmp_path, broker, "olives") as room:
        assert room.trouble() in (
            "The broker does not accept user name and password.",
            "The broker does not let this table in.",
        )


def test_a_table_may_write_nothing_else_and_the_keeper_reads_it(tmp_path: Path, broker: Mosquitto) -> None:
    rights = tmp_path / "broker" / "rights"
    rights.write_text("user table\ntopic write table-companion/#\n")
    broker.stop()
    broker.start()
    with table_of(tmp_path, broker, "olives and figs") as room:
        words = f"The broker does not let the table write to {TOPICS.device}: see its access list."
        wait_until(lambda: room.publisher.view.trouble and room.trouble() == words)


def test_a_table_reads_nothing_but_births(tmp_path: Path, broker: Mosquitto) -> None:
    with listening(broker.port, user=("table", "olives and figs")) as table:
        with listening(broker.port, user=HOME_ASSISTANT) as home:
            home.say("homeassistant/light/hall/set", b"on")
            home.say("homeassistant/status", b"online")
            wait_until(lambda: "homeassistant/status" in table.now)
        assert set(table.now) == {"homeassistant/status"}
