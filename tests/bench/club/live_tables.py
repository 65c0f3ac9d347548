"""Simulated tables that tell a broker what happens at them, as real ones do, and a broker that knows each of them."""

from __future__ import annotations

import resource
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from companion.core.setup import SEATS
from companion.mqtt.bell import Bell
from companion.mqtt.broker.broker_faults import BrokerFault
from companion.mqtt.broker.broker_link import BrokerLink
from companion.mqtt.broker_exchange import Conversation
from companion.mqtt.mqtt_settings import MqttSettings
from companion.mqtt.pending_messages import Outbox, Outgoing
from companion.mqtt.published.public_state import PublicState, PublishedSeat, PublishedTable
from companion.mqtt.published.publications import OFFLINE, ONLINE, retained
from companion.mqtt.published.topics import Topics
from companion.mqtt.publisher import PAUSES
from hardware.colours import LAMPS, in_bytes
from tests.mqtt.mosquitto import PASSWORDS, Mosquitto

TOPIC = "club"
CLUB = "the-club"
"""The user as whom the club reads."""
PASSWORD = "only on this machine"
TAKEN = 4
"""Seats that people sit at."""
SENTENCE = "Move {move} at {table}"
"""What a table shows as the thing to do: by it a screen is known to have the move."""
FILES = 4096
"""Open files of this process: three for each table."""


class LiveTable(Thread):
    """A table of the club. ``published``: when each move was made, in nanoseconds of the monotonic clock."""

    def __init__(self, table: str, number: int, port: int) -> None:
        super().__init__(daemon=True)
        self.table = table
        self.published: list[int] = []
        self._settings = MqttSettings(
            host="127.0.0.1", port=port, username=table, password=PASSWORD, topic=f"{TOPIC}/{table}"
        )
        self._topics = Topics(self._settings.topic, "", f"{number:08x}")
        self._wanted = retained(_state(table, 0), self._topics)
        self._outbox = Outbox()
        self._bell = Bell()
        self._over = Event()

    @property
    def made(self) -> int:
        """How many moves were made."""
        return len(self.published)

    def moves(self) -> None:
        """Somebody makes a move. Any thread; returns at once."""
        self.published.append(time.monotonic_ns())
        self._wanted = retained(_state(self.table, self.made), self._topics)
        self._bell.ring()

    def run(self) -> None:
        failed = 0
        while not self._over.is_set():
            if self._publishes():
                failed = 0
            self._over.wait(PAUSES[min(failed, len(PAUSES) - 1)])
            failed += 1
        self._bell.close()

    def close(self) -> None:
        self._over.set()
        self._bell.ring()
        self.join()

    def _publishes(self) -> bool:
        """Over one link, until it breaks; returns whether the broker had let the table in."""
        will = Outgoing(self._topics.availability, OFFLINE, retain=True)
        link = BrokerLink(self._settings, self._topics.device_id, will, "", newest=True)
        welcomed = False
        try:
            conversation = Conversation(link, self._outbox, time.monotonic, self._over.is_set)
            welcomed = conversation.greet()
            while not self._over.is_set():
                self._outbox.want({**self._wanted, self._topics.availability: ONLINE})
                conversation.go_on(self._bell)
                self._bell.quiet()
        except BrokerFault:
            pass
        finally:
            link.close(goodbye=False)
        return welcomed


@contextmanager
def live_tables(tables: Iterable[str], port: int) -> Iterator[list[LiveTable]]:
    """Tables that publish, each in a thread."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    started = [LiveTable(table, number, port) for number, table in enumerate(tables, 1)]
    for table in started:
        table.start()
    try:
        yield started
    finally:
        for table in started:
            table.close()


def club_broker(folder: Path, tables: Iterable[str]) -> Mosquitto:
    """A broker at which each table writes its own topics only, and the club reads all. It is not started."""
    assert PASSWORDS is not None
    passwords, rights = folder / "passwords", folder / "rights"
    passwords.write_text("".join(f"{user}:{PASSWORD}\n" for user in (CLUB, *tables)))
    passwords.chmod(0o600)
    subprocess.run([PASSWORDS, "-U", passwords], check=True)
    rights.write_text(f"user {CLUB}\ntopic readwrite {TOPIC}/#\n\npattern write {TOPIC}/%u/#\n")
    rights.chmod(0o600)
    return Mosquitto(folder, f"password_file {passwords}", f"acl_file {rights}", anybody=False)


def club_settings(port: int) -> str:
    """The part of a club's settings that names this broker."""
    return (
        f'[broker]\nhost = "127.0.0.1"\nport = {port}\nusername = "{CLUB}"\npassword = "{PASSWORD}"\n'
        f'topic = "{TOPIC}"\n'
    )


def _state(table: str, move: int) -> PublicState:
    """After a move: another seat is awaited, and the one before has more points."""
    awaited = 1 + move % TAKEN
    told = PublishedTable(
        phase="playing",
        game="The Ancient World",
        sentence=SENTENCE.format(move=move, table=table),
        awaited=(awaited,),
        awaited_names=f"Seat {awaited}",
        revealing=False,
        clock=None,
        since=int(time.time()),
    )
    return PublicState(told, tuple(_seat(seat, move, awaited) for seat in SEATS))


def _seat(seat: int, move: int, awaited: int) -> PublishedSeat:
    taken = seat <= TAKEN
    return PublishedSeat(
        seat=seat,
        name=f"Seat {seat}",
        taken=taken,
        awaited=seat == awaited,
        points=(move + TAKEN - seat) // TAKEN if taken else None,
        points_complete=True,
        seconds=None,
        clock_running=False,
        rgb=in_bytes(LAMPS[seat]),
    )
