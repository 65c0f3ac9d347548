"""Who has left the play, and which seats wait for somebody else. It survives a restart. Deciding thread only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from msgspec import structs

from companion.core.step import TABLE
from companion.plays.entry import Entry
from companion.plays.stores import Settings
from companion.service.play.running_play import DEFAULT
from companion.service.seats.seats_state import DepartureRecord, Missed, SeatsState
from companion.service.table_state import BesidePlay, Part, without


class Departures:
    """The comings and goings of the play on the table."""

    def __init__(self, part: Part[SeatsState], settings: Settings) -> None:
        self._part = part
        self._kept = BesidePlay(settings, "comings:", DepartureRecord)

    @property
    def now(self) -> DepartureRecord:
        return self._part.now.comings

    def take_up(self, play: str) -> None:
        """A play is on the table; none with an empty id."""
        self._part.put(replace(self._part.now, comings=self._kept.take_up(play) or DepartureRecord()))

    def follow(self, entry: Entry) -> None:
        """An entry was made: for a seat without it, or by the seat itself. Raises ``LogError``."""
        if entry.actor == DEFAULT:
            self.misses_step(entry.seat, entry.number)
        elif entry.kind == "move" and entry.actor in (f"seat:{entry.seat}", f"key:{entry.seat}"):
            self.has_seen(entry.seat)

    def leaves(self, seat: int) -> None:
        """The table goes on without this seat. Raises ``LogError``."""
        self._keep(structs.replace(self.now, gone=self.now.gone | {seat}))

    def opens(self, seats: Iterable[int]) -> None:
        """These seats were left: anybody may take them. Raises ``LogError``."""
        self._keep(structs.replace(self.now, open=self.now.open | set(seats)))

    def comes(self, seat: int) -> None:
        """Somebody is at this seat. Raises ``LogError``."""
        self._keep(structs.replace(self.now, gone=self.now.gone - {seat}, open=self.now.open - {seat}))

    def misses_step(self, seat: int, number: int) -> None:
        """Entry ``number`` was answered for this seat without it. Raises ``LogError``."""
        before = self.now.missed.get(seat, Missed())
        if seat != TABLE and not before.step:
            self._misses(seat, structs.replace(before, step=number))

    def misses_undo(self, seats: Iterable[int], number: int) -> None:
        """Entry ``number`` took something back without asking these seats. Raises ``LogError``."""
        for seat in seats:
            before = self.now.missed.get(seat, Missed())
            if not before.undone:
                self._misses(seat, structs.replace(before, undone=number))

    def has_seen(self, seat: int, missed: Missed | None = None) -> None:
        """The seat knows what was done without it; of that, ``missed`` still waits. Raises ``LogError``."""
        if seat in self.now.missed:
            self._misses(seat, missed or Missed())

    def _misses(self, seat: int, missed: Missed) -> None:
        others = without(self.now.missed, seat)
        self._keep(structs.replace(self.now, missed=others if missed == Missed() else {**others, seat: missed}))

    def _keep(self, comings: DepartureRecord) -> None:
        if comings != self.now:
            self._kept.keep(comings)
            self._part.put(replace(self._part.now, comings=comings))
