"""An event for tests, in a database, with tables that report of it."""

from __future__ import annotations

from functools import partial
from random import Random

from sqlalchemy import insert

from companion.club.events.event_rounds import EventTable, Round
from companion.club.events.stored.event_document import EventDocument
from companion.club.events.stored.organising import (
    enter_guest,
    enter_person,
    round_seen,
    seating_of,
    table_of,
    take_seating,
)
from companion.club.events.stored.stored_events import EventState, StoredEvents
from companion.club.results.received_results import ReceivedResults
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables, persons
from tests.club.results.reports import digest, played

NOW = 1_800_000_000.0


class EventRoom:
    """The event "Autumn Cup" of a club with a table that reports."""

    def __init__(self, database: ClubDatabase, game: str = "") -> None:
        self.database = database
        self.events = StoredEvents(database, lambda: NOW)
        self.received = ReceivedResults(database, lambda: NOW)
        self.id, self.code = self.events.add("Autumn Cup", game)
        with database.writing() as connection:
            connection.execute(insert(club_tables).values(id="olive", name="Olive", token=b""))

    @property
    def state(self) -> EventState:
        found = self.events.read(self.id)
        assert found is not None
        return found

    def knows(self, *people: str) -> None:
        """They have a card, under a name with a capital letter, and take part."""
        with self.database.writing() as connection:
            for person in people:
                connection.execute(insert(persons).values(id=person, name=person.title()))
        for person in people:
            self.events.change(self.id, partial(enter_person, person=person))

    def guests(self, *names: str) -> None:
        for name in names:
            self.events.change(self.id, partial(enter_guest, typed=name))

    def seats(self, *tables: str, seed: int = 1) -> None:
        """Seat and take the next round; where ``tables`` are given, as they say: ``"ana ben cleo"``."""
        state = self.state
        self.events.change(self.id, seating_of(state, Random(seed), despite_open=True))
        if tables:
            seated = tuple(EventTable(number, tuple(each.split())) for number, each in enumerate(tables, start=1))
            self.events.change(self.id, lambda now: _proposed(now, Round(now.event.next_round, seated)))
        self.events.change(self.id, lambda now: take_seating(now, round_seen(now)))

    def reports(self, play: str, points: dict[str, int], **given: object) -> None:
        """The table reports a play, as ``played`` has it."""
        report = played(play, points, **given)  # type: ignore[arg-type]
        self.received.store("olive", report, digest(report))

    def outcome(self, number: int, table: int) -> object:
        """How a table came out, as it counts."""
        return table_of(self.state.event, number, table).outcome


def _proposed(state: EventState, seated: Round) -> EventDocument:
    return EventDocument(state.document.event, state.document.guests, state.document.after, seated)
