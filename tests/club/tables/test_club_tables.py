"""Tables of a club: their ids, and the tokens that only they know."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables
from companion.club.tables.club_tables import ClubTable, ClubTableError, ClubTables
from companion.reporting.club_settings import TOKEN


@pytest.fixture
def tables(database: ClubDatabase) -> ClubTables:
    return ClubTables(database)


@pytest.mark.parametrize(
    ("name", "table"),
    [("Olive", "olive"), ("Junto a la ventana Ñ 2", "juntoalaventanan2"), ("x" * 40, "x" * 24), ("  A  B ", "ab")],
)
def test_a_table_is_known_by_the_letters_of_its_name(tables: ClubTables, name: str, table: str) -> None:
    added, token = tables.add(name)
    assert added == ClubTable(table, " ".join(name.split()))
    assert TOKEN.fullmatch(token)
    assert tables.table_of(token) == table


@pytest.mark.parametrize("name", ["", " ", "***", "x" * 41, "a\nb\x00", "日本"])
def test_a_name_without_letters_or_too_long_is_refused(tables: ClubTables, name: str) -> None:
    with pytest.raises(ClubTableError, match="needs a name"):
        tables.add(name)


def test_no_two_tables_have_the_same_id(tables: ClubTables) -> None:
    _, token = tables.add("Olive")
    with pytest.raises(ClubTableError, match="already"):
        tables.add("olivé")
    assert tables.table_of(token) == "olive"
    assert [table.id for table in tables.all()] == ["olive"]


def test_a_token_is_in_no_database(tables: ClubTables, database: ClubDatabase) -> None:
    _, token = tables.add("Olive")
    with database.reading() as connection:
        [row] = connection.execute(select(club_tables)).all()
    assert token.partition("-")[2] not in str(row)


def test_another_token_takes_the_place_of_the_first(tables: ClubTables) -> None:
    _, first = tables.add("Olive")
    second = tables.renew_token("olive")
    assert (tables.table_of(first), tables.table_of(second)) == (None, "olive")
    tables.lock_out("olive")
    assert tables.table_of(second) is None
    assert tables.all() == (ClubTable("olive", "Olive", active=False),)
    assert tables.table_of(tables.renew_token("olive")) == "olive"


def test_a_table_that_is_not_there_is_told(tables: ClubTables) -> None:
    for change in (tables.renew_token, tables.lock_out):
        with pytest.raises(ClubTableError, match="There is no table"):
            change("fig")


@pytest.mark.parametrize("token", ["", "-", "olive", "olive-", "fig-abc"])
def test_what_is_no_token_is_nobodys(tables: ClubTables, token: str) -> None:
    tables.add("Olive")
    assert tables.table_of(token) is None
