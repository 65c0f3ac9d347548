"""Rolls, draws and deals: from a committed random stream, or entered by people who roll and draw themselves
("cardboard").

The stream is HMAC-SHA256 of a counter, keyed with a seed. The seed's SHA-256 is shown at the start of a play and the
seed at its end, so that anybody can repeat every draw. The stream never rewinds: undo does not give numbers back.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion.core.errors import Refused, RulesBug
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.wording import N_, say

ChanceSource = Literal["companion", "cardboard"]


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed, hexadecimal."""
    return sha256(seed).hexdigest()


class RandomStream:
    """Random numbers from a seed. ``position`` counts the blocks used; it never decreases."""

    def __init__(self, seed: bytes, position: int = 0) -> None:
        self._seed = seed
        self.position = position

    def below(self, limit: int) -> int:
        """A uniform number from 0 to ``limit`` - 1 (rejection sampling). ValueError for a limit beyond 1 to 2**63."""
        if not 1 <= limit <= 1 << 63:
            raise ValueError(f"limit {limit} is not between 1 and 2**63")
        fair = (1 << 64) - (1 << 64) % limit
        while True:
            block = hmac.digest(self._seed, self.position.to_bytes(8, "big"), "sha256")
            self.position += 1
            number = int.from_bytes(block[:8], "big")
            if number < fair:
                return number % limit


def draw(question: AnyQuestion, stream: RandomStream) -> Answer:
    """Answer ``question`` by chance: options weighted by their copies, everything else uniform."""
    match question:
        case Dice(dice=dice, faces=faces):
            return [stream.below(faces) + 1 for _ in range(dice)]
        case Count(low=low, high=high):
            return low + stream.below(high - low + 1)
        case Pick():
            return str(_draw_one(question.reachable(), stream).value)
        case PickMany(options=options, most=most):
            return _draw_many(options, most, stream)
        case Confirm():
            return bool(stream.below(2))
        case Text():
            raise RulesBug(f"chance cannot write the text {question.key}")
    raise RulesBug(f"chance cannot answer {question.key}")


def _draw_one(options: Sequence[Option[Any]], stream: RandomStream) -> Option[Any]:
    copies = sum(option.copies for option in options)
    if copies == 0:
        raise RulesBug("chance has nothing left to draw from")
    number = stream.below(copies)
    for option in options:
        number -= option.copies
        if number < 0:
            return option
    raise AssertionError("a number below the sum lies in one of its parts")


def _draw_many(options: Sequence[Option[Any]], most: int, stream: RandomStream) -> list[int | str]:
    left = [option for option in options if option.reason is None and option.copies]
    picked: list[int | str] = []
    while left and len(picked) < most:
        option = _draw_one(left, stream)
        left.remove(option)
        picked.append(str(option.value))
    return picked


class Drawn(Struct, frozen=True):
    """An answer of chance as logged: key of the question, answer, and source."""

    key: str
    answer: Answer
    by: ChanceSource


def _expected(drawn: Drawn, question: AnyQuestion) -> Drawn:
    if drawn.key != question.key:
        raise RulesBug(f"the rules ask for the chance {question.key}; here {drawn.key} was drawn before")
    return drawn


def _without_copies(question: AnyQuestion) -> AnyQuestion:
    """The question without the number of copies of its options, which may be secret."""
    if isinstance(question, Pick | PickMany):
        options = tuple(replace(option, copies=1) for option in question.options)
        return replace(question, options=options)
    return question


class Chance(Protocol):
    """Source of a step's chance. ``drawn`` collects its answers in order."""

    drawn: list[Drawn]

    def answer(self, question: AnyQuestion, by: int) -> Answer: ...

    def enter(self, answer: Answer) -> None:
        """Use ``answer`` for the first chance that people decide, if they enter it."""

    def mark(self) -> Callable[[], None]:
        """A function that undoes all draws made after this call."""
        ...


def overtaken() -> Refused:
    """The refusal of a move that waited for an entered chance while another move changed its draws."""
    return Refused(
        "overtaken",
        say(
            "Somebody else was faster, and things have changed. Please do that again.",
            short=N_("Please do that again"),
        ),
    )


