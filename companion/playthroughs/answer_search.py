"""Find answers that produce a given move: the log stores moves, playthrough files contain answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import msgspec

from companion.core.dialogue import Done, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.questions import Answer, Confirm, Count, Dice, Pick, PickMany, Question, Text

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


Found = tuple[Any, tuple[str, ...]]
"""A move and the answers that produce it."""


class _Search:
    """Walk all dialogues of a seat, likely ones first. ``parts`` are the numbers, texts and booleans of the move."""

    def __init__(self, game: AnyGame, known: Any, seat: int, parts: tuple[Any, ...]) -> None:
        self._game = game
        self._known = known
        self._seat = seat
        self._parts = parts

    def walks(self) -> Iterator[Found]:
        return self._walks(0, [], [])

    def candidates(self, question: Question, first: int) -> Iterator[tuple[Answer, int]]:
        """Answers to try, each with the index of the next part."""
        raise NotImplementedError

    def _walks(self, first: int, answers: list[Answer], texts: list[str]) -> Iterator[Found]:
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
                yield from self._walks(after, [*answers, answer], [*texts, f"{question.key}={question.format(answer)}"])


class _InOrder(_Search):
    """Answers are the move's parts in order; a question that none of them answers is answered freely."""

    def candidates(self, question: Question, first: int) -> Iterator[tuple[Answer, int]]:
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

    def candidates(self, question: Question, first: int) -> Iterator[tuple[Answer, int]]:
        yield from ((answer, first) for answer in _all_answers(question, self._parts))


def _answers_of(question: Question, part: Any) -> Iterator[Answer]:
    """Possible answers from one part of a move."""
    match question:
        case Pick(options=options) if any(str(option.value) == str(part) for option in options):
            yield str(part)
        case Count() if isinstance(part, int) and not isinstance(part, bool):
            yield part
        case Confirm() if isinstance(part, bool):
            yield part
        case Text() if isinstance(part, str):
            yield part


def _all_answers(question: Question, parts: tuple[Any, ...]) -> Iterator[Answer]:
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


def _possible(question: Question, answer: Answer) -> bool:
    try:
        question.check(answer)
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
