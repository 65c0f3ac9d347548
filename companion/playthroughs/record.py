"""Export a stored play as a playthrough, with answers where some produce the move, else with the raw move.

The log stores moves, playthrough files contain answers: they are searched for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any

import msgspec

from companion.core.chance import Drawn, RecordedChance
from companion.core.dialogue import Done, walk
from companion.core.errors import CompanionError, Refused
from companion.core.game import AnyGame
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.secrecy import seen, viewer_of
from companion.core.step import Step, run
from companion.plays.corrections import as_facts, as_numbers, corrections_of
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import all_bugs_named, read_state
from companion.plays.storage.entry import Entry
from companion.playthroughs.answering import not_answered, plain
from companion.playthroughs.header import header_of
from companion.playthroughs.lines import (
    Act,
    Correct,
    Given,
    Header,
    Look,
    Number,
    Playthrough,
    PlaythroughError,
    PlaythroughLine,
    Redo,
    Remark,
    Score,
    Undo,
)
from companion.playthroughs.pictures import english

WALKS = 2000
"""Dialogues tried per search order."""


def find_answers(game: AnyGame, known: Any, seat: int, move: Any) -> tuple[str, ...] | None:
    """KEY=ANSWER texts that produce ``move`` of ``seat``; None if none were found. ``known`` is the state as the seat
    sees it.

    Most dialogues ask for a move's parts in order, so that is tried first, then every answer.
    """
    parts = tuple(_parts(msgspec.to_builtins(move)))
    for search in (_InOrder(game, known, seat, parts), _Anyhow(game, known, seat, parts)):
        for made, texts in islice(search.walks(), WALKS):
            if made == move:
                return texts
    return None


FoundMove = tuple[Any, tuple[str, ...]]
"""A move and the answers that produce it."""


class _Search:
    """Walk all dialogues of a seat, likely ones first. ``parts`` are the numbers, texts and booleans of the move."""

    def __init__(self, game: AnyGame, known: Any, seat: int, parts: tuple[Any, ...]) -> None:
        self._game = game
        self._known = known
        self._seat = seat
        self._parts = parts

    def walks(self) -> Iterator[FoundMove]:
        return self._walks(0, [], [])

    def candidates(self, question: AnyQuestion, first: int) -> Iterator[tuple[Answer, int]]:
        """Answers to try, each with the index of the next part."""
        raise NotImplementedError

    def _walks(self, first: int, answers: list[Answer], texts: list[str]) -> Iterator[FoundMove]:
        try:
            walked = walk(self._game.ask(self._known, self._seat), answers)
        except Refused:
            return
        if isinstance(walked, Done):
            yield walked.move, tuple(texts)
            return
        question = walked.question
        for answer, after in self.candidates(question, first):
            if _possible(question, answer):
                text = str(answer) if question.leaving(answer) else question.format(answer)
                yield from self._walks(after, [*answers, answer], [*texts, f"{question.key}={text}"])


class _InOrder(_Search):
    """Answers are the move's parts in order; a question that none of them answers is answered freely."""

    def candidates(self, question: AnyQuestion, first: int) -> Iterator[tuple[Answer, int]]:
        likely = [
            (answer, place + 1)
            for place, part in enumerate(self._parts)
            if place >= first
            for answer in _answers_of(question, part)
            if _possible(question, answer)
        ]
        yield from likely or ((answer, first) for answer in _all_answers(question, self._parts))


class _Anyhow(_Search):
    """Try every possible answer."""

    def candidates(self, question: AnyQuestion, first: int) -> Iterator[tuple[Answer, int]]:
        yield from ((answer, first) for answer in _all_answers(question, self._parts))


def _answers_of(question: AnyQuestion, part: Any) -> Iterator[Answer]:
    """Possible answers from one part of a move."""
    if isinstance(part, str) and question.leaving(part):
        yield part
        return
    match question:
        case Pick(options=options) if any(str(option.value) == str(part) for option in options):
            yield str(part)
        case Count() if isinstance(part, int) and not isinstance(part, bool):
            yield part
        case Confirm() if isinstance(part, bool):
            yield part
        case Text() if isinstance(part, str):
            yield part


