"""Somebody can always go on, what is answered is accepted, and every play ends."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.owed_chance import chance_owed
from companion.core.questions import Answer, AnyQuestion, Count, Dice, Fit, Pick, PickMany
from companion.core.secrecy import PUBLIC, BrokenSeal, Viewer, seen
from companion.core.step import TABLE
from companion.core.widgets import AnyWidget, Grid, Rondel, Track, position
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import RandomPlay


def can_be_answered(question: AnyQuestion) -> bool:
    """Whether at least one answer is possible, and the default is one if there is one."""
    if question.default is not None:
        question.check(question.default)
    match question:
        case Pick():
            return bool(question.reachable())
        case PickMany(least=least, options=options, most=most):
            return least <= min(most, sum(option.reason is None for option in options))
        case Count(low=low, high=high, start=start):
            return low <= start <= high
        case Dice(dice=dice, faces=faces):
            return dice > 0 and faces > 1
    return True


def test_somebody_can_always_go_on(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            awaited = random_play.awaited
            assert awaited.must, "somebody must act while the play is on"
            assert set(awaited.must).isdisjoint(awaited.may)
            assert set(awaited.must + awaited.may) <= set(random_play.seats)
            for seat in random_play.seats:
                asking = game.ask(random_play.known(seat), seat) if seat in awaited.must + awaited.may else None
                if asking is None:
                    with pytest.raises(Refused):
                        walk(game.ask(random_play.known(seat), seat), [])
                else:
                    asked = walk(asking, [])
                    assert isinstance(asked, Asked), "a dialogue asks something"
                    assert can_be_answered(asked.question)

    explore(game, plays, check)


def test_every_question_can_be_answered_and_every_answered_dialogue_is_accepted(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            assert [question.key for question in dialogue.questions if not can_be_answered(question)] == []
            assert game.decode_move(game.encode_move(dialogue.move)) == dialogue.move
            random_play.outcome(dialogue.seat, dialogue.move)

    explore(game, plays, check)


def test_answers_have_a_text_form_that_reads_back(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            texts = [
                question.format(answer) for question, answer in zip(dialogue.questions, dialogue.answers, strict=True)
            ]
            answers = [question.parse(text) for question, text in zip(dialogue.questions, texts, strict=True)]
            again = walk(game.ask(random_play.known(dialogue.seat), dialogue.seat), answers)
            assert not isinstance(again, Asked)
            assert again.move == dialogue.move

    explore(game, plays, check)


def test_the_table_goes_on_without_a_seat_that_keeps_its_secrets_to_itself(game: AnyGame, plays: int) -> None:
    """Others may answer what is public for a seat that must act; everything secret on the way has a default."""

    def check(random_play: RandomPlay) -> None:
        def for_a_sleeper(question: AnyQuestion) -> Answer:
            if question.secret and chance_owed(random_play.state) is None:
                assert question.default is not None, f"{question.key} is secret and has no default"
                return question.default
            return random_play.answer(question)

        for _ in random_play.moves():
            for seat in random_play.awaited.must:
                slept = random_play.answered(seat, for_a_sleeper)
                assert random_play.refusal(seat, slept.move) is None

    explore(game, plays, check)


def test_a_scribe_is_asked_the_same_public_questions(game: AnyGame, plays: int) -> None:
    """As long as no question before was secret; there the public's view of the dialogue ends."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            public = seen(random_play.state, PUBLIC)
            for place, question in enumerate(dialogue.questions):
                try:
                    walked = walk(game.ask(public, dialogue.seat), dialogue.answers[:place])
                except BrokenSeal:
                    assert any(asked.secret for asked in dialogue.questions[: place + 1])
                    break
                assert isinstance(walked, Asked)
                assert walked.question.secret == question.secret
                if question.secret:
                    break
                assert walked.question == question

    explore(game, plays, check)


def positions(widget: AnyWidget) -> set[str]:
    """Where a piece can stand on a widget."""
    match widget:
        case Track(spaces=spaces) | Rondel(spaces=spaces):
            return {space.key for space in spaces}
        case Grid(width=width, height=height):
            return {position(x, y) for x in range(width) for y in range(height)}
    return set()


def wanted(question: Pick[Any]) -> set[str]:
    """The positions of the widget that the question speaks of."""
    if isinstance(question, Fit):
        return {square for option in question.options for square in question.squares(option.value)}
    return {str(option.value) for option in question.options}


def test_a_place_is_on_a_widget_that_its_seat_sees(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            viewer = PUBLIC if dialogue.seat == TABLE else Viewer(dialogue.seat)
            shown = {widget.key: widget for widget in game.show(seen(random_play.state, viewer), viewer)}
            for question in dialogue.questions:
                widget = getattr(question, "widget", None)
                if widget is not None and isinstance(question, Pick):
                    assert widget in shown
                    assert wanted(question) <= positions(shown[widget])

    explore(game, plays, check)


def test_people_who_go_on_come_to_an_end(game: AnyGame, plays: int) -> None:
    def check(begun: RandomPlay) -> None:
        random_play = RandomPlay(game, begun.setup, begun.seed, begun.decisions)
        begun.journal = random_play.journal
        # People's own dice and cards differ: with equal dice each time, a game may never end.
        begun.made = random_play.fast_forward(game.meta.longest, random_play.aside)
        assert random_play.awaited.over, not_over(begun)
        assert not random_play.awaited.must + random_play.awaited.may
        assert game.score(seen(random_play.state, PUBLIC), PUBLIC).final

    explore(game, plays // 4, check)


def not_over(begun: RandomPlay) -> str:
    """The message for a random play that did not end: how its moves were chosen, and what to change in the game."""
    others = "the same few options again and again" if any(begun.seed) else "the first option in reach"
    return (
        f"not over after {begun.made} moves: a choice with a default took it each time, any other took {others}. "
        "Give the choice that leads to the end as default, or raise meta.longest"
    )
