"""The database of a club in PostgreSQL, made as the document says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.club.storage.club_database import ClubDatabase, ClubDatabaseError
from companion.club.storage.migrating import migrate_club
from tests.club.postgres import Postgres, needs_postgres

DOCUMENT = Path(__file__).parents[3] / "docs" / "club.md"
pytestmark = [pytest.mark.long, needs_postgres]


@pytest.fixture
def server() -> Iterator[Postgres]:
    """One with the roles of a new one, which asks for passwords of all but its owner."""
    with closing(Postgres("fsync = off", owner="postgres")) as server:
        rules = (server.folder / "data" / "pg_hba.conf").read_text()
        (server.folder / "data" / "pg_hba.conf").write_text(f"host all club all scram-sha-256\n{rules}")
        server.start()
        yield server


def test_a_database_is_made_as_it_is_shown(server: Postgres) -> None:
    shown = DOCUMENT.read_text(encoding="utf-8")
    for words in (
        ("psql", "-c", "CREATE ROLE club LOGIN PASSWORD 'olives-and-figs'"),
        ("createdb", "--owner", "club", "club"),
    ):
        assert f"sudo -u postgres {words[0]} {words[1]} " in shown
        assert words[2] in shown
        server.run(*words)
    address = f"postgresql://club:{{}}@127.0.0.1:{server.port}/club"
    with closing(ClubDatabase(address.format("olives-and-figs"))) as database:
        migrate_club(database)
        migrate_club(database)
    with closing(ClubDatabase(address.format("figs"))) as database, pytest.raises(ClubDatabaseError, match="password"):
        migrate_club(database)
