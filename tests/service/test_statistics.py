"""What finished evenings add up to, by player and by game; and that it is kept with them, not counted anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Viewer
from companion.core.wording import named, say, verbatim
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.log.rule_calls import read_state
from companion.plays.maintenance.row_repair import repair
from companion.plays.play import Play
from companion.plays.storage.rows import Result
from companion.plays.undo import redo_offer
from companion.service.session import past_plays
from companion.service.session.past_plays import PastPlays, _players
from companion.service.session.past_records import EndedPlay, Names, Statistics, rivals, statistics
from tests.plays.counter import Add, Counter, End, State, begin, resume


class Points(Counter):
    """Everybody sees the points: each seat has the total, and seat 2 one more."""

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        return ScoreSheet(
            tuple(
                SideScore(str(seat), (seat,), named(seat), (Line("all", state.total + (seat == 2), say("All")),))
                for seat in state.seats
            ),
            final=state.over,
        )


GAME = Points()
TITLES = {"antike": verbatim("Antike"), "hearts": verbatim("Hearts")}


def past(
    game: str, points: dict[int, int], names: dict[int, str], *winners: int, day: str = "", highest: bool | None = True
) -> EndedPlay:
    totals = tuple((n, seat) for seat, n in points.items())
    result = Result(game, 1, names, winners, totals, highest_wins=True)
    return EndedPlay(game, TITLES[game], day, _players(result), highest)


PLAYS = (
    past("antike", {1: 9, 2: 7}, {1: "Ana", 2: "Luis"}, 1, day="2026-11-28"),
    past("antike", {1: 3, 2: 8}, {1: "ana", 2: "Luis"}, 2, day="2026-11-21"),
    past("hearts", {1: 40, 3: 12}, {1: "Ana", 3: "Marta"}, 3, day="2026-11-20", highest=False),
)


def test_games() -> None:
    antike, hearts = statistics(PLAYS, Names({})).games
    assert (antike.plays, antike.average, antike.best, antike.by, antike.last) == (2, 6.8, 9, "Ana", "2026-11-28")
    assert (hearts.plays, hearts.best, hearts.by) == (1, 12, "Marta"), "fewest points win"
    assert [(one.name, one.tally.wins, one.tally.best) for one in antike.people] == [("Ana", 1, 9), ("Luis", 1, 8)]


def test_people() -> None:
    ana, luis, marta = statistics(PLAYS, Names({})).people
    assert (ana.name, ana.plays, ana.wins, ana.last) == ("Ana", 3, 1, "2026-11-28")
    antike, hearts = (row.tally for row in ana.games)
    assert (antike.plays, antike.wins, antike.average, antike.best, antike.last) == (2, 1, 6, 9, "2026-11-28")
    assert (hearts.plays, hearts.wins, hearts.best) == (1, 0, 40)
    assert (luis.plays, luis.wins) == (2, 1)
    assert (marta.plays, marta.wins) == (1, 1)


def test_names_that_are_said_to_be_one_person_are_counted_together() -> None:
    names = Names({"marta": "Luis"})
    luis = statistics(PLAYS, names).person("luis")
    assert luis is not None
    assert (luis.plays, luis.wins, len(luis.games)) == (3, 2, 2)
    assert names.others("Luis") == ("marta",)


def test_head_to_head() -> None:
    luis, marta = rivals(PLAYS, Names({}), "Ana")
    assert (luis.name, luis.plays, luis.won, luis.lost) == ("Luis", 2, 1, 1)
    assert (marta.name, marta.plays, marta.won, marta.lost) == ("Marta", 1, 0, 1)
    assert rivals(PLAYS, Names({}), "Zoe") == ()


@pytest.mark.parametrize(("winner", "best"), [(1, 3), (2, 8)])
def test_whether_most_points_win_shows_in_who_won(winner: int, best: int) -> None:
    play = past("antike", {1: 3, 2: 8}, {1: "Ana", 2: "Luis"}, winner, highest=None)
    assert statistics([play], Names({})).games[0].best == best


def test_without_a_finished_evening_there_is_nothing() -> None:
    assert statistics((), Names({}), 2) == Statistics(damaged=2)


class Games:
    """A library with one game."""

    def games(self) -> dict[str, Counter]:
        return {"counter": GAME}


def archive(log: Log) -> PastPlays:
    """As a companion has it that was just started."""
    return PastPlays(log, Games(), str)


@pytest.fixture
def log() -> Iterator[Log]:
    with closing(Log(lambda: sqlite3.connect(":memory:", isolation_level=None))) as log:
        yield log


def ended(log: Log, number: int = 1) -> list[Play]:
    """Plays that have come to their end."""
    plays = [begin(log, GAME) for _ in range(number)]
    for at, play in enumerate(plays):
        play.submit(1, "", Add(1 + at % 7), nonce="add")
        play.submit(1, "", End(), nonce="end")
    return plays


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was read to draw a page: a state each, and the row of a play."""
    found: list[str] = []

    def noted(name: str, call: Callable) -> Callable:
        def noting(*given: object) -> object:
            found.append(name)
            return call(*given)

        return noting

    monkeypatch.setattr(past_plays, "read_state", noted("state", read_state))
    monkeypatch.setattr(Log, "play", noted("play", Log.play))
    monkeypatch.setattr(Log, "plays", noted("plays", Log.plays))
    return found


