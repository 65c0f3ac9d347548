"""The contract of a game: what every title gives, and all that the rest of the product knows of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast, get_args

import msgspec
from msgspec import Struct

from companion.core.boxes import Box, BoxKind, FactCorrection, merged, put
from companion.core.chance import By
from companion.core.errors import CompanionError, Refused
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.step import NOT_AWAITED, HasAgenda, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import Message, Wording, say

S = TypeVar("S", bound=Struct)
M = TypeVar("M", bound=Struct)

Rules = Mapping[type[Struct], Callable[[Step[S], Any], None]]
"""For every kind of move the rule that puts it into effect."""

OptionValue = bool | int | str

Colour = Literal["blue", "red"]
"""Colours of sides that screens know how to show, on either ground."""

MOST_SEATS = 8
"""Places at a table, numbered clockwise from 1."""


class GameOption(Struct, frozen=True):
    """A switch of a game. ``values`` lists what it may be, each with its label; ``source`` names the sections
    of the rules it comes from, by number. ``basic`` ones say what lies on the table (an edition, a board side, a box):
    every evening is asked for them. The others are house rules and doubtful points.
    """

    key: str
    label: Wording
    default: OptionValue
    values: tuple[tuple[OptionValue, Wording], ...]
    source: str = ""
    basic: bool = False


class ChanceKind(Struct, frozen=True):
    """A kind of chance: the key of the question, and who does it unless the table says otherwise."""

    key: str
    label: Wording
    default: By = "companion"


class Meta(Struct, frozen=True):
    """What a game is. ``rules_version`` changes whenever the same moves may give another state.

    ``longest`` is a number of moves after which any play in which people go on has ended.
    """

    key: str
    title: Wording
    seats: tuple[int, int]
    rules_version: int = 1
    options: tuple[GameOption, ...] = ()
    chance: tuple[ChanceKind, ...] = ()
    box: tuple[BoxKind, ...] = ()
    longest: int = 1000
    levels: tuple[tuple[str, Wording], ...] = ()
    summary: Wording | None = None


class Seated(Struct, frozen=True):
    """Somebody at the table. ``sides`` is what the seat plays, where a game lets it play more than one."""

    seat: int
    name: str
    sides: tuple[str, ...] = ()


class Setup(Struct, frozen=True):
    """What a play begins with. ``box`` is the play's own copy; ``chance`` says who does each kind of chance."""

    seats: tuple[Seated, ...]
    options: dict[str, OptionValue] = {}
    chance: dict[str, By] = {}
    box: Box = {}
    level: str = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seat numbers, clockwise."""
        return tuple(seated.seat for seated in self.seats)


class Awaited(Struct, frozen=True):
    """Who is to speak: seats that must, seats that also may. 0 is the table. ``over`` ends the play.

    ``why`` says what for, in a sentence fit for everybody. ``secret`` says that all decide behind their hands until
    a common reveal: the log's undo must not tell who has done something, and every seat takes its own answers back by
    the game's questions.
    """

    must: tuple[int, ...] = ()
    may: tuple[int, ...] = ()
    why: Wording | None = None
    over: bool = False
    secret: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        """All that may speak."""
        return self.must + self.may


class SetupError(CompanionError):
    """A play cannot begin like this. The text names the option or number and what was expected."""


class Game(ABC, Generic[S, M]):
    """The rules of one title. Everything here is a plain function of its arguments.

    ``state_type`` is the Struct of the state; ``move_type`` the tagged union of the moves; ``rules`` says for every
    kind of move which rule puts it into effect or refuses it. ``box`` holds the shipped
    facts about the components, under which ``new`` lays the owners' (``Setup.box``).
    """

    meta: Meta
    state_type: type[S]
    move_type: Any
    rules: Rules[S]
    box: ClassVar[Box] = {}

    @abstractmethod
    def new(self, setup: Setup) -> S:
        """The state before anything was asked. Set-up itself is the first phase, asked like any other."""

    def is_over(self, state: S) -> bool:
        """Whether the play has ended: when nothing is left on the agenda, unless a game says it otherwise."""
        return not cast("HasAgenda", state).agenda

    @abstractmethod
    def waits_for(self, state: S) -> Awaited:
        """Who is to speak in a play that is not over. ``state`` is as the public sees it: who is awaited must not
        tell who holds what.
        """

    @abstractmethod
    def questions(self, state: S, seat: int) -> Asking[M]:
        """The questions that build the next move of ``seat`` (0: the table), which is awaited. ``state`` is as that
        seat sees it.

        A question whose options depend on a secret is marked secret; the public's view of the same dialogue stops
        there with a broken seal.
        """

    def proceed(self, step: Step[S]) -> None:
        """What goes on by itself after every move, until somebody must decide or the play is over."""

    @abstractmethod
    def show(self, state: S, viewer: Viewer) -> Sequence[AnyWidget]:
        """What there is to see. ``state`` is as ``viewer`` sees it."""

    @abstractmethod
    def score(self, state: S, viewer: Viewer) -> ScoreSheet:
        """The account so far, provisional until the end. ``state`` is as ``viewer`` sees it."""

    @abstractmethod
    def inventory(self, state: S) -> Sequence[Tracked]:
        """Every tracked number of ``state``, each with the place where it stands."""

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
        """Whether what the table says of a component is true of its owners' copy too: not so of invented numbers."""
        del state
        return True

    def mend(self, step: Step[S], corrections: Sequence[FactCorrection]) -> None:
        """Put facts right in mid-play that were typed wrong. What the state holds because of such a fact, beyond its
        tracked numbers, is put right too. May refuse what cannot be printed like that.
        """
        for correction in corrections:
            put(own_box(step.state), correction.learned)

    def upgrade(self, version: int, raw: dict[str, Any]) -> S:
        """A state that rules of an older ``version`` stored. The plain reading serves while no field has changed."""
        if version > self.meta.rules_version:
            raise SetupError(f"{self.meta.key}: the play was stored by newer rules ({version})")
        return msgspec.convert(raw, self.state_type, str_keys=True)

    # -- asking and moving; the same for every game ------------------------------------------------------------

    def awaits(self, state: S) -> Awaited:
        """Who is to speak. ``state`` is as the public sees it."""
        return Awaited(over=True) if self.is_over(state) else self.waits_for(state)

    def ask(self, state: S, seat: int) -> Asking[M]:
        """The questions of ``seat``. Raises ``Refused`` at once when it is not awaited."""
        if seat not in self.awaits(state).seats:
            raise Refused("not-awaited", NOT_AWAITED)
        return self.questions(state, seat)

    def apply(self, step: Step[S], move: M) -> None:
        """Put ``move`` into effect on ``step.state`` or refuse it. Trusts nothing: moves also come by the API."""
        if step.seat not in self.awaits(step.state).seats:
            step.refuse("not-awaited", NOT_AWAITED)
        self.rules[type(move)](step, move)
        self.proceed(step)

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
        return msgspec.json.encode(msgspec.to_builtins(state, str_keys=True, order="deterministic"))

    def decode_state(self, raw: bytes) -> S:
        """Raises ``msgspec.ValidationError``."""
        return self._states.decode(raw)

    def encode_move(self, move: M) -> bytes:
        """JSON with the move's tag."""
        return msgspec.json.encode(move, order="deterministic")

    def decode_move(self, raw: bytes | str) -> M:
        """Raises ``Refused`` when it is no move of this game."""
        try:
            return cast("M", self._moves.decode(raw))
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise Refused("malformed", say("That is not a move of this game: {why}", why=str(error))) from error

    def copy(self, state: S) -> S:
        """A deep, private copy, in the order in which a resumed play would read it."""
        return self.decode_state(self.encode_state(state))


