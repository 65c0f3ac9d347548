"""The key that signs the forms of a club: in its database, so that any of its processes knows a form of any other."""

from __future__ import annotations

import secrets
from hashlib import sha256

from sqlalchemy import select

from companion.club.storage.club_database import ClubDatabase, insert_new
from companion.club.storage.schema import form_keys

KEY_BYTES = 32
ONE = 1
"""There is one row."""
DATABASE = b"database of a club: "
"""Before the key, where its digest stands for the database."""


def form_key(database: ClubDatabase) -> bytes:
    """The key, made when the club first asks for it. Raises ``ClubDatabaseError``."""
    with database.writing() as connection:
        insert_new(connection, form_keys, {"number": ONE, "key": secrets.token_bytes(KEY_BYTES)})
        return bytes(connection.execute(select(form_keys.c.key)).scalar_one())


def database_id(key: bytes) -> str:
    """What stands for the database with this key: another one has another, and the key does not follow from it."""
    return sha256(DATABASE + key).hexdigest()
