"""Write copies of the log into their folders, and delete old ones there that no play needs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from companion.core.wording import Message, say
from companion.keeping.copier_state import CopierState, PlayStatus, merged_heads, read_state, write_state
from companion.keeping.copies import Copy, CopyTarget, copies_in, name_of, number_after, to_drop, total
from companion.keeping.disk import Limits
from companion.plays.maintenance.backup import PART, Contents, Progress, back_up, opened_read_only
from companion.plays.storage.log_errors import LogError
from companion.plays.time_source import Clock

logger = logging.getLogger(__name__)

LastEntries = Mapping[str, int]
"""Number of the last entry, by play."""


def last_entries(log: Path) -> LastEntries:
    """Last entry of each play in a log or copy; empty if it cannot be read."""
    try:
        with opened_read_only(log) as database:
            return dict(database.query("SELECT play, max(number) FROM entries GROUP BY play"))
    except LogError:
        return {}


def without_last_copies(dropped: Sequence[Copy], kept: Iterable[Copy], log: Path) -> tuple[Copy, ...]:
    """Those of ``dropped`` (newest first) that hold no entry missing from both the log and the copies that stay."""
    if not dropped:
        return ()
    known = dict(last_entries(log))
    for copy in kept:
        _add(known, last_entries(copy.path))
    found = []
    for copy in dropped:
        there = last_entries(copy.path)
        if any(number > known.get(play, 0) for play, number in there.items()):
            _add(known, there)
        else:
            found.append(copy)
    return tuple(found)


def _add(known: dict[str, int], more: LastEntries) -> None:
    for play, number in more.items():
        known[play] = max(number, known.get(play, 0))


class CopyWriter:
    """Used by one thread. ``room`` returns the bytes writable in a folder, 0 if its disk does not answer; ``state`` is
    that of the last copy.
    """

    def __init__(self, log: Path, clock: Clock, room: Callable[[Path], int], limits: Limits) -> None:
        self.state = read_state(log.parent)
        self._log = log
        self._clock = clock
        self._room = room
        self._limits = limits

    def write(
        self, places: tuple[CopyTarget, ...], seen: PlayStatus, progress: Progress
    ) -> tuple[Contents | None, Message | None]:
        """Write a copy to the first place that takes one; returns what it holds, and the first trouble there was."""
        trouble: Message | None = None
        for place in places:
            try:
                self._make_ready(place)
                if self._fits(place):
                    number = number_after(self.state.number, *(other.folder for other in places))
                    return self._write_to(place, number, seen, progress), trouble
            except LogError as fault:
                trouble = trouble or fault.located
            else:
                # Beside the log, space is left to plays without a word: the view says how little there is.
                if place.kind != "beside":
                    trouble = trouble or say("There is no room for a copy in {folder}.", folder=str(place.folder))
        return None, trouble

    def _make_ready(self, place: CopyTarget) -> None:
        try:
            place.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            why = say("The folder {folder} for copies cannot be made.", folder=str(place.folder))
            raise LogError("cannot-open", why) from error
        self._prune(place)

    def _write_to(self, place: CopyTarget, number: int, seen: PlayStatus, progress: Progress) -> Contents:
        target = place.folder / name_of(number, self._clock.wall(), seen.play)
        contents = back_up(self._log, target, progress)
        heads = merged_heads(self.state.heads, target)
        self.state = CopierState(number, seen.play, seen.entries, self.state.suspect, heads)
        try:
            write_state(self._log.parent, self.state)
        except OSError as error:
            logger.error("keeping: the state of the copier cannot be written: %s", error.errno)
        self._prune(place)
        return contents

    def _fits(self, place: CopyTarget) -> bool:
        """Whether enough stays free after a copy: ``limits.short`` on the log's own disk, a twentieth elsewhere."""
        rest = self._limits.short if place.kind == "beside" else self._limits.short // 20
        wal = Path(f"{self._log}-wal")
        try:
            size = self._log.stat().st_size + (wal.stat().st_size if wal.exists() else 0)
        except OSError:
            return False
        return self._room(place.folder) - size >= rest

    def _prune(self, place: CopyTarget) -> None:
        """Delete old copies and leftover partial files."""
        for left in place.folder.glob(f"companion-*{PART}"):
            left.unlink(missing_ok=True)
        copies = copies_in(place.folder)
        dropped = to_drop(copies, self._allowed(place, copies))
        for copy in without_last_copies(dropped, (copy for copy in copies if copy not in dropped), self._log):
            copy.path.unlink(missing_ok=True)

    def _allowed(self, place: CopyTarget, copies: tuple[Copy, ...]) -> int:
        """Bytes all copies in a place may use: half of what would be free without them, 0 while space is short."""
        free = self._room(place.folder)
        if self._limits.level(free) in ("short", "too-little", "full"):
            return 0
        return (free + total(copies)) // 2
