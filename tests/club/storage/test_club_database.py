"""The database of a club: which addresses it takes, how it comes to its shape, and what a transaction leaves."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import event, insert, inspect, select, text

from companion.club.storage import club_database
from companion.club.storage.club_database import ClubDatabase, ClubDatabaseError, insert_new
from companion.club.storage.migrating import migrate_club
from companion.club.storage.schema import club_tables, metadata
from tests.club.postgres import needs_postgres

ROW = {"id": "olive", "name": "By the window", "token": b"\x00"}


def test_a_new_database_has_the_present_shape(database: ClubDatabase) -> None:
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert set(metadata.tables) < set(inspect(connection).get_table_names())


def test_coming_to_the_present_shape_twice_changes_nothing(database: ClubDatabase) -> None:
    with database.writing() as connection:
        connection.execute(insert(club_tables).values(ROW))
    migrate_club(database)
    with database.reading() as connection:
        assert connection.execute(select(club_tables.c.name)).scalars().all() == ["By the window"]


def test_of_several_that_open_a_new_file_at_once_none_is_refused(tmp_path: Path) -> None:
    faults: list[Exception] = []

    def opens(path: Path) -> None:
        try:
            with closing(ClubDatabase(f"sqlite:///{path}")) as database, database.reading() as connection:
                assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        except Exception as error:
            faults.append(error)

    for number in range(25):  # it befalls one of twenty
        threads = [Thread(target=opens, args=(tmp_path / f"{number}.db",)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert faults == []


def test_several_processes_may_bring_it_there_at_once(url: str) -> None:
    with closing(ClubDatabase(url)) as first, closing(ClubDatabase(url)) as second:
        faults: list[Exception] = []

        def migrates(database: ClubDatabase) -> None:
            try:
                migrate_club(database)
            except Exception as error:
                faults.append(error)

        threads = [Thread(target=migrates, args=(database,)) for database in (first, second)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []
        with second.reading() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_database_of_a_newer_club_is_left_alone(database: ClubDatabase) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(ClubDatabaseError, match=r"another version of the companion \(9999\)"):
        migrate_club(database)
    with database.reading() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"


def test_what_breaks_in_a_transaction_leaves_nothing(database: ClubDatabase) -> None:
    def breaks() -> None:
        with database.writing() as connection:
            connection.execute(insert(club_tables).values(ROW))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        breaks()
    with database.reading() as connection:
        assert connection.execute(select(club_tables)).all() == []


def test_a_row_that_is_there_stays(database: ClubDatabase) -> None:
    with database.writing() as connection:
        assert insert_new(connection, club_tables, ROW)
        assert not insert_new(connection, club_tables, {**ROW, "name": "Elsewhere"})
    with database.reading() as connection:
        assert connection.execute(select(club_tables.c.name)).scalars().all() == ["By the window"]


def test_who_reads_is_not_kept_waiting_by_who_writes(database: ClubDatabase) -> None:
    with database.writing() as writes:
        writes.execute(insert(club_tables).values(ROW))
        with database.reading() as reads:
            assert reads.execute(select(club_tables)).all() == []


def test_a_file_is_in_wal_mode_fully_synced_and_checks_keys(tmp_path: Path) -> None:
    with closing(ClubDatabase(f"sqlite:///{tmp_path / 'club.db'}")) as database, database.reading() as connection:
        said = [
            connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
        assert said == ["wal", 2, 1]
        assert not database.shared


@needs_postgres
def test_a_password_is_in_no_error() -> None:
    with closing(ClubDatabase("postgresql://club:olives@127.0.0.1:1/club")) as database:
        assert database.shared
        with pytest.raises(ClubDatabaseError) as fault, database.reading():
            pass
    assert "olives" not in str(fault.value)
    assert "127.0.0.1" in str(fault.value)


@pytest.mark.parametrize("url", ["", "club.db", "mysql://a/b", "sqlite+aiosqlite:///x.db/", "oracle://x"])
def test_an_address_that_is_none_is_told(url: str) -> None:
    if url.startswith("sqlite"):
        assert ClubDatabase(url).url.drivername == "sqlite"
        return
    with pytest.raises(ClubDatabaseError, match=r"database .*expected"):
        ClubDatabase(url)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with (
        closing(ClubDatabase(f"sqlite:///{tmp_path / 'missing' / 'club.db'}")) as database,
        pytest.raises(ClubDatabaseError, match="unable to open database file"),
        database.reading(),
    ):
        pass


def test_what_is_read_is_as_it_was_when_reading_began(database: ClubDatabase) -> None:
    with database.reading() as connection:
        assert connection.execute(select(club_tables.c.name)).all() == []
        with database.writing() as other:
            other.execute(insert(club_tables).values(ROW))
        assert connection.execute(select(club_tables.c.name)).all() == []
    with database.reading() as connection:
        assert len(connection.execute(select(club_tables.c.name)).all()) == 1


def test_threads_that_write_a_file_wait_for_one_another(tmp_path: Path) -> None:
    """And do not ask SQLite again and again, which here answers at once that it is locked."""
    with closing(ClubDatabase(f"sqlite:///{tmp_path / 'club.db'}")) as database:
        event.listen(database.engine, "connect", lambda opened, _: opened.execute("PRAGMA busy_timeout = 0"))
        migrate_club(database)
        inside = Event()
        written: list[bool] = []

        def writes() -> None:
            inside.set()
            with database.writing() as connection:
                written.append(insert_new(connection, club_tables, ROW) is None)

        with database.writing() as connection:
            assert insert_new(connection, club_tables, ROW)
            other = Thread(target=writes)
            other.start()
            inside.wait()
            other.join(0.1)
            assert other.is_alive()
        other.join()
    assert written == [True]


def test_a_writer_that_is_never_done_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_database, "PATIENCE", 0.01)
    with (
        closing(ClubDatabase(f"sqlite:///{tmp_path / 'club.db'}")) as database,
        database.writing(),
        pytest.raises(ClubDatabaseError, match=r"another writer is not done"),
        database.writing(),
    ):
        pass
