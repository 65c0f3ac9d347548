"""How sides, categories and rounds are called."""

from __future__ import annotations

from companion.core.wording import N_, Message, SeatName, Wording, say, say_n
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


def has_words(side: Side, bonus: Wording, points: int) -> Message:
    """That a side has a bonus."""
    seats = len(side.seats)
    return say_n(
        "{who} has {category}: {points}",
        "{who} have {category}: {points}",
        seats,
        who=called(side),
        category=bonus,
        points=points,
    )


def wins_words(side: Side, points: int) -> Message:
    """That a side has won."""
    seats = len(side.seats)
    return say_n("{who} wins with {points}.", "{who} win with {points}.", seats, who=called(side), points=points)


def outright_words(side: Side) -> Message:
    """That a side has won at once, whatever the points."""
    return say_n("{who} wins outright.", "{who} win outright.", len(side.seats), who=called(side))
