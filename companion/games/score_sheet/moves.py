"""What may be done on a score sheet."""

from __future__ import annotations

from msgspec import Struct


class Write(Struct, frozen=True, tag="write"):
    """A side's numbers in a category: one, or one for every kind of a set. ``round`` is 0 for the end."""

    category: str
    round: int
    numbers: tuple[int, ...]


class Ready(Struct, frozen=True, tag="done"):
    """A side has written everything it wants to and does not change it any more unless it must."""


class Give(Struct, frozen=True, tag="give"):
    """The table says who has a bonus. ``side`` is empty for nobody."""

    category: str
    round: int
    side: str = ""


class Finish(Struct, frozen=True, tag="finish"):
    """The table stops after the rounds that are complete."""


class Outright(Struct, frozen=True, tag="outright"):
    """The table says that a side has won outright."""

    side: str


class Divide(Struct, frozen=True, tag="teams"):
    """The table says who plays together: the seats of every team."""

    teams: tuple[tuple[int, ...], ...]


class Length(Struct, frozen=True, tag="rounds"):
    """The table says how many rounds are played."""

    rounds: int


SheetMove = Write | Ready | Give | Finish | Outright | Divide | Length
