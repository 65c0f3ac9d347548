"""A club with an event, served over plain HTTP, and its organiser's phone."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

from companion.club.events.stored.organising import (
    enter_guest,
    enter_outcome,
    round_seen,
    seating_of,
    table_seen,
    take_seating,
    void_for,
)
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.migrating import migrate_club
from tests.club.pages.club_pages import ClubPages
from tests.club.results.reports import played
from tests.serving.site_server import SiteServer

CARDS = ("Ana", "Ben", "Cleo", "Íñigo", "Lucía", "Marco", "Nuria", "Pau", "Zoë", "Bartholomew the Magnificent 3")
GUESTS = ("Wolfgang Amadeus", "Xavi", "Yolanda", "Óscar")


class EventSite:
    """``base`` is its address. Of the people in the event some have a card of the club, whose
    screens speak ``language``.
    """

    def __init__(self, folder: Path, title: str = "Autumn Cup", language: str = "en") -> None:
        self._database = ClubDatabase(f"sqlite:///{folder / 'club.db'}")
        migrate_club(self._database)
        self.club = ClubPages(self._database, language=language)
        self.id, self.code = self.club.events.add(title)
        self._server = SiteServer(self.club.app)
        self.base = self._server.base
        self.cards = dict(zip(CARDS, self.club.persons.make_cards(len(CARDS)), strict=True))
        self.people = {self.club.persons.take_card(code, name).id: name for name, code in self.cards.items()}

    @property
    def path(self) -> str:
        return f"/event/{self.id}"

    def reports(self, play: str, round_number: int, table: int) -> None:
        """A table reports by itself; who sits first wins."""
        state = self.club.events.read(self.id)
        assert state is not None
        seats = state.event.rounds[round_number - 1].tables[table - 1].seats
        points = {seat if seat in self.people else f"guest {seat}": 30 - 3 * n for n, seat in enumerate(seats)}
        self.club.reports(played(play, points))

    def fills(self, count: int) -> None:
        """So many guests take part, and the first round is taken."""
        for number in range(count):
            self.club.events.change(self.id, partial(enter_guest, typed=f"Person {number:02} Longname"))
        state = self.club.events.read(self.id)
        assert state is not None
        self.club.events.change(self.id, seating_of(state, Random(1), despite_open=False))
        self.club.events.change(self.id, lambda now: take_seating(now, round_seen(now)))

    def voids(self, number: int, table: int) -> None:
        """The organiser declares a table void."""
        void = void_for("Power cut")
        self.club.events.change(
            self.id, lambda now: enter_outcome(now, number, table, void, table_seen(now, number, table))
        )

    def close(self) -> None:
        self._server.close()
        self._database.close()
