"""What is stored comes to the room at once; what is stored in a row, with rests between the looks at the database."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise

import pytest

from companion.club.live_room import club_watch
from companion.club.live_room.club_watch import ClubWatch
from companion.club.live_room.room_follower import RoomFollower
from companion.club.persons.club_persons import ClubPersons
from companion.club.results.received_results import ReceivedResults
from companion.club.results.result_views import ResultViews
from companion.club.storage.club_database import ClubDatabase
from companion.club.tables.club_tables import ClubTables
from tests.club.live_room.club_broker import club_settings
from tests.club.results.reports import digest, played
from tests.mqtt.mosquitto import wait_until

REST = 0.2


class TimedWatch(ClubWatch):
    """``looks`` are the times at which a look began and was over."""

    looks: list[tuple[float, float]]

    def look(self) -> None:
        began = time.monotonic()
        super().look()
        self.looks.append((began, time.monotonic()))


@pytest.fixture
def watch(database: ClubDatabase, monkeypatch: pytest.MonkeyPatch) -> Iterator[TimedWatch]:
    """It looks by itself once in an hour, after the first time."""
    monkeypatch.setattr(club_watch, "EVERY", 3600.0)
    monkeypatch.setattr(club_watch, "REST", REST)
    follower = RoomFollower(club_settings(1), lambda: None)
    watch = TimedWatch(ClubTables(database), ClubPersons(database), ResultViews(database), follower, lambda: None)
    watch.looks = []
    with closing(watch):
        watch.start()
        yield watch


def test_it_rests_between_looks_and_sees_the_last_result(database: ClubDatabase, watch: TimedWatch) -> None:
    received = ReceivedResults(database, lambda: 0.0)
    olive = ClubTables(database).add("Olive")[0].id
    number = 0
    while len(watch.looks) < 4:
        number += 1
        report = played(f"p{number}", {"guest1": 3, "guest2": 7})
        received.store(olive, report, digest(report))
        watch.wake()
    wait_until(lambda: watch.results and watch.results[0].number == number)
    assert all(later[0] - before[1] >= 0.9 * REST for before, later in pairwise(watch.looks[:]))


def test_after_a_rest_it_looks_at_once(watch: TimedWatch, monkeypatch: pytest.MonkeyPatch) -> None:
    time.sleep(2 * REST)
    monkeypatch.setattr(club_watch, "REST", 3600.0)
    watch.wake()
    wait_until(lambda: len(watch.looks) == 2, 5)


def test_it_ends_at_once_while_it_rests(watch: TimedWatch, monkeypatch: pytest.MonkeyPatch) -> None:
    time.sleep(2 * REST)
    monkeypatch.setattr(club_watch, "REST", 3600.0)
    watch.wake()
    wait_until(lambda: len(watch.looks) == 2, 5)
    began = time.monotonic()
    watch.close()
    assert time.monotonic() - began < 5
