"""Forms: the questions of a move, or of several moves, that a screen shows at once.

A game brackets what belongs together: ``move = yield from together("expand", prompt, ask_way(state, seat))``. This
changes nothing for walks, playthroughs and stored moves. A screen fills the form: each question gets the answer given
for its key, else its usual one. A later question may depend on earlier ones, so the form is filled again after every
change.

If the next dialogue of the same seat begins with a form of the same key, its questions are added to this form, and both
moves are submitted together. A form ends before chance, a reveal, another seat's turn, and before questions bracketed
with ``anew``, which begin a new form, such as the next turn of the only seat that has not passed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from msgspec import Struct, structs

from companion.core.chance import ChanceAhead, NoChance
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.questions import Answer, AnyQuestion, Asking, Count, Dice, Form, Layout, Pick, PickMany, as_asked
from companion.core.secrecy import PUBLIC, BrokenSeal, seen
from companion.core.step import LogText, Step, thrown_by
from companion.core.wording import Message

M = TypeVar("M")

MOST_MOVES = 24
"""The most moves of one form; further ones are asked on the next form."""


class Field(Struct, frozen=True):
    """A question of a form. ``key`` is that of the question, with a number if it is repeated: ``use``, ``use-2``.

    ``answer`` is the given or usual one, None without either; ``given`` says which. ``refused`` is the reason why the
    question or the rules do not allow the answer.
    """

    key: str
    question: AnyQuestion
    answer: Answer | None = None
    given: bool = False
    refused: Message | None = None


class Filled(Struct, frozen=True):
    """A form with its answers and their result.

    ``moves`` are the complete ones, ``told`` their log lines if they were made. ``ahead`` is the key of the chance that
    the only move reaches, "" if it stops at another seat's secret. ``draft`` are the answers of a dialogue that has
    more questions after the form; ``sealed``: these are not for the viewer. ``whole`` is the number of fields of the
    complete moves, which come first. ``throws`` are the dice that the only move reaches, if the seat throws them and
    only hits matter. ``after`` is the state after the moves; None if they stop at a chance, a secret or a reveal.
    """

    form: Form
    fields: tuple[Field, ...]
    moves: tuple[Any, ...] = ()
    told: tuple[LogText, ...] = ()
    ahead: str | None = None
    draft: tuple[Answer, ...] = ()
    sealed: bool = False
    whole: int = 0
    throws: Dice | None = None
    after: Any = None

    @property
    def ready(self) -> bool:
        """Whether the form can be sent: no answer is refused, and there is something to send."""
        return bool(self.moves or self.draft) and not any(field.refused for field in self.fields)


def together(
    key: str,
    prompt: Message,
    asking: Asking[M],
    act: Message | None = None,
    *,
    anew: bool = False,
    layout: Layout = "plain",
    again: bool = True,
) -> Asking[M]:
    """Bracket the questions of ``asking`` as the form ``key``. The form ends before a question that differs in being
    secret or public, and before questions within ``asking`` that are bracketed as another form.
    """
    form = Form(key, prompt, act, anew, layout, again)
    try:
        question = next(asking)
        while True:
            question = asking.send((yield question if question.form else structs.replace(question, form=form)))
    except StopIteration as stop:
        result: M = stop.value
        return result


def single_answer(question: AnyQuestion) -> Answer | None:
    """The only possible answer, if there is one and no impossible options are listed; else None."""
    match question:
        case Pick(options=(option,)) if option.reason is None:
            value: str | int = option.value
            return value
        case PickMany(options=(option,), least=1) if option.reason is None:
            return [option.value]
        case Count(low=low, high=high) if low == high:
            return low
    return None


def usual_answer(question: AnyQuestion) -> Answer | None:
    """The answer a field shows at first: the usual one or the only possible one; else None."""
    preset = question.preset
    return single_answer(question) if preset is None else preset


def same_form(one: AnyQuestion, other: AnyQuestion) -> bool:
    """Whether both questions are on the same form: in the same bracket, and both public or both secret."""
    if one.form is None or other.form is None:
        return False
    return one.form.key == other.form.key and one.secret == other.secret


def continues(before: AnyQuestion, first: AnyQuestion) -> bool:
    """Whether a dialogue that begins with ``first`` continues the form of ``before``, the move before."""
    return same_form(before, first) and first.form is not None and not first.form.anew


def held_up(fields: Sequence[Field]) -> Field:
    """The field that prevents a form from being sent: the first whose answer is refused, else the first without one."""
    refused = next((field for field in fields if field.refused is not None), None)
    return refused or next(field for field in fields if field.answer is None)


def field_keys(questions: Sequence[AnyQuestion]) -> list[str]:
    """The keys of the fields for these questions of one form, in order."""
    counted: Counter[str] = Counter()
    return [_field_key(question, counted) for question in questions]


def _field_key(question: AnyQuestion, counted: Counter[str]) -> str:
    counted[question.key] += 1
    again = counted[question.key]
    return question.key if again == 1 else f"{question.key}-{again}"


def fill(game: AnyGame, known: Any, seat: int, before: Sequence[Answer], given: Mapping[str, Answer]) -> Filled | None:
    """Fill the form that the dialogue of ``seat`` reaches after the answers ``before``; None if there is none.

    ``known`` is the state as the viewer may see it, and is not changed. ``given`` are answers by the keys of their
    fields; keys without a field are ignored. Raises ``Refused`` if ``before`` is not possible, and ``BrokenSeal`` if
    the first question is not for the viewer.
    """
    asking = game.ask(known, seat)
    question = as_asked(next(asking))
    for answer in before:
        question.check(answer)
        question = as_asked(asking.send(answer))
    if question.form is None:
        return None
    filling = _Filling(question, question.form, given)
    state = known
    while filling.walk(asking, question):
        state = filling.try_move(game, state, seat)
        begun = _next_dialogue(game, state, seat) if state is not None and len(filling.moves) < MOST_MOVES else None
        if begun is None or not continues(question, begun[1]):
            break
        asking, question = begun
    return filling.result()


def _next_dialogue(game: AnyGame, state: Any, seat: int) -> tuple[Asking[Any], AnyQuestion] | None:
    """The dialogue of ``seat`` after a move, and its first question; None unless the play waits for this seat."""
    try:
        awaited = game.awaits(seen(state, PUBLIC))
        if seat not in awaited.must or awaited.secret:
            return None
        asking = game.ask(state, seat)
        return asking, as_asked(next(asking))
    except (BrokenSeal, Refused, StopIteration):
        return None


class _Filling:
    """The state of filling a form."""

    def __init__(self, first: AnyQuestion, form: Form, given: Mapping[str, Answer]) -> None:
        self._first = first
        self._form = form
        self._given = given
        self._keys: Counter[str] = Counter()
        self._fields: list[Field] = []
        self._told: tuple[LogText, ...] = ()
        self._move: Any = None
        self._ahead: str | None = None
        self._throws: Dice | None = None
        self._after: Any = None
        self._draft: tuple[Answer, ...] = ()
        self._sealed = False
        self._assumes = False
        """Whether a field of the move has no answer, but the walk continued with an assumed one."""
        self.moves: list[Any] = []
        self._whole = 0
        """How many fields the complete moves have."""

    def walk(self, asking: Asking[Any], question: AnyQuestion) -> bool:
        """Fill the questions of one dialogue. True if they make a move."""
        try:
            while same_form(question, self._first):
                if self._assumes and question.settled:
                    return False
                answer = self._fill(question)
                if answer is None:
                    return False
                question = as_asked(asking.send(answer))
        except StopIteration as stop:
            self._move = stop.value
            return not self._assumes
        except BrokenSeal:
            self._sealed = True
        except Refused as refusal:
            if not self._assumes:
                self._refuse(refusal)
            return False
        asking.close()
        if self._assumes:
            return False
        self._draft = tuple(cast("Answer", field.answer) for field in self._fields[self._whole :])
        return False

    def _fill(self, question: AnyQuestion) -> Answer | None:
        """Add a field and return the answer with which the walk continues, or None."""
        key = _field_key(question, self._keys)
        usual = usual_answer(question)
        field = Field(key, question, usual)
        if key in self._given:
            answer = self._given[key]
            field = structs.replace(field, answer=answer, given=True, refused=_reason(question, answer))
        self._fields.append(field)
        goes_on = usual if field.refused else field.answer
        if goes_on is None and question.assumed is not None:
            self._assumes = True
            return question.assumed
        return goes_on

    def try_move(self, game: AnyGame, state: Any, seat: int) -> Any | None:
        """Try the last move. Returns the state after it, None if the form ends with it."""
        step = Step(game.copy(state), seat, NoChance())
        ahead: str | None = None
        throws: Dice | None = None
        try:
            game.apply(step, self._move)
        except ChanceAhead as chance:
            ahead, throws = chance.key, thrown_by(chance, seat)
        except BrokenSeal:
            ahead = ""
        except Refused as refusal:
            self._refuse(refusal)
            return None
        stops = ahead is not None or step.revealed
        if self.moves and stops:
            # The form ends before this move; its questions are asked after the moves before it were made.
            del self._fields[self._whole :]
            return None
        self.moves.append(self._move)
        self._whole = len(self._fields)
        self._told += tuple(step.told)
        self._ahead, self._throws = ahead, throws
        self._after = None if stops else step.state
        return self._after

    def _refuse(self, refusal: Refused) -> None:
        """Mark that the rules refuse the last move: at its last given answer, because later answers may depend on
        it.
        """
        move = range(self._whole, len(self._fields))
        place = next((place for place in reversed(move) if self._fields[place].given), move[-1])
        self._fields[place] = structs.replace(self._fields[place], refused=refusal.message)

    def result(self) -> Filled:
        """The filled form. Fields after the last complete move are optional: they prevent sending only if they were
        begun and not finished.
        """
        begun = any(field.given for field in self._fields[self._whole :])
        unfinished = begun and not self._draft
        return Filled(
            form=self._form,
            fields=tuple(self._fields),
            moves=() if unfinished else tuple(self.moves),
            told=self._told,
            ahead=self._ahead,
            draft=self._draft if begun or not self.moves else (),
            sealed=self._sealed and (begun or not self.moves),
            whole=self._whole,
            throws=self._throws,
            after=self._after,
        )


def _reason(question: AnyQuestion, answer: Answer) -> Message | None:
    """Why an answer is not possible, or None."""
    try:
        question.check(answer)
    except Refused as refusal:
        return refusal.message
    return None
