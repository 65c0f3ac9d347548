"""What tables report: stored once, replaced by what is newer, and receipted only when the database has committed."""

from __future__ import annotations

from threading import Barrier, Thread

import msgspec
import pytest
from sqlalchemy import insert, select, text

from companion.club.results import received_results as module
from companion.club.results.received_results import OtherTable, ReceivedResults
from companion.club.storage.club_database import ClubDatabase, ClubDatabaseError
from companion.club.storage.schema import club_tables, result_seats, results
from companion.reporting.play_report import PlayReport, Receipt
from tests.club.results.reports import digest, played

TABLES = ("olive", "fig")
REPORT = played("p1", {"ana": 7, "ben": 9})


@pytest.fixture
def received(database: ClubDatabase) -> ReceivedResults:
    with database.writing() as connection:
        for table in TABLES:
            connection.execute(insert(club_tables).values(id=table, name=table, token=b""))
    return ReceivedResults(database, lambda: 1_800_000_000.0)


def store(received: ReceivedResults, report: PlayReport, table: str = "olive") -> Receipt:
    return received.store(table, report, digest(report))


def held(database: ClubDatabase) -> list[tuple[int, str, int, bool]]:
    with database.reading() as connection:
        wanted = select(results.c.number, results.c.play, results.c.version, results.c.withdrawn)
        return [tuple(row) for row in connection.execute(wanted.order_by(results.c.number))]


def seats(database: ClubDatabase) -> list[tuple[int, str, int, int]]:
    with database.reading() as connection:
        columns = (result_seats.c.seat, result_seats.c.person, result_seats.c.place, result_seats.c.points)
        return [tuple(row) for row in connection.execute(select(*columns).order_by(result_seats.c.seat))]


def test_a_report_is_kept_as_it_came(received: ReceivedResults, database: ClubDatabase) -> None:
    assert store(received, REPORT) == Receipt(version=1, digest=digest(REPORT))
    with database.reading() as connection:
        row = connection.execute(select(results)).one()
    assert msgspec.json.decode(row.report, type=PlayReport) == REPORT
    assert (row.club_table, row.game, row.received) == ("olive", "antike", 1_800_000_000.0)
    assert seats(database) == [(1, "ana", 2, 7), (2, "ben", 1, 9)]


def test_the_same_report_again_changes_nothing(received: ReceivedResults, database: ClubDatabase) -> None:
    first = store(received, REPORT)
    assert store(received, REPORT) == first
    assert [number for number, *_ in held(database)] == [1]


def test_a_correction_replaces_it_and_keeps_its_number(received: ReceivedResults, database: ClubDatabase) -> None:
    store(received, REPORT)
    store(received, played("p2", {"ana": 1, "ben": 2}))
    better = played("p1", {"ana": 17, "ben": 9}, version=2)
    assert store(received, better) == Receipt(version=2, digest=digest(better))
    assert [row[:3] for row in held(database)] == [(1, "p1", 2), (2, "p2", 1)]
    assert (1, "ana", 1, 17) in seats(database)
    assert (1, "ana", 2, 7) not in seats(database)


def test_what_is_older_is_answered_with_what_there_is(received: ReceivedResults, database: ClubDatabase) -> None:
    newer = played("p1", {"ana": 17, "ben": 9}, version=5)
    store(received, newer)
    for version in (1, 4, 5):
        assert store(received, played("p1", {"ana": 0, "ben": 9}, version=version)) == Receipt(
            version=5, digest=digest(newer)
        )
    assert (1, "ana", 1, 17) in seats(database)


def test_a_play_that_is_taken_back_has_no_places_any_more(received: ReceivedResults, database: ClubDatabase) -> None:
    store(received, REPORT)
    store(received, played("p1", {"ana": 7, "ben": 9}, version=2, withdrawn=True))
    assert held(database) == [(1, "p1", 2, True)]
    assert seats(database) == []
    store(received, played("p1", {"ana": 8, "ben": 9}, version=3))
    assert held(database) == [(1, "p1", 3, False)]
    assert seats(database) == [(1, "ana", 2, 8), (2, "ben", 1, 9)]


def test_no_table_changes_the_play_of_another(received: ReceivedResults, database: ClubDatabase) -> None:
    store(received, REPORT)
    with pytest.raises(OtherTable):
        store(received, played("p1", {"ana": 99, "ben": 9}, version=9), table="fig")
    assert seats(database) == [(1, "ana", 2, 7), (2, "ben", 1, 9)]


def test_what_breaks_before_the_commit_has_no_receipt(
    received: ReceivedResults, database: ClubDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(module, "_add_job", text("INSERT INTO nowhere VALUES (1)"))
        with pytest.raises(ClubDatabaseError):
            store(received, REPORT)
    assert held(database) == []
    assert store(received, REPORT).version == 1


def test_reports_that_come_at_once_are_all_there_once(received: ReceivedResults, database: ClubDatabase) -> None:
    """Twenty reports, each sent by two connections at the same moment, as after a receipt that got lost."""
    reports = [played(f"p{number}", {"ana": number, "ben": 9}) for number in range(20)]
    start = Barrier(4)
    receipts: list[Receipt] = []
    faults: list[Exception] = []

    def sends(first: int) -> None:
        start.wait()
        try:
            receipts.extend(store(received, report) for report in reports[first:] + reports[:first])
        except Exception as error:
            faults.append(error)

    threads = [Thread(target=sends, args=(first,)) for first in (0, 0, 10, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert sorted(play for _, play, *_ in held(database)) == sorted(report.play for report in reports)
    assert {receipt.version for receipt in receipts} == {1}
    assert len(receipts) == 80
