"""The report of every game that is played to its end: what a club reads is what the table has scored, without names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from companion.core.scoring import ScoreSheet, TieBreak
from companion.core.wording import Verbatim, verbatim
from companion.locale import LANGUAGES, speaker
from companion.plays.log.accounts import Account, EndBySeats, score_with
from companion.plays.log.due_reports import DueReport
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import replay_into
from companion.reporting.play_report import LARGEST, PlayReport, ReportedSeat, read_report, report_document
from companion.reporting.report_making import NoReport, report_of
from tests.golden.test_playthroughs import BY_KEY, FILES, name_of
from tests.plays.counter import SETUP, Add, Counter, End, Reveal, TestClock, begin
from tests.plays.row_rewriting import damage

FINAL = [path for path in FILES if "\nscore\n  final" in path.read_text("utf-8")]
FIRST = {path.parent: path for path in reversed(FINAL)}.values()
"""One of each game; the rest is tried in the long run."""
COUNTER = {"counter": Counter()}


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with closing(open_log(tmp_path / "log.db", synchronous="OFF")) as log:
        log.due_reports.collecting = True
        yield log


@pytest.fixture
def play(log: Log) -> Play:
    """Over, nothing hidden."""
    play = begin(log)
    for seat in SETUP.numbers:
        play.submit(seat, "", Reveal(), nonce=f"r{seat}")
    play.submit(1, "", End(), nonce="end")
    return play


def as_club(report: PlayReport) -> PlayReport:
    document, _ = report_document(report)
    assert len(document) < LARGEST
    return read_report(document)[0]


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=[pytest.mark.long] * (path not in FIRST), id=name_of(path)) for path in FINAL]
)
def test_a_club_reads_what_the_table_has_scored(log: Log, path: Path) -> None:
    play = replay_into(log, parse(path.read_text("utf-8"), name_of(path)), BY_KEY).play
    row = log.play(play)
    assert row is not None
    names = set(log.names(row).values())
    for seat in row.setup.numbers:
        log.rename(play, seat, f"Zoë of seat {seat}")
    [due] = log.due_reports.due()
    report = as_club(report_of(log, BY_KEY, play, due.version))
    game, result = BY_KEY[row.game], log.results.kept()[play]
    assert (report.game, report.title.words["es"]) == (row.game, speaker("es", {}).say(game.meta.title))
    assert [each.seat for each in report.seats] == list(row.setup.numbers)
    assert report.score is not None
    assert tuple(sorted(seat for side in report.score.winners() for seat in side.seats)) == result.winners
    if report.score.counted:
        assert tuple((side.total, side.seats[0]) for side in report.score.sides if side.seats) == result.totals
    said = msgspec.json.encode(report).decode()
    assert "Zoë" not in said
    assert not [name for name in names if name and f'"{name}"' in said]
    for side in report.score.sides:
        for line in side.lines:
            assert isinstance(line.label, Verbatim)
            assert {"en", "es"} <= set(line.label.words) <= set(LANGUAGES), "a sheet's own words are in its languages"


def test_when_and_how_long_it_was_played(log: Log) -> None:
    clock = TestClock()
    play = Play.begin(log, Counter(), SETUP, seed=bytes(32), clock=clock)
    for seat in SETUP.numbers:
        clock.now, clock.day = clock.now + 600, (clock.day or 0) + 600
        play.submit(seat, "", Reveal(), nonce=f"r{seat}")
    play.submit(1, "", End(), nonce="end")
    report = report_of(log, COUNTER, play.id, 1)
    assert (report.began, report.ended, report.minutes) == (1_700_000_000.0, 1_700_001_800.0, 30)


def test_a_play_that_goes_on_is_taken_back(log: Log, play: Play) -> None:
    play.undo(play.head.number - 1, 1, "", marked=False, nonce="u")
    assert log.due_reports.due() == (DueReport(play.id, 2, 0),)
    report = as_club(report_of(log, COUNTER, play.id, 2))
    assert report.withdrawn
    assert report.ended is None
    assert report.seats == tuple(ReportedSeat(seat) for seat in SETUP.numbers)


def test_points_that_stay_hidden_are_not_reported(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    play.submit(1, "", End(), nonce="end")
    with pytest.raises(NoReport, match="hides points at its end"):
        report_of(log, COUNTER, play.id, 1)


def test_a_play_whose_game_is_gone_is_reported_from_its_account(log: Log, play: Play) -> None:
    with pytest.raises(NoReport, match="there is no game counter"):
        report_of(log, {}, play.id, 1)
    before = report_of(log, COUNTER, play.id, 1)
    assert isinstance(before.score, ScoreSheet)
    named = score_with(before.score, lambda _: verbatim("Ana's"))
    log.accounts.put(play.id, Account(before.title, named, {"en": "Ana won"}, EndBySeats(before.score, {})))
    assert report_of(log, {}, play.id, 1) == before


def test_of_an_account_whose_words_may_be_names_points_are_reported(log: Log, play: Play) -> None:
    before = report_of(log, COUNTER, play.id, 1)
    assert before.score is not None
    named = score_with(before.score, lambda _: verbatim("Ana's"))
    first, *others = named.sides
    sides = (structs.replace(first, won=verbatim("Ana wins")), *others)
    named = structs.replace(named, sides=sides, ladder=(TieBreak(verbatim("Ana's coins")),))
    log.accounts.put(play.id, Account(before.title, named, {"en": "Ana won"}))
    report = as_club(report_of(log, {}, play.id, 1))
    assert report.score is not None
    assert "Ana" not in msgspec.json.encode(report).decode()
    assert [(side.seats, side.total) for side in report.score.sides] == [(side.seats, side.total) for side in sides]
    assert [side.seats for side in report.score.winners()] == [side.seats for side in named.winners()]
    assert [speaker("es", {}).say(side.lines[0].label) for side in report.score.sides if side.lines][:1] == ["Puntos"]


SPOILT = ("plays SET seed = x'00'", "entries SET told = '[]'", "entries SET state = 'x' WHERE number = 5")


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_damaged_play_is_not_reported(log: Log, play: Play, spoilt: str) -> None:
    damage(log, f"UPDATE {spoilt}")
    with pytest.raises(NoReport, match="damaged"):
        report_of(log, COUNTER, play.id, 1)


def test_a_play_that_is_not_there_is_not_reported(log: Log) -> None:
    with pytest.raises(NoReport, match="x: it is damaged"):
        report_of(log, COUNTER, "x", 1)