AnyGame = Game[Any, Any]


def own_box(state: Any) -> Box:
    """The facts a state holds itself: ``state.box`` where the game has a box, which may be written to."""
    box: Box = getattr(state, "box", {})
    return box


def checked_setup(meta: Meta, setup: Setup) -> Setup:
    """``setup`` with defaults filled in. Raises ``SetupError`` with what is wrong and what was expected."""
    numbers = setup.numbers
    least, most = meta.seats
    if not least <= len(numbers) <= most:
        raise SetupError(f"{meta.key} is for {least} to {most} seats, not {len(numbers)}")
    if list(numbers) != sorted(set(numbers)) or not all(1 <= number <= MOST_SEATS for number in numbers):
        raise SetupError(f"seats are different numbers from 1 to {MOST_SEATS} in clockwise order, not {list(numbers)}")
    options = {option.key: option.default for option in meta.options}
    for key, value in setup.options.items():
        options[_known(key, list(options), "option")] = value
    for option in meta.options:
        allowed = [value for value, _ in option.values]
        if not any(options[option.key] == value and type(options[option.key]) is type(value) for value in allowed):
            raise SetupError(f"option {option.key} is {options[option.key]!r}; expected one of {allowed}")
    chance: dict[str, By] = {kind.key: kind.default for kind in meta.chance}
    for key, by in setup.chance.items():
        if by not in get_args(By):
            raise SetupError(f"chance {key} is {by!r}; expected one of {list(get_args(By))}")
        chance[_known(key, list(chance), "chance")] = by
    if setup.level:
        _known(setup.level, [key for key, _ in meta.levels], "level")
    return msgspec.structs.replace(setup, options=options, chance=chance)


def _known(key: str, known: list[str], what: str) -> str:
    if key in known:
        return key
    near = get_close_matches(key, known, 1)
    hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known) or 'none'}"
    raise SetupError(f"unknown {what} {key}{hint}")
