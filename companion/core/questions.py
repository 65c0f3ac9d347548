"""Questions: the steps by which a screen builds a move.

A game asks in a generator: ``space = yield from Pick(...)``. A question has all its options, each with label, price
and, if it is not possible now, the reason. Answers are plain JSON values, so that a phone, an encoder, a terminal and a
text file all give the same ones.
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
"""An answer from a screen; its shape depends on the kind of question."""

M = TypeVar("M")

Layout = Literal["plain", "rows", "dense", "open"]
"""How pages lay out a form. ``rows``: repeated moves are folded to one line each, and the numbers of a move's only
count are buttons. ``dense``: many fields close together, long lists folded to their answer, small numbers as buttons.
``open``: a move of few questions, close together, with nothing folded except impossible options and high numbers.
"""


Openness = Literal["nothing", "words", "list"]
"""What pages show of a secret question while it is covered."""


class Form(Struct, frozen=True):
    """The data about its form that a question carries: see ``core.forms``. ``prompt`` heads the form, ``act`` is on its
    button. ``anew``: a dialogue that begins with it does not continue the form of the move before. ``layout``: see
    ``Layout``. ``again``: the seat's answers of the last time are offered; False for a form that nobody fills in the
    same way twice.
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
    sends the answer; it may use ``{answer}``. ``secret`` questions are asked of the seat alone, never through a scribe.
    ``default`` is the answer when the table continues without the seat, beginning with its first question; a question
    without a default must then be answered by another person for the seat. So as long as defaults are used, the
    dialogue of a seat that must answer must not reach a secret question without one.

    ``lapse`` is the answer that the table gives to a secret question when the time limit for secret answers (if the
    table has one) is over. It may only be an answer that changes nothing, such as no card, or all cards kept. Plans,
    losses, payments and printed facts have none.

    ``given`` is the seat's present answer while all answer in secret and nobody can see who has answered: the seat is
    asked only if it wants to change the answer.

    ``usual`` is preselected on screens; it is no answer before the person sends it. Without ``usual``, ``assumed`` is
    the answer with which a form continues, so that it can show the questions after this one; the person must still
    answer. A ``settled`` question is shown only once the questions above it are answered, because it shows their
    result. ``form`` is set by ``together``. ``meaning`` explains the question to a new player in one to three short
    sentences. It must not depend on anything that some viewers may not know.

    ``open`` is what pages show of a secret question while it is covered: ``words``, the prompt and the hint, if these
    reveal nothing secret; ``list``, also the options of a pick, if they are the same for every seat. The choice is
    covered at once.

    ``elsewhere`` are answers that lead to another question, given by the option's value. They are only used by screens
    that show both questions, such as the cells of a score pad.
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
        """The option of ``elsewhere`` that ``answer`` means; None if it answers the question itself."""
        return next((option for option in self.elsewhere if option.value == answer), None)

    def check(self, answer: Answer) -> None:
        """Raise ``Refused`` unless ``answer`` is possible as an answer to the question itself."""
        raise NotImplementedError

    def accept(self, answer: Answer) -> None:
        """Raise ``Refused`` unless ``answer`` is possible, or leads to another question."""
        if self.leaving(answer) is None:
            self.check(answer)

    @property
    def preset(self) -> Answer | None:
        """The usual answer if it is possible now, else None: what screens preselect."""
        if self.usual is None:
            return None
        try:
            self.check(self.usual)
        except Refused:
            return None
        return self.usual

    def parse(self, text: str) -> Answer:
        """Read an answer from its one-line text form. Only the text form is checked here; ``check`` decides whether the
        answer is possible.
        """
        raise NotImplementedError

    def format(self, answer: Answer) -> str:
        """The one-line text form of an answer."""
        raise NotImplementedError


Asking = Generator[Question, Answer, M]
"""What ``ask`` returns: yields questions, is sent answers, returns a move."""


class Shortcut(Struct, frozen=True):
    """A button with which a page gives several answers in one tap. Kinds: ``go`` begins what ``label`` says, ``drop``
    takes it back, ``cure`` avoids it, ``reply`` answers it. The text of the button is ``act``, else the label. Without
    answers there is only text: a ``cure`` says what will happen, a ``reply`` what another seat has answered.
    """

    kind: Literal["go", "drop", "cure", "reply"]
    label: Wording
    answers: tuple[Answer, ...] = ()
    act: Message | None = None
    hint: Message | None = None
    icon: str = ""
    price: tuple[Amount, ...] = ()


