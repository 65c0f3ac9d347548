"""How sides, categories and rounds are called."""

from __future__ import annotations

from companion.core.wording import N_, Message, SeatName, Wording, say
from companion.games.score_sheet.state import Side

Name = SeatName | Message
"""What a sentence calls a side."""


def called(side: Side) -> Name:
    """A side within a sentence: the seat's name, or the names of the team."""
    first, *others = side.seats
    name: Name = SeatName(first)
    for seat in others[:-1]:
        name = say("{names}, {name}", names=name, name=SeatName(seat))
    return say("{names} and {name}", names=name, name=SeatName(others[-1])) if others else name


def label(side: Side) -> Message:
    """A side by itself, as a label."""
    name = called(side)
    return name if isinstance(name, Message) else say("{name}", name=name)


def seat_of(side: Side) -> int | None:
    """The seat whose colour and shape stand for the side; a team has none of its own."""
    return side.seats[0] if len(side.seats) == 1 else None


def round_name(number: int) -> Message:
    """A round as a label; 0 is the end."""
    if not number:
        return say("The end")
    return say("Round {n}", n=number)


def in_round(category: Wording, number: int) -> Wording:
    """A category as a label, with its round where there is one."""
    if not number:
        return category
    return say("{category}, round {n}", short=N_("{category} {n}"), category=category, n=number)
