"""A small game of somebody else in which cards are dealt in secret. The games at the end each tell too much of them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Pick
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Sealed, Viewer, seal
from companion.core.setup import ChanceKind, Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget
from companion.core.wording import SeatName, named, say, verbatim

CARDS = tuple("abcdefghijklmnopqrstuvwxyz")
ROUNDS = 8


class FortuneState(Struct):
    """One play. ``deck`` is what has not been dealt, which nobody sees."""

    hands: dict[int, list[Sealed[str]]]
    deck: Sealed[list[str]]
    agenda: list[int]
    laid: list[str] = []


class Draw(Struct, frozen=True, tag="draw"):
    """A seat is dealt a card."""


def deal(step: Step[FortuneState], *, secret: bool = True) -> str:
    """The card for the seat on turn."""
    seat, deck = step.state.agenda.pop(), step.state.deck.value
    options = tuple(Option(card, verbatim(card)) for card in deck)
    card = step.chance(Pick[str](key="card", prompt=say("Which card?"), options=options, secret=secret), by=seat)
    step.state.deck = seal([left for left in deck if left != card])
    step.state.hands[seat].append(seal(card, seat))
    return card


def draw(step: Step[FortuneState], move: Draw) -> None:
    del move
    seat = step.state.agenda[-1]
    card = deal(step)
    step.tell(say("{who} draws a card.", who=SeatName(seat)))
    step.tell(seal(say("It is {card}.", card=card), seat))


def draw_aloud(step: Step[FortuneState], move: Draw) -> None:
    del move
    seat = step.state.agenda[-1]
    step.tell(say("{who} draws {card}.", who=SeatName(seat), card=deal(step)))


def lay_open(step: Step[FortuneState], move: Draw) -> None:
    del move
    step.state.laid.append(deal(step))


def draw_openly(step: Step[FortuneState], move: Draw) -> None:
    del move
    deal(step, secret=False)


QUIETLY: Rules[FortuneState] = {Draw: draw}
ALOUD: Rules[FortuneState] = {Draw: draw_aloud}
LAID_OPEN: Rules[FortuneState] = {Draw: lay_open}
OPENLY: Rules[FortuneState] = {Draw: draw_openly}


class Fortune(Game[FortuneState, Draw]):
    """The game as it should be; those below each tell too much."""

    meta = Meta(
        key="fortune",
        title=verbatim("Fortune"),
        seats=(2, 3),
        longest=60,
        chance=(ChanceKind("card", verbatim("Cards")),),
    )
    state_type = FortuneState
    move_type = Draw
    rules = QUIETLY

    def new(self, setup: Setup) -> FortuneState:
        turns = [seat for _ in range(ROUNDS) for seat in setup.numbers]
        return FortuneState({seat: [] for seat in setup.numbers}, seal(list(CARDS)), turns)

    def waits_for(self, state: FortuneState) -> Awaited:
        return Awaited((state.agenda[-1],))

    def questions(self, state: FortuneState, seat: int) -> Asking[Draw]:
        yield from Confirm(key="draw", prompt=say("Draw a card?"), yes=say("Yes"), no=say("No"))
        return Draw()

    def public_widgets(self, state: FortuneState) -> Sequence[AnyWidget]:
        return ()

    def score(self, state: FortuneState, viewer: Viewer) -> ScoreSheet:
        sides = [
            SideScore(str(seat), (seat,), named(seat), (Line("cards", len(hand), say("Cards")),))
            for seat, hand in state.hands.items()
        ]
        return ScoreSheet(tuple(sides), final=not state.agenda)

    def inventory(self, state: FortuneState) -> Sequence[Tracked]:
        return ()


class DrawsAloud(Fortune):
    """The log tells everybody what was dealt."""

    meta = replace(Fortune.meta, key="draws-aloud")
    rules = ALOUD


class LaidOpen(Fortune):
    """The cards lie in the state as they are, and the account tells of them."""

    meta = replace(Fortune.meta, key="laid-open")
    rules = LAID_OPEN

    def score(self, state: FortuneState, viewer: Viewer) -> ScoreSheet:
        sheet = super().score(state, viewer)
        lines = tuple(Line(card, 0, verbatim(card)) for card in state.laid)
        return replace(sheet, sides=(replace(sheet.sides[0], lines=lines), *sheet.sides[1:]))


class DrawsOpenly(Fortune):
    """From cardboard, a card that is sealed is entered by anybody."""

    meta = replace(Fortune.meta, key="draws-openly")
    rules = OPENLY
