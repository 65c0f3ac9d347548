"""A PostgreSQL that hangs, or another process at it that does, keeps nobody longer than a set time."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text, update

from companion.club.club_config import ClubConfig, RoomBroker
from companion.club.storage import club_database
from companion.club.storage.club_database import ClubDatabase, ClubDatabaseError
from companion.club.storage.schema import club_tables
from companion.commands.club.club_process import ClubProcess
from tests.club.postgres import Postgres, needs_postgres
from tests.mqtt.mosquitto import wait_until
from tests.ports import free_port

pytestmark = needs_postgres
ROW = {"id": "olive", "name": "By the window", "token": b"\x00"}


@pytest.fixture
def kind() -> str:
    return "postgresql"


def asked(connection: Connection, *names: str) -> list[str]:
    return [str(connection.execute(text("SELECT current_setting(:name)"), {"name": name}).scalar()) for name in names]


def get(port: int, path: str) -> int:
    """The status of a page."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


@contextmanager
def within(seconds: float) -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < seconds


def test_both_ends_notice_that_the_other_has_no_power(database: ClubDatabase) -> None:
    with database.reading() as connection:
        driver: Any = connection.connection.driver_connection
        with socket.socket(fileno=socket.dup(driver.fileno())) as link:
            here = [
                link.getsockopt(socket.IPPROTO_TCP, option)
                for option in (
                    socket.TCP_KEEPIDLE,
                    socket.TCP_KEEPINTVL,
                    socket.TCP_KEEPCNT,
                    socket.TCP_USER_TIMEOUT,
                )
            ]
        there = asked(connection, "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count")
        limits = asked(connection, "lock_timeout", "idle_in_transaction_session_timeout")
        assert driver.info.get_parameters()["connect_timeout"] == "5"
    assert here == [10, 5, 3, 20_000]
    assert there == ["10", "5", "3"]
    assert limits == ["20s", "20s"]


def test_what_the_address_says_itself_counts(url: str) -> None:
    own = "?keepalives_idle=7&connect_timeout=9&options=-c%20lock_timeout%3D3s"
    with closing(ClubDatabase(url + own)) as database, database.reading() as connection:
        said: Any = connection.connection.driver_connection
        given = said.info.get_parameters()
        assert (given["keepalives_idle"], given["connect_timeout"], given["keepalives_count"]) == ("7", "9", "3")
        assert asked(connection, "lock_timeout", "tcp_keepalives_idle") == ["3s", "10"]


@pytest.mark.long
def test_a_row_that_another_process_never_lets_go(database: ClubDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    with database.writing() as connection:
        connection.execute(insert(club_tables).values(ROW))

    def renames() -> None:
        with other.writing() as connection:
            connection.execute(update(club_tables).values(name="Bar"))

    monkeypatch.setattr(club_database, "PATIENCE", 0.2)
    with closing(ClubDatabase(database.url.render_as_string(hide_password=False))) as other:
        with database.writing() as holds:
            holds.execute(update(club_tables).values(name="Corner"))
            with within(5), pytest.raises(ClubDatabaseError, match="lock timeout"):
                renames()
        renames()
    with database.reading() as connection:
        assert connection.execute(select(club_tables.c.name)).scalar() == "Bar"


@pytest.mark.long
def test_a_process_that_hangs_in_a_transaction_keeps_no_rows(
    database: ClubDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def renames(database: ClubDatabase, pause: Callable[[], object] = lambda: None) -> None:
        with database.writing() as connection:
            connection.execute(update(club_tables).values(name="Bar"))
            pause()
            connection.execute(update(club_tables).values(name="Corner"))

    def others_rename() -> None:
        renames(database)

    with database.writing() as connection:
        connection.execute(insert(club_tables).values(ROW))
    monkeypatch.setattr(club_database, "PATIENCE", 0.2)
    with closing(ClubDatabase(database.url.render_as_string(hide_password=False))) as hangs:
        with within(5), pytest.raises(ClubDatabaseError, match=r"idle-in-transaction|idle_in_transaction"):
            renames(hangs, others_rename)
        renames(hangs)


def test_a_statement_that_is_cancelled(database: ClubDatabase) -> None:
    def takes_long() -> None:
        with database.writing() as connection:
            connection.execute(text("SET LOCAL statement_timeout = 50"))
            connection.execute(text("SELECT pg_sleep(20)"))

    with within(5), pytest.raises(ClubDatabaseError, match="statement timeout"):
        takes_long()


@pytest.mark.long
def test_without_a_free_connection(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_database, "PATIENCE", 0.1)
    monkeypatch.setattr(club_database, "POOL", 1)

    def reads(database: ClubDatabase) -> None:
        with database.reading():
            pass

    with closing(ClubDatabase(url)) as database:
        with ExitStack() as open_ones:
            for _ in range(3):
                open_ones.enter_context(database.reading())
            with within(5), pytest.raises(ClubDatabaseError, match="no connection is free"):
                reads(database)
        reads(database)


@pytest.mark.long
def test_a_server_that_hangs_keeps_no_reader_and_is_used_when_it_is_back(
    database: ClubDatabase, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_database, "LET_IN", 2)  # the least that the driver takes
    with closing(ClubDatabase(database.url.render_as_string(hide_password=False))) as club:
        with club.reading():
            pass
        with postgres.letting_nobody_in(), within(4), pytest.raises(ClubDatabaseError), club.reading():
            pass
        with club.reading() as connection:
            assert connection.execute(select(club_tables)).all() == []


@pytest.mark.long
def test_the_room_is_shown_while_the_database_hangs(
    url: str, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_database, "LET_IN", 2)
    broker = RoomBroker(host="127.0.0.1", port=free_port())
    config = ClubConfig(port=free_port(), address="127.0.0.1", data=str(tmp_path), broker=broker, database=url)
    with closing(ClubProcess(config)) as process:
        process.start()
        assert get(config.port, "/results") == 200
        found: list[int] = []
        others = [Thread(target=lambda: found.append(get(config.port, "/results"))) for _ in range(8)]
        with postgres.letting_nobody_in():
            for other in others:
                other.start()
            time.sleep(0.3)
            with within(1):
                assert get(config.port, "/room") == 200
            for other in others:
                other.join(10)
            assert found == [503] * 8
        wait_until(lambda: get(config.port, "/results") == 200)
