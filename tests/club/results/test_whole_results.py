"""Whole results: the words of a report with the names of the club's people, and reports of older tables."""

from __future__ import annotations

import msgspec
from sqlalchemy import insert, select, text

from companion.club.results.whole_results import whole_result
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.migrating import migrate_club
from companion.club.storage.schema import club_tables, results
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import Message, Verbatim, Wording, named, say, verbatim
from companion.locale import LANGUAGES, speaker
from companion.reporting.play_report import PlayReport, ReportedSeat, texts_of


def report(label: Wording, why: Wording | None) -> PlayReport:
    side = SideScore("1", (1,), label, (Line("all", 9, verbatim("All"), why),))
    return PlayReport(
        play="ab12", version=1, game="antike", title=verbatim("Antike"), rules_version=1, options={},
        seats=(ReportedSeat(1),), score=ScoreSheet((side,), final=True), began=None, ended=None, minutes=None,
    )  # fmt: skip


def store(database: ClubDatabase, stored: PlayReport) -> int:
    with database.writing() as connection:
        connection.execute(insert(club_tables).values(id="olive", name="Olive", token=b"0"))
        row = {"play": "ab12", "club_table": "olive", "version": 1, "digest": "d", "game": "antike"}
        raw = msgspec.json.encode(stored).decode()
        connection.execute(insert(results).values(**row, withdrawn=False, received=0.0, report=raw))
        return int(connection.execute(select(results.c.number)).scalar_one())


def test_a_side_that_is_called_by_its_seat_is_called_by_its_person(database: ClubDatabase) -> None:
    spelled = Verbatim({language: speaker(language, {}).name(1) for language in LANGUAGES})
    found = whole_result(database, store(database, report(spelled, None)))
    assert found is not None
    assert found.score is not None
    assert found.score.sides[0].label == named(1)
    assert not found.score.sides[0].named_apart


def test_older_reports_are_spelled_out_when_the_club_is_updated(database: ClubDatabase) -> None:
    endless: Message = say("end")
    for _ in range(400):
        endless = say("{inner}", inner=endless)
    hostile = report(named(1), say("{n:>300000000} {nothere} {n}", n=7))
    number = store(database, hostile)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    migrate_club(database)
    with database.reading() as connection:
        spelled = msgspec.json.decode(connection.execute(select(results.c.report)).scalar_one(), type=PlayReport)
    assert spelled.score is not None
    assert all(isinstance(one, Verbatim) and max(map(len, one.words.values())) <= 300 for one in texts_of(spelled))
    why = spelled.score.sides[0].lines[0].why
    assert why == Verbatim(dict.fromkeys(LANGUAGES, "{n:>300000000} {nothere} 7"))
    shown = whole_result(database, number)
    assert shown is not None
    assert shown.score is not None
    assert shown.score.sides[0].label == named(1)

    with database.writing() as connection:
        deep = msgspec.json.encode(report(named(1), endless)).decode()
        connection.execute(results.update().values(report=deep))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    migrate_club(database)
    assert whole_result(database, number) is not None