def _all_answers(question: AnyQuestion, parts: tuple[Any, ...]) -> Iterator[Answer]:
    match question:
        case Pick():
            yield from (option.value for option in question.reachable())
        case PickMany(options=options, least=least, most=most):
            values = [option.value for option in options if option.reason is None]
            named = [part for part in parts if part in values]
            ordered = [*dict.fromkeys(named), *(value for value in values if value not in named)]
            sizes = sorted(range(least, most + 1), key=lambda size: abs(size - len(set(named))))
            yield from (list(chosen) for size in sizes for chosen in combinations(ordered, size))
        case Count(low=low, high=high):
            yield from range(low, high + 1)
        case Dice(dice=dice):
            numbers: list[int | str] = [part for part in parts if isinstance(part, int)]
            yield from (numbers[start : start + dice] for start in range(len(numbers) - dice + 1))
        case Confirm():
            yield from (True, False)
        case Text():
            yield from (part for part in parts if isinstance(part, str))


def _possible(question: AnyQuestion, answer: Answer) -> bool:
    try:
        question.accept(answer)
    except Refused:
        return False
    return True


def _parts(value: Any) -> Iterator[Any]:
    """All numbers, texts and booleans in a plain value, in order."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from _parts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _parts(inner)
    elif value is not None:
        yield value


def record(log: Log, game: AnyGame, play: str, name: str = "recorded") -> Playthrough:
    """Playthrough of the play with this id, secrets included. It ends with the tracked numbers, the public view and the
    score as expectations.

    Raises ``PlaythroughError`` if the play has not begun or is of another game, ``SetupError`` or ``RulesBug`` where
    the rules that are here cannot read it, and ``LogError``.
    """
    row = log.play(play)
    if row is None or row.status == "gathering" or row.game != game.meta.key:
        raise PlaythroughError(name, 1, f"no play {play} of {game.meta.key} has begun")
    header = msgspec.structs.replace(header_of(game, row.setup, row.seed), rules=row.rules_version)
    lines: list[PlaythroughLine] = [Remark(0, "")]
    last = Entry(number=1, base=0, stands_for=1, kind="begin", seat=0, actor="")
    bases = {1: 0}
    undone: list[int] = []
    with all_bugs_named(CompanionError):
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
        case _:
            return []


def _line(log: Log, game: AnyGame, play: str, entry: Entry, bases: dict[int, int], redo: int) -> PlaythroughLine:
    """Line of an entry; ``redo`` is where a plain redo would go."""
    match entry.kind:
        case "undo":
            return Undo(0, _steps(bases, entry.base, entry.stands_for), entry.seat)
        case "redo":
            return Redo(0, entry.seat, of=0 if entry.stands_for == redo else entry.stands_for)
        case "correction":
            done = corrections_of(entry.move)
            return Correct(0, tuple(as_numbers(done).items()), entry.seat, as_facts(done))
        case _:
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
    chance = not_answered(move, _chance(game, state, entry, move))
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
        self.questions: list[AnyQuestion] = []

    def answer(self, question: AnyQuestion, by: int) -> Answer:
        answer = super().answer(question, by)
        self.questions.append(question)
        return answer


def _ending(game: AnyGame, state: Any, header: Header) -> Iterator[PlaythroughLine]:
    """Expectations at the end of a recorded play."""
    painter = english({seated.seat: seated.name for seated in header.seats})
    yield Remark(0, "")
    for tracked in game.inventory(state):
        yield Number(0, tracked.key, tracked.value if tracked.known else None)
    public = viewer_of(0)
    known = seen(state, public)
    yield Look(0, 0, (), painter.widgets(game.show(known, public)))
    yield Score(0, 0, painter.score(game.score(known, public)))
