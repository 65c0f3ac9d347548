"""Finding the answers by which a seat plays a card that was tapped."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Fit, Pick, Place
from companion.core.secrecy import BrokenSeal
from companion.core.widgets import Card
from companion.core.wording import Message, say

DEPTH, MOST_WALKS = 2, 48
"""The most answers before the one that names the card, and the most dialogues searched for it."""


class CardWay(Struct, frozen=True):
    """The ``questions`` of a dialogue up to the one that a card answers, and the ``answers``, of which the last one is
    the card.
    """

    questions: tuple[AnyQuestion, ...]
    answers: tuple[Answer, ...]


def way_of_card(game: AnyGame, known: Any, seat: int, before: Sequence[Answer], card: Card) -> CardWay:
    """The answers by which ``seat`` plays its card after the answers ``before``: the shortest way with only possible
    answers. Raises ``Refused`` with the reason if there is none.
    """
    reason: Message | None = None
    open_ways = deque([tuple(before)])
    for _ in range(MOST_WALKS):
        if not open_ways:
            break
        answers = open_ways.popleft()
        walked = _walked(game, known, seat, answers)
        if walked is None:
            continue
        options = _options(walked.question)
        for option in options:
            if not _is_card(option, card):
                continue
            if option.reason is None:
                return CardWay((*walked.answered, walked.question), (*answers, option.value))
            reason = reason or option.reason
        if len(answers) - len(before) < DEPTH:
            open_ways += [(*answers, option.value) for option in options if option.reason is None]
    raise Refused("out-of-reach", reason or say("You cannot play this card now."))


def _walked(game: AnyGame, known: Any, seat: int, answers: Sequence[Answer]) -> Asked | None:
    try:
        walked = walk(game.ask(known, seat), answers)
    except (Refused, BrokenSeal):
        return None
    return walked if isinstance(walked, Asked) else None


def _options(question: AnyQuestion) -> tuple[Option[Any], ...]:
    if isinstance(question, Place | Fit) or not isinstance(question, Pick):
        return ()
    return question.options


def _is_card(option: Option[Any], card: Card) -> bool:
    """Whether choosing an option plays this card."""
    return str(option.value) == card.key or card.key in option.plays
