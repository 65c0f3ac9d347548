"""Entries and plays as rows of the file, and back."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.core.boxes import Learned
from companion.core.chance import Drawn
from companion.core.game import Setup
from companion.core.step import Told
from companion.plays.database import Row
from companion.plays.entry import Entry

Status = Literal["gathering", "playing", "over"]

LIGHT = "number, base, stands_for, kind, seat, actor, move, drawn, told, nonce, revealed, marked, closed, mono, wall"
"""The columns of an entry without the state."""

PLAY = "id, game, rules_version, setup, names, seed, status, created"

_drawn = msgspec.json.Decoder(tuple[Drawn, ...])
_told = msgspec.json.Decoder(tuple[Told, ...])
_setup = msgspec.json.Decoder(Setup)
_names = msgspec.json.Decoder(dict[int, str])


class PlayRow(Struct, frozen=True, kw_only=True):
    """A play as the list of plays has it. ``names`` are those changed since the set-up."""

    id: str
    game: str
    rules_version: int
    setup: Setup
    names: dict[int, str] = {}
    seed: bytes = b""
    status: Status = "gathering"
    created: float | None = None


class StateRow(Struct, frozen=True):
    """A stored state: JSON, and the version of the rules that wrote it."""

    rules_version: int
    raw: bytes


class Record(Struct, frozen=True, kw_only=True):
    """Everything that goes on disk with an entry. ``state`` is None for an undo or redo: it stands for another's.

    ``position`` counts the blocks of chance spent by then; ``status`` is the play's after it; ``requests`` are the
    nonces and digests of what was taken since the entry before.
    """

    entry: Entry
    rules_version: int
    position: int
    state: bytes | None
    status: Status
    learned: tuple[Learned, ...] = ()
    requests: tuple[tuple[str, str], ...] = ()


def play_of(row: Row) -> PlayRow:
    """From the columns ``PLAY``."""
    identity, game, version, setup, names, seed, status, created = row
    return PlayRow(
        id=identity,
        game=game,
        rules_version=version,
        setup=_setup.decode(setup),
        names=_names.decode(names),
        seed=bytes(seed),
        status=status,
        created=created,
    )


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
        entry.revealed,
        entry.marked,
        entry.closed,
        entry.mono,
        entry.wall,
        record.rules_version,
        record.position,
        None if record.state is None else record.state.decode(),
    ]


def text(value: Any) -> str:
    """JSON as the file holds it."""
    return msgspec.json.encode(value, order="deterministic").decode()
