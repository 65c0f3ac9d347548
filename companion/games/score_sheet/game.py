"""A score sheet as a ``Game``: whom the play waits for, which question is asked, and which function makes a move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.core.errors import RulesBug
from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.score_pad import Pad, Typed
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.secret_windows import secret_window
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import N_, Message, say
from companion.games.score_sheet import entries, pad, scoring, showing, start, table_moves, tracked
from companion.games.score_sheet.moves import (
    ChooseRounds,
    ChooseTeams,
    Done,
    Finish,
    GiveBonus,
    Outright,
    SheetMove,
    Write,
)
from companion.games.score_sheet.queries import is_done, longest_play, stage, state_bounds, ungiven_bonuses, unwritten
from companion.games.score_sheet.rounds import settle
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.state import SheetState

# -- whom the play waits for, and the questions ----------------------------------------------------------------------


def waits_for(sheet: Sheet, state: SheetState) -> Awaited:
    """The seats that must or may write or answer, and why."""
    if state.phase == "setup":
        return Awaited(must=(TABLE,), why=say("The table chooses how to play."))
    table = (TABLE,) if ungiven_bonuses(sheet, state) else ()
    writing = [side for side in state.sides if not is_done(sheet, state, side)]
    written = [side for side in state.sides if side not in writing and entries.changeable(sheet, state, side)]
    also = () if table or not table_moves.may_decide(sheet, state) else (TABLE,)
    answered = [seat for side in written for seat in side.seats]
    return secret_window(
        (*table, *(seat for side in writing for seat in side.seats), *answered),
        answered,
        _why(sheet, state),
        also=also,
        secret=any(category.sealed for category in stage(sheet, state)),
    )


def _why(sheet: Sheet, state: SheetState) -> Message:
    sealed = any(category.sealed for category in stage(sheet, state))
    if sealed and state.round:
        return say("Round {n}: all write in secret.", short=N_("Round {n}: secret"), n=state.round)
    if sealed:
        return say("All write in secret.", short=N_("In secret"))
    if state.round:
        return say("Round {n}: all write.", short=N_("Round {n}"), n=state.round)
    return say("Everybody writes", short=N_("All write"))


def ask(sheet: Sheet, state: SheetState, seat: int) -> Asking[SheetMove]:
    """The questions of a seat that the play waits for."""
    if seat == TABLE:
        return start.set_up(sheet, state) if state.phase == "setup" else table_moves.ask_table(sheet, state)
    side = state.side_of(seat)
    if side is None:
        raise RulesBug(f"seat {seat} is awaited and writes for no side")
    missing, written = unwritten(sheet, state, side), entries.changeable(sheet, state, side)
    if missing and (sheet.ask == "next" or (len(missing) == 1 and not written)):
        return entries.ask_entry(state, side, missing[0])
    return entries.ask_menu(sheet, state, side)


# -- moves -----------------------------------------------------------------------------------------------------------


def rules_of(sheet: Sheet) -> Rules[SheetState]:
    """The function that makes each kind of move, for this sheet."""
    return {
        Write: partial(entries.write, sheet),
        Done: partial(entries.say_done, sheet),
        GiveBonus: partial(table_moves.give_bonus, sheet),
        Finish: partial(table_moves.finish, sheet),
        Outright: partial(table_moves.win_outright, sheet),
        ChooseTeams: partial(start.choose_teams, sheet),
        ChooseRounds: partial(start.choose_rounds, sheet),
    }


# -- the contract ----------------------------------------------------------------------------------------------------

KEY = "sheet:"
"""The prefix of the game key, before the id of the sheet."""
ICON = "score"
"""The icon of a sheet that names none."""


class SheetGame(Game[SheetState, SheetMove]):
    """A game whose rules are a score sheet."""

    state_type = SheetState
    move_type = SheetMove
    has_pieces = False

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rules = rules_of(sheet)
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
        return start.begin(self.sheet, setup)

    def is_over(self, state: SheetState) -> bool:
        return state.phase == "over"

    def waits_for(self, state: SheetState) -> Awaited:
        return waits_for(self.sheet, state)

    def questions(self, state: SheetState, seat: int) -> Asking[SheetMove]:
        return ask(self.sheet, state, seat)

    def proceed(self, step: Step[SheetState]) -> None:
        settle(self.sheet, step)

    def public_widgets(self, state: SheetState) -> list[AnyWidget]:
        return showing.show(self.sheet, state)

    def seat_widgets(self, state: SheetState, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
        return showing.with_own(self.sheet, state, seat, public)

    def strip(self, state: SheetState, seat: int) -> Sequence[Figure]:
        return showing.strip(self.sheet, state, seat)

    def score_pad(self, state: SheetState, seat: int, typed: Typed | None = None) -> Pad | None:
        return pad.score_pad(self.sheet, state, seat, typed)

    def score(self, state: SheetState, viewer: Viewer) -> ScoreSheet:
        del viewer
        return scoring.score(self.sheet, state)

    def inventory(self, state: SheetState) -> list[Tracked]:
        return list(tracked.inventory(self.sheet, state))
