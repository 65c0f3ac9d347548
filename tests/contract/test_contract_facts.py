"""Printed facts: what the box lacks is asked before a rule rests on it, and what was typed wrong can be put right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.box_reading import ReadBox
from companion.core.boxes import Box, BoxField, BoxKind, Component, Fact, Learned, fact, facts, kind_called, put
from companion.core.chance import CardboardNeeded, RecordedChance
from companion.core.dialogue import walk
from companion.core.errors import Refused, RulesBug
from companion.core.game import AnyGame, own_box
from companion.core.inventory import totals
from companion.core.secrecy import PUBLIC, seen
from companion.core.setup import Seated, Setup, checked_setup
from companion.core.step import Outcome, run
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import Dialogue, RandomPlay
from companion.game_tests.rules.test_contract_memory import a_log, stored
from companion.plays.corrections import corrections_of
from companion.plays.fact_dependents import FactDependents
from companion.plays.maintenance.verify import verify
from tests.contract.table import GAMES, briefly_and_at_length
from tests.core.torture import Torture
from tests.core.torture.moves import Play

WITH_A_BOX = [game for game in GAMES if game.meta.box]

for_every_game_with_a_box = pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.meta.key) for game in WITH_A_BOX]
)

SAID = {
    "torture": ("Value",),
    "antike": (),
    "athens-sparta": ("SetUp", "LookUpCity", "SetUpBattle", "Revolt"),
    "ancient-world": ("Read",),
    "olympos": ("Fill", "Close"),
}
"""The moves with which people say what is printed (of a revolt block, its rating): they rest on what they say.
The set-up of Athens & Sparta deals the blocks that are known; the others are described when they show themselves.
"""

LATER = 12
"""Moves within which a fact that is needed has been asked."""


def test_every_game_with_a_box_keeps_the_plays_copy_where_it_can_be_put_right() -> None:
    for game in WITH_A_BOX:
        seats = tuple(Seated(seat, "") for seat in range(1, game.meta.seats[0] + 1))
        setup = checked_setup(game.meta, Setup(seats))
        assert isinstance(game.new(setup).box, dict), game.meta.key
        assert game.meta.key in SAID


# -- what the box lacks ------------------------------------------------------------------------------------------------


@for_every_game_with_a_box
@briefly_and_at_length
def test_no_rule_rests_on_a_fact_that_nobody_has_entered(game: AnyGame, plays: int) -> None:
    """Whether a move comes out otherwise when a missing fact is known, one way or another, shows that it rests on it.
    Then it must be refused, or the fact is asked first.
    """

    def check(empty: RandomPlay) -> None:
        random_play = with_box(empty, (0, 5, 9)[empty.aside(3)])
        random_play.fast_forward(empty.aside(40))
        for dialogue in random_play.moves():
            before = random_play.state
            try:
                outcome = random_play.outcome(dialogue.seat, dialogue.move, random_play.decide)
            except Refused:
                random_play.journal.append(None)  # a move that does not count
                continue
            if type(dialogue.move).__name__ not in SAID[game.meta.key]:
                for component in looked_for(game, before, dialogue, outcome):
                    assert not assumed(random_play, dialogue, outcome, component), (component, dialogue.move)
            random_play.state = outcome.state
            random_play.journal.append(None)  # type: ignore[arg-type]
        empty.made = random_play.made

    explore(game, plays, check)


def with_box(random_play: RandomPlay, tenths: int) -> RandomPlay:
    """The same play with so much of an invented box known, of the owners' own copy."""
    game = random_play.game
    box: Box = {}
    for one in facts(everything(game, random_play.setup)):
        if random_play.aside(10) < tenths:
            put(box, one)
    options = {**random_play.setup.options, **({"box": "own"} if "box" in random_play.setup.options else {})}
    setup = replace(random_play.setup, box=box, options=options)
    return RandomPlay(game, setup, random_play.seed, random_play.decisions)


def everything(game: AnyGame, setup: Setup) -> Box:
    """All facts of the practice box, or the shipped ones."""
    options = {**setup.options, **({"box": "practice"} if "box" in setup.options else {})}
    return game.box_of(game.new(replace(setup, options=options)))


def looked_for(game: AnyGame, before: Any, dialogue: Dialogue, outcome: Outcome[Any]) -> Iterator[tuple[str, str]]:
    """The components of which the move looked for a fact in vain."""
    state = game.copy(before)
    state.box = box = ReadBox(own_box(state))
    again(game, state, dialogue, outcome)
    found = {}
    for kind_key, key, field_key in box.missing:
        kind = kind_called(game.meta.box, kind_key)
        field = kind.field(field_key) if kind is not None else None
        if kind is None or field is None or field.optional:
            continue
        if key in kind.listed or key in own_box(before).get(kind_key, {}):
            found[kind_key, key] = None
    yield from found


def again(game: AnyGame, state: Any, dialogue: Dialogue, outcome: Outcome[Any]) -> Outcome[Any]:
    return run(state, dialogue.seat, RecordedChance(outcome.drawn), lambda step: game.apply(step, dialogue.move))


def assumed(random_play: RandomPlay, dialogue: Dialogue, outcome: Outcome[Any], component: tuple[str, str]) -> bool:
    """Whether the move rested on what nobody knows of ``component``, and nobody is asked."""
    game, before = random_play.game, random_play.state
    other = False
    for shift in range(3):
        state = game.copy(before)
        fill_in(random_play, state, component, shift, said=own_box(outcome.state))
        try:
            known = again(game, state, dialogue, outcome)
        except Refused:
            other = True
            continue
        except RulesBug:
            continue  # other dice or cards are asked for: what came was entered
        if next_question(game, known.state) != next_question(game, outcome.state):
            return False  # it stopped to ask
        other = other or numbers(game, known.state) != numbers(game, outcome.state)
    return other and not asked_soon(random_play, outcome.state, component)


