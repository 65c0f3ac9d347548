"""States survive the disk, replaying gives them again, and what is taken back and done again comes out the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.core.chance import RandomStream, RecordedChance, TableChance
from companion.core.game import AnyGame
from companion.core.owed_chance import EnterChance
from companion.core.step import Step, run
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import AppliedMove, RandomPlay
from companion.plays.log.log import Log
from companion.plays.maintenance.verify import verify
from companion.plays.play import Play
from companion.plays.undo import redo_offer
from companion.playthroughs.grammar import parse, write
from companion.playthroughs.record import record
from companion.playthroughs.replay import FixedClock, replay_into


@contextmanager
def a_log() -> Iterator[Log]:
    log = Log(lambda: sqlite3.connect(":memory:", isolation_level=None))
    try:
        yield log
    finally:
        log.close()


def submit(play: Play, made: AppliedMove) -> None:
    entered = [drawn.answer for drawn in made.drawn if drawn.by == "cardboard"]
    if isinstance(made.move, EnterChance) and made.move.answer is not None:
        del entered[0]  # the move has it
    entry = play.submit(made.seat, "somebody", made.move, nonce="", entered=entered)
    assert entry.drawn == made.drawn


def stored(log: Log, random_play: RandomPlay) -> Play:
    """The play until now as a play of ``log``."""
    play = Play.begin(log, random_play.game, random_play.setup, seed=random_play.seed, clock=FixedClock())
    for made in random_play.journal:
        submit(play, made)
    return play


def correct_something(play: Play, random_play: RandomPlay) -> None:
    known = [tracked for tracked in play.game.inventory(random_play.state) if tracked.known]
    if known:
        tracked = known[random_play.aside(len(known))]
        play.correct(tracked.key, (tracked.low, tracked.high)[random_play.aside(2)], "somebody", nonce="")
        random_play.state = play.game.copy(play.state)


def played_on(log: Log, random_play: RandomPlay) -> Play:
    """The whole play on a log, with steps taken back, put back, and corrected in between."""
    play = stored(log, random_play)
    game = random_play.game
    for dialogue in random_play.moves():
        before, number = game.encode_state(play.state), play.present
        random_play.make(dialogue)
        submit(play, random_play.journal[-1])
        after = game.encode_state(play.state)
        assert after == game.encode_state(random_play.state)
        match random_play.aside(5):
            case 0:
                play.undo(number, dialogue.seat, "somebody", marked=False, nonce="")
                assert game.encode_state(play.state) == before
                # While all act in secret nobody may put back: the button would tell.
                if offer := redo_offer(play.entries, dialogue.seat):
                    play.redo(offer.to, dialogue.seat, "somebody", nonce="")
                    assert game.encode_state(play.state) == after
                random_play.state = game.copy(play.state)
            case 1:
                play.undo(number, dialogue.seat, "somebody", marked=False, nonce="")
                random_play.state = game.copy(play.state)
            case 2:
                correct_something(play, random_play)
    return play


def test_a_state_survives_its_codec(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            raw = game.encode_state(random_play.state)
            read = game.decode_state(raw)
            assert read == random_play.state
            assert game.encode_state(read) == raw

    explore(game, plays, check)


def test_the_same_move_with_the_recorded_chance_gives_the_same_state(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            before = game.encode_state(random_play.state)
            outcome = random_play.make(dialogue)

            def rules(step: Step[Any], move: Any = dialogue.move) -> None:
                game.apply(step, move)

            beyond = TableChance(RandomStream(random_play.seed, random_play.stream.position), random_play.setup.chance)
            again = run(game.decode_state(before), dialogue.seat, RecordedChance(outcome.drawn, beyond), rules)
            assert game.encode_state(again.state) == game.encode_state(outcome.state)
            assert (again.told, again.drawn, again.revealed) == (outcome.told, outcome.drawn, outcome.revealed)

    explore(game, plays, check)


def test_a_play_is_resumed_as_it_stood_and_verified(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        with a_log() as log:
            play = played_on(log, random_play)
            report = verify(log, {game.meta.key: game})
            assert report.differences == ()
            assert report.skipped == ()
            assert report.entries == len(play.entries)
            resumed = Play.resume(log, game, play.id, clock=FixedClock())
            assert game.encode_state(resumed.state) == game.encode_state(play.state)
            assert (resumed.present, resumed.finished) == (play.present, play.finished)

    explore(game, plays, check)


def test_a_recorded_play_runs_again_without_a_difference(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        with a_log() as log:
            text = write(record(log, game, played_on(log, random_play).id))
            playthrough = parse(text)
            assert write(playthrough) == text
            again = replay_into(log, playthrough, {game.meta.key: game})
            assert again.difference is None, str(again.difference)
            assert again.actual is not None
            assert write(again.actual) == text

    explore(game, plays, check)
