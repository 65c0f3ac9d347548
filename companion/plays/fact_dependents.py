"""Find what depended on a mistyped fact, by replaying every step with the corrected fact.

Each step is replayed alone, on the state it was really applied to, so that an impossible one does not invalidate later
ones. Results use only what a viewer may know: public differences from steps everybody could follow, hidden numbers for
their own seat.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct, structs

from companion.core.boxes import CorrectedBox, FactCorrection, fact, merged, put
from companion.core.chance import RecordedChance
from companion.core.errors import Refused, RulesBug
from companion.core.game import AnyGame, own_box
from companion.core.secrecy import PUBLIC, BrokenSeal, Viewer, seals, seen
from companion.core.setup import Setup
from companion.core.step import LogText, Step, run
from companion.plays.corrections import as_numbers, corrections_of
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import read_state
from companion.plays.storage.entry import Entry
from companion.plays.storage.log_errors import LogError

logger = logging.getLogger(__name__)

Numbers = dict[str, int]


class FactDependents(Struct, frozen=True):
    """What depended on a fact. ``public`` and ``hidden`` (by seat) give the offset of tracked numbers, by key.

    ``lines`` are the public log lines of steps that would have gone differently; ``unclear`` those of steps that would
    have been impossible, or changed whose turn it is: their numbers are unknown. ``whole`` is False if some steps could
    not be replayed.
    """

    public: Numbers = {}
    hidden: dict[int, Numbers] = {}
    lines: tuple[LogText, ...] = ()
    unclear: tuple[LogText, ...] = ()
    whole: bool = True

    @property
    def open_part(self) -> FactDependents:
        """The public part."""
        return structs.replace(self, hidden={})

    @property
    def found(self) -> bool:
        """Whether anything public depended on it."""
        return bool(self.public or self.lines or self.unclear)

    def numbers(self, game: AnyGame, state: Any) -> Numbers:
        """Corrected tracked numbers of ``state``, within bounds."""
        off = dict(self.public)
        for numbers in self.hidden.values():
            off.update(numbers)
        return {
            tracked.key: min(max(tracked.value + off[tracked.key], tracked.low), tracked.high)
            for tracked in game.inventory(state)
            if off.get(tracked.key) and tracked.known
        }


def dependents_of(
    log: Log, game: AnyGame, play: str, setup: Setup, numbers: Sequence[int], facts: Sequence[FactCorrection]
) -> Iterator[FactDependents]:
    """Examine the entries ``numbers`` (effective, in order); yields the result so far after each.

    Raises ``LogError``.
    """
    search = _Search(log, game, play, setup, facts)
    for number in numbers:
        try:
            search.look_at(log.entries(play, number, number)[0])
        except LogError:
            raise
        except Exception as error:
            logger.warning("entry %d cannot be gone through again: %s", number, type(error).__name__)
            search.found = structs.replace(search.found, whole=False)
        yield search.found


class _Search:
    """State of ``dependents_of``."""

    def __init__(self, log: Log, game: AnyGame, play: str, setup: Setup, facts: Sequence[FactCorrection]) -> None:
        self._log = log
        self._game = game
        self._play = play
        self._setup = setup
        self._facts = facts
        self.found = FactDependents()

    def look_at(self, entry: Entry) -> None:
        """Examine one more entry."""
        if entry.kind == "correction":
            self._counted(as_numbers(corrections_of(entry.move)))
            return
        if entry.from_print:  # what depended on the facts before a play was read from a printed sheet cannot be found
            return
        after = self._state(entry.number)
        before = None if entry.kind == "begin" else self._state(entry.base)
        wrong = [self._wrong(state) for state in (before, after) if state is not None]
        if not any(wrong):
            return
        retold = _ReplayedStep(self._game, self._setup, entry, self._facts, wrong[0] if before is not None else [])
        if not retold.same(before, after):
            self._note(entry, retold, before)

    def _state(self, number: int) -> Any:
        return read_state(self._game, self._log.state(self._play, number))

    def _wrong(self, state: Any) -> list[FactCorrection]:
        """Corrections of facts that ``state`` holds as mistyped."""
        box = self._game.box_of(state)
        return [one for one in self._facts if fact(box, one.kind, one.key, one.field) == one.old]

    def _counted(self, numbers: Mapping[str, int]) -> None:
        """Record that these numbers were counted on the table, so they are right from then on."""
        public = {key: off for key, off in self.found.public.items() if key not in numbers}
        hidden = {
            seat: {key: off for key, off in mine.items() if key not in numbers}
            for seat, mine in self.found.hidden.items()
        }
        self.found = structs.replace(self.found, public=public, hidden=hidden)

    def _note(self, entry: Entry, retold: _ReplayedStep, before: Any) -> None:
        told = tuple(line for line in entry.told if entry.open and seen(line, PUBLIC) == line)[:1]
        viewers = [PUBLIC, *([Viewer(entry.seat)] if entry.seat else [])]
        for viewer in viewers:
            try:
                off = retold.differences(before, viewer, [Viewer(seat) for seat in self._setup.numbers])
            except BrokenSeal:
                continue
            except (Refused, RulesBug, _OtherTurn):
                if viewer == PUBLIC:
                    self.found = structs.replace(self.found, unclear=(*self.found.unclear, *told))
                return
            self._add(off, told)
            return

    def _add(self, off: dict[Viewer, Numbers], told: tuple[LogText, ...]) -> None:
        public = _sum(self.found.public, off.get(PUBLIC, {}))
        hidden = dict(self.found.hidden)
        for viewer, numbers in off.items():
            if viewer.seat is not None and numbers:
                hidden[viewer.seat] = _sum(hidden.get(viewer.seat, {}), numbers)
        lines = (*self.found.lines, *(told if PUBLIC in off else ()))
        self.found = structs.replace(self.found, public=public, hidden=hidden, lines=lines)


class _OtherTurn(Exception):
    """The replay gives a different seat the turn."""


@dataclass(eq=False, repr=False)
class _ReplayedStep:
    """One entry, replayed with the facts as typed and as corrected. ``wrong`` are the facts mistyped before it."""

    _game: AnyGame
    _setup: Setup
    _entry: Entry
    _facts: Sequence[FactCorrection]
    _wrong: Sequence[FactCorrection]

    def __post_init__(self) -> None:
        self._move = None if self._entry.kind == "begin" else self._game.decode_move(self._entry.move)

    def same(self, before: Any, after: Any) -> bool:
        """Whether both replays give the same; False if the corrected one is impossible."""
        try:
            other = self._mended(self._run(before, right=True))
        except (Refused, RulesBug):
            return False
        return self._game.encode_state(other) == self._game.encode_state(self._mended(self._game.copy(after)))

    def differences(self, before: Any, viewer: Viewer, seats: Sequence[Viewer]) -> dict[Viewer, Numbers]:
        """Offsets of tracked numbers, by who may know them; an entry exists for each viewer
        who may know of a difference.

        Computed from what ``viewer`` knew and what the step revealed. Raises ``BrokenSeal`` if more is needed,
        ``Refused`` or ``RulesBug`` if the corrected step is impossible, ``_OtherTurn`` if it changes the turn.
        """
        known = before
        if before is not None:
            known = seen(self._opened(before), viewer)
        was, right = (self._mended(self._run(known, right=again)) for again in (False, True))
        if self._course(was) != self._course(right):
            raise _OtherTurn
        readers = [PUBLIC, *seats] if viewer == PUBLIC else [viewer]
        public = self._numbers(was, PUBLIC)
        off: dict[Viewer, Numbers] = {}
        for reader in readers:
            then, now = self._numbers(was, reader), self._numbers(right, reader)
            mine = {key: now[key] - value for key, value in then.items() if key in now and now[key] != value}
            if reader != PUBLIC:
                mine = {key: by for key, by in mine.items() if key not in public}
            if reader == PUBLIC or mine:
                off[reader] = mine
        if PUBLIC in off and not off[PUBLIC] and seen(was, PUBLIC) == seen(right, PUBLIC):
            del off[PUBLIC]
        return off

    def _course(self, state: Any) -> tuple[object, ...]:
        """Whose turn it is, as publicly known, to compare two states."""
        awaited = self._game.awaits(seen(state, PUBLIC))
        return awaited.must, awaited.may, awaited.over

    def _numbers(self, state: Any, reader: Viewer) -> Numbers:
        inventory = self._game.inventory(seen(state, reader))
        return {tracked.key: tracked.value for tracked in inventory if tracked.known}

    def _opened(self, before: Any) -> Any:
        """The state ``before``, with the seals open that this step opened to everybody."""
        ran = self._game.copy(before)
        mine = list(seals(ran))
        shut = [not seal.revealed for seal in mine]
        self._apply(ran)
        opened = self._game.copy(before)
        for closed, after, fresh in zip(shut, mine, list(seals(opened)), strict=True):
            fresh.revealed = fresh.revealed or (closed and after.revealed)
        return opened

    def _run(self, before: Any, *, right: bool) -> Any:
        """State after the step: as it was, or with corrected facts (``right``)."""
        if before is None:
            return self._game.new(self._right_setup() if right else self._setup)
        state = self._game.copy(before)
        if right:
            self._mend(state, self._wrong)
            state.box = CorrectedBox(own_box(state), self._facts)
        return self._apply(state)

    def _apply(self, state: Any) -> Any:
        chance = RecordedChance(self._entry.drawn)
        try:
            return run(state, self._entry.seat, chance, lambda step: self._game.apply(step, self._move)).state
        except (Refused, RulesBug, BrokenSeal):
            raise
        except Exception as error:
            raise RulesBug(f"{type(error).__name__}: {error}") from error

    def _right_setup(self) -> Setup:
        box = merged({}, self._setup.box)
        for one in self._facts:
            put(box, one.learned)
        return structs.replace(self._setup, box=box)

    def _mended(self, state: Any) -> Any:
        self._mend(state, self._facts)
        return state

    def _mend(self, state: Any, facts: Sequence[FactCorrection]) -> None:
        self._game.mend(Step(state, 0, RecordedChance(())), facts)


def _sum(numbers: Numbers, off: Numbers) -> Numbers:
    added = {key: numbers.get(key, 0) + off.get(key, 0) for key in (*numbers, *off)}
    return {key: by for key, by in added.items() if by}
