"""Log lines as one viewer may read them, numbered for that viewer."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.core.instructions import Instruction, lines_for
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seen
from companion.core.step import LogText
from companion.core.wording import Message, whose
from companion.plays.log.entry_sequence import EffectiveEntries, Entries
from companion.plays.storage.entry import GAP, SCRIBE, Entry, EntryKind
from companion.plays.storage.rows import Readers


class PiecesLine(Struct, frozen=True):
    """One sentence about what ``seat`` (0: the table) does with the pieces. A ``secret`` one is not public."""

    seat: int
    words: Message
    secret: bool = False


class LogLine(Struct, frozen=True):
    """A log line as one viewer may read it, numbered from 1 for that viewer. A sealed ``told`` is not public. ``seat``
    is the seat it is about (0: the table), as far as this viewer may know. ``begins``: it is the first line of its
    entry for this viewer. ``undone``: its entry was undone; ``marked``: it undoes something revealed; ``scribe``: a
    scribe entered it. ``pieces``, on the last line of an entry, says what people do with the pieces.
    """

    number: int
    told: LogText
    seat: int
    kind: EntryKind
    begins: bool = True
    undone: bool = False
    marked: bool = False
    scribe: bool = False
    wall: float | None = None
    pieces: tuple[PiecesLine, ...] = ()


LATELY = 64
"""The most entries whose lines are cached per viewer, since every page shows the end of the log."""


class History:
    """Lines of a growing play; computed once per entry and viewer."""

    def __init__(self, entries: Entries, effective: EffectiveEntries) -> None:
        self._entries = entries
        self._effective = effective
        self._readers: list[Readers] = []
        self._known: dict[Readers, Readers] = {}
        self._lines: dict[Viewer, array[int]] = {}
        self._looked_at: dict[Viewer, int] = {}
        self._lately: dict[Viewer, dict[tuple[int, bool], tuple[LogLine, ...]]] = {}
        self._steps: Counter[int] = Counter()
        self._stepped = 0

    def count(self, viewer: Viewer) -> int:
        """Number of lines for ``viewer``."""
        return len(self._index(viewer))

    def steps(self, seat: int) -> int:
        """Number of publicly known entries of a seat; only grows."""
        self._index(PUBLIC)
        if self._stepped < len(self._readers):
            for number, who, closed in self._entries.acts(self._stepped):
                if not closed or None in self._readers[number - 1]:
                    self._steps[who] += 1
            self._stepped = len(self._readers)
        return self._steps[seat]

    def tail(self, viewer: Viewer, n: int) -> list[LogLine]:
        """Last ``n`` lines, oldest first. ``viewer`` is a seat at the table or the public."""
        return self.lines(viewer, max(1, self.count(viewer) - n + 1))

    def lines(self, viewer: Viewer, first: int = 1, last: int | None = None) -> list[LogLine]:
        """Lines ``first`` to ``last`` (default: the end)."""
        index = self._index(viewer)
        if last is None or last > len(index):
            last = len(index)
        found: list[LogLine] = []
        place = first - 1
        while place < last:
            number = index[place]
            start = place
            while start > 0 and index[start - 1] == number:
                start -= 1
            end = place
            while end < len(index) and index[end] == number:
                end += 1
            lines = self._read(self._entries.numbered(number), viewer, start, end - start)
            found += lines[place - start : last - start]
            place = end
        return found

    def lately(self, viewer: Viewer, n: int) -> list[tuple[Entry, int, bool]]:
        """(entry, number of its last line, whether it was undone) for the last ``n`` entries with lines for ``viewer``,
        oldest first.
        """
        index = self._index(viewer)
        found: list[tuple[Entry, int, bool]] = []
        place = len(index)
        while place and len(found) < n:
            entry = self._entries.numbered(index[place - 1])
            found.append((entry, place, not self._counts(entry)))
            while place and index[place - 1] == entry.number:
                place -= 1
        return found[::-1]

    def silent(self, after: int, before: int) -> list[Entry]:
        """The effective entries between two numbers that have no lines for anybody, oldest first."""
        self._index(PUBLIC)
        unread = (number for number in range(after + 1, before) if not self._readers[number - 1])
        return [entry for entry in map(self._entries.numbered, unread) if self._counts(entry)]

    def entry_of(self, viewer: Viewer, line: int) -> Entry | None:
        """The entry that a line of ``viewer`` belongs to; None before the first."""
        index = self._index(viewer)
        return self._entries.numbered(index[min(line, len(index)) - 1]) if line > 0 and index else None

    def _read(self, entry: Entry, viewer: Viewer, before: int, count: int) -> tuple[LogLine, ...]:
        undone = not self._counts(entry)
        lately = self._lately.setdefault(viewer, {})
        if (entry.number, undone) not in lately:
            if len(lately) >= LATELY:
                lately = self._lately[viewer] = dict(list(lately.items())[LATELY // 2 :])
            lines = tuple(_lines(entry, viewer, before, undone=undone))
            # lines are counted before digests are checked
            lately[entry.number, undone] = lines if len(lines) == count else _missing(entry, before, count)
        return lately[entry.number, undone]

    def _index(self, viewer: Viewer) -> array[int]:
        """Entry number of every line of ``viewer``."""
        index = self._lines.setdefault(viewer, array("L"))
        if self._looked_at.get(viewer, 0) == len(self._entries):
            return index
        self._readers += (self._known.setdefault(read, read) for read in self._entries.readers(len(self._readers)))
        counts: dict[Readers, int] = {}
        for number in range(self._looked_at.get(viewer, 0) + 1, len(self._readers) + 1):
            readers = self._readers[number - 1]
            if readers not in counts:
                counts[readers] = sum(to is None or viewer.seat in to for to in readers)
            index.extend([number] * counts[readers])
        self._looked_at[viewer] = len(self._readers)
        return index

    def _counts(self, entry: Entry) -> bool:
        return entry.kind in ("undo", "redo", "gap") or self._effective.holds(entry.number)


def lines(entries: Sequence[Entry], viewer: Viewer, effective: Sequence[Entry]) -> list[LogLine]:
    """All lines of a play that does not change."""
    counting = {entry.number for entry in effective}
    found: list[LogLine] = []
    for entry in entries:
        undone = entry.kind not in ("undo", "redo", "gap") and entry.number not in counting
        found.extend(_lines(entry, viewer, len(found), undone=undone))
    return found


def _missing(entry: Entry, before: int, count: int) -> tuple[LogLine, ...]:
    """Placeholder lines of an unreadable entry."""
    return tuple(
        LogLine(before + place, GAP, 0, "gap", begins=place == 1, wall=entry.wall) for place in range(1, count + 1)
    )


def readable(entry: Entry, viewer: Viewer) -> Iterator[LogText]:
    """Lines of ``entry`` that ``viewer`` may read."""
    for told in entry.told:
        looked = seen(told, viewer)
        if not isinstance(looked, Sealed) or looked.known:
            yield looked


def pieces_of(entry: Entry, viewer: Viewer) -> tuple[PiecesLine, ...]:
    """What people do with the pieces after ``entry``, as far as ``viewer`` may know, grouped by seat in the order of
    their first instruction.
    """
    known: list[tuple[Instruction, bool]] = []
    for one in entry.instructions:
        looked = seen(one, viewer)
        if not isinstance(looked, Sealed):
            known.append((looked, False))
        elif looked.known:
            known.append((looked.value, not looked.revealed))
    return tuple(
        PiecesLine(seat, line.words, secret)
        for seat in dict.fromkeys(one.seat for one, _ in known)
        for secret in (False, True)
        for line in lines_for(seat, [one for one, sealed in known if sealed is secret])
    )


def _lines(entry: Entry, viewer: Viewer, before: int, *, undone: bool) -> Iterator[LogLine]:
    texts = list(readable(entry, viewer))
    for number, told in enumerate(texts, before + 1):
        seat = whose(told)
        yield LogLine(
            number,
            told,
            entry.seat if seat is None else seat,
            entry.kind,
            begins=number == before + 1,
            undone=undone,
            marked=entry.marked,
            scribe=entry.actor.startswith(SCRIBE),
            wall=entry.wall,
            pieces=pieces_of(entry, viewer) if number == before + len(texts) else (),
        )
