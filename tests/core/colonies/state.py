"""What a play holds, what a seat may do, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.core.secrecy import Sealed
from companion.core.wording import Message, say, say_n

WIDTH, HEIGHT = 3, 2
MOST_SHIPS, MOST_CARGO = 4, 2
OMEN_DICE, FACES = 2, 6
TURNS = (((0, 0), (1, 0)), ((0, 0), (0, 1)))
"""A field of two squares, lying and standing."""

Phase = Literal["load", "found", "hide"]
Goods = Literal["wine", "oil", "grain"]
GOODS: dict[Goods, Message] = {"wine": say("Wine"), "oil": say("Oil"), "grain": say("Grain")}


class Colony(Struct, frozen=True):
    """A colony: ``harbour`` is a square of the sea, ``field`` a way to lie on it, ``omen`` what two dice showed."""

    name: str
    goods: Goods
    cargo: tuple[Goods, ...]
    harbour: str
    field: str
    men: int
    omen: tuple[int, ...]
    walled: bool


class State(Struct):
    """``due``: whose turn it is, and what of it; none at the end."""

    seats: list[int]
    ships: dict[int, int]
    founded: dict[int, list[Colony]]
    hidden: dict[int, Sealed[list[Colony]]]
    due: tuple[int, Phase] | None


class Load(Struct, frozen=True, tag="load"):
    """Load so many ships."""

    ships: Annotated[int, Meta(ge=1, le=MOST_SHIPS)]


class Leave(Struct, frozen=True, tag="leave"):
    """No more ships are loaded."""


class Found(Struct, frozen=True, tag="found"):
    colony: Colony


class Hide(Struct, frozen=True, tag="hide"):
    """Found a colony in secret."""

    colony: Colony


Move = Load | Leave | Found | Hide


def load_reason(state: State, seat: int, ships: int) -> Message | None:
    left = MOST_SHIPS - state.ships[seat]
    return None if ships <= left else say_n("There is only {n} ship left.", "There are only {n} ships left.", left)


def colony_reason(colony: Colony) -> Message | None:
    """Why there is no such colony, wherever it lies. Its questions offer none of these."""
    if colony.goods in colony.cargo or len(set(colony.cargo)) < len(colony.cargo) or len(colony.cargo) > MOST_CARGO:
        return say("They do not bring that.")
    if not 1 <= colony.men <= men_for(colony.cargo):
        return say("So many men do not come.")
    if len(colony.omen) != OMEN_DICE or not all(1 <= face <= FACES for face in colony.omen):
        return say("No dice show that.")
    return None


def men_for(cargo: Sequence[Goods]) -> int:
    return 2 + len(cargo)


def harbour_reason(state: State, square: str) -> Message | None:
    """Only for what everybody sees: two that are founded in secret may lie side by side."""
    taken = any(colony.harbour == square for colonies in state.founded.values() for colony in colonies)
    return say("There is a harbour already.", short="A harbour is there") if taken else None
