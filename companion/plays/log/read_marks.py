"""How far each seat has read the log of a play, and which of its table instructions it has ticked."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from msgspec import Struct

from companion.core.setup import SEATS
from companion.plays.storage.digests import READ_MARKS, UNREADABLE
from companion.plays.storage.rows import json_text
from companion.plays.storage.stores import Store

_ticked = msgspec.json.Decoder(tuple[int, ...])


class ReadMark(Struct, frozen=True):
    """The marks of one seat, in its own line numbers: the last ``line`` it has read, and the lines of ``ticked``
    instructions.
    """

    line: int = 0
    ticked: tuple[int, ...] = ()


class ReadMarks(Store):
    """The marks of all plays. A damaged mark is ignored, so its seat is shown more than necessary."""

    def of_play(self, play: str) -> dict[int, ReadMark]:
        """The marks of a play, by seat."""
        found: dict[int, ReadMark] = {}
        for _, seat, line, ticked in READ_MARKS.rows(self._database, "WHERE play = ?", play):
            with suppress(*UNREADABLE):
                found[seat] = ReadMark(line, _ticked.decode(ticked))
        return {seat: mark for seat, mark in found.items() if seat in SEATS}

    def put(self, play: str, seat: int, mark: ReadMark) -> None:
        """Store the mark of a seat, replacing the previous one."""
        with self._database.transaction():
            READ_MARKS.put(self._database, play, seat, mark.line, json_text(mark.ticked))
