"""Everything a saved play holds, and what it waits for."""

from __future__ import annotations

from msgspec import Struct


class Turn(Struct, frozen=True, tag="turn"):
    """A seat takes from the pot."""

    seat: int


class Player(Struct):
    """What a seat has."""

    seat: int
    coins: int = 0


class State(Struct):
    """One play. ``agenda`` is a stack: its last item is what the table waits for."""

    players: list[Player]
    pot: int
    agenda: list[Turn]

    def player(self, seat: int) -> Player:
        return next(player for player in self.players if player.seat == seat)

    def after(self, seat: int) -> int:
        """The seat to the left of ``seat``."""
        seats = [player.seat for player in self.players]
        return seats[(seats.index(seat) + 1) % len(seats)]
