"""What the log tells of taking back, putting back and correcting: never more than was told before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.game import AnyGame
from companion.core.inventory import Tracked
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seal, seen
from companion.core.step import Told
from companion.core.wording import N_, Arg, Message, SeatName, say
from companion.plays.entry import Entry


def taken_back(seat: int, undone: Sequence[Entry]) -> Told:
    """The line of an undo of these steps (oldest first) for ``seat``."""
    what, to = _what(undone)
    if what is None:
        return _sealed(say("{who} takes the last step back.", short=N_("{who} takes back"), who=SeatName(seat)), to)
    return _sealed(say("{who} takes back: {what}", short=N_("{who} takes back"), who=SeatName(seat), what=what), to)


def put_back(seat: int, redone: Sequence[Entry]) -> Told:
    """The line of a redo of these steps (oldest first) for ``seat``."""
    what, to = _what(redone)
    if what is None:
        return _sealed(say("{who} puts the step back.", short=N_("{who} puts back"), who=SeatName(seat)), to)
    return _sealed(say("{who} puts back: {what}", short=N_("{who} puts back"), who=SeatName(seat), what=what), to)


def corrected(seat: int, label: Arg, old: Arg, new: Arg) -> Message:
    """The line of a correction by ``seat`` (0: the table)."""
    return say(
        "{who} corrects {what}: {old} becomes {new}.",
        short=N_("{who} corrects"),
        who=SeatName(seat),
        what=label,
        old=old,
        new=new,
    )


def knowing_seats(game: AnyGame, state: object, key: str, seats: Sequence[int]) -> tuple[int, ...] | None:
    """The seats that may know the tracked number ``key``, or None when everybody may."""
    if _known_to(game, state, key, PUBLIC):
        return None
    return tuple(seat for seat in seats if _known_to(game, state, key, Viewer(seat)))


def _known_to(game: AnyGame, state: object, key: str, viewer: Viewer) -> bool:
    return any(tracked.key == key and tracked.known for tracked in _looked(game, state, viewer))


def public_label(game: AnyGame, state: object, key: str) -> Arg:
    """What a tracked number is called before everybody: its label, unless even that it exists is a secret."""
    for tracked in _looked(game, state, PUBLIC):
        if tracked.key == key:
            return tracked.label
    return say("a hidden number")


def _looked(game: AnyGame, state: object, viewer: Viewer) -> Sequence[Tracked]:
    return game.inventory(seen(state, viewer))


def _what(entries: Sequence[Entry]) -> tuple[Arg | None, tuple[int, ...] | None]:
    """The line to quote and the seats that may read it (None: everybody). An open line if there is one: a step that
    only some were told of is quoted to them alone, and a step that told nothing is known to its seat alone.
    """
    lines: list[Any] = [told for entry in entries for told in entry.told]
    for line in lines:
        if not isinstance(line, Sealed) or line.revealed:
            return line, None
    acting = {entry.seat for entry in entries if entry.seat}
    readers = {seat for line in lines for seat in line.to} | acting
    quoted = lines[0] if len(entries) == 1 and lines else None
    return quoted, tuple(sorted(readers)) if readers else None


def _sealed(line: Message, to: tuple[int, ...] | None) -> Told:
    return line if to is None else seal(line, *to)
