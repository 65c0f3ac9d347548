"""Olympos: the contract, filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.boxes import Box, FactCorrection, merged
from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import Message, say
from companion.games.olympos import (
    asking,
    box_warnings,
    rules,
    rules_cards,
    rules_facts,
    rules_setup,
    scoring,
    showing,
    showing_strip,
)
from companion.games.olympos.agenda import SettingUp
from companion.games.olympos.box import KINDS, PRACTICE, SHIPPED
from companion.games.olympos.meanings import MEANINGS
from companion.games.olympos.moves import Move
from companion.games.olympos.options import CHANCE, LEVELS, OPTIONS, chosen
from companion.games.olympos.queries_agenda import waits_for
from companion.games.olympos.state import MOST_SEATS, State
from companion.games.olympos.tables import CROSSED_EACH, CUBES_EACH, DESTINIES, GODS, RESOURCES, TOKENS_EACH
from companion.games.olympos.tracked import inventory


class Olympos(Game[State, Move]):
    """The game of Philippe Keyaerts (Ystari, 2011) for three to five."""

    meta = Meta(
        key="olympos",
        title=say("Olympos"),
        seats=(3, MOST_SEATS),
        rules_version=4,
        options=OPTIONS,
        chance=CHANCE,
        box=KINDS,
        longest=3000,
        levels=LEVELS,
        summary=say("Settle Greece, discover, build wonders, and please the gods: whoever is last in time acts."),
        icon="mountain",
    )
    state_type = State
    move_type = Move
    rules = rules.RULES
    box = SHIPPED
    meanings = MEANINGS

    def new(self, setup: Setup) -> State:
        practice = setup.options["box"] == "practice"
        options = chosen(setup)
        return State(
            seats=list(setup.numbers),
            sides=[rules_setup.new_side(seat, prestige_open=options.prestige_open) for seat in setup.numbers],
            options=options,
            box=merged(merged(SHIPPED, PRACTICE if practice else {}), setup.box),
            light=setup.level == "light",
            practice=practice,
            tokens=dict.fromkeys(RESOURCES, TOKENS_EACH - CROSSED_EACH[len(setup.seats)]),
            cubes=dict.fromkeys(RESOURCES, CUBES_EACH),
            gods=dict.fromkeys(GODS, 1),
            discards=dict.fromkeys(DESTINIES, 0),
            companion_draws=setup.chance["destiny"] == "companion",
            agenda=[SettingUp()],
        )

    def is_over(self, state: State) -> bool:
        return state.over

    def waits_for(self, state: State) -> Awaited:
        return waits_for(state)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        return asking.ask(state, seat)

    def proceed(self, step: Step[State]) -> None:
        rules.proceed(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return showing.widgets(state)

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        return showing.with_own(state, seat, public)

    def on_paper(self, state: State) -> Sequence[str]:
        """The order within a stack, the last god and what still weighs on whom."""
        del state
        return ("order", "zeus", "gods")

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return showing_strip.strip(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:  # noqa: ARG002  (the type says what may be seen)
        return scoring.score_sheet(state)

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Read an older state. Until version 3 a laid Star card was on the discard pile, or shuffled into the deck."""
        state = super().upgrade(version, raw)
        if version < 4:
            rules_cards.take_back_laid_stars(state)
        return state

    def keeps(self, state: State) -> bool:
        return not state.practice

    def mend(self, step: Step[State], corrections: Sequence[FactCorrection]) -> None:
        super().mend(step, corrections)
        rules_facts.stay_sensible(step, corrections)

    def box_warnings(self, box: Box) -> Sequence[Message]:
        return tuple(box_warnings.box_warnings(box))

    def inventory(self, state: State) -> Sequence[Tracked]:
        return list(inventory(state))
