"""Every tracked number of a game, in one list: for corrections, audits, conservation, exports and the printed sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.secrecy import BrokenSeal
from companion.core.wording import Wording, say


class Tracked(Struct):
    """A number and where it stands in the state.

    ``at`` is (holder, name): an attribute of a struct or of a seal, a key of a mapping, an index of a list. ``owner``
    is the seat it belongs to, or None for the table. Numbers with the same ``conserved`` word add up to a constant as
    long as only moves change them. ``icon`` is a name of the icon set.
    """

    key: str
    label: Wording
    at: tuple[Any, Any]
    owner: int | None = None
    low: int = 0
    high: int = 999
    conserved: str = ""
    icon: str = ""

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
