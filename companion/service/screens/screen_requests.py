"""What there is to see of the play on the table, as its screens show it; streams of pages that are told of changes."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.core.scoring import ScoreSheet
from companion.core.widgets import AnyWidget
from companion.core.wording import Message
from companion.service.asking.requests import Look, Request
from companion.service.screens.views import ScribeView, SeatView, TableView, TrackedView
from companion.service.seats.seats_state import Gathering


class SeeTable(Look[TableView], frozen=True):
    """What everybody sees."""


class SeeSeat(Look[SeatView], frozen=True):
    """The page of the seat this device may act for."""

    may_ask = "seat"


class SeeScribe(Look[ScribeView], frozen=True):
    """What whoever writes for everybody sees."""

    may_ask = "admin"


class SeeScore(Look[ScoreSheet | None], frozen=True):
    """The account so far, as this device may know it; None without a play."""


class SeeNumbers(Look[tuple[TrackedView, ...]], frozen=True):
    """Every tracked number this device may see."""


class SeePublicNumbers(Look[tuple[TrackedView, ...]], frozen=True):
    """Every tracked number that everybody may see."""


class SeeOnPaper(Look[tuple[AnyWidget, ...]], frozen=True):
    """What everybody sees that no cardboard shows, for the printed sheet."""


class SeeNames(Look[Mapping[int, str]], frozen=True):
    """The names of those at the table, by seat."""


class SeeWarning(Look[Message | None], frozen=True):
    """What every page says while the evening is at stake: a full disk, a damaged file."""


class SeeChosenGame(Look[Gathering], frozen=True):
    """The people at the table and the game they sit here for: the chosen one, or the one that is played. Options and
    chance are those that somebody chose; after a play, those it was begun with.
    """


class SeeGameBegunLast(Look[str], frozen=True):
    """The key of the game that was begun last on this table; empty before the first."""


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

    may_ask = "admin"


class AnswerBeat(Request, frozen=True):
    """Somebody is there: the answer of a page to a beat of its stream."""

    may_ask = "anyone"
