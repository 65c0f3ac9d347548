"""Printed facts of a game with a box: what it lacks is asked before a rule rests on it, and what was typed wrong can be
corrected.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from companion.core.boxes import Learned, facts
from companion.core.chance import CardboardNeeded
from companion.core.dialogue import walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.inventory import totals
from companion.core.setup import Seated, Setup, checked_setup
from companion.game_tests.exploring import LEAST, explore
from companion.game_tests.printed_facts.invented_facts import kind_of_fact, other_value, with_box
from companion.game_tests.printed_facts.unknown_facts import UnknownFacts
from companion.game_tests.random_play import RandomPlay
from companion.game_tests.rules.test_contract_memory import a_log, stored
from companion.plays.corrections import corrections_of
from companion.plays.fact_dependents import FactDependents
from companion.plays.maintenance.verify import verify

FURTHER = 20
"""At most so many moves more are made before anything is looked at: facts are needed late."""

MISTAKES = 3
"""Facts of a play that are corrected."""

ASK = "ask it first, and put what people say into state.box"

NOT_THE_GAMES = {"no-fact", "no-component", "nothing-to-correct", "unfit"}
"""Refusals of the companion: what is corrected here is there, and fits its field. A game may refuse it in ``mend``."""


def test_a_play_has_its_own_copy_of_the_box(boxed_game: AnyGame) -> None:
    seats = tuple(Seated(seat, "") for seat in range(1, boxed_game.meta.seats[0] + 1))
    state = boxed_game.new(checked_setup(boxed_game.meta, Setup(seats)))
    assert isinstance(getattr(state, "box", None), dict), "facts are put right in state.box, which new() makes"


def test_no_rule_rests_on_a_fact_that_nobody_has_entered(boxed_game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        random_play.fast_forward(random_play.aside(FURTHER))
        unknown = UnknownFacts(random_play)
        for dialogue in random_play.moves():
            earlier = random_play.last
            random_play.make(dialogue)
            found = unknown.rested_on(random_play.last, dialogue, earlier)
            assert not found, f"{dialogue.move} rests on {found}, which nobody has entered: {ASK}"

    def partly_known(empty: RandomPlay) -> RandomPlay:
        return with_box(empty, (0, 5, 9)[empty.aside(3)])

    explore(boxed_game, plays, check, partly_known)


def test_any_known_fact_can_be_put_right_in_mid_play(boxed_game: AnyGame, plays: int) -> None:
    """The play goes on, what must add up still does, it can be run again, and what rested on it can be said."""
    put_right, refusals = 0, set[str]()

    def check(random_play: RandomPlay) -> None:
        nonlocal put_right
        game = boxed_game
        random_play.fast_forward(random_play.aside(FURTHER))
        with a_log() as log:
            play = stored(log, random_play)
            for _ in range(MISTAKES):
                correction = something_wrong(random_play, play.state)
                if correction is None:
                    continue
                before = totals([one for one in game.inventory(play.state) if one.known])
                try:
                    entry = play.set_right({}, "somebody", nonce="", facts=[correction])
                except Refused as refusal:
                    refusals.add(refusal.code)
                    continue
                assert game.box_of(play.state)[correction.kind][correction.key][correction.field] == correction.value
                assert totals([one for one in game.inventory(play.state) if one.known]) == before
                play.undo(entry.base, 0, "somebody", marked=True, nonce="")
                rested = [FactDependents(), *play.rested_on(corrections_of(entry.move).facts)][-1]
                assert rested.whole
                play.set_right(rested.numbers(game, play.state), "somebody", nonce="", facts=[correction])
                random_play.state = game.copy(play.state)
                put_right += 1
            random_play.made = LEAST
            assert verify(log, {game.meta.key: game}).clean
        with suppress(CardboardNeeded):
            for seat in random_play.awaited.must:
                walk(game.ask(random_play.known(seat), seat), [])

    explore(boxed_game, plays, check, lambda empty: with_box(empty, 10))
    assert put_right
    assert refusals.isdisjoint(NOT_THE_GAMES)


def something_wrong(random_play: RandomPlay, state: Any) -> Learned | None:
    """Another value for a fact the play knows."""
    known = list(facts(random_play.game.box_of(state)))
    if not known:
        return None
    one = known[random_play.aside(len(known))]
    field = kind_of_fact(random_play.game, one.kind).field(one.field)
    assert field is not None
    value = other_value(field, {one.field: one.value} if one.value is not None else {}, 1)
    return None if value == one.value else replace(one, value=value)
