"""What is out of reach is refused, with the reason that was shown, before any chance and without a trace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.chance import Chance, RandomStream, TableChance
from companion.core.dialogue import walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.questions import Pick
from companion.core.step import Step, run
from companion.game_tests.exploring import explore
from companion.game_tests.mutations import mutated
from companion.game_tests.out_of_bounds import taken_out_of_bounds
from companion.game_tests.random_play import Dialogue, RandomPlay


def test_an_option_out_of_reach_is_refused_with_its_reason(game: AnyGame, plays: int) -> None:
    """By the questions, and by the rules when the questions are passed by."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for place, question in enumerate(dialogue.questions):
                for option in question.options if isinstance(question, Pick) else ():
                    if option.reason is not None:
                        with pytest.raises(Refused) as refused:
                            walk(
                                game.ask(random_play.known(dialogue.seat), dialogue.seat),
                                [*dialogue.answers[:place], option.value],
                            )
                        assert (refused.value.code, refused.value.message) == ("out-of-reach", option.reason)
            for forced in random_play.forced(dialogue):
                refusal = random_play.refusal(forced.seat, forced.move)
                assert refusal is not None, f"{forced.move} was offered as out of reach, and accepted"
                assert (refusal.code, refusal.message) == ("out-of-reach", forced.reason)

    explore(game, plays, check)


def test_a_number_beyond_the_bounds_of_its_question_is_refused(game: AnyGame, plays: int) -> None:
    """A move with a number that no answer could give, as somebody with a program may send it."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            taken = list(taken_out_of_bounds(random_play, dialogue))
            assert not taken, f"{taken} was accepted"

    explore(game, plays, check)


class Watched(TableChance):
    """The companion's own chance throughout; ``asked`` says whether it was needed, before anything was drawn."""

    def __init__(self) -> None:
        super().__init__(RandomStream(b"watched"), {})
        self.asked = False

    def answer(self, question: Any, by: int) -> Any:
        self.asked = True
        return super().answer(question, by)


def accepts(game: AnyGame, random_play: RandomPlay, seat: int, move: Any, chance: Chance) -> bool:
    def rules(step: Step[Any]) -> None:
        game.apply(step, move)

    try:
        run(game.copy(random_play.state), seat, chance, rules)
    except Refused:
        return False
    return True


def tried(game: AnyGame, random_play: RandomPlay, dialogue: Dialogue) -> Iterator[tuple[int, Any]]:
    """All sorts of moves: out of reach, of another seat, odd, and the right one."""
    yield dialogue.seat, dialogue.move
    yield from ((forced.seat, forced.move) for forced in random_play.forced(dialogue))
    yield from ((seat, dialogue.move) for seat in random_play.seats)
    yield from ((dialogue.seat, move) for move in mutated(game, dialogue.move, random_play.aside, 6))
    yield random_play.setup.numbers[-1] % 8 + 1, dialogue.move  # a seat that may not even be at the table


def test_any_move_is_accepted_or_refused_before_chance_and_nothing_else(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            before = game.encode_state(random_play.state)
            for seat, move in tried(game, random_play, dialogue):
                chance = Watched()
                accepted = accepts(game, random_play, seat, move, chance)
                assert accepted or not chance.asked, "refused after chance was asked"
                assert game.encode_state(random_play.state) == before

    explore(game, plays, check)


def test_a_seat_that_is_not_awaited_is_refused(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            awaited = random_play.awaited
            for seat in random_play.seats:
                if seat not in awaited.must + awaited.may:
                    assert random_play.refusal(seat, dialogue.move) is not None

    explore(game, plays, check)


def test_looking_and_asking_change_nothing(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            before = game.encode_state(random_play.state)
            for viewer in random_play.viewers:
                known = random_play.known(viewer.seat or 0)
                game.show(known, viewer)
                game.score(known, viewer)
                game.inventory(known)
                game.awaits(known)
            walk(game.ask(random_play.known(dialogue.seat), dialogue.seat), dialogue.answers)
            assert game.encode_state(random_play.state) == before

    explore(game, plays, check)