class Outcome(Struct, frozen=True, kw_only=True):
    """A consequence of an answer, shown before it is sent: a gain or a ``loss``, and its ``points``."""

    words: Wording
    hint: Wording | None = None
    loss: bool = False
    points: int = 0


class Sum(Struct, frozen=True, kw_only=True):
    """The total of a set of parts (``have``), the total needed (``need``), and in ``words`` whether it is enough."""

    have: int
    have_of: Wording
    need: int
    need_title: Wording
    need_of: Wording
    words: Wording
    note: Wording | None = None
    outcomes: tuple[Outcome, ...] = ()


class Parts(Struct, frozen=True, kw_only=True):
    """The parts of which a set is made: each is in it (label ``on``) or not (``off``). ``title`` is the heading of the
    sums; ``sums`` has the total of each set, the empty one included, by the set's value.
    """

    parts: tuple[Option[Any], ...]
    on: Message
    off: Message
    title: Wording
    sums: dict[str, Sum]


class Pick(Question, Generic[T], frozen=True, kw_only=True, tag="pick"):
    """One of the options. Answer: the option's value, as it is or as text.

    ``set_of``: the options are sets of parts; the value of an option is the values of its parts joined by ``+``, in any
    order. Pages ask for a set part by part; keys show the sets as a list.

    ``done`` is the option that ends a repeated choice: pages show it as the main button. ``beside`` are the keys of
    widgets shown next to the question on a page. ``shortcuts`` are answers that a page offers in one tap. ``large``:
    for an answer that can be undone, so one tap sends it: the button of ``done`` takes half the page and has the hint
    of its option on it; without ``done`` every option is such a button. ``sends``: if it is the last question of a
    form, each option is a button that sends the form.
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
    """A position on a widget the viewer sees: the values of the options are positions on ``widget``."""

    kind = "place"
    widget: str


class Fit(Pick[str], frozen=True, kw_only=True, tag="fit"):
    """A piece to be laid on squares of the grid ``widget``. Each option is one way to lay it: ``"x,y,turn"``, where x
    and y are the square under its first square and ``turn`` is an index of ``turns``.

    ``turns`` holds the different rotations of the piece, clockwise: its squares as (right, down) offsets from the first
    square, which is (0, 0). Ways that would leave the grid are not among the options; impossible ones have a reason.
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
    ``act_none`` is the text of the button if none is picked. ``likely`` is how many of the first options are the most
    frequent ones; pages fold the others. ``counted_by`` is the key of a later question that asks how many of each
    picked option there are (``food*2``) and names this question as ``counts``; pages ask both together, by repeated
    taps. ``printed_on`` is the key of a later question that names the card on which all this is printed; pages draw a
    picture of the card while it is entered.
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
    """A whole number from ``low`` to ``high``. Answer: the number. ``start`` is where input begins. ``likely``: the
    numbers from ``start`` on are the frequent ones, which pages show as buttons. ``act_none`` is the text of the button
    if the answer is 0.
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
    """A result of dice: the ``faces``, empty if people entered only the number of hits; ``hits`` is that number."""

    def __init__(self, faces: Iterable[int], hits: int) -> None:
        super().__init__(faces)
        self.hits = hits


class Dice(Question, frozen=True, kw_only=True, tag="dice"):
    """The faces of ``dice`` dice, each from 1 to ``faces``. Answer: a list of that many numbers. If only dice that show
    one of ``hits`` matter, the number of these dice is also an answer.
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
    """A short text, for the few things that have a name. Answer: the text, at most ``longest`` characters, and equal to
    none of ``taken``, also in another spelling (see ``core.legible``).
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
    """Yes or no. Answer: true or false. ``yes`` and ``no`` are the texts of the two buttons."""

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
"""All kinds of questions. Match on this union, so that mypy reports where a new kind is not handled."""


def as_asked(question: Question) -> AnyQuestion:
    """The question that a game yielded. Raises ``RulesBug`` if it is none of the known kinds."""
    return cast("AnyQuestion", question)
