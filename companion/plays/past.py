"""The entries of a play as sequences that stay small in memory however long the evening gets."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from companion.plays.entry import Entry
from companion.plays.log import Log

RECENT = 256
"""Entries kept in memory; older ones are read from the log when somebody asks for them."""


class Entries(Sequence[Entry]):
    """All entries of a play: entry ``n`` is at place ``n - 1``. Grows at the end only."""

    def __init__(self, log: Log, play: str) -> None:
        self._log = log
        self._play = play
        self._recent: deque[Entry] = deque(maxlen=RECENT)
        self._bases = array("L")
        self._stands_for = array("L")
        for base, stands_for in log.links(play):
            self._bases.append(base)
            self._stands_for.append(stands_for)
        self._recent.extend(log.entries(play, len(self) - RECENT + 1, len(self)))

    def append(self, entry: Entry) -> None:
        """An entry that is on disk by now."""
        self._bases.append(entry.base)
        self._stands_for.append(entry.stands_for)
        self._recent.append(entry)

    def numbered(self, number: int) -> Entry:
        """The entry with this number. Raises ``IndexError``."""
        if not 1 <= number <= len(self):
            raise IndexError(number)
        place = number - 1 - (len(self) - len(self._recent))
        return self._recent[place] if place >= 0 else self._log.entries(self._play, number, number)[0]

    def line(self, number: int, after: int = 0) -> list[int]:
        """The entries whose states led to that of ``number``, oldest first, leaving out ``after`` and older ones.

        ``number`` must hold a state of its own.
        """
        numbers = []
        while number > after:
            numbers.append(number)
            number = self._bases[number - 1]
        return numbers[::-1]

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

    def since(self, number: int) -> Iterator[Entry]:
        """The entries after ``number``, read in portions."""
        while number < len(self):
            if number >= len(self) - len(self._recent):
                yield self.numbered(number + 1)
                number += 1
                continue
            portion = self._log.entries(self._play, number + 1, min(number + RECENT, len(self)))
            yield from portion
            number += len(portion)


class Effective(Sequence[Entry]):
    """The entries that led to the present state, oldest first: no undo or redo, nothing undone."""

    def __init__(self, entries: Entries, numbers: Iterable[int]) -> None:
        self._entries = entries
        self._numbers = array("L", numbers)

    @property
    def numbers(self) -> Sequence[int]:
        """Their numbers, ascending."""
        return self._numbers

    def append(self, number: int) -> None:
        """A move put on the present state."""
        self._numbers.append(number)

    def back_to(self, number: int) -> None:
        """Leave out everything after ``number``, which is a member."""
        del self._numbers[self._place(number) + 1 :]

    def after(self, number: int) -> list[Entry]:
        """The members that would be undone by going back to ``number``, oldest first."""
        return [self._entries.numbered(later) for later in self._numbers[self._place(number) + 1 :]]

    def holds(self, number: int) -> bool:
        """Whether the entry with this number is a member."""
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
