"""What there is to see of sessions: the games, earlier evenings, photos, how plays are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from companion.core.game import AnyGame
from companion.keeping.keeping_views import KeepingView
from companion.plays.score_history import ScoreHistory
from companion.service.looks import Look
from companion.service.room_views import PastChance, PastPlay, PhotoView

ExportKind = Literal["json", "text", "log", "numbers"]
"""What may be taken home of an evening; the last two are tables (CSV)."""


class SeeGames(Look[Mapping[str, AnyGame]], frozen=True):
    """All games there are, by key."""


class SeePastPlays(Look[tuple[PastPlay, ...]], frozen=True):
    """Earlier evenings, the latest first."""


class SeeFinishedPlays(Look[tuple[PastPlay, ...]], frozen=True):
    """Every evening that came to its end, the latest first."""


class SeePastPlay(Look[PastPlay | None], frozen=True):
    """One evening; None when there is no such play."""

    play: str


class SeeScoreHistory(Look[ScoreHistory], frozen=True):
    """How the visible points of one evening went; empty when there is no such play."""

    play: str


class SeeBgStatsLink(Look[str | None], frozen=True):
    """The link that hands a finished evening to BG Stats; None when that cannot be."""

    play: str
    language: str


class SeeChance(Look[PastChance | None], frozen=True):
    """What chance gave in one evening; only the promise until it is closed; None when there is no such play."""

    play: str


class ExportPlay(Look[bytes | None], frozen=True):
    """One evening as this device may know it: a seat's own secrets only in the play it sits in. None when there is no
    such play.
    """

    play: str
    language: str
    kind: ExportKind = "json"


class SeePhotos(Look[tuple[PhotoView, ...]], frozen=True):
    """The photos of a play, the newest first; by default those of the play on the table."""

    play: str = ""


class SeePhoto(Look[bytes | None], frozen=True):
    """A photo itself, as JPEG; None when there is none."""

    play: str
    number: int


class MayTakePhotos(Look[bool], frozen=True):
    """Whether this device may take photos: somebody at the table, while there is a play."""


class SeeKeeping(Look[KeepingView], frozen=True):
    """How plays are kept, as it was when that was last checked."""

    may_ask = "host"
