"""Two tables that were made from one card, at a real broker: one stops and says why, and may become another table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec import structs

from companion.mqtt.publisher import SUSPICIOUS
from companion.mqtt.retained_record import FILE, RetainedRecord
from tests.mqtt import fake_brokers as brokers
from tests.mqtt.fake_brokers import broker_that
from tests.mqtt.mosquitto import Mosquitto, needs_mosquitto, retained_at, wait_until
from tests.mqtt.publishing_room import OTHER, TOPICS, PublishingRoom, publishing

pytestmark = needs_mosquitto
OTHER_TOPICS = structs.replace(TOPICS, table=OTHER)
ASKS = "Another table uses this identity: a copied card?"


class Copied:
    """``original`` publishes, and ``copy`` comes under the same identity."""

    def __init__(self, folder: Path, broker: Mosquitto, stack: ExitStack) -> None:
        self.log = folder / "broker" / "mosquitto.log"
        self.folder = folder / "original"
        self.original = self._table(self.folder, broker, stack)
        self.original.linked()
        self.copy = self._table(folder / "copy", broker, stack)

    def _table(self, folder: Path, broker: Mosquitto, stack: ExitStack) -> PublishingRoom:
        folder.mkdir()
        return stack.enter_context(publishing(folder, broker.port))

    def original_stops(self) -> None:
        wait_until(lambda: self.original.publisher.view.state == "stopped")

    @property
    def connections(self) -> int:
        """How often a table has come to the broker."""
        return len(re.findall(rf"New client connected .* as {TOPICS.device_id} ", self.log.read_text()))


@pytest.fixture
def copied(tmp_path: Path, broker: Mosquitto) -> Iterator[Copied]:
    with ExitStack() as stack:
        yield Copied(tmp_path, broker, stack)


def test_the_table_that_is_taken_over_stops_and_says_why(copied: Copied, broker: Mosquitto) -> None:
    copied.original_stops()
    assert copied.original.trouble() == ASKS
    assert copied.original.publisher.view.contested
    copied.copy.linked()
    assert copied.connections == 2
    copied.original.begin(2)  # a moment that would have been published
    copied.copy.begin(2)
    wait_until(lambda: b"playing" in retained_at(broker.port)[TOPICS.state])
    assert copied.connections == 2
    assert not copied.copy.publisher.view.contested


def test_with_an_identity_of_its_own_each_table_publishes(copied: Copied, broker: Mosquitto) -> None:
    copied.original_stops()
    copied.original.publisher.renew_identity()
    copied.original.linked()
    wait_until(lambda: set(retained_at(broker.port)) == {*TOPICS.retained, *OTHER_TOPICS.retained})
    copied.copy.linked()
    assert not copied.original.publisher.view.contested
    [held] = [RetainedRecord(copied.folder).at(f"127.0.0.1:{broker.port}")]
    assert held == OTHER_TOPICS.retained


def test_a_table_that_publishes_leaves_what_it_had_to_the_one_it_was_copied_from(
    tmp_path: Path, broker: Mosquitto
) -> None:
    with publishing(tmp_path, broker.port) as room:
        room.linked()
        room.publisher.renew_identity()
        wait_until(lambda: set(retained_at(broker.port)) == {*TOPICS.retained, *OTHER_TOPICS.retained})
        room.linked()
        assert retained_at(broker.port)[TOPICS.availability] == b"offline"
        room.publish(on=False)
        wait_until(lambda: room.publisher.view.state == "off")
        assert set(retained_at(broker.port)) == set(TOPICS.retained)
        assert not (tmp_path / FILE).exists()


def test_a_table_that_stopped_is_switched_off_without_clearing_what_the_other_says(
    copied: Copied, broker: Mosquitto
) -> None:
    copied.original_stops()
    copied.copy.linked()
    copied.original.publish(on=False)
    wait_until(lambda: copied.original.publisher.view.state == "off")
    assert copied.connections == 2
    assert set(retained_at(broker.port)) == set(TOPICS.retained)
    assert not (copied.folder / FILE).exists()


def test_it_tries_again_when_it_is_told_to(copied: Copied) -> None:
    copied.original_stops()
    copied.copy.close()
    copied.original.publish()
    copied.original.linked()
    assert copied.original.publisher.view.trouble is None


def test_a_broker_that_says_so_is_believed_at_once(tmp_path: Path) -> None:
    """As brokers of MQTT 5 should, but Mosquitto 2.0 does not."""
    with broker_that(brokers.takes_over_later) as fake, publishing(tmp_path, fake.port) as room:
        assert room.trouble() == ASKS
        assert room.publisher.view.state == "stopped"
        assert fake.connections == 1


def test_a_broker_that_was_killed_keeps_what_this_table_said_and_that_is_no_other_table(tmp_path: Path) -> None:
    own = tmp_path / "kept"
    own.mkdir()
    kept = Mosquitto(own, "persistence true", f"persistence_location {own}/", "autosave_on_changes true",
                     "autosave_interval 1")  # fmt: skip
    with kept, publishing(tmp_path, kept.port) as room:
        room.linked()
        wait_until(lambda: set(retained_at(kept.port)) == set(TOPICS.retained))
        kept.stop()
        room.trouble()
        kept.start()
        room.linked()
        assert not room.publisher.view.contested


def test_where_the_table_may_not_read_it_suspects_and_leaves_the_broker_alone_for_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.mqtt.publisher.PAUSES", (0.01,) * (SUSPICIOUS + 1) + (600.0,))
    monkeypatch.setattr("companion.mqtt.publisher.LOOKING", 0.1)
    folder = tmp_path / "broker"
    folder.mkdir()
    rights = folder / "rights"
    rights.write_text("topic write #\n")
    with Mosquitto(folder, f"acl_file {rights}") as broker, ExitStack() as stack:
        copied = Copied(tmp_path, broker, stack)
        tables = (copied.original, copied.copy)
        suspects = wait_until(lambda: [table for table in tables if table.publisher.view.contested])
        assert "Does another table use this identity" in suspects[0].trouble()
        wait_until(lambda: any(table.publisher.view.state == "linked" for table in tables))
        assert copied.connections <= 2 * (SUSPICIOUS + 3)
