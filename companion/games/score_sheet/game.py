"""The `Game` of a score sheet."""

from __future__ import annotations

from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import N_, Message, say
from companion.games.score_sheet import asking, rules, scoring, showing, tracked
from companion.games.score_sheet.moves import SheetMove
from companion.games.score_sheet.queries import (
    MOST_ROUNDS,
    by_sides,
    changeable,
    finish_reason,
    is_done,
    outright_reason,
    owed_by_table,
    regivable,
    stage,
    stages,
    unclaimed,
)
from companion.games.score_sheet.rules_end import settle
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.state import SheetState

KEY = "sheet:"
"""Prefix of the game key, before the id of the sheet."""


class SheetGame(Game[SheetState, SheetMove]):
    """A game whose rules are a score sheet."""

    state_type = SheetState
    move_type = SheetMove

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rules = rules.rules_of(sheet)
        self.meta = Meta(
            key=KEY + sheet.id,
            title=sheet.name,
            seats=sheet.seats,
            longest=_longest(sheet),
            summary=sheet.about,
        )

    def new(self, setup: Setup) -> SheetState:
        return rules.begin(self.sheet, setup)

    def is_over(self, state: SheetState) -> bool:
        return state.phase == "over"

    def waits_for(self, state: SheetState) -> Awaited:
        if state.phase == "setup":
            return Awaited(must=(TABLE,), why=say("The table chooses how to play."))
        table = (TABLE,) if owed_by_table(self.sheet, state) else ()
        writing = [side for side in state.sides if not is_done(self.sheet, state, side)]
        written = [side for side in state.sides if side not in writing and changeable(self.sheet, state, side)]
        also = () if table or not self._table_may(state) else (TABLE,)
        return Awaited(
            must=(*table, *(seat for side in writing for seat in side.seats)),
            may=(*also, *(seat for side in written for seat in side.seats)),
            why=self._why(state),
            secret=any(category.sealed for category in stage(self.sheet, state)),
        )

    def questions(self, state: SheetState, seat: int) -> Asking[SheetMove]:
        return asking.ask(self.sheet, state, seat)

    def proceed(self, step: Step[SheetState]) -> None:
        settle(self.sheet, step)

    def show(self, state: SheetState, viewer: Viewer) -> list[AnyWidget]:
        return showing.show(self.sheet, state, viewer)

    def score(self, state: SheetState, viewer: Viewer) -> ScoreSheet:
        del viewer
        return scoring.score(self.sheet, state)

    def inventory(self, state: SheetState) -> list[Tracked]:
        return list(tracked.inventory(self.sheet, state))

    def _table_may(self, state: SheetState) -> bool:
        return (
            finish_reason(state) is None
            or outright_reason(self.sheet, state) is None
            or bool(unclaimed(self.sheet, state) or regivable(self.sheet, state))
        )

    def _why(self, state: SheetState) -> Message:
        sealed = any(category.sealed for category in stage(self.sheet, state))
        if sealed and state.round:
            return say("Round {n}: all write in secret.", short=N_("Round {n}: secret"), n=state.round)
        if sealed:
            return say("All write in secret.", short=N_("In secret"))
        if state.round:
            return say("Round {n}: all write.", short=N_("Round {n}"), n=state.round)
        return say("All write what they have.", short=N_("All write"))


def _longest(sheet: Sheet) -> int:
    """An upper bound of the moves of a play."""
    match sheet.rounds:
        case "once":
            rounds = 0
        case "open":
            rounds = MOST_ROUNDS
        case (_, high):
            rounds = high
        case int() as fixed:
            rounds = fixed
    # twice as many as needed, for changed entries
    return 2 * (2 + rounds * _moves(sheet, 1) + _moves(sheet, 0))


def _moves(sheet: Sheet, number: int) -> int:
    """The moves of a round (of the end for 0): entries, ``Done`` where a side has several, and bonuses."""
    moves = 0
    for one in stages(sheet, number):
        entries = len(by_sides(one))
        moves += sheet.seats[1] * (entries + (entries > 1)) + len(one) - entries
    return moves
