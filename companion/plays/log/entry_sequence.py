"""Entries of a play as sequences with bounded memory, and the links between entries, reconstructed if rows are damaged.

An entry's base is normally what the entry before stands for, so each link is stored twice. If the two differ, rows with
matching digests are trusted, and the links of a damaged row are taken from its neighbours.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, overload

from companion.plays.log.log import Log
from companion.plays.storage.database import StoredRow
from companion.plays.storage.entry import Entry, gap
from companion.plays.storage.rows import Readers, readers_in, readers_of

Links = tuple["array[int]", "array[int]"]
"""``base`` and ``stands_for`` of entries 1, 2, 3 and so on."""


def read_links(rows: Sequence[StoredRow], count: int, sound: Callable[[], Mapping[int, tuple[int, int]]]) -> Links:
    """Links of entries 1 to ``count`` from (number, base, stands_for) rows, which may be missing or damaged. ``sound``
    gives those of the entries whose digests match; it is asked where anything is in doubt.
    """
    known = {row[0]: row for row in rows if type(row[0]) is int}
    bases = [_within(known.get(number), 1, number - 1) for number in range(1, count + 1)]
    stands = [_within(known.get(number), 2, number) for number in range(1, count + 1)]
    if doubtful := _doubtful(bases, stands):
        good = sound()
        for number in doubtful:
            bases[number - 1], stands[number - 1] = good.get(number, (None, None))
    return _filled(bases, stands)


def _within(row: StoredRow | None, column: int, most: int) -> int | None:
    value = row[column] if row is not None else None
    return value if type(value) is int and min(1, most) <= value <= most else None


def _doubtful(bases: Sequence[int | None], stands: Sequence[int | None]) -> list[int]:
    """Numbers of the entries whose links disagree with their neighbours'."""
    found = []
    before: int | None = 0
    for number, (base, stood) in enumerate(zip(bases, stands, strict=True), 1):
        if base is None or base != before:
            found += [number - 1, number] if number > 1 else [number]
        before = stood
    if before is None:
        found.append(len(stands))
    return list(dict.fromkeys(found))


def _filled(bases: list[int | None], stands: list[int | None]) -> Links:
    """Fill unknown links from the neighbours, else as for a move on the entry before."""
    good_bases, good_stands = array("L"), array("L")
    before = 0
    for number, (base, stood) in enumerate(zip(bases, stands, strict=True), 1):
        good_bases.append(before if base is None else base)
        if stood is None:
            after = bases[number] if number < len(bases) else None
            stood = after if after is not None and after <= number else number
        good_stands.append(stood)
        before = stood
    return good_bases, good_stands


RECENT = 256
"""Entries cached; older ones are read from the log."""
PORTION = 2048
"""Entries whose lines are counted at a time."""


class Entries(Sequence[Entry]):
    """All entries of a play: entry ``n`` has index ``n - 1``. Append-only."""

    def __init__(self, log: Log, play: str) -> None:
        self._log = log
        self._play = play
        self._recent: deque[Entry] = deque(maxlen=RECENT)
        self._bases, self._stands_for = read_links(
            list(log.links(play)), log.count(play), lambda: log.sound_links(play)
        )
        self._recent.extend(self._read(len(self) - RECENT + 1, len(self)))

    def _read(self, first: int, last: int) -> list[Entry]:
        """Entries from the log, with the links of damaged entries taken from their neighbours."""
        return [self._linked(entry) for entry in self._log.entries(self._play, first, last)]

    def _linked(self, entry: Entry) -> Entry:
        place = entry.number - 1
        return gap(entry.number, self._bases[place], self._stands_for[place]) if entry.kind == "gap" else entry

    def append(self, entry: Entry) -> None:
        """Add an entry that is on disk."""
        self._bases.append(entry.base)
        self._stands_for.append(entry.stands_for)
        self._recent.append(entry)

    def numbered(self, number: int) -> Entry:
        """Entry by number. Raises ``IndexError``."""
        if not 1 <= number <= len(self):
            raise IndexError(number)
        place = number - 1 - (len(self) - len(self._recent))
        return self._recent[place] if place >= 0 else self._read(number, number)[0]

    def line(self, number: int, after: int = 0) -> list[int]:
        """Numbers of the entries leading to ``number``, oldest first, those up to ``after`` excluded. ``number`` must
        hold a state.
        """
        numbers = []
        while number > after:
            numbers.append(number)
            number = self._bases[number - 1]
        return numbers[::-1]

    def readers(self, after: int) -> Iterator[Readers]:
        """Who may read the lines of each later entry, without checking digests; for numbering lines."""
        while after < len(self) - len(self._recent):
            last = min(after + PORTION, len(self) - len(self._recent))
            there: dict[int, Any] = dict(self._log.told(self._play, after + 1, last))
            yield from (readers_in(there.get(number)) for number in range(after + 1, last + 1))
            after = last
        yield from (readers_of(entry.told) for entry in self.since(after))

    def acts(self, after: int) -> list[StoredRow]:
        """(number, seat, whether all decide in secret) of each later entry."""
        return self._log.acts(self._play, after)

    def __len__(self) -> int:
        return len(self._bases)

    @overload
    def __getitem__(self, place: int) -> Entry: ...

    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...

    def __getitem__(self, place: int | slice) -> Entry | list[Entry]:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        return self.numbered(place + 1 if place >= 0 else len(self) + place + 1)

    def __iter__(self) -> Iterator[Entry]:
        return self.since(0)

    def __reversed__(self) -> Iterator[Entry]:
        """All entries, the newest first, read in portions."""
        recent = tuple(self._recent)
        last = len(self) - len(recent)
        yield from reversed(recent)
        while last > 0:
            portion = self._read(max(last - RECENT, 0) + 1, last)
            yield from reversed(portion)
            last -= len(portion)

    def since(self, number: int) -> Iterator[Entry]:
        """Entries after ``number``, read in portions."""
        while number < len(self):
            if number >= len(self) - len(self._recent):
                yield self.numbered(number + 1)
                number += 1
                continue
            portion = self._read(number + 1, min(number + RECENT, len(self)))
            yield from portion
            number += len(portion)


class EffectiveEntries(Sequence[Entry]):
    """Entries that led to the current state, oldest first: without undo, redo and undone ones."""

    def __init__(self, entries: Entries, numbers: Iterable[int]) -> None:
        self._entries = entries
        self._numbers = array("L", numbers)

    @property
    def numbers(self) -> Sequence[int]:
        """Their numbers, ascending."""
        return self._numbers

    def append(self, number: int) -> None:
        """Add a move made on the current state."""
        self._numbers.append(number)

    def back_to(self, number: int) -> None:
        """Drop everything after ``number``, which is a member."""
        del self._numbers[self._place(number) + 1 :]

    def after(self, number: int) -> list[Entry]:
        """Members that going back to ``number`` would undo, oldest first."""
        return [self._entries.numbered(later) for later in self._numbers[self._place(number) + 1 :]]

    def holds(self, number: int) -> bool:
        """Whether the entry is a member."""
        place = self._place(number)
        return place < len(self._numbers) and self._numbers[place] == number

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> Entry: ...

    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...

    def __getitem__(self, place: int | slice) -> Entry | list[Entry]:
        if isinstance(place, slice):
            return [self._entries.numbered(number) for number in self._numbers[place]]
        return self._entries.numbered(self._numbers[place])

    def _place(self, number: int) -> int:
        return bisect_left(self._numbers, number)
