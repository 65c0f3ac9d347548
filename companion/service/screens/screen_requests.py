"""What there is to see of the play on the table, as its screens show it; streams of pages that are told of changes."""

from __future__ import annotations

from msgspec import Struct

from companion.service.asking.requests import Request


class OpenPage(Struct, frozen=True):
    """A page that wants to be told of changes, at the network address ``where``.

    ``screen``: it shows the table to everybody; ``here``: on the table's own machine; ``pictures``: it also follows
    what small displays show; ``watching``: without a seat it counts among those who look on.
    """

    where: str = ""
    screen: bool = False
    here: bool = False
    pictures: bool = False
    watching: bool = False


class StreamRoom(Struct, frozen=True):
    """Whether a page could have a stream now: ``free`` if so, ``own`` if its place is kept for it."""

    free: bool
    own: bool


class AnswerBeat(Request, frozen=True):
    """Somebody is there: the answer of a page to a beat of its stream."""

    may_ask = "anyone"
