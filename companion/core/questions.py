"""The small steps by which a screen builds a move, and the walk that turns answers into one.

A game asks in straight-line code, a generator: ``space = yield from Pick(...)``. Every question carries its legal
options with label, price and, for what is out of reach, the reason. Answers are plain JSON values, so that a phone, an
encoder, a terminal and a text file give the same ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Sequence
from hashlib import blake2b
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from companion.core.errors import Refused, not_offered
from companion.core.wording import N_, Message, Wording, say

Answer = bool | int | str | list[int | str]
"""What comes back from a screen: see each question for the shape it takes."""

T = TypeVar("T", bound=str | int, covariant=True)
M = TypeVar("M")


class Question(Struct, frozen=True, kw_only=True):
    """What all questions share.

    ``key`` names the question in files and over the API. ``hint`` explains, ``act`` is the wording of the button that
    sends the answer; it may use ``{answer}``. ``secret`` questions are asked of the seat alone, never through a
    scribe. ``default`` is the answer when the table goes on without the seat, which is then asked from its first
    question on; one without a default is answered by somebody else for the seat. So the dialogue of a seat that must
    answer may not come to a secret question without a default as long as defaults are given.
    """

    kind: ClassVar[str]

    key: str
    prompt: Message
    hint: Wording | None = None
    act: Message | None = None
    secret: bool = False
    default: Answer | None = None

    def check(self, answer: Answer) -> None:
        """Raise ``Refused`` unless ``answer`` is possible."""
        raise NotImplementedError

    def parse(self, text: str) -> Answer:
        """Read an answer from its one-line text form. Only the form is looked at; ``check`` judges."""
        raise NotImplementedError

    def format(self, answer: Answer) -> str:
        """The one-line text form of an answer."""
        raise NotImplementedError


Asking = Generator[Question, Answer, M]
"""What ``ask`` returns: yields questions, is sent answers, returns a move."""


class Amount(Struct, frozen=True):
    """A number of something: part of a price or a gain. ``icon`` is a name of the icon set."""

    n: int
    icon: str = ""
    label: Wording | None = None


class Option(Struct, Generic[T], frozen=True):
    """One thing that may be picked. ``value`` is a number or a word without spaces, different for every option.

    ``reason`` is set when it is out of reach, and says why. ``copies`` is how often it is there when chance picks it
    (cards of one kind in a deck; a kind that has run out stays listed, with 0).
    """

    value: T
    label: Wording
    price: tuple[Amount, ...] = ()
    reason: Message | None = None
    hint: Wording | None = None
    act: Message | None = None
    icon: str = ""
    seat: int | None = None
    copies: int = 1


class Pick(Question, Generic[T], frozen=True, kw_only=True, tag="pick"):
    """One of the options. Answer: the option's value, as it is or as text."""

    kind = "pick"
    options: tuple[Option[T], ...]

    def __iter__(self) -> Generator[Pick[T], Answer, T]:
        return self.option((yield self)).value

    def option(self, answer: Answer) -> Option[T]:
        """The option an answer means."""
        for option in self.options:
            if str(option.value) == str(answer):
                return option
        raise not_offered(answer)

    def check(self, answer: Answer) -> None:
        if reason := self.option(answer).reason:
            raise Refused("out-of-reach", reason)

    def parse(self, text: str) -> Answer:
        return text.strip()

    def format(self, answer: Answer) -> str:
        return str(answer)

    def reachable(self) -> tuple[Option[T], ...]:
        """The options that may be picked now."""
        return tuple(option for option in self.options if option.reason is None)

    def blocked(self) -> Message | None:
        """Why none of the options may be picked, as the first of them says: the reason of a whole branch."""
        if self.reachable():
            return None
        return self.options[0].reason if self.options else say("There is nothing to choose from.")


class Place(Pick[T], frozen=True, kw_only=True, tag="place"):
    """A position on a widget the viewer sees: the options' values are positions of ``widget``."""

    kind = "place"
    widget: str

    def __iter__(self) -> Generator[Place[T], Answer, T]:
        return self.option((yield self)).value


