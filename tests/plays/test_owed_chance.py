"""After a common choice a play waits for cardboard with everything revealed: stored, resumed, taken back, corrected,
verified, printed and recorded like that.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from companion.core.chance import CardboardNeeded
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.owed_chance import ChanceOwed, EnterChance, chance_owed, owing
from companion.core.questions import Dice
from companion.core.secrecy import PUBLIC, seen
from companion.core.setup import Seated, Setup
from companion.core.step import Step
from companion.core.wording import say
from companion.plays.log.log import Log
from companion.plays.maintenance.verify import verify
from companion.plays.play import Play
from companion.plays.printed.position import PrintedPosition, packed, position_of, unpacked
from companion.playthroughs.grammar import parse, write
from companion.playthroughs.record import record
from companion.playthroughs.replay import replay
from tests.core.omens import Choose, Omens, OmenState, RollsInTheRule
from tests.plays.counter import SEED, TestClock

SETUP = Setup(seats=(Seated(1, "Ana"), Seated(2, "Ben")), chance={"day": "companion", "omen": "cardboard"})
GAMES: dict[str, AnyGame] = {"omens": Omens()}


def chosen(log: Log, game: AnyGame | None = None) -> Play:
    """All have chosen; the dice have not fallen."""
    play = Play.begin(log, game or Omens(), SETUP, seed=SEED, clock=TestClock())
    play.submit(1, "", Choose(7), nonce="a")
    play.submit(2, "", Choose(4), nonce="b")
    return play


def resumed(log: Log, play: Play) -> Play:
    return Play.resume(log, Omens(), play.id, clock=TestClock())


def asked(play: Play) -> tuple[tuple[int, ...], Any]:
    owed = chance_owed(play.state)
    return play.game.awaits(seen(play.state, PUBLIC)).seats, owed.question if owed else None


def differences(log: Log) -> tuple[Any, ...]:
    return verify(log, GAMES).differences


def test_the_last_choice_is_stored_with_all_that_was_chosen(log: Log) -> None:
    play = chosen(log)
    assert play.head.revealed
    assert not play.head.closed
    assert play.head.drawn == ()
    assert play.state.shown == {1: 7, 2: 4}
    assert not play.finished
    seats, question = asked(play)
    assert seats == (1,)
    assert isinstance(question, Dice)
    assert differences(log) == ()


def test_nobody_can_change_what_was_chosen(log: Log) -> None:
    play = chosen(log)
    for seat in (0, 1, 2):
        with pytest.raises(Refused, match="not-awaited"):
            play.submit(seat, "", Choose(9), nonce="")
    with pytest.raises(Refused, match="not-awaited"):
        play.submit(2, "", EnterChance([6, 6]), nonce="")
    with pytest.raises(Refused, match="wrong-number"):
        play.submit(1, "", EnterChance([6]), nonce="")
    assert len(play.entries) == 3
    assert play.state.shown == {1: 7, 2: 4}


def test_dice_cannot_be_entered_where_none_are_owed(log: Log) -> None:
    play = Play.begin(log, Omens(), SETUP, seed=SEED, clock=TestClock())
    with pytest.raises(Refused, match="not-awaited"):
        play.submit(1, "", EnterChance([6, 6]), nonce="")


def test_the_dice_are_an_entry_of_their_own(log: Log) -> None:
    play = resumed(log, chosen(log))
    entry = play.submit(1, "", EnterChance([6, 5]), nonce="c")
    assert [drawn.key for drawn in entry.drawn] == ["day", "omen"]
    assert play.state.totals == {1: 18, 2: 4}
    assert chance_owed(play.state) is None
    assert play.game.awaits(seen(play.state, PUBLIC)).secret
    assert differences(log) == ()


def test_somebody_else_may_be_asked_for_the_dice(log: Log) -> None:
    play = chosen(log)
    with pytest.raises(CardboardNeeded) as needed:
        play.submit(1, "", EnterChance(), nonce="c")
    play.submit(1, "", EnterChance(), nonce="c", entered=[[6, 5]], before=needed.value.drawn)
    assert play.state.totals == {1: 18, 2: 4}
    assert differences(log) == ()


def test_taking_the_dice_back_leaves_the_reveal(log: Log) -> None:
    play = chosen(log)
    play.submit(1, "", EnterChance([6, 5]), nonce="c")
    play.undo(3, 1, "", marked=False, nonce="d")
    assert play.state.shown == {1: 7, 2: 4}
    assert asked(play) == asked(resumed(log, play))
    assert asked(play)[0] == (1,)
    play.submit(1, "", EnterChance([1, 1]), nonce="e")
    assert play.state.totals == {1: 9, 2: 4}
    assert differences(log) == ()


def test_a_correction_changes_what_is_rolled(log: Log) -> None:
    play = chosen(log)
    play.correct("dice", 3, "", nonce="c")
    assert asked(play)[1].dice == asked(resumed(log, play))[1].dice == 3
    assert differences(log) == ()
    play.submit(1, "", EnterChance([1, 2, 3]), nonce="d")
    assert play.state.totals == {1: 13, 2: 4}
    assert differences(log) == ()


def test_a_correction_after_which_nothing_is_rolled_goes_on_at_a_word(log: Log) -> None:
    play = chosen(log)
    play.correct("dice", 0, "", nonce="c")
    assert asked(play) == ((0,), None)
    question = next(play.game.ask(seen(play.state, PUBLIC), 0))
    assert question.key == "go-on"
    play.submit(0, "", EnterChance(), nonce="d")
    assert play.state.totals == {1: 7, 2: 4}
    assert differences(log) == ()


def test_it_goes_on_from_a_printed_sheet(log: Log) -> None:
    play = chosen(log)
    printed = unpacked(packed(position_of("omens", SETUP, {}, log.state(play.id, play.present))))
    again = Play.begin_at(log, Omens(), printed, seed=bytes(32), clock=TestClock())
    assert asked(again)[0] == (1,)
    assert again.state.shown == {1: 7, 2: 4}
    again.submit(1, "", EnterChance([6, 5]), nonce="z")
    assert again.state.totals == {1: 18, 2: 4}
    assert differences(log) == ()


class Upgraded(Omens):
    meta = replace(Omens.meta, rules_version=2)


class Breaking(Omens):
    def proceed(self, step: Step[OmenState]) -> None:
        if step.state.agenda == ["roll"]:
            raise LookupError("a bug")


@pytest.mark.parametrize("game", [Omens(), Breaking()])
def test_a_made_up_question_on_a_sheet_is_never_asked(log: Log, game: AnyGame) -> None:
    made_up = ChanceOwed(Dice(key="omen", prompt=say("?"), dice=9999), 7)
    state = owing(chosen(log).state, made_up)
    printed = PrintedPosition("omens", 1, SETUP, Raw(game.encode_state(state)))
    play = Play.begin_at(log, game, printed, seed=bytes(32), clock=TestClock())
    seats, question = asked(play)
    assert seats in ((0,), (1,))
    assert question is None or question.dice == 2


def test_newer_rules_go_on_with_it(log: Log) -> None:
    play = Play.resume(log, Upgraded(), chosen(log).id, clock=TestClock())
    assert asked(play)[0] == (1,)
    play.submit(1, "", EnterChance([6, 5]), nonce="z")
    assert play.state.totals == {1: 18, 2: 4}


def test_it_is_recorded_and_runs_again(log: Log) -> None:
    play = chosen(log)
    play.submit(1, "", EnterChance([6, 5]), nonce="c")
    text = write(record(log, Omens(), play.id))
    assert "1: omen=6 5" in text
    again = replay(parse(text), GAMES)
    assert again.difference is None
    assert again.actual is not None
    assert write(again.actual) == text


PLAYED = """\
game: omens
rules: 1
seat 1: Ana
seat 2: Ben
seed: 00010203
chance omen: cardboard

1: 7
2: 4 ~ omen=6 5@cardboard
"""


def test_a_playthrough_with_the_dice_at_the_last_choice_runs_as_before() -> None:
    played = parse(PLAYED)
    ran = replay(played, GAMES)
    assert ran.difference is None, str(ran.difference)
    assert ran.actual == played


def test_what_an_older_log_stored_in_one_entry_is_verified(log: Log) -> None:
    """Choice, dice and all: so it was before a play could wait in between."""
    play = Play.begin(log, Omens(), SETUP, seed=SEED, clock=TestClock())
    play.submit(1, "", Choose(7), nonce="a")
    play.submit(2, "", Choose(4), nonce="b", entered=[[6, 5]])
    assert len(play.entries) == 3
    assert play.state.totals == {1: 18, 2: 4}
    assert differences(log) == ()


def test_a_game_that_rolls_in_its_rule_waits_as_before(log: Log) -> None:
    with pytest.raises(CardboardNeeded):
        chosen(log, RollsInTheRule())
