"""Pages that want to be told of changes, and what there is to see of their streams."""

from __future__ import annotations

from msgspec import Struct

from companion.service.asking.requests import Look


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


class SeeStreamRoom(Look[StreamRoom], frozen=True):
    """Whether a page of this device could have a stream now."""

    page: OpenPage


class SeePairedScreens(Look[int], frozen=True):
    """How many table screens have a place of their own."""

    may_ask = "host"
