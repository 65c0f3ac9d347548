"""What rested on a fact that was typed wrong: by how much numbers are off, in which steps, and who may know."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.boxes import FactCorrection, Learned
from companion.core.chance import CardboardNeeded
from companion.core.setup import Seated, Setup, checked_setup
from companion.locale import speaker
from companion.plays.fact_dependents import FactDependents, dependents_of
from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.time_source import SystemClock
from tests.core.torture import Torture
from tests.core.torture.moves import Play as PlayCard
from tests.core.torture.moves import Ready, Sail, SetUp, Value

GAME = Torture()
OWL = FactCorrection("card", "owl", "worth", 1, 3)
BULL = FactCorrection("card", "bull", "worth", 2, 5)


def begun(log: Log, *hands: str) -> Play:
    """Two seats that hold one card each, on turn."""
    setup = Setup((Seated(1, "Ana"), Seated(2, "Berta")), chance={"deck": "cardboard", "quest": "cardboard"})
    play = Play.begin(log, GAME, checked_setup(GAME.meta, setup), seed=b"s" * 32, clock=SystemClock())
    act(play, 0, SetUp(1, 2), 1, hands[0], 1, hands[1])
    act(play, 1, Ready())
    act(play, 2, Ready())
    return play


def act(play: Play, seat: int, move: Any, *cardboard: Any) -> None:
    entered: list[Any] = []
    while True:
        try:
            play.submit(seat, f"seat:{seat}", move, nonce=f"{len(play.entries)}", entered=entered)
        except CardboardNeeded:
            entered = [*entered, cardboard[len(entered)]]
        else:
            return


def card_of(play: Play, seat: int) -> str:
    return str(play.state.side(str(seat)).hand[-1].handle)


def rested(log: Log, play: Play, *facts: FactCorrection) -> FactDependents:
    return [FactDependents(), *dependents_of(log, GAME, play.id, play.setup, list(play.effective.numbers), facts)][-1]


def lines(found: FactDependents) -> list[str]:
    return [speaker("en", {1: "Ana", 2: "Berta"}).say(line) for line in found.lines]  # type: ignore[arg-type]


def test_nothing_rested_on_a_fact_nobody_used(log: Log) -> None:
    play = begun(log, "bull", "bull")
    act(play, 1, Sail("arsenal"))
    assert rested(log, play, OWL) == FactDependents()


def test_a_number_that_rested_on_it_is_off_by_what_the_step_would_have_given_more(log: Log) -> None:
    play = begun(log, "owl", "bull")
    act(play, 1, PlayCard(card_of(play, 1)))
    act(play, 2, Sail("arsenal"))
    found = rested(log, play, OWL)
    assert (found.public, found.hidden) == ({"1.glory": 2}, {}), "everybody sees it: nobody has a secret of it"
    assert lines(found) == ["Ana plays Owl."]
    assert found.numbers(GAME, play.state) == {"1.glory": 3}


def test_of_a_fact_that_was_asked_in_the_play_the_step_that_asked_counts(log: Log) -> None:
    play = begun(log, "bull", "bull")
    act(play, 1, PlayCard(card_of(play, 1)))
    act(play, 0, Value(2, keep=True))
    act(play, 2, PlayCard(card_of(play, 2)))
    found = rested(log, play, BULL)
    assert found.public == {"1.glory": 3, "2.glory": 3}
    assert lines(found) == ["Bull is worth 2.", "Berta plays Bull."]


def test_what_somebody_counted_since_is_right(log: Log) -> None:
    play = begun(log, "owl", "owl")
    act(play, 1, PlayCard(card_of(play, 1)))
    act(play, 2, PlayCard(card_of(play, 2)))
    play.correct("1.glory", 3, "seat:1", nonce="c", seat=1)
    assert rested(log, play, OWL).public == {"2.glory": 2}


def test_what_was_taken_back_is_not_looked_at(log: Log) -> None:
    play = begun(log, "owl", "bull")
    act(play, 1, PlayCard(card_of(play, 1)))
    play.undo(play.effective.numbers[-2], 1, "seat:1", marked=False, nonce="u")
    assert rested(log, play, OWL) == FactDependents()


def test_a_number_stays_within_its_bounds(log: Log) -> None:
    play = begun(log, "owl", "bull")
    act(play, 1, PlayCard(card_of(play, 1)))
    play.correct("1.glory", 0, "seat:1", nonce="c", seat=1)
    assert FactDependents(public={"1.glory": -4}).numbers(GAME, play.state) == {"1.glory": 0}


class Whispering(Torture):
    """Planning in secret reads what is printed, into a number of the seat's own and into one that all see."""

    def apply(self, step: Any, move: Any) -> None:
        super().apply(step, move)
        if isinstance(move, Ready):
            worth = int(step.state.box["card"]["owl"]["worth"])
            if step.seat == 1:
                step.state.side("1").quest.value = worth % 4
            else:
                step.state.bank += worth if step.state.side("2").quest.value == 1 else 0


def test_what_a_seat_did_with_its_own_secrets_is_told_to_nobody_else(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first rests on it under a seal; the second changed an open number because of a secret of its own."""
    monkeypatch.setattr("tests.plays.test_fact_dependents.GAME", Whispering())
    play = begun(log, "bull", "bull")
    found = rested(log, play, OWL)
    assert found.hidden == {1: {"1.quest": 2}}
    assert found.public == {}
    assert not found.found


class Strict(Torture):
    """Nobody sails whose owl is worth more than 2."""

    def apply(self, step: Any, move: Any) -> None:
        if isinstance(move, Sail) and int(step.state.box["card"]["owl"]["worth"]) > 2:
            step.refuse("too-wise", WORD)
        super().apply(step, move)


WORD = GAME.meta.title


def test_a_step_that_would_not_have_been_possible_is_named(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.plays.test_fact_dependents.GAME", Strict())
    play = begun(log, "owl", "bull")
    act(play, 1, Sail("arsenal"))
    act(play, 2, PlayCard(card_of(play, 2)))
    act(play, 0, Value(2, keep=True))
    found = rested(log, play, OWL)
    assert found.public == {}
    assert [speaker("en", {1: "Ana"}).say(line) for line in found.unclear] == [  # type: ignore[arg-type]
        "Ana sails: Arsenal: a fleet"
    ]


class Dividing(Torture):
    """Whoever sails with an owl worth more than 2 goes again, and takes a coin."""

    def apply(self, step: Any, move: Any) -> None:
        again = list(step.state.agenda)
        super().apply(step, move)
        if isinstance(move, Sail) and int(step.state.box["card"]["owl"]["worth"]) > 2:
            step.state.agenda = again
            step.state.bank -= 1


def test_of_a_step_after_which_another_would_act_nobody_can_say_the_numbers(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.plays.test_fact_dependents.GAME", Dividing())
    play = begun(log, "owl", "bull")
    act(play, 1, Sail("arsenal"))
    found = rested(log, play, OWL)
    assert (found.public, found.lines) == ({}, ())
    assert len(found.unclear) == 1


def test_what_a_play_began_with_counts(log: Log) -> None:
    """Facts learned before are in the set-up; corrections as they are said find what the play has instead."""
    log.boxes.put("torture", [Learned("card", "bull", "worth", 2)])
    setup = Setup((Seated(1, "Ana"), Seated(2, "Berta")), box=log.boxes.owners("torture"))
    play = Play.begin(log, GAME, checked_setup(GAME.meta, setup), seed=b"s" * 32, clock=SystemClock())
    assert rested(log, play, BULL) == FactDependents()
