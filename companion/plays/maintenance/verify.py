"""Replay every play under the present rules and compare all stored states byte by byte."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.core.chance import Drawn, RandomStream, RecordedChance, TableChance, draw
from companion.core.errors import RulesBug, raised_at
from companion.core.game import AnyGame, asked_anew
from companion.core.owed_chance import chance_owed
from companion.core.questions import Answer, AnyQuestion
from companion.core.step import Step, run
from companion.core.wording import Message, say
from companion.plays.corrections import apply_corrections, as_facts, as_numbers, corrections_of
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import read_state
from companion.plays.maintenance.backup import Progress
from companion.plays.storage.entry import Entry
from companion.plays.storage.log_errors import Gap
from companion.plays.storage.rows import PlayRow, StateRow

GONE = say("It is damaged or gone.")


class StateDifference(Struct, frozen=True):
    """Replaying entry ``number`` of ``play`` gives a different state; ``what`` says how."""

    play: str
    number: int
    what: Message


class SkippedPlay(Struct, frozen=True):
    """``entries`` entries of ``play`` could not be compared: ``why``. Not an error."""

    play: str
    entries: int
    why: Message


class VerifyReport(Struct, frozen=True):
    """Result of verifying. ``entries`` counts those compared, ``unvouched`` those written before digests existed;
    ``damaged`` counts damaged rows by table; ``unwitnessed``: per play the last recorded entry, if later ones exist.
    """

    plays: int
    entries: int
    differences: tuple[StateDifference, ...]
    skipped: tuple[SkippedPlay, ...]
    unvouched: int
    damaged: Mapping[str, int]
    unwitnessed: Mapping[str, int]

    @property
    def clean(self) -> bool:
        """Whether all comparisons were equal and nothing is damaged."""
        return not self.differences and not self.damaged


def verify(log: Log, games: Mapping[str, AnyGame], progress: Progress | None = None) -> VerifyReport:
    """Replay all plays of ``log`` with ``games`` by key; ``progress`` counts entries. Raises ``LogError`` if the file
    cannot be read.
    """
    found = _Findings(log.size(), progress)
    rows = [row for row in log.plays() if row.status != "gathering"]
    for row in rows:
        _verify_chain(log, row, found)
        game = games.get(row.game)
        if row.damaged:
            found.step(log.count(row.id))
        elif game is None:
            count = log.count(row.id)
            found.step(count)
            found.skip(row.id, count, say("There is no game called {key} here.", key=row.game))
        else:
            _verify_play(log, game, row, found)
    others = {table: count for table, count in log.damaged_rows().items() if table != "plays"}
    return VerifyReport(
        len(rows),
        found.compared,
        tuple(found.differences),
        tuple(found.skipped),
        found.unvouched,
        others,
        {play: end for play, end in log.ends.items() if log.count(play) > end},
    )


class _Findings:
    """Result so far."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.compared = 0
        self.unvouched = 0
        self.differences: list[StateDifference] = []
        self.skipped: list[SkippedPlay] = []
        self._done = 0
        self._total = total
        self._progress = progress

    def step(self, entries: int = 1) -> None:
        self._done += entries
        if self._progress:
            self._progress(self._done, self._total)

    def skip(self, play: str, entries: int, why: Message) -> None:
        self.skipped.append(SkippedPlay(play, entries, why))


def _verify_chain(log: Log, row: PlayRow, found: _Findings) -> None:
    """Check digests and links of a play's rows."""
    if row.damaged:
        found.differences.append(StateDifference(row.id, 0, say("Who plays what, and the seed, are damaged.")))
    expected, before = 1, log.digest_of_play(row.id)
    for stored in log.stored(row.id, 1, log.count(row.id)):
        number = stored.entry.number
        follows = number != expected or row.damaged or stored.previous == before
        found.differences += (StateDifference(row.id, gone, GONE) for gone in range(expected, number))
        if not follows:
            found.differences.append(StateDifference(row.id, number, say("It does not follow the entry before it.")))
        found.unvouched += not stored.vouched
        expected, before = number + 1, stored.digest
    found.differences += (StateDifference(row.id, gone, GONE) for gone in range(expected, log.count(row.id) + 1))


