"""A set of pieces that nobody touches but by table instructions has, after every entry, what the numbers say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from companion.core.game import AnyGame
from companion.core.instructions import Instruction, inside, reversed_instructions
from companion.core.inventory import Tracked
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seen
from tests.contract.instructed import Committed, committed, playthroughs

WITH_THINGS = ("ancient-world", "antike", "antiquity", "athens-sparta", "olympos")


class Twin:
    """The pieces of a play: how many lie where, and where markers stand."""

    def __init__(self) -> None:
        self.pieces: dict[str, int] = {}
        self._numbers: dict[str, Tracked] = {}

    def lay(self, numbers: Iterable[Tracked]) -> None:
        """What a correction says, or set-up has laid out, is there."""
        self.pieces |= {one.key: one.value for one in numbers}

    def lay_new(self, numbers: Iterable[Tracked]) -> None:
        """What set-up has laid out."""
        self.lay([one for one in numbers if one.key not in self.pieces])

    def forget(self, numbers: Iterable[Tracked]) -> None:
        """What no number counts any more may come back under the same key: an empty site, a building that is undone."""
        counted = {one.key for one in numbers}
        self.pieces = {key: n for key, n in self.pieces.items() if key in counted}

    def know(self, numbers: Iterable[Tracked]) -> None:
        self._numbers |= {one.key: one for one in numbers}

    def carry_out(self, made: Iterable[Instruction]) -> None:
        """Do what the instructions say, and nothing else."""
        for one in made:
            if one.verb == "words":
                for key, change in one.covers:
                    self._change(key, change)
            elif one.piece == "heap":
                self._change(one.key, one.new - one.old)
            else:
                assert self.pieces.get(one.key, one.old) == one.old, f"{one.key} is not where it is moved from"
                self.pieces[one.key] = one.new

    def _change(self, key: str, change: int) -> None:
        """The supply of such pieces is the other end, if it is not the supply itself that changes."""
        if key in self.pieces:
            self.pieces[key] += change
        for supply in self._supplies(self._numbers[key]):
            if supply != key:
                self.pieces[supply] -= change

    def _supplies(self, number: Tracked) -> Iterator[str]:
        for other in self._numbers.values():
            supply = not other.seats and other.place is None and other.key in self.pieces
            if number.conserved and number.conserved == other.conserved and supply:
                yield other.key


def things(game: AnyGame, state: Any) -> list[Tracked]:
    return [one for one in game.pieces(state) if one.thing is not None]


PLAYED = [name for game in WITH_THINGS for name in playthroughs(game)]


@pytest.mark.parametrize("name", PLAYED)
def test_the_pieces_lie_as_the_numbers_say(name: str) -> None:
    twin = Twin()
    for act in committed(name):
        numbers = things(act.play.game, act.state)
        if act.entries[0].kind == "correction":
            twin.lay(numbers)
            continue
        twin.know(numbers)
        for entry in act.entries:
            before = dict(twin.pieces)
            twin.carry_out(inside(one) for one in entry.instructions)
            twin.carry_out(inside(one) for one in reversed_instructions(entry.instructions))
            assert twin.pieces == before, f"entry {entry.number}, taken back"
            twin.carry_out(inside(one) for one in entry.instructions)
        twin.lay_new(numbers)
        twin.forget(numbers)
        wanted = {one.key: one.value for one in numbers}
        differs = {key: (value, wanted[key]) for key, value in twin.pieces.items() if wanted.get(key, value) != value}
        assert differs == {}, f"entry {act.entries[0].number}: the twin has (first), the numbers say (second)"


def known_to(viewer: Viewer, act: Committed) -> list[Tracked]:
    """The numbers that a viewer can follow: not a supply from which others take unseen."""
    numbers = things(act.play.game, seen(act.state, viewer))
    hidden = {one.conserved for one in numbers if one.conserved and not one.known}
    return [one for one in numbers if one.known and (one.seats or one.place or one.conserved not in hidden)]


@pytest.mark.parametrize("name", PLAYED)
def test_what_a_viewer_may_know_lies_as_its_numbers_say(name: str) -> None:
    """Nobody needs an instruction that is for others alone to know where the pieces are."""
    twins: dict[Viewer, Twin] = {}
    for act in committed(name):
        for viewer in (PUBLIC, *(Viewer(seat) for seat in act.play.setup.numbers)):
            twin = twins.setdefault(viewer, Twin())
            numbers = known_to(viewer, act)
            if act.entries[0].kind == "correction":
                twin.lay(numbers)
                continue
            twin.know(numbers)
            for entry in act.entries:
                made = seen(entry.instructions, viewer)
                twin.carry_out(inside(one) for one in made if isinstance(one, Instruction) or one.known)
            twin.lay_new(numbers)
            twin.forget(numbers)
            wanted = {one.key: one.value for one in numbers}
            differs = {key: (has, wanted[key]) for key, has in twin.pieces.items() if wanted.get(key, has) != has}
            assert differs == {}, f"entry {act.entries[0].number}, {viewer}: the twin has (first), the numbers say"


@pytest.mark.parametrize("game", WITH_THINGS)
def test_where_nothing_is_secret_everybody_reads_everything(game: str) -> None:
    """Also of numbers that came up within the move itself, as those of a nation that is dealt."""
    for name in playthroughs(game):
        for act in committed(name):
            if seen(act.state, PUBLIC) is act.state:
                for entry in act.entries:
                    assert not any(isinstance(one, Sealed) for one in entry.instructions), f"{name}, {entry.number}"
