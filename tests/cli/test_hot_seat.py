"""Playing in a terminal: every question by hand, secrets covered, taking back, partners that answer at random."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.commands.terminal.hot_seat import HotSeat
from companion.commands.terminal.seat_screen import SeatScreen
from companion.core.game import AnyGame
from companion.core.questions import Asking, Confirm, Count
from companion.core.setup import Seated, Setup
from companion.core.wording import say
from companion.games.score_sheet import SheetGame, parse, shipped_texts
from companion.locale import speaker
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.verify import verify
from companion.plays.play import Play
from companion.playthroughs.replay import FixedClock
from companion.service.play.dialogues import SentBefore
from tests.cli.terminals import PaperTerminal, Typist, hammering, text, typing
from tests.core.torture import Torture
from tests.plays.counter import Counter, Move, State, Whisper

NO_SETTINGS: Any = None
NAMES = {1: "Ana", 2: "Luis", 3: "Eva"}


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = open_log(tmp_path / "companion.db", synchronous="NORMAL")
    yield log
    log.close()


def begin(log: Log, game: AnyGame, seats: int) -> Play:
    setup = Setup(tuple(Seated(seat, NAMES[seat]) for seat in range(1, seats + 1)))
    return Play.begin(log, game, setup, seed=bytes(32), clock=FixedClock())


def sit(
    play: Play, typist: Typist, held: tuple[int, ...] = (), language: str = "en", log: Log | None = None
) -> tuple[HotSeat, PaperTerminal]:
    """``log`` keeps what was sent of forms, where that is looked at."""
    mine = held or play.setup.numbers
    terminal = PaperTerminal(typist)
    screen = SeatScreen(play, terminal, speaker(language, NAMES), alone=len(mine) == 1)
    sent = SentBefore(log.settings, play.id) if log is not None else SentBefore(NO_SETTINGS)
    return HotSeat(play, screen, mine, Random(1), sent), terminal


def yacht() -> SheetGame:
    return SheetGame(parse(shipped_texts()["yacht.toml"], "yacht.toml"))


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_the_hardest_game_is_played_to_its_end_without_a_secret_in_sight(log: Log, seed: int) -> None:
    game = Torture()
    play = begin(log, game, 3)
    hot_seat, terminal = sit(play, hammering(seed))
    assert hot_seat.go_on()
    assert play.finished
    assert "The final score" in terminal.all
    assert verify(log, {game.meta.key: game}).clean
    handed_over = terminal.seen_when("when only")
    assert len(handed_over) > 10
    for read in handed_over:
        assert not {"YOUR QUEST", "YOUR PLAN", "Which order?", "Whom does the senate crown?"} & set(read)
    assert "YOUR QUEST" in terminal.all
    assert "YOUR PLAN" in terminal.all


class Whispering(Counter):
    """Shows nothing secret, and asks for a secret in the middle of a dialogue."""

    def questions(self, state: State, seat: int) -> Asking[Move]:
        yield from Confirm(key="sure", prompt=say("Sure?"), yes=say("Yes"), no=say("No"))
        return Whisper((yield from Count(key="whisper", prompt=say("Whisper what?"), high=9, secret=True)))


def test_a_secret_in_the_middle_of_a_dialogue_is_covered_too(log: Log) -> None:
    play = begin(log, Whispering(), 2)
    hot_seat, terminal = sit(play, typing("1", "", "7", "", "seat 2"))
    hot_seat.go_on()
    assert terminal.prompts[1] == "Press Enter when only Ana looks"
    assert "Whisper what?" not in terminal.read_at[1]
    assert "You whisper 7." in terminal.all
    assert "You whisper 7." not in terminal.visible
    assert "[Luis]" in terminal.visible


def test_what_one_enters_from_cardboard_is_gone_before_the_next_is_asked(log: Log) -> None:
    """One move deals to all: whoever holds the card is asked for it, one after the other, in the same dialogue."""
    seats = tuple(Seated(seat, NAMES[seat]) for seat in (1, 2, 3))
    setup = Setup(seats, chance={"quest": "cardboard", "deck": "cardboard"})
    play = Play.begin(log, Torture(), setup, seed=bytes(32), clock=FixedClock())
    hot_seat, terminal = sit(play, hammering(0, stop_after=60))
    hot_seat.go_on()
    asked = {"Which quest did you draw?", "Which card did you draw?"}
    assert asked <= set(terminal.all)
    handed_over = terminal.seen_when("when only")
    for name in ("Ana", "Luis", "Eva"):
        assert terminal.seen_when(f"when only {name}")
    for read in handed_over:
        assert not asked & set(read)
        assert not [line for line in read if line.startswith("Your quest")]


def test_everybody_reads_what_was_public_after_the_screen_was_cleared(log: Log) -> None:
    play = begin(log, Torture(), 2)
    hot_seat, terminal = sit(play, hammering(5, stop_after=60))
    hot_seat.go_on()
    public = [text(read) for read in terminal.seen_when("when only Luis")]
    assert public
    assert any("Ana is ready" in read or "plan" in read.lower() for read in public)


def test_seats_nobody_holds_answer_by_themselves_and_hide_what_they_have(log: Log) -> None:
    game = Torture()
    play = begin(log, game, 3)
    hot_seat, terminal = sit(play, hammering(2), held=(1,))
    assert hot_seat.go_on()
    assert not terminal.seen_when("when only")  # somebody alone need not look away
    assert not [line for line in terminal.all if line in ("[Luis]", "[Eva]")]
    assert {entry.seat for entry in play.entries} >= {1, 2, 3}
    assert verify(log, {game.meta.key: game}).clean


def test_a_choice_is_made_by_its_number_and_taken_back(log: Log) -> None:
    play = begin(log, yacht(), 2)
    hot_seat, terminal = sit(play, typing("1", "back", "2", "2", "undo", "redo", "score", "log", "quit"))
    assert not hot_seat.go_on()
    kinds = [(entry.kind, entry.seat) for entry in play.entries]
    assert kinds == [("begin", 0), ("move", 1), ("undo", 1), ("redo", 1)]
    assert "1. Ana: 4" in terminal.all  # two twos
    assert "2. Luis: 0" in terminal.all
    assert any("13) Done - not now: 12 entries are still missing." in line for line in terminal.all)


def test_what_is_refused_is_explained_and_asked_again(log: Log) -> None:
    play = begin(log, yacht(), 1)
    hot_seat, terminal = sit(play, typing("13", "99", "sixes-please", "1", "7"))
    hot_seat.go_on()
    assert "12 entries are still missing." in terminal.all
    assert "99 is not one of the choices." in terminal.all
    assert "7 is not between 0 and 5." in terminal.all
    assert len(play.entries) == 1


def test_another_seat_takes_the_keyboard_when_it_may(log: Log) -> None:
    play = begin(log, yacht(), 2)
    hot_seat, terminal = sit(play, typing("seat 2", "1", "3", "seat 9", "seat", "quit"))
    hot_seat.go_on()
    assert [(entry.kind, entry.seat) for entry in play.entries] == [("begin", 0), ("move", 2)]
    assert terminal.all.count("Write the number of a seat after it: 0, 1, 2. 0 is the table.") == 2


def test_the_table_is_asked_before_somebody_elses_step_is_taken_back(log: Log) -> None:
    play = begin(log, Counter(), 1)
    hot_seat, terminal = sit(play, typing("3", "undo", "4", "undo", "no"))
    hot_seat.go_on()
    assert [entry.kind for entry in play.entries] == ["begin", "move", "undo", "move", "undo"]
    play.correct("total", 7, "", nonce="")
    hot_seat, terminal = sit(play, typing("undo", "no", "undo", "yes"))
    hot_seat.go_on()
    assert [entry.kind for entry in play.entries][5:] == ["correction", "undo"]
    assert sum("whole table" in prompt for prompt in terminal.prompts) == 2


def test_taking_back_takes_what_others_answered_at_random_with_it(log: Log) -> None:
    play = begin(log, Torture(), 3)
    for seed in range(200):
        hot_seat, _ = sit(play, hammering(seed, stop_after=4), held=(1,))
        assert not hot_seat.go_on()
        before = play.effective[:]
        if before[-1].seat in (2, 3):
            hot_seat, _ = sit(play, typing("undo", "yes"), held=(1,))
            hot_seat.go_on()
        if undone := [entry for entry in play.entries if entry.kind == "undo"]:
            break
    own = next(entry for entry in reversed(before) if entry.seat in (0, 1))
    assert undone[0].stands_for == own.base
    assert len(before) - before.index(own) > 1


def test_a_bug_of_the_rules_ends_the_step_and_not_the_evening(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    play = begin(log, Counter(), 1)

    def trip(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(Counter, "apply", trip)
    hot_seat, terminal = sit(play, typing("3", "", "quit"))
    assert not hot_seat.go_on()
    assert any("stumbled" in line and "a bug" in line for line in terminal.all)
    assert len(play.entries) == 1


def test_what_was_begun_in_one_sitting_is_ended_in_another(log: Log) -> None:
    game = Torture()
    play = begin(log, game, 2)
    hot_seat, _ = sit(play, hammering(4, stop_after=40))
    assert not hot_seat.go_on()
    again = Play.resume(log, game, play.id, clock=FixedClock())
    assert len(again.entries) > 2
    hot_seat, _ = sit(again, hammering(4))
    assert hot_seat.go_on()
