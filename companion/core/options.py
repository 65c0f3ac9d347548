"""What may be picked: options with their prices and reasons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Literal, TypeVar, get_args

from msgspec import Struct

from companion.core.errors import not_offered
from companion.core.wording import Message, Wording

T = TypeVar("T", bound=str | int, covariant=True)


Colour = Literal["yellow", "green", "red", "purple", "blue"]
"""Colours of printed banners."""


class Amount(Struct, frozen=True):
    """A number of something: part of a price or a gain. ``icon`` is a name of the icon set."""

    n: int
    icon: str = ""
    label: Wording | None = None


class Mark(Struct, frozen=True):
    """Something printed on a card ``n`` times: an ``icon`` of the icon set, or a banner of a ``colour``."""

    label: Wording
    n: int = 1
    icon: str = ""
    colour: Colour | None = None


class Option(Struct, Generic[T], frozen=True):
    """One thing that may be picked. ``value`` is a number or a word without spaces, different for every option.

    ``reason`` says why the option is not possible now; None if it is. ``copies`` is its weight when chance picks it
    (cards of one kind in a deck; a kind that has run out stays listed with 0). ``apart`` is for an option that is
    seldom wanted and has a large effect, such as ending the play: it comes last, pages fold it away, keys ask for
    confirmation. ``colour`` is that of its piece, shown by pages as a banner. ``marks`` are printed on its card, of
    which pages draw a picture. ``plays`` are the keys of cards in the seat's hand that choose this option when tapped;
    a key equal to ``value`` need not be listed. ``certain``: this one of several options holds whatever is answered, so
    screens show it without a choice.
    """

    value: T
    label: Wording
    price: tuple[Amount, ...] = ()
    reason: Message | None = None
    hint: Wording | None = None
    act: Message | None = None
    icon: str = ""
    seat: int | None = None
    copies: int = 1
    apart: bool = False
    colour: Colour | None = None
    marks: tuple[Mark, ...] = ()
    plays: tuple[str, ...] = ()
    certain: bool = False


def colour_of(key: str) -> Colour | None:
    """The colour with this name; None if there is none."""
    return next((colour for colour in get_args(Colour) if colour == key), None)


def meant(options: Iterable[Option[T]], answer: object) -> Option[T]:
    """The option whose value is this answer. Raises ``Refused`` if there is none."""
    for option in options:
        if str(option.value) == str(answer):
            return option
    raise not_offered(answer)


def branch_reason(reasons: Iterable[Message | None], nothing: Message | None = None) -> Message | None:
    """Why none of several alternatives is possible: the first reason; None if one is possible, ``nothing`` if there are
    no alternatives. Stops at the first possible one.
    """
    first = nothing
    for n, reason in enumerate(reasons):
        if reason is None:
            return None
        if n == 0:
            first = reason
    return first
