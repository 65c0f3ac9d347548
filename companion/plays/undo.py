"""The constitution of undo, as pure functions over entries.

Your own last step you may take back freely until someone else has acted; further back only when the table agrees; and
never silently past something that came out (a reveal, a roll, a draw) or was corrected by hand: that needs the table
and stays marked. While several seats may act in secret, taking back goes by what everybody knows, and by agreement
only: otherwise the button would tell who has acted. Undo and redo are entries themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from companion.plays.entry import Entry


class Offer(Struct, frozen=True):
    """What may be taken back or put back: ``to`` is the entry whose state would count again.

    ``free`` at once, ``vote`` when the table agrees. A ``marked`` one stays visible as a correction. ``entry`` is the
    earliest step it is about: its ``told`` says what. ``entered``: all that came out was just typed in from cardboard.
    """

    to: int
    way: Literal["free", "vote"]
    marked: bool
    entry: Entry
    entered: bool = False


def undo_offer(effective: Sequence[Entry], seat: int) -> Offer | None:
    """The last step of the table as ``seat`` may take it back (0: the table itself). None when there is nothing."""
    for place in range(len(effective) - 1, 0, -1):
        if _known(effective, place):
            return _offer(effective, seat, place)
    return None


def undo_offer_to(effective: Sequence[Entry], seat: int, to: int) -> Offer | None:
    """Going back to entry ``to`` in one go; None unless it is an earlier member of the line that may be named."""
    for place in range(len(effective) - 1, 0, -1):
        if effective[place].base == to:
            return _offer(effective, seat, place) if _known(effective, place) else None
        if effective[place].base < to:
            break
    return None


def marks(undone: Sequence[Entry]) -> bool:
    """Whether taking these back (oldest first, up to the present) must stay visible."""
    secret_phase = undone[-1].closed
    return any(entry.telling and (entry.open or not secret_phase) for entry in undone)


def _offer(effective: Sequence[Entry], seat: int, place: int) -> Offer:
    undone, step = effective[place:], effective[place]
    marked = marks(undone)
    free = len(undone) == 1 and step.seat == seat and not marked and not step.closed
    return Offer(step.base, "free" if free else "vote", marked, step, entered=len(undone) == 1 and _entered(step))


def _entered(step: Entry) -> bool:
    """Whether all that came out with this step is what somebody typed in from the cardboard, and may have mistyped."""
    return bool(step.drawn) and not step.revealed and all(drawn.by == "cardboard" for drawn in step.drawn)


def _known(effective: Sequence[Entry], place: int) -> bool:
    """Whether everybody knows that this step was made: all, but those told to some only within a secret phase."""
    step, before = effective[place], effective[place - 1]
    return step.open or not effective[-1].closed or not step.closed or not before.closed


def redo_offer(entries: Sequence[Entry], seat: int) -> Offer | None:
    """What the last undo took back, while nothing but undo and redo has happened since.

    None within a secret phase: that it ends with the next move would tell that somebody made one.
    """
    undo = None if entries[-1].closed else _open_undo(entries)
    if undo is None:
        return None
    last = step = entries[undo.base - 1]
    while step.base != undo.stands_for:
        step = entries[step.base - 1]
    free = last is step and step.seat == undo.seat == seat and not undo.marked and not step.closed
    return Offer(undo.base, "free" if free else "vote", undo.marked, step)


def _open_undo(entries: Sequence[Entry]) -> Entry | None:
    """The newest undo that was not put back yet: every redo pairs with the undo before it, like brackets."""
    put_back = 0
    for entry in reversed(entries):
        if entry.kind == "redo":
            put_back += 1
        elif entry.kind == "undo" and put_back:
            put_back -= 1
        else:
            return entry if entry.kind == "undo" else None
    return None
