"""Invented printed facts: a whole box of them, plays that know a part of it, and values that a field may have."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.core.boxes import Box, BoxField, BoxKind, Component, Fact, Learned, fact, facts, kind_called, merged, put
from companion.core.game import AnyGame
from companion.core.setup import OptionValue, Seated, Setup, checked_setup
from companion.game_tests.random_play import RandomPlay

OWN_ROWS = 2
"""Components that invented owners add to a kind that takes some."""


class PracticeOption(NamedTuple):
    """The option with which a play has invented numbers, and its value for the owners' own copy."""

    key: str
    practice: OptionValue
    own: OptionValue


@cache
def practice_option(game: AnyGame) -> PracticeOption | None:
    """The option of a game by which ``Game.keeps`` says no, if there is one."""
    seats = tuple(Seated(seat, "") for seat in range(1, game.meta.seats[0] + 1))
    for option in game.meta.options:
        kept: dict[bool, OptionValue] = {}
        for value, _ in option.values:
            setup = checked_setup(game.meta, Setup(seats, {option.key: value}))
            kept.setdefault(game.keeps(game.new(setup)), value)
        if len(kept) > 1:
            return PracticeOption(option.key, kept[False], kept[True])
    return None


def with_box(random_play: RandomPlay, tenths: int) -> RandomPlay:
    """The same play from its beginning, in which so much of a whole box is known, of the owners' own copy."""
    game, setup = random_play.game, random_play.setup
    known: Box = {}
    for one in facts(whole_box(game, setup)):
        if random_play.aside(10) < tenths:
            put(known, one)
    option = practice_option(game)
    if option is not None and setup.options[option.key] == option.practice:
        setup = replace(setup, options={**setup.options, option.key: option.own})
    return RandomPlay(game, replace(setup, box=known), random_play.seed, random_play.decisions)


def whole_box(game: AnyGame, setup: Setup) -> Box:
    """All facts of the game's practice box; of a game that has none, the shipped facts over invented ones."""
    option = practice_option(game)
    if option is None:
        return merged(_invented(game.meta.box), game.box)
    options = {**setup.options, option.key: option.practice}
    return game.box_of(game.new(replace(setup, options=options)))


def _invented(kinds: tuple[BoxKind, ...]) -> Box:
    """Values that fit their fields, of every listed component and of some that the owners added."""
    box: Box = {}
    for kind in kinds:
        own = [_own_key(kind, number) for number in range(min(kind.most, OWN_ROWS))]
        for number, key in enumerate([*(key for key, _ in kind.components), *own]):
            for field in kind.fields:
                if not field.optional:
                    put(box, Learned(kind.key, key, field.key, other_value(field, {}, number)))
    return box


def _own_key(kind: BoxKind, number: int) -> str:
    return f"own-{number}" if kind.numbered is None else str(other_value(kind.numbered, {}, number))


def other_value(field: BoxField, component: Component, shift: int) -> Fact:
    """A value that the field may have: the one of ``component``, or the next one with every ``shift``."""
    start = component.get(field.key)
    if field.many:
        one = other_value(replace(field, many=False), {}, shift)
        assert isinstance(one, int | str)
        return list(start) if isinstance(start, list) and not shift else [one]
    if field.choices:
        keys = [key for key, _ in field.choices]
        return keys[((keys.index(start) if start in keys else 0) + shift) % len(keys)]  # type: ignore[arg-type]
    if field.numeric:
        low = start if isinstance(start, int) else field.low
        return field.low + (low - field.low + shift) % (field.high - field.low + 1)
    return str(start) if start else f"word {shift}"


def fill_in(state: Any, kind: BoxKind, key: str, component: Component, shift: int, said: Box) -> None:
    """Put into ``state.box`` what it lacks of a component and what is not ``said``: as ``component`` has it, or
    otherwise.
    """
    for field in kind.fields:
        if not field.optional and fact(said, kind.key, key, field.key) is None:
            put(state.box, Learned(kind.key, key, field.key, other_value(field, component, shift)))


def kind_of_fact(game: AnyGame, key: str) -> BoxKind:
    """The kind with this key, which the game must have."""
    kind = kind_called(game.meta.box, key)
    assert kind is not None, f"{game.meta.key} has no kind of components called {key}"
    return kind
