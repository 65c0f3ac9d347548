"""Club cards shown at seats of plays."""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec import Struct

from companion.plays.log.due_reports import DueReports
from companion.plays.storage.database import Database
from companion.plays.storage.digests import SEAT_CARDS
from companion.plays.storage.stores import Store


class SeatCard(Struct, frozen=True):
    """A card at a seat: its ``code`` until the club has identified it, then the id of the ``person``.

    With neither, the club does not know the card.
    """

    code: str = ""
    person: str = ""

    @property
    def is_asked(self) -> bool:
        """Whether the club has not yet said whose card it is."""
        return bool(self.code)


class PlayedCard(Struct, frozen=True):
    """A card with the play and seat where it was shown."""

    play: str
    seat: int
    card: SeatCard


class SeatCards(Store):
    """The cards of all plays. A change that affects the report of a play marks the report in the same transaction, so
    that both or neither are on disk.
    """

    def __init__(self, database: Database, reports: DueReports) -> None:
        super().__init__(database)
        self._reports = reports
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call ``listener``, in any thread, when there is a card to ask the club about."""
        self._listeners.append(listener)

    def put(self, play: str, seat: int, card: SeatCard) -> None:
        """Store a shown card, or the club's answer, replacing what was there."""
        with self._database.transaction():
            SEAT_CARDS.put(self._database, play, seat, card.code, card.person)
        if card.is_asked:
            self._tell()

    def answer(self, asked: PlayedCard, person: str) -> None:
        """Store the club's answer whose card it is; "" for nobody's. Does nothing if the card is no longer there."""
        with self._database.transaction():
            if self.of_play(asked.play).get(asked.seat) == asked.card:
                SEAT_CARDS.put(self._database, asked.play, asked.seat, "", person)
                self._reports.mark_within(asked.play, over=False)

    def remove(self, play: str, seat: int) -> None:
        """Remove the card: the person who sits there is a guest again."""
        with self._database.transaction():
            self._remove_within(play, seat)

    def forget(self, played: PlayedCard) -> None:
        """Like ``remove``, unless another card has been shown there meanwhile."""
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
        """The cards that the club has not yet identified."""
        return self._read("WHERE code <> '' ORDER BY rowid")

    def of_person(self, person: str) -> tuple[PlayedCard, ...]:
        """The seats at which a person's cards were shown."""
        return self._read("WHERE person = ?", person)

    def carry(self, play: str, to: str, but: Collection[int] = ()) -> None:
        """Copy the cards of one play to the same seats of the next, except the seats in ``but``."""
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
