"""What there is to see of sessions: games, earlier evenings, photos, how plays are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from companion.core.game import AnyGame, Colour
from companion.core.scoring import ScoreSheet
from companion.core.wording import Message, Wording
from companion.keeping.keeping_views import KeepingView
from companion.plays.reports.fairness import StreamBlock
from companion.plays.reports.score_history import ScoreHistory
from companion.service.asking.requests import Look
from companion.service.play.play_views import PhotoView
from companion.service.session.play_records import Statistics

ExportKind = Literal["json", "text", "log", "numbers"]
"""What may be taken home of an evening; the last two are tables (CSV)."""


class PastPlay(Struct, frozen=True):
    """An evening of the past as everybody may see it. ``wall`` is when it began, if that was known. A ``damaged`` one
    has no score, because what it would be counted from cannot be read. ``colours`` are those of sides that seats wore.
    ``gone``: its game is not here, ``unread``: the version that is here cannot read or count it. Of both is known what
    was kept when it ended.
    """

    id: str
    game: str
    title: Wording
    names: dict[int, str]
    status: str
    wall: float | None
    score: ScoreSheet | None = None
    damaged: bool = False
    colours: Mapping[int, Colour] = {}
    gone: bool = False
    unread: bool = False


class PastDraw(Struct, frozen=True):
    """One thing that chance gave: in which entry, for whom (0: the table), what for, what came, and from which blocks
    of the stream; none where it was taken from cardboard.
    """

    entry: int
    seat: int
    prompt: Message
    answer: Wording
    spins: tuple[StreamBlock, ...]


class PastFaces(Struct, frozen=True):
    """How often each answer came to one kind of question, and how often each would if all came evenly."""

    prompt: Message
    counts: tuple[tuple[str, int], ...]
    expected: float


class PastChance(Struct, frozen=True):
    """The chance of one evening. Until it is closed for good there is only ``commitment``, the hash of the seed.

    ``over`` plays may be closed. ``gaps`` counts the steps whose draws cannot be read.
    """

    id: str
    title: Wording
    names: dict[int, str]
    commitment: str
    seed: str = ""
    draws: tuple[PastDraw, ...] = ()
    shares: tuple[PastFaces, ...] = ()
    whole: bool = True
    gaps: int = 0
    over: bool = False


class PrintReading(Struct, frozen=True):
    """How far a printed position has been read. Of ``count`` codes of the public sheet those in ``missing`` (from 1)
    were not read, and of the own sheets those of ``sheets``; ``seats`` are all that have one. When ``whole``, it is
    known which ``title`` it is, and the ``people``: seat and name. ``apart``: it is what this device alone has read,
    which has no seat.
    """

    count: int = 0
    missing: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    sheets: tuple[int, ...] = ()
    title: Wording | None = None
    people: tuple[tuple[int, str], ...] = ()
    problem: Message | None = None
    apart: bool = False

    @property
    def begun(self) -> bool:
        """Whether a code was read."""
        return bool(self.count or self.seats)

    @property
    def whole(self) -> bool:
        """Whether a play can begin from it."""
        return self.title is not None


class PrintedCodes(Struct, frozen=True):
    """The codes for the sheets of the position on the table: of the public sheet, and of the own one of who looks.
    ``seats`` are those without whose own sheets it cannot be read. None at all without a play that goes on.
    """

    public: tuple[str, ...] = ()
    own: str = ""
    seats: tuple[int, ...] = ()


class SeePrintReading(Look[PrintReading], frozen=True):
    """How far a printed position has been read here."""


class SeePrintTrial(Look[bool], frozen=True):
    """Whether the printed position that was read can be gone on with: tried by the thread that looks, which may take
    seconds. False also where none is whole.
    """

    may_ask = "host"


class SeePrintedCodes(Look[PrintedCodes], frozen=True):
    """The codes to print."""


class SeeGames(Look[Mapping[str, AnyGame]], frozen=True):
    """All games there are, by key."""


class SeePastPlays(Look[tuple[PastPlay, ...]], frozen=True):
    """Earlier evenings, the latest first."""


class SeeStatistics(Look[Statistics], frozen=True):
    """What all evenings that came to their end add up to."""


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


class SeeLanguage(Look[str], frozen=True):
    """The language of the table screen and the small displays."""


class SeeKeeping(Look[KeepingView], frozen=True):
    """How plays are kept, as it was when that was last checked."""

    may_ask = "admin"
