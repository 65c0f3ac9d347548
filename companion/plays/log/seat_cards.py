"""Whose card of the club was shown at which seat of which play."""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec import Struct

from companion.plays.log.due_reports import DueReports
from companion.plays.storage.database import Database
from companion.plays.storage.digests import SEAT_CARDS
from companion.plays.storage.stores import Store


class SeatCard(Struct, frozen=True):
    """A card at a seat: its ``code`` until the club has said whose it is, the id of the ``person`` from then on.

    With neither the club knows no such card.
    """

    code: str = ""
    person: str = ""

    @property
    def is_asked(self) -> bool:
        """Whether the club has still to say whose it is."""
        return bool(self.code)


class PlayedCard(Struct, frozen=True):
    """A card and where it was shown."""

    play: str
    seat: int
    card: SeatCard


class SeatCards(Store):
    """The cards of all plays. What changes the report of a play marks it in the same transaction: neither is on the
    disk without the other.
    """

    def __init__(self, database: Database, reports: DueReports) -> None:
        super().__init__(database)
        self._reports = reports
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Let somebody know, in whatever thread, that there is a card to ask about."""
        self._listeners.append(listener)

    def put(self, play: str, seat: int, card: SeatCard) -> None:
        """Store a shown card, or the club's answer, in place of what was there."""
        with self._database.transaction():
            SEAT_CARDS.put(self._database, play, seat, card.code, card.person)
        if card.is_asked:
            self._tell()

    def answer(self, asked: PlayedCard, person: str) -> None:
        """Store whose card it is, as the club says; empty: nobody's. Do nothing if the card is not there any more."""
        with self._database.transaction():
            if self.of_play(asked.play).get(asked.seat) == asked.card:
                SEAT_CARDS.put(self._database, asked.play, asked.seat, "", person)
                self._reports.mark_within(asked.play, over=False)

    def remove(self, play: str, seat: int) -> None:
        """Remove the card: the person who sits there is a guest again."""
        with self._database.transaction():
            self._remove_within(play, seat)

    def forget(self, played: PlayedCard) -> None:
        """The same, unless another card has been shown there meanwhile."""
        with self._database.transaction():
            if self.of_play(played.play).get(played.seat) == played.card:
                self._remove_within(played.play, played.seat)

    def move(self, play: str, seat: int, to: int) -> None:
        """Move a person's card, if there is one, to another seat of the play."""
        with self._database.transaction():
            card = self.of_play(play).get(seat)
            if card is not None:
                self._remove_within(play, seat)
                SEAT_CARDS.put(self._database, play, to, card.code, card.person)

    def _remove_within(self, play: str, seat: int) -> None:
        self._database.query("DELETE FROM seat_cards WHERE play = ? AND seat = ?", play, seat)
        self._reports.mark_within(play, over=False)

    def of_play(self, play: str) -> dict[int, SeatCard]:
        """The cards of a play by seat."""
        return {each.seat: each.card for each in self._read("WHERE play = ?", play)}

    def asked(self) -> tuple[PlayedCard, ...]:
        """The cards of which the club has still to say whose they are."""
        return self._read("WHERE code <> '' ORDER BY rowid")

    def of_person(self, person: str) -> tuple[PlayedCard, ...]:
        """Where somebody has played."""
        return self._read("WHERE person = ?", person)

    def carry(self, play: str, to: str, but: Collection[int] = ()) -> None:
        """Carry the cards of one play over to the same seats of the next, ``but`` not to these."""
        carried = {seat: card for seat, card in self.of_play(play).items() if seat not in but}
        with self._database.transaction():
            for seat, card in carried.items():
                SEAT_CARDS.put(self._database, to, seat, card.code, card.person)
        if any(card.is_asked for card in carried.values()):
            self._tell()

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()

    def _read(self, tail: str, *params: str) -> tuple[PlayedCard, ...]:
        rows = SEAT_CARDS.rows(self._database, tail, *params)
        return tuple(PlayedCard(play, seat, SeatCard(code, person)) for play, seat, code, person in rows)
