"""What a table has published, read with care: anybody who knows a table's password can write anything there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

import msgspec
from msgspec import Struct

from companion.core.setup import SEATS
from companion.locale import LANGUAGES, speaker
from companion.service.play.play_views import Phase

LARGEST = 16 * 1024
"""Bytes of a message that is looked at."""
LONGEST_NAME, LONGEST_GAME, LONGEST_SENTENCE = 40, 60, 200
"""Signs that are shown."""
AVAILABILITY, STATE = "availability", "state"
KINDS = (AVAILABILITY, STATE, *(f"seat/{seat}" for seat in SEATS))
"""What a table retains, in the order in which it is to be cleared: ``availability`` is what a table that comes back
publishes last, so that nothing it says then is cleared after it.
"""
ROOT = re.compile(r"[0-9a-z]{1,24}/[0-9a-f]{8}")
"""The table's id in the club, and the one in its own topics."""


class TopicParts(Struct, frozen=True):
    """A topic of a table: the table's id in the club, the ``root`` of its topics, and which one of ``KINDS`` it is."""

    table: str
    root: str
    kind: str

    @property
    def seat(self) -> int:
        """The number of the seat; 0 where it is about the whole table."""
        return int(self.kind[-1]) if self.kind.startswith("seat/") else 0


class ToldClock(Struct, frozen=True):
    """What of the clocks is shown."""

    paused: bool = False


class ToldState(Struct, frozen=True):
    """What a table says of itself; see ``PublishedTable``, of which an older table knows less."""

    phase: Phase
    game: str = ""
    sentence: str = ""
    awaited: tuple[int, ...] = ()
    clock: ToldClock | None = None
    since: int | None = None
    next_game: str = ""
    free: int | None = None


class ToldSeat(Struct, frozen=True):
    """What it says of a seat. ``name`` is empty for "Seat 3" in any language."""

    seat: int
    name: str = ""
    taken: bool = False


_states = msgspec.json.Decoder(ToldState)
_seats = msgspec.json.Decoder(ToldSeat)
BROKEN = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What is raised at JSON that is none, or another than is expected."""


def topic_parts(base: str, topic: str) -> TopicParts | None:
    """The parts of a topic under ``base``; None for one that no table retains."""
    if not topic.startswith(f"{base}/"):
        return None
    first, second, kind = [*topic[len(base) + 1 :].split("/", 2), "", ""][:3]
    root = f"{first}/{second}"
    return TopicParts(first, f"{base}/{root}", kind) if kind in KINDS and ROOT.fullmatch(root) else None


def read_state(payload: bytes) -> ToldState | None:
    """None for what no table publishes."""
    try:
        told = _states.decode(payload) if len(payload) <= LARGEST else None
    except BROKEN:
        return None
    if told is None:
        return None
    return msgspec.structs.replace(
        told,
        game=plain(told.game, LONGEST_GAME),
        next_game=plain(told.next_game, LONGEST_GAME),
        sentence=plain(told.sentence, LONGEST_SENTENCE),
        awaited=tuple(sorted({0, *SEATS}.intersection(told.awaited))),
        free=told.free if told.free is not None and 0 <= told.free <= len(SEATS) else None,
    )


def read_seat(payload: bytes, seat: int) -> ToldSeat | None:
    """What is told of this seat; None for what no table publishes."""
    try:
        told = _seats.decode(payload) if len(payload) <= LARGEST else None
    except BROKEN:
        return None
    if told is None or told.seat != seat:
        return None
    name = plain(told.name, LONGEST_NAME)
    return ToldSeat(seat, "" if name in _numbered(seat) else name, told.taken)


def plain(text: str, longest: int) -> str:
    """A text on one line without signs that cannot be seen, which could turn what stands beside it around."""
    shown = "".join(_visible(text[: 4 * longest]))
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else shown[: longest - 1].rstrip() + "…"


def _visible(text: str) -> Iterable[str]:
    return (sign if sign.isprintable() else " " for sign in text)


@cache
def _numbered(seat: int) -> set[str]:
    return {speaker(language, {}).name(seat) for language in LANGUAGES}
