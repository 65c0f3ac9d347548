"""What the table screen shows large for some seconds: an attack, a city taken, a new round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from companion.core.instructions import inside
from companion.core.secrecy import PUBLIC, Sealed, seen
from companion.core.step import TABLE
from companion.core.wording import Message, seats_in, whose
from companion.plays.reports.slips import ReadEntry

MOST = 2
"""The most announcements of one move that are shown large, one after the other; further ones are only in the log."""
MOST_OTHERS = 3
"""The most people drawn beside the one who acts."""


class Announcement(Struct, frozen=True):
    """One event: the line ``told``, with ``more`` lines about the same. ``seat`` did it (0: the table), to ``others``.
    ``line`` is the number of the last public line of its step.
    """

    line: int
    seat: int
    told: Message
    more: tuple[Message, ...] = ()
    others: tuple[int, ...] = ()


class LastStep(Struct, frozen=True):
    """The last step with public lines: the number of its last line, the seat that acted (0: the table) and its
    announcements. ``by_rule`` is False for undos and corrections, which are no moves.
    """

    line: int
    seat: int
    announced: tuple[Announcement, ...] = ()
    by_rule: bool = True


def last_step(recent: Sequence[ReadEntry]) -> LastStep | None:
    """The last step in ``recent``, the entries with public lines; entries sent together are one step."""
    if not recent:
        return None
    last = recent[-1]
    if not last.is_move:
        return LastStep(last.line, last.entry.seat, by_rule=False)
    sent = last.entry.submission
    parts = [last]
    for each in reversed(recent[:-1]):
        if not (sent and each.is_move and each.entry.submission == sent):
            break
        parts.insert(0, each)
    found = [one for part in parts if not part.undone for one in _announced(part, last.line)]
    return LastStep(last.line, last.entry.seat, tuple(found[:MOST]))


def _announced(step: ReadEntry, line: int) -> list[Announcement]:
    told = list(_public(step.entry.told))
    places = [place for place, words in enumerate(told) if words.first and words.large]
    found: list[Announcement] = []
    for place, end in pairwise([*places, len(told)]):
        words = told[place]
        before = told[:place] if not found else []
        owner = whose(words)
        seat = step.entry.seat if owner is None else owner
        others = [one for one in dict.fromkeys(seats_in(words)) if one not in (seat, TABLE)]
        if not others and TABLE != seat == step.entry.seat:
            others = _touched(step, seat)
        more = (*told[place + 1 : end], *before)
        shown = tuple(others) if len(others) <= MOST_OTHERS else ()
        found.append(Announcement(line, seat, words, more, shown))
    return found


def _touched(step: ReadEntry, seat: int) -> list[int]:
    """The other seats with table instructions from what ``seat`` did, for lines that name nobody."""
    public = (seen(one, PUBLIC) for one in step.entry.instructions)
    seats = [inside(one).seat for one in public if not isinstance(one, Sealed) or one.known]
    return [one for one in dict.fromkeys(seats) if one not in (seat, TABLE)]


def _public(told: Iterable[object]) -> Iterable[Message]:
    for one in told:
        shown = seen(one, PUBLIC)
        if isinstance(shown, Message):
            yield shown
        elif isinstance(shown, Sealed) and shown.known and isinstance(shown.value, Message):
            yield shown.value
