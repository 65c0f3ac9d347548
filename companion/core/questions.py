"""The small steps by which a screen builds a move.

A game asks in straight-line code, a generator: ``space = yield from Pick(...)``. Every question carries its legal
options with label, price and, for what is out of reach, the reason. Answers are plain JSON values, so that a phone, an
encoder, a terminal and a text file give the same ones.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable
from contextlib import suppress
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast

from msgspec import Struct

from companion.core.answer_parsing import check_bounds, items, whole_number
from companion.core.errors import Refused, not_offered
from companion.core.options import Amount, Option, T, branch_reason, meant
from companion.core.wording import N_, Message, Wording, say

Answer = bool | int | str | list[int | str]
"""What comes back from a screen: see each question for the shape it takes."""

M = TypeVar("M")

Layout = Literal["plain", "rows", "dense", "open"]
"""How pages lay a form. ``rows``: moves that come again are folded to a line each, and the numbers of a move's only
count are shown to be tapped at once. ``dense``: its many fields lie closely, long lists are folded to their answer, and
small numbers are shown to be tapped at once. ``open``: a move of few questions, closely and nothing folded but what is
not possible and the higher numbers.
"""


Openness = Literal["nothing", "words", "list"]
"""What pages show of a secret question outside its cover."""


class Form(Struct, frozen=True):
    """What a question on a form carries: see ``core.forms``. ``prompt`` heads the form, ``act`` is on its button.
    ``anew``: a dialogue that begins with it does not continue the form of the move before. ``layout``: see ``Layout``.
    ``again``: the answers of the last time are offered; not where nobody does the same twice.
    """

    key: str
    prompt: Message
    act: Message | None = None
    anew: bool = False
    layout: Layout = "plain"
    again: bool = True


class Question(Struct, frozen=True, kw_only=True):
    """Base of all questions.

    ``key`` names the question in files and over the API. ``hint`` explains, ``act`` is the wording of the button that
    sends the answer; it may use ``{answer}``. ``secret`` questions are asked of the seat alone, never through a
    scribe. ``default`` is the answer when the table goes on without the seat, which is then asked from its first
    question on; one without a default is answered by somebody else for the seat. So the dialogue of a seat that must
    answer may not come to a secret question without a default as long as defaults are given.

    ``lapse`` is the answer that the table gives to a secret question when the time for secret answers is over, where
    the table has such a time: only one that changes nothing, as no card or all kept. No plan, loss, payment or printed
    fact lapses.

    ``given`` is what the seat has answered already where all answer in secret and nobody sees who has: it is asked
    only if it wants to change that.

    ``usual`` is what a screen shows as chosen before anybody touched it; it answers for nobody. Without one,
    ``assumed`` is what a form goes on with to show the questions after it as well: it waits for an answer nevertheless.
    A ``settled`` question is not shown before those above it are answered, because it tells what comes of them.
    ``form`` is set by ``together``. ``meaning`` explains the question to a player who meets it for the first time, in
    one to three short sentences. It may not depend on anything that some viewers do not know.

    ``open`` is what pages show of a secret question outside its cover: ``words``, the prompt and the hint, where these
    tell nothing that the seat alone knows; ``list``, the options of a pick too, where they are the same whoever is
    asked. What is chosen is covered at once.

    ``elsewhere`` are answers that leave the question for another one: the value of an option says which. Only screens
    that show both draw them, as a score pad does by its cells.
    """

    kind: ClassVar[str]

    key: str
    prompt: Message
    hint: Wording | None = None
    act: Message | None = None
    secret: bool = False
    default: Answer | None = None
    usual: Answer | None = None
    assumed: Answer | None = None
    settled: bool = False
    given: Answer | None = None
    lapse: Answer | None = None
    form: Form | None = None
    meaning: Wording | None = None
    open: Openness = "nothing"
    elsewhere: tuple[Option[str], ...] = ()

    def leaving(self, answer: Answer) -> Option[str] | None:
        """The option of ``elsewhere`` that ``answer`` means; None where it answers the question itself."""
        return next((option for option in self.elsewhere if option.value == answer), None)

    def check(self, answer: Answer) -> None:
        """Raise ``Refused`` unless ``answer`` is possible as an answer to the question itself."""
        raise NotImplementedError

    def accept(self, answer: Answer) -> None:
        """Raise ``Refused`` unless ``answer`` is possible, or leaves the question for another one."""
        if self.leaving(answer) is None:
            self.check(answer)

    @property
    def preset(self) -> Answer | None:
        """The usual answer, where it is possible now: what a screen begins with."""
        if self.usual is None:
            return None
        try:
            self.check(self.usual)
        except Refused:
            return None
        return self.usual

    def parse(self, text: str) -> Answer:
        """Read an answer from its one-line text form. Only the form is looked at; ``check`` judges."""
        raise NotImplementedError

    def format(self, answer: Answer) -> str:
        """The one-line text form of an answer."""
        raise NotImplementedError


Asking = Generator[Question, Answer, M]
"""What ``ask`` returns: yields questions, is sent answers, returns a move."""


class Shortcut(Struct, frozen=True):
    """Answers to a question and the next ones that a page gives with one tap. Kinds: ``go`` begins what ``label``
    says, ``drop`` takes it back, ``cure`` avoids it, ``reply`` answers it. The button says ``act``, else the label.
    Without answers there is no button: a ``cure`` then says what will happen, a ``reply`` what somebody has said.
    """

    kind: Literal["go", "drop", "cure", "reply"]
    label: Wording
    answers: tuple[Answer, ...] = ()
    act: Message | None = None
    hint: Message | None = None
    icon: str = ""
    price: tuple[Amount, ...] = ()


class Outcome(Struct, frozen=True, kw_only=True):
    """The result of an answer: a gain or a ``loss``, and its ``points``."""

    words: Wording
    hint: Wording | None = None
    loss: bool = False
    points: int = 0


class Sum(Struct, frozen=True, kw_only=True):
    """What a set adds up to (``have``), what it must reach (``need``), and in ``words`` whether it is enough."""

    have: int
    have_of: Wording
    need: int
    need_title: Wording
    need_of: Wording
    words: Wording
    note: Wording | None = None
    outcomes: tuple[Outcome, ...] = ()


class Parts(Struct, frozen=True, kw_only=True):
    """What a set is put together of: each of ``parts`` is in it (``on``) or not (``off``). ``title`` heads the sums,
    ``sums`` tell what each set comes to, the empty one too, by its value.
    """

    parts: tuple[Option[Any], ...]
    on: Message
    off: Message
    title: Wording
    sums: dict[str, Sum]


class Pick(Question, Generic[T], frozen=True, kw_only=True, tag="pick"):
    """One of the options. Answer: the option's value, as it is or as text.

    ``set_of``: the options are sets, and their values those of its parts joined by ``+`` in any order. Pages ask for a
    set part by part; keys show the sets.

    ``done`` is the option that ends what the others do: pages show it as the one button. ``beside`` are the keys of
    widgets that belong with the question on a page. ``shortcuts`` are ways that a page offers in one tap. ``large``:
    one tap answers it, which people can take back: the button of ``done`` takes half the page, with the hint of its
    option on it; without ``done`` every option is such a button.
    ``sends``: where it is the last that a form asks, each option is a button that sends it.
    """

    kind = "pick"
    options: tuple[Option[T], ...]
    done: str = ""
    beside: tuple[str, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    large: bool = False
    set_of: Parts | None = None
    sends: bool = False

    def __iter__(self) -> Generator[Pick[T], Answer, T]:
        return self.option((yield self)).value

    def option(self, answer: Answer) -> Option[T]:
        """The option an answer means."""
        if self.set_of is not None:
            parts = sorted(str(answer).split("+"))
            same = (option for option in self.options if sorted(str(option.value).split("+")) == parts)
            return next(same, None) or meant(self.options, answer)
        return meant(self.options, answer)

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

    def blocked(self, nothing: Message | None = None) -> Message | None:
        """Why no option may be picked: the reason of the first one, or ``nothing`` if there are no options."""
        nothing = nothing or say("There is nothing to choose from.")
        return branch_reason((option.reason for option in self.options), nothing)


class Place(Pick[T], frozen=True, kw_only=True, tag="place"):
    """A position on a widget the viewer sees: the options' values are positions of ``widget``."""

    kind = "place"
    widget: str


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

    def squares(self, answer: Answer) -> tuple[str, ...]:
        """The positions on the grid that the piece covers when it is laid like this."""
        x, y, turn = map(int, self.option(answer).value.split(","))
        return tuple(f"{x + right},{y + down}" for right, down in self.turns[turn])