def test_no_state_is_read_to_draw_the_statistics(log: Log, read: list[str]) -> None:
    ended(log, 40)
    read.clear()
    found = archive(log).statistics()
    assert read == []
    assert [record.plays for record in found.games] == [40]


def test_an_older_log_is_counted_once_and_kept(log: Log, read: list[str]) -> None:
    ended(log, 5)
    kept = archive(log).statistics()
    log._database.query("DELETE FROM results")
    assert archive(log).statistics() == kept
    assert read.count("state") == 5
    read.clear()
    assert archive(log).statistics() == kept
    assert read == []


@pytest.mark.parametrize(
    "damage", ["figures = '{}'", "figures = replace(figures, 'Ana', 'Eve')", "rules_version = 7", "game = 'gone'"]
)
def test_a_damaged_result_is_counted_again(log: Log, damage: str) -> None:
    ended(log, 3)
    kept = archive(log).statistics()
    log._database.query(f"UPDATE results SET {damage} WHERE rowid = 2")
    assert archive(log).statistics() == kept
    assert not log.damaged_rows()


def test_a_play_whose_id_cannot_be_read_counts_as_damaged(tmp_path: Path) -> None:
    with closing(open_log(tmp_path / "log.db")) as log:
        ended(log, 3)
        log._database.query("PRAGMA foreign_keys=OFF")
        log._database.query("UPDATE plays SET id = CAST(x'e4' || id AS TEXT) WHERE rowid = 2")
        found = archive(log).statistics()
    assert (found.damaged, [record.plays for record in found.games]) == (1, [2])


def test_what_other_rules_counted_is_counted_again(log: Log, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    [play] = ended(log)
    for result in log.results.kept().values():
        log.results.put(play.id, Result("counter", 99, result.names, (), (), highest_wins=True))
    assert archive(log).statistics().games[0].best == 2
    assert read.count("state") == 1


def test_another_end_of_a_play_is_shown_on_its_page_too(log: Log) -> None:
    [play] = ended(log)
    at_table = archive(log)
    before = at_table.play(play.id).score
    play.correct("total", 8, "host", nonce="c")
    after = at_table.play(play.id).score
    assert [side.total for side in before.sides] != [side.total for side in after.sides]
    assert at_table.statistics().games[0].best == 9


def test_a_move_that_ends_a_play_is_kept_where_the_score_has_a_bug(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(Points, "score", stumbles)
        [play] = ended(log)
    assert play.finished
    assert log.results.kept() == {}
    assert archive(log).statistics().games[0].best == 2


def test_what_was_put_back_from_a_copy_is_counted_as_it_is_now(tmp_path: Path) -> None:
    path, copy = tmp_path / "log.db", tmp_path / "copy.db"
    with closing(open_log(path)) as log:
        [play] = ended(log)
        log._database.query(f"VACUUM INTO '{copy}'")
        play.correct("total", 8, "host", nonce="c")
        log._database.query("UPDATE results SET figures = '{}'")
    mended = repair(path, [copy])
    assert (mended.rows, mended.left) == (1, 0)
    with closing(open_log(path)) as log:
        assert archive(log).statistics().games[0].best == 9


@pytest.mark.parametrize("seed", range(12))
def test_what_is_kept_is_what_is_counted_anew(log: Log, seed: int) -> None:
    """Whatever happened before, at this table and at one that was just started."""
    lot, plays = Random(seed), [begin(log, GAME)]
    at_table = archive(log)
    for number in range(60):
        happens(log, plays, lot, f"n{number}")
        assert sorted(log.results.kept()) == sorted(log.results.over()), "kept with the entry"
        kept = at_table.statistics()
        rows = log._database.query("SELECT * FROM results ORDER BY play")
        log._database.query("DELETE FROM results")
        assert kept == archive(log).statistics()
        assert log._database.query("SELECT * FROM results ORDER BY play") == rows


def happens(log: Log, plays: list[Play], lot: Random, nonce: str) -> None:
    """An end, a step back or forth, a correction, another name, another play, or a restart."""
    at = lot.randrange(len(plays))
    play = plays[at]
    match lot.choice(("end", "end", "end", "undo", "redo", "correct", "rename", "new", "restart")):
        case "end" if not play.finished:
            play.submit(1, "", Add(1 + lot.randrange(9)), nonce=f"{nonce}w")
            play.submit(2, "", End(), nonce=nonce)
        case "undo" if len(play.effective) > 1:
            play.undo(play.effective[-2].number, 1, "", marked=False, nonce=nonce)
        case "redo" if (offer := redo_offer(play.entries, 1)) is not None:
            play.redo(offer.to, 1, "", nonce=nonce)
        case "correct":
            play.correct("total", lot.randrange(99), "host", nonce=nonce)
        case "rename":
            log.rename(play.id, lot.randint(1, 3), lot.choice(("Ana", "ana", "Zoe")))
        case "new":
            plays.append(begin(log, GAME))
        case "restart":
            plays[at] = resume(log, play, GAME)
