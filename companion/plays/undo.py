"""Rules of undo and redo, as pure functions over entries; and log lines of undo, redo and corrections, which reveal no
more than the lines they quote.

A seat may undo its own last step until somebody else has acted, and at once dice that it has just typed wrong from the
cardboard. Going further back needs the table's agreement; so does passing a reveal, a roll, a draw or a correction,
which stays marked. While several seats act in secret, undo follows public knowledge and always needs agreement, so that
it does not reveal who has acted. Undo and redo are entries themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, Literal

from msgspec import Struct

from companion.core.boxes import Box, Fact, FactCorrection, Learned, fact_words
from companion.core.game import AnyGame
from companion.core.instructions import AnyInstruction, reversed_instructions
from companion.core.inventory import value_words
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seal, seen
from companion.core.step import LogText
from companion.core.wording import N_, Arg, Message, SeatName, Wording, listed, say, seats_in
from companion.plays.corrections import Correction, Corrections, field_of
from companion.plays.storage.entry import Entry

Way = Literal["free", "vote"]
WAYS: tuple[Way, Way] = ("free", "vote")


class UndoStep(Struct, frozen=True):
    """A possible undo or redo: ``to`` is the entry whose state would be current. ``way``: ``free`` at once, ``vote`` by
    agreement. ``marked`` stays visible as a correction. ``entry`` is the earliest step concerned, and ``main`` the one
    made together with it that describes best what was done. ``entered``: everything revealed was entered by people who
    roll and draw themselves, and no secret phase has followed.
    """

    to: int
    way: Way
    marked: bool
    entry: Entry
    main: Entry
    entered: bool = False


JUST_TYPED = 10.0
"""Seconds within which entered dice can be undone without agreement."""


def undo_offer(effective: Sequence[Entry], seat: int, age: float = inf) -> UndoStep | None:
    """Undo of the last step by ``seat`` (0: the table), or None. ``age`` is how many seconds ago the last step was."""
    for place in range(len(effective) - 1, 0, -1):
        if _known(effective, place):
            return _offer(effective, seat, _first_of_submission(effective, place), age)
    return None


def undo_offer_to(effective: Sequence[Entry], seat: int, to: int) -> UndoStep | None:
    """Undo back to entry ``to``; None unless it is an earlier effective entry that may be named."""
    for place in range(len(effective) - 1, 0, -1):
        if effective[place].base == to:
            return _offer(effective, seat, place) if _known(effective, place) else None
        if effective[place].base < to:
            break
    return None


def made_in(entries: Sequence[Entry]) -> tuple[AnyInstruction, ...]:
    """The table instructions of these entries; a correction has none, because it means that the pieces were right."""
    return tuple(one for entry in entries if entry.kind != "correction" for one in entry.instructions)


def taken_back(undone: Sequence[Entry]) -> tuple[AnyInstruction, ...]:
    """The table instructions for undoing these entries (oldest first)."""
    return reversed_instructions(made_in(undone))


def must_be_marked(undone: Sequence[Entry]) -> bool:
    """Whether undoing these (oldest first, up to the present) must stay visible."""
    secret_phase = undone[-1].closed
    return any(entry.telling and (entry.open or not secret_phase) for entry in undone)


def _offer(effective: Sequence[Entry], seat: int, place: int, age: float = inf) -> UndoStep:
    undone, step = effective[place:], effective[place]
    marked = must_be_marked(undone)
    free = _together(undone) and step.seat == seat and not marked and not step.closed
    # In a secret phase, allowing it because nothing came after the step would reveal that nobody has decided yet.
    entered = len(undone) == 1 and not step.closed and _entered(step)
    free = free or (entered and step.seat == seat and age <= JUST_TYPED and is_typed_dice(step))
    return UndoStep(step.base, "free" if free else "vote", marked, step, _main(undone), entered)


def is_typed_dice(step: Entry) -> bool:
    """Whether everything that this step revealed are dice entered by people."""
    faces = [drawn.answer for drawn in step.drawn]
    return _entered(step) and all(isinstance(shown, list) and all(type(n) is int for n in shown) for shown in faces)


def _together(steps: Sequence[Entry]) -> bool:
    """Whether these entries are one step for the person who made it: a single entry, or all moves of one form."""
    return len(steps) == 1 or len({step.submission or str(step.number) for step in steps}) == 1


def _main(steps: Sequence[Entry]) -> Entry:
    """Of the steps (oldest first) made together with the first one: the last with a line logged with
    ``Step.tell_first`` about its seat, such as a building after placing a worker; else the first.
    """
    begun = steps[0]
    if not begun.submission:
        return begun
    together = [step for step in steps if step.submission == begun.submission]
    lines = ((step, main_line(step)) for step in reversed(together))
    return next((step for step, line in lines if line and line.first and _tells_of(line, step.seat)), begun)


def main_line(entry: Entry) -> Message | None:
    """The public line of an entry that describes it best: one logged with ``Step.tell_first`` about its seat, else one
    about its seat, else the first. None without public lines.
    """
    lines = [told for told in entry.told if isinstance(told, Message)]
    done = (line for line in lines if entry.seat and _tells_of(line, entry.seat))
    return min(done, key=lambda line: not line.first, default=lines[0] if lines else None)


def _tells_of(line: Message, seat: int) -> bool:
    """Whether a line says what a seat did."""
    return seat in seats_in(line)[:1]


def _first_of_submission(effective: Sequence[Entry], place: int) -> int:
    """The index of the first entry that was made together with the one at ``place``."""
    while effective[place].submission and effective[place - 1].submission == effective[place].submission:
        place -= 1
    return place


def _entered(step: Entry) -> bool:
    """Whether everything revealed by this step was entered by people, so that it may be a typing error."""
    return bool(step.drawn) and not step.revealed and all(drawn.by == "cardboard" for drawn in step.drawn)


def _known(effective: Sequence[Entry], place: int) -> bool:
    """Whether it is public that this step was made."""
    step, before = effective[place], effective[place - 1]
    return step.open or not effective[-1].closed or not step.closed or not before.closed


def redo_offer(entries: Sequence[Entry], seat: int) -> UndoStep | None:
    """Redo of the last undo, if only undo and redo happened since. None in a secret phase, because the end of the offer
    would reveal a move.
    """
    return redo_offers(entries, (seat,))[seat]


def redo_offers(entries: Sequence[Entry], seats: Iterable[int]) -> dict[int, UndoStep | None]:
    """The ``redo_offer`` of each seat."""
    undo = None if entries[-1].closed else _open_undo(entries)
    if undo is None:
        return dict.fromkeys(seats)
    steps = [entries[undo.base - 1]]
    while steps[-1].base != undo.stands_for:
        steps.append(entries[steps[-1].base - 1])
    step = steps[-1]
    own = _together(steps) and step.seat == undo.seat and not undo.marked and not step.closed
    free, vote = (UndoStep(undo.base, way, undo.marked, step, _main(steps[::-1])) for way in WAYS)
    return {seat: free if own and seat == undo.seat else vote for seat in seats}


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
        """Lines of a correction entry. Lines about a hidden number that depends on a fact are only for those who may
        know it.
        """
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
        """Line of a corrected number by ``seat`` (0: the table); it may be sealed, since even the existence of the
        number may be secret.
        """
        key = correction.key
        readers = self._readers(key)
        tracked, hidden = self._public.get(key), key not in self._open
        old, new = (
            value_words(n, tracked.low, tracked.meanings) if tracked else n for n in (correction.old, correction.new)
        )
        if tracked and not tracked.meanings and not hidden:
            who, short = SeatName(seat), N_("{who} corrects")
            if tracked.seats == (seat,):
                own = tracked.label
                return say(
                    "{who} sets their {what} to {new}; before: {old}.", short, who=who, what=own, old=old, new=new
                )
            what = tracked.full_name
            return say("{who} sets {what} to {new}; before: {old}.", short, who=who, what=what, old=old, new=new)
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
    """A fact in words; also for None."""
    _, field = field_of(game, fact.kind, fact.field)
    words = fact_words(field, value)
    return listed(words) if words else say("nothing")


def _what(entries: Sequence[Entry]) -> tuple[Arg | None, tuple[int, ...] | None]:
    """Line to quote, and the seats that may read it (None: everybody).

    A public line if there is one; lines for some are quoted to them alone, and a step without lines is known to its
    seat alone.
    """
    lines: list[Any] = [told for entry in entries for told in entry.told]
    if (main := main_line(_main(entries))) is not None:
        return main, None
    for line in lines:
        if not isinstance(line, Sealed) or line.revealed:
            return line, None
    acting = {entry.seat for entry in entries if entry.seat}
    readers = {seat for line in lines for seat in line.to} | acting
    quoted = lines[0] if len(entries) == 1 and lines else None
    return quoted, tuple(sorted(readers)) if readers else None


def _sealed(line: Message, to: tuple[int, ...] | None) -> LogText:
    return line if to is None else seal(line, *to)
