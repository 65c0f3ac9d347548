"""Walk through the questions of a move: returns the move, or the question for which an answer is missing."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from companion.core.errors import Refused
from companion.core.questions import Answer, AnyQuestion, Asking, as_asked
from companion.core.wording import say

M = TypeVar("M")


class Asked(Struct, frozen=True):
    """The result of a walk that needs an answer to ``question``; ``answered`` are the questions before it, in order."""

    question: AnyQuestion
    answered: tuple[AnyQuestion, ...] = ()


class Done(Struct, Generic[M], frozen=True):
    """The result of a walk with complete answers: the ``move``."""

    move: M
    answered: tuple[AnyQuestion, ...] = ()


def walk(asking: Asking[M], answers: Sequence[Answer]) -> Asked | Done[M]:
    """Answer the questions of ``asking`` one after the other. Raises ``Refused`` at the first answer that is not
    possible, with the key of its question, or when there are more answers than questions.
    """
    answered: list[AnyQuestion] = []
    try:
        question = as_asked(next(asking))
        for answer in answers:
            answered.append(question)
            question.accept(answer)
            question = as_asked(asking.send(answer))
    except Refused as refusal:
        refusal.field = answered[-1].key if answered else ""
        raise
    except StopIteration as stop:
        if len(answered) < len(answers):
            raise Refused("too-many-answers", say("That was already answered.")) from None
        return Done(stop.value, tuple(answered))
    asking.close()
    return Asked(question, tuple(answered))


def digest(play: str, seat: int, accepted: int, questions: Sequence[AnyQuestion]) -> str:
    """A digest of what a screen showed: it is equal as long as nothing that the seat could see has changed.

    ``accepted`` is the seat's own count of accepted answers; ``questions`` are those shown, in order. Messages enter
    by their key and arguments, never as translated text.
    """
    shown = msgspec.json.encode((play, seat, accepted, questions), order="sorted")
    return blake2b(shown, digest_size=10).hexdigest()
