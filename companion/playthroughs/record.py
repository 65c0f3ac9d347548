"""Export a stored play as a playthrough, with answers where some produce the move, else with the raw move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from companion.core.chance import Drawn, RecordedChance
from companion.core.game import AnyGame
from companion.core.questions import Answer, Question
from companion.core.secrecy import seen, viewer_of
from companion.core.step import Step, run
from companion.plays.corrections import as_facts, as_numbers, corrections_of
from companion.plays.entry import Entry
from companion.plays.log import Log
from companion.plays.rule_calls import read_state
from companion.playthroughs.answer_search import find_answers
from companion.playthroughs.answering import plain
from companion.playthroughs.lines import (
    Act,
    Correct,
    Given,
    Header,
    Line,
    Look,
    Number,
    Playthrough,
    PlaythroughError,
    Redo,
    Remark,
    Score,
    Undo,
)
from companion.playthroughs.pictures import english
from companion.playthroughs.setup_lines import header_of


def record(log: Log, game: AnyGame, play: str, name: str = "recorded") -> Playthrough:
    """Playthrough of the play with this id, secrets included. It ends with the tracked numbers, the public view and the
    score as expectations.

    Raises ``PlaythroughError`` if the play has not begun or is of another game, and ``LogError``.
    """
    row = log.play(play)
    if row is None or row.status == "gathering" or row.game != game.meta.key:
        raise PlaythroughError(name, 1, f"no play {play} of {game.meta.key} has begun")
    header = msgspec.structs.replace(header_of(game, row.setup, row.seed), rules=row.rules_version)
    lines: list[Line] = [Remark(0, "")]
    last = Entry(number=1, base=0, stands_for=1, kind="begin", seat=0, actor="")
    bases = {1: 0}
    undone: list[int] = []
    for entry in islice(log.each_entry(play), 1, None):
        bases[entry.number] = entry.base
        lines.append(_line(log, game, play, entry, bases, undone[-1] if undone else 0))
        undone = _then_undone(undone, entry)
        last = entry
    lines += _ending(game, read_state(game, log.state(play, last.stands_for)), header)
    return Playthrough(name, header, tuple(lines))


def _then_undone(undone: list[int], entry: Entry) -> list[int]:
    """Stack of entries that plain redos after ``entry`` go to, last first; ``undone`` is the stack before it."""
    match entry.kind:
        case "undo":
            return [*undone, entry.base]
        case "redo":
            return undone[:-1]
    return []


def _line(log: Log, game: AnyGame, play: str, entry: Entry, bases: dict[int, int], redo: int) -> Line:
    """Line of an entry; ``redo`` is where a plain redo would go."""
    match entry.kind:
        case "undo":
            return Undo(0, _steps(bases, entry.base, entry.stands_for), entry.seat)
        case "redo":
            return Redo(0, entry.seat, of=0 if entry.stands_for == redo else entry.stands_for)
        case "correction":
            done = corrections_of(entry.move)
            return Correct(0, tuple(as_numbers(done).items()), entry.seat, as_facts(done))
    return _act(game, read_state(game, log.state(play, entry.base)), entry)


def _steps(bases: dict[int, int], start: int, to: int) -> int:
    steps = 0
    while start != to:
        start = bases[start]
        steps += 1
    return steps


def _act(game: AnyGame, state: Any, entry: Entry) -> Act:
    move = game.decode_move(entry.move)
    answers = find_answers(game, seen(state, viewer_of(entry.seat)), entry.seat, move)
    chance = _chance(game, state, entry, move)
    if answers is None:
        return Act(0, entry.seat, (), entry.move, chance)
    return Act(0, entry.seat, answers, "", chance)


def _chance(game: AnyGame, state: Any, entry: Entry, move: Any) -> tuple[Given, ...]:
    """All chance of the move in text form; the rules are run again to get the questions."""
    chance = _Overheard(entry.drawn)

    def rules(step: Step[Any]) -> None:
        game.apply(step, move)

    if entry.drawn:
        run(game.copy(state), entry.seat, chance, rules)
    return tuple(
        Given(drawn.key, question.format(drawn.answer) if drawn.by == "cardboard" else plain(drawn.answer), drawn.by)
        for drawn, question in zip(entry.drawn, chance.questions, strict=True)
    )


class _Overheard(RecordedChance):
    """Recorded chance that also records its questions."""

    def __init__(self, recorded: Sequence[Drawn]) -> None:
        super().__init__(recorded)
        self.questions: list[Question] = []

    def answer(self, question: Question, by: int) -> Answer:
        self.questions.append(question)
        return super().answer(question, by)


def _ending(game: AnyGame, state: Any, header: Header) -> Iterator[Line]:
    """Expectations at the end of a recorded play."""
    painter = english({seated.seat: seated.name for seated in header.seats})
    yield Remark(0, "")
    for tracked in game.inventory(state):
        yield Number(0, tracked.key, tracked.value if tracked.known else None)
    public = viewer_of(0)
    known = seen(state, public)
    yield Look(0, 0, (), painter.widgets(game.show(known, public)))
    yield Score(0, 0, painter.score(game.score(known, public)))
