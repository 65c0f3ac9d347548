"""The contract tests say why a game came to no end, and after which correction it did not go on."""

from __future__ import annotations

import pytest
from dice_game.game import DiceGame, Move, Roll, State, Stop
from msgspec.structs import replace

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.setup import Seated, Setup
from companion.core.wording import say
from companion.game_tests.exploring import FAST
from companion.game_tests.random_play import RandomPlay
from companion.game_tests.rules import test_contract_going_on
from companion.game_tests.rules.test_contract_going_on import test_people_who_go_on_come_to_an_end
from companion.game_tests.rules.test_contract_numbers import test_a_play_goes_on_after_any_correction

comes_to_an_end, goes_on = test_people_who_go_on_come_to_an_end, test_a_play_goes_on_after_any_correction
del test_people_who_go_on_come_to_an_end, test_a_play_goes_on_after_any_correction


class FirstTo30(DiceGame):
    """Dice Game until somebody has 30 points. Not ``given`` a default, players roll until a 1 comes."""

    meta = replace(DiceGame.meta, longest=300)
    given: bool

    def __init__(self, *, given: bool) -> None:
        self.given = given

    def new(self, setup: Setup) -> State:
        state = super().new(setup)
        state.agenda = state.agenda * 100
        return state

    def is_over(self, state: State) -> bool:
        return any(player.points >= 30 for player in state.players)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        del seat
        first = not state.at_risk
        chosen = yield from Pick[str](
            key="turn",
            prompt=say("Roll?"),
            options=(
                Option("roll", say("Roll")),
                Option("stop", say("Stop"), reason=say("Roll first.") if first else None),
            ),
            default=("roll" if first else "stop") if self.given else None,
        )
        return Roll() if chosen == "roll" else Stop()

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        return replace(super().score(state, viewer), final=self.is_over(state))


def test_a_choice_whose_first_option_never_ends_is_named() -> None:
    said = (
        "not over after 300 moves: a choice with a default took it each time, any other took the first option in reach"
    )
    with pytest.raises(AssertionError, match=said) as caught:
        comes_to_an_end(FirstTo30(given=False), FAST)
    moves = caught.value.__notes__[0]
    assert moves.count("Roll()") == 300, "the moves that came to no end"


def test_people_who_enter_their_own_dice_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup((Seated(1, ""), Seated(2, "")), chance={"dice": "cardboard"})
    random_play = RandomPlay(FirstTo30(given=True), setup, bytes(4), b"")
    monkeypatch.setattr(test_contract_going_on, "explore", lambda _game, _plays, check: check(random_play))
    comes_to_an_end(random_play.game, FAST)
    assert 0 < random_play.made < 300


class Capped(DiceGame):
    """Nobody rolls with 999 points at risk, nor stops."""

    def questions(self, state: State, seat: int) -> Asking[Move]:
        question = next(super().questions(state, seat))
        assert isinstance(question, Pick)
        enough = say("That is enough.") if state.at_risk >= 999 else None
        options = tuple(replace(option, reason=option.reason or enough) for option in question.options)
        chosen = yield from replace(question, options=options)
        return Roll() if chosen == "roll" else Stop()


def test_a_correction_after_which_nothing_can_be_done_is_named() -> None:
    with pytest.raises(AssertionError, match="turn: nothing that is offered is possible") as caught:
        goes_on(Capped(), 4 * FAST)
    assert "After at-risk was corrected to 999:" in caught.value.__notes__
