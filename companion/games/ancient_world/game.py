"""The Ancient World: the contract, filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from companion.core.boxes import Box, merged
from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import Message, say
from companion.games.ancient_world import asking, box_warnings, rules, scoring, showing, showing_strip, tables, tracked
from companion.games.ancient_world.agenda import SettingUp
from companion.games.ancient_world.box import KINDS, PRACTICE, SHIPPED
from companion.games.ancient_world.meanings import MEANINGS
from companion.games.ancient_world.moves import Move
from companion.games.ancient_world.options import CHANCE, DAMAGE, OPTIONS, switches_of
from companion.games.ancient_world.queries_agenda import waits_for
from companion.games.ancient_world.state import (
    MOST_PLAYERS,
    READY,
    ActionSpace,
    Army,
    EmpireCard,
    Player,
    State,
    Supply,
)


class AncientWorld(Game[State, Move]):
    """No hidden information: the companion does the sums."""

    meta = Meta(
        key="ancient-world",
        title=say("The Ancient World"),
        seats=(2, MOST_PLAYERS),
        rules_version=2,
        options=OPTIONS,
        chance=CHANCE,
        box=KINDS,
        longest=800,
        summary=say("Six rounds of building a city between titans."),
        icon="tower",
    )
    state_type = State
    move_type = Move
    rules = rules.RULES
    box = SHIPPED
    meanings = MEANINGS

    def new(self, setup: Setup) -> State:
        switches = switches_of(setup)
        laid = merged(SHIPPED, PRACTICE) if switches.practice else SHIPPED
        start = set(tables.AMBROSIA_AT_START) if switches.edition == "second" else set()
        places = {
            space: ActionSpace(int(space in start), int(space not in tables.OPENING_ROUND)) for space in tables.SPACES
        }
        state = State(
            switches=switches,
            players=[],
            box=merged(laid, setup.box),
            places=cast("dict[str, ActionSpace]", places),
            supply=Supply(ambrosia=-len(start)),
            agenda=[SettingUp()],
            companion_rolls=setup.chance[DAMAGE] == "companion",
        )
        state.players = [_seated(state, seat) for seat in setup.numbers]
        return state

    def waits_for(self, state: State) -> Awaited:
        return waits_for(state)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        del seat
        return asking.ask(state)

    def proceed(self, step: Step[State]) -> None:
        rules.proceed(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return showing.show(state)

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        del state
        return showing.own_first(public, seat)

    def on_paper(self, state: State) -> Sequence[str]:
        """What nobody wants to add up again; everything else lies open."""
        del state
        return ("goods", "cities", "banners", "armies")

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return showing_strip.strip(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return scoring.score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return list(tracked.tracked_numbers(state))

    def keeps(self, state: State) -> bool:
        return not state.switches.practice

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Read an older state. Version 1 asked only for the last chance to repair, and did not store who rolls: unknown
        faces of a die are asked for then.
        """
        if version < 2:
            for due in raw["agenda"]:
                if due["type"] == "closing":
                    due.update(type="spending", before="scoring")
        return super().upgrade(version, raw)

    def box_warnings(self, box: Box) -> Sequence[Message]:
        return box_warnings.box_warnings(box)


def _seated(state: State, seat: int) -> Player:
    """A player board at the start. Section 2.2."""
    return Player(
        seat,
        capital={**dict.fromkeys(tracked.CAPITAL, 0), **tables.CAPITAL},
        citizens=[READY if number in tables.STARTING_CITIZENS else 0 for number in range(1, tables.CITIZENS + 1)],
        cards=[EmpireCard(state.new_id(), key) for key in tables.START_EMPIRE],
        armies=[Army(state.new_id(), key) for key in tables.START_MILITARY],
    )
