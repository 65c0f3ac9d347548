"""The club follows real tables through a real broker: killed, away and back, cleared, written to by anybody."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club.live_room import club_watch, heard_tables, room_follower
from companion.club.live_room.club_room import ClubRoom
from companion.club.persons.club_persons import ClubPersons
from companion.club.storage.club_database import ClubDatabase
from companion.club.tables.club_tables import ClubTables
from tests.club.live_room.club_broker import CLUB, ROOT_OF, WINDOW, club_table, held_at, listening_club, shown
from tests.mqtt.cable import cable_to
from tests.mqtt.mosquitto import Mosquitto, listening, needs_mosquitto, wait_until
from tests.service.at_table import NAMES

pytestmark = needs_mosquitto
WINDOW_ROOT = ROOT_OF.format("bythewindow")


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_follower, "PAUSES", (0.1,))
    monkeypatch.setattr(room_follower, "TOLD_WITHIN", 0.5)
    monkeypatch.setattr(room_follower, "DRAWN_EVERY", 0.05)
    monkeypatch.setattr(club_watch, "EVERY", 0.1)
    monkeypatch.setattr(club_watch, "REST", 0.05)


@pytest.fixture
def room(database: ClubDatabase, broker: Mosquitto) -> Iterator[ClubRoom]:
    with listening_club(database, broker.port) as room:
        wait_until(lambda: room.view.cut is None)
        yield room


def state(**given: object) -> bytes:
    return json.dumps({"phase": "playing", "game": "Antike", "awaited": [1]} | given).encode()


def test_a_turn_is_seen(tmp_path: Path, broker: Mosquitto, room: ClubRoom) -> None:
    with club_table(tmp_path / "table", broker.port) as table:
        free = shown(room, "bythewindow", lambda each: each.away is None)
        assert (free.phase, free.idle) == ("gathering", True)
        table.begin(2)
        shown(room, "bythewindow", lambda each: each.table_awaited)
        table.set_up()
        assert len(shown(room, "bythewindow", lambda each: each.awaited).awaited) == 2
        changes = room.streams.changes
        table.plans_ready(1, 2)
        turn = shown(room, "bythewindow", lambda each: len(each.awaited) == 1)
        assert turn.awaited[0].name == NAMES[1]
        assert room.streams.changes > changes


@pytest.mark.long
def test_a_club_that_comes_later_is_told_all(tmp_path: Path, broker: Mosquitto, database: ClubDatabase) -> None:
    with club_table(tmp_path / "table", broker.port) as table:
        table.begin(2)
        wait_until(lambda: f"{WINDOW_ROOT}/availability" in held_at(broker.port))
        with listening_club(database, broker.port) as first, listening_club(database, broker.port) as second:
            for each in (first, second):
                seats = shown(each, "bythewindow", lambda table: table.away is None and len(table.seats) == 2).seats
                assert [seat.name for seat in seats] == [NAMES[1], NAMES[2]]


@pytest.mark.long
def test_a_broker_that_is_killed_and_comes_back(tmp_path: Path, broker: Mosquitto, room: ClubRoom) -> None:
    with club_table(tmp_path / "table", broker.port) as table:
        table.begin(2)
        shown(room, "bythewindow", lambda each: each.away is None and len(each.seats) == 2)
        broker.stop()
        wait_until(lambda: room.view.cut is not None)
        assert [seat.name for seat in room.view.tables[0].seats] == [NAMES[1], NAMES[2]]
        broker.start()
        wait_until(lambda: room.view.cut is None)
        table.set_up()
        shown(room, "bythewindow", lambda each: each.away is None and each.awaited)


@pytest.mark.long
def test_a_table_that_is_cut_off_is_away_then_cleared_and_comes_back_with_everything(
    tmp_path: Path, broker: Mosquitto, room: ClubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cable_to(broker.port) as cable, club_table(tmp_path / "table", cable.port) as table:
        table.begin(2)
        shown(room, "bythewindow", lambda each: each.away is None and len(each.seats) == 2)
        wait_until(lambda: len(held_at(broker.port)) == 10)
        cable.pull()
        away = shown(room, "bythewindow", lambda each: each.away is not None)
        assert len(away.seats) == 2
        assert len(held_at(broker.port)) == 10
        monkeypatch.setattr(heard_tables, "LEAVES_AFTER", 0.5)
        wait_until(lambda: not room.view.tables)
        wait_until(lambda: held_at(broker.port) == {})
        table.set_up()
    monkeypatch.setattr(heard_tables, "LEAVES_AFTER", 600.0)
    with club_table(tmp_path / "table", broker.port):
        back = shown(room, "bythewindow", lambda each: each.away is None and len(each.seats) == 2)
        assert [seat.name for seat in back.seats] == [NAMES[1], NAMES[2]]
        assert len(held_at(broker.port)) == 10


@pytest.mark.long
def test_a_table_that_was_cut_off_while_it_was_cleared_publishes_everything_over_its_next_link(
    tmp_path: Path, broker: Mosquitto, room: ClubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table itself was on all the time, and nothing has changed at it: the broker only took it for gone."""
    monkeypatch.setattr(heard_tables, "LEAVES_AFTER", 0.3)
    with club_table(tmp_path / "table", broker.port) as table:
        table.begin(2)
        shown(room, "bythewindow", lambda each: each.away is None and len(each.seats) == 2)
        with listening(broker.port, "club/#", user=CLUB) as hears:
            hears.say(f"{WINDOW_ROOT}/availability", b"offline", retain=True)
            wait_until(lambda: held_at(broker.port) == {})
        broker.stop()
        broker.start()
        shown(room, "bythewindow", lambda each: each.away is None and len(each.seats) == 2)


