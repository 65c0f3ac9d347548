"""A play: moves, undo, redo and corrections, each on disk before it is visible."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.core.boxes import FactCorrection, Learned
from companion.core.chance import Drawn, NoChance, RandomStream, TableChance
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.questions import Answer
from companion.core.setup import Setup, SetupError, checked_setup
from companion.core.step import TABLE, LogText, Outcome, Step, run
from companion.core.wording import N_, Message, say
from companion.plays.corrections import apply_corrections, corrections_json, corrections_of, with_supplies
from companion.plays.fact_dependents import FactDependents, dependents_of
from companion.plays.log.closing import conclude
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import is_closed, rules_bugs_named
from companion.plays.printed.position import PrintedPosition, state_at
from companion.plays.storage.entry import FROM_PRINT, Entry
from companion.plays.storage.log_errors import Gap
from companion.plays.storage.rows import EntryRecord, PlayRow
from companion.plays.stored_play import NewState, StoredPlay
from companion.plays.time_source import Clock
from companion.plays.undo import (
    CorrectionMessages,
    made_in,
    must_be_marked,
    redo_line,
    redo_offer,
    taken_back,
    undo_line,
)


class Play(StoredPlay):
    """A play, with all operations that change it."""

    @classmethod
    def begin(
        cls, log: Log, game: AnyGame, setup: Setup, *, seed: bytes, clock: Clock, play_id: str | None = None
    ) -> Play:
        """Create a play, on disk on return; ``play_id`` names one that was gathering. Raises ``SetupError``,
        ``RulesBug``, ``LogError``.
        """
        setup = checked_setup(game.meta, setup)
        with rules_bugs_named(SetupError):
            state = game.new(setup)
        told = say("The play begins.")
        return cls._begun(log, game, setup, state, told, seed=seed, clock=clock, play_id=play_id)

    @classmethod
    def begin_at(
        cls,
        log: Log,
        game: AnyGame,
        position: PrintedPosition,
        *,
        seed: bytes,
        clock: Clock,
        play_id: str | None = None,
    ) -> Play:
        """Like ``begin``, but the play continues from a printed ``position``, which must have passed its trial. Raises
        ``SetupError`` if newer rules made it, ``RulesBug`` if these rules cannot read it, and ``LogError``.
        """
        setup = checked_setup(game.meta, position.setup)
        state = state_at(game, position)
        told = say("The play goes on from printed sheets.")
        return cls._begun(log, game, setup, state, told, seed=seed, clock=clock, play_id=play_id, move=FROM_PRINT)

    @classmethod
    def _begun(
        cls,
        log: Log,
        game: AnyGame,
        setup: Setup,
        state: Any,
        told: Message,
        *,
        seed: bytes,
        clock: Clock,
        play_id: str | None,
        move: str = "",
    ) -> Play:
        with rules_bugs_named(SetupError):
            raw = game.encode_state(state)
            closed = is_closed(game, state)
        row = PlayRow(
            id=play_id or secrets.token_hex(16),
            game=game.meta.key,
            rules_version=game.meta.rules_version,
            setup=setup,
            seed=seed,
            status="playing",
            created=clock.wall(),
        )
        first = Entry(
            number=1,
            base=0,
            stands_for=1,
            kind="begin",
            seat=0,
            actor="",
            move=move,
            told=(told,),
            closed=closed,
            mono=clock.mono(),
            wall=clock.wall(),
        )
        log.begin(
            row, EntryRecord(entry=first, rules_version=row.rules_version, position=0, state=raw, status="playing")
        )
        return cls(log, game, row, clock)

    @classmethod
    def resume(cls, log: Log, game: AnyGame, play_id: str, *, clock: Clock) -> Play:
        """Resume a play. Raises ``LookupError`` if it never began, ``SetupError`` if newer rules wrote it, ``RulesBug``
        if these rules cannot read it, ``Gap`` if its row, head or current state is damaged.
        """
        row = log.play(play_id)
        if row is not None and row.damaged:
            raise Gap
        if row is None or row.status == "gathering" or row.game != game.meta.key:
            raise LookupError(f"no play {play_id} of {game.meta.key} has begun")
        return cls(log, game, row, clock)

    def rested_on(self, facts: Sequence[FactCorrection]) -> Iterator[FactDependents]:
        """Find what depended on mistyped facts, step by step: see ``plays.fact_dependents``."""
        return dependents_of(self._log, self.game, self.id, self.setup, list(self.effective.numbers), facts)

    def submit(
        self,
        seat: int,
        actor: str,
        move: Any,
        *,
        nonce: str,
        entered: Sequence[Answer] = (),
        before: Sequence[Drawn] = (),
    ) -> Entry:
        """Apply and store ``move``.

        ``entered`` are the rolls and draws already entered by people, in order; ``before`` is ``CardboardNeeded.drawn``
        of the run that asked for the last of them. A known nonce returns its entry. Raises ``Refused``,
        ``CardboardNeeded`` (submit again with the answer; the same draws follow), ``RulesBug`` or ``LogError``, each
        with nothing changed.
        """
        if known := self.made_by(nonce):
            return known
        stream = RandomStream(self.seed, self._position)
        chance = TableChance(stream, self.setup.chance, entered, before)
        with rules_bugs_named():
            outcome = run(self.game.decode_state(self._raw), seat, chance, partial(self._apply, move), self.game.pieces)
            raw = self.game.encode_state(outcome.state)
            text = self.game.encode_move(move).decode()
        chance.finish()
        return self._put("move", seat, actor, text, nonce, raw, outcome, position=stream.position)

    def submit_all(self, seat: int, actor: str, moves: Sequence[Any], *, nonce: str) -> tuple[Entry, ...]:
        """Apply and store several moves of a form: all or none. One undo takes them back together. No move may reach a
        chance, and ``nonce`` must not be empty; a known nonce returns its first entry. Raises ``Refused``, ``RulesBug``
        or ``LogError``, each with nothing changed.
        """
        if known := self.made_by(nonce):
            return (known,)
        raw, new = self._raw, []
        with rules_bugs_named():
            for move in moves:
                outcome = run(
                    self.game.decode_state(raw), seat, NoChance(), partial(self._apply, move), self.game.pieces
                )
                raw = self.game.encode_state(outcome.state)
                new.append(NewState(self.game.encode_move(move).decode(), raw, outcome))
        return self._put_all("move", seat, actor, nonce, new)

    def _apply(self, move: Any, step: Step[Any]) -> None:
        self.game.apply(step, move)

    def correct(self, key: str, value: int, actor: str, *, nonce: str, seat: int = TABLE) -> Entry:
        """Correct a tracked number, and the supply that balances it. Raises ``Refused`` for an unknown key or a value
        out of bounds.
        """
        return self.set_right(self.kept_together({key: value}), actor, nonce=nonce, seat=seat)

    def kept_together(self, numbers: Mapping[str, int]) -> dict[str, int]:
        """``numbers`` plus the supplies that balance them."""
        with rules_bugs_named():
            return with_supplies(self.game, self.game.decode_state(self._raw), numbers)

    def set_right(
        self,
        numbers: Mapping[str, int],
        actor: str,
        *,
        nonce: str,
        seat: int = TABLE,
        facts: Sequence[Learned] = (),
        agreed: Sequence[LogText] = (),
    ) -> Entry:
        """Correct tracked numbers and box facts in one undoable step: all, or none with ``Refused``.

        Facts are stored in the owners' box too, unless the play's box is invented. ``agreed`` are log lines about the
        vote.
        """
        if known := self.made_by(nonce):
            return known
        with rules_bugs_named():
            state = self.game.decode_state(self._raw)
            namer = CorrectionMessages(self.game, state, self.setup.numbers)
            done = apply_corrections(self.game, state, numbers, facts)
            state = self._asked_anew(state, self._position)
            raw = self.game.encode_state(state)
        kept = tuple(correction.learned for correction in done.facts) if self.game.keeps(state) else ()
        told = (*namer.set_right(seat, done), *agreed)
        return self._put(
            "correction", seat, actor, corrections_json(done), nonce, raw, Outcome(state, told, learned=kept)
        )

    def undo(
        self, to: int, seat: int, actor: str, *, marked: bool, nonce: str, agreed: Sequence[LogText] = ()
    ) -> Entry:
        """Go back to the state of entry ``to``. The caller checks permission (``undo_offer``); ``agreed`` are log lines
        about the vote.

        The undo is marked in any case if it passes a reveal. Raises ``Refused`` unless ``to`` is effective.
        """
        if known := self.made_by(nonce):
            return known
        if to == self.present or not self.effective.holds(to):
            raise Refused("no-undo", say("That cannot be taken back any more.", short=N_("Too late to undo")))
        undone = self.effective.after(to)
        before = [fact.before for entry in reversed(undone) for fact in self._facts_of(entry)]
        told, marked = (undo_line(seat, undone), *agreed), marked or must_be_marked(undone)
        return self._go("undo", to, seat, actor, told, taken_back(undone), marked=marked, nonce=nonce, learned=before)

    def redo(self, to: int, seat: int, actor: str, *, nonce: str) -> Entry:
        """Redo the last undo: ``to`` is that of ``redo_offer``. Raises ``Refused`` for any other."""
        if known := self.made_by(nonce):
            return known
        offer = redo_offer(self.entries, seat)
        if offer is None or offer.to != to:
            raise Refused("no-redo", say("There is nothing to put back.", short=N_("Nothing to redo")))
        redone = [self.entries.numbered(number) for number in self.entries.line(to, after=self.present)]
        again = [fact.learned for entry in redone for fact in self._facts_of(entry)]
        told = (redo_line(seat, redone),)
        return self._go("redo", to, seat, actor, told, made_in(redone), marked=offer.marked, nonce=nonce, learned=again)

    def bring_back(self, to: int, seat: int, actor: str, *, nonce: str) -> Entry:
        """Restore the state of an undone entry ``to``, even if other steps followed; the entry is marked. The caller
        checks permission. Raises ``Refused`` unless ``to`` was undone.
        """
        if known := self.made_by(nonce):
            return known
        if not self.can_come_back(to):
            raise Refused("no-redo", say("There is nothing to put back.", short=N_("Nothing to redo")))
        back = [self.entries.numbered(number) for number in self._branch(to)]
        undone = self.effective.after(back[0].base)
        learned = [fact.before for entry in reversed(undone) for fact in self._facts_of(entry)]
        learned += [fact.learned for entry in back for fact in self._facts_of(entry)]
        told = (redo_line(seat, back),)
        made = (*taken_back(undone), *made_in(back))
        return self._go("redo", to, seat, actor, told, made, marked=True, nonce=nonce, learned=learned)

    def can_come_back(self, to: int) -> bool:
        """Whether ``to`` is an undone entry with a state."""
        if not 1 <= to <= len(self.entries) or self.effective.holds(to):
            return False
        return self.entries.numbered(to).stands_for == to

    def conclude(self) -> None:
        """Close the play for good and publish its seed; later changes are refused. Raises ``Refused`` unless it is
        over, and ``LogError``.
        """
        conclude(self._log, self.id)
        self.concluded = True

    def _facts_of(self, entry: Entry) -> tuple[FactCorrection, ...]:
        """Facts that an entry corrected in the owners' box."""
        if entry.kind != "correction" or not self.game.keeps(self.state):
            return ()
        return corrections_of(entry.move).facts