class CardboardNeeded(Exception):
    """The rules need a chance that people decide: seat ``by`` (0: the table) must enter the answer to ``question``.

    ``drawn`` is what the companion drew for this move before: the move is run again with it, so that it comes to the
    same question, whatever other moves draw meanwhile.
    """

    def __init__(self, question: AnyQuestion, by: int, drawn: tuple[Drawn, ...] = ()) -> None:
        super().__init__(question.key)
        self.question = question
        self.by = by
        self.drawn = drawn


class ChanceAhead(Exception):
    """Raised when a trial of a move reaches the chance ``key``, which ``question`` asks of seat ``by`` (0: the table).
    The messages before it are valid.
    """

    def __init__(self, key: str, question: AnyQuestion | None = None, by: int = 0) -> None:
        super().__init__(key)
        self.key = key
        self.question = question
        self.by = by


class RecordEnds(RulesBug):
    """The rules ask for a chance after the last recorded one: ``question``, asked of seat ``by``."""

    def __init__(self, question: AnyQuestion, by: int) -> None:
        super().__init__(f"the rules ask for the chance {question.key}; no more was recorded")
        self.question = question
        self.by = by


class TableChance:
    """Chance at a table: by the question's key, from the companion's stream or entered by people.

    A move that needs an entered answer is run again with the answers ``entered`` so far, in order. Every run draws from
    ``stream`` again, which must start at the same position. ``before`` is what the stream gave in the previous run: if
    it gives something else now, because another move drew in between, the entered answers may not fit the questions,
    and the move is refused.
    """

    def __init__(
        self,
        stream: RandomStream,
        sources: Mapping[str, ChanceSource],
        entered: Sequence[Answer] = (),
        before: Sequence[Drawn] = (),
    ) -> None:
        self.drawn: list[Drawn] = []
        self._stream = stream
        self._sources = sources
        self._entered = list(entered)
        self._before = list(before)

    def answer(self, question: AnyQuestion, by: int) -> Answer:
        if self._sources.get(question.key, "companion") == "cardboard":
            drawn = Drawn(question.key, self._from_cardboard(question, by), "cardboard")
        else:
            drawn = Drawn(question.key, draw(question, self._stream), "companion")
            if self._before and self._before.pop(0) != drawn:
                raise overtaken()
        self.drawn.append(drawn)
        return drawn.answer

    def enter(self, answer: Answer) -> None:
        self._entered.insert(0, answer)

    def mark(self) -> Callable[[], None]:
        drawn, position = len(self.drawn), self._stream.position

        def back() -> None:
            del self.drawn[drawn:]
            self._stream.position = position

        return back

    def finish(self) -> None:
        """Raise ``Refused`` if more answers were entered than the move needed."""
        if self._entered:
            raise overtaken()

    def _from_cardboard(self, question: AnyQuestion, by: int) -> Answer:
        if self._entered:
            return self._entered.pop(0)
        companions = tuple(drawn for drawn in self.drawn if drawn.by == "companion")
        raise CardboardNeeded(_without_copies(question), by, companions)


class RecordedChance:
    """Chance as a log or a playthrough recorded it. ``beyond`` is used after the end of the record, for a step after
    which the play waited for an entered chance.
    """

    def __init__(self, recorded: Sequence[Drawn], beyond: Chance | None = None) -> None:
        self.drawn: list[Drawn] = []
        self._recorded = list(recorded)
        self._beyond = beyond

    def enter(self, answer: Answer) -> None:
        """Do nothing: the answers are recorded."""

    def mark(self) -> Callable[[], None]:
        drawn = len(self.drawn)

        def back() -> None:
            del self.drawn[drawn:]

        return back

    def answer(self, question: AnyQuestion, by: int) -> Answer:
        if len(self.drawn) == len(self._recorded):
            if self._beyond is None:
                raise RecordEnds(question, by)
            return self._beyond.answer(question, by)
        drawn = _expected(self._recorded[len(self.drawn)], question)
        self.drawn.append(drawn)
        return drawn.answer


class NoChance:
    """Chance for moves that are only tried out: raises ChanceAhead."""

    def __init__(self) -> None:
        self.drawn: list[Drawn] = []

    def enter(self, answer: Answer) -> None:
        """Do nothing: no chance is answered here."""

    def mark(self) -> Callable[[], None]:
        return lambda: None

    def answer(self, question: AnyQuestion, by: int) -> Answer:
        raise ChanceAhead(question.key, question, by)
