"""Encode and decode entries and plays as database rows."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from companion.core.boxes import Learned
from companion.core.chance import Drawn
from companion.core.instructions import AnyInstruction
from companion.core.secrecy import Sealed
from companion.core.setup import Setup
from companion.core.step import LogText
from companion.plays.storage.database import StoredRow
from companion.plays.storage.digests import PLAYS, UNREADABLE
from companion.plays.storage.entry import CHECK_PIECES, Entry

Status = Literal["gathering", "playing", "over"]

LIGHT = "number, base, stands_for, kind, seat, actor, move, drawn, told, nonce, revealed, marked, closed, mono, wall"
"""Entry columns without the state."""

PLAY = "id, game, rules_version, setup, names, seed, status, created"
_ID = re.compile("[0-9A-Za-z-]+")

_drawn = msgspec.json.Decoder(tuple[Drawn, ...])
_told = msgspec.json.Decoder(tuple[LogText, ...])
_instructions = msgspec.json.Decoder(tuple[AnyInstruction, ...])
_lines = msgspec.json.Decoder(tuple[msgspec.Raw, ...])
_setup = msgspec.json.Decoder(Setup)
_names = msgspec.json.Decoder(dict[int, str])


Readers = tuple[tuple[int, ...] | None, ...]
"""For each told line the seats that may read it; None for everybody."""


class PlayRow(Struct, frozen=True, kw_only=True):
    """A play as listed. ``names`` are those changed since the set-up. Of a ``damaged`` row only id, names and status
    are known.
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
    """Stored state: JSON, and the rules version that wrote it. ``vouched`` is False for rows written before digests
    existed.
    """

    rules_version: int
    raw: bytes
    vouched: bool = True


class Result(Struct, frozen=True):
    """How a play ended: names by seat, the seats that won, (points, seat) of each side where points count, and whether
    most points win.
    """

    game: str
    rules_version: int
    names: dict[int, str]
    winners: tuple[int, ...]
    totals: tuple[tuple[int, int], ...]
    highest_wins: bool


class EntryRecord(Struct, frozen=True, kw_only=True):
    """An entry and what is stored with it. ``state`` is None for undo and redo; ``position`` counts chance blocks used;
    ``status`` is the play's status after it; ``requests`` are nonces and contents accepted since the entry before;
    ``result`` is the play's result, if the play is over then.
    """

    entry: Entry
    rules_version: int
    position: int
    state: bytes | None
    status: Status
    learned: tuple[Learned, ...] = ()
    requests: tuple[tuple[str, str], ...] = ()
    result: Result | None = None


def play_of(row: StoredRow) -> PlayRow:
    """Decode the columns ``PLAY``, digest and rowid."""
    identity, game, version, setup, names, seed, status, created, digest, place = row
    if PLAYS.matches((identity, game, version, setup, seed, created), digest):
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
        id=id_of(identity, place),
        game="",
        rules_version=0,
        setup=Setup(()),
        names=_known_names(names),
        status=_known_status(status),
        damaged=True,
    )


def id_of(identity: Any, place: int) -> str:
    """The id of a play, or the place of its row if the id cannot be read."""
    return identity if isinstance(identity, str) and _ID.fullmatch(identity) else f"row-{place}"


def _known_names(names: Any) -> dict[int, str]:
    """Names are not covered by a digest: unreadable ones are dropped, and those of the set-up are used."""
    try:
        return _names.decode(names)
    except (msgspec.DecodeError, UnicodeEncodeError, TypeError):
        return {}


def _known_status(status: Any) -> Status:
    """The status is not covered by a digest: an unreadable one counts as running."""
    return status if status in get_args(Status) else "playing"


def entry_of(row: StoredRow) -> Entry:
    """Decode the columns ``LIGHT``."""
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


def instructions_of(content: Any) -> tuple[AnyInstruction, ...]:
    """Decode the instructions of an entry; ``CHECK_PIECES`` if they cannot be read."""
    with suppress(*UNREADABLE):
        return _instructions.decode(content)
    return (CHECK_PIECES,)


def readers_of(told: tuple[LogText, ...]) -> Readers:
    """Who may read these lines."""
    return tuple(line.to if isinstance(line, Sealed) and not line.revealed else None for line in told)


def readers_in(told: Any) -> Readers:
    """Like ``readers_of``, from the column ``told``, without decoding public lines. An unreadable one counts as one
    public line.
    """
    try:
        if '"sealed"' in told:
            return readers_of(_told.decode(told))
        return (None,) * len(_lines.decode(told))
    except UNREADABLE:
        return (None,)


def row_of(record: EntryRecord) -> list[Any]:
    """Values of ``LIGHT``, then rules_version, position, state."""
    entry = record.entry
    return [
        entry.number,
        entry.base,
        entry.stands_for,
        entry.kind,
        entry.seat,
        entry.actor,
        entry.move,
        json_text(entry.drawn),
        json_text(entry.told),
        entry.nonce,
        int(entry.revealed),
        int(entry.marked),
        int(entry.closed),
        as_real(entry.mono),
        as_real(entry.wall),
        record.rules_version,
        record.position,
        None if record.state is None else record.state.decode(),
    ]


def as_real(number: float | None) -> float | None:
    """Number as a REAL column returns it: a float, never -0.0."""
    return None if number is None else float(number) + 0.0


def json_text(value: Any) -> str:
    """JSON as stored."""
    return msgspec.json.encode(value, order="deterministic").decode()
