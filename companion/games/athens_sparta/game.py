"""Athens & Sparta: the game contract. README.md says which rule lives where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.boxes import Box, FactCorrection, merged
from companion.core.game import Colour, Game
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer, seal
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.wording import Message, say
from companion.games.athens_sparta import asking, queries_agenda, showing, showing_strip, tracked
from companion.games.athens_sparta.agenda import Attrition, SettingUp
from companion.games.athens_sparta.box import COMPONENT_KINDS, PRACTICE_BOX, SHIPPED_BOX, box_warnings
from companion.games.athens_sparta.box_corrections import apply_corrections
from companion.games.athens_sparta.meanings import MEANINGS
from companion.games.athens_sparta.moves import MOVES, Move
from companion.games.athens_sparta.options import CHANCE, LEVELS, OPTIONS
from companion.games.athens_sparta.rules import RULES, proceed
from companion.games.athens_sparta.scoring import score_sheet
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import SIDE_COLOURS, SIDES


class AthensSparta(Game[State, Move]):
    """The Peloponnesian War for two: light and full tracking, and single battles without any box."""

    meta = Meta(
        key="athens-sparta",
        title=say("Athens & Sparta"),
        seats=(2, 2),
        options=OPTIONS,
        rules_version=2,
        chance=CHANCE,
        box=COMPONENT_KINDS,
        longest=4000,
        levels=LEVELS,
        summary=say("The Peloponnesian War for two: hidden blocks, sealed cards, battles and sieges."),
        icon="helmet",
    )
    state_type = State
    move_type = MOVES
    rules = RULES
    box = SHIPPED_BOX
    meanings = MEANINGS
    waits_for = staticmethod(queries_agenda.waits_for)
    questions = staticmethod(asking.ask)
    public_widgets = staticmethod(showing.show)
    seat_widgets = staticmethod(showing.with_own)
    strip = staticmethod(showing_strip.strip)
    inventory = staticmethod(tracked.inventory)

    def new(self, setup: Setup) -> State:
        practice = setup.options["box"] == "practice"
        owners = merged(PRACTICE_BOX, setup.box) if practice else setup.box
        return State(
            chairs=list(setup.numbers),
            level=setup.level or "light",  # type: ignore[arg-type]
            practice=practice,
            options=dict(setup.options),
            box=merged(SHIPPED_BOX, owners),
            agenda=[SettingUp()],
            olympiad=int(setup.options["olympiad"]),
        )

    def proceed(self, step: Step[State]) -> None:
        proceed(step)

    def on_paper(self, state: State) -> Sequence[str]:
        """Points, cards played, sieges and whoever lies face up, the battle that is on."""
        del state
        return ("points", "war", "played", "sieges", "before", "battle", *(f"battle-{side}" for side in SIDES))

    def reveals(self, state: State) -> Sequence[str]:
        if state.battle is not None:
            return [f"battle-{side}" for side in SIDES]
        worn = any(isinstance(due, Attrition) and due.done for due in state.agenda)
        return () if worn else ("played",)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return score_sheet(state)

    def colours(self, state: State) -> Mapping[int, Colour]:
        return {seat: SIDE_COLOURS[side] for side, seat in state.seats.items()}

    def keeps(self, state: State) -> bool:
        return not state.practice

    def mend(self, step: Step[State], corrections: Sequence[FactCorrection]) -> None:
        super().mend(step, corrections)
        apply_corrections(step.state, corrections)

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Version 1 had no facts looked up in secret (``noted``)."""
        state = super().upgrade(version, raw)
        for side, seat in state.seats.items():
            state.noted.setdefault(side, seal([], seat))
        return state

    def box_warnings(self, box: Box) -> Sequence[Message]:
        """What looks wrong in an edited box."""
        return box_warnings(merged(SHIPPED_BOX, box))
