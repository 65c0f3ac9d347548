"""The questions, picked by who answers and what is missing."""

from __future__ import annotations

from companion.core.errors import RulesBug
from companion.core.questions import Asking
from companion.core.step import TABLE
from companion.games.score_sheet.asking_entries import ask_entry, ask_menu
from companion.games.score_sheet.asking_table import ask_table, set_up
from companion.games.score_sheet.moves import SheetMove
from companion.games.score_sheet.queries import owed
from companion.games.score_sheet.queries_agenda import changeable
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.state import SheetState


def ask(sheet: Sheet, state: SheetState, seat: int) -> Asking[SheetMove]:
    """The questions of ``seat``, which must be awaited."""
    if seat == TABLE:
        return set_up(sheet, state) if state.phase == "setup" else ask_table(sheet, state)
    side = state.side_of(seat)
    if side is None:
        raise RulesBug(f"seat {seat} is awaited and writes for no side")
    missing, written = owed(sheet, state, side), changeable(sheet, state, side)
    if missing and (sheet.ask == "next" or (len(missing) == 1 and not written)):
        return ask_entry(state, side, missing[0])
    return ask_menu(sheet, state, side)
