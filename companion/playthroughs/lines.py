"""Value types of the lines of a playthrough file."""

from __future__ import annotations

from msgspec import Struct

from companion.core.boxes import Box, Learned
from companion.core.chance import ChanceSource
from companion.core.errors import CompanionError
from companion.core.setup import Seated


class PlaythroughError(CompanionError):
    """A playthrough cannot be read or begun. The text names file, line and what was expected."""

    def __init__(self, name: str, line: int, problem: str) -> None:
        super().__init__(f"{name}:{line}: {problem}")


class Header(Struct, frozen=True, kw_only=True):
    """Start of the play. ``options`` are texts until matched with the game. ``at`` maps header keys to line numbers;
    ``rules`` is the rules version (0: not given); ``seed`` is hexadecimal, empty if the companion draws nothing.
    """

    game: str
    rules: int = 0
    seats: tuple[Seated, ...] = ()
    options: dict[str, str] = {}
    chance: dict[str, ChanceSource] = {}
    box: Box = {}
    level: str = ""
    seed: str = ""
    at: dict[str, int] = {}


class Remark(Struct, frozen=True):
    """Comment or empty line, kept verbatim."""

    line: int
    text: str


class Given(Struct, frozen=True):
    """One answer of chance in text form: question, answer and source."""

    key: str
    answer: str
    by: ChanceSource


class Act(Struct, frozen=True):
    """Action of ``seat`` (0: the table): answers in text form, each optionally as ``key=answer``, or ``raw``, the move
    as JSON. ``chance`` is everything rolled and drawn; what the companion draws may be omitted.
    """

    line: int
    seat: int
    answers: tuple[str, ...] = ()
    raw: str = ""
    chance: tuple[Given, ...] = ()


class Correct(Struct, frozen=True):
    """Correction of tracked numbers and box facts by ``seat`` (0: the table), in one step."""

    line: int
    numbers: tuple[tuple[str, int], ...]
    seat: int = 0
    facts: tuple[Learned, ...] = ()


class Undo(Struct, frozen=True):
    """Undo of the last ``steps`` by ``seat`` (0: the table)."""

    line: int
    steps: int = 1
    seat: int = 0


class Redo(Struct, frozen=True):
    """Redo by ``seat`` (0: the table) of the last undo, or of entry number ``of``."""

    line: int
    seat: int = 0
    of: int = 0


class Number(Struct, frozen=True):
    """Expects a tracked number to be ``value``; None: not present yet."""

    line: int
    key: str
    value: int | None


class Refusal(Struct, frozen=True):
    """Expects the line before to be refused with this code, changing nothing."""

    line: int
    code: str


class Look(Struct, frozen=True):
    """Expects the rows ``seat`` (0: the public) sees, of all widgets or of those named."""

    line: int
    seat: int
    widgets: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


class Score(Struct, frozen=True):
    """Expects this score, as ``seat`` (0: the public) may know it."""

    line: int
    seat: int
    rows: tuple[str, ...] = ()


class Pieces(Struct, frozen=True):
    """Expects these table instructions of the act before: ``SEAT: SENTENCE`` each, all that there are."""

    line: int
    rows: tuple[str, ...] = ()


Deed = Act | Correct | Undo | Redo
PlaythroughLine = Remark | Act | Correct | Undo | Redo | Number | Refusal | Look | Score | Pieces


class Playthrough(Struct, frozen=True):
    """A whole file. ``name`` is used in errors; ``remarks`` are comments in the header."""

    name: str
    header: Header
    lines: tuple[PlaythroughLine, ...] = ()
    remarks: tuple[str, ...] = ()
