"""A broker set up as the document of the club says, and a club that listens there."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from companion.club.club_config import ClubConfig, RoomBroker
from companion.club.live_room.club_room import ClubRoom
from companion.club.live_room.room_views import RoomTable
from companion.club.persons.club_persons import ClubPersons
from companion.club.results.result_views import ResultViews
from companion.club.storage.club_database import ClubDatabase
from companion.club.tables.club_tables import ClubTables
from companion.mqtt.mqtt_settings import MqttSettings
from companion.mqtt.published.topics import Topics
from tests.documents import FENCE, ROOT
from tests.mqtt.mosquitto import PASSWORDS, Mosquitto, listening, wait_until
from tests.mqtt.publishing_room import TABLE, PublishingRoom
from tests.ports import free_port

DOCUMENT = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")
BLOCKS = [(language, re.sub(r"^   ", "", body, flags=re.M) if indent else body) for indent, language, body in
          FENCE.findall(DOCUMENT)]  # fmt: skip
CLUB = ("club-room", "figs and olives")
WINDOW = ("bythewindow", "a word of its own")
BAR = ("bar", "yet another")
ROOT_OF = "club/{}/" + TABLE


def toml_block(part: str) -> str:
    """The settings in the document that have this part."""
    [found] = [body for language, body in BLOCKS if language == "toml" and f"[{part}]" in body]
    return found


def set_up(folder: Path) -> Mosquitto:
    """A broker, not started, by the lines of the document, but for port, folders and one more table."""
    folder.mkdir()
    places = {
        "/etc/mosquitto/passwords": folder / "passwords",
        "/etc/mosquitto/club-rights": folder / "club-rights",
        "/etc/mosquitto/conf.d/club.conf": folder / "club.conf",
    }
    places["/etc/mosquitto/passwords"].touch(mode=0o600)
    [block] = [body for language, body in BLOCKS if language == "console" and "mosquitto_passwd" in body]
    assert PASSWORDS is not None
    for line in [*block.splitlines(), shlex.join(["sudo", "mosquitto_passwd", "-b", "/etc/mosquitto/passwords", *BAR])]:
        _, program, *words = shlex.split(line)
        if program == "mosquitto_passwd":
            subprocess.run([PASSWORDS, *(str(places.get(word, word)) for word in words)], check=True)
        elif program == "cp":
            places[words[1]].write_text((ROOT / words[0]).read_text())
            places[words[1]].chmod(0o600)
    lines = [line for line in places["/etc/mosquitto/conf.d/club.conf"].read_text().splitlines() if line]
    own = [line for line in lines if not line.startswith(("#", "listener", "allow_anonymous"))]
    for known, place in places.items():
        own = [line.replace(known, str(place)) for line in own]
    return Mosquitto(folder, *own, f"persistence_location {folder}/", anybody=False)


def club_settings(port: int) -> RoomBroker:
    return RoomBroker(host="127.0.0.1", port=port, username=CLUB[0], password=CLUB[1])


@contextmanager
def listening_club(database: ClubDatabase, port: int) -> Iterator[ClubRoom]:
    """The room of a club that has the tables ``By the window`` and ``Bar``."""
    tables = ClubTables(database)
    if not tables.all():
        for name in ("By the window", "Bar"):
            tables.add(name)
    room = ClubRoom(club_settings(port), tables, ClubPersons(database), ResultViews(database), lambda: None)
    with closing(room):
        room.start()
        yield room


@contextmanager
def club_table(folder: Path, port: int, user: tuple[str, str] = WINDOW, **given: Any) -> Iterator[PublishingRoom]:
    """A table of the club with the real publishing thread, whose admin has allowed it, with names."""
    folder.mkdir(exist_ok=True)
    settings = MqttSettings(
        host="127.0.0.1", port=port, username=user[0], password=user[1], topic=f"club/{user[0]}", discovery=""
    )
    topics = Topics(settings.topic, settings.discovery, TABLE)
    with PublishingRoom(folder, settings, topics=topics, **given) as room:
        room.publish(names=True)
        yield room


def shown(room: ClubRoom, table: str, holds: Callable[[RoomTable], Any] = lambda _: True) -> RoomTable:
    """The table in the room, once it is there and this holds of it."""
    found: RoomTable = wait_until(
        lambda: next((each for each in room.view.tables if each.id == table and holds(each)), None)
    )
    return found


def held_at(port: int) -> dict[str, bytes]:
    """What the broker keeps for a club that comes."""
    with listening(port, "club/#", user=CLUB) as late:
        # A topic of its own comes after all that was kept.
        late.say("club/end", b"x")
        wait_until(lambda: "club/end" in late.now)
        return {topic: payload for topic, payload, kept in late.heard if kept and payload}


def config_for(folder: Path, port: int, **given: Any) -> ClubConfig:
    return ClubConfig(
        port=free_port(), address="127.0.0.1", data=str(folder), title="Café Ágora", broker=club_settings(port), **given
    )
