"""Texts for sides, categories, rounds and entries."""

from __future__ import annotations

from companion.core.wording import N_, Message, SeatName, Wording, listed, say, say_n
from companion.games.score_sheet.sheet import AnyCategory, Outcome
from companion.games.score_sheet.state import Side

Name = SeatName | Message
"""The name of a side within a sentence."""


def called(side: Side) -> Name:
    """The name of a side within a sentence: of its seat, or of all seats of a team."""
    names = [SeatName(seat) for seat in side.seats]
    return names[0] if len(names) == 1 else listed(names)


def label(side: Side) -> Message:
    """The name of a side as a label."""
    name = called(side)
    return name if isinstance(name, Message) else say("{name}", name=name)


def seat_of(side: Side) -> int | None:
    """The seat whose colour and shape mark the side; None for a team."""
    return side.seats[0] if len(side.seats) == 1 else None


def in_round(name: Wording, number: int, brief: Wording | None = None) -> Wording:
    """The label of a category or kind, with its round if there is one. ``brief`` is its name on small displays."""
    if not number:
        return name
    return say("{category}, round {n}", short=N_("{brief} {n}"), category=name, brief=brief or name, n=number)


def has_words(side: Side, bonus: Wording, points: int) -> Message:
    """The words that a side has a bonus."""
    seats = len(side.seats)
    return say_n(
        "{who} has {category}: {points}",
        "{who} have {category}: {points}",
        seats,
        who=called(side),
        category=bonus,
        points=points,
    )


def outright_words(side: Side) -> Message:
    """The words that a side wins outright."""
    return say_n("{who} wins outright.", "{who} win outright.", len(side.seats), who=called(side))


def lost_words(outcome: Outcome) -> Message:
    """The words that all have lost together."""
    return say("Lost together: {what}", short=N_("Lost: {what}"), what=outcome.name)


def sum_words(category: AnyCategory, numbers: int, wanted: int) -> Message:
    """The words for numbers with a wrong sum."""
    return say("{category}: {n} in all, and there are {wanted}", category=category.name, n=numbers, wanted=wanted)


def change_words(category: AnyCategory) -> Message:
    """The label of the option to change an entry or a bonus."""
    return say("Change {category}", short=N_("{brief}"), category=category.name, brief=category.brief)
