"""An evening brought to where a test begins, without browsers: by the functions that pages call."""

from __future__ import annotations

from typing import Protocol

from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Pick, PickMany
from companion.service.asking.requests import Reply
from companion.service.play.answers import AnswerQuestion
from companion.service.play.play_views import Dialogue
from companion.service.screens.moment import Moment
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from companion.service.table import Table

HOST = "device-host-xxxxxxxxxx"
"""The secret of the host's device, as long as a real one."""


class Holder(Protocol):
    """Whoever has the table; it may be another one after a restart."""

    @property
    def table(self) -> Table: ...

    @property
    def moment(self) -> Moment: ...


def silent(table: Table, seat: int) -> None:
    """Nothing was heard of the seat for hours; the real clock need not be waited for."""
    presence = table.rooms.presence
    presence._since -= 9999
    presence._last[seat] = presence._last.get(seat, 0.0) - 9999


def token(seat: int) -> str:
    """The secret of the phone of a seat."""
    return f"device-{seat}-".ljust(len(HOST), "x")


class Quick:
    """A play that is on. Answers go in by seat; 0 is the table."""

    def __init__(
        self, holder: Holder, game: str, names: tuple[str, ...], seats: tuple[int, ...] = (), level: str = ""
    ) -> None:
        self._holder = holder
        self._sent = 0
        for seat, name in zip(seats or range(1, len(names) + 1), names, strict=True):
            self._took(self.table.ask(token(seat), TakeSeat(seat, name)))
        self._took(self.table.ask(HOST, BecomeHost("2718")))
        self._took(self.table.ask(HOST, ChooseGame(game, {}, {})))
        self._took(self.table.ask(HOST, BeginPlay(None, level)))

    @property
    def table(self) -> Table:
        return self._holder.table

    @property
    def moment(self) -> Moment:
        return self._holder.moment

    def asked(self, seat: int) -> Dialogue:
        """The question of a seat."""
        if seat == 0:
            return next(ask for ask in self.table.view(HOST).screens.scribe().dialogues if ask.seat == 0)
        return next(ask for ask in self.table.view(token(seat)).screens.seat().dialogues if ask.seat == seat)

    def answers(self, seat: int, answer: Answer | None = None) -> None:
        """Give an answer, or some answer that is possible."""
        ask = self.asked(seat)
        given = possible(ask.question, self._sent) if answer is None else answer
        self._sent += 1
        secret = HOST if seat == 0 else token(seat)
        self._took(self.table.ask(secret, AnswerQuestion(seat, ask.digest, given, f"quick-{self._sent}", ask.service)))

    def goes_on(self, answers: int) -> None:
        """Whoever is awaited answers, so many times at most, or until the play is over."""
        for _ in range(answers):
            awaited = self.moment.awaited
            if awaited.over:
                return
            self.answers(awaited.must[self._sent % len(awaited.must)])

    def to_the_end(self) -> None:
        self.goes_on(400)
        assert self.moment.awaited.over

    @staticmethod
    def _took(reply: Reply) -> None:
        assert reply.taken, reply.notice


def possible(question: AnyQuestion, turn: int) -> Answer:
    """Some answer to a question; ``turn`` varies it."""
    match question:
        case Pick(default=str() | int() as usual):
            return usual
        case Pick():
            options = question.reachable()
            value: str | int = options[turn % len(options)].value
            return value
        case PickMany():
            return [option.value for option in question.options if option.reason is None][: question.least]
        case Count():
            return min(question.high, max(question.low, turn * 5 % 7))
        case Dice():
            return [1 + turn % question.faces] * question.dice
        case Confirm():
            return True
    return "Atenas"
