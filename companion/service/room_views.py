"""What rooms give to pages, displays and the API: questions, replies, notices, lines of the log; finished values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.game import Colour
from companion.core.questions import Answer, AnyQuestion
from companion.core.scoring import ScoreSheet
from companion.core.step import LogText
from companion.core.wording import Message, Wording
from companion.plays.fairness import StreamBlock

Phase = Literal["gathering", "playing", "over"]
"""Where the table stands: people sit down, a play is on, its score stands."""


class Answered(Struct, frozen=True):
    """A question already answered in the dialogue on screen, and the answer in words."""

    prompt: Message
    answer: Wording


class Dialogue(Struct, frozen=True):
    """The question on a seat's screen. ``seat`` is for whom (0: the table). A form sends ``digest`` and ``answers``
    (those before this question) back with the new one. ``service`` names a question of the table's own (a vote).
    """

    seat: int
    question: AnyQuestion
    digest: str
    answers: list[Answer] = []
    answered: tuple[Answered, ...] = ()
    service: str = ""


class Preview(Struct, frozen=True):
    """What would happen: the words of the button, what the rules would tell, and whether a chance comes first.

    ``more`` says that a further question follows; ``refused`` why it is not possible.
    """

    act: Wording
    told: tuple[LogText, ...] = ()
    chance: bool = False
    more: bool = False
    refused: Message | None = None


class LogLine(Struct, frozen=True):
    """A line of what happened, numbered for this viewer. ``undone`` lines are struck through."""

    number: int
    told: LogText
    seat: int
    kind: str
    undone: bool = False
    marked: bool = False
    scribe: bool = False
    wall: float | None = None


class UndoOffer(Struct, frozen=True):
    """What undo would take back. ``free`` at once, ``vote`` when the table agrees; ``marked`` stays visible."""

    what: Message
    way: Literal["free", "vote"]
    marked: bool = False


class Notice(Struct, frozen=True):
    """A word for this viewer alone: a refusal, or what changed while it was looking away."""

    text: Message
    tone: Literal["plain", "good", "warning"] = "plain"


class SeatTime(Struct, frozen=True):
    """The clock of a seat: ``seconds`` left, or used where the clock only counts; it may be below zero."""

    seat: int
    seconds: float
    running: bool


class ClockView(Struct, frozen=True):
    """The turn clocks as they stood at ``since``, on the table's own count of seconds. ``table`` seconds went to the
    table's questions and to pauses.
    """

    kind: str
    down: bool
    paused: bool
    since: float
    seats: tuple[SeatTime, ...]
    table: int = 0


class PhotoView(Struct, frozen=True):
    """A photo of the board, by play and number. ``wall`` is when it was taken, if that was known."""

    play: str
    number: int
    wall: float | None
    width: int
    height: int


class Sleeper(Struct, frozen=True):
    """A seat that is awaited and was not heard of for a while. Going on without it would do what ``commits`` says, as
    long as ``stood`` is the same; it may be once ``ready``, after ``wait`` seconds of silence, unless ``why`` says what
    is in the way. ``left``: it may be said to have left.
    """

    seat: int
    commits: tuple[Message, ...]
    stood: str
    wait: int
    ready: bool
    why: Message | None = None
    left: bool = False


class Reply(Struct, frozen=True):
    """The answer to something a person did. ``notice`` is set when it was refused or needs a word.

    ``code`` is empty when it was taken, else the refusal's code.
    """

    code: str = ""
    notice: Message | None = None
    version: str = ""

    @property
    def taken(self) -> bool:
        return not self.code


def refused(refusal: Refused) -> Reply:
    """A refusal as a reply."""
    return Reply(refusal.code, refusal.message)


class PastPlay(Struct, frozen=True):
    """An evening of the past as everybody may see it. ``wall`` is when it began, if that was known. A ``damaged`` one
    has no score, because what it would be counted from cannot be read. ``colours`` are those of sides that seats wore.
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