class PickMany(Question, Generic[T], frozen=True, kw_only=True, tag="pick-many"):
    """Between ``least`` and ``most`` different options. Answer: the list of their values, in the order picked.
    ``act_none`` are the words of the button where none is picked. ``likely``: so many of the first options are what is
    meant most often; pages fold the others. ``counted_by``: the key of the question after it that asks how often each
    of those picked is there (``food*2``), which for its part names this one as ``counts``; pages ask both in one, by
    tapping an option again. ``printed_on``: the key of the question after it that names the card on which all this is
    printed, of which pages draw an outline that fills while it is entered.
    """

    kind = "pick-many"
    options: tuple[Option[T], ...]
    least: int = 0
    most: int
    act_none: Message | None = None
    likely: int = 0
    counted_by: str = ""
    counts: str = ""
    printed_on: str = ""

    def __iter__(self) -> Generator[PickMany[T], Answer, list[T]]:
        return [meant(self.options, value).value for value in items((yield self))]

    def check(self, answer: Answer) -> None:
        values = [str(value) for value in items(answer)]
        for value in values:
            if reason := meant(self.options, value).reason:
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
        return " ".join(str(value) for value in items(answer)) or "-"


class Count(Question, frozen=True, kw_only=True, tag="count"):
    """A whole number from ``low`` to ``high``. Answer: the number. ``start`` is where a dial begins. ``likely``: the
    numbers from there on are the frequent ones, which pages show to be tapped at once. ``act_none`` are the words of
    the button where the answer is 0.
    """

    kind = "count"
    low: int = 0
    high: int
    start: int = 0
    icon: str = ""
    likely: bool = False
    act_none: Message | None = None

    def __iter__(self) -> Generator[Count, Answer, int]:
        return whole_number((yield self))

    def check(self, answer: Answer) -> None:
        check_bounds(whole_number(answer), self.low, self.high)

    def parse(self, text: str) -> Answer:
        return whole_number(text.strip())

    def format(self, answer: Answer) -> str:
        return str(whole_number(answer))


