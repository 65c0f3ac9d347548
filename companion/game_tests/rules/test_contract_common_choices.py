"""The last seal of a common choice locks and reveals all of them, before any chance from cardboard is asked for."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.core.chance import CardboardNeeded, RandomStream, TableChance
from companion.core.game import AnyGame, asked_anew
from companion.core.owed_chance import ChanceOwed, EnterChance, chance_owed
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import Outcome, run
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import Dialogue, RandomPlay
from companion.game_tests.seals import with_other_secrets


def on_cardboard(random_play: RandomPlay) -> RandomPlay:
    """The same play with every chance from cardboard."""
    setup = random_play.setup
    setup = replace(setup, chance=dict.fromkeys(setup.chance, "cardboard"))
    return RandomPlay(random_play.game, setup, random_play.seed, random_play.decisions)


def at_once(random_play: RandomPlay, dialogue: Dialogue) -> Outcome[Any] | None:
    """What a move does before anybody has entered any cardboard; None if it waits for that."""
    game = random_play.game
    stream = RandomStream(random_play.seed, random_play.stream.position)
    chance = TableChance(stream, random_play.setup.chance)
    copy = game.copy(random_play.state)
    try:
        return run(copy, dialogue.seat, chance, lambda step: game.apply(step, dialogue.move))
    except CardboardNeeded:
        return None


def test_the_last_seal_of_a_common_choice_waits_for_no_chance(game: AnyGame, plays: int) -> None:
    """A rule that draws after it has revealed what all chose would hold up the reveal: it belongs into ``proceed``."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            if random_play.awaited.secret and at_once(random_play, dialogue) is None:
                made = random_play.make(dialogue)
                awaited = random_play.awaited
                assert not made.revealed, f"{dialogue.move} reveals, and asks for a chance from cardboard in its rule"
                assert awaited.secret, f"{dialogue.move} ends a common choice, and asks for a chance in its rule"

    explore(game, plays, check, on_cardboard)


def test_after_the_last_seal_no_answer_changes_what_was_sealed(game: AnyGame, plays: int) -> None:
    """Until the chance is entered there is no other move, for nobody; and entering it reveals nothing more."""

    def check(random_play: RandomPlay) -> None:
        choices: list[Dialogue] = []
        for dialogue in random_play.moves():
            owed = chance_owed(random_play.state)
            if owed is None:
                choices = [*choices, dialogue] if random_play.awaited.secret else []
                continue
            assert random_play.awaited.seats == (owed.by,)
            for choice in choices:
                refused = random_play.refusal(choice.seat, choice.move)
                assert refused is not None, f"{choice.move} is taken after all seals were there"
                assert refused.code == "not-awaited"
            assert isinstance(dialogue.move, EnterChance)
            outcome = random_play.outcome(dialogue.seat, dialogue.move)
            assert not outcome.revealed, "what was chosen is revealed in proceed: it belongs into the rule"

    explore(game, plays, check, on_cardboard)


def test_a_chance_that_is_asked_for_after_the_last_seal_tells_nothing(game: AnyGame, plays: int) -> None:
    """Whether there is a question, and which, may depend only on what everybody sees, or on what its own seat knows."""

    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            owed = chance_owed(random_play.state)
            if owed is None:
                continue
            assert game.awaits(seen(random_play.state, PUBLIC)).must == (owed.by,)
            assert not game.score(seen(random_play.state, PUBLIC), PUBLIC).final, "the play goes on"
            other = game.copy(random_play.state)
            viewer = Viewer(owed.by or None) if owed.question is not None and owed.question.secret else PUBLIC
            if with_other_secrets(other, viewer, random_play.aside):
                assert owed == asked(random_play, other), "the question depends on a secret"

    explore(game, plays, check, on_cardboard)


def asked(random_play: RandomPlay, state: Any) -> ChanceOwed | None:
    """What is owed in a state that owes a chance."""
    stream = RandomStream(random_play.seed, random_play.stream.position)
    return chance_owed(asked_anew(random_play.game, state, TableChance(stream, random_play.setup.chance)))
