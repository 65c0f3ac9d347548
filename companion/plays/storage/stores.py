"""Stores beside the plays in the log file: seat tokens, owners' box facts, settings, score sheets, photos."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from companion.core.boxes import Box, Component, Fact, Learned, put
from companion.core.setup import SEATS
from companion.plays.storage.database import Database, StoredRow
from companion.plays.storage.digests import BOX_FACTS, PHOTOS, SETTINGS, SHEETS
from companion.plays.storage.rows import as_real

EDITION = "box-edition:"
"""Settings key prefix, before a game's key: the owners' edition."""


class Store:
    """Base of the stores beside the plays. Every method of a store may raise ``LogError``."""

    def __init__(self, database: Database) -> None:
        self._database = database


class Tokens(Store):
    """Which token may act for which seats. Only SHA-256 hashes are stored. A seat may have several tokens; a token
    shared by several seats is stored once per further seat, hashed with the seat.
    """

    def put(self, token: str, play: str, seat: int) -> None:
        """Let ``token`` act for ``seat`` of ``play``, and for no other."""
        with self._database.transaction():
            self._end(token)
            self._put(_hash(token), play, seat)

    def share(self, token: str, play: str, seat: int) -> None:
        """Let ``token`` act for ``seat`` of ``play`` as well."""
        with self._database.transaction():
            self._put(_further(token, seat), play, seat)

    def _put(self, hashed: str, play: str, seat: int) -> None:
        self._database.query(
            "INSERT INTO seat_tokens (hash, play, seat) VALUES (?, ?, ?) "
            "ON CONFLICT (hash) DO UPDATE SET play = excluded.play, seat = excluded.seat",
            hashed,
            play,
            seat,
        )

    def held(self, token: str, play: str) -> tuple[int, ...]:
        """Seats of ``play`` that ``token`` may act for, ascending."""
        hashes = _all_hashes(token)
        places = ", ".join("?" * len(hashes))
        sql = f"SELECT DISTINCT seat FROM seat_tokens WHERE play = ? AND hash IN ({places}) ORDER BY seat"  # noqa: S608
        return tuple(seat for (seat,) in self._database.query(sql, play, *hashes) if seat in SEATS)

    def seats(self, play: str) -> frozenset[int]:
        rows = self._database.query("SELECT DISTINCT seat FROM seat_tokens WHERE play = ?", play)
        return frozenset(seat for (seat,) in rows if seat in SEATS)

    def holders(self, play: str) -> dict[int, frozenset[str]]:
        """The hashes of the tokens that may act for each seat of ``play``."""
        rows = self._database.query("SELECT seat, hash FROM seat_tokens WHERE play = ?", play)
        return {seat: frozenset(hashed for other, hashed in rows if other == seat) for seat, _ in rows if seat in SEATS}

    def carry(self, play: str, to: str) -> None:
        """Move every token from one play to the same seat of the next."""
        with self._database.transaction():
            self._database.query("UPDATE seat_tokens SET play = ? WHERE play = ?", to, play)

    def withdraw(self, play: str, seat: int) -> None:
        """Invalidate all tokens of a seat."""
        with self._database.transaction():
            self._database.query("DELETE FROM seat_tokens WHERE play = ? AND seat = ?", play, seat)

    def _end(self, token: str) -> None:
        for hashed in _all_hashes(token):
            self._database.query("DELETE FROM seat_tokens WHERE hash = ?", hashed)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _further(token: str, seat: int) -> str:
    return _hash(f"{token}/{seat}")


def _all_hashes(token: str) -> tuple[str, ...]:
    return (_hash(token), *(_further(token, seat) for seat in SEATS))


class Boxes(Store):
    """Box facts that the owners entered, by game."""

    def owners(self, game: str) -> Box:
        """All facts of one game, to be merged over the shipped ones (``core.boxes.merged``)."""
        box: Box = {}
        for _, kind, key, field, value in BOX_FACTS.rows(
            self._database, "WHERE game = ? ORDER BY kind, key, field", game
        ):
            put(box, Learned(kind, key, field, msgspec.json.decode(value, type=Fact)))
        return box

    def put(self, game: str, facts: Iterable[Learned]) -> None:
        """Store facts in a transaction; newer ones replace older ones."""
        with self._database.transaction():
            self.put_within(game, facts)

    def put_within(self, game: str, facts: Iterable[Learned]) -> None:
        """Like ``put``, within an open transaction. A fact without a value is deleted."""
        for fact in facts:
            if fact.value is None:
                self._forget(game, fact.kind, fact.key, fact.field)
                continue
            value = msgspec.json.encode(fact.value).decode()
            BOX_FACTS.put(self._database, game, fact.kind, fact.key, fact.field, value)

    def replace(self, game: str, kind: str, key: str, facts: Component) -> None:
        """Replace all facts of one component, in a transaction."""
        with self._database.transaction():
            self._database.query("DELETE FROM box_facts WHERE game = ? AND kind = ? AND key = ?", game, kind, key)
            self.put_within(game, (Learned(kind, key, field, value) for field, value in facts.items()))

    def bring(self, game: str, facts: Iterable[Learned], edition: str, printed: Iterable[Learned] = ()) -> None:
        """Store a whole file: facts, edition note and ``printed`` facts; all or nothing."""
        with self._database.transaction():
            self.put_within(game, facts)
            for fact in printed:
                self._forget(game, fact.kind, fact.key, fact.field)
            SETTINGS.put(self._database, EDITION + game, msgspec.json.encode(edition).decode())

    def edition(self, game: str) -> str:
        """Edition in the owners' words; empty if not given."""
        rows = SETTINGS.rows(self._database, "WHERE key = ?", EDITION + game)
        return str(msgspec.json.decode(rows[0][1])) if rows else ""

    def forget(self, game: str, kind: str, key: str, field: str) -> None:
        """Delete one fact, so that the shipped one applies again."""
        with self._database.transaction():
            self._forget(game, kind, key, field)

    def _forget(self, game: str, kind: str, key: str, field: str) -> None:
        self._database.query(
            "DELETE FROM box_facts WHERE game = ? AND kind = ? AND key = ? AND field = ?", game, kind, key, field
        )