def fill_in(random_play: RandomPlay, state: Any, component: tuple[str, str], shift: int, said: Box) -> None:
    """Whatever is missing of the component and not ``said`` by the move itself, as the practice box has it or
    otherwise."""
    kind_key, key = component
    kind = the_kind(random_play.game, kind_key)
    invented = everything(random_play.game, random_play.setup).get(kind_key, {}).get(key, {})
    for field in kind.fields:
        if not field.optional and fact(said, kind_key, key, field.key) is None:
            put(state.box, Learned(kind_key, key, field.key, other_value(field, invented, shift)))


def the_kind(game: AnyGame, key: str) -> BoxKind:
    kind = kind_called(game.meta.box, key)
    assert kind is not None
    return kind


def other_value(field: BoxField, invented: Component, shift: int) -> Fact:
    """A value the field may have; the next one with every ``shift``."""
    start = invented.get(field.key)
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


def numbers(game: AnyGame, state: Any) -> dict[str, int]:
    return {tracked.key: tracked.value for tracked in game.inventory(state) if tracked.known}


def next_question(game: AnyGame, state: Any) -> Any:
    """Who is asked what next, as everybody sees it."""
    known = seen(state, PUBLIC)
    awaited = game.awaits(known)
    if awaited.over:
        return "over"
    seat = (*awaited.must, *awaited.may)[0]
    with suppress(Refused, Exception):
        return seat, walk(game.ask(known, seat), []).question.key  # type: ignore[union-attr]
    return seat


def asked_soon(random_play: RandomPlay, state: Any, component: tuple[str, str]) -> bool:
    """Whether all of the component is known within some moves."""
    kind_key, key = component
    kind = the_kind(random_play.game, kind_key)
    later = RandomPlay(
        random_play.game, random_play.setup, random_play.seed, bytes(random_play.aside(256) for _ in range(200))
    )
    later.state = random_play.game.copy(state)
    later.stream.position = random_play.stream.position
    for _ in range(LATER):
        known = own_box(later.state).get(kind_key, {}).get(key, {})
        if all(field.optional or field.key in known for field in kind.fields):
            return True
        if later.awaited.over or not later.fast_forward(1):
            return False
    return False


class Careless(Torture):
    """A card of which nobody has said what it is worth counts for nothing."""

    def apply(self, step: Any, move: Any) -> None:
        face = isinstance(move, Play) and next(
            (card.face for card in step.state.side(str(step.seat)).hand if card.handle == move.handle), None
        )
        if face and fact(step.state.box, "card", face.value, "worth") is None:
            put(step.state.box, Learned("card", face.value, "worth", 0))
            super().apply(step, move)
            put(step.state.box, Learned("card", face.value, "worth", None))
        else:
            super().apply(step, move)


def test_a_rule_that_assumes_a_number_is_found() -> None:
    with pytest.raises(AssertionError):
        test_no_rule_rests_on_a_fact_that_nobody_has_entered(Careless(), 12)


# -- what was typed wrong ----------------------------------------------------------------------------------------------


@for_every_game_with_a_box
@briefly_and_at_length
def test_any_known_fact_can_be_put_right_in_mid_play(game: AnyGame, plays: int) -> None:
    """The play goes on, what must add up still does, it can be run again, and what rested on it can be said."""
    codes: set[str] = set()

    def check(empty: RandomPlay) -> None:
        random_play = with_box(empty, 10)
        random_play.fast_forward(empty.aside(40))
        with a_log() as log:
            play = stored(log, random_play)
            for _ in range(3):
                correction = something_wrong(random_play, play.state)
                if correction is None:
                    continue
                before = totals([one for one in game.inventory(play.state) if one.known])
                try:
                    entry = play.set_right({}, "somebody", nonce="", facts=[correction])
                except Refused as refusal:
                    codes.add(refusal.code)
                    continue
                assert game.box_of(play.state)[correction.kind][correction.key][correction.field] == correction.value
                assert totals([one for one in game.inventory(play.state) if one.known]) == before
                play.undo(entry.base, 0, "somebody", marked=True, nonce="")
                rested = [FactDependents(), *play.rested_on(corrections_of(entry.move).facts)][-1]
                assert rested.whole
                play.set_right(rested.numbers(game, play.state), "somebody", nonce="", facts=[correction])
                random_play.state = game.copy(play.state)
            empty.made = 10
            assert verify(log, {game.meta.key: game}).clean
        with suppress(CardboardNeeded):
            for seat in random_play.awaited.must:
                walk(game.ask(random_play.known(seat), seat), [])

    explore(game, plays, check)
    assert codes <= {"not-printed", "unfit"}


def something_wrong(random_play: RandomPlay, state: Any) -> Learned | None:
    """Another value for a fact the play knows."""
    known = list(facts(random_play.game.box_of(state)))
    if not known:
        return None
    one = known[random_play.aside(len(known))]
    field = the_kind(random_play.game, one.kind).field(one.field)
    assert field is not None
    value = other_value(field, {one.field: one.value} if one.value is not None else {}, 1)
    return None if value == one.value else replace(one, value=value)
