"""A whole position as bytes: what an empty table needs to go on with it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs

from companion.core.dialogue import walk
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, Viewer, seals, seen, viewer_of
from companion.core.setup import Setup, SetupError
from companion.plays.log.rule_calls import read_state, rules_bugs_named, status_of
from companion.plays.storage.rows import StateRow

LARGEST = 256 * 1024
"""Bytes of the largest position that is unpacked."""


class PrintedPosition(Struct, frozen=True):
    """A position: the key of its game, the version of the rules that made it, who plays what, and the state as JSON."""

    game: str
    rules_version: int
    setup: Setup
    state: msgspec.Raw


class UnreadablePosition(ValueError):
    """The bytes are no position."""


_decoder = msgspec.json.Decoder(PrintedPosition)


def position_of(game: str, setup: Setup, names: Mapping[int, str], stored: StateRow) -> PrintedPosition:
    """The position of a play of ``game`` in a ``stored`` state, with the ``names`` people have now, by seat."""
    seats = tuple(structs.replace(seated, name=names.get(seated.seat, seated.name)) for seated in setup.seats)
    return PrintedPosition(game, stored.rules_version, structs.replace(setup, seats=seats), msgspec.Raw(stored.raw))


def holds_secrets(state: object) -> bool:
    """Whether ``state`` has a seal that is closed to somebody."""
    return any(not seal.revealed for seal in seals(state))


def state_at(game: AnyGame, position: PrintedPosition) -> Any:
    """The state of a position, after everything that screens ask of the rules was tried on it: what was read from paper
    must not stop a table. Raises ``SetupError`` where newer rules made it, or the play is over; else ``RulesBug``.
    """
    with rules_bugs_named(SetupError):
        state = read_state(game, StateRow(position.rules_version, bytes(position.state)))
        if status_of(game, state) == "over":
            raise SetupError("the play is over there")
        for viewer in (PUBLIC, *map(Viewer, position.setup.numbers)):
            known = seen(state, viewer)
            game.show(known, viewer)
            game.score(known, viewer)
            game.inventory(known)
        for seat in game.awaits(seen(state, PUBLIC)).seats:
            walk(game.ask(seen(state, viewer_of(seat)), seat), ())
    return state


def packed(position: PrintedPosition) -> bytes:
    """As few bytes as it takes."""
    return zlib.compress(msgspec.json.encode(position), 9)


def unpacked(data: bytes) -> PrintedPosition:
    """The position in ``data``, which may have zeros behind it. Raises ``UnreadablePosition``."""
    try:
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(data, LARGEST)
        if not unpacking.eof:
            raise UnreadablePosition("it is too large, or not whole")
        return _decoder.decode(plain)
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadablePosition(type(error).__name__) from error
