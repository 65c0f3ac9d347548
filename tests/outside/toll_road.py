"""A small game of somebody else that has a box: bridges with printed tolls, and a ferry with a printed fare.

Its rules ask what nobody has entered in the ways there are: a toll is asked of the table after the move that needs it,
the fare within the dialogue, and it is not written down. The games at the end each break a rule of the contract.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec import Meta as Bounds
from msgspec import Struct
from msgspec.structs import replace

from companion.core.boxes import Box, BoxField, BoxKind, FactCorrection, merged, number, put
from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import named, say, verbatim

NAMES = tuple((key, verbatim(key.title())) for key in ("stone", "rope", "plank"))
TOLL = BoxField("toll", verbatim("Toll"), 1, 5)
BRIDGES = BoxKind("bridge", verbatim("Bridge"), (TOLL,), NAMES)
FERRY = BoxKind(
    "ferry", verbatim("Ferry"), (BoxField("fare", verbatim("Fare"), 1, 9),), (("ferry", verbatim("Ferry")),)
)
MOST = 99
ROUNDS = 8

NO_BRIDGE = say("There is no such bridge.")
NO_FARE = say("Say what the ferry costs.")

Amount = Annotated[int, Bounds(ge=1, le=9)]


class Traveller(Struct):
    """What a seat has paid."""

    seat: int
    paid: int = 0


class Crossing(Struct, frozen=True, tag="crossing"):
    """A seat crosses the river."""

    seat: int


class TollWanted(Struct, frozen=True, tag="toll-wanted"):
    """The table reads a toll off a bridge that a seat has crossed."""

    seat: int
    bridge: str


class TollRoadState(Struct):
    """One play."""

    travellers: list[Traveller]
    box: Box
    agenda: list[Crossing | TollWanted]

    def pays(self, seat: int, coins: int) -> None:
        one = next(one for one in self.travellers if one.seat == seat)
        one.paid = min(MOST, one.paid + coins)


class Cross(Struct, frozen=True, tag="cross"):
    """Cross by a bridge."""

    bridge: str


class Sail(Struct, frozen=True, tag="sail"):
    """Cross by the ferry; ``fare`` only where the box has none."""

    fare: Amount | None = None


class ReadToll(Struct, frozen=True, tag="read-toll"):
    """The table: what is printed on the bridge."""

    toll: Annotated[int, Bounds(ge=1, le=5)]


def cross(step: Step[TollRoadState], move: Cross) -> None:
    due = step.owed(Crossing)
    step.require(None if move.bridge in dict(NAMES) else NO_BRIDGE)
    toll = number(step.state.box, "bridge", move.bridge, "toll")
    step.state.agenda.pop()
    if toll is None:
        step.state.agenda.append(TollWanted(due.seat, move.bridge))
    else:
        step.state.pays(due.seat, toll)


def read_toll(step: Step[TollRoadState], move: ReadToll) -> None:
    due = step.owed(TollWanted)
    step.state.agenda.pop()
    put(step.state.box, step.learn("bridge", due.bridge, "toll", move.toll))
    step.state.pays(due.seat, move.toll)


def sail(step: Step[TollRoadState], move: Sail) -> None:
    due, printed = step.owed(Crossing), number(step.state.box, "ferry", "ferry", "fare")
    fare = move.fare if printed is None else printed
    step.require(NO_FARE if fare is None else None)
    step.state.agenda.pop()
    step.state.pays(due.seat, fare or 0)


def ask(state: TollRoadState, due: Crossing | TollWanted) -> Asking[Cross | Sail | ReadToll]:
    if isinstance(due, TollWanted):
        return ReadToll((yield from Count(key="toll", prompt=say("Which toll is printed there?"), low=1, high=5)))
    ways = (*(Option(key, name) for key, name in NAMES), Option("ferry", verbatim("Ferry")))
    way = yield from Pick[str](key="way", prompt=say("Where do you cross?"), options=ways)
    if way != "ferry":
        return Cross(way)
    if number(state.box, "ferry", "ferry", "fare") is not None:
        return Sail()
    return Sail((yield from Count(key="fare", prompt=say("Which fare is printed there?"), low=1, high=9)))


RULES: Rules[TollRoadState] = {Cross: cross, Sail: sail, ReadToll: read_toll}


class TollRoad(Game[TollRoadState, Cross | Sail | ReadToll]):
    """The game as it should be; those below break one rule each."""

    meta = Meta(key="toll-road", title=verbatim("Toll Road"), seats=(2, 3), box=(BRIDGES, FERRY), longest=60)
    state_type = TollRoadState
    move_type = Cross | Sail | ReadToll
    rules = RULES
    box: ClassVar[Box] = {"bridge": {"stone": {"toll": 5}}}

    def new(self, setup: Setup) -> TollRoadState:
        crossings = [Crossing(seat) for _ in range(ROUNDS) for seat in reversed(setup.numbers)]
        return TollRoadState([*map(Traveller, setup.numbers)], merged(self.box, setup.box), [*crossings])

    def waits_for(self, state: TollRoadState) -> Awaited:
        due = state.agenda[-1]
        return Awaited((TABLE if isinstance(due, TollWanted) else due.seat,))

    def questions(self, state: TollRoadState, seat: int) -> Asking[Cross | Sail | ReadToll]:
        return ask(state, state.agenda[-1])

    def public_widgets(self, state: TollRoadState) -> Sequence[AnyWidget]:
        return ()

    def score(self, state: TollRoadState, viewer: Viewer) -> ScoreSheet:
        sides = [
            SideScore(str(one.seat), (one.seat,), named(one.seat), (Line("paid", -one.paid, say("Paid")),))
            for one in state.travellers
        ]
        return ScoreSheet(tuple(sides), final=not state.agenda)

    def inventory(self, state: TollRoadState) -> Sequence[Tracked]:
        return [
            Tracked(f"{one.seat}.paid", say("Paid"), (one, "paid"), one.seat, high=MOST) for one in state.travellers
        ]


def cross_freely(step: Step[TollRoadState], move: Cross) -> None:
    due = step.owed(Crossing)
    step.require(None if move.bridge in dict(NAMES) else NO_BRIDGE)
    step.state.agenda.pop()
    step.state.pays(due.seat, number(step.state.box, "bridge", move.bridge, "toll") or 0)


def sail_cheaply(step: Step[TollRoadState], move: Sail) -> None:
    due, printed = step.owed(Crossing), number(step.state.box, "ferry", "ferry", "fare")
    step.state.agenda.pop()
    step.state.pays(due.seat, printed or 1)


WITH_FREE_BRIDGES: Rules[TollRoadState] = {**RULES, Cross: cross_freely}
WITH_CHEAP_FERRY: Rules[TollRoadState] = {**RULES, Sail: sail_cheaply}


class FreeBridges(TollRoad):
    """A bridge of which nobody has said the toll costs nothing."""

    meta = replace(TollRoad.meta, key="free-bridges")
    rules = WITH_FREE_BRIDGES


class CheapFerry(TollRoad):
    """A fare that nobody has entered is 1, and nobody is asked."""

    meta = replace(TollRoad.meta, key="cheap-ferry")
    rules = WITH_CHEAP_FERRY

    def questions(self, state: TollRoadState, seat: int) -> Asking[Cross | Sail | ReadToll]:
        due = state.agenda[-1]
        return ask(replace(state, box=merged({"ferry": {"ferry": {"fare": 1}}}, state.box)), due)


class Stubborn(TollRoad):
    """What was typed wrong stays as it is."""

    meta = replace(TollRoad.meta, key="stubborn")

    def mend(self, step: Step[TollRoadState], corrections: Sequence[FactCorrection]) -> None:
        """Nothing."""
