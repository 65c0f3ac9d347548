"""The moves of a score sheet, in the order of a play. ``round`` is 0 for entries made at the end of the play."""

from __future__ import annotations

from msgspec import Struct


class ChooseTeams(Struct, frozen=True, tag="teams"):
    """The table chooses the teams: the seats of each."""

    teams: tuple[tuple[int, ...], ...]


class ChooseRounds(Struct, frozen=True, tag="rounds"):
    """The table chooses the number of rounds."""

    rounds: int


class Write(Struct, frozen=True, tag="write"):
    """A side writes its numbers in a category: one, or one for every kind of a set."""

    category: str
    round: int
    numbers: tuple[int, ...]


class Done(Struct, frozen=True, tag="done"):
    """A side says that it has written all its entries of this stage."""


class GiveBonus(Struct, frozen=True, tag="give"):
    """The table gives a bonus to a side; empty for nobody."""

    category: str
    round: int
    side: str = ""


class Outright(Struct, frozen=True, tag="outright"):
    """The table declares a side the outright winner."""

    side: str


class Finish(Struct, frozen=True, tag="finish"):
    """The table ends the rounds; a round that is not complete does not count."""


class ComeBack(Struct, frozen=True, tag="come-back"):
    """The table lets a side that is out come back in, with the points of the highest of those that are not."""

    side: str


class EndTogether(Struct, frozen=True, tag="end-together"):
    """The table says how a cooperative game ended."""

    outcome: str


SheetMove = ChooseTeams | ChooseRounds | Write | Done | GiveBonus | Outright | Finish | ComeBack | EndTogether
