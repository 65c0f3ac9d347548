"""Photos of the board, stored in the log file so that backups include them."""

from __future__ import annotations

from msgspec import Struct

from companion.plays.database import Database, Row
from companion.plays.digests import PHOTOS
from companion.plays.rows import as_real


class PhotoRow(Struct, frozen=True):
    """Photo without its image. ``line`` is the last public log line when it was taken; ``wall`` is seconds since 1970,
    or None.
    """

    number: int
    line: int
    wall: float | None
    width: int
    height: int


class Photos:
    """Photos of all plays. Every method may raise ``LogError``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, play: str) -> list[PhotoRow]:
        """Sound photos of a play, oldest first."""
        numbers = self._database.query("SELECT number FROM photos WHERE play = ? ORDER BY number", play)
        # one at a time: images are large
        found = (self._one(play, number) for (number,) in numbers)
        return [PhotoRow(*row[1:-1]) for row in found if row is not None]

    def _one(self, play: str, number: int) -> Row | None:
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
