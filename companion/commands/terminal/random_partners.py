"""Random possible answers for seats that nobody plays."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.core.dialogue import Done, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.secrecy import seen, viewer_of

TRIES = 50
"""The most dialogues tried for a random move."""


def random_move(game: AnyGame, state: Any, seat: int, random: Random, name: str) -> Any | None:
    """A random move of ``seat`` from what it may know; None if none was found."""
    known = seen(state, viewer_of(seat))
    for _ in range(TRIES):
        answers: list[Answer] = []
        try:
            while True:
                walked = walk(game.ask(known, seat), answers)
                if isinstance(walked, Done):
                    return walked.move
                answers.append(random_answer(walked.question, random, name))
        except Refused:
            continue
    return None


def random_answer(question: AnyQuestion, random: Random, name: str) -> Answer:
    """A random answer; ``name`` is used for texts. Raises ``Refused`` if there is no choice."""
    match question:
        case Pick():
            reachable = question.reachable()
            if not reachable:
                question.check("")
            return str(random.choice(reachable).value)
        case PickMany(options=options, least=least, most=most):
            values: Sequence[Any] = [option.value for option in options if option.reason is None]
            return random.sample(values, random.randint(min(least, len(values)), min(most, len(values))))
        case Count(low=low, high=high):
            return random.randint(low, high)
        case Dice(dice=dice, faces=faces):
            return [random.randint(1, faces) for _ in range(dice)]
        case Confirm():
            return random.random() < 0.5
        case Text(longest=longest, taken=taken):
            return f"{name} {len(taken) + 1}"[-longest:] if taken else name[:longest]
    raise NotImplementedError(f"no random answer to {question.key}")
