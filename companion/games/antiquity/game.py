"""Antiquity: the contract, filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Sealed, Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import say
from companion.games.antiquity import queries_saints, rules, showing_strip
from companion.games.antiquity.agenda import Over, SettingUp
from companion.games.antiquity.asking import ask
from companion.games.antiquity.meanings import MEANINGS
from companion.games.antiquity.moves import Move
from companion.games.antiquity.options import CHANCE, LEVELS, OPTIONS
from companion.games.antiquity.queries_agenda import waits_for
from companion.games.antiquity.scoring import score_sheet
from companion.games.antiquity.showing import on_paper, own_first, show
from companion.games.antiquity.showing_realm import show_cities
from companion.games.antiquity.state import MOST_SEATS, City, Realm, State
from companion.games.antiquity.tables import COUNTERS, FIRST_SIDE, FIRST_WOOD, GOODS, MARKERS, SUPPLY
from companion.games.antiquity.tracked import tracked_numbers


class Antiquity(Game[State, Move]):
    """Four cities at most, a secret phase every turn, famine and pollution."""

    meta = Meta(
        key="antiquity",
        title=say("Antiquity"),
        seats=(2, MOST_SEATS),
        rules_version=3,
        options=OPTIONS,
        chance=CHANCE,
        longest=1500,
        levels=LEVELS,
        summary=say("Cities on two levels, famine that rises, pollution that stays, and a patron saint to satisfy."),
        icon="wheat",
    )
    state_type = State
    move_type = Move
    rules = rules.RULES
    meanings = MEANINGS

    def new(self, setup: Setup) -> State:
        """Six wood each, all men in their houses. Section 2."""
        opened = setup.options["stocks"] == "open"
        bank = dict.fromkeys(GOODS, COUNTERS)
        bank["wood"] -= FIRST_WOOD * len(setup.numbers)
        return State(
            realms=[
                Realm(seat, Sealed((seat,), {"wood": FIRST_WOOD}, opened), [City(FIRST_SIDE)]) for seat in setup.numbers
            ],
            order=list(setup.numbers),
            options=dict(setup.options),
            grids=setup.level != "counters",
            due=SettingUp(),
            bank=bank,
            supply=dict(SUPPLY),
            markers=dict.fromkeys(MARKERS, 0),
        )

    def waits_for(self, state: State) -> Awaited:
        return waits_for(state)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        return ask(state, seat)

    def proceed(self, step: Step[State]) -> None:
        rules.proceed(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return show(state)

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        return own_first(state, seat, public)

    def reveals(self, state: State) -> Sequence[str]:
        return [widget.key for realm in state.realms for widget in show_cities(realm, state.grids, secret=False)]

    def on_paper(self, state: State) -> Sequence[str]:
        return on_paper(state)

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return showing_strip.strip(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked_numbers(state)

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Read an older state. Version 1 had no planning in turn, and kept losers of the tie of hexes among the
        winners.
        """
        state = super().upgrade(version, raw)
        state.options.setdefault("in-turn", False)
        if isinstance(state.due, Over):
            state.winners = queries_saints.tie_winners(state)
        return state
