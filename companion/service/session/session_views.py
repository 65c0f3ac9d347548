"""What there is to see of earlier plays, and of plays on printed sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from companion.core.game import Colour
from companion.core.scoring import ScoreSheet
from companion.core.wording import Message, Wording
from companion.plays.reports.fairness import StreamBlock

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
