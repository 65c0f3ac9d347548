"""Entries and plays as rows of the file, and back."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from companion.core.boxes import Learned
from companion.core.chance import Drawn
from companion.core.game import Setup
from companion.core.secrecy import Sealed
from companion.core.step import Told
from companion.plays.database import Row
from companion.plays.digests import PLAYS, UNREADABLE
from companion.plays.entry import Entry

Status = Literal["gathering", "playing", "over"]

LIGHT = "number, base, stands_for, kind, seat, actor, move, drawn, told, nonce, revealed, marked, closed, mono, wall"
"""The columns of an entry without the state."""

PLAY = "id, game, rules_version, setup, names, seed, status, created"
_ID = re.compile("[0-9A-Za-z-]+")

_drawn = msgspec.json.Decoder(tuple[Drawn, ...])
_told = msgspec.json.Decoder(tuple[Told, ...])
_lines = msgspec.json.Decoder(tuple[msgspec.Raw, ...])
_setup = msgspec.json.Decoder(Setup)
_names = msgspec.json.Decoder(dict[int, str])


Readers = tuple[tuple[int, ...] | None, ...]
"""For each line that an entry told, the seats that may read it; None where everybody may."""


class PlayRow(Struct, frozen=True, kw_only=True):
    """A play as the list of plays has it. ``names`` are those changed since the set-up. Of a ``damaged`` one only the
    id, the names and the status are known.
    """

    id: str
    game: str
    rules_version: int
    setup: Setup
    names: dict[int, str] = {}
    seed: bytes = b""
    status: Status = "gathering"
    created: float | None = None
    damaged: bool = False


class StateRow(Struct, frozen=True):
    """A stored state: JSON, and the version of the rules that wrote it. ``vouched`` is false where the row is older
    than its digest.
    """

    rules_version: int
    raw: bytes
    vouched: bool = True


class Record(Struct, frozen=True, kw_only=True):
    """Everything that goes on disk with an entry. ``state`` is None for an undo or redo: it stands for another's.

    ``position`` counts the blocks of chance spent by then; ``status`` is the play's after it; ``requests`` are the
    nonces and contents of what was taken since the entry before.
    """

    entry: Entry
    rules_version: int
    position: int
    state: bytes | None
    status: Status
    learned: tuple[Learned, ...] = ()
    requests: tuple[tuple[str, str], ...] = ()


def play_of(row: Row) -> PlayRow:
    """From the columns ``PLAY``, and after them the digest and the rowid."""
    identity, game, version, setup, names, seed, status, created, digest, place = row
    if PLAYS.holds((identity, game, version, setup, seed, created), digest):
        with suppress(msgspec.DecodeError, TypeError):
            return PlayRow(
                id=identity,
                game=game,
                rules_version=version,
                setup=_setup.decode(setup),
                names=_known_names(names),
                seed=bytes(seed),
                status=_known_status(status),
                created=created,
            )
    return PlayRow(
        id=identity if isinstance(identity, str) and _ID.fullmatch(identity) else f"row-{place}",
        game="",
        rules_version=0,
        setup=Setup(()),
        names=_known_names(names),
        status=_known_status(status),
        damaged=True,
    )


def _known_names(names: Any) -> dict[int, str]:
    """No digest covers names: what cannot be read is left out, and those of the set-up are shown."""
    try:
        return _names.decode(names)
    except (msgspec.DecodeError, UnicodeEncodeError, TypeError):
        return {}


def _known_status(status: Any) -> Status:
    """No digest covers the status: where it cannot be read the play is taken for one that is on."""
    return status if status in get_args(Status) else "playing"


def entry_of(row: Row) -> Entry:
    """From the columns ``LIGHT``."""
    number, base, stands_for, kind, seat, actor, move, drawn, told, nonce, revealed, marked, closed, mono, wall = row
    return Entry(
        number=number,
        base=base,
        stands_for=stands_for,
        kind=kind,
        seat=seat,
        actor=actor,
        move=move,
        drawn=_drawn.decode(drawn) if drawn != "[]" else (),
        told=_told.decode(told) if told != "[]" else (),
        nonce=nonce,
        revealed=bool(revealed),
        marked=bool(marked),
        closed=bool(closed),
        mono=mono,
        wall=wall,
    )


def readers_of(told: tuple[Told, ...]) -> Readers:
    """Who may read these lines."""
    return tuple(line.to if isinstance(line, Sealed) and not line.revealed else None for line in told)


def readers_in(told: Any) -> Readers:
    """The same from the column ``told``, without reading lines that are for everybody. What cannot be read is one line
    that everybody is shown: that something is damaged.
    """
    try:
        if '"sealed"' in told:
            return readers_of(_told.decode(told))
        return (None,) * len(_lines.decode(told))
    except UNREADABLE:
        return (None,)


def row_of(record: Record) -> list[Any]:
    """The values of ``LIGHT``, then rules_version, position, state."""
    entry = record.entry
    return [
        entry.number,
        entry.base,
        entry.stands_for,
        entry.kind,
        entry.seat,
        entry.actor,
        entry.move,
        text(entry.drawn),
        text(entry.told),
        entry.nonce,
        int(entry.revealed),
        int(entry.marked),
        int(entry.closed),
        real(entry.mono),
        real(entry.wall),
        record.rules_version,
        record.position,
        None if record.state is None else record.state.decode(),
    ]


def real(number: float | None) -> float | None:
    """A number as a column of REAL gives it back: never a whole one, and nothing below nothing."""
    return None if number is None else float(number) + 0.0


def text(value: Any) -> str:
    """JSON as the file holds it."""
    return msgspec.json.encode(value, order="deterministic").decode()
