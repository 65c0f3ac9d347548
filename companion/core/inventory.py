"""Tracked numbers of a game, for corrections, audits, conserved sums, exports and the printed sheet."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.secrecy import BrokenSeal
from companion.core.wording import Message, SeatName, Wording, listed, say

Piece = Literal["heap", "marker", "side", "steps"]
"""What a changed number means for the pieces: a ``heap`` is taken from and put back; a ``marker`` is moved to the place
of its value; a ``side`` is turned face up (more) or face down; ``steps`` are turned up or down to the new number.
"""

Better = Literal["", "more", "less", "neither"]
"""Which direction of change is good for the owner of a number."""


class Thing(Struct, frozen=True):
    """A kind of piece. ``key`` is the same for all owners of that kind.

    ``words`` names ``n`` of them in a sentence ("3 coins"; of a marker "your marker"), ``short`` on a small display,
    with ``{sign}`` for a sign ("{sign}{n} coin"). ``first`` names a marker that is laid for the first time ("a stone").
    ``off``: the lowest value of a marker means that it is not on the table; a higher value of a side that it is face
    down. ``brief`` names one on a small display when several are handed over ("To Ana: Wood, Star").
    """

    key: str
    words: Callable[[int], Message]
    short: Callable[[int], Message]
    piece: Piece = "heap"
    first: Message | None = None
    off: bool = False
    brief: Wording | None = None


class Tracked(Struct):
    """A number and the place in the state where it is stored.

    ``at`` is (holder, name): an attribute of a struct or of a seal, a key of a mapping, an index of a list. ``owner``
    is the seat it belongs to, or None for the table; ``team`` are the seats of a number that several own together.
    ``label`` names the number without its owner. The sum of all numbers with the same ``conserved`` word does not
    change by moves. ``icon`` is a name of the icon set. ``meanings`` has words for each value from ``low`` to ``high``
    of a number that counts nothing.

    ``thing`` is the kind of piece that it counts, None if it counts none. ``place`` says where pieces lie that are
    neither before their owner nor in the supply; ``places`` are the places of a marker for its values from ``low``, if
    ``meanings`` say something else. ``side`` names the side it belongs to if a seat plays several.

    ``held_by`` are the seats that hold what a number of the table names, such as the city of a province; they are told
    when it changes hands.

    ``better`` is the direction of change that is good for the owner: by default more; neither if it has ``meanings``.
    """

    key: str
    label: Wording
    at: tuple[Any, Any]
    owner: int | None = None
    low: int = 0
    high: int = 999
    conserved: str = ""
    icon: str = ""
    team: tuple[int, ...] = ()
    meanings: tuple[Wording, ...] = ()
    thing: Thing | None = None
    place: Wording | None = None
    places: tuple[Wording, ...] = ()
    side: Wording | None = None
    better: Better = ""
    held_by: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that own it; empty for the table."""
        return self.team or ((self.owner,) if self.owner else ())

    @property
    def full_name(self) -> Message:
        """The label with its owner."""
        return whose(self.label, self.seats)

    @property
    def known(self) -> bool:
        """Whether this viewer may know the number."""
        try:
            self.value  # noqa: B018  (reading it is the test)
        except BrokenSeal:
            return False
        return True

    @property
    def value(self) -> int:
        holder, name = self.at
        found = holder[name] if isinstance(holder, dict | list) else getattr(holder, name)
        return int(found)

    def put(self, value: int) -> None:
        """Correct the number. Raises ``Refused`` outside the bounds."""
        if not self.low <= value <= self.high:
            raise Refused(
                "out-of-bounds", say("{n} is not between {low} and {high}.", n=value, low=self.low, high=self.high)
            )
        holder, name = self.at
        if isinstance(holder, dict | list):
            holder[name] = value
        else:
            setattr(holder, name, value)


class Choice:
    """Makes an attribute that is one of ``values`` a number: its index in ``values``. For things that are chosen rather
    than counted; used in ``Tracked.at`` as ``(Choice(...), "number")``.
    """

    def __init__(self, holder: Any, name: str, values: Sequence[Any]) -> None:
        self._holder, self._name, self._values = holder, name, values

    @property
    def number(self) -> int:
        return self._values.index(getattr(self._holder, self._name))

    @number.setter
    def number(self, number: int) -> None:
        setattr(self._holder, self._name, self._values[number])


def whose(label: Wording, seats: tuple[int, ...]) -> Message:
    """A label with its owners: ``seats``, or the table if empty."""
    if not seats:
        return say("{what} (table)", what=label)
    return say("{what} ({who})", what=label, who=listed([SeatName(seat) for seat in seats]))


def value_words(value: int, low: int, meanings: Sequence[Wording]) -> Wording | int:
    """The words for ``value`` if there are ``meanings``, counted from ``low``; else the number."""
    return meanings[value - low] if meanings else value


def find(inventory: Iterable[Tracked], key: str) -> Tracked:
    """The tracked number with this key. Raises ``Refused`` (not-tracked)."""
    for tracked in inventory:
        if tracked.key == key:
            return tracked
    raise Refused("not-tracked", say("There is no number called {key}.", key=key))


def out_of_bounds(inventory: Iterable[Tracked]) -> Tracked | None:
    """The first number outside its bounds; None if all are."""
    return next((tracked for tracked in inventory if not tracked.low <= tracked.value <= tracked.high), None)


def totals(inventory: Iterable[Tracked]) -> dict[str, int]:
    """The conserved sums, by ``conserved`` word."""
    sums: dict[str, int] = {}
    for tracked in inventory:
        if tracked.conserved:
            sums[tracked.conserved] = sums.get(tracked.conserved, 0) + tracked.value
    return sums


class ConservedNumber(Protocol):
    """A number that may be part of a conserved sum: ``Tracked``, or a view of one."""

    @property
    def key(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def conserved(self) -> str: ...


N = TypeVar("N", bound=ConservedNumber)


def sum_changes(counted: Iterable[ConservedNumber], numbers: Mapping[str, int]) -> dict[str, int]:
    """By how much each ``conserved`` sum changes if ``numbers`` (by key) replace those of ``counted``; no zeros."""
    found: dict[str, int] = {}
    for one in counted:
        if one.conserved and one.key in numbers:
            found[one.conserved] = found.get(one.conserved, 0) + numbers[one.key] - one.value
    return {word: drift for word, drift in found.items() if drift}


def compensations(shared: Iterable[N], drifting: Mapping[str, int], named: Container[str]) -> dict[str, tuple[N, int]]:
    """For each drifting sum, the number of ``shared`` that compensates for it, and its new value: the only one with
    that ``conserved`` word, if it is not ``named`` itself and stays within its bounds.
    """
    supplies: dict[str, list[N]] = {}
    for one in shared:
        supplies.setdefault(one.conserved, []).append(one)
    found: dict[str, tuple[N, int]] = {}
    for word, drift in drifting.items():
        alone = supplies.get(word, [])
        if len(alone) == 1 and alone[0].key not in named:
            [supply] = alone
            if supply.low <= supply.value - drift <= supply.high:
                found[word] = supply, supply.value - drift
    return found
