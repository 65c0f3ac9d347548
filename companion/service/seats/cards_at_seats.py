"""Cards of a club at the seats of the play on the table: a card belongs to whoever showed it, and goes with them."""

from __future__ import annotations

from companion.core.setup import MOST_SEATS
from companion.plays.log.log import Log
from companion.plays.log.seat_cards import SeatCard
from companion.service.play.running_play import RunningPlay
from companion.service.seats.seats_state import SeatsState
from companion.service.table_state import Part

LEFT = "cards-left:"
"""Prefix of the play's id in the settings: the seats that were left when it was over."""


class CardsAtSeats:
    """What becomes of cards when people sit down, change seats and leave. Methods raise ``LogError``.

    The card of a play that is over stays with it when its owner leaves: that play counts for whoever played it. Whoever
    sits there then can neither see nor change it, and it does not go along to the next play. Any thread may read.
    """

    def __init__(self, part: Part[SeatsState], running: RunningPlay, log: Log) -> None:
        self._part = part
        self._running = running
        self._log = log

    @property
    def play(self) -> str:
        """The play that cards are shown for: the one on the table, or the next one."""
        return self._part.now.gathering.play_id

    @property
    def is_over(self) -> bool:
        return self._running.now.phase == "over"

    def all(self) -> dict[int, SeatCard]:
        """The cards of this play, by seat."""
        return self._log.seat_cards.of_play(self.play)

    def was_left(self, seat: int) -> bool:
        """Whether the play is over, and whoever played it at this seat has gone since."""
        return self.is_over and seat in self._left(self.play)

    def show(self, seat: int, code: str) -> None:
        """A card is shown at a seat, in place of the one before."""
        self._log.seat_cards.put(self.play, seat, SeatCard(code=code))

    def remove(self, seat: int) -> None:
        """Whoever sits there is a guest again, also in the report of a play that has ended."""
        if seat in self.all():
            self._log.seat_cards.remove(self.play, seat)

    def leaves(self, seat: int) -> None:
        """Whoever sits there leaves, or somebody else comes in their place."""
        if not self.is_over:
            self.remove(seat)
        elif self._log.due_reports.collecting and not self.was_left(seat):
            self._log.settings.put(LEFT + self.play, sorted({*self._left(self.play), seat}))

    def arrives(self, seat: int) -> None:
        """A phone is new at a seat that nobody held: a card that lies there is somebody else's."""
        if not self.is_over:
            self.remove(seat)

    def moves(self, seat: int, to: int) -> None:
        """Somebody sits down at another seat before a play, and takes the card along."""
        self._log.seat_cards.move(self.play, seat, to)

    def carry(self, play: str, to: str) -> None:
        """The people of one play are those of the next, but for those who have left."""
        self._log.seat_cards.carry(play, to, but=self._left(play))

    def _left(self, play: str) -> frozenset[int]:
        kept = self._log.settings.get(LEFT + play, [])
        return frozenset(seat for seat in range(1, MOST_SEATS + 1) if isinstance(kept, list) and seat in kept)
