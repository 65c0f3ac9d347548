"""The `Game` of a score sheet."""

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
from companion.games.score_sheet import asking, rules, scoring, showing, showing_strip, tracked
from companion.games.score_sheet.moves import SheetMove
from companion.games.score_sheet.queries import longest_play, state_bounds
from companion.games.score_sheet.queries_agenda import waits_for
from companion.games.score_sheet.rules_end import settle
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.state import SheetState

KEY = "sheet:"
"""Prefix of the game key, before the id of the sheet."""
ICON = "score"
"""The picture of a sheet that names none."""


class SheetGame(Game[SheetState, SheetMove]):
    """A game whose rules are a score sheet."""

    state_type = SheetState
    move_type = SheetMove

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rules = rules.rules_of(sheet)
        self.bounds = state_bounds(sheet)
        self.meta = Meta(
            key=KEY + sheet.id,
            title=sheet.name,
            seats=sheet.seats,
            longest=longest_play(sheet),
            summary=sheet.about,
            icon=sheet.icon or ICON,
        )

    def new(self, setup: Setup) -> SheetState:
        return rules.begin(self.sheet, setup)

    def is_over(self, state: SheetState) -> bool:
        return state.phase == "over"

    def waits_for(self, state: SheetState) -> Awaited:
        return waits_for(self.sheet, state)

    def questions(self, state: SheetState, seat: int) -> Asking[SheetMove]:
        return asking.ask(self.sheet, state, seat)

    def proceed(self, step: Step[SheetState]) -> None:
        settle(self.sheet, step)

    def public_widgets(self, state: SheetState) -> list[AnyWidget]:
        return showing.show(self.sheet, state)

    def seat_widgets(self, state: SheetState, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
        return showing.with_own(self.sheet, state, seat, public)

    def strip(self, state: SheetState, seat: int) -> Sequence[Figure]:
        return showing_strip.strip(self.sheet, state, seat)

    def score(self, state: SheetState, viewer: Viewer) -> ScoreSheet:
        del viewer
        return scoring.score(self.sheet, state)

    def inventory(self, state: SheetState) -> list[Tracked]:
        return list(tracked.inventory(self.sheet, state))
