"""Why something may not be written, given or ended, or None."""

from __future__ import annotations

from companion.core.wording import Message, say, say_n
from companion.games.score_sheet.queries import given, is_done, stages, unwritten
from companion.games.score_sheet.sheet import AnyCategory, Bonus, Sheet
from companion.games.score_sheet.state import SheetState, Side


def write_reason(sheet: Sheet, state: SheetState, category: AnyCategory, number: int) -> Message | None:
    """Why a side may not write in ``category`` of round ``number``; None when it may."""
    if isinstance(category, Bonus):
        return say("The table says who has {category}.", category=category.name)
    if source := sheet.find(category.uses):
        return say("{category} uses the numbers of {other}.", category=category.name, other=source.name)
    return _when_reason(sheet, state, category, number)


def give_reason(sheet: Sheet, state: SheetState, category: AnyCategory, number: int) -> Message | None:
    """Why the table may not give ``category`` for round ``number``; None when it may."""
    if not isinstance(category, Bonus):
        return say("Every side writes {category} for itself.", category=category.name)
    if category.who != "first":
        return _when_reason(sheet, state, category, number)
    if state.phase != "play" or number:
        return say("{category} is for the whole play.", category=category.name)
    if given(state, category, 0):
        return say("{category} is already given.", category=category.name)
    return None


def done_reason(sheet: Sheet, state: SheetState, side: Side) -> Message | None:
    """Why ``side`` may not say that it is done; None when it may."""
    if is_done(sheet, state, side):
        return say("Everything is already written.")
    missing = len(unwritten(sheet, state, side))
    if missing:
        return say_n("{n} entry is still missing.", "{n} entries are still missing.", missing)
    return None


def finish_reason(state: SheetState) -> Message | None:
    """Why the table may not stop here; None when it may."""
    if state.phase != "play" or not state.round:
        return say("There is no round to stop after.")
    return None


def outright_reason(sheet: Sheet, state: SheetState) -> Message | None:
    """Why the table may not declare a winner; None when it may."""
    if sheet.sudden is None or not sheet.sudden.declared:
        return say("Nobody wins outright on this sheet.")
    if state.phase != "play":
        return say("The play is not on.")
    return None


def _when_reason(sheet: Sheet, state: SheetState, category: AnyCategory, number: int) -> Message | None:
    if state.phase != "play" or number != state.round:
        return say("{category} of that round is not open.", category=category.name)
    found = stages(sheet, state.round)
    place = next((place for place, one in enumerate(found) if category in one), None)
    if place is None or place > state.stage:
        return say("{category} is written later.", category=category.name)
    if category.sealed and place < state.stage:
        return say("{category} is already revealed.", category=category.name)
    return None
