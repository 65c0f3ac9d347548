"""The rules, and the contract filled in."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Viewer, seal
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Cell, Figure, Grid, LegendEntry, Note
from companion.core.wording import SeatName, named, say, say_n, verbatim
from tests.core.colonies.asking import ask
from tests.core.colonies.state import (
    HEIGHT,
    MOST_SHIPS,
    WIDTH,
    Found,
    Hide,
    Leave,
    Load,
    Move,
    Phase,
    State,
    colony_reason,
    harbour_reason,
    load_reason,
)


def owed(step: Step[State], phase: Phase) -> None:
    if step.state.due != (step.seat, phase):
        step.refuse("not-awaited", say("That is not asked for now."))


def load(step: Step[State], move: Load) -> None:
    owed(step, "load")
    step.require(load_reason(step.state, step.seat, move.ships))
    step.state.ships[step.seat] += move.ships
    step.tell(say_n("{who} loads {n} ship.", "{who} loads {n} ships.", move.ships, who=SeatName(step.seat)))


def leave(step: Step[State], _: Leave) -> None:
    owed(step, "load")
    step.state.due = (step.seat, "found")
    step.tell(say("{who} sails.", who=SeatName(step.seat)))


def found(step: Step[State], move: Found) -> None:
    owed(step, "found")
    step.require(colony_reason(move.colony))
    step.require(harbour_reason(step.state, move.colony.harbour))
    step.state.founded[step.seat].append(move.colony)
    step.state.due = (step.seat, "hide")
    step.tell(say("{who} founds {name}.", who=SeatName(step.seat), name=move.colony.name))


def hide(step: Step[State], move: Hide) -> None:
    state = step.state
    owed(step, "hide")
    step.require(colony_reason(move.colony))
    state.hidden[step.seat].value.append(move.colony)
    step.tell(seal(say("You found {name} in secret.", name=move.colony.name), step.seat))
    step.tell(say("{who} founds something in secret.", short="A secret colony", who=SeatName(step.seat)))
    later = [seat for seat in state.seats if seat > step.seat]
    state.due = (later[0], "load") if later else None
    if not later:
        for seat in state.seats:
            for colony in step.reveal(state.hidden[seat]):
                step.tell(say("{who} had founded {name}.", who=SeatName(seat), name=colony.name))


RULES: Rules[State] = {Load: load, Leave: leave, Found: found, Hide: hide}


class Colonies(Game[State, Move]):
    """See the package."""

    meta = Meta(key="colonies", title=say("Colonies"), seats=(1, 3), longest=60)
    state_type = State
    move_type = Move
    rules = RULES

    def new(self, setup: Setup) -> State:
        seats = list(setup.numbers)
        return State(
            seats,
            dict.fromkeys(seats, 0),
            {seat: [] for seat in seats},
            {seat: seal([], seat) for seat in seats},
            (seats[0], "load"),
        )

    def is_over(self, state: State) -> bool:
        return state.due is None

    def waits_for(self, state: State) -> Awaited:
        assert state.due is not None
        return Awaited((state.due[0],), why=say("{who} founds colonies.", who=named(state.due[0])))

    def questions(self, state: State, seat: int) -> Asking[Move]:
        return ask(state, seat)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        cells = [
            Cell(int(colony.harbour[0]), int(colony.harbour[2]), "harbour", "ship", verbatim(colony.name), seat)
            for seat, colonies in state.founded.items()
            for colony in colonies
        ]
        return [
            Grid(
                key="sea",
                title=say("The sea"),
                width=WIDTH,
                height=HEIGHT,
                cells=tuple(cells),
                legend=(LegendEntry("harbour", say("A harbour"), "ship"),),
                big=True,
            ),
        ]

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        hidden = state.hidden.get(seat)
        if hidden is None or not hidden.known or not hidden.value:
            return public
        lines = tuple(verbatim(colony.name) for colony in hidden.value)
        return [*public, Note(key="hidden", title=say("In secret"), lines=lines, secret=True)]

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        founded = Figure(say("Colonies"), len(state.founded[seat]), "tower")
        return [Figure(say("Ships"), state.ships[seat], "ship"), founded] if seat in state.ships else []

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        return ScoreSheet(tuple(side_score(state, seat) for seat in state.seats), final=state.due is None)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return [
            Tracked(f"{seat}.ships", say("Ships"), (state.ships, seat), seat, high=MOST_SHIPS, icon="ship")
            for seat in state.seats
        ]


def side_score(state: State, seat: int) -> SideScore:
    hidden = state.hidden[seat]
    lines = (
        Line("men", sum(colony.men for colony in state.founded[seat]), say("Men")),
        Line("hidden", sum(colony.men for colony in hidden.value) if hidden.known else None, say("In secret")),
        Line("ships", state.ships[seat], say("Ships")),
    )
    return SideScore(str(seat), (seat,), named(seat), lines)
