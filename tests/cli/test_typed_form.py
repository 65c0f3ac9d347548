"""Forms in a terminal: usual answers as numbered lines, changed by their number, sent by Enter, taken back in one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.verify import verify
from companion.plays.play import Play
from companion.playthroughs.replay import FixedClock
from tests.cli.terminals import PaperTerminal, hammering, typing
from tests.cli.test_hot_seat import begin, sit
from tests.core.colonies import Colonies
from tests.core.colonies.state import Found, Hide, Leave, Load
from tests.core.torture import Torture
from tests.service.at_table import Room
from tests.service.test_form_keys import AMOUNT, COLOUR, FewOnly
from tests.service.test_forms import form, send

SENDS = "Enter alone sends this, a number changes its line"
TWO_SHIPS = ("1", "1", "2", "2", "")
"""Change the first line: load; the second: two; send."""
MISSING = ("1", "2", "2", "1,0,0", "2 6")
"""What a colony has no usual answer for: wine, a harbour, a field, the omen. ``2`` is the second square."""
FOUND = (MISSING[0], MISSING[1], *MISSING[3:], "")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = open_log(tmp_path / "companion.db", synchronous="NORMAL")
    yield log
    log.close()


def typed(play: Play, *answers: str, language: str = "en", log: Log | None = None) -> PaperTerminal:
    hot_seat, terminal = sit(play, typing(*answers), language=language, log=log)
    assert not hot_seat.go_on()
    return terminal


def made(play: Play) -> list[Any]:
    return [play.game.decode_move(entry.move) for entry in play.entries if entry.kind == "move"]


def test_usual_answers_are_lines_and_enter_sends_them(log: Log) -> None:
    play = begin(log, Torture(), 2)
    terminal = typed(play, "")
    assert terminal.prompts[0] == SENDS
    assert terminal.read_at[0][-3:] == ["The table", "  1) Who begins? Ana", "  2) How much gold each? 2"]
    assert (play.state.first, [side.gold for side in play.state.sides]) == (1, [2, 2])


def test_a_line_is_changed_by_its_number_and_enter_keeps_what_stood_there(log: Log) -> None:
    play = begin(log, Torture(), 2)
    terminal = typed(play, "2", "4", "2", "", "1", "2", "")
    assert "Enter alone: 4" in terminal.all
    assert (play.state.first, [side.gold for side in play.state.sides]) == (2, [4, 4])


def test_what_is_no_line_is_refused_below_them(log: Log) -> None:
    terminal = typed(begin(log, Torture(), 2), "3", "quit")
    assert terminal.read_at[1][-1] == "3 is not one of the choices."


def test_enter_on_a_form_that_the_rules_refuse_asks_for_the_line_that_they_refuse(log: Log) -> None:
    play = begin(log, FewOnly(COLOUR, AMOUNT), 2)
    terminal = typed(play, "", "2", "5", "", "3", "")
    assert "  2) How many? 5 - not now: There are only four." in terminal.all
    assert play.state.said == ["['red', 3]"]


def test_several_moves_are_one_submission_and_one_undo(log: Log) -> None:
    play = begin(log, Colonies(), 2)
    typed(play, *TWO_SHIPS)
    assert made(play) == [Load(2), Leave()]
    typed(play, "undo")
    assert play.state.ships[1] == 0
    assert play.entries[-1].stands_for == 1
    assert verify(log, {"colonies": Colonies()}).clean


def test_the_answers_of_the_last_time_are_filled_in_by_a_letter(log: Log) -> None:
    play = begin(log, Colonies(), 2)
    terminal = typed(play, *TWO_SHIPS, "undo", "a", "")
    assert "  a) As last time" in terminal.all
    assert made(play)[2:] == [Load(2), Leave()]


def test_the_answers_of_the_last_time_are_those_of_an_earlier_sitting(log: Log) -> None:
    game = Colonies()
    play = begin(log, game, 2)
    typed(play, *TWO_SHIPS, log=log)
    again = Play.resume(log, game, play.id, clock=FixedClock())
    terminal = typed(again, "undo", "a", "", log=log)
    assert "  a) As last time" in terminal.all
    assert made(again)[2:] == [Load(2), Leave()]


def test_the_answers_of_the_last_time_are_those_of_a_phone_too(tmp_path: Path) -> None:
    game, path = Colonies(), tmp_path / "table.db"
    with Room(path, game) as room:
        room.begin(2, "colonies")
        assert send(room, 1, form(room, 1, load="load", ships=2), load="load", ships=2).taken
        play_id = room.moment.gathering.play_id
    log = open_log(path, synchronous="NORMAL")
    try:
        play = Play.resume(log, game, play_id, clock=FixedClock())
        terminal = typed(play, "", "undo", log=log)
        assert "  a) As last time" in terminal.all
    finally:
        log.close()


def test_back_takes_back_one_change_after_the_other_and_then_leaves_the_form(log: Log) -> None:
    play = begin(log, Colonies(), 2)
    terminal = typed(play, "1", "1", "2", "2", "back", "back", "back", "")
    assert made(play) == [Leave()]
    lines = [line for line in terminal.all if "How many ships?" in line and ")" in line]
    assert [line.split()[-1] for line in lines] == ["1", "2", "1"]


def test_what_has_no_usual_answer_is_asked_and_then_everything_is_shown(log: Log) -> None:
    play = begin(log, Colonies(), 2)
    terminal = typed(play, "", *FOUND)
    assert "  1) What is it called? Colony" in terminal.all
    found = made(play)[-1]
    assert isinstance(found, Found)
    assert (found.colony.goods, found.colony.harbour, found.colony.omen) == ("wine", "1,0", (2, 6))


def test_a_secret_form_is_covered_before_and_after(log: Log) -> None:
    play = begin(log, Colonies(), 2)
    terminal = typed(play, "", *FOUND, "", *FOUND[:-1], "1", "Naxos", "", "")
    assert isinstance(made(play)[-1], Hide)
    [before] = terminal.seen_when("only Ana looks")
    assert "A secret colony" not in before
    assert not [line for line in terminal.visible if "Naxos" in line or "What grows" in line]
    assert "You found Naxos in secret." in terminal.all


def test_it_is_asked_in_spanish(log: Log) -> None:
    assert typed(begin(log, Torture(), 2), "quit", language="es").prompts[0].startswith("Solo Intro")


@pytest.mark.parametrize("seed", range(2))
def test_forms_of_every_kind_of_question_are_hammered_to_the_end(log: Log, seed: int) -> None:
    play = begin(log, Colonies(), 2)
    hot_seat, _ = sit(play, hammering(seed))
    assert hot_seat.go_on()
    assert verify(log, {"colonies": Colonies()}).clean
