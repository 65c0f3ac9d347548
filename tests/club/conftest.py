"""A database of a club for every test: of SQLite, and of PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.migrating import migrate_club
from tests.club.postgres import Postgres, needs_postgres

ABOVE = ("events/stored", "pages", "persons", "results", "tables")
"""Folders whose tests are of something above the database: with PostgreSQL they are long tests."""

HERE = Path(__file__).parent

numbers = count(1)
SHAPED = "shaped"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All items of the session are given, whichever folder they are from."""
    for item in items:
        if item.path.parent in {HERE / name for name in ABOVE} and "postgresql" in item.name:
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with closing(Postgres("fsync = off")) as server:  # nobody pulls its plug
        server.start()
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_postgres)])
def kind(request: pytest.FixtureRequest) -> str:
    """Which of the two."""
    return str(request.param)


@pytest.fixture
def url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'club.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database(f"club{next(numbers)}")


@pytest.fixture(scope="session")
def shaped_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in its present shape, to be copied: bringing one there takes longer than most tests."""
    file = tmp_path_factory.mktemp(SHAPED) / "club.db"
    _shape(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def shaped_name(postgres: Postgres) -> str:
    """The same at the server."""
    _shape(postgres.new_database(SHAPED))
    return SHAPED


@pytest.fixture
def database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ClubDatabase]:
    """A database in its present shape, with nothing in it."""
    if kind == "sqlite":
        file = tmp_path / "club.db"
        shutil.copyfile(request.getfixturevalue("shaped_file"), file)
        address = f"sqlite:///{file}"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        address = server.new_database(f"club{next(numbers)}", request.getfixturevalue("shaped_name"))
    with closing(ClubDatabase(address)) as database:
        yield database


def _shape(address: str) -> None:
    with closing(ClubDatabase(address)) as database:
        migrate_club(database)
