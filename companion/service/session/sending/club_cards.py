"""Cards of the club at this table: whoever sits here shows one, and nobody else learns of it.

The code of a card is as secret as a password. It stays here until the club has said whose card it is, and is never
shown: a seat sees only how its own card stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.log.card_codes import NOT_A_CODE, read_card_code
from companion.plays.log.due_reports import DueReports
from companion.plays.log.seat_cards import SeatCard
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply, Request, Seat
from companion.service.asking.sender import Handlers, Sender
from companion.service.seats.cards_at_seats import CardsAtSeats
from companion.service.seats.rate_limit import RateLimits

TRIES, WINDOW = 6, 600.0
"""Cards that a seat may show, and the seconds in which they count: the club is not to be asked about guesses."""


CardState = Literal["none", "asked", "known", "unknown", "twice", "left"]
"""No card; one the club was not asked about yet; one that counts; one that is nobody's; one whose owner is shown at
another seat too; the play is over, and was played by somebody who has gone.
"""


class CardView(Struct, frozen=True):
    """How the card of a ``seat`` stands; 0 where the device has none in front of it. ``over``: the play is."""

    seat: int = 0
    state: CardState = "none"
    over: bool = False


class ShowCard(Request, frozen=True):
    """Let the play count for whoever has this card: its code, or the address that its QR code opens."""

    may_ask = "seat"
    private = frozenset({"code"})
    seat: Seat
    code: Annotated[str, Meta(max_length=200)]


class RemoveCard(Request, frozen=True):
    """Be a guest again."""

    may_ask = "seat"
    seat: Seat


class ClubCards:
    """``reports`` says whether the admin lets the table report; ``changed`` is told that a seat has another card."""

    def __init__(self, cards: CardsAtSeats, reports: DueReports, clock: Clock, changed: Callable[[], None]) -> None:
        self._cards = cards
        self._reports = reports
        self._changed = changed
        self._tries = RateLimits(clock, TRIES, WINDOW)

    def handlers(self) -> Handlers:
        return {ShowCard: self._show, RemoveCard: self._remove}

    @property
    def taken(self) -> bool:
        """Whether cards count at this table: its admin lets it report to a club."""
        return self._reports.collecting

    def _show(self, sender: Sender, request: ShowCard) -> Reply:
        """Take a card. Mistyped codes are told by their check signs, and the club is not asked about them."""
        seat = self._own(sender, request.seat)
        if not self._reports.collecting:
            raise Refused("no-cards", say("This table reports to no club, so that no card counts here."))
        if self._cards.was_left(seat):
            raise Refused("card-late", say("That play was somebody else's. Show your card for the next one."))
        code = read_card_code(request.code)
        if code is None:
            raise Refused("no-card", NOT_A_CODE)
        self._tries.take(seat)
        if any(card.code == code for other, card in self._cards.all().items() if other != seat):
            raise Refused("card-elsewhere", say("This card is shown at another seat. Take it away there first."))
        self._cards.show(seat, code)
        self._changed()
        return Reply()

    def _remove(self, sender: Sender, request: RemoveCard) -> Reply:
        seat = self._own(sender, request.seat)
        if not self._cards.was_left(seat):
            self._cards.remove(seat)
            self._changed()
        return Reply()

    def _own(self, sender: Sender, seat: int) -> int:
        """The seat that a page was opened for: on a shared phone, another one may be in front by now."""
        if sender.actor.seat != seat:
            raise Refused("not-yours", say("This phone is in other hands now. Open the page of your seat again."))
        return seat

    def view(self, seat: int) -> CardView | None:
        """How the card of ``seat`` stands, 0: a device without one; None where the table reports to no club."""
        if not self._reports.collecting:
            return None
        if not seat:
            return CardView()
        if self._cards.was_left(seat):
            return CardView(seat, "left", over=True)
        return CardView(seat, _state(self._cards.all(), seat), self._cards.is_over)


def _state(cards: dict[int, SeatCard], seat: int) -> CardState:
    card = cards.get(seat)
    if card is None:
        return "none"
    if card.is_asked:
        return "asked"
    if not card.person:
        return "unknown"
    return "twice" if any(other != seat and each.person == card.person for other, each in cards.items()) else "known"
