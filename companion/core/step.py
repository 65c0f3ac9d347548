"""Apply one move to a private copy of the state: chance, messages, refusals, reveals, and learned facts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.core.boxes import Fact, Learned
from companion.core.chance import Chance, ChanceAhead, Drawn, NoChance
from companion.core.errors import Refused, RulesBug
from companion.core.instructions import (
    AnyInstruction,
    Cover,
    Cutter,
    Instruction,
    Numbers,
    Row,
    cutter_for,
    inside,
    ordered,
)
from companion.core.questions import Answer, Dice, Question, as_asked
from companion.core.secrecy import BrokenSeal, Sealed
from companion.core.wording import N_, Message, Wording, say

S = TypeVar("S")
V = TypeVar("V")
D = TypeVar("D")
R = TypeVar("R", covariant=True)

TABLE = 0
"""The seat number of the table itself: for what belongs to no single seat (set-up, cards turned up for all)."""

NOT_AWAITED = say("The table is not waiting for you.", short=N_("Not your turn"))
NOT_NOW = say("That is not asked for now.", short=N_("Not now"))

LogText = Message | Sealed[Message]
"""A log line. A sealed line is shown to its seats only; a sealed argument is hidden from other seats."""


def owned(told: LogText, seat: int) -> LogText:
    """A log line with its owner."""
    if isinstance(told, Message):
        return replace(told, seat=seat)
    return Sealed(told.to, replace(told.value, seat=seat), told.revealed)


class Reminder(Struct, frozen=True):
    """A hint to a seat (``TABLE``: to everybody) for the question that comes next."""

    seat: int
    words: Message


class TypedQuestion(Protocol[R]):
    """A question whose ``yield from`` returns a result of type ``R``."""

    def __iter__(self) -> Generator[Any, Answer, R]: ...


class HasAgenda(Protocol):
    """A state with a stack of pending decisions; the play waits for the last item."""

    @property
    def agenda(self) -> Sequence[Any]: ...


A = TypeVar("A", bound=HasAgenda)


class Step(Generic[S]):
    """The argument of every rule. ``state`` is a copy that the rule changes; it is used only if the rule returns
    without an error.
    """

    def __init__(self, state: S, seat: int, chance: Chance, cutter: Cutter[S] | None = None) -> None:
        self.state = state
        self.seat = seat
        self.told: list[LogText] = []
        self.instructions: list[AnyInstruction] = []
        self._cutter = cutter
        self._own: list[AnyInstruction] = []
        self.reminders: list[Reminder] = []
        self.learned: list[Learned] = []
        self.revealed = False
        self._chance = chance

    def chance(self, question: TypedQuestion[R], by: int = TABLE) -> R:
        """Answer ``question`` by chance. ``by`` is the seat that rolls or draws, if people do it."""
        if not isinstance(question, Question):
            raise RulesBug(f"chance needs a question, not {question!r}")
        asking = iter(question)
        next(asking)
        answer = self._chance.answer(as_asked(question), by)
        question.check(answer)
        try:
            asking.send(answer)
        except StopIteration as stop:
            result: R = stop.value
            return result
        raise RulesBug(f"{question.key} asks twice")

    @property
    def from_cardboard(self) -> bool:
        """Whether people answered the last chance, by drawing or rolling themselves."""
        return bool(self._chance.drawn) and self._chance.drawn[-1].by == "cardboard"

    def enter(self, answer: Answer) -> None:
        """Use ``answer`` for the first chance that people decide. Only for the core."""
        self._chance.enter(answer)

    def mark(self) -> Callable[[], None]:
        """A function that undoes all log lines, facts, reveals and draws of the step after this call. Only for the
        core.
        """
        told, learned, revealed, draws = len(self.told), len(self.learned), self.revealed, self._chance.mark()
        reminders = len(self.reminders)
        self._cut(())
        instructions, cut = len(self.instructions), self._cutter.mark() if self._cutter else None

        def back() -> None:
            del self.told[told:], self.learned[learned:], self.instructions[instructions:], self.reminders[reminders:]
            self._own.clear()
            self.revealed = revealed
            draws()
            if cut is not None:
                cut()

        return back

    def tell(self, told: LogText, seat: int | None = None) -> None:
        """Add a log line; it is shown on the log page and the displays. ``seat`` is the seat it is about (``TABLE``:
        the table), if that is neither the first person named in the line nor the mover.
        """
        self.told.append(told if seat is None else owned(told, seat))
        self._cut((self.told[-1],))

    def instruct(
        self,
        seat: int,
        words: Message | Sealed[Message] | Sealed[None] | None,
        *,
        back: Message | None = None,
        key: str = "",
        covers: Sequence[Cover] = (),
        short: Sequence[Message] = (),
        side: Wording | None = None,
        row: Row = "own",
        about: Sequence[str] = (),
    ) -> None:
        """Add a table instruction with a text of the game, for what cannot be computed from tracked numbers. It belongs
        to the next log line. ``seat`` does it (``TABLE``: the table). ``covers`` are changes of tracked numbers between
        the last log line and the next that this text already describes, so that no instruction is computed for them.
        ``back`` is the instruction that undoes it; without it, undo says "Undo by hand". Of several with the same
        ``key`` in one form only the last counts. Without ``words`` it was done for a question already, and only undo
        has a text. ``short`` are the parts of ``words`` for a small display; ``side`` is written in front. ``row`` is
        its place there; "none" is for a remark that needs no action. ``about`` are keys (chosen by the game) of the
        pieces for which the text says everything to be done: an older instruction about these pieces only is no longer
        needed.
        """
        said = words.value if isinstance(words, Sealed) else words
        own = Instruction(
            seat,
            "words",
            words=said,
            back=back,
            group=key,
            covers=tuple(covers),
            parts=tuple(short),
            side=side,
            row=row,
            about=tuple(about),
        )
        self._own.append(Sealed(words.to, own) if isinstance(words, Sealed) else own)

    def remind(self, seat: int, words: Message) -> None:
        """Remind ``seat`` (``TABLE``: everybody) of something at the next question. The hint is shown until the next
        move that this seat knows of; it is not stored, undone or part of a digest.
        """
        self.reminders.append(Reminder(seat, words))

    def part(self) -> None:
        """Compute the instructions for changes since the last log line now, so that they are not merged with later
        changes.
        """
        self._cut(())

    def end(self) -> None:
        """Compute the instructions for changes after the last log line. Only for the core."""
        self._cut(())

    def _cut(self, told: Sequence[LogText]) -> None:
        own, self._own = self._own, []
        if self._cutter is None:
            return
        covers = [cover for one in own for cover in inside(one).covers]
        try:
            found = self._cutter.cut(self.state, [line for line in told if isinstance(line, Message)], covers)
        except Exception:
            # numbers may be unreadable in the middle of a rule: the move is valid, but gets no further instructions
            self._cutter = None
            return
        self.instructions += ordered(found, own)

    def tell_all(self, told: Message, seat: int | None = None) -> None:
        """Add a log line about what was just revealed or rolled. The table screen shows it large, with the widgets of
        ``Game.reveals``, until the table continues.
        """
        self.tell(replace(told, large=True), seat)

    def tell_first(self, told: Message, seat: int | None = None) -> None:
        """Add a log line about a player's loss or gain. Screens show it before the other lines of the step, such as
        dice results, and the voice of the table says it.
        """
        self.tell(replace(told, first=True), seat)

    def announce(self, told: Message, seat: int | None = None) -> None:
        """Add a log line that the table screen also shows large for some seconds: an attack, a city taken, a new
        round.
        """
        self.tell(replace(told, large=True, first=True), seat)

    def refuse(self, code: str, message: Message) -> NoReturn:
        """Refuse the move. Raises ``RulesBug`` after a chance, since the result would be known without a move."""
        if self._chance.drawn:
            raise RulesBug(f"refused with {code} after a chance was drawn")
        raise Refused(code, message)

    def require(self, reason: Message | None, code: str = "out-of-reach") -> None:
        """Refuse with ``reason`` if it is not None; rules check with it what options show as their ``reason``."""
        if reason is not None:
            self.refuse(code, reason)

    def owed(self: Step[A], *kinds: type[D]) -> D:
        """The top of the agenda. Refuses the move if it is of none of these ``kinds``. The caller must remove it."""
        top = self.state.agenda[-1] if self.state.agenda else None
        if not isinstance(top, kinds):
            self.not_now()
        return top

    def not_now(self) -> NoReturn:
        """Refuse a move of the right seat at the wrong time."""
        self.refuse("not-now", NOT_NOW)

    def reveal(self, sealed: Sealed[V], *to: int) -> V:
        """Open a seal to these seats too, or to everybody if none is given, and return its value.

        An undo past a reveal needs agreement.
        """
        sealed.to = tuple(sorted({*sealed.to, *to}))
        sealed.revealed = sealed.revealed or not to
        self.revealed = True
        return sealed.value

    def learn(self, kind: str, key: str, field: str, value: Fact | None) -> Learned:
        """Record a fact about the owners' box for later plays. ``boxes.put`` writes it to this play's box."""
        learned = Learned(kind, key, field, value)
        self.learned.append(learned)
        return learned


class Outcome(Struct, Generic[S], frozen=True):
    """The result of a move: the new state, what the log stores with it, and reminders, which nothing stores."""

    state: S
    told: tuple[LogText, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    revealed: bool = False
    learned: tuple[Learned, ...] = ()
    instructions: tuple[AnyInstruction, ...] = ()
    reminders: tuple[Reminder, ...] = ()


def run(
    copy: S,
    seat: int,
    chance: Chance,
    rules: Callable[[Step[S]], None],
    numbers: Numbers[S] | None = None,
) -> Outcome[S]:
    """Apply a move. ``copy`` is a private copy of the state, unusable when this raises. ``numbers`` reads the tracked
    numbers for table instructions; without it there are none.

    Raises ``Refused``, ``CardboardNeeded``, or any exception of a bug in the rules.
    """
    step = Step(copy, seat, chance, cutter_for(copy, seat, numbers))
    rules(step)
    step.end()
    return Outcome(
        step.state,
        tuple(step.told),
        tuple(chance.drawn),
        step.revealed,
        tuple(step.learned),
        tuple(step.instructions),
        tuple(step.reminders),
    )


def try_out(copy: S, seat: int, rules: Callable[[Step[S]], None]) -> tuple[tuple[LogText, ...], str | None]:
    """The log lines of a move up to its first chance, and the key of that chance; None without one. Raises ``Refused``.

    ``copy`` is the state as the mover sees it, so that a trial reveals no secret: reading another seat's secret stops
    it like a chance with the key "".
    """
    tried = trial(copy, seat, rules)
    return tried.told, tried.ahead


class Trial(Struct, Generic[S], frozen=True):
    """The result of trying a move: see ``try_out``. ``state`` is the state after it, None if the trial stopped at a
    chance or secret.
    """

    told: tuple[LogText, ...]
    ahead: str | None = None
    state: S | None = None


def trial(copy: S, seat: int, rules: Callable[[Step[S]], None]) -> Trial[S]:
    """Like ``try_out``, but also gives the state after the move."""
    step = Step(copy, seat, NoChance())
    try:
        rules(step)
    except ChanceAhead as ahead:
        return Trial(tuple(step.told), ahead.key)
    except BrokenSeal:
        return Trial(tuple(step.told), "")
    return Trial(tuple(step.told), None, step.state)


def throw_ahead(copy: S, seat: int, rules: Callable[[Step[S]], None]) -> Dice | None:
    """The dice that a move of ``seat`` reaches as its first chance, if the seat throws them itself and only hits
    matter; else None. ``copy`` is as for ``try_out``.
    """
    try:
        rules(Step(copy, seat, NoChance()))
    except ChanceAhead as ahead:
        return thrown_by(ahead, seat)
    except (BrokenSeal, Refused):
        return None
    return None


def thrown_by(ahead: ChanceAhead, seat: int) -> Dice | None:
    """The dice of a chance that a move reached, if only hits matter and ``seat`` throws them; else None."""
    dice = ahead.question
    return dice if isinstance(dice, Dice) and dice.hits and ahead.by == seat else None
