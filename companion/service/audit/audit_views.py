"""What pages are given of a table audit: finished values, as one viewer may see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Literal

import msgspec
from msgspec import Struct

from companion.core.inventory import compensations, sum_changes, value_words
from companion.core.step import TABLE
from companion.core.wording import Message, Wording, say
from companion.service.audit.audit import (
    Audit,
    AuditedNumber,
    Difference,
    NumbersByPart,
    PartCount,
    ShownNumber,
    differences,
    shown,
    uneven,
)

Standing = Literal["counting", "right", "differs", "left"]


class AuditRow(Struct, frozen=True):
    """A difference, side by side: what the companion had and what was counted; both None for a number that is hidden
    from this viewer. ``supply`` was not counted so: it makes up for the others.
    """

    label: Wording
    seat: int
    was: Wording | int | None
    now: Wording | int | None
    icon: str = ""
    supply: bool = False
    seats: tuple[int, ...] = ()


class Uneven(Struct, frozen=True):
    """Numbers that must add up and would not: ``n`` too many (or too few, below zero) of what ``label`` counts."""

    label: Wording
    n: int


class AuditSeat(Struct, frozen=True):
    """How far somebody is; seat 0 stands for the shared things."""

    seat: int
    standing: Standing


class AuditView(Struct, frozen=True):
    """An audit as everybody may see it. ``rows`` are there once all have counted; ``waiting`` may then put the
    correction to the table (0: the host) or, once somebody has, must agree. ``open``: anybody may lead it.
    """

    asker: int
    seats: tuple[AuditSeat, ...]
    counting: bool
    rows: tuple[AuditRow, ...] = ()
    uneven: tuple[Uneven, ...] = ()
    waiting: tuple[int, ...] = ()
    open: bool = False


class CountedNumber(ShownNumber, frozen=True):
    """A number to be counted. ``said`` is what was counted, if it differs; ``secret``: nobody else sees it."""

    said: int | None = None
    secret: bool = False


class CountedPart(Struct, frozen=True):
    """What a seat (0: the table) is to count on a page. ``stood`` is the digest of what is shown: sent back, so that
    nothing is confirmed that changed meanwhile.
    """

    seat: int
    numbers: tuple[CountedNumber, ...]
    stood: str
    standing: Standing


class CheckedNumbers(Struct, frozen=True):
    """Numbers somebody wants to put in: what is wrong with each, by key, and what would not add up any more."""

    problems: dict[str, Message]
    uneven: tuple[Uneven, ...] = ()


def whole_sheet(audited: NumbersByPart, seat: int) -> tuple[CountedPart, ...]:
    """Every number that ``seat`` (0: nobody's device) may know, place by place, its own first, then the table's."""
    found: dict[int, list[CountedNumber]] = {}
    for (owner, secret), numbers in audited.items():
        if not secret or (owner == seat and seat != TABLE):
            found.setdefault(owner, []).extend(_number(PartCount(owner, secret), one) for one in numbers)
    order = sorted(found, key=lambda owner: (owner != seat, owner))
    return tuple(CountedPart(owner, tuple(found[owner]), "", "counting") for owner in order)


def checked(audited: NumbersByPart, seat: int, numbers: Mapping[str, int]) -> CheckedNumbers:
    """What is wrong with ``numbers`` that the device of ``seat`` wants to put in."""
    allowed = {
        one.key: one
        for (owner, secret), part in audited.items()
        if not secret or (owner == seat and seat != TABLE)
        for one in part
    }
    problems: dict[str, Message] = {}
    for key, value in numbers.items():
        one = allowed.get(key)
        if one is None:
            problems[key] = say("That number is not counted here.")
        elif not one.low <= value <= one.high:
            problems[key] = say("{n} is not between {low} and {high}.", n=value, low=one.low, high=one.high)
    return CheckedNumbers(problems, _not_adding_up(audited, allowed, numbers))


def _not_adding_up(
    audited: NumbersByPart, allowed: Mapping[str, AuditedNumber], numbers: Mapping[str, int]
) -> tuple[Uneven, ...]:
    # Sums that a hidden number is part of stay out: what is missing from them would tell it.
    hidden = {one.conserved for (_, secret), part in audited.items() if secret for one in part}
    drifting = {word: drift for word, drift in sum_changes(allowed.values(), numbers).items() if word not in hidden}
    changed = {key for key, value in numbers.items() if key in allowed and value != allowed[key].value}
    # A supply that was left as it stood makes up for the others when they are put in.
    made = compensations(audited.get((TABLE, False), ()), drifting, changed)
    labels = {one.conserved: one.label for one in reversed([*allowed.values()]) if one.key in changed}
    return tuple(Uneven(labels[word], drift) for word, drift in drifting.items() if word not in made)


def audit_view(audit: Audit, audited: NumbersByPart, waiting: Iterable[int], *, open_to_all: bool = False) -> AuditView:
    """As everybody may see it; ``waiting`` are asked about the correction."""
    seats = tuple(
        AuditSeat(seat, _standing([part for part in audit.parts if part.seat == seat]))
        for seat in sorted({part.seat for part in audit.parts})
    )
    if audit.counting:
        return AuditView(audit.asker, seats, counting=True, open=open_to_all)
    rows = tuple(_row(each, None) for each in differences(audit, audited))
    odd = tuple(Uneven(one.label, drift) for one, drift in uneven(audit, audited))
    return AuditView(audit.asker, seats, False, rows, odd, tuple(sorted(waiting)), open_to_all)


def own_rows(audit: Audit, audited: NumbersByPart, seat: int) -> tuple[AuditRow, ...]:
    """The differences as ``seat`` may see them, once all have counted."""
    return () if audit.counting else tuple(_row(each, seat) for each in differences(audit, audited))


def counted_parts(audit: Audit, audited: NumbersByPart, seat: int) -> tuple[CountedPart, ...]:
    """What ``seat`` is to count on its own page: its numbers, and those of the table when it asked for the audit."""
    seats = dict.fromkeys((seat, *((TABLE,) if audit.asker == seat else ())))
    return tuple(part for one in seats if (part := counted_part(audit, audited, one, own=True)) is not None)


def public_parts(audit: Audit, audited: NumbersByPart) -> tuple[CountedPart, ...]:
    """What a scribe may count for anybody: the numbers everybody may see."""
    seats = sorted({part.seat for part in audit.parts})
    return tuple(part for one in seats if (part := counted_part(audit, audited, one, own=False)) is not None)


def counted_part(audit: Audit, audited: NumbersByPart, seat: int, *, own: bool) -> CountedPart | None:
    """The part of ``seat`` on a page; ``own``: with what nobody else may know. None without a number."""
    parts = [part for part in audit.parts if part.seat == seat and (own or not part.secret)]
    numbers = tuple(_number(part, one) for part in parts for one in audited.get(part.key, ()))
    if not numbers:
        return None
    stood = blake2b(
        msgspec.json.encode((audit.id, seat, [(one.key, one.value) for one in numbers])), digest_size=10
    ).hexdigest()
    return CountedPart(seat, numbers, stood, _standing(parts))


def _standing(parts: Sequence[PartCount]) -> Standing:
    """Of an own part too this tells only what everybody may know: not whether a hidden number differs."""
    if any(part.open for part in parts):
        return "counting"
    if any(part.left for part in parts):
        return "left"
    return "differs" if any(part.said and not part.secret for part in parts) else "right"


def _number(part: PartCount, one: AuditedNumber) -> CountedNumber:
    said = part.said.get(one.key)
    return CountedNumber(**shown(one), said=None if said is None else said.now, secret=part.secret)


def _row(each: Difference, viewer: int | None) -> AuditRow:
    one = each.audited
    hidden = each.secret and viewer != one.seat
    if hidden:
        return AuditRow(one.label, one.seat, None, None, one.icon, each.supply, one.seats)
    was, now = (value_words(n, one.low, one.meanings) for n in (one.value, each.now))
    return AuditRow(one.label, one.seat, was, now, one.icon, each.supply, one.seats)
