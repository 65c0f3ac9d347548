"""The state before the first round, and what the table chooses before it."""

from __future__ import annotations

from companion.core.setup import Setup
from companion.core.step import Step
from companion.core.wording import say, say_n
from companion.games.score_sheet.moves import ChooseRounds, ChooseTeams
from companion.games.score_sheet.rules_end import for_the_table
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.state import SheetState, Side
from companion.games.score_sheet.words import called

TEAM_KEYS = "abcdefgh"


def begin(sheet: Sheet, setup: Setup) -> SheetState:
    """The initial state. If there is nothing to choose, the first round is open."""
    seats = setup.numbers
    state = SheetState(seats=seats, phase="setup", sides=_sides(sheet, seats), rounds=_rounds(sheet))
    _open_first(sheet, state)
    return state


# -- set-up --------------------------------------------------------------------------------------------------------


def _sides(sheet: Sheet, seats: tuple[int, ...]) -> list[Side]:
    match sheet.teams:
        case None:
            return [Side(str(seat), (seat,)) for seat in seats]
        case tuple() as sizes:
            return teams_of(_dealt(sizes, seats))
        case _:
            return []


def _rounds(sheet: Sheet) -> int:
    """Number of rounds: 0 for no limit or no rounds, -1 if it must be chosen."""
    match sheet.rounds:
        case int() as rounds:
            return rounds
        case "once" | "open":
            return 0
        case _:
            return -1


def _dealt(sizes: tuple[int, ...], seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Seats dealt clockwise to the teams that are not full, so that partners sit opposite each other."""
    teams: list[list[int]] = [[] for _ in sizes]
    left = list(seats)
    while left:
        for team, size in zip(teams, sizes, strict=True):
            if left and len(team) < size:
                team.append(left.pop(0))
    return tuple(tuple(team) for team in teams)


def teams_of(teams: tuple[tuple[int, ...], ...]) -> list[Side]:
    """The sides of these teams."""
    return [Side(key, team) for key, team in zip(TEAM_KEYS, teams, strict=False)]


def _open_first(sheet: Sheet, state: SheetState) -> None:
    """Once everything is chosen, open the first round, or the end if there are no rounds."""
    if state.sides and state.rounds >= 0:
        state.phase = "play"
        state.round = 0 if sheet.rounds == "once" else 1


def choose_teams(sheet: Sheet, step: Step[SheetState], move: ChooseTeams) -> None:
    state = step.state
    for_the_table(step)
    if state.phase != "setup" or state.sides or not isinstance(sheet.teams, int):
        step.refuse("not-open", say("The teams are settled."))
    if len(move.teams) != sheet.teams or not all(move.teams):
        step.refuse("wrong-teams", say_n("There must be {n} team.", "There must be {n} teams.", sheet.teams))
    if sorted(seat for team in move.teams for seat in team) != sorted(state.seats):
        step.refuse("wrong-teams", say("Every seat must be in one team."))
    state.sides = teams_of(tuple(tuple(sorted(team)) for team in move.teams))
    for side in state.sides:
        seats = len(side.seats)
        step.tell(say_n("{who} plays alone.", "{who} play together.", seats, who=called(side)))
    _open_first(sheet, state)


def choose_rounds(sheet: Sheet, step: Step[SheetState], move: ChooseRounds) -> None:
    state = step.state
    for_the_table(step)
    if state.phase != "setup" or state.rounds >= 0 or not isinstance(sheet.rounds, tuple):
        step.refuse("not-open", say("The number of rounds is settled."))
    low, high = sheet.rounds
    if not low <= move.rounds <= high:
        step.refuse("out-of-bounds", say("{n} is not between {low} and {high}.", n=move.rounds, low=low, high=high))
    state.rounds = move.rounds
    step.tell(say_n("There will be {n} round.", "There will be {n} rounds.", move.rounds))
    _open_first(sheet, state)
