"""New Game: the contract, filled in. What each of these must give stands in ``companion.core.game``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import SeatName, Wording, say
from new_game import rules
from new_game.asking import ask_turn
from new_game.moves import Move
from new_game.scoring import score_sheet
from new_game.showing import show_strip, show_table
from new_game.state import Player, State, Turn
from new_game.tables import COINS_A_SEAT
from new_game.tracked import tracked_numbers


class NewGame(Game[State, Move]):
    """See README.md."""

    meta = Meta(
        key="new-game",
        title=say("New Game"),
        summary=say("A pot of coins, and everybody takes from it."),
        seats=(2, 8),
        icon="coin",
        longest=100,
    )
    state_type = State
    move_type = Move
    rules = rules.RULES
    meanings: ClassVar[Mapping[str, Wording]] = {"coins": say("They come out of the pot. Every coin is a point.")}

    def new(self, setup: Setup) -> State:
        players = [Player(seat) for seat in setup.numbers]
        return State(players, COINS_A_SEAT * len(players), [Turn(setup.numbers[0])])

    def is_over(self, state: State) -> bool:
        """When the pot is empty, however it came to that: a number can be put right by hand too."""
        return not state.pot

    def waits_for(self, state: State) -> Awaited:
        seat = state.agenda[-1].seat
        return Awaited((seat,), why=say("{who} takes from the pot.", who=SeatName(seat)))

    def questions(self, state: State, seat: int) -> Asking[Move]:
        del seat
        return ask_turn(state)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return show_table(state)

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return show_strip(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked_numbers(state)
