"""The contract of a game: what each game provides, and all that the rest of the product uses of it."""

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
from companion.core.widgets import AnyWidget, Figure, ForecastLine
from companion.core.wording import Message, Wording, say

S = TypeVar("S", bound=Struct)
M = TypeVar("M", bound=Struct)

Rules = Mapping[type[Struct], Callable[[Step[S], Any], None]]
"""The rule that carries out each kind of move."""

Colour = Literal["blue", "red"]
"""Colours of sides that screens know how to show, on a light or dark background."""


class Awaited(Struct, frozen=True):
    """The seats that the game is waiting for: those that ``must`` act and those that ``may``. 0 is the table. ``over``
    ends the play.

    ``why`` is public: for a single seat what its turn is about, without its name ("last on the track, space 20"), for
    several seats or the table the task ("Choose a card"). ``then`` is the seat that acts next, 0 if unknown.
    ``secret``: all decide in secret until a common reveal; since an undo entry would reveal who has answered, each seat
    changes its own answers through the game's questions. ``progress`` is False if it would reveal something that a seat
    has answered: then all stay in ``must`` until the last has answered, and the question of a seat that has answered
    carries ``given``.
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
    """The rules of one game. All methods are pure functions of their arguments.

    ``state_type`` is the Struct of the state; ``move_type`` the tagged union of the moves; ``rules`` has the function
    that carries out or refuses each kind of move. ``box`` holds the shipped facts about the components, on top of which
    ``new`` puts those of the owners (``Setup.box``). A stored state beyond ``bounds`` is not read.
    """

    meta: Meta
    state_type: type[S]
    move_type: Any
    rules: Rules[S]
    bounds: Bounds = BOUNDS
    box: ClassVar[Box] = {}
    points_sheet: ClassVar[str] = ""
    """The TOML of a score sheet that counts only the points of this game, at the end; empty if it has none."""
    has_pieces: ClassVar[bool] = True
    """Whether the game has pieces on the table; False for a sheet that only counts points."""
    from_the_start: ClassVar[Mapping[str, Answer]] = {}
    """Answers to the table's first questions for a new play, by question key: people who use the guided set-up are not
    asked them. The usual answer holds where one is missing, or is not possible.
    """
    meanings: ClassVar[Mapping[str, Wording]] = {}
    """Explanations of questions that have no ``meaning`` of their own: by question key; by the beginning of the key
    (``"pay-"``) for a question asked about several things; by the English prompt if questions with one key mean
    different things.
    """

    @abstractmethod
    def new(self, setup: Setup) -> S:
        """The first state, before any question. Set-up is the first phase of the play, with questions like any
        other.
        """

    def is_over(self, state: S) -> bool:
        """Whether the play has ended: by default, when the agenda is empty."""
        return not cast("HasAgenda", state).agenda

    @abstractmethod
    def waits_for(self, state: S) -> Awaited:
        """The seats a running play waits for. ``state`` is as the public sees it, so that the result cannot reveal who
        holds what.
        """

    @abstractmethod
    def questions(self, state: S, seat: int) -> Asking[M]:
        """The questions that build the next move of ``seat`` (0: the table), for which the game is waiting. ``state``
        is as that seat sees it.

        A question whose options depend on a secret is marked secret; the public's view of the same dialogue stops
        there with a broken seal.
        """

    def proceed(self, step: Step[S]) -> None:
        """Carry out what happens without a decision after every move, until somebody must decide or the play is over.

        Chance that follows a common choice (``Awaited.secret``) belongs here; the rule of the last move has then
        revealed the choices. So while people roll their own dice, the stored state is that after the rule, with
        everything revealed.
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
        """The widgets that everybody may see, such as those of the table screen. ``state`` is as the public sees it."""

    def seat_widgets(self, state: S, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        """The widgets for ``seat``, in display order: those of ``public`` that its screens show, and widgets that only
        it may see, added or as replacements. ``state`` is as that seat sees it.
        """
        del state, seat
        return public

    def reveals(self, state: S) -> Sequence[str]:
        """The keys of the public widgets that show what was just revealed, besides the lines logged with
        ``Step.tell_all``. ``state`` is as the public sees it, and may have none of them.
        """
        del state
        return ()

    def on_paper(self, state: S) -> Sequence[str]:
        """The keys of the public widgets that the printed sheet needs besides the tracked numbers, because nothing on
        the table shows this information. ``state`` is as the public sees it, and may have none of them.
        """
        del state
        return ()

    def strip(self, state: S, seat: int) -> Sequence[Figure]:
        """The few numbers that ``seat`` always sees, at most ``MOST_FIGURES`` with labels of one short word; a seat
        that has widgets of its own has at least one. ``state`` is as that seat sees it: numbers that depend on its
        secrets are marked secret.
        """
        del state, seat
        return ()

    def forecast(self, state: S, seat: int) -> Sequence[ForecastLine]:
        """What ``seat``, for which the game is not waiting, can do when it is its turn: what it can pay, the cheapest
        attack, what it will lose and the cure. At most ``MOST_FORECAST_LINES``, the most useful first. ``state`` is as
        that seat sees it: lines that depend on its secrets are marked secret.
        """
        del state, seat
        return ()

    def score_pad(self, state: S, seat: int, typed: Typed | None = None) -> Pad | None:
        """The pad on which ``seat`` (0: the scribe) writes points in categories, all on one screen; None for other
        games. ``state`` is as that seat sees it; a pad contains no secrets. ``typed`` is unsaved input, counted as if
        it were written.
        """
        del state, seat, typed
        return None

    @abstractmethod
    def score(self, state: S, viewer: Viewer) -> ScoreSheet:
        """The score so far, provisional until the end. ``state`` is as ``viewer`` sees it."""

    @abstractmethod
    def inventory(self, state: S) -> Sequence[Tracked]:
        """Every tracked number of ``state``, with the place in the state where it is stored."""

    def physical_counts(self, state: S) -> Sequence[Tracked]:
        """Further counts of pieces that cannot be corrected, because they are computed from the state: settlers on the
        map, cards in a hand, chips of a bank. Table instructions need them as the other side of a transfer.
        """
        del state
        return ()

    def setup_steps(self, state: S) -> Sequence[SetupStep]:
        """The steps by which people set the game up, in the order of the rule book. ``state`` is as the viewer sees it,
        at the beginning of the play: newly made, or after the set-up questions.
        """
        del state
        return ()

    def guided(self, move: M) -> M:
        """The table's first move, changed for people who use the guided set-up: log lines and questions that repeat its
        steps can be left out.
        """
        return move

    def printed_needs(self, state: S) -> Sequence[PrintedNeed]:
        """The printed values that this play will need of components known at its beginning, in the order of need.
        ``state`` is as everybody sees it, at the beginning of the play. Cards that only come up later are not included.
        """
        del state
        return ()

    @final
    @property
    def lays_out(self) -> bool:
        """Whether the game has ``setup_steps``."""
        return type(self).setup_steps is not Game.setup_steps

    @final
    def pieces(self, state: S) -> Sequence[Tracked]:
        """All numbers from which table instructions are computed."""
        return (*self.inventory(state), *self.physical_counts(state))

    def colours(self, state: S) -> Mapping[int, Colour]:
        """Seats that take the colour of their side on the board, instead of the one of their place; their shape stays.
        ``state`` is as the public sees it.
        """
        del state
        return {}

    def box_warnings(self, box: Box) -> Sequence[Message]:
        """Warnings about the components as a whole: a wrong sum, an unknown name. ``box`` holds the owners' facts on
        top of the shipped ones; some may be missing. Warnings never prevent a play.
        """
        del box
        return ()

    def box_of(self, state: S) -> Box:
        """All facts about components that this play knows: its own copy (``state.box`` in games with a box) on top of
        the shipped ones. Read only.
        """
        return merged(self.box, own_box(state))

    def keeps(self, state: S) -> bool:
        """Whether facts entered in this play are stored in the owners' box; False for a play with invented numbers."""
        del state
        return True

    def mend(self, step: Step[S], corrections: Sequence[FactCorrection]) -> None:
        """Correct wrongly entered facts, and everything in the state that was computed from them; tracked numbers are
        corrected by the companion itself. May refuse an impossible value.
        """
        for correction in corrections:
            put(own_box(step.state), correction.learned)

    def upgrade(self, version: int, raw: dict[str, Any]) -> S:
        """The current state from the JSON that an older ``version`` of the rules stored. Needed only if fields have
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
        """The questions of ``seat``. Raises ``Refused`` at once if the game does not wait for it."""
        if seat not in self.awaits(state).seats:
            raise Refused("not-awaited", NOT_AWAITED)
        return questions_of(self, state, seat)

    def apply(self, step: Step[S], move: M) -> None:
        """Carry out ``move`` on ``step.state`` or refuse it. Everything is checked, because moves also come from the
        API.

        A move that ends a common choice takes effect before any chance that people then decide. The state then owes
        that chance (``chance_owed``), and ``EnterChance`` is the only possible move until it is entered.
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
        """Whether all still decide in secret. False if ``waits_for`` fails, as it may between a rule and
        ``proceed``.
        """
        try:
            awaited = self.awaits(seen(state, PUBLIC))
        except Exception:
            return False
        return awaited.secret and bool(awaited.must)

    def _proceed_or_owe(self, step: Step[S]) -> None:
        """Proceed. If that reaches a chance that people decide, keep the state from before with the chance owed."""
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

        Encodes plain values, because msgspec sorts only string keys, and seats are numbers.
        """
        owed = chance_owed(state)
        raw = msgspec.json.encode(msgspec.to_builtins(settled(state), str_keys=True, order="deterministic"))
        return raw if owed is None else owing_json(owed, raw)

    def decode_state(self, raw: bytes) -> S:
        """The state from its JSON. Raises ``msgspec.ValidationError``."""
        owed, plain = read_owing(raw)
        state = self._states.decode(plain)
        return state if owed is None else owing(state, owed)

    def encode_move(self, move: M) -> bytes:
        """JSON with the move's tag."""
        return msgspec.json.encode(move, order="deterministic")

    def decode_move(self, raw: bytes | str) -> M:
        """The move from its JSON. Raises ``Refused`` if it is no move of this game."""
        try:
            if (entered := read_entered(raw)) is not None:
                return cast("M", entered)
            return cast("M", self._moves.decode(raw))
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise Refused("malformed", say("That is not a move of this game: {why}", why=str(error))) from error

    def copy(self, state: S) -> S:
        """A deep copy of a state; mappings and sets are ordered as in a state read from the log."""
        return self.decode_state(self.encode_state(state))


AnyGame = Game[Any, Any]

# functions instead of methods, so that no third-party game can have a method of the same name


def questions_of(game: AnyGame, state: Any, seat: int) -> Asking[Any]:
    """The questions of ``seat``, for which the game waits: for an owed chance, else those of the game."""
    owed = chance_owed(state)
    return game.questions(state, seat) if owed is None else ask_owed(owed)


def asked_anew(game: AnyGame, state: S, chance: Chance) -> S:
    """A ``state`` that owes a chance, with the question computed again, because a correction may have changed it.
    ``chance`` is the source of the next draws.
    """
    owed = ChanceOwed()
    try:
        run(settled(game.copy(state)), TABLE, chance, game.proceed)
    except CardboardNeeded as needed:
        owed = ChanceOwed(needed.question, needed.by)
    return owing(state, owed)


def own_box(state: Any) -> Box:
    """The facts stored in a state: its ``box``, which may be changed in place; empty for a game without one."""
    box: Box = getattr(state, "box", {})
    return box
