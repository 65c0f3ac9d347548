"""A score sheet as a ``Game``: whom the play waits for, which question is asked, and which function makes a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct, structs

from companion.core.errors import RulesBug
from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.score_pad import Pad, Typed
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.secret_windows import secret_window
from companion.core.setup import GameOption, Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import N_, Message, say
from companion.games.score_sheet import entries, pad, scoring, showing, start, table_moves, tracked
from companion.games.score_sheet.moves import (
    ChooseRounds,
    ChooseTeams,
    ComeBack,
    Done,
    EndTogether,
    Finish,
    GiveBonus,
    Outright,
    SheetMove,
    Write,
)
from companion.games.score_sheet.queries import (
    ended,
    is_done,
    longest_play,
    points_decide,
    stage,
    state_bounds,
    totals_hidden,
    ungiven_bonuses,
    unwritten,
)
from companion.games.score_sheet.rounds import settle
from companion.games.score_sheet.sheet import Sheet, SheetOption, places
from companion.games.score_sheet.state import TOTALS_HIDDEN, SheetState

# -- whom the play waits for, and the questions ----------------------------------------------------------------------


def waits_for(sheet: Sheet, state: SheetState) -> Awaited:
    """The seats that must or may write or answer, and why."""
    if state.phase == "setup":
        return Awaited(must=(TABLE,), why=say("The table chooses how to play."))
    if sheet.together:
        why = say("You play together.", short=N_("Together"))
        return Awaited(must=(TABLE,), may=state.seats, why=why, over=ended(sheet, state))
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
        return entries.ask_first(sheet, state, side, (*missing, *written))
    return entries.ask_menu(sheet, state, side)


# -- moves -----------------------------------------------------------------------------------------------------------


SheetRule = Callable[[Sheet, Step[SheetState], Any], None]

RULES: dict[type[Struct], SheetRule] = {
    Write: entries.write,
    Done: entries.say_done,
    GiveBonus: table_moves.give_bonus,
    Finish: table_moves.finish,
    Outright: table_moves.win_outright,
    ComeBack: table_moves.come_back,
    EndTogether: table_moves.end_together,
    ChooseTeams: start.choose_teams,
    ChooseRounds: start.choose_rounds,
}


def rules_of(sheet_of: Callable[[SheetState], Sheet]) -> Rules[SheetState]:
    """The function that makes each kind of move; ``sheet_of`` is the sheet as it is played."""

    def made(rule: SheetRule) -> Callable[[Step[SheetState], Any], None]:
        return lambda step, move: rule(sheet_of(step.state), step, move)

    return {kind: made(rule) for kind, rule in RULES.items()}


# -- the contract ----------------------------------------------------------------------------------------------------

KEY = "sheet:"
"""The prefix of the game key, before the id of the sheet."""
ICON = "score"
"""The icon of a sheet that names none."""


def _switch(sheet: Sheet, option: SheetOption) -> GameOption:
    """An option of the sheet as a game option, which the table chooses before the play."""
    if option.values:
        usual = places(sheet)[option.sets] if option.sets else option.values[0]
        numbers = tuple((number, say("{n}", n=number)) for number in option.values)
        return GameOption(option.key, option.name, usual, numbers, basic=True)
    values = ((False, say("No")), (True, say("Yes")))
    return GameOption(option.key, option.name, option.start, values, basic=True)


_HIDING = GameOption(
    TOTALS_HIDDEN,
    say("Keep the totals hidden until everything is written"),
    False,
    ((False, say("No")), (True, say("Yes"))),
)


class SheetGame(Game[SheetState, SheetMove]):
    """A game whose rules are a score sheet."""

    state_type = SheetState
    move_type = SheetMove
    has_pieces = False

    def __init__(self, sheet: Sheet, points_of: str = "") -> None:
        self.sheet = sheet
        self._played: dict[Any, Sheet] = {}
        self.rules = rules_of(self.sheet_of)
        self.bounds = state_bounds(sheet)
        self.meta = Meta(
            key=KEY + sheet.id,
            title=sheet.name,
            seats=sheet.seats,
            longest=longest_play(sheet),
            minutes=sheet.minutes,
            summary=sheet.about,
            icon=sheet.icon or ICON,
            options=(*(_switch(sheet, option) for option in sheet.option), *(() if sheet.together else (_HIDING,))),
            points_of=points_of,
        )

    def sheet_of(self, state: SheetState) -> Sheet:
        """The sheet by which this play counts: for its seats, options and chosen numbers."""
        played = (tuple(state.options), tuple(state.numbers.items()), len(state.seats))
        if played not in self._played:
            self._played[played] = start.as_played(self.sheet, state)
        return self._played[played]

    def new(self, setup: Setup) -> SheetState:
        return start.begin(self.sheet, setup)

    def is_over(self, state: SheetState) -> bool:
        return ended(self.sheet_of(state), state)

    def waits_for(self, state: SheetState) -> Awaited:
        return waits_for(self.sheet_of(state), state)

    def questions(self, state: SheetState, seat: int) -> Asking[SheetMove]:
        return ask(self.sheet_of(state), state, seat)

    def proceed(self, step: Step[SheetState]) -> None:
        settle(self.sheet_of(step.state), step)

    def public_widgets(self, state: SheetState) -> list[AnyWidget]:
        return showing.show(self.sheet_of(state), state)

    def seat_widgets(self, state: SheetState, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
        return showing.with_own(self.sheet_of(state), state, seat, public)

    def strip(self, state: SheetState, seat: int) -> Sequence[Figure]:
        return showing.strip(self.sheet_of(state), state, seat)

    def score_pad(self, state: SheetState, seat: int, typed: Typed | None = None) -> Pad | None:
        return pad.score_pad(self.sheet_of(state), state, seat, typed)

    def score(self, state: SheetState, viewer: Viewer) -> ScoreSheet:
        del viewer
        sheet = self.sheet_of(state)
        account = structs.replace(scoring.score(sheet, state), final=ended(sheet, state))
        hidden = totals_hidden(sheet, state) or not points_decide(sheet, state)
        return structs.replace(account, counted=False) if hidden else account

    def inventory(self, state: SheetState) -> list[Tracked]:
        return list(tracked.inventory(self.sheet_of(state), state))
