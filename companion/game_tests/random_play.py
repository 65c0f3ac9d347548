"""A play in memory in which a string of bytes decides every answer, always through the questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.core.chance import CardboardNeeded, Drawn, RandomStream, TableChance
from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame, Awaited
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Asking, Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.secret_windows import has_answered
from companion.core.setup import Setup
from companion.core.step import TABLE, Outcome, run
from companion.core.wording import Message

Decide = Callable[[int], int]
"""Gives a number below the one it is given."""

STEPS = 400
"""More moves than any play here is meant to have."""

QUESTIONS = 100
"""More questions than any dialogue has: a number that cannot be may lead it round and round."""


@dataclass(frozen=True)
class Dialogue:
    """An answered dialogue of ``seat``: what was asked, what was answered, the move it made."""

    seat: int
    questions: tuple[AnyQuestion, ...]
    answers: tuple[Answer, ...]
    move: Any


@dataclass(frozen=True)
class Forced:
    """A move made by picking ``option`` although it is out of reach, past all checks of the questions."""

    seat: int
    reason: Message
    option: Option[Any]
    move: Any


@dataclass(frozen=True)
class AppliedMove:
    """An applied move, with its chance."""

    seat: int
    move: Any
    drawn: tuple[Drawn, ...]


@dataclass(frozen=True)
class MadeMove:
    """An applied move, with the states before and after it."""

    before: Any
    move: AppliedMove
    after: Any


@dataclass
class RandomPlay:
    """A play whose every answer is decided by the next byte of a string. After the last byte every decision is 0, and
    ``on`` is False. ``present`` is what is looked at now, and may not be made yet. With ``instructs`` moves also make
    table instructions.
    """

    game: AnyGame
    setup: Setup
    seed: bytes
    decisions: bytes
    used: int = 0
    made: int = 0
    journal: list[AppliedMove] = field(default_factory=list)
    state: Any = None
    last: MadeMove | None = None
    present: Dialogue | None = None
    instructs: bool = False
    stream: RandomStream = field(init=False)
    _aside: Random = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.game.new(self.setup)
        self.stream = RandomStream(self.seed)
        self._aside = Random(self.decisions)

    # -- who and what ------------------------------------------------------------------------------------------

    @property
    def awaited(self) -> Awaited:
        return self.game.awaits(seen(self.state, PUBLIC))

    @property
    def on(self) -> bool:
        """Whether the play goes on and bytes are left."""
        return self.used < len(self.decisions) and not self.awaited.over

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (PUBLIC, *map(Viewer, self.setup.numbers))

    @property
    def seats(self) -> tuple[int, ...]:
        """All that may ever be asked: the table and the seats."""
        return (TABLE, *self.setup.numbers)

    def known(self, seat: int) -> Any:
        """The state as the person who answers for ``seat`` sees it."""
        return seen(self.state, viewer_of(seat))

    def decide(self, among: int) -> int:
        """A number below ``among``."""
        self.used += 1
        return self.decisions[self.used - 1] % among if self.used <= len(self.decisions) else 0

    def aside(self, among: int) -> int:
        """A random number below ``among`` for answers that are only tried; uses no byte."""
        return self._aside.randrange(among)

    def seat_to_act(self) -> int:
        """A random awaited seat; those that must act are twice as likely."""
        seats = (*self.must, *self.must, *self.awaited.may)
        return seats[self.decide(len(seats))]

    @property
    def must(self) -> tuple[int, ...]:
        """The seats that must act, without those that have answered where nobody sees who has."""
        awaited = self.awaited
        if awaited.progress:
            return awaited.must
        return tuple(seat for seat in awaited.must if not has_answered(self.game, self.state, seat))

    # -- answering ---------------------------------------------------------------------------------------------

    def dialogue(self, seat: int) -> Dialogue:
        """Answer as decided."""
        return self.answered(seat, lambda question: self.answer(question, self.decide))

    def answered(self, seat: int, choose: Any) -> Dialogue:
        """Answer with what ``choose`` says to each question."""
        known = self.known(seat)
        answers: list[Answer] = []
        while isinstance(walked := walk(self.game.ask(known, seat), answers), Asked):
            answers.append(choose(walked.question))
        return Dialogue(seat, walked.answered, tuple(answers), walked.move)

    def answer(self, question: AnyQuestion, decide: Decide | None = None) -> Answer:
        """An answer that is possible, by default one that is only tried."""
        decide = decide or self.aside
        match question:
            case Pick():
                reachable = question.reachable()
                assert reachable, f"{question.key}: nothing that is offered is possible"
                return str(reachable[decide(len(reachable))].value)
            case PickMany(options=options, least=least, most=most):
                left = [option.value for option in options if option.reason is None]
                assert least <= min(most, len(left)), f"{question.key}: {least} of {len(left)} must be picked"
                number = min(least + decide(most - least + 1), len(left))
                return [left.pop(decide(len(left))) for _ in range(number)]
            case Count(low=low, high=high):
                assert low <= high, f"{question.key}: no number is possible from {low} to {high}"
                ends = (low, high, min(low + 1, high))
                chosen = decide(8)
                return ends[chosen] if chosen < len(ends) else low + decide(high - low + 1)
            case Confirm():
                return bool(decide(2))
            case Dice(dice=dice, faces=faces):
                return [decide(faces) + 1 for _ in range(dice)]
            case Text(taken=taken):
                text = ("a", 'x "y" | z ~ w', "ñandú")[decide(3)]
                return text if text not in taken else f"{text} {len(taken)}"
        raise AssertionError(question)

    def go_on(self, question: AnyQuestion) -> Answer:
        """What somebody says who wants to come to an end: the default where a choice has one."""
        if question.default is not None and isinstance(question, Pick | PickMany):
            return question.default
        return self.answer(question, self.decide)

    # -- moving ------------------------------------------------------------------------------------------------

    def outcome(self, seat: int, move: Any, decide: Decide | None = None) -> Outcome[Any]:
        """The move through the rules with its cardboard. Raises ``Refused``; does not count."""
        entered: list[Answer] = []
        before: Sequence[Drawn] = ()
        position = self.stream.position
        while True:
            self.stream.position = position
            chance = TableChance(self.stream, self.setup.chance, entered, before)
            try:
                numbers = self.game.pieces if self.instructs else None
                return run(self.game.copy(self.state), seat, chance, lambda step: self.game.apply(step, move), numbers)
            except CardboardNeeded as needed:
                entered.append(self.answer(needed.question, decide))
                before = needed.drawn

    def make(self, dialogue: Dialogue, cardboard: Decide | None = None) -> Outcome[Any]:
        """Put the move of a dialogue into effect. ``cardboard`` decides what people enter of it."""
        outcome = self.outcome(dialogue.seat, dialogue.move, cardboard or self.decide)
        made = AppliedMove(dialogue.seat, dialogue.move, outcome.drawn)
        self.journal.append(made)
        self.last = MadeMove(self.state, made, outcome.state)
        self.state = outcome.state
        return outcome

    def moves(self) -> Iterator[Dialogue]:
        """Dialogues as decided, until there are no more decisions; each is put into effect after the loop's body,
        unless the body did so.
        """
        for _ in range(STEPS):
            if not self.on:
                return
            dialogue = self.dialogue(self.seat_to_act())
            before, self.present = len(self.journal), dialogue
            yield dialogue
            self.made += 1
            if len(self.journal) == before:
                self.make(dialogue)
            self.present = None

    def fast_forward(self, most: int, cardboard: Decide | None = None) -> int:
        """At most so many moves of people who go on, decided by a string of its own; how many there were. ``cardboard``
        decides what people enter, else the same string.
        """
        mine, self.decisions, self.used = self.decisions, self.seed * (1 + most), 0
        made = 0
        while made < most and not (awaited := self.awaited).over:
            made += 1
            acting = self.must or awaited.may
            dialogue = self.answered(acting[self.decide(len(acting))], self.go_on)
            self.make(dialogue, cardboard)
        self.decisions, self.used = mine, 0
        return made

    # -- what is out of reach ----------------------------------------------------------------------------------

    def forced(self, dialogue: Dialogue) -> Iterator[Forced]:
        """Moves made by picking each option that was out of reach on the way of ``dialogue``."""
        for place, question in enumerate(dialogue.questions):
            if not isinstance(question, Pick | PickMany):
                continue
            for option in question.options:
                if option.reason is None:
                    continue
                asking = self.game.ask(self.known(dialogue.seat), dialogue.seat)
                move = forced_move(asking, [*dialogue.answers[:place], _as_answer(question, option)])
                if move is not None:
                    yield Forced(dialogue.seat, option.reason, option, move)

    def refusal(self, seat: int, move: Any) -> Refused | None:
        """How the rules refuse the move, if they do."""
        try:
            self.outcome(seat, move)
        except Refused as refused:
            return refused
        return None


def _as_answer(question: Pick[Any] | PickMany[Any], option: Option[Any]) -> Answer:
    return [option.value] * max(1, question.least) if isinstance(question, PickMany) else str(option.value)


def viewer_of(seat: int) -> Viewer:
    """Whoever answers for ``seat``: at the table that is anybody."""
    return PUBLIC if seat == TABLE else Viewer(seat)


def forced_move(asking: Asking[Any], answers: Sequence[Answer]) -> Any:
    """The move that these answers make, unchecked, and the first answer there is to every further question.

    None where the game cannot even form such a move.
    """
    left = list(answers)
    try:
        question = next(asking)
        for _ in range(QUESTIONS):
            question = asking.send(left.pop(0) if left else _first_answer(question))
        return None
    except StopIteration as stop:
        return stop.value
    except (IndexError, KeyError, LookupError, Refused):
        return None


def _first_answer(question: AnyQuestion) -> Answer:
    if question.default is not None:
        with suppress(Refused):
            question.check(question.default)
            return question.default
    match question:
        case Pick(options=options):
            return str((question.reachable() or options)[0].value)
        case PickMany(options=options, least=least):
            first: list[int | str] = [option.value for option in options[:least]]
            return first
        case Count(low=low):
            return low
        case Confirm():
            return False
        case Dice(dice=dice):
            return [1] * dice
    return "a"
