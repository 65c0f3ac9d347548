"""What can be asked about sessions: choosing, beginning and resuming plays, settings, photos, the owners' boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from companion.core.boxes import Component, Fact
from companion.core.chance import ChanceSource
from companion.core.setup import OptionValue
from companion.keeping.keeping_views import Doing
from companion.service.asking.requests import PlayId, Request, Seat


class ChooseGame(Request, frozen=True):
    """Choose the game and its options; may be changed until it begins. No game takes the choice back."""

    may_ask = "host"
    game: Annotated[str, Meta(max_length=80)]
    options: Mapping[str, OptionValue] = {}
    chance: Mapping[str, ChanceSource] = {}


class BeginPlay(Request, frozen=True):
    """Begin the chosen game with ``seats`` of those who sit here (None: all of them)."""

    may_ask = "host"
    seats: frozenset[Seat] | None = None
    level: Annotated[str, Meta(max_length=40)] = ""


class PlayAgain(Request, frozen=True):
    """The same people for another play."""

    may_ask = "host"


class ResumePlay(Request, frozen=True):
    """Bring an unfinished play back."""

    may_ask = "host"
    play: PlayId


class ConcludePlay(Request, frozen=True):
    """Close a finished play for good, so that the seed of its chance is shown."""

    may_ask = "seat or host"
    play: PlayId


class KeepSheet(Request, frozen=True):
    """Put a score sheet, as TOML, among the games."""

    may_ask = "host"
    toml: str


class SetLanguage(Request, frozen=True):
    """The language of the table screen and the small displays."""

    may_ask = "host"
    language: str


class PairScreen(Request, frozen=True):
    """Give the table screen that shows this number a place of its own, as soon as it looks again."""

    may_ask = "host"
    number: str


class ForgetScreens(Request, frozen=True):
    """No table screen has a place of its own any more."""

    may_ask = "host"


class LookAfterCopies(Request, frozen=True):
    """Have a copy made, a trial restore, or damaged rows put back, soon."""

    may_ask = "host"
    doing: Doing


class TellTime(Request, frozen=True):
    """What time it is, in seconds since 1970, because this machine cannot know."""

    may_ask = "host"
    wall: float


class KeepPhoto(Request, frozen=True):
    """Keep a photo of the board, already small and plain, with the play on the table."""

    may_ask = "seat or host"
    private = frozenset({"jpeg"})
    jpeg: bytes
    size: tuple[int, int]


class RemovePhoto(Request, frozen=True):
    """Throw a photo away: the host any, others those of the play on the table."""

    may_ask = "seat or host"
    play: PlayId
    number: int


class KeepComponent(Request, frozen=True):
    """Everything the owners know of a component; what is absent nobody knows. An empty ``part`` adds one."""

    may_ask = "host"
    game: str
    kind: str
    part: str
    facts: Component


class BoxCell(Struct, frozen=True):
    """One field of one component in the table of its kind; without a ``value`` the owners' fact is forgotten.

    ``row`` is the component's key, or ``+`` and a word of the page's own for one that is not in the box yet. An empty
    ``field`` is the number of a component that is known by one.
    """

    row: str
    field: str
    value: Fact | None


class KeepCells(Request, frozen=True):
    """Cells of the table of a kind, each kept by itself: a wrong one keeps no other from being kept.

    ``page`` is a word of the table that sends them, ``number`` counts what it sends: what comes after a later one is
    not done any more, and a row that was added under a word is known again by it.
    """

    may_ask = "host"
    game: str
    kind: str
    cells: tuple[BoxCell, ...]
    page: str = ""
    number: int = 0


class DuplicateComponent(Request, frozen=True):
    """Add another component like ``part``."""

    may_ask = "host"
    game: str
    kind: str
    part: str


class RemoveComponent(Request, frozen=True):
    """Forget what the owners said of a component; one of their own is gone with it."""

    may_ask = "host"
    game: str
    kind: str
    part: str


class NameEdition(Request, frozen=True):
    """A note of which copy of the game this is; empty takes it back."""

    may_ask = "host"
    game: str
    edition: str


class LendBox(Request, frozen=True):
    """Let another table fetch what the owners entered, for a while; or no longer."""

    may_ask = "host"
    game: str
    lent: bool = True


class ImportBox(Request, frozen=True):
    """Lay a file over what is there. A file with anything wrong is refused whole and changes nothing."""

    may_ask = "host"
    game: str
    text: str
