"""An event as a value: the people in it, its rounds, their tables and how each came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from companion.club.events.event_rules import EventRules
from companion.core.wording import Wording

Names = Mapping[str, str]
"""What people are called, by id; an id without a name is shown as it is."""

NO_NAMES: Names = MappingProxyType({})


class Entrant(Struct, frozen=True):
    """Somebody who takes part, from round ``enters`` until after round ``left_after``; None: until the end."""

    person: str
    enters: int = 1
    left_after: int | None = None

    def plays_in(self, number: int) -> bool:
        """Whether this person is there in a round."""
        return self.enters <= number and not self.has_left(number)

    def has_left(self, number: int) -> bool:
        """Whether this person is gone by a round."""
        return self.left_after is not None and self.left_after < number


class StillOpen(Struct, frozen=True, tag="open"):
    """The table plays, or has played and nobody has entered how it came out."""


class TableRanks(Struct, frozen=True, tag="ranked"):
    """The rank of each seat, from 1; after shared ranks as many are left out: 1, 2, 2, 4.

    ``points`` are the game's own points of each seat, empty where the game has none.
    """

    ranks: tuple[int, ...]
    points: tuple[int, ...] = ()


class Voided(Struct, frozen=True, tag="void"):
    """The table counts for nobody: nothing is ranked, each gets what the rules say."""

    why: Wording


TableOutcome = StillOpen | TableRanks | Voided
"""How a table came out."""


class EventTable(Struct, frozen=True):
    """A table of one round. ``seats`` are its people in the order in which they sit; the first begins."""

    number: int
    seats: tuple[str, ...]
    outcome: TableOutcome = StillOpen()


class Round(Struct, frozen=True):
    """A round, numbered from 1, with the people who sit out."""

    number: int
    tables: tuple[EventTable, ...]
    byes: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody seated, and then those who sit out."""
        return (*(person for table in self.tables for person in table.seats), *self.byes)

    @property
    def open_tables(self) -> tuple[EventTable, ...]:
        """The tables of which nobody has said how they came out."""
        return tuple(table for table in self.tables if isinstance(table.outcome, StillOpen))


class ClubEvent(Struct, frozen=True):
    """An event as it stands. People who have left are still among the entrants."""

    rules: EventRules
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()

    @property
    def next_round(self) -> int:
        """The number of the round to be seated next."""
        return len(self.rounds) + 1

    def tables(self) -> Iterator[EventTable]:
        """All tables of all rounds."""
        return (table for each in self.rounds for table in each.tables)
