"""Photos of the board, kept with a play: in the same file, so that every backup holds them."""

from __future__ import annotations

from msgspec import Struct

from companion.plays.database import Database, Row
from companion.plays.digests import PHOTOS
from companion.plays.rows import real


class PhotoRow(Struct, frozen=True):
    """A photo without its picture. ``line`` is the last line that everybody could read in the log when it was taken;
    ``wall`` is seconds since 1970, or None.
    """

    number: int
    line: int
    wall: float | None
    width: int
    height: int


class Photos:
    """The photos of all plays. Everything raises ``LogError``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, play: str) -> list[PhotoRow]:
        """The photos of a play that are as they were taken, the oldest first."""
        numbers = self._database.query("SELECT number FROM photos WHERE play = ? ORDER BY number", play)
        # One after the other: a picture is large.
        found = (self._one(play, number) for (number,) in numbers)
        return [PhotoRow(*row[1:-1]) for row in found if row is not None]

    def _one(self, play: str, number: int) -> Row | None:
        rows = PHOTOS.rows(self._database, "WHERE play = ? AND number = ?", play, number)
        return rows[0] if rows else None

    def add(self, play: str, line: int, wall: float | None, size: tuple[int, int], jpeg: bytes) -> int:
        """Keep a photo; its number. A number is never given twice while a later photo is there."""
        with self._database.transaction():
            [(last,)] = self._database.query("SELECT coalesce(max(number), 0) FROM photos WHERE play = ?", play)
            PHOTOS.put(self._database, play, last + 1, line, real(wall), *size, jpeg)
        return int(last) + 1

    def jpeg(self, play: str, number: int) -> bytes | None:
        """The picture itself."""
        row = self._one(play, number)
        return bytes(row[-1]) if row is not None else None

    def remove(self, play: str, number: int) -> bool:
        """Throw a photo away; whether there was one."""
        with self._database.transaction():
            found = bool(self._database.query("SELECT 1 FROM photos WHERE play = ? AND number = ?", play, number))
            self._database.query("DELETE FROM photos WHERE play = ? AND number = ?", play, number)
        return found
