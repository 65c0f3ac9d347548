"""Every move to its rule."""

from __future__ import annotations

from functools import partial

from companion.core.game import Rules
from companion.games.score_sheet.moves import ChooseRounds, ChooseTeams, Done, Finish, GiveBonus, Outright, Write
from companion.games.score_sheet.rules_end import finish, win_outright
from companion.games.score_sheet.rules_entries import give_bonus, say_done, write
from companion.games.score_sheet.rules_start import choose_rounds, choose_teams
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.state import SheetState


def rules_of(sheet: Sheet) -> Rules[SheetState]:
    """The rule of each kind of move on this sheet."""
    return {
        Write: partial(write, sheet),
        Done: partial(say_done, sheet),
        GiveBonus: partial(give_bonus, sheet),
        Finish: partial(finish, sheet),
        Outright: partial(win_outright, sheet),
        ChooseTeams: partial(choose_teams, sheet),
        ChooseRounds: partial(choose_rounds, sheet),
    }
