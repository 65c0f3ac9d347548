"""A table audit: what each seat has counted, where that differs from the companion, and the smallest correction.

Plain values and functions of them. The numbers of each part are read from what its viewer may know, so that a sealed
number is counted by its owner alone and never shown to anybody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from companion.core.game import AnyGame
from companion.core.inventory import Tracked, compensations, sum_changes, whose
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.core.wording import Wording

PartKey = tuple[int, bool]
"""Whose part (0: the shared things), and whether it is of the numbers that only this seat may know."""


class ShownNumber(Struct, frozen=True):
    """What every view of a tracked number has: the number without its place in the state, which holds secrets.
    ``seats`` are whose it is, which ``label`` does not say.
    """

    key: str
    label: Wording
    value: int
    low: int
    high: int
    icon: str = ""
    seats: tuple[int, ...] = ()
    meanings: tuple[Wording, ...] = ()


def shown(number: Tracked | ShownNumber) -> dict[str, Any]:
    """The fields that a number shares with every other view of it, by name."""
    return {name: getattr(number, name) for name in ShownNumber.__struct_fields__}


class AuditedNumber(ShownNumber, frozen=True, kw_only=True):
    """A tracked number as the companion has it. ``seat`` counts it; 0 stands for the table."""

    seat: int
    conserved: str = ""

    @property
    def full_name(self) -> Wording:
        """The label with its owner."""
        return whose(self.label, self.seats)


NumbersByPart = Mapping[PartKey, tuple[AuditedNumber, ...]]
"""All numbers of a state, part by part; a part without a number is not there."""


class Discrepancy(Struct, frozen=True):
    """The companion had ``was``; on the table there are ``now``."""

    was: int
    now: int


class PartCount(Struct, frozen=True):
    """How far the count of one part is. ``said`` holds what differs; ``at`` is the number that keys are dialling.

    ``stood`` are the companion's numbers, by key, when the part was confirmed. ``left``: nobody counts it this time.
    """

    seat: int
    secret: bool = False
    said: dict[str, Discrepancy] = {}
    done: bool = False
    left: bool = False
    at: str = ""
    stood: dict[str, int] = {}

    @property
    def key(self) -> PartKey:
        return (self.seat, self.secret)

    @property
    def open(self) -> bool:
        """Whether it is still to be counted."""
        return not self.done and not self.left


class Audit(Struct, frozen=True):
    """An audit under way. ``asker`` started it (0: host or panel)."""

    id: str
    asker: int
    parts: tuple[PartCount, ...]

    @property
    def counting(self) -> bool:
        """Whether something is still being counted; else the differences are before the table."""
        return any(part.open for part in self.parts)

    def part(self, key: PartKey) -> PartCount | None:
        return next((part for part in self.parts if part.key == key), None)

    def with_part(self, part: PartCount) -> Audit:
        """The audit with one part replaced."""
        return structs.replace(self, parts=tuple(part if other.key == part.key else other for other in self.parts))

    def without_missing(self) -> Audit:
        """The audit with every part that nobody has counted marked as left out."""
        return structs.replace(self, parts=tuple(_left(part) if part.open else part for part in self.parts))

    def again(self, seat: int) -> Audit:
        """Whatever differs is counted again, and what ``seat`` has counted."""
        reopened = (
            structs.replace(part, done=False, left=False) if part.said or part.seat == seat else part
            for part in self.parts
        )
        return structs.replace(self, parts=tuple(reopened))


class Difference(Struct, frozen=True):
    """A number to be corrected. ``supply``: nobody counted it so; it keeps together what must add up."""

    audited: AuditedNumber
    now: int
    secret: bool = False
    supply: bool = False


def numbers_by_part(game: AnyGame, known: Callable[[Viewer], Any], seats: Sequence[int]) -> NumbersByPart:
    """All numbers by part; ``known`` gives the state as a viewer may know it.

    What everybody may know is its owner's to count, or the table's; the rest its owner's, or that of the first seat
    that may know it.
    """
    public = list(game.inventory(known(PUBLIC)))
    labels = {tracked.key: tracked.label for tracked in public}
    found: dict[PartKey, list[AuditedNumber]] = {}
    open_keys = set()
    for tracked in public:
        if tracked.known:
            open_keys.add(tracked.key)
            seat = tracked.owner if tracked.owner in seats else TABLE
            found.setdefault((seat or TABLE, False), []).append(_audited(tracked, seat or TABLE, labels))
    taken: set[str] = set()
    sealed = {seat: [tracked for tracked in game.inventory(known(Viewer(seat))) if tracked.known] for seat in seats}
    for own in (True, False):
        for seat, numbers in sealed.items():
            for tracked in numbers:
                if tracked.key in open_keys or tracked.key in taken or (own and tracked.owner != seat):
                    continue
                taken.add(tracked.key)
                found.setdefault((seat, True), []).append(_audited(tracked, seat, labels))
    return {key: tuple(numbers) for key, numbers in found.items()}


def started(audit_id: str, asker: int, audited: NumbersByPart) -> Audit:
    """A new audit of all numbers, nothing counted yet."""
    return Audit(audit_id, asker, tuple(PartCount(seat, secret) for seat, secret in sorted(audited)))


def counted(part: PartCount, audited: Sequence[AuditedNumber], numbers: Mapping[str, int]) -> PartCount:
    """The part is confirmed: these ``numbers`` lie there, and of the others as many as was said, or as the companion
    has.
    """
    said = dict(part.said)
    for one in audited:
        if one.key in numbers:
            said.pop(one.key, None)
            if numbers[one.key] != one.value:
                said[one.key] = Discrepancy(one.value, numbers[one.key])
    stood = {one.key: one.value for one in audited}
    return structs.replace(part, said=said, done=True, left=False, at="", stood={} if part.secret else stood)


def followed(audit: Audit, audited: NumbersByPart) -> Audit:
    """The play has gone on: what changed under the hand of a counter is counted again.

    Not so with numbers that only one seat may know: everybody would see when that seat has done something.
    """
    parts = tuple(part if part.secret else _followed(part, audited.get(part.key, ())) for part in audit.parts)
    return audit if parts == audit.parts else structs.replace(audit, parts=parts)


def _followed(part: PartCount, audited: Sequence[AuditedNumber]) -> PartCount:
    now = {one.key: one.value for one in audited}
    said = {key: claim for key, claim in part.said.items() if now.get(key) == claim.was}
    at = part.at if part.at in now else ""
    done = part.done and now == part.stood
    return (
        part
        if (said, at, done) == (part.said, part.at, part.done)
        else structs.replace(part, said=said, at=at, done=done)
    )


def differences(audit: Audit, audited: NumbersByPart) -> tuple[Difference, ...]:
    """The smallest correction: every number that was counted otherwise, and the shared supply where what must add up
    would not.
    """
    found = [
        Difference(one, part.said[one.key].now, part.secret)
        for part in audit.parts
        for one in audited.get(part.key, ())
        if part.said.get(one.key) is not None and part.said[one.key].now != one.value
    ]
    return (*found, *(supply for _, _, supply in _drifts(found, audited) if supply is not None))


def uneven(audit: Audit, audited: NumbersByPart) -> tuple[tuple[AuditedNumber, int], ...]:
    """What the correction would not leave as it must add up: one of the numbers, and how many there would be too many
    (or too few, below zero).
    """
    return tuple((one, drift) for one, drift, supply in _drifts(differences(audit, audited), audited) if supply is None)


def _drifts(found: Sequence[Difference], audited: NumbersByPart) -> list[tuple[AuditedNumber, int, Difference | None]]:
    """For every sum that ``found`` changes: a number of it, by how much, and the supply that can make up for it."""
    # A secret number stays out of it: what the supply makes up for would tell it.
    open_ones = [each for each in found if not each.secret]
    drifting = sum_changes((each.audited for each in open_ones), {each.audited.key: each.now for each in open_ones})
    supplies = compensations(audited.get((TABLE, False), ()), drifting, {each.audited.key for each in found})
    first = {each.audited.conserved: each.audited for each in reversed(open_ones)}
    made: list[tuple[AuditedNumber, int, Difference | None]] = []
    for word, drift in drifting.items():
        supply = supplies.get(word)
        made.append((first[word], drift, Difference(*supply, supply=True) if supply else None))
    return made


def _audited(tracked: Tracked, seat: int, labels: Mapping[str, Wording]) -> AuditedNumber:
    # The label that everybody may read: one made for the owner might say more.
    label = labels.get(tracked.key, tracked.label)
    return AuditedNumber(**shown(tracked) | {"label": label}, seat=seat, conserved=tracked.conserved)


def _left(part: PartCount) -> PartCount:
    return structs.replace(part, left=True, at="", said={})
