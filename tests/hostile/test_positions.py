"""Hostile positions of every game: a printed one and a stored one is read or refused, within a second and 20 MB."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.core.bounds import OutOfBounds
from companion.core.dialogue import walk
from companion.core.errors import RulesBug
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, Viewer, seen, viewer_of
from companion.core.setup import Setup, SetupError
from companion.plays.log.rule_calls import read_state, rules_bugs_named, status_of
from companion.plays.printed.position import PrintedPosition, UnreadablePosition, packed, try_position, unpacked
from companion.plays.storage.rows import StateRow
from tests.golden.test_playthroughs import BY_KEY
from tests.hostile.limits import fault
from tests.hostile.mutations import Mutation, mutations
from tests.hostile.positions import files_of, positions_of

FEW = 40
"""Mutations of one position in every run of the tests, drawn by a seed; in the long one all."""
FILES = 3
"""Playthroughs of a game of which the long run takes positions."""
OF_EVERY_KIND = ("torture", "ancient-world", "antike", "antiquity", "athens-sparta", "olympos", "sheet:oh-hell")


def try_stored(game: AnyGame, setup: Setup, raw: bytes) -> None:
    """What a table does with the state of a log that was put back, until it is shown."""
    with rules_bugs_named(SetupError):
        state = read_state(game, StateRow(game.meta.rules_version, raw))
        status_of(game, state)
        for viewer in (PUBLIC, *map(Viewer, setup.numbers)):
            known = seen(state, viewer)
            game.show(known, viewer)
            game.score(known, viewer).ranking()
            list(game.inventory(known))
        for seat in game.awaits(seen(state, PUBLIC)).seats:
            walk(game.ask(seen(state, viewer_of(seat)), seat), ())


def try_printed(game: AnyGame, setup: Setup, raw: bytes) -> None:
    """What a table does with a printed position, with as much of it in its own process as in a trial's."""
    position = PrintedPosition(game.meta.key, game.meta.rules_version, setup, msgspec.Raw(raw))
    try_position(game, unpacked(packed(position)))


def faults(key: str, positions: list[tuple[Setup, Any]], chance: random.Random | None) -> Iterator[tuple[object, str]]:
    game = BY_KEY[key]
    for setup, state in positions:
        try_printed(game, setup, msgspec.json.encode(state))
        try_stored(game, setup, msgspec.json.encode(state))
        for one in mutations(state, chance, FEW):
            yield from _faults_of(game, setup, one)


def _faults_of(game: AnyGame, setup: Setup, one: Mutation) -> Iterator[tuple[object, str]]:
    raw = msgspec.json.encode(one.document)
    for read in (try_printed, try_stored):
        wrong = fault(lambda: read(game, setup, raw), RulesBug, SetupError, OutOfBounds, UnreadablePosition)  # noqa: B023
        if wrong:
            yield (read.__name__, one.path, one.put), wrong


@pytest.mark.parametrize("key", OF_EVERY_KIND)
def test_some_hostile_positions(key: str) -> None:
    found = positions_of(files_of()[key][0])
    assert list(faults(key, [found[len(found) // 2]], random.Random(key))) == []


@pytest.mark.long
@pytest.mark.parametrize("key", sorted(files_of()))
def test_every_hostile_position(key: str) -> None:
    for path in files_of()[key][:FILES]:
        found = [each for each in positions_of(path) if status_of(BY_KEY[key], state_of(key, each)) != "over"]
        assert list(faults(key, [found[len(found) // 2], found[-1]], None)) == []


def state_of(key: str, position: tuple[Setup, Any]) -> Any:
    game = BY_KEY[key]
    return read_state(game, StateRow(game.meta.rules_version, msgspec.json.encode(position[1])))


def setups() -> Iterator[Mutation]:
    setup, state = positions_of(files_of()["olympos"][0])[0]
    whole = {"game": "olympos", "rules_version": 1, "setup": msgspec.to_builtins(setup, str_keys=True), "state": state}
    yield from mutations({**whole, "state": {}})


def test_every_hostile_setup_of_a_printed_position() -> None:
    """What is read from the sheets is shown before it is tried: names, and the key of the game."""
    wrong = {}
    for one in setups():
        raw = msgspec.json.encode(one.document)
        read: list[PrintedPosition] = []
        if found := fault(lambda: read.append(_unpacked(raw)), UnreadablePosition):  # noqa: B023
            wrong[one.path, one.put] = found
        for position in read:
            shown = [position.game, *(seated.name for seated in position.setup.seats)]
            assert all(len(text) <= 60 for text in shown), one.path
            assert len(position.setup.seats) <= 8
    assert wrong == {}


def _unpacked(raw: bytes) -> PrintedPosition:
    return unpacked(zlib.compress(raw))
