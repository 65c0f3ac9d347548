"""Every tracked number of a game, in one list: for corrections, audits, conservation, exports and the printed sheet."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.secrecy import BrokenSeal
from companion.core.wording import Message, SeatName, Wording, listed, say


class Tracked(Struct):
    """A number and where it stands in the state.

    ``at`` is (holder, name): an attribute of a struct or of a seal, a key of a mapping, an index of a list. ``owner``
    is the seat it belongs to, or None for the table; ``team`` are the seats of a number that several own together.
    ``label`` is the number in words people know, without whose it is: that is said with it (``whose``). Numbers with
    the same ``conserved`` word add up to a constant as long as only moves change them. ``icon`` is a name of the icon
    set. ``meanings`` says what each value from ``low`` to ``high`` stands for, where it does not count anything.
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

    @property
    def seats(self) -> tuple[int, ...]:
        """Whose it is; of nobody alone where it is the table's."""
        return self.team or ((self.owner,) if self.owner else ())

    @property
    def full_name(self) -> Message:
        """The number with whose it is, for a line by itself."""
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


def whose(label: Wording, seats: tuple[int, ...]) -> Message:
    """A number with whose it is: of these seats, or with none of the whole table."""
    if not seats:
        return say("{what} (table)", what=label)
    return say("{what} ({who})", what=label, who=listed([SeatName(seat) for seat in seats]))


def meant(value: int, low: int, meanings: Sequence[Wording]) -> Wording | int:
    """A number that stands for something in words, another one as it is."""
    return meanings[value - low] if meanings else value


def find(inventory: Iterable[Tracked], key: str) -> Tracked:
    """The tracked number with this key. Raises ``Refused``."""
    for tracked in inventory:
        if tracked.key == key:
            return tracked
    raise Refused("not-tracked", say("There is no number called {key}.", key=key))


def totals(inventory: Iterable[Tracked]) -> dict[str, int]:
    """The sums that moves must leave as they are, by ``conserved`` word."""
    sums: dict[str, int] = {}
    for tracked in inventory:
        if tracked.conserved:
            sums[tracked.conserved] = sums.get(tracked.conserved, 0) + tracked.value
    return sums


class Counted(Protocol):
    """A number as it stands: what is needed to tell whether a correction leaves what must add up as it is."""

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


C = TypeVar("C", bound=Counted)


def drifts(counted: Iterable[Counted], numbers: Mapping[str, int]) -> dict[str, int]:
    """By how much each ``conserved`` sum would change if ``numbers`` were put among ``counted``; no zeros."""
    found: dict[str, int] = {}
    for one in counted:
        if one.conserved and one.key in numbers:
            found[one.conserved] = found.get(one.conserved, 0) + numbers[one.key] - one.value
    return {word: drift for word, drift in found.items() if drift}


def made_up(shared: Iterable[C], drifting: Mapping[str, int], named: Container[str]) -> dict[str, tuple[C, int]]:
    """For every sum that drifts, the supply that makes up for it and what it comes to: the only one of the table's
    numbers with that word, unless it is ``named`` itself or has not the room.
    """
    supplies: dict[str, list[C]] = {}
    for one in shared:
        supplies.setdefault(one.conserved, []).append(one)
    found: dict[str, tuple[C, int]] = {}
    for word, drift in drifting.items():
        alone = supplies.get(word, [])
        if len(alone) == 1 and alone[0].key not in named:
            [supply] = alone
            if supply.low <= supply.value - drift <= supply.high:
                found[word] = supply, supply.value - drift
    return found
