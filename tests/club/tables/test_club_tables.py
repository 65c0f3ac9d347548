"""Tables of a club: their ids, and the tokens that only they know."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables
from companion.club.tables.club_tables import (
    AT_HAND,
    NOTED_EVERY,
    ClubTable,
    ClubTableError,
    ClubTables,
    NearTable,
    is_on,
)
from companion.network.addresses import Interface
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


# -- where they are ---------------------------------------------------------------------------------------------


class ClubClock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def test_tables_that_have_called_lately_are_at_hand_by_name(database: ClubDatabase) -> None:
    clock = ClubClock()
    tables = ClubTables(database, clock)
    for name in ("Window", "Bar", "Cellar", "Attic"):
        tables.add(name)
    assert tables.at_hand() == ()
    tables.heard_from("attic", "http://192.0.2.9", "192.0.2.9")
    clock.now += AT_HAND
    tables.heard_from("window", "http://192.0.2.7:8000", "192.0.2.7")
    tables.heard_from("bar", "http://[2001:db8::7]:8000", "2001:db8:0::7")
    tables.heard_from("cellar", "https://192.0.2.8", "::ffff:192.0.2.8")
    tables.lock_out("cellar")
    here = (NearTable("Bar", "http://[2001:db8::7]:8000"), NearTable("Window", "http://192.0.2.7:8000"))
    assert tables.at_hand() == here
    clock.now += AT_HAND - 1
    assert tables.at_hand() == here
    clock.now += 1
    assert tables.at_hand() == ()


def test_a_call_is_noted_from_time_to_time_and_a_new_address_at_once(database: ClubDatabase) -> None:
    clock = ClubClock()
    tables = ClubTables(database, clock)
    tables.add("Bar")

    def heard() -> float | None:
        with database.reading() as connection:
            noted = connection.execute(select(club_tables.c.heard)).scalar()
        return None if noted is None else noted - 1_800_000_000.0

    for seconds, address, noted in (
        (0.0, "http://192.0.2.7", 0.0),
        (NOTED_EVERY - 1, "http://192.0.2.7", 0.0),
        (NOTED_EVERY, "http://192.0.2.7", NOTED_EVERY),
        (NOTED_EVERY + 1, "http://192.0.2.8", NOTED_EVERY + 1),
        (-9999.0, "http://192.0.2.8", -9999.0),
    ):
        clock.now = 1_800_000_000.0 + seconds
        tables.heard_from("bar", address, address.removeprefix("http://"))
        assert heard() == noted


@pytest.mark.parametrize(
    "address",
    [
        "",
        "192.0.2.7",
        "javascript:alert(1)",
        "http://",
        "http://a b",
        "http://x/path",
        "http://u@x",
        "ftp://x",
        "http://x:port",
        "http://x?y",
        "http://" + "x" * 100,
        "http://x\n",
        "http://bar.local",
        "http://192.0.2.8",
        "http://192.0.2.77",
        "http://192.0.2.7.evil.example",
        "http://127.0.0.1",
        "http://[::1]",
        "http://3221225991",
    ],
)
def test_what_is_no_address_of_a_table_is_passed_over(tables: ClubTables, address: str) -> None:
    tables.add("Bar")
    tables.heard_from("bar", address, "192.0.2.7")
    assert tables.at_hand() == ()


def test_a_table_on_the_machine_of_the_club_is_found_under_the_addresses_of_that_machine() -> None:
    here = (Interface("eth0", "192.0.2.7"),)
    for address, sender, found in (
        ("http://192.0.2.7:8000", "127.0.0.1", True),
        ("http://127.0.0.1:8000", "127.0.0.1", True),
        ("http://192.0.2.8:8000", "127.0.0.1", False),
        ("http://192.0.2.7:8000", "192.0.2.8", False),
        ("http://192.0.2.7:8000", "", False),
    ):
        assert is_on(address, sender, lambda: here) == found, (address, sender)
