"""Every viewer can look, and sees nothing of what others hide."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.inventory import Tracked
from companion.core.questions import Answer, AnyQuestion
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE, try_out
from companion.core.widgets import AnyWidget
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import Dialogue, RandomPlay
from companion.game_tests.seals import with_other_secrets
from companion.game_tests.showing.looks import confidants, looks, told_to

WIDGETS = msgspec.json.Decoder(list[AnyWidget])
WAYS = 6
"""How often another secret answer is looked for."""

SCORES = msgspec.json.Decoder(ScoreSheet)
REPLACED = (
    "This is no state of a real play: under every seal that a viewer may not open something else was put, from another"
    " seal or a number one higher. What differs here tells that viewer of it."
)


def test_every_viewer_can_look_at_everything(game: AnyGame, plays: int) -> None:
    """Without a broken seal, at values that survive being sent, each under a name of its own."""

    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            assert msgspec.json.encode(random_play.awaited)
            for viewer in random_play.viewers:
                known = seen(random_play.state, viewer)
                shown = list(game.show(known, viewer))
                assert WIDGETS.decode(msgspec.json.encode(shown)) == shown
                assert len({widget.key for widget in shown}) == len(shown)
                sheet = game.score(known, viewer)
                assert SCORES.decode(msgspec.json.encode(sheet)) == sheet
                assert {seat for side in sheet.sides for seat in side.seats} <= set(random_play.setup.numbers)
                assert all(isinstance(tracked, Tracked) for tracked in game.inventory(known))

    explore(game, plays, check)


def open_widgets(game: AnyGame, state: Any, viewer: Viewer) -> list[Any]:
    """What screens leave uncovered."""
    return [widget for widget in game.show(seen(state, viewer), viewer) if not widget.secret]


def test_what_is_not_marked_secret_shows_no_secret_of_its_viewer(game: AnyGame, plays: int) -> None:
    """Screens cover what is marked, so everything else must look the same whatever the viewer's own secrets are."""

    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            other = game.copy(random_play.state)
            assert open_widgets(game, other, PUBLIC) == list(game.show(seen(other, PUBLIC), PUBLIC))
            if with_other_secrets(other, PUBLIC, random_play.aside):
                for viewer in random_play.viewers:
                    here = open_widgets(game, random_play.state, viewer)
                    assert open_widgets(game, other, viewer) == here, REPLACED

    explore(game, plays, check)


def open_question(game: AnyGame, state: Any, viewer: Viewer) -> Any:
    """What screens leave uncovered of the first question of a seat; None where that is nothing, or where the seat has
    answered already, which it may see.
    """
    if viewer.seat is None:
        return None
    try:
        question = next(game.ask(seen(state, viewer), viewer.seat))
    except Refused:
        return None
    if not question.secret or question.open == "nothing" or question.given is not None:
        return None
    listed = [(option.value, option.label) for option in getattr(question, "options", ())]
    return question.key, question.prompt, question.hint, listed if question.open == "list" else None


def test_what_stands_outside_a_cover_of_a_question_tells_no_secret_of_its_seat(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            other = game.copy(random_play.state)
            if with_other_secrets(other, PUBLIC, random_play.aside):
                for viewer in random_play.viewers:
                    here = open_question(game, random_play.state, viewer)
                    there = open_question(game, other, viewer) if here is not None else None
                    if there is not None and there[0] == here[0]:
                        assert there == here, REPLACED

    explore(game, plays, check)


def test_what_a_viewer_is_given_stays_the_same_when_others_hide_something_else(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            for viewer in random_play.viewers:
                other = game.copy(random_play.state)
                if with_other_secrets(other, viewer, random_play.aside):
                    assert looks(game, other, viewer) == looks(game, random_play.state, viewer), REPLACED

    explore(game, plays, check)


def reply(game: AnyGame, state: Any, seat: int, move: Any) -> Any:
    """How the rules answer a move of ``seat`` on the true state, as far as chance or somebody else's secret."""

    def rules(step: Any) -> None:
        game.apply(step, move)

    try:
        try_out(game.copy(state), seat, rules)
    except Refused as refused:
        return (refused.code, msgspec.to_builtins(seen(refused.message, Viewer(seat))))
    return "accepted"


def test_a_refusal_does_not_tell_what_others_hide(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            other = game.copy(random_play.state)
            with_other_secrets(other, Viewer(dialogue.seat or None), random_play.aside)
            moves = [dialogue.move, *(forced.move for forced in random_play.forced(dialogue))]
            for move in moves:
                here = reply(game, random_play.state, dialogue.seat, move)
                assert reply(game, other, dialogue.seat, move) == here, REPLACED

    explore(game, plays, check)


def other_way(random_play: RandomPlay, dialogue: Dialogue) -> Dialogue | None:
    """The same dialogue with another answer to its last secret question, if that makes the same kind of move."""
    secret = [place for place, question in enumerate(dialogue.questions) if question.secret]
    if not secret:
        return None
    place = 0

    def choose(question: AnyQuestion) -> Answer:
        nonlocal place
        place += 1
        return dialogue.answers[place - 1] if place - 1 < secret[-1] else random_play.answer(question)

    for _ in range(WAYS):
        place = 0
        found = random_play.answered(dialogue.seat, choose)
        same_kind = type(found.move) is type(dialogue.move) and len(found.questions) == len(dialogue.questions)
        if same_kind and found.move != dialogue.move:
            return found
    return None


def others_see_the_same(random_play: RandomPlay, one: Dialogue, two: Dialogue) -> bool:
    """Compare the table after two ways of answering in secret. Whether there was something to compare."""
    outcomes = [random_play.outcome(way.seat, way.move) for way in (one, two)]
    if any(outcome.revealed or outcome.drawn for outcome in outcomes):
        return False
    states = [outcome.state for outcome in outcomes]
    for viewer in random_play.viewers:
        if viewer.seat not in confidants(*states):
            assert told_to(outcomes[0], viewer) == told_to(outcomes[1], viewer)
            first, second = (looks(random_play.game, state, viewer) for state in states)
            assert first == second
    return True


def test_others_see_no_difference_between_two_secret_answers(game: AnyGame, plays: int) -> None:
    """Two plays that part at a secret answer look alike to everybody else, until it is revealed."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            assert dialogue.seat != TABLE or not any(question.secret for question in dialogue.questions)
            other = other_way(random_play, dialogue)
            if other is not None:
                others_see_the_same(random_play, dialogue, other)

    explore(game, plays, check)
