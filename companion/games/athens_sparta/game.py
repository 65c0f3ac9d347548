"""Athens & Sparta: the game contract. README.md says which rule lives where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.boxes import Box, FactCorrection, merged
from companion.core.errors import Refused
from companion.core.game import Awaited, ChanceKind, Colour, Game, GameOption, Meta, Setup
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer, seal
from companion.core.step import Step
from companion.core.widgets import AnyWidget
from companion.core.wording import Message, say
from companion.games.athens_sparta import (
    asking,
    box_corrections,
    queries_awaited,
    rules,
    scoring,
    showing,
    tracked,
)
from companion.games.athens_sparta.agenda import SettingUp
from companion.games.athens_sparta.box import COMPONENT_KINDS, PRACTICE_BOX, SHIPPED_BOX, box_warnings
from companion.games.athens_sparta.moves import (
    Move,
)
from companion.games.athens_sparta.rules import put_into_effect
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import NOT_AWAITED, SIDE_COLOURS


class AthensSparta(Game[State, Move]):
    """The Peloponnesian War for two: light and full tracking, and single battles without any box."""

    meta = Meta(
        key="athens-sparta",
        title=say("Athens & Sparta"),
        seats=(2, 2),
        options=(
            GameOption(
                "box",
                say("Components"),
                "own",
                (("own", say("your own box")), ("practice", say("practice box, invented numbers"))),
                "17.1",
                basic=True,
            ),
            GameOption(
                "deal",
                say("Cards dealt"),
                6,
                ((6, say("six")), (7, say("seven, discard one"))),
                "18",
            ),
            GameOption("olympiad", say("First Olympiad"), 84, ((84, say("84")), (83, say("83"))), "18"),
            GameOption(
                "hellespont",
                say("Hellespont closed: Athens loses"),
                "block",
                (("block", say("a block")), ("step", say("a step"))),
                "12",
            ),
            GameOption(
                "syracuse",
                say("Hidden value of Syracuse"),
                False,
                ((False, say("no")), (True, say("yes"))),
                "13",
            ),
        ),
        rules_version=2,
        chance=(
            ChanceKind("deal", say("Cards")),
            ChanceKind("battle", say("Battle dice"), "cardboard"),
            ChanceKind("attrition", say("Attrition dice"), "cardboard"),
        ),
        box=COMPONENT_KINDS,
        longest=4000,
        levels=(
            ("light", say("Light: cards, battles, sieges, points")),
            ("full", say("Full: every block on its owner's phone")),
            ("battle", say("A single battle")),
        ),
        summary=say("The Peloponnesian War for two: hidden blocks, sealed cards, battles and sieges."),
    )
    state_type = State
    move_type = Move
    box = SHIPPED_BOX

    def new(self, setup: Setup) -> State:
        practice = setup.options["box"] == "practice"
        owners = merged(PRACTICE_BOX, setup.box) if practice else setup.box
        level = setup.level or "light"
        return State(
            chairs=list(setup.numbers),
            level=level,  # type: ignore[arg-type]
            practice=practice,
            options=dict(setup.options),
            box=merged(SHIPPED_BOX, owners),
            agenda=[SettingUp()],
            olympiad=int(setup.options["olympiad"]),
        )

    def awaits(self, state: State) -> Awaited:
        return queries_awaited.awaits(state)

    def ask(self, state: State, seat: int) -> Asking[Move]:
        awaited = queries_awaited.awaits(state)
        if seat not in (*awaited.must, *awaited.may):
            raise Refused("not-awaited", NOT_AWAITED)
        return asking.ask(state, seat)

    def apply(self, step: Step[State], move: Move) -> None:
        awaited = queries_awaited.awaits(step.state)
        if step.seat not in (*awaited.must, *awaited.may):
            step.refuse("not-awaited", NOT_AWAITED)
        put_into_effect(step, move)
        rules.proceed(step)

    def show(self, state: State, viewer: Viewer) -> Sequence[AnyWidget]:
        return showing.show(state, viewer)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return scoring.score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked.inventory(state)

    def colours(self, state: State) -> Mapping[int, Colour]:
        return {seat: SIDE_COLOURS[side] for side, seat in state.seats.items()}

    def keeps(self, state: State) -> bool:
        return not state.practice

    def mend(self, step: Step[State], corrections: Sequence[FactCorrection]) -> None:
        super().mend(step, corrections)
        box_corrections.apply_corrections(step.state, corrections)

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Version 1 had no facts looked up in secret (``noted``)."""
        state = super().upgrade(version, raw)
        for side, seat in state.seats.items():
            state.noted.setdefault(side, seal([], seat))
        return state

    def box_warnings(self, box: Box) -> Sequence[Message]:
        """What looks wrong in an edited box."""
        return box_warnings(merged(SHIPPED_BOX, box))