class Fit(Pick[str], frozen=True, kw_only=True, tag="fit"):
    """A piece laid on squares of grid ``widget``. Each option is one way to lay it: ``"x,y,turn"``, where x and y are
    the square its first one comes to lie on and ``turn`` an index of ``turns``.

    ``turns`` holds the piece as it lies in each direction it can be turned to, clockwise and different from each
    other: its squares as (right, down) of the first, which is (0, 0). A way that is not among the options leaves the
    grid; one that is out of reach says why.
    """

    kind = "fit"
    widget: str
    turns: tuple[tuple[tuple[int, int], ...], ...]
    icon: str = ""

    def __iter__(self) -> Generator[Fit, Answer, str]:
        return self.option((yield self)).value

    def squares(self, answer: Answer) -> tuple[str, ...]:
        """The positions on the grid that the piece covers when it is laid like this."""
        x, y, turn = map(int, self.option(answer).value.split(","))
        return tuple(f"{x + right},{y + down}" for right, down in self.turns[turn])


class PickMany(Question, Generic[T], frozen=True, kw_only=True, tag="pick-many"):
    """Between ``least`` and ``most`` different options. Answer: the list of their values, in the order picked."""

    kind = "pick-many"
    options: tuple[Option[T], ...]
    least: int = 0
    most: int

    def __iter__(self) -> Generator[PickMany[T], Answer, list[T]]:
        return [self._option(value).value for value in _items((yield self))]

    def check(self, answer: Answer) -> None:
        values = [str(value) for value in _items(answer)]
        for value in values:
            if reason := self._option(value).reason:
                raise Refused("out-of-reach", reason)
        if len(set(values)) != len(values):
            raise Refused("picked-twice", say("The same choice is there twice."))
        if not self.least <= len(values) <= self.most:
            raise Refused(
                "wrong-number",
                say("Choose from {least} to {most}, not {n}.", least=self.least, most=self.most, n=len(values)),
            )

    def parse(self, text: str) -> Answer:
        return [] if text.strip() == "-" else list(text.split())

    def format(self, answer: Answer) -> str:
        return " ".join(str(value) for value in _items(answer)) or "-"

    def _option(self, answer: int | str) -> Option[T]:
        for option in self.options:
            if str(option.value) == str(answer):
                return option
        raise not_offered(answer)


class Count(Question, frozen=True, kw_only=True, tag="count"):
    """A whole number from ``low`` to ``high``. Answer: the number. ``start`` is where a dial begins."""

    kind = "count"
    low: int = 0
    high: int
    start: int = 0
    icon: str = ""

    def __iter__(self) -> Generator[Count, Answer, int]:
        return _number((yield self))

    def check(self, answer: Answer) -> None:
        number = _number(answer)
        if not self.low <= number <= self.high:
            raise Refused(
                "out-of-bounds",
                say("{n} is not between {low} and {high}.", n=number, low=self.low, high=self.high),
            )

    def parse(self, text: str) -> Answer:
        return _number(text.strip())

    def format(self, answer: Answer) -> str:
        return str(_number(answer))


class Dice(Question, frozen=True, kw_only=True, tag="dice"):
    """What ``dice`` dice show, each from 1 to ``faces``. Answer: a list of that many numbers."""

    kind = "dice"
    dice: int
    faces: int = 6

    def __iter__(self) -> Generator[Dice, Answer, list[int]]:
        return [_number(face) for face in _items((yield self))]

    def check(self, answer: Answer) -> None:
        faces = [_number(face) for face in _items(answer)]
        if len(faces) != self.dice:
            raise Refused("wrong-number", say("Enter {least} dice, not {n}.", least=self.dice, n=len(faces)))
        for face in faces:
            if not 1 <= face <= self.faces:
                raise Refused(
                    "out-of-bounds",
                    say("{n} is not between {low} and {high}.", n=face, low=1, high=self.faces),
                )

    def parse(self, text: str) -> Answer:
        return [_number(face) for face in text.split()]

    def format(self, answer: Answer) -> str:
        return " ".join(str(face) for face in _items(answer))


