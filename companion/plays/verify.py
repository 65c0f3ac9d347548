"""Replays every play under the rules as they are now, and compares every stored state byte by byte."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.core.chance import Drawn, RecordedChance, Stream, draw
from companion.core.errors import RulesBug, place_of_bug
from companion.core.game import AnyGame
from companion.core.questions import Answer, Question
from companion.core.step import Step, run
from companion.core.wording import Message, say
from companion.plays.backup import Progress
from companion.plays.correcting import as_facts, as_numbers, corrections_of, put_right
from companion.plays.entry import Entry
from companion.plays.log import Log
from companion.plays.log_errors import Gap
from companion.plays.rows import PlayRow, StateRow
from companion.plays.rulebook import read_state

PORTION = 256
GONE = say("It is damaged or gone.")


class Difference(Struct, frozen=True):
    """Entry ``number`` of ``play`` comes out otherwise: ``what`` says how."""

    play: str
    number: int
    what: Message


class Skipped(Struct, frozen=True):
    """``entries`` entries of ``play`` could not be compared: ``why``. That is no fault."""

    play: str
    entries: int
    why: Message


class Report(Struct, frozen=True):
    """What verifying found. ``entries`` counts those compared, ``unvouched`` those among all that are older than their
    digests: nobody vouches for what they were before. ``damaged`` counts damaged rows of other tables by table.
    ``unwitnessed`` has, for plays of which the end was seen once, the last entry that was seen where there are more.
    """

    plays: int
    entries: int
    differences: tuple[Difference, ...]
    skipped: tuple[Skipped, ...]
    unvouched: int
    damaged: Mapping[str, int]
    unwitnessed: Mapping[str, int]

    @property
    def clean(self) -> bool:
        """Whether everything that could be compared was the same, and nothing is damaged."""
        return not self.differences and not self.damaged


def verify(log: Log, games: Mapping[str, AnyGame], progress: Progress | None = None) -> Report:
    """Replay all plays of ``log``. ``games`` are those there are, by key; ``progress`` counts entries.

    Raises ``LogError`` when the file cannot be read; everything else is in the report.
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
    return Report(
        len(rows),
        found.compared,
        tuple(found.differences),
        tuple(found.skipped),
        found.unvouched,
        others,
        {play: end for play, end in log.ends.items() if log.count(play) > end},
    )


class _Findings:
    """What was found so far."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.compared = 0
        self.unvouched = 0
        self.differences: list[Difference] = []
        self.skipped: list[Skipped] = []
        self._done = 0
        self._total = total
        self._progress = progress

    def step(self, entries: int = 1) -> None:
        self._done += entries
        if self._progress:
            self._progress(self._done, self._total)

    def skip(self, play: str, entries: int, why: Message) -> None:
        self.skipped.append(Skipped(play, entries, why))


def _verify_chain(log: Log, row: PlayRow, found: _Findings) -> None:
    """Whether the rows are as they were written, and each follows the one before."""
    if row.damaged:
        found.differences.append(Difference(row.id, 0, say("Who plays what, and the seed, are damaged.")))
    expected, before = 1, log.digest_of_play(row.id)
    for stored in log.stored(row.id, 1, log.count(row.id)):
        number = stored.entry.number
        follows = number != expected or row.damaged or stored.previous == before
        found.differences += (Difference(row.id, gone, GONE) for gone in range(expected, number))
        if not follows:
            found.differences.append(Difference(row.id, number, say("It does not follow the entry before it.")))
        found.unvouched += not stored.vouched
        expected, before = number + 1, stored.digest
    found.differences += (Difference(row.id, gone, GONE) for gone in range(expected, log.count(row.id) + 1))


def _verify_play(log: Log, game: AnyGame, row: PlayRow, found: _Findings) -> None:
    other: dict[int, int] = {}
    first = 1
    while portion := log.entries(row.id, first, first + PORTION - 1):
        for entry in portion:
            if entry.kind == "gap":
                found.step()
                continue
            stored = None if entry.kind in ("undo", "redo") else log.state(row.id, entry.number)
            if stored is not None and stored.rules_version != game.meta.rules_version:
                other[stored.rules_version] = other.get(stored.rules_version, 0) + 1
            else:
                found.compared += 1
                what = _compare(log, game, row, entry, stored)
                if what:
                    found.differences.append(Difference(row.id, entry.number, what))
            found.step()
        first += len(portion)
    for version, count in sorted(other.items()):
        why = say(
            "Played under version {then} of the rules; now they are at {now}.",
            then=version,
            now=game.meta.rules_version,
        )
        found.skip(row.id, count, why)


def _compare(log: Log, game: AnyGame, row: PlayRow, entry: Entry, stored: StateRow | None) -> Message | None:
    """How the entry comes out otherwise, or None."""
    try:
        if stored is None:
            log.state(row.id, entry.stands_for)
            return None if entry.stands_for < entry.number else say("It goes to an entry that is not before it.")
        if _replayed(log, game, row, entry) != stored.raw:
            return say("The state comes out otherwise.")
    except Gap:
        return say("It cannot be replayed: what it was put on is damaged.")
    except Exception as error:
        # What an error says may quote what is stored.
        return say("It cannot be replayed: {why}", why=f"{type(error).__name__} at {place_of_bug(error)}")
    return None


def _replayed(log: Log, game: AnyGame, row: PlayRow, entry: Entry) -> bytes:
    """The state that the rules give for ``entry`` on the stored state it was put on."""
    if entry.kind == "begin":
        return game.encode_state(game.new(row.setup))
    state = read_state(game, log.state(row.id, entry.base))
    if entry.kind == "correction":
        done = corrections_of(entry.move)
        put_right(game, state, as_numbers(done), as_facts(done))
        return game.encode_state(state)
    stream = Stream(row.seed, log.position(row.id, entry.number - 1))
    move = game.decode_move(entry.move)

    def rules(step: Step[Any]) -> None:
        game.apply(step, move)

    outcome = run(state, entry.seat, _Redrawn(entry.drawn, stream), rules)
    if outcome.drawn != entry.drawn or stream.position != log.position(row.id, entry.number):
        raise RulesBug("more chance was recorded than the rules ask for")
    return game.encode_state(outcome.state)


class _Redrawn(RecordedChance):
    """Chance as recorded, where everything the companion drew must be what its committed stream gives."""

    def __init__(self, recorded: tuple[Drawn, ...], stream: Stream) -> None:
        super().__init__(recorded)
        self._stream = stream

    def answer(self, question: Question, by: int) -> Answer:
        answer = super().answer(question, by)
        if self.drawn[-1].by == "companion" and draw(question, self._stream) != answer:
            raise RulesBug(f"the stream does not give what was recorded for {question.key}")
        return answer