def test_a_table_that_is_on_again_is_not_cleared_by_what_was_still_to_be_cleared_when_the_link_broke(
    broker: Mosquitto, room: ClubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    topics = {f"{WINDOW_ROOT}/{kind}" for kind in ("state", "seat/1", "availability")}

    def says(availability: bytes) -> None:
        with listening(broker.port, user=WINDOW) as window:
            window.say(f"{WINDOW_ROOT}/state", state(), retain=True)
            window.say(f"{WINDOW_ROOT}/seat/1", b'{"seat": 1, "name": "Ana", "taken": true}', retain=True)
            window.say(f"{WINDOW_ROOT}/availability", availability, retain=True)

    says(b"offline")
    shown(room, "bythewindow", lambda each: each.away is not None and each.seats)
    broker.process.send_signal(signal.SIGSTOP)
    outbox = room._follower._outbox
    monkeypatch.setattr(heard_tables, "LEAVES_AFTER", 0.1)
    wait_until(lambda: outbox.on_the_way is not None)
    monkeypatch.setattr(heard_tables, "LEAVES_AFTER", 600.0)
    monkeypatch.setattr(room_follower, "PAUSES", (1.0,))  # the table is there before the club
    broker.stop()
    broker.start()
    says(b"online")
    shown(room, "bythewindow", lambda each: each.away is None and each.seats)
    wait_until(lambda: outbox.done(time.monotonic()))
    assert set(held_at(broker.port)) == topics


@pytest.mark.long
def test_a_forgotten_person_is_cleared_of_tables_that_are_off(
    tmp_path: Path, broker: Mosquitto, database: ClubDatabase, room: ClubRoom
) -> None:
    people = ClubPersons(database)
    code = people.make_cards(1)[0]
    people.take_card(code, "Ana")
    with club_table(tmp_path / "table", broker.port) as table:
        table.begin(2)
        shown(room, "bythewindow", lambda each: each.away is None and len(each.seats) == 2)
    shown(room, "bythewindow", lambda each: each.away is not None and each.seats)
    people.forget(code)
    room.look()
    assert shown(room, "bythewindow", lambda each: not each.seats).sentence == ""
    wait_until(lambda: set(held_at(broker.port)) == {f"{WINDOW_ROOT}/availability"})


@pytest.mark.long
def test_a_table_that_is_added_later_is_shown_without_another_word_of_it(
    broker: Mosquitto, database: ClubDatabase, room: ClubRoom
) -> None:
    with listening(broker.port, user=CLUB) as early:
        early.say("club/corner/1f2e3d4c/state", state(), retain=True)
        early.say(f"{WINDOW_ROOT}/state", state(), retain=True)
        shown(room, "bythewindow")
        ClubTables(database).add("Corner")
        assert shown(room, "corner").name == "Corner"
        ClubTables(database).lock_out("corner")
        wait_until(lambda: [table.id for table in room.view.tables] == ["bythewindow"])


def test_whatever_a_table_writes_the_club_follows_the_others(broker: Mosquitto, room: ClubRoom) -> None:
    with listening(broker.port, user=WINDOW) as window, listening(broker.port, user=CLUB) as club:
        for payload in (b"\xff" * 500, b"[" * 9000, b'{"phase": "playing", "awaited": ' + b"9" * 5000 + b"}"):
            for kind in ("state", "seat/1", "availability", "event", "deep/er"):
                window.say(f"{WINDOW_ROOT}/{kind}", payload, retain=True)
        for number in range(40):
            window.say(f"club/bythewindow/{number:08x}/state", state(game=f"Game {number}"), retain=True)
        club.say("club/bar/1f2e3d4c/state", state(game="Olympos"), retain=True)
        club.say("club/bar/1f2e3d4c/availability", b"online", retain=True)
        assert shown(room, "bar", lambda each: each.away is None and each.phase is not None).game == "Olympos"
        assert room.view.cut is None


@pytest.mark.long
def test_a_message_too_large_to_be_read_is_not_sent_to_the_club(tmp_path: Path, database: ClubDatabase) -> None:
    """Also by a broker that takes it: the club says how much it reads."""
    folder = tmp_path / "open"
    folder.mkdir()
    with Mosquitto(folder) as broker, listening(broker.port) as anybody:
        anybody.say(f"{WINDOW_ROOT}/state", b" " * 40_000_000, retain=True)
        with listening_club(database, broker.port) as room:
            anybody.say("club/bar/1f2e3d4c/state", state(), retain=True)
            shown(room, "bar")
            anybody.say(f"{WINDOW_ROOT}/seat/1", b" " * 20_000_000, retain=True)
            anybody.say("club/bar/1f2e3d4c/state", state(game="Olympos"), retain=True)
            shown(room, "bar", lambda each: each.game == "Olympos")
            assert room.view.cut is None


@pytest.mark.long
def test_two_hundred_tables_are_heard_at_once(broker: Mosquitto, database: ClubDatabase) -> None:
    all_are_heard(200, broker, database, CLUB)


@pytest.mark.long
def test_they_are_heard_by_a_broker_that_keeps_little_for_anybody(tmp_path: Path, database: ClubDatabase) -> None:
    """As it is without settings, Mosquitto keeps a thousand messages that are to be acknowledged, and drops others."""
    folder = tmp_path / "open"
    folder.mkdir()
    with Mosquitto(folder) as broker:
        all_are_heard(130, broker, database, None)


def all_are_heard(count: int, broker: Mosquitto, database: ClubDatabase, user: tuple[str, str] | None) -> None:
    tables = ClubTables(database)
    for number in range(count):
        tables.add(f"Table {number}")
    with listening(broker.port, "club/nothing", user=user) as all_tables:
        told = None
        for number in range(count):
            for kind in ("state", *(f"seat/{seat}" for seat in range(1, 9)), "availability"):
                seat = {"seat": int(kind[-1]), "name": "Ana", "taken": True} if "/" in kind else {}
                payload = state() if kind == "state" else b"online" if kind == "availability" else json.dumps(seat)
                told = all_tables.client.publish(f"club/table{number}/1f2e3d4c/{kind}", payload, qos=1, retain=True)
        assert told is not None
        told.wait_for_publish(20)
        with listening_club(database, broker.port) as room:
            wait_until(lambda: sum(len(table.seats) == 8 and table.away is None for table in room.view.tables) == count)