class Text(Question, frozen=True, kw_only=True, tag="text"):
    """A short text, for the few things that have a name. Answer: the text, at most ``longest`` characters, and none of
    the names that are ``taken``, however they are written.
    """

    kind = "text"
    longest: int = 40
    start: str = ""
    taken: tuple[str, ...] = ()

    def __iter__(self) -> Generator[Text, Answer, str]:
        return str((yield self)).strip()

    def check(self, answer: Answer) -> None:
        if not isinstance(answer, str) or not answer.strip() or not answer.isprintable():
            raise Refused("no-text", say("Write something."))
        if len(answer) > self.longest:
            raise Refused("too-long", say("At most {most} characters.", most=self.longest))
        if answer.strip().casefold() in {name.casefold() for name in self.taken}:
            raise Refused("name-taken", say("There is something of that name already.", short=N_("Name is taken")))

    def parse(self, text: str) -> Answer:
        try:
            read = json.loads(text) if text.strip().startswith('"') else None
        except ValueError:
            read = None
        if read is None:
            raise Refused("no-text", say("A text stands in double quotes."))
        return str(read)

    def format(self, answer: Answer) -> str:
        return json.dumps(answer, ensure_ascii=False)


class Confirm(Question, frozen=True, kw_only=True, tag="confirm"):
    """Yes or no. Answer: a truth value. ``yes`` and ``no`` are the words on the two buttons."""

    kind = "confirm"
    yes: Message
    no: Message

    def __iter__(self) -> Generator[Confirm, Answer, bool]:
        return bool((yield self))

    def check(self, answer: Answer) -> None:
        if not isinstance(answer, bool):
            raise not_offered(answer)

    def parse(self, text: str) -> Answer:
        words = {"yes": True, "no": False}
        if text.strip() not in words:
            raise not_offered(text.strip())
        return words[text.strip()]

    def format(self, answer: Answer) -> str:
        return "yes" if answer else "no"


AnyQuestion = Pick[Any] | Place[Any] | Fit | PickMany[Any] | Count | Dice | Text | Confirm


class Asked(Struct, frozen=True):
    """The walk stopped at ``question``; ``answered`` are the questions before it, in order."""

    question: Question
    answered: tuple[Question, ...] = ()


class Done(Struct, Generic[M], frozen=True):
    """The answers are complete and make ``move``."""

    move: M
    answered: tuple[Question, ...] = ()


def walk(asking: Asking[M], answers: Sequence[Answer]) -> Asked | Done[M]:
    """Answer the questions of ``asking`` one after the other. Raises ``Refused`` at the first answer that is not
    possible, or when there are more answers than questions.
    """
    answered: list[Question] = []
    try:
        question = next(asking)
        for answer in answers:
            question.check(answer)
            answered.append(question)
            question = asking.send(answer)
    except StopIteration as stop:
        if len(answered) < len(answers):
            raise Refused("too-many-answers", say("That was already answered.")) from None
        return Done(stop.value, tuple(answered))
    asking.close()
    return Asked(question, tuple(answered))


def digest(play: str, seat: int, accepted: int, questions: Sequence[Question]) -> str:
    """What a screen stood on: the same digest later means that nothing the seat was looking at has changed.

    ``accepted`` is the seat's own count of accepted answers; ``questions`` are those shown, in order. Messages enter
    by their key and arguments, never as translated text.
    """
    shown = msgspec.json.encode((play, seat, accepted, questions), order="sorted")
    return blake2b(shown, digest_size=10).hexdigest()


def _number(answer: Answer) -> int:
    if isinstance(answer, int) and not isinstance(answer, bool):
        return answer
    if isinstance(answer, str) and re.fullmatch(r"\s*-?[0-9]{1,10}\s*", answer):
        return int(answer)
    raise Refused("no-number", say("{answer} is not a number.", answer=str(answer)))


def _items(answer: Answer) -> list[int | str]:
    if not isinstance(answer, list):
        raise not_offered(answer)
    return answer
