"""Verifying finds every stored state that the rules would not give, and only those."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.core.game import Rules
from companion.core.step import Step
from companion.plays.log.log import PORTION, Log
from companion.plays.maintenance.verify import GONE, verify
from companion.plays.play import Play
from tests.plays.counter import Add, Counter, Learn, Reveal, Roll, State, Whisper, add, begin, cast_with, resume
from tests.plays.row_rewriting import damage, rewrite

GAMES = {"counter": Counter()}


@pytest.fixture
def play(log: Log) -> Play:
    """Entries: 1 begin, 2 add, 3 roll, 4 undo, 5 whisper, 6 cast, 7 correction, 8 reveal, 9 learn, 10 undo, 11 redo."""
    play = begin(log)
    play.submit(1, "", Add(3), nonce="2")
    play.submit(1, "", Roll(), nonce="3")
    play.undo(2, 1, "", marked=True, nonce="4")
    play.submit(2, "", Whisper(3), nonce="5")
    cast_with(play, 2, [3, 4], nonce="6")
    play.correct("2.secret", 8, "", nonce="7")
    play.submit(2, "", Reveal(), nonce="8")
    play.submit(2, "", Learn(8), nonce="9")
    play.undo(8, 2, "", marked=False, nonce="10")
    play.redo(9, 2, "", nonce="11")
    return play


def different(log: Log, games: Any = GAMES) -> list[tuple[int, str]]:
    return [(difference.number, difference.what.text) for difference in verify(log, games).differences]


def test_what_the_rules_gave_is_clean(log: Log, play: Play) -> None:
    report = verify(log, GAMES)
    assert report.clean
    assert (report.plays, report.entries, report.skipped) == (1, 11, ())


@pytest.mark.parametrize(
    ("sql", "number"),
    [
        ("UPDATE entries SET state = replace(state, '\"total\":0', '\"total\":1') WHERE number = 1", 1),
        ("UPDATE entries SET state = state || ' ' WHERE number = 7", 7),
        ('UPDATE entries SET move = \'{"type":"add","n":4}\' WHERE number = 2', 2),
        ('UPDATE entries SET move = \'{"type":"add","n":0}\' WHERE number = 2', 2),
        ("UPDATE entries SET move = 'nonsense' WHERE number = 2", 2),
        ("UPDATE entries SET move = replace(move, '8', '9') WHERE number = 7", 7),
        ("UPDATE entries SET drawn = '[]' WHERE number = 3", 3),
        ("UPDATE entries SET drawn = (SELECT drawn FROM entries WHERE number = 3) WHERE number = 2", 2),
        ("UPDATE entries SET stands_for = 10 WHERE number = 10", 10),
        ("UPDATE entries SET stands_for = 4 WHERE number = 10", 10),
        ("UPDATE entries SET stands_for = 5 WHERE number = 4", 4),
        ("UPDATE entries SET position = position + 1 WHERE number = 3", 3),
    ],
)
def test_whatever_was_meddled_with_is_found_where_it_is(log: Log, play: Play, sql: str, number: int) -> None:
    rewrite(log, sql)
    assert number in [found for found, _ in different(log)]
    assert not verify(log, GAMES).clean


def test_a_damaged_entry_is_named_beside_those_that_rest_on_it(log: Log, play: Play) -> None:
    damage(log, "UPDATE entries SET mono = mono + 1 WHERE number IN (6, 7)")
    rests = "It cannot be replayed: what it was put on is damaged."
    assert different(log) == [(6, GONE.text), (7, GONE.text), (8, rests)]
    assert verify(log, GAMES).unvouched == 0


def test_a_draw_that_is_not_the_streams_is_found(log: Log, play: Play) -> None:
    answer = play.entries[2].drawn[0].answer
    assert isinstance(answer, int)
    other = answer % 6 + 1
    rewrite(log, f"UPDATE entries SET drawn = replace(drawn, ':{answer}', ':{other}') WHERE number = 3")
    [(number, text)] = different(log)
    assert number == 3
    assert "replayed" in text


def test_another_seed_is_found(log: Log, play: Play) -> None:
    rewrite(log, "UPDATE plays SET seed = zeroblob(32)")
    assert [number for number, _ in different(log)] == [3, 6]


def add_one_more(step: Step[State], move: Add) -> None:
    add(step, move)
    step.state.total += 1


class OtherRules(Counter):
    """Adds one more."""

    rules: Rules[State] = {**Counter.rules, Add: add_one_more}  # noqa: RUF012


def test_rules_that_changed_without_a_new_version_are_found(log: Log, play: Play) -> None:
    assert different(log, {"counter": OtherRules()}) == [(2, "Replaying gives a different state.")]


class NewRules(OtherRules):
    meta = msgspec.structs.replace(Counter.meta, rules_version=2)


def test_entries_of_another_version_are_reported_and_no_fault(log: Log, play: Play) -> None:
    play = resume(log, play, NewRules())
    play.submit(1, "", Add(1), nonce="12")
    report = verify(log, {"counter": NewRules()})
    assert report.clean
    [skipped] = report.skipped
    assert (skipped.play, skipped.entries) == (play.id, 8)
    assert skipped.why.args == {"then": 1, "now": 2}
    assert report.entries == 4
    report = verify(log, GAMES)
    assert report.clean
    assert [skipped.entries for skipped in report.skipped] == [1]


def test_a_game_that_is_not_there_is_reported_and_no_fault(log: Log, play: Play) -> None:
    report = verify(log, {})
    assert report.clean
    assert report.entries == 0
    assert [skipped.entries for skipped in report.skipped] == [11]


def test_a_play_that_gathers_has_nothing_to_verify(log: Log) -> None:
    log.gather("counter", begin(log).setup)
    assert verify(log, GAMES).plays == 1


def test_progress_counts_every_entry_of_every_play(log: Log, play: Play) -> None:
    other = begin(log)
    for n in range(PORTION + 10):
        other.submit(1, "", Add(1), nonce=str(n))
    seen: list[tuple[int, int]] = []
    report = verify(log, GAMES, lambda done, total: seen.append((done, total)))
    total = 11 + PORTION + 11
    assert seen == [(n, total) for n in range(1, total + 1)]
    assert report.entries == total
    seen.clear()
    verify(log, {}, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (total, total)
