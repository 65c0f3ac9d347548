"""Rules of undo and redo, as pure functions over entries.

A seat may undo its own last step until somebody else has acted; going further back needs the table's agreement; so does
passing a reveal, a roll, a draw or a correction, which stays marked. While several seats act in secret, undo follows
public knowledge and always needs agreement, so that it does not reveal who has acted. Undo and redo are entries
themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from companion.plays.entry import Entry


class UndoStep(Struct, frozen=True):
    """A possible undo or redo: ``to`` is the entry whose state would be current. ``way``: ``free`` at once, ``vote`` by
    agreement. ``marked`` stays visible as a correction. ``entry`` is the earliest step concerned. ``entered``:
    everything revealed was typed in from cardboard.
    """

    to: int
    way: Literal["free", "vote"]
    marked: bool
    entry: Entry
    entered: bool = False


def undo_offer(effective: Sequence[Entry], seat: int) -> UndoStep | None:
    """Undo of the last step by ``seat`` (0: the table), or None."""
    for place in range(len(effective) - 1, 0, -1):
        if _known(effective, place):
            return _offer(effective, seat, _first_of_submission(effective, place))
    return None


def undo_offer_to(effective: Sequence[Entry], seat: int, to: int) -> UndoStep | None:
    """Undo back to entry ``to``; None unless it is an earlier effective entry that may be named."""
    for place in range(len(effective) - 1, 0, -1):
        if effective[place].base == to:
            return _offer(effective, seat, place) if _known(effective, place) else None
        if effective[place].base < to:
            break
    return None


def must_be_marked(undone: Sequence[Entry]) -> bool:
    """Whether undoing these (oldest first, up to the present) must stay visible."""
    secret_phase = undone[-1].closed
    return any(entry.telling and (entry.open or not secret_phase) for entry in undone)


def _offer(effective: Sequence[Entry], seat: int, place: int) -> UndoStep:
    undone, step = effective[place:], effective[place]
    marked = must_be_marked(undone)
    free = _together(undone) and step.seat == seat and not marked and not step.closed
    return UndoStep(step.base, "free" if free else "vote", marked, step, entered=len(undone) == 1 and _entered(step))


def _together(steps: Sequence[Entry]) -> bool:
    """Whether these are one step to the person who made it: a single entry, or all moves of one form."""
    return len(steps) == 1 or len({step.submission or str(step.number) for step in steps}) == 1


def _first_of_submission(effective: Sequence[Entry], place: int) -> int:
    """Where the entries begin that were made with the one at ``place``."""
    while effective[place].submission and effective[place - 1].submission == effective[place].submission:
        place -= 1
    return place


def _entered(step: Entry) -> bool:
    """Whether everything revealed by this step was typed in from cardboard, and may be a typing error."""
    return bool(step.drawn) and not step.revealed and all(drawn.by == "cardboard" for drawn in step.drawn)


def _known(effective: Sequence[Entry], place: int) -> bool:
    """Whether it is public that this step was made."""
    step, before = effective[place], effective[place - 1]
    return step.open or not effective[-1].closed or not step.closed or not before.closed


def redo_offer(entries: Sequence[Entry], seat: int) -> UndoStep | None:
    """Redo of the last undo, if only undo and redo happened since. None in a secret phase, where its end would reveal a
    move.
    """
    undo = None if entries[-1].closed else _open_undo(entries)
    if undo is None:
        return None
    steps = [entries[undo.base - 1]]
    while steps[-1].base != undo.stands_for:
        steps.append(entries[steps[-1].base - 1])
    step = steps[-1]
    free = _together(steps) and step.seat == undo.seat == seat and not undo.marked and not step.closed
    return UndoStep(undo.base, "free" if free else "vote", undo.marked, step)


def _open_undo(entries: Sequence[Entry]) -> Entry | None:
    """Newest undo not redone yet; redos pair with undos like brackets."""
    put_back = 0
    for entry in reversed(entries):
        if entry.kind == "redo":
            put_back += 1
        elif entry.kind == "undo" and put_back:
            put_back -= 1
        else:
            return entry if entry.kind == "undo" else None
    return None
