"""Photos of the board, kept with a play: in the same file, so that every backup holds them."""

from __future__ import annotations

from msgspec import Struct

from companion.plays.database import Database


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
        """The photos of a play, the oldest first."""
        sql = "SELECT number, line, wall, width, height FROM photos WHERE play = ? ORDER BY number"
        return [PhotoRow(*row) for row in self._database.query(sql, play)]

    def add(self, play: str, line: int, wall: float | None, size: tuple[int, int], jpeg: bytes) -> int:
        """Keep a photo; its number. A number is never given twice while a later photo is there."""
        with self._database.transaction():
            [(last,)] = self._database.query("SELECT coalesce(max(number), 0) FROM photos WHERE play = ?", play)
            self._database.query(
                "INSERT INTO photos (play, number, line, wall, width, height, jpeg) VALUES (?, ?, ?, ?, ?, ?, ?)",
                play,
                last + 1,
                line,
                wall,
                *size,
                jpeg,
            )
        return int(last) + 1

    def jpeg(self, play: str, number: int) -> bytes | None:
        """The picture itself."""
        rows = self._database.query("SELECT jpeg FROM photos WHERE play = ? AND number = ?", play, number)
        return bytes(rows[0][0]) if rows else None

    def remove(self, play: str, number: int) -> bool:
        """Throw a photo away; whether there was one."""
        with self._database.transaction():
            found = bool(self._database.query("SELECT 1 FROM photos WHERE play = ? AND number = ?", play, number))
            self._database.query("DELETE FROM photos WHERE play = ? AND number = ?", play, number)
        return found
