"""Moves that carry a number which no answer could give: answers beyond the bounds of a question, past its checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice
from typing import Any

from msgspec import to_builtins

from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.questions import Answer, AnyQuestion, Count, Dice, Pick, PickMany
from companion.game_tests.random_play import Dialogue, RandomPlay, forced_move

WAYS = 500
"""Ways to answer that are looked at for one that makes the same move."""


def beyond(question: AnyQuestion) -> Iterator[Answer]:
    """Answers just outside the bounds of a question that has some."""
    match question:
        case Count(low=low, high=high):
            yield from (low - 1, high + 1)
        case Dice(dice=dice, faces=faces):
            yield from ([0] * dice, [faces + 1] * dice, [1] * (dice + 1))
        case PickMany(least=least, most=most):
            values = [option.value for option in question.options if option.reason is None]
            if least:
                yield values[: least - 1]
            if len(values) > most:
                yield values[: most + 1]
            if values:
                yield [values[0]] * max(least, 2)


def taken_out_of_bounds(random_play: RandomPlay, dialogue: Dialogue) -> Iterator[tuple[str, Answer, Any]]:
    """What the rules take although it is out of bounds (question, answer, move): one answer is tried for each number of
    ``dialogue``, and for each choice of several: too few, too many, or one twice. What follows is answered as before,
    or as the questions suggest.

    Left out is a move without numbers, and one that can be made: because a question does not use all of its number,
    or by other choices.
    """
    for place, question in enumerate(dialogue.questions):
        outside = list(beyond(question))
        if not outside:
            continue
        before, after = dialogue.answers[:place], dialogue.answers[place + 1 :]
        answer = outside[random_play.aside(len(outside))]
        move = _formed(random_play, dialogue.seat, (*before, answer, *(after if random_play.aside(2) else ())))
        numbered = isinstance(question, PickMany) or _has_numbers(to_builtins(move))
        if move is None or not numbered or random_play.refusal(dialogue.seat, move) is not None:
            continue
        if not _can_be_made(random_play, dialogue, place, answer, move):
            yield question.key, answer, move


def _can_be_made(random_play: RandomPlay, dialogue: Dialogue, place: int, answer: Answer, move: Any) -> bool:
    """Whether answers within the bounds make this move too: an end of the count, or the number after another choice."""
    question, given = dialogue.questions[place], dialogue.answers[place]
    before, after = dialogue.answers[:place], dialogue.answers[place + 1 :]
    for one in _within(question, given, answer):
        for rest in ((), after):
            if move == _formed(random_play, dialogue.seat, (*before, one, *rest)):
                return True
    said = {asked.key: said for asked, said in zip(dialogue.questions, dialogue.answers, strict=True)}
    for other in dialogue.questions[:place]:
        for option in other.reachable() if isinstance(other, Pick) else ():
            wanted = {**said, question.key: answer, other.key: str(option.value)}
            if move in islice(_moves(random_play, dialogue.seat, wanted), WAYS):
                return True
    return False


def _within(question: AnyQuestion, given: Answer, answer: Answer) -> Iterator[Answer]:
    """Answers within the bounds that may come to the same as ``answer``."""
    yield given
    if isinstance(question, Count):
        yield from (question.low, question.high)
    if isinstance(question, PickMany) and isinstance(answer, list):
        once = list(dict.fromkeys(answer))
        for fewer in combinations(once, min(len(once), question.most)):
            with suppress(Refused):
                question.check(list(fewer))
                yield list(fewer)


def _moves(
    random_play: RandomPlay, seat: int, wanted: Mapping[str, Answer], given: tuple[Answer, ...] = ()
) -> Iterator[Any]:
    """The moves that the questions make with the ``wanted`` answers by key, and any option of every other choice."""
    walked = walk(random_play.game.ask(random_play.known(seat), seat), given)
    if not isinstance(walked, Asked):
        yield walked.move
        return
    for answer in _answers(random_play, walked.question, wanted):
        yield from _moves(random_play, seat, wanted, (*given, answer))


def _answers(random_play: RandomPlay, question: AnyQuestion, wanted: Mapping[str, Answer]) -> list[Answer]:
    with suppress(Refused, KeyError):
        question.check(wanted[question.key])
        return [wanted[question.key]]
    if isinstance(question, Pick):
        return [str(option.value) for option in question.reachable()]
    return [random_play.answer(question)]


def _has_numbers(value: Any) -> bool:
    if isinstance(value, dict | list):
        return any(map(_has_numbers, value.values() if isinstance(value, dict) else value))
    return isinstance(value, int) and not isinstance(value, bool)


def _formed(random_play: RandomPlay, seat: int, answers: Sequence[Answer]) -> Any:
    """The move as it comes by the API, or None: the game cannot form it, or its type does not allow it."""
    move = forced_move(random_play.game.ask(random_play.known(seat), seat), answers)
    if move is None:
        return None
    try:
        return random_play.game.decode_move(random_play.game.encode_move(move))
    except Refused:
        return None
