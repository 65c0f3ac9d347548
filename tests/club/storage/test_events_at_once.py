"""Events that several people change at the same moment, and what of them is in the database."""

from __future__ import annotations

from functools import partial
from threading import Barrier, Thread

import pytest

from companion.club.events.event_rounds import TableRanks
from companion.club.events.stored.organising import enter_guest, enter_outcome, table_seen, void_for
from companion.club.events.stored.stored_events import StoredEvents
from companion.club.storage.club_database import ClubDatabase
from companion.core.errors import Refused
from tests.club.events.stored.event_room import EventRoom

FOUR = ("Ana", "Ben", "Cleo", "Dora")


@pytest.fixture
def room(database: ClubDatabase) -> EventRoom:
    return EventRoom(database)


def test_two_organisers_do_not_enter_different_outcomes_for_one_table(room: EventRoom) -> None:
    room.guests(*FOUR)
    room.seats()
    seen = table_seen(room.state, 1, 1)
    start, taken, refused = Barrier(2), [], []

    def enters(ranks: tuple[int, ...]) -> None:
        start.wait()
        try:
            room.events.change(room.id, lambda state: enter_outcome(state, 1, 1, TableRanks(ranks), seen))
            taken.append(ranks)
        except Refused as error:
            refused.append(error.code)

    threads = [Thread(target=enters, args=(ranks,)) for ranks in ((1, 2, 3, 4), (4, 3, 2, 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["stale"]
    assert room.outcome(1, 1) == TableRanks(taken[0])


def test_many_people_who_enter_at_once_are_all_in(room: EventRoom) -> None:
    start = Barrier(4)

    def enters(first: int) -> None:
        start.wait()
        for number in range(5):
            room.events.change(room.id, partial(enter_guest, typed=f"p{first}{number}"))

    threads = [Thread(target=enters, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(room.state.document.guests.values()) == sorted(f"p{n}{m}" for n in range(4) for m in range(5))
    assert room.state.version == 21


def test_what_was_stored_is_read_as_it_was(room: EventRoom, database: ClubDatabase) -> None:
    room.guests(*FOUR)
    room.seats()
    room.events.change(room.id, lambda state: enter_outcome(state, 1, 1, void_for("Cut"), table_seen(state, 1, 1)))
    again = StoredEvents(database, lambda: 0.0).read(room.id)
    assert again is not None
    assert again.document == room.state.document
