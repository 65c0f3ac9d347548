"""Antike: the contract, filled in."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import say
from companion.games.antike import queries, rules, showing, showing_strip, tracked
from companion.games.antike.agenda import SettingUp
from companion.games.antike.asking import ask
from companion.games.antike.box import EAST, SHIPPED, WEST
from companion.games.antike.meanings import MEANINGS
from companion.games.antike.moves import Move
from companion.games.antike.options import CHANCE, LEVELS, OPTIONS, switches
from companion.games.antike.queries_agenda import waits_for
from companion.games.antike.rules_start import given_sides
from companion.games.antike.scoring import score_sheet
from companion.games.antike.state import MOST_NATIONS, State


class Antike(Game[State, Move]):
    """Nations of antiquity on a rondel; all information is open."""

    meta = Meta(
        key="antike",
        title=say("Antike"),
        seats=(2, MOST_NATIONS),
        options=OPTIONS,
        chance=CHANCE,
        box=(EAST, WEST),
        longest=3000,
        levels=LEVELS,
        summary=say("Nations of antiquity found cities, build temples and win personalities."),
        icon="temple",
    )
    state_type = State
    move_type = Move
    rules = rules.RULES
    box = SHIPPED
    meanings = MEANINGS

    def new(self, setup: Setup) -> State:
        nations = queries.nations_for(len(setup.numbers))
        chosen = switches(setup, nations)
        return State(
            seats=list(setup.numbers),
            sides=given_sides(setup),
            switches=chosen,
            box=setup.box,
            agenda=[SettingUp()],
            bank_coins=chosen.coins,
        )

    def waits_for(self, state: State) -> Awaited:
        return waits_for(state)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        return ask(state, seat)

    def proceed(self, step: Step[State]) -> None:
        rules.proceed(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return list(showing.show(state))

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        del state
        return showing.on_phones(public, seat)

    def on_paper(self, state: State) -> Sequence[str]:
        """Who plays what in which order, and who is on turn."""
        del state
        return ("holdings",)

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return showing_strip.strip(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked.inventory(state)
