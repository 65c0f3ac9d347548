"""Table instructions and guided set-up, of games that have them."""

from __future__ import annotations

import pytest

from companion.core.game import AnyGame
from companion.core.instructions import AnyInstruction, Instruction, lines_for
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seen
from companion.core.setup import Seated, Setup, checked_setup
from companion.core.step import TABLE, Outcome
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import RandomPlay
from companion.game_tests.texts.wordings import wordings
from companion.locale import LANGUAGES, speaker

NAMES = dict(enumerate(("Ana", "Bo", "Cé", "Íñigo", "Eva", "Fu", "Gil", "Hugo"), 1))
SPEAKERS = [speaker(language, NAMES) for language in LANGUAGES]


def read_by(made: AnyInstruction, viewer: Viewer) -> Instruction | None:
    """An instruction as this viewer may read it; None if it may not."""
    looked = seen(made, viewer)
    if isinstance(looked, Sealed):
        return looked.value if looked.known else None
    return looked


def check_words(read: list[Instruction]) -> None:
    """Every sentence says something, in every language."""
    for seat in {one.seat for one in read}:
        for line in lines_for(seat, read):
            for wording in (line.words, *line.short):
                for speaking in SPEAKERS:
                    for text in (speaking.say(wording), speaking.short(wording)):
                        assert text.strip(), wording
                        assert "{" not in text, wording


def check_readers(outcome: Outcome[object], viewer: Viewer, read: list[Instruction]) -> None:
    """Who reads an instruction reads a log line of the same move: pages show it there, and tell by it what was seen."""
    lines = [seen(told, viewer) for told in outcome.told]
    readable = any(not isinstance(line, Sealed) or line.known for line in lines)
    assert readable or not read, f"{viewer} reads {read[0]}, and no log line"


def test_instructions_say_something_and_stand_with_a_log_line(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        random_play.instructs = True
        for dialogue in random_play.moves():
            outcome = random_play.make(dialogue)
            for viewer in random_play.viewers:
                found = [read_by(one, viewer) for one in outcome.instructions]
                read = [one for one in found if one is not None and (one.words is not None or one.verb != "words")]
                check_words(read)
                check_readers(outcome, viewer, read)
                assert all(one.seat in (TABLE, *random_play.seats) for one in read)

    explore(game, plays, check)


def test_set_up_is_the_same_whoever_reads_it_and_has_words(game: AnyGame) -> None:
    least, most = game.meta.seats
    for seats in range(least, most + 1):
        for level in [key for key, _ in game.meta.levels] or [""]:
            seated = tuple(Seated(seat, NAMES[seat]) for seat in range(1, seats + 1))
            state = game.new(checked_setup(game.meta, Setup(seated, level=level)))
            steps = game.setup_steps(seen(state, PUBLIC))
            if not steps:
                pytest.skip("the game has no set-up steps")
            keys = [step.key for step in steps]
            assert len(set(keys)) == len(keys)
            assert all(set(step.seats) <= set(range(1, seats + 1)) for step in steps)
            assert all(step.seats for step in steps if step.who == "seats")
            for step in steps:
                for wording in (*wordings(step), step.doer):
                    for speaking in SPEAKERS:
                        assert speaking.say(wording).strip(), step.key
                        assert "{" not in speaking.say(wording), step.key


def test_the_set_up_of_a_running_play_can_be_read(game: AnyGame, plays: int) -> None:
    """Some learn from the state what was drawn: no state may break it."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for viewer in random_play.viewers:
                game.setup_steps(seen(random_play.state, viewer))
            random_play.make(dialogue)

    if not game.setup_steps(seen(first_state(game), PUBLIC)):
        pytest.skip("the game has no set-up steps")
    explore(game, plays, check)


def first_state(game: AnyGame) -> object:
    seated = tuple(Seated(seat, NAMES[seat]) for seat in range(1, game.meta.seats[0] + 1))
    return game.new(checked_setup(game.meta, Setup(seated)))