class Settings(Store):
    """Key-value store; values are JSON."""

    def get(self, key: str, default: Any = None) -> Any:
        """Value of ``key``, or ``default`` if missing or damaged."""
        rows = SETTINGS.rows(self._database, "WHERE key = ?", key)
        return msgspec.json.decode(rows[0][1]) if rows else default

    def holds(self, key: str) -> bool:
        """Whether ``key`` exists, damaged or not."""
        return bool(self._database.query("SELECT 1 FROM settings WHERE key = ?", key))

    def put(self, key: str, value: Any) -> None:
        with self._database.transaction():
            SETTINGS.put(self._database, key, msgspec.json.encode(value).decode())

    def forget(self, key: str) -> None:
        with self._database.transaction():
            self._database.query("DELETE FROM settings WHERE key = ?", key)


class Sheets(Store):
    """Owners' score sheets: TOML text by name."""

    def names(self) -> list[str]:
        """Names in alphabetical order."""
        return [name for name, _ in SHEETS.rows(self._database, "ORDER BY name")]

    def get(self, name: str) -> str | None:
        rows = SHEETS.rows(self._database, "WHERE name = ?", name)
        return str(rows[0][1]) if rows else None

    def put(self, name: str, toml: str) -> None:
        with self._database.transaction():
            SHEETS.put(self._database, name, toml)

    def remove(self, name: str) -> None:
        with self._database.transaction():
            self._database.query("DELETE FROM sheets WHERE name = ?", name)


class PhotoRow(Struct, frozen=True):
    """Photo without its image. ``line`` is the last public log line when it was taken; ``wall`` is seconds since 1970,
    or None.
    """

    number: int
    line: int
    wall: float | None
    width: int
    height: int


class Photos(Store):
    """Photos of all plays."""

    def of(self, play: str) -> list[PhotoRow]:
        """Sound photos of a play, oldest first."""
        numbers = self._database.query("SELECT number FROM photos WHERE play = ? ORDER BY number", play)
        # one at a time: images are large
        found = (self._one(play, number) for (number,) in numbers)
        return [PhotoRow(*row[1:-1]) for row in found if row is not None]

    def _one(self, play: str, number: int) -> StoredRow | None:
        rows = PHOTOS.rows(self._database, "WHERE play = ? AND number = ?", play, number)
        return rows[0] if rows else None

    def add(self, play: str, line: int, wall: float | None, size: tuple[int, int], jpeg: bytes) -> int:
        """Store a photo; returns its number, which is not reused while a later photo exists."""
        with self._database.transaction():
            [(last,)] = self._database.query("SELECT coalesce(max(number), 0) FROM photos WHERE play = ?", play)
            PHOTOS.put(self._database, play, last + 1, line, as_real(wall), *size, jpeg)
        return int(last) + 1

    def jpeg(self, play: str, number: int) -> bytes | None:
        """The image, or None."""
        row = self._one(play, number)
        return bytes(row[-1]) if row is not None else None

    def remove(self, play: str, number: int) -> bool:
        """Delete a photo; returns whether it existed."""
        with self._database.transaction():
            found = bool(self._database.query("SELECT 1 FROM photos WHERE play = ? AND number = ?", play, number))
            self._database.query("DELETE FROM photos WHERE play = ? AND number = ?", play, number)
        return found
