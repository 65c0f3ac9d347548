"""Printed numbers, the moves, and the state. Everything is public."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.core.setup import MOST_SEATS
from companion.core.wording import Message, say

ROUNDS = 6
EMPIRE_ROW = {2: 4, 3: 5, 4: 6}
"""Empire cards laid out each round, by number of players; of military cards as many as there are players."""
SECOND_DECK_FROM = 4
"""The round from which empire cards come from deck B."""
TITAN_STARS = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
"""The deck that replaces a missing titan, by round."""
OPENING: dict[int, Message] = {2: say("Explore"), 3: say("Grow")}
"""The action that opens in a round; ambrosia is put on it then."""
MOST_CITIZENS_AT_REFILL = {2: 0, 3: 1, 4: 2}
"""The most citizens on an action that still gets ambrosia at the end of a round, by number of players."""
SWORD = 3
"""The price of a sword in ambrosia."""

HIGHEST_DEFENCE = 40
MOST_BANNERS = 9
MOST_AMBROSIA = 999
DECK = 0
"""The target of an attack on the open titan of a deck; else it is a seat."""

Defence = Annotated[int, Meta(ge=0, le=HIGHEST_DEFENCE)]
Banners = Annotated[int, Meta(ge=0, le=MOST_BANNERS)]


class Begin(Struct, frozen=True, tag="begin"):
    """The table says who begins the next round."""

    seat: int


class Meet(Struct, frozen=True, tag="titan"):
    """What is printed on the seat's new titan; 0 for what it leaves out."""

    defence: Defence
    banners: Banners


class Done(Struct, frozen=True, tag="done"):
    """The turn is over."""


class Pass(Struct, frozen=True, tag="pass"):
    """No more turns in this round."""


class Attack(Struct, frozen=True, tag="attack"):
    """A titan is attacked with so many swords, arrows that count, and swords ``bought`` with ambrosia."""

    target: int
    defence: Annotated[int, Meta(ge=1, le=HIGHEST_DEFENCE)]
    banners: Annotated[int, Meta(ge=1, le=MOST_BANNERS)]
    swords: Defence
    arrows: Defence
    bought: Defence


class Confront(Struct, frozen=True, tag="confront"):
    """The titan of the seat is appeased, or the dice are rolled."""

    banners: Annotated[int, Meta(ge=1, le=MOST_BANNERS)]
    appease: bool


class SetTurn(Struct, frozen=True, tag="turn"):
    """The table says whose turn it is now. Who had passed is back in."""

    seat: int


class Finish(Struct, frozen=True, tag="finish"):
    """The table ends the game here; the points are counted."""


Move = Begin | Meet | Done | Pass | Attack | Confront | SetTurn | Finish


class Beginning(Struct, frozen=True, tag="beginning"):
    """The table says who begins the round that comes."""


class Meeting(Struct, frozen=True, tag="meeting"):
    """Who has a new titan says what is printed on it; all at once."""


class Turn(Struct, frozen=True, tag="turn"):
    """It is the turn of this seat."""

    seat: int


class Confronting(Struct, frozen=True, tag="confronting"):
    """Who has a titan appeases it or rolls; all at once."""


Due = Beginning | Meeting | Turn | Confronting


class Titan(Struct):
    """A titan on a player board. ``defence`` and ``banners`` are 0 while nobody has entered them."""

    defence: Defence = 0
    banners: Banners = 0


class Player(Struct):
    """A seat. ``ambrosia`` lies on its titan. ``asked``: it has still to answer what all are asked at once."""

    seat: int
    titan: Titan | None = None
    ambrosia: Annotated[int, Meta(ge=0, le=MOST_AMBROSIA)] = 0
    passed: bool = False
    asked: bool = False


class State(Struct):
    """``players`` are clockwise; ``first`` holds the first-player token, 0 before the first round. ``round`` is 0
    before it.
    """

    players: Annotated[list[Player], Meta(max_length=MOST_SEATS)]
    agenda: list[Due]
    round: int = 0
    first: int = 0

    @property
    def seats(self) -> list[int]:
        """All seats, clockwise."""
        return [player.seat for player in self.players]

    @property
    def on_turn(self) -> int:
        """The seat whose turn it is; 0 if it is nobody's."""
        due = self.agenda[-1] if self.agenda else None
        return due.seat if isinstance(due, Turn) else 0

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have still to answer what all are asked at once."""
        return tuple(player.seat for player in self.players if player.asked)

    def player(self, seat: int) -> Player:
        """The player of a seat."""
        return next(player for player in self.players if player.seat == seat)

    def turns_ahead(self) -> list[int]:
        """Whose turns come, whose turn it is first. Who has passed is not among them."""
        first = self.on_turn or self.first
        at = self.seats.index(first) if first else 0
        ring = self.players[at:] + self.players[:at]
        return [player.seat for player in ring if not player.passed]
