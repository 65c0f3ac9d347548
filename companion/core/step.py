"""One move on its way through the rules: a private copy of the state, chance, what is told, and the refusal."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from msgspec import Struct

from companion.core.boxes import Fact, Learned
from companion.core.chance import Chance, ChanceAhead, Drawn, NoChance
from companion.core.errors import Refused, RulesBug
from companion.core.questions import Answer, Question
from companion.core.secrecy import BrokenSeal, Sealed
from companion.core.wording import N_, Message, say

S = TypeVar("S")
V = TypeVar("V")
D = TypeVar("D")
R = TypeVar("R", covariant=True)

TABLE = 0
"""The seat number of the table itself: questions no single seat owns (set-up, cards turned up for all)."""

NOT_AWAITED = say("The table is not waiting for you.", short=N_("Not your turn"))
NOT_NOW = say("That is not asked for now.", short=N_("Not now"))

Told = Message | Sealed[Message]
"""A line of what happened. A sealed line exists only for its seats; a sealed argument is hidden from the others."""


class Asks(Protocol[R]):
    """A question that says what its answer becomes; every kind of question is one."""

    def __iter__(self) -> Generator[Any, Answer, R]: ...


class HasAgenda(Protocol):
    """A state that lists what is still to be done: a stack, its last item is what the play waits for."""

    @property
    def agenda(self) -> Sequence[Any]: ...


A = TypeVar("A", bound=HasAgenda)


class Step(Generic[S]):
    """What ``apply`` is given. Change ``state`` freely: it is a copy that counts only if ``apply`` returns."""

    def __init__(self, state: S, seat: int, chance: Chance) -> None:
        self.state = state
        self.seat = seat
        self.told: list[Told] = []
        self.learned: list[Learned] = []
        self.revealed = False
        self._chance = chance

    def chance(self, question: Asks[R], by: int = TABLE) -> R:
        """What chance answers. ``by`` is the seat that rolls or draws when this is done with cardboard."""
        if not isinstance(question, Question):
            raise RulesBug(f"chance needs a question, not {question!r}")
        asking = iter(question)
        next(asking)
        answer = self._chance.answer(question, by)
        question.check(answer)
        try:
            asking.send(answer)
        except StopIteration as stop:
            result: R = stop.value
            return result
        raise RulesBug(f"{question.key} asks twice")

    def tell(self, told: Told) -> None:
        """Say what happened, for the log page, the flash on a display, the spoken line."""
        self.told.append(told)

    def refuse(self, code: str, message: Message) -> NoReturn:
        """End the step: the move is not possible, and why. Never after a chance: the dice would have told."""
        if self._chance.drawn:
            raise RulesBug(f"refused with {code} after a chance was drawn")
        raise Refused(code, message)

    def require(self, reason: Message | None, code: str = "out-of-reach") -> None:
        """Refuse with ``reason`` if there is one: the other half of an option's ``reason``."""
        if reason is not None:
            self.refuse(code, reason)

    def owed(self: Step[A], *kinds: type[D]) -> D:
        """The top of the agenda, which this move settles; refuse the move when the top is of none of ``kinds``."""
        top = self.state.agenda[-1] if self.state.agenda else None
        if not isinstance(top, kinds):
            self.not_now()
        return top

    def not_now(self) -> NoReturn:
        """Refuse a move that the play does not wait for, though it waits for this seat."""
        self.refuse("not-now", NOT_NOW)

    def reveal(self, sealed: Sealed[V], *to: int) -> V:
        """Open a seal to these seats too, with none named to everybody, and read it.

        Undo knows that it may not pass silently over this.
        """
        sealed.to = tuple(sorted({*sealed.to, *to}))
        sealed.revealed = sealed.revealed or not to
        self.revealed = True
        return sealed.value

    def learn(self, kind: str, key: str, field: str, value: Fact | None) -> Learned:
        """Keep a fact about the owners' box for other evenings too. This evening's box is ``boxes.put``'s."""
        learned = Learned(kind, key, field, value)
        self.learned.append(learned)
        return learned


class Outcome(Struct, Generic[S], frozen=True):
    """A move that went through: the state after it and everything the log keeps of it."""

    state: S
    told: tuple[Told, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    revealed: bool = False
    learned: tuple[Learned, ...] = ()


def run(copy: S, seat: int, chance: Chance, rules: Callable[[Step[S]], None]) -> Outcome[S]:
    """Put a move through the rules. ``copy`` is the caller's private copy, lost when this raises.

    Raises ``Refused``, ``CardboardNeeded`` or whatever bug the rules have.
    """
    step = Step(copy, seat, chance)
    rules(step)
    return Outcome(step.state, tuple(step.told), tuple(chance.drawn), step.revealed, tuple(step.learned))


def try_out(copy: S, seat: int, rules: Callable[[Step[S]], None]) -> tuple[tuple[Told, ...], bool]:
    """What a move would tell, up to the first chance, and whether a chance comes. Raises ``Refused``.

    ``copy`` is of the state as the mover sees it, so that trying out tells nothing: at the first secret of somebody
    else the trial ends as it does at a chance.
    """
    step = Step(copy, seat, NoChance())
    try:
        rules(step)
    except (ChanceAhead, BrokenSeal):
        return tuple(step.told), True
    return tuple(step.told), False
