"""The tables of a club, and the tokens by which they show which one they are."""

from __future__ import annotations

import re
import secrets
import time
import unicodedata
from collections.abc import Callable, Iterable
from hmac import compare_digest

from msgspec import Struct
from sqlalchemy import bindparam, select, update

from companion.club.storage.club_database import ClubDatabase, insert_new
from companion.club.storage.schema import club_tables
from companion.club.storage.secret_digests import secret_digest
from companion.core.errors import CompanionError
from companion.core.wording import ENGLISH, Message, say
from companion.network.addresses import Interface, interfaces, plain_address

LONGEST_ID = 24
LONGEST_NAME = 40
SECRET_BYTES = 24
ADDRESS = re.compile(r"https?://(\[[0-9a-fA-F:.]+\]|[0-9A-Za-z][0-9A-Za-z.-]*)(:[0-9]{1,5})?")
LONGEST_ADDRESS = 100
NOTED_EVERY = 600.0
"""Seconds before it is noted again that a table has called from the same address."""
AT_HAND = 3 * 3600.0
"""Seconds for which a table that has called counts as one that is on; it calls every hour."""
NO_HASH = b""
"""Instead of the hash of a token: the table is not let in."""

_token = select(club_tables.c.token).where(club_tables.c.id == bindparam("table"))
"""Built once: it is asked for each report."""


class ClubTable(Struct, frozen=True):
    """A table: its id, which is part of its token, and its name for people. ``active``: it has a token."""

    id: str
    name: str
    active: bool = True


class NearTable(Struct, frozen=True):
    """A table that was on lately: its name, and the address of its pages, without a slash at its end."""

    name: str
    address: str


class ClubTableError(CompanionError):
    """A table cannot be added or found; ``message`` says what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(ENGLISH.say(message))
        self.message = message


class ClubTables:
    """All tables of the club. ``now`` is its clock, in seconds since 1970. Methods may raise ``ClubDatabaseError``."""

    def __init__(self, database: ClubDatabase, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    def all(self) -> tuple[ClubTable, ...]:
        """Every table there ever was, by name."""
        with self._database.reading() as connection:
            rows = connection.execute(select(club_tables).order_by(club_tables.c.name, club_tables.c.id))
            return tuple(ClubTable(row.id, row.name, row.token != NO_HASH) for row in rows)

    def add(self, name: str) -> tuple[ClubTable, str]:
        """A new table and its token, which is nowhere else. Raises ``ClubTableError``."""
        name = " ".join(name.split())
        table = ClubTable(_id_of(name), name)
        if not table.id or len(name) > LONGEST_NAME or not name.isprintable():
            longest = str(LONGEST_NAME)
            raise ClubTableError(say("A table needs a name of at most {n} letters and digits.", n=longest))
        token = _new_token(table.id)
        with self._database.writing() as connection:
            row = {"id": table.id, "name": name, "token": secret_digest(token)}
            if not insert_new(connection, club_tables, row):
                raise ClubTableError(say("There is a table {name} already.", name=table.id))
        return table, token

    def renew_token(self, table: str) -> str:
        """Another token for a table; the one before is of no use any more. Raises ``ClubTableError``."""
        token = _new_token(table)
        self._set(table, secret_digest(token))
        return token

    def lock_out(self, table: str) -> None:
        """Take its token from a table; what it has reported stays. Raises ``ClubTableError``."""
        self._set(table, NO_HASH)

    def table_of(self, token: str) -> str | None:
        """The id of the table that has this token."""
        table = token.partition("-")[0]
        with self._database.reading() as connection:
            known = connection.execute(_token, {"table": table}).scalar()
        return table if known and compare_digest(known, secret_digest(token)) else None

    def heard_from(self, table: str, address: str, sender: str) -> None:
        """A table has called from the address ``sender``, and says where its pages are. What is no address of a table
        is passed over, and so is one of another machine: people follow it with the codes of their cards.
        """
        if len(address) > LONGEST_ADDRESS or not is_on(address, sender):
            return
        now = self._now()
        with self._database.reading() as connection:
            row = connection.execute(
                select(club_tables.c.address, club_tables.c.heard).where(club_tables.c.id == table)
            ).one()
        if row.address == address and row.heard is not None and 0 <= now - row.heard < NOTED_EVERY:
            return
        with self._database.writing() as connection:
            connection.execute(update(club_tables).where(club_tables.c.id == table).values(address=address, heard=now))

    def at_hand(self) -> tuple[NearTable, ...]:
        """The tables that have called in the last hours, by name."""
        with self._database.reading() as connection:
            rows = connection.execute(
                select(club_tables.c.name, club_tables.c.address)
                .where(club_tables.c.heard > self._now() - AT_HAND, club_tables.c.token != NO_HASH)
                .order_by(club_tables.c.name, club_tables.c.id)
            )
            return tuple(NearTable(row.name, row.address) for row in rows)

    def _set(self, table: str, hashed: bytes) -> None:
        with self._database.writing() as connection:
            changed = connection.execute(update(club_tables).where(club_tables.c.id == table).values(token=hashed))
        if not changed.rowcount:
            raise ClubTableError(say("There is no table {name}.", name=table))


def is_on(address: str, sender: str, here: Callable[[], Iterable[Interface]] = interfaces) -> bool:
    """Whether pages at ``address`` are on the machine that calls from ``sender``. One that calls from this machine
    itself, whose interfaces are ``here``, may be found under any of its addresses.
    """
    found, caller = ADDRESS.fullmatch(address), plain_address(sender)
    host = plain_address(found[1].strip("[]")) if found is not None else None
    if host is None or caller is None:
        return False
    return host == caller or (caller.is_loopback and host in {plain_address(each.address) for each in here()})


def _id_of(name: str) -> str:
    """Letters and digits of a name, without accents."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub("[^0-9a-z]", "", plain)[:LONGEST_ID]


def _new_token(table: str) -> str:
    return f"{table}-{secrets.token_urlsafe(SECRET_BYTES)}"
