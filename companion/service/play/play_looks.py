"""What there is to see of a question before it is answered, and of what happened."""

from __future__ import annotations

from companion.core.questions import Answer
from companion.service.asking.requests import Look
from companion.service.play.play_views import Dialogue, LogLine, Preview


class SeeQuestion(Look[Dialogue | None], frozen=True):
    """The question with this digest that this device is asked for ``seat``; None when it is no longer there."""

    may_ask = "for a seat"
    private = frozenset({"digest"})
    seat: int
    digest: str


class PreviewAnswers(Look[Preview | None], frozen=True):
    """What the question with this digest and those after it would come to with these answers, which need not be all:
    nothing is stored and nobody is told. None when the question is no longer there.
    """

    may_ask = "for a seat"
    private = frozenset({"digest", "answers"})
    seat: int
    digest: str
    answers: tuple[Answer, ...]


class FillForm(Look[Dialogue | None], frozen=True):
    """How the form of ``seat`` looks with these answers, by the keys of their fields: nothing is stored and nobody is
    told. None when the seat is asked no form any more.
    """

    may_ask = "for a seat"
    private = frozenset({"given"})
    seat: int
    given: dict[str, Answer]


class SeeLog(Look[tuple[LogLine, ...]], frozen=True):
    """``n`` lines of the log of the present play up to number ``last`` (by default all, to the end), as this device may
    read and number them.
    """

    last: int | None = None
    n: int | None = None
