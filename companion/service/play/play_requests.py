"""What can be asked of the play that is on: answers, a step back, a number set right; and what there is to see."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from companion.core.questions import Answer
from companion.service.asking.requests import Digest, FormAnswers, Nonce, Reply, Request, SeatOrTable, as_sent
from companion.service.play.play_views import Preview

Line = Annotated[int, Meta(ge=1, le=2**31, description="A line of the log, as this seat numbers it.")]


class AnswerQuestion(Request, frozen=True):
    """Answer the question with this digest, shown to ``seat`` or for it. ``service`` says whose question it is, where
    it is not the game's.
    """

    may_ask = "for a seat"
    private = frozenset({"digest", "answer"})
    seat: SeatOrTable
    digest: Digest
    answer: Answer
    nonce: Nonce = ""
    service: Annotated[str, Meta(max_length=40)] = ""

    def content(self) -> list[object]:
        return ["AnswerQuestion", self.seat, self.digest, as_sent(self.answer), self.service]


class AnswerStep(Request, frozen=True):
    """Answer the question with this digest as long as that can be taken back: where the dialogue goes on, the answer is
    kept. Where it would end, or a service asks, nothing is taken, and the reply says what the answer would do.
    """

    may_ask = "for a seat"
    private = frozenset({"digest", "answer"})
    seat: SeatOrTable
    digest: Digest
    answer: Answer
    nonce: Nonce = ""
    service: Annotated[str, Meta(max_length=40)] = ""

    def content(self) -> list[object]:
        return ["AnswerStep", self.seat, self.digest, as_sent(self.answer), self.service]


class PreviewReply(Reply, frozen=True, kw_only=True):
    """The reply to a step that was not taken, because it is not to be taken back: what the answer would do."""

    preview: Preview

    @property
    def taken(self) -> bool:
        return False


class AnswerQuestions(Request, frozen=True):
    """Several answers of one dialogue at once, the first to the question with this digest: all or none."""

    may_ask = "for a seat"
    private = frozenset({"digest", "answers"})
    seat: SeatOrTable
    digest: Digest
    answers: Annotated[tuple[Answer, ...], Meta(min_length=1, max_length=100)]
    nonce: Nonce = ""

    def content(self) -> list[object]:
        return ["AnswerQuestions", self.seat, self.digest, [as_sent(answer) for answer in self.answers]]


class SubmitForm(Request, frozen=True):
    """Send the form with this digest, shown to ``seat`` or for it. ``answers`` are those that differ from what the form
    shows as usual, by the keys of their fields. Several moves are taken together or not at all.
    """

    may_ask = "for a seat"
    private = frozenset({"digest", "answers"})
    seat: SeatOrTable
    digest: Digest
    answers: FormAnswers
    nonce: Nonce = ""

    def content(self) -> list[object]:
        return ["SubmitForm", self.seat, self.digest, sorted((key, as_sent(self.answers[key])) for key in self.answers)]


class StepBack(Request, frozen=True):
    """Take back the last answer of a half-finished dialogue, or a move that waits for cardboard."""

    may_ask = "for a seat"
    seat: SeatOrTable
    nonce: Nonce = ""


class CorrectNumber(Request, frozen=True):
    """Set a tracked number that this device may see to what lies on the table."""

    may_ask = "seat or admin"
    private = frozenset({"value"})
    key: Annotated[str, Meta(max_length=120)]
    value: Annotated[int, Meta(ge=-(2**31), le=2**31)]
    nonce: Nonce = ""


class TickSlip(Request, frozen=True):
    """What this seat was to do with the pieces is done: the slip with this ``line``, a number of the seat's own log."""

    may_ask = "seat"
    line: Line


class MarkRead(Request, frozen=True):
    """This seat has seen what happened, up to this ``line`` of its own log."""

    may_ask = "seat"
    line: Line