def _verify_play(log: Log, game: AnyGame, row: PlayRow, found: _Findings) -> None:
    other: dict[int, int] = {}
    for entry in log.each_entry(row.id):
        found.step()
        if entry.kind == "gap":
            continue
        stored = None if entry.kind in ("undo", "redo") else log.state(row.id, entry.number)
        if stored is not None and stored.rules_version != game.meta.rules_version:
            other[stored.rules_version] = other.get(stored.rules_version, 0) + 1
            continue
        found.compared += 1
        what = _compare(log, game, row, entry, stored)
        if what:
            found.differences.append(StateDifference(row.id, entry.number, what))
    for version, count in sorted(other.items()):
        why = say(
            "Played under version {then} of the rules; now they are at {now}.",
            then=version,
            now=game.meta.rules_version,
        )
        found.skip(row.id, count, why)


def _compare(log: Log, game: AnyGame, row: PlayRow, entry: Entry, stored: StateRow | None) -> Message | None:
    """How the replay of an entry differs, or None."""
    try:
        if stored is None:
            log.state(row.id, entry.stands_for)
            return None if entry.stands_for < entry.number else say("It goes to an entry that is not before it.")
        if entry.from_print:  # no rule produced its state, so the only check is whether it can be read
            read_state(game, stored)
        elif _replayed(log, game, row, entry) != stored.raw:
            return say("Replaying gives a different state.")
    except Gap:
        return say("It cannot be replayed: what it was put on is damaged.")
    except Exception as error:
        # the error's text may quote a secret
        return say("It cannot be replayed: {why}", why=f"{type(error).__name__} at {raised_at(error)}")
    return None


def _replayed(log: Log, game: AnyGame, row: PlayRow, entry: Entry) -> bytes:
    """State that the rules give for ``entry`` on its base state."""
    if entry.kind == "begin":
        return game.encode_state(game.new(row.setup))
    state = read_state(game, log.state(row.id, entry.base))
    stream = RandomStream(row.seed, log.position(row.id, entry.number - 1))
    ahead = TableChance(RandomStream(row.seed, log.position(row.id, entry.number)), row.setup.chance)
    if entry.kind == "correction":
        done = corrections_of(entry.move)
        apply_corrections(game, state, as_numbers(done), as_facts(done))
        if chance_owed(state) is not None:
            state = asked_anew(game, state, ahead)
        return game.encode_state(state)
    move = game.decode_move(entry.move)

    def rules(step: Step[Any]) -> None:
        game.apply(step, move)

    outcome = run(state, entry.seat, _Redrawn(entry.drawn, stream, ahead), rules)
    more = bool(ahead.drawn) and chance_owed(outcome.state) is None
    if more or outcome.drawn != entry.drawn or stream.position != log.position(row.id, entry.number):
        raise RulesBug("other chance was recorded than the rules ask for")
    return game.encode_state(outcome.state)


class _Redrawn(RecordedChance):
    """Recorded chance that checks the companion's draws against the committed stream. ``ahead`` is the chance after
    them.
    """

    def __init__(self, recorded: tuple[Drawn, ...], stream: RandomStream, ahead: TableChance) -> None:
        super().__init__(recorded, ahead)
        self._stream = stream

    def answer(self, question: AnyQuestion, by: int) -> Answer:
        before = len(self.drawn)
        answer = super().answer(question, by)
        if len(self.drawn) == before:  # after the end of the record
            return answer
        if self.drawn[-1].by == "companion" and draw(question, self._stream) != answer:
            raise RulesBug(f"the stream does not give what was recorded for {question.key}")
        return answer
