"""A table that publishes: the real thread, to whatever listens at a port."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import structs

from companion.core.game import AnyGame
from companion.mqtt.mqtt_settings import MqttSettings
from companion.mqtt.published.device_facts import DeviceFacts
from companion.mqtt.published.topics import Topics
from companion.mqtt.publisher import Publisher
from companion.mqtt.retained_record import RetainedRecord
from companion.plays.time_source import SystemClock
from companion.service.session.sending import PublishingView, RoomPublisher, SetPublishing, Watched
from tests.mqtt.mosquitto import wait_until
from tests.service.at_table import HOST, Room

TABLE = "1f2e3d4c"
TOPICS = Topics("table-companion", "homeassistant", TABLE)
OTHER = "5b6a7988"
"""The id of the table under another identity."""
FACTS = DeviceFacts("Raspberry Pi 4 Model B Rev 1.4", "1.2.3", "http://192.168.1.30:8000/")


class PublishingRoom(Room):
    """``time_known`` and ``facts`` may be set; ``publisher`` is the thread."""

    publisher: RoomPublisher

    def __init__(
        self,
        folder: Path,
        settings: MqttSettings,
        *games: AnyGame,
        topics: Topics = TOPICS,
        facts: DeviceFacts = FACTS,
        **given: Any,
    ) -> None:
        self.time_known, self.facts = True, facts

        def make(watched: Watched) -> RoomPublisher:
            record = RetainedRecord(folder)
            self.publisher = Publisher(
                settings,
                topics,
                record,
                watched,
                SystemClock(),
                lambda: self.time_known,
                lambda: self.facts,
                lambda: structs.replace(topics, table=OTHER),
            )
            return self.publisher

        # What the publishing thread asks of the table is decided in the table's own.
        super().__init__(folder / "log.sqlite", *games, publisher=make, threads=True, **given)

    def publish(self, *, on: bool = True, names: bool = False) -> None:
        """The admin decides."""
        self.host()
        reply = self.table.ask(HOST, SetPublishing(on, names))
        assert reply.taken, reply.code

    def linked(self) -> None:
        wait_until(lambda: self.publisher.view.state == "linked")

    def trouble(self) -> str:
        """What the admin reads, once there is something."""
        view: PublishingView = wait_until(lambda: self.publisher.view.trouble and self.publisher.view)
        assert view.trouble is not None
        return self.say(view.trouble)


@contextmanager
def publishing(folder: Path, port: int, **given: Any) -> Iterator[PublishingRoom]:
    """A table that was told to publish to a broker on this machine."""
    with PublishingRoom(folder, MqttSettings(host="127.0.0.1", port=port), **given) as room:
        room.publish()
        yield room