class Throw(list[int]):
    """The faces that dice show; none where people said only how many of them are hits. ``hits`` counts these."""

    def __init__(self, faces: Iterable[int], hits: int) -> None:
        super().__init__(faces)
        self.hits = hits


class Dice(Question, frozen=True, kw_only=True, tag="dice"):
    """What ``dice`` dice show, each from 1 to ``faces``. Answer: a list of that many numbers. Where only the dice that
    show one of ``hits`` matter, their number is an answer as well.
    """

    kind = "dice"
    dice: int
    faces: int = 6
    hits: tuple[int, ...] = ()

    def __iter__(self) -> Generator[Dice, Answer, Throw]:
        answer = yield self
        faces = answer if isinstance(answer, list) else []
        return Throw(map(whole_number, faces), self.hits_of(answer))

    def hits_of(self, answer: Answer) -> int:
        """How many dice of an answer are hits."""
        if self.hits and not isinstance(answer, list):
            return whole_number(answer)
        return sum(whole_number(face) in self.hits for face in items(answer))

    def check(self, answer: Answer) -> None:
        if self.hits and not isinstance(answer, list):
            check_bounds(whole_number(answer), 0, self.dice)
            return
        faces = [whole_number(face) for face in items(answer)]
        if len(faces) != self.dice:
            raise Refused("wrong-number", say("Dice to enter: {least}, not {n}.", least=self.dice, n=len(faces)))
        for face in faces:
            check_bounds(face, 1, self.faces)

    def parse(self, text: str) -> Answer:
        word, _, number = text.strip().partition(" ")
        if self.hits and word == "hits":
            return whole_number(number.strip())
        return [whole_number(face) for face in text.split()]

    def format(self, answer: Answer) -> str:
        if self.hits and not isinstance(answer, list):
            return f"hits {whole_number(answer)}"
        return " ".join(str(face) for face in items(answer))


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
        with suppress(ValueError):
            if text.strip().startswith('"'):
                return str(json.loads(text))
        raise Refused("no-text", say("A text stands in double quotes."))

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
"""The kinds of question there are. Match on this union: mypy then names what a new kind misses."""


def as_asked(question: Question) -> AnyQuestion:
    """The question that a game yielded, checked to be one of the known kinds."""
    return cast("AnyQuestion", question)
