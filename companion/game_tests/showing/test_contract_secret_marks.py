"""What is answered in secret is marked secret: the question, and a wait in which several answer so."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, Sealed, seen
from companion.core.step import TABLE, Outcome
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import Dialogue, RandomPlay

WAYS = 4
"""How often another answer to a question is looked for."""


def other_answer(random_play: RandomPlay, dialogue: Dialogue, place: int) -> Dialogue | None:
    """The same dialogue with another answer to one question only, which makes another move."""
    for _ in range(WAYS):
        answer = random_play.answer(dialogue.questions[place])
        answers = (*dialogue.answers[:place], answer, *dialogue.answers[place + 1 :])
        try:
            walked = walk(random_play.game.ask(random_play.known(dialogue.seat), dialogue.seat), answers)
        except Refused:
            continue
        if not isinstance(walked, Asked) and walked.move != dialogue.move:
            return Dialogue(dialogue.seat, walked.answered, answers, walked.move)
    return None


def public(outcome: Outcome[Any]) -> Any:
    """What everybody knows after a move."""
    told = [seen(line, PUBLIC) for line in outcome.told]
    lines = [msgspec.to_builtins(line) for line in told if not isinstance(line, Sealed) or line.known]
    return lines, seen(outcome.state, PUBLIC)


def lands_in_a_seal(random_play: RandomPlay, dialogue: Dialogue, place: int) -> bool:
    """Whether an answer makes a difference, and only to what is sealed."""
    other = other_answer(random_play, dialogue, place)
    if other is None:
        return False
    one, two = (random_play.outcome(way.seat, way.move) for way in (dialogue, other))
    return not (one.drawn or two.drawn) and one.state != two.state and public(one) == public(two)


def test_a_question_whose_answer_lands_in_a_seal_is_marked_secret(game: AnyGame, plays: int) -> None:
    """Else it stands open on the display of the seat, and who looks there reads the secret off."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for place, question in enumerate(dialogue.questions):
                if not question.secret:
                    assert not lands_in_a_seal(random_play, dialogue, place), f"{question.key} is not marked secret"

    explore(game, plays, check)


def answers(random_play: RandomPlay, dialogue: Dialogue) -> bool:
    """Whether the move is what its seat was waited for, not a change that it may make as often as it likes."""
    state = random_play.outcome(dialogue.seat, dialogue.move).state
    return dialogue.seat not in random_play.game.waits_for(state).must


def test_a_wait_in_which_several_answer_into_seals_is_marked_secret(game: AnyGame, plays: int) -> None:
    """Else the log's undo tells who has answered already."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            awaited = random_play.awaited
            several = len([seat for seat in awaited.must if seat != TABLE]) > 1
            if several and not awaited.secret and answers(random_play, dialogue):
                places = [place for place, question in enumerate(dialogue.questions) if question.secret]
                sealed = any(lands_in_a_seal(random_play, dialogue, place) for place in places)
                assert not sealed, f"{awaited.why} is not marked secret"

    explore(game, plays, check)
