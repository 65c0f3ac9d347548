"""What there is to see of the play on the table, as its screens show it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.scoring import ScoreSheet
from companion.service.asking.requests import Look
from companion.service.screens.views import ScribeView, SeatView, TableView, TrackedView


class SeeTable(Look[TableView], frozen=True):
    """What everybody sees."""


class SeeSeat(Look[SeatView], frozen=True):
    """The page of the seat this device may act for."""

    may_ask = "seat"


class SeeScribe(Look[ScribeView], frozen=True):
    """What whoever writes for everybody sees."""

    may_ask = "host"


class SeeScore(Look[ScoreSheet | None], frozen=True):
    """The account so far, as this device may know it; None without a play."""


class SeeNumbers(Look[tuple[TrackedView, ...]], frozen=True):
    """Every tracked number this device may see."""


class SeePublicNumbers(Look[tuple[TrackedView, ...]], frozen=True):
    """Every tracked number that everybody may see."""


class SeeNames(Look[Mapping[int, str]], frozen=True):
    """The names of those at the table, by seat."""


class SeeChosenGame(Look[str], frozen=True):
    """The key of the game that was chosen, or is played; empty before."""
