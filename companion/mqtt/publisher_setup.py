"""Create the MQTT publisher, as the settings ask for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.keeping.time_of_day import machine_time_known
from companion.mqtt.mqtt_settings import TABLE, MqttSettings
from companion.mqtt.published.device_facts import device_facts
from companion.mqtt.published.topics import Topics
from companion.mqtt.publisher import Publisher
from companion.mqtt.retained_record import RetainedRecord
from companion.plays.log.log import Log
from companion.plays.time_source import Clock
from companion.service.session.sending import MakePublisher


def publisher_setup(
    mqtt: MqttSettings,
    folder: Path,
    log: Log,
    clock: Clock,
    secret: Callable[[int], bytes],
    address: Callable[[], str] = lambda: "",
) -> MakePublisher:
    """What makes the publisher of a table whose data lie in ``folder``; ``secret(n)`` returns n random bytes,
    ``address`` is where phones open the table now.
    """

    def topics_of(table: str) -> Topics:
        return Topics(mqtt.topic, mqtt.discovery, table)

    def new_topics() -> Topics:
        table = secret(4).hex()
        log.settings.put(TABLE, table)
        return topics_of(table)

    table = log.settings.get(TABLE)
    topics = new_topics() if table is None else topics_of(str(table))
    return lambda watched: Publisher(
        mqtt,
        topics,
        RetainedRecord(folder),
        watched,
        clock,
        lambda: machine_time_known(clock),
        lambda: device_facts(address(), used_seats(log)),
        new_topics,
    )


def used_seats(log: Log) -> frozenset[int]:
    """The seats at which somebody has sat in a play, whatever became of it."""
    begun = (play for play in log.plays() if play.status != "gathering" and not play.damaged)
    return frozenset(seated.seat for play in begun for seated in play.setup.seats)
