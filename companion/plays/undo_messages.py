"""Log lines of undo, redo and corrections; they reveal no more than the lines they quote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.boxes import Box, Fact, FactCorrection, Learned, fact_words
from companion.core.game import AnyGame
from companion.core.inventory import value_words
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seal, seen
from companion.core.step import LogText
from companion.core.wording import N_, Arg, Message, SeatName, Wording, listed, say
from companion.plays.corrections import Correction, Corrections, field_of
from companion.plays.entry import Entry


def undo_line(seat: int, undone: Sequence[Entry]) -> LogText:
    """Line of an undo of these steps (oldest first) by ``seat``."""
    what, to = _what(undone)
    if what is None:
        return _sealed(say("{who} takes the last step back.", short=N_("{who} takes back"), who=SeatName(seat)), to)
    return _sealed(say("{who} takes back: {what}", short=N_("{who} takes back"), who=SeatName(seat), what=what), to)


def redo_line(seat: int, redone: Sequence[Entry]) -> LogText:
    """Line of a redo of these steps (oldest first) by ``seat``."""
    what, to = _what(redone)
    if what is None:
        return _sealed(say("{who} puts the step back.", short=N_("{who} puts back"), who=SeatName(seat)), to)
    return _sealed(say("{who} puts back: {what}", short=N_("{who} puts back"), who=SeatName(seat), what=what), to)


class CorrectionMessages:
    """Log lines of corrections to ``state``: public, or only for the seats that may know the number."""

    def __init__(self, game: AnyGame, state: object, seats: Sequence[int]) -> None:
        """``state`` is the one before the correction."""
        self._game = game
        self._state = state
        public = game.inventory(seen(state, PUBLIC))
        self._public = {tracked.key: tracked for tracked in public}
        self._open = {tracked.key for tracked in public if tracked.known}
        self._known = {
            seat: {tracked.key for tracked in game.inventory(seen(state, Viewer(seat))) if tracked.known}
            for seat in seats
        }

    def set_right(self, seat: int, done: Corrections) -> tuple[LogText, ...]:
        """Lines of a correction entry. A hidden number that follows from a fact is told to its readers alone."""
        lines: list[LogText] = [self.mended(seat, correction) for correction in done.facts]
        for correction in done.numbers:
            line = self.corrected(seat, correction)
            quiet = done.facts and correction.key not in self._open
            lines.append(seal(line, *self._readers(correction.key)) if quiet else line)
        return tuple(lines)

    def mended(self, seat: int, correction: FactCorrection) -> Message:
        """Public line of a corrected box fact by ``seat`` (0: the table)."""
        return say(
            "{who} corrects what is printed: {what}: {old} becomes {new}.",
            short=N_("{who} corrects"),
            who=SeatName(seat),
            what=printed_name(self._game, self._game.box_of(self._state), correction),
            old=printed_value(self._game, correction, correction.old),
            new=printed_value(self._game, correction, correction.new),
        )

    def _readers(self, key: str) -> tuple[int, ...]:
        return tuple(reader for reader, known in self._known.items() if key in known)

    def corrected(self, seat: int, correction: Correction) -> Message:
        """Line of a corrected number by ``seat`` (0: the table); even its existence may be secret."""
        key = correction.key
        readers = self._readers(key)
        tracked, hidden = self._public.get(key), key not in self._open
        old, new = (
            value_words(n, tracked.low, tracked.meanings) if tracked else n for n in (correction.old, correction.new)
        )
        return say(
            "{who} corrects {what}: {old} becomes {new}.",
            short=N_("{who} corrects"),
            who=SeatName(seat),
            what=tracked.full_name if tracked else say("a hidden number"),
            old=seal(old, *readers) if hidden else old,
            new=seal(new, *readers) if hidden else new,
        )


def printed_name(game: AnyGame, box: Box, fact: FactCorrection | Learned) -> Message:
    """Name of the component and, if it has several, the field."""
    kind, field = field_of(game, fact.kind, fact.field)
    name = kind.names(fact.key, box.get(fact.kind, {}).get(fact.key, {}))
    if len(kind.components) == 1 and name == kind.label:
        return say("{kind}, {field}", kind=name, field=field.label)
    return say("{kind}, {component}, {field}", kind=kind.label, component=name, field=field.label)


def printed_value(game: AnyGame, fact: FactCorrection | Learned, value: Fact | None) -> Wording:
    """A fact in words; None has words too."""
    _, field = field_of(game, fact.kind, fact.field)
    words = fact_words(field, value)
    return listed(words) if words else say("nothing")


def _what(entries: Sequence[Entry]) -> tuple[Arg | None, tuple[int, ...] | None]:
    """Line to quote, and the seats that may read it (None: everybody).

    A public line if there is one; lines for some are quoted to them alone, and a step without lines is known to its
    seat alone.
    """
    lines: list[Any] = [told for entry in entries for told in entry.told]
    for line in lines:
        if not isinstance(line, Sealed) or line.revealed:
            return line, None
    acting = {entry.seat for entry in entries if entry.seat}
    readers = {seat for line in lines for seat in line.to} | acting
    quoted = lines[0] if len(entries) == 1 and lines else None
    return quoted, tuple(sorted(readers)) if readers else None


def _sealed(line: Message, to: tuple[int, ...] | None) -> LogText:
    return line if to is None else seal(line, *to)
