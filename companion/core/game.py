"""The contract of a game: what every title gives, and all that the rest of the product knows of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast, final

import msgspec
from msgspec import Struct

from companion.core.bounds import BOUNDS, Bounds
from companion.core.boxes import Box, FactCorrection, merged, put
from companion.core.chance import CardboardNeeded, Chance, RecordEnds
from companion.core.errors import Refused
from companion.core.inventory import Tracked
from companion.core.owed_chance import (
    WHY,
    ChanceOwed,
    EnterChance,
    ask_owed,
    chance_owed,
    owing,
    owing_json,
    read_entered,
    read_owing,
    settled,
)
from companion.core.questions import Answer, AnyQuestion, Asking
from companion.core.score_pad import Pad, Typed
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.setup import Meta, Setup, SetupError
from companion.core.step import NOT_AWAITED, TABLE, HasAgenda, Step, run
from companion.core.table_setup import PrintedNeed, SetupStep
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import Message, Wording, say

S = TypeVar("S", bound=Struct)
M = TypeVar("M", bound=Struct)

Rules = Mapping[type[Struct], Callable[[Step[S], Any], None]]
"""For every kind of move the rule that puts it into effect."""

Colour = Literal["blue", "red"]
"""Colours of sides that screens know how to show, on a light or dark background."""


class Awaited(Struct, frozen=True):
    """The seats the game is waiting for: those that must act, and those that may. 0 is the table. ``over`` ends the
    play.

    ``why`` is fit for everybody: of a single seat what its turn is about, without its name ("last on the track, space
    20"), of several or of the table the task ("Choose a card"). ``then`` is the seat that acts next, where that is
    known (0: unknown). ``secret``: all decide in secret until a common reveal. The undo of the log must not
    tell who has answered, so every seat takes its own answers back by the game's questions.
    ``progress`` is False where it would tell something that a seat has answered: then all stay in ``must`` until
    the last has answered, and the question of a seat that has answered carries ``given``.
    """

    must: tuple[int, ...] = ()
    may: tuple[int, ...] = ()
    why: Wording | None = None
    over: bool = False
    secret: bool = False
    then: int = 0
    progress: bool = True

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats that must or may act."""
        return self.must + self.may


class Game(ABC, Generic[S, M]):
    """The rules of one title. Everything here is a plain function of its arguments.

    ``state_type`` is the Struct of the state; ``move_type`` the tagged union of the moves; ``rules`` says for every
    kind of move which rule puts it into effect or refuses it. ``box`` holds the shipped
    facts about the components, under which ``new`` lays the owners' (``Setup.box``). A stored state beyond ``bounds``
    is not read.
    """

    meta: Meta
    state_type: type[S]
    move_type: Any
    rules: Rules[S]
    bounds: Bounds = BOUNDS
    box: ClassVar[Box] = {}
    points_sheet: ClassVar[str] = ""
    """The TOML of a score sheet that counts only the points of this game, at the end; empty where it has none."""
    has_pieces: ClassVar[bool] = True
    """Whether pieces lie on the table: not so where a sheet only counts points."""
    from_the_start: ClassVar[Mapping[str, Answer]] = {}
    """What the table's first questions have no usual answer for, by their keys, where a new play begins: people who
    let the companion guide their set-up are not asked."""
    meanings: ClassVar[Mapping[str, Wording]] = {}
    """Explanations of questions that have no ``meaning`` of their own: by the key of the question, or by the beginning
    of the key (``"pay-"``) where the same is asked of several things; by the English prompt where questions of one key
    mean different things.
    """

    @abstractmethod
    def new(self, setup: Setup) -> S:
        """The first state, before any question. Set-up is the first phase of the play, with questions like any
        other.
        """

    def is_over(self, state: S) -> bool:
        """Whether the play has ended: when nothing is left on the agenda, unless a game says it otherwise."""
        return not cast("HasAgenda", state).agenda

    @abstractmethod
    def waits_for(self, state: S) -> Awaited:
        """The seats a running play waits for. ``state`` is as the public sees it, so that this cannot tell who
        holds what.
        """

    @abstractmethod
    def questions(self, state: S, seat: int) -> Asking[M]:
        """The questions that build the next move of ``seat`` (0: the table), which is awaited. ``state`` is as that
        seat sees it.

        A question whose options depend on a secret is marked secret; the public's view of the same dialogue stops
        there with a broken seal.
        """

    def proceed(self, step: Step[S]) -> None:
        """Run what happens by itself after every move, until somebody must decide or the play is over.

        Chance that follows a common choice (``Awaited.secret``) belongs here, after the rule of the last move has
        revealed it: while people look at their dice, the play waits as the rule left it, with everything revealed.
        """

    @final
    def meaning(self, question: AnyQuestion) -> Wording | None:
        """The explanation of a question: its own ``meaning``, else the one in ``meanings``; None if it has neither."""
        if question.meaning is not None:
            return question.meaning
        begun = question.key[: question.key.find("-") + 1]
        names = (question.prompt.text, question.key, begun)
        return next((self.meanings[name] for name in names if name in self.meanings), None)

    @abstractmethod
    def public_widgets(self, state: S) -> Sequence[AnyWidget]:
        """What everybody may see, the table screen first of all. ``state`` is as the public sees it."""

    def seat_widgets(self, state: S, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        """What ``seat`` sees: those of ``public`` that its screens show, in its own order, and what only it may see in
        their place or beside them. ``state`` is as that seat sees it.
        """
        del state, seat
        return public

    def reveals(self, state: S) -> Sequence[str]:
        """The keys of the public widgets that show what was just revealed, beside the lines that were told large.
        ``state`` is as the public sees it, and may have none of them.
        """
        del state
        return ()

    def on_paper(self, state: S) -> Sequence[str]:
        """The keys of the public widgets that the printed sheet needs beside the numbers, because no cardboard shows
        what they tell. ``state`` is as the public sees it, and may have none of them.
        """
        del state
        return ()

    def strip(self, state: S, seat: int) -> Sequence[Figure]:
        """The few numbers that ``seat`` looks at all the time, at most ``MOST_FIGURES`` with labels of one short word;
        a seat that has widgets of its own has at least one. ``state`` is as that seat sees it: what rests on its
        secrets is marked secret.
        """
        del state, seat
        return ()

    def score_pad(self, state: S, seat: int, typed: Typed | None = None) -> Pad | None:
        """Where ``seat`` (0: the scribe) writes points in categories: all of them on one screen. ``state``
        is as that seat sees it; nothing secret stands on a pad. ``typed`` counts as if it were written.
        """
        del state, seat, typed
        return None

    @abstractmethod
    def score(self, state: S, viewer: Viewer) -> ScoreSheet:
        """The account so far, provisional until the end. ``state`` is as ``viewer`` sees it."""

    @abstractmethod
    def inventory(self, state: S) -> Sequence[Tracked]:
        """Every tracked number of ``state``, each with the place where it stands."""

    def physical_counts(self, state: S) -> Sequence[Tracked]:
        """Further counts of pieces that nobody may correct, because they follow from the state: settlers on the map,
        cards in a hand, chips of a bank. They give table instructions the other end of a transfer.
        """
        del state
        return ()

    def setup_steps(self, state: S) -> Sequence[SetupStep]:
        """What people lay out before the play begins, in the order of the rule book. ``state`` is as the viewer sees
        it, at the beginning of the play: just made, or after its set-up was asked.
        """
        del state
        return ()

    def guided(self, move: M) -> M:
        """The table's first move, as the companion makes it for people who let it guide their set-up: what the steps
        tell them need not be told again.
        """
        return move

    def printed_needs(self, state: S) -> Sequence[PrintedNeed]:
        """The printed values that this play will need of components known beforehand, the first needed first. ``state``
        is as everybody sees it, at the beginning of the play. Cards that are only met later are no part of it.
        """
        del state
        return ()

    @final
    @property
    def lays_out(self) -> bool:
        """Whether it says what people lay out before the play."""
        return type(self).setup_steps is not Game.setup_steps

    @final
    def pieces(self, state: S) -> Sequence[Tracked]:
        """All numbers that table instructions follow from."""
        return (*self.inventory(state), *self.physical_counts(state))

    def colours(self, state: S) -> Mapping[int, Colour]:
        """Seats that take the colour of their side on the board, instead of the one of their place; their shape stays.
        ``state`` is as the public sees it.
        """
        del state
        return {}

    def box_warnings(self, box: Box) -> Sequence[Message]:
        """What looks wrong with the components as a whole: a sum, a name that is nowhere else. ``box`` holds the
        shipped facts under the owners', some of them still missing. Warnings never keep anybody from playing.
        """
        del box
        return ()

    def box_of(self, state: S) -> Box:
        """Everything this play knows of the components: its own copy, which a game with a box keeps in ``state.box``,
        over what is shipped. For reading only.
        """
        return merged(self.box, own_box(state))

    def keeps(self, state: S) -> bool:
        """Whether facts entered in this play are kept in the owners' box; False for a play with invented numbers."""
        del state
        return True

    def mend(self, step: Step[S], corrections: Sequence[FactCorrection]) -> None:
        """Correct facts that were typed wrong, and whatever else the state holds because of them (tracked numbers
        are corrected by the companion). May refuse a value that cannot be printed.
        """
        for correction in corrections:
            put(own_box(step.state), correction.learned)

    def upgrade(self, version: int, raw: dict[str, Any]) -> S:
        """Today's state from the JSON that an older ``version`` of the rules stored. Needed only if fields have
        changed.
        """
        if version > self.meta.rules_version:
            raise SetupError(f"{self.meta.key}: the play was stored by newer rules ({version})")
        return msgspec.convert(raw, self.state_type, str_keys=True)

    # -- showing, asking and moving; the same for every game ------------------------------------------------------

    @final
    def show(self, state: S, viewer: Viewer) -> Sequence[AnyWidget]:
        """The widgets for ``viewer``. ``state`` is as ``viewer`` sees it."""
        public = self.public_widgets(seen(state, PUBLIC))
        return public if viewer.seat is None else self.seat_widgets(state, viewer.seat, public)

    def awaits(self, state: S) -> Awaited:
        """The seats the play waits for, also for a chance that is owed. ``state`` is as the public sees it."""
        owed = chance_owed(state)
        if owed is not None:
            return Awaited((owed.by,), why=WHY)
        return Awaited(over=True) if self.is_over(state) else self.waits_for(state)

    def ask(self, state: S, seat: int) -> Asking[M]:
        """The questions of ``seat``. Raises ``Refused`` at once when it is not awaited."""
        if seat not in self.awaits(state).seats:
            raise Refused("not-awaited", NOT_AWAITED)
        return questions_of(self, state, seat)

    def apply(self, step: Step[S], move: M) -> None:
        """Put ``move`` into effect on ``step.state`` or refuse it. Trusts nothing: moves also come by the API.

        A move that ends a common choice takes effect before any chance from cardboard that follows: the state then
        owes that (``chance_owed``), and ``EnterChance`` is the only move until it is entered.
        """
        awaited = self.awaits(step.state)
        entered = isinstance(move, EnterChance)
        if step.seat not in awaited.seats or entered is (chance_owed(step.state) is None):
            step.refuse("not-awaited", NOT_AWAITED)
        if isinstance(move, EnterChance):
            step.state = settled(step.state)
            if move.answer is not None:
                step.enter(move.answer)
            self.proceed(step)
            return
        self.rules[type(move)](step, move)
        if awaited.secret and (step.revealed or not self._is_common_choice(step.state)):
            self._proceed_or_owe(step)
        else:
            self.proceed(step)

    def _is_common_choice(self, state: S) -> bool:
        """Whether all still decide in secret. Between a rule and ``proceed`` a game need not know who is awaited."""
        try:
            awaited = self.awaits(seen(state, PUBLIC))
        except Exception:
            return False
        return awaited.secret and bool(awaited.must)

    def _proceed_or_owe(self, step: Step[S]) -> None:
        """Proceed; or leave the state as it is with a chance owed, where that comes to one from cardboard."""
        before, back = self.copy(step.state), step.mark()
        try:
            self.proceed(step)
        except (CardboardNeeded, RecordEnds) as needed:
            back()
            step.state = owing(before, ChanceOwed(needed.question, needed.by))

    # -- state and moves as JSON; the same for every game ------------------------------------------------------

    @cached_property
    def _moves(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.move_type)

    @cached_property
    def _states(self) -> msgspec.json.Decoder[S]:
        return msgspec.json.Decoder(self.state_type)

    def encode_state(self, state: S) -> bytes:
        """JSON with the keys of mappings and the members of sets in order, so that equal states are equal bytes.

        By way of plain values, because msgspec puts only keys that are texts in order, and seats are numbers.
        """
        owed = chance_owed(state)
        raw = msgspec.json.encode(msgspec.to_builtins(settled(state), str_keys=True, order="deterministic"))
        return raw if owed is None else owing_json(owed, raw)

    def decode_state(self, raw: bytes) -> S:
        """Raises ``msgspec.ValidationError``."""
        owed, plain = read_owing(raw)
        state = self._states.decode(plain)
        return state if owed is None else owing(state, owed)

    def encode_move(self, move: M) -> bytes:
        """JSON with the move's tag."""
        return msgspec.json.encode(move, order="deterministic")

    def decode_move(self, raw: bytes | str) -> M:
        """Raises ``Refused`` when it is no move of this game."""
        try:
            if (entered := read_entered(raw)) is not None:
                return cast("M", entered)
            return cast("M", self._moves.decode(raw))
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise Refused("malformed", say("That is not a move of this game: {why}", why=str(error))) from error

    def copy(self, state: S) -> S:
        """A deep, private copy, in the order in which a resumed play would read it."""
        return self.decode_state(self.encode_state(state))


AnyGame = Game[Any, Any]

# Functions and no methods, so that no game of a package can have a method of the same name.


def questions_of(game: AnyGame, state: Any, seat: int) -> Asking[Any]:
    """The questions of ``seat``, which is awaited: for a chance that is owed, or the game's own."""
    owed = chance_owed(state)
    return game.questions(state, seat) if owed is None else ask_owed(owed)


def asked_anew(game: AnyGame, state: S, chance: Chance) -> S:
    """A ``state`` that owes a chance, with its question computed again, because a correction may have changed it.
    ``chance`` is what would be drawn next.
    """
    owed = ChanceOwed()
    try:
        run(settled(game.copy(state)), TABLE, chance, game.proceed)
    except CardboardNeeded as needed:
        owed = ChanceOwed(needed.question, needed.by)
    return owing(state, owed)


def own_box(state: Any) -> Box:
    """The facts a state holds itself: ``state.box`` where the game has a box, which may be written to."""
    box: Box = getattr(state, "box", {})
    return box
