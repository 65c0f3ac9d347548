"""The few numbers a seat looks at all the time: its points, the round, the entries it still owes."""

from __future__ import annotations

from companion.core.secrecy import PUBLIC, seen
from companion.core.widgets import Figure
from companion.core.wording import N_, say
from companion.games.score_sheet.queries import unwritten
from companion.games.score_sheet.scoring import score
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.state import SheetState


def strip(sheet: Sheet, state: SheetState, seat: int) -> list[Figure]:
    """Nothing before the sides are chosen. The points are those that everybody knows."""
    side = state.side_of(seat)
    if side is None:
        return []
    points = next(each.total for each in score(sheet, seen(state, PUBLIC)).sides if each.side == side.key)
    figures = [Figure(say("Points"), points, "point")]
    if state.phase == "play":
        if state.round:
            of = say("{n}/{limit}", n=state.round, limit=state.rounds)
            figures.append(Figure(say("Round"), of if state.rounds > 0 else state.round, "hourglass"))
        figures.append(Figure(say("Still missing", short=N_("Missing")), len(unwritten(sheet, state, side)), "pen"))
    return figures
