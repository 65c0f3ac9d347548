"""What a playthrough file holds, line by line."""

from __future__ import annotations

from msgspec import Struct

from companion.core.boxes import Box, Learned
from companion.core.chance import By
from companion.core.errors import CompanionError
from companion.core.game import Seated


class PlaythroughError(CompanionError):
    """A playthrough cannot be read or begun. The text names file, line and what was expected."""

    def __init__(self, name: str, line: int, problem: str) -> None:
        super().__init__(f"{name}:{line}: {problem}")


class Header(Struct, frozen=True, kw_only=True):
    """What the play begins with. ``options`` are texts until the game says what they may be.

    ``at`` holds the line number of every header line by its key, ``rules`` the rules version (0: not given) and
    ``seed`` is hexadecimal, empty while the companion draws nothing.
    """

    game: str
    rules: int = 0
    seats: tuple[Seated, ...] = ()
    options: dict[str, str] = {}
    chance: dict[str, By] = {}
    box: Box = {}
    level: str = ""
    seed: str = ""
    at: dict[str, int] = {}


class Remark(Struct, frozen=True):
    """A comment or an empty line, kept as it stands."""

    line: int
    text: str


class Given(Struct, frozen=True):
    """One answer of chance in its text form: for which question, what, and where it came from."""

    key: str
    answer: str
    by: By


class Act(Struct, frozen=True):
    """What ``seat`` (0: the table) does: its answers in text form, each with or without the key
    of its question and ``=`` before it, or ``raw``, the move as JSON.

    ``chance`` is everything rolled and drawn in it; what the companion draws may be left out altogether.
    """

    line: int
    seat: int
    answers: tuple[str, ...] = ()
    raw: str = ""
    chance: tuple[Given, ...] = ()


class Correct(Struct, frozen=True):
    """Tracked numbers and facts of the box are set right by ``seat`` (0: the table), together in one step."""

    line: int
    numbers: tuple[tuple[str, int], ...]
    seat: int = 0
    facts: tuple[Learned, ...] = ()


class Undo(Struct, frozen=True):
    """The last ``steps`` are taken back by ``seat`` (0: the table)."""

    line: int
    steps: int = 1
    seat: int = 0


class Redo(Struct, frozen=True):
    """What was just taken back is put back by ``seat`` (0: the table); or entry number ``of``, taken back earlier."""

    line: int
    seat: int = 0
    of: int = 0


class Number(Struct, frozen=True):
    """Expects a tracked number to be ``value``; None stands for one that is not there yet."""

    line: int
    key: str
    value: int | None


class Refusal(Struct, frozen=True):
    """Expects that what stands before it is refused with this code and changes nothing."""

    line: int
    code: str


class Look(Struct, frozen=True):
    """Expects that ``seat`` (0: the public) sees these rows: of all widgets, or of those named by their keys."""

    line: int
    seat: int
    widgets: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


class Score(Struct, frozen=True):
    """Expects this account, as ``seat`` (0: the public) may know it."""

    line: int
    seat: int
    rows: tuple[str, ...] = ()


Deed = Act | Correct | Undo | Redo
Line = Remark | Act | Correct | Undo | Redo | Number | Refusal | Look | Score


class Playthrough(Struct, frozen=True):
    """A whole file. ``name`` is used in errors; ``remarks`` are the comments within the header."""

    name: str
    header: Header
    lines: tuple[Line, ...] = ()
    remarks: tuple[str, ...] = ()
