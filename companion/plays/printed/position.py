"""A position as bytes: everything that a new table needs to continue it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct, structs

from companion.core.bounds import Bounds, OutOfBounds, check_bounds
from companion.core.box_kinds import fact_problem, kind_called
from companion.core.boxes import Box, facts
from companion.core.dialogue import walk
from companion.core.game import AnyGame, own_box
from companion.core.inventory import out_of_bounds
from companion.core.secrecy import PUBLIC, Viewer, seals, seen, viewer_of
from companion.core.setup import MOST_SEATS, Setup, SetupError, checked_setup
from companion.plays.log.rule_calls import read_state, rules_bugs_named, status_of
from companion.plays.storage.rows import StateRow

LARGEST = 256 * 1024
"""Bytes of the largest position that is unpacked."""


SETUP = Bounds(text=60)
"""Bounds of the set-up of a position and the key of its game."""
MOST_NUMBERS = 3_000
"""The most tracked numbers of a position."""


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
    """The position of a play of ``game`` in a ``stored`` state, with the current ``names`` by seat."""
    seats = tuple(structs.replace(seated, name=names.get(seated.seat, seated.name)) for seated in setup.seats)
    return PrintedPosition(game, stored.rules_version, structs.replace(setup, seats=seats), msgspec.Raw(stored.raw))


def holds_secrets(state: object) -> bool:
    """Whether ``state`` has a seal that is not open to everybody."""
    return any(not seal.revealed for seal in seals(state))


def state_at(game: AnyGame, position: PrintedPosition) -> Any:
    """The state of a position whose trial ended well. Raises ``SetupError`` if newer rules made it, ``RulesBug`` if
    these rules cannot read it or it exceeds the bounds of the game.
    """
    return read_state(game, StateRow(position.rules_version, bytes(position.state)))


def try_position(game: AnyGame, position: PrintedPosition) -> None:
    """Check the numbers, lists and facts of a position, then call everything that screens ask of the rules, so that
    data from paper cannot stop a table. It may hang or fill the memory: see ``trial``. Raises ``SetupError`` if newer
    rules made the position, the play is over or the set-up is not for this game; ``RulesBug`` for any other failure.
    """
    setup = checked_setup(game.meta, position.setup)
    with rules_bugs_named(SetupError, OutOfBounds):
        state = state_at(game, position)
        for box in (setup.box, own_box(state)):
            _check_facts(game, box)
        _check_numbers(game, state)
        if status_of(game, state) == "over":
            raise SetupError("the play is over there")
        for viewer in (PUBLIC, *map(Viewer, setup.numbers)):
            known = seen(state, viewer)
            game.show(known, viewer)
            game.score(known, viewer).ranking()
            game.inventory(known)
        for seat in game.awaits(seen(state, PUBLIC)).seats:
            walk(game.ask(seen(state, viewer_of(seat)), seat), ())


def _check_facts(game: AnyGame, box: Box) -> None:
    """Raise ``OutOfBounds`` if a field does not allow its fact."""
    for each in facts(box):
        kind = kind_called(game.meta.box, each.kind)
        field = kind.field(each.field) if kind is not None else None
        if field is not None and fact_problem(field, each.value) is not None:
            raise OutOfBounds(f"a {each.kind} cannot have such a {each.field}")


def _check_numbers(game: AnyGame, state: Any) -> None:
    """Raise ``OutOfBounds`` if a tracked number has a value that a correction could not set."""
    numbers = list(islice(game.inventory(state), MOST_NUMBERS + 1))
    if len(numbers) > MOST_NUMBERS:
        raise OutOfBounds(f"more than {MOST_NUMBERS} numbers")
    if (wrong := out_of_bounds(numbers)) is not None:
        raise OutOfBounds(f"{wrong.key} is not between {wrong.low} and {wrong.high}")


def packed(position: PrintedPosition) -> bytes:
    """The position as compressed bytes."""
    return zlib.compress(msgspec.json.encode(position), 9)


def unpacked(data: bytes) -> PrintedPosition:
    """The position in ``data``, which may be followed by zeros. Its set-up is checked against bounds, its state is not.
    Raises ``UnreadablePosition``.
    """
    try:
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(data, LARGEST)
        if not unpacking.eof:
            raise UnreadablePosition("it is too large, or not whole")
        position = _decoder.decode(plain)
        check_bounds([position.game, position.rules_version, msgspec.to_builtins(position.setup)], SETUP)
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError, OutOfBounds) as error:
        raise UnreadablePosition(type(error).__name__) from error
    if len(position.setup.seats) > MOST_SEATS:
        raise UnreadablePosition("it has too many seats")
    return position
