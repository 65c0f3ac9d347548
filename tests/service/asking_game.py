"""A game that asks one question of every kind, of every seat in turn; and one whose card is secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Dice, Pick, PickMany, Question, Text
from companion.core.scoring import ScoreSheet, SideScore
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Note
from companion.core.wording import N_, named, say

WORDS = {"red": say("Red"), "green": say("Green"), "blue": say("Blue")}
REASON = say("Green has run out.")
HINT = say("Blue is lighter than green, and red burns.", short=N_("Mind the red"))
OPTIONS = tuple(Option(key, words, reason=REASON if key == "green" else None) for key, words in WORDS.items())


def question(kind: str, *, secret: bool = False) -> Question:
    """The question of a kind; ``-explained`` behind it gives it a hint."""
    plain = kind.removesuffix("-explained")
    if plain != kind:
        return structs.replace(question(plain, secret=secret), key=kind, hint=HINT)
    prompt = say("Which one?")
    match kind:
        case "pick":
            return Pick[str](key=kind, prompt=prompt, options=OPTIONS, secret=secret)
        case "pick-apart":
            end = Option(
                "end", say("Stop here"), act=say("Stop: what is complete counts", short=N_("Stop here")), apart=True
            )
            return Pick[str](key=kind, prompt=prompt, options=(*OPTIONS, end), secret=secret)
        case "pick-many":
            return PickMany[str](key=kind, prompt=prompt, options=OPTIONS, least=1, most=2, secret=secret)
        case "count":
            return Count(key=kind, prompt=prompt, low=2, high=9, start=4, secret=secret)
        case "dice":
            return Dice(key=kind, prompt=prompt, dice=2, secret=secret)
        case "confirm":
            return Confirm(key=kind, prompt=prompt, yes=say("Yes"), no=say("No"), default=False, secret=secret)
        case "text":
            return Text(key=kind, prompt=prompt, secret=secret)
        case "empty":
            return Pick[str](key=kind, prompt=prompt, options=(), secret=secret)
    raise AssertionError(kind)


class Answered(Struct, frozen=True, tag="answered"):
    """What a seat answered, written out."""

    answer: str


class State(Struct):
    """Whose turn it is, and what was answered so far."""

    seats: list[int]
    turn: int = 0
    said: list[str] = []


def write_down(step: Step[State], move: Answered) -> None:
    """What was said stands in the state, and the next seat is asked."""
    step.state.said.append(move.answer.partition(":")[2])
    step.state.turn += 1


def roll_and_write_down(step: Step[State], move: Answered) -> None:
    """A die before it."""
    step.chance(Dice(key="roll", prompt=say("Roll"), dice=1))
    write_down(step, move)


RULES: Rules[State] = {Answered: write_down}
ROLLED: Rules[State] = {Answered: roll_and_write_down}


class AskingGame(Game[State, Answered]):
    """The game of this module: every seat is asked one question a round. ``kind`` is what every seat is asked,
    ``secret`` whether behind the hand.
    """

    meta = Meta(key="asking", title=say("The Asking"), seats=(1, 8))
    state_type = State
    move_type = Answered

    def __init__(self, kind: str, *, secret: bool = False, chance: bool = False) -> None:
        self.kind = kind
        self.secret = secret
        self.rules = ROLLED if chance else RULES

    def new(self, setup: Setup) -> State:
        return State(list(setup.numbers))

    def is_over(self, state: State) -> bool:
        return len(state.said) > 20

    def waits_for(self, state: State) -> Awaited:
        return Awaited((state.seats[state.turn % len(state.seats)],))

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        answer: Any = yield from question(self.kind, secret=self.secret)  # type: ignore[attr-defined]
        return Answered(f"{len(state.said)}:{answer}")

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        first = Note(key="a", title=say("First"), lines=(say("One"),))
        return [first, Note(key="b", title=say("Second"), lines=(say("Two"),))]

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        return [*public, Note(key="mine", title=say("Mine"), lines=(say("Secret"),), secret=True)]

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        return ScoreSheet(tuple(SideScore(str(seat), (seat,), named(seat), ()) for seat in state.seats))

    def inventory(self, state: State) -> Sequence[Tracked]:
        return []
