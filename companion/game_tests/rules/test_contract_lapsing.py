"""What may lapse in time is secret, can be answered so, and moves no piece of anybody."""

from __future__ import annotations

from companion.core.dialogue import Done, walk
from companion.core.game import AnyGame
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import RandomPlay


def test_an_answer_that_lapses_changes_nothing(game: AnyGame, plays: int) -> None:
    """It ends the dialogue, and where it settles nothing that others wait for, every tracked number stays."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for place, question in enumerate(dialogue.questions):
                if question.lapse is None:
                    continue
                assert question.secret, f"{question.key} lapses and is not secret"
                question.check(question.lapse)
                if place > 0 or dialogue.seat not in random_play.awaited.must:
                    continue
                known = random_play.known(dialogue.seat)
                walked = walk(game.ask(known, dialogue.seat), [question.lapse])
                assert isinstance(walked, Done), f"{question.key} lapses, and something further is asked"
                outcome = random_play.outcome(dialogue.seat, walked.move)
                if outcome.drawn or outcome.revealed:
                    continue
                before, after = (
                    {one.key: one.value for one in game.inventory(state)}
                    for state in (random_play.state, outcome.state)
                )
                assert after == before, f"{question.key} lapses, and its answer changes a number"

    explore(game, plays, check)
