"""What can be asked about sessions: choosing, beginning and resuming plays, settings, photos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

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
    """Begin the chosen game with ``seats`` of those who sit here (None: all of them). Whoever hosts the evening begins
    with all: the phones of those left out lose their seats.
    """

    may_ask = "host"
    seats: frozenset[Seat] | None = None
    level: Annotated[str, Meta(max_length=40)] = ""


class PlayAgain(Request, frozen=True):
    """The same people for another play. Only a host with the PIN puts one away that is not over."""

    may_ask = "host"


class ReadPrint(Request, frozen=True):
    """Take a code of a printed sheet, as a camera reads it: a whole address, or only what stands at its end. It counts
    for the table where the device has a seat or is an admin's; another device holds one print of its own, until it
    sits down.
    """

    may_ask = "anyone"
    private = frozenset({"text"})
    text: Annotated[str, Meta(max_length=3000)]


class BeginFromPrint(Request, frozen=True):
    """Begin the play whose printed codes were all read."""

    may_ask = "host"


class ResumePlay(Request, frozen=True):
    """Bring an unfinished play back."""

    may_ask = "admin"
    play: PlayId


class ConcludePlay(Request, frozen=True):
    """Close a finished play for good, so that the seed of its chance is shown."""

    may_ask = "seat or admin"
    play: PlayId


class KeepSheet(Request, frozen=True):
    """Put a score sheet, as TOML, among the games."""

    may_ask = "admin"
    toml: str


class SetLanguage(Request, frozen=True):
    """The language of the table screen and the small displays."""

    may_ask = "host"
    language: str


class PairScreen(Request, frozen=True):
    """Give the table screen that shows this number a place of its own, as soon as it looks again."""

    may_ask = "admin"
    number: str


class ForgetScreens(Request, frozen=True):
    """No table screen has a place of its own any more."""

    may_ask = "admin"


class LookAfterCopies(Request, frozen=True):
    """Have a copy made, a trial restore, or damaged rows put back, soon."""

    may_ask = "admin"
    doing: Doing


class TellTime(Request, frozen=True):
    """What time it is, in seconds since 1970, because this machine cannot know."""

    may_ask = "admin"
    wall: float


class KeepPhoto(Request, frozen=True):
    """Keep a photo of the board, already small and plain, with the play on the table."""

    may_ask = "seat or admin"
    private = frozenset({"jpeg"})
    jpeg: bytes
    size: tuple[int, int]


class RemovePhoto(Request, frozen=True):
    """Throw a photo away: the host any, others those of the play on the table."""

    may_ask = "seat or admin"
    play: PlayId
    number: int
