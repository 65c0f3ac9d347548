"""Set-up: the sides, and how many rounds are played."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Count, PickMany
from companion.core.setup import Setup
from companion.core.step import TABLE, Step
from companion.core.wording import N_, SeatName, say, say_n
from companion.games.score_sheet.moves import ChooseRounds, ChooseTeams, SheetMove
from companion.games.score_sheet.sheet import Sheet, for_seats, with_numbers, with_options
from companion.games.score_sheet.state import TOTALS_HIDDEN, SheetState, Side
from companion.games.score_sheet.table_moves import for_the_table
from companion.games.score_sheet.words import called

TEAM_KEYS = "abcdefgh"


def begin(sheet: Sheet, setup: Setup) -> SheetState:
    """The state at the start of a play. If there is nothing to choose, its first round has begun."""
    state = SheetState(setup.numbers, "setup", [], 0)
    switches = [option for option in sheet.option if not option.values]
    state.options = [option.key for option in switches if setup.options.get(option.key, option.start)]
    if setup.options.get(TOTALS_HIDDEN):
        state.options.append(TOTALS_HIDDEN)
    chosen = {option.key: setup.options.get(option.key) for option in sheet.option if option.values}
    state.numbers = {key: number for key, number in chosen.items() if isinstance(number, int)}
    played = as_played(sheet, state)
    state.sides, state.rounds = _sides(played, state.seats), _rounds(played)
    _open_first(played, state)
    return state


def as_played(sheet: Sheet, state: SheetState) -> Sheet:
    """``sheet`` with the options and numbers that the table chose, for this number of seats."""
    return with_numbers(with_options(for_seats(sheet, len(state.seats)), state.options), state.numbers)


def _sides(sheet: Sheet, seats: tuple[int, ...]) -> list[Side]:
    """The sides of these seats; empty if the table chooses teams."""
    if sheet.together:
        return teams_of((seats,))
    match sheet.teams:
        case None:
            return [Side(str(seat), (seat,)) for seat in seats]
        case tuple() as sizes:
            return teams_of(_dealt(sizes, seats))
        case int():
            return []


def _rounds(sheet: Sheet) -> int:
    """The number of rounds: 0 for no limit or no rounds, -1 if the table chooses it."""
    match sheet.rounds:
        case int() as rounds:
            return rounds
        case "once" | "open":
            return 0
        case (_, _):
            return -1


def _dealt(sizes: tuple[int, ...], seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Teams of these sizes. Seats are assigned clockwise to one team after the other, so that partners sit opposite
    each other.
    """
    teams: list[list[int]] = [[] for _ in sizes]
    left = list(seats)
    while left:
        for team, size in zip(teams, sizes, strict=True):
            if left and len(team) < size:
                team.append(left.pop(0))
    return tuple(tuple(team) for team in teams)


def dealt_evenly(teams: int, seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """This number of teams, of sizes as equal as possible, partners opposite each other."""
    return tuple(seats[first::teams] for first in range(teams))


def teams_of(teams: tuple[tuple[int, ...], ...]) -> list[Side]:
    """The sides of these teams."""
    return [Side(key, team) for key, team in zip(TEAM_KEYS, teams, strict=False)]


def _open_first(sheet: Sheet, state: SheetState) -> None:
    """Begin the first round, or the entries of the end, once everything is chosen."""
    if state.sides and state.rounds >= 0:
        state.phase = "play"
        state.round = 0 if sheet.rounds == "once" else 1


# -- teams and rounds that the table chooses -------------------------------------------------------------------------


def choose_teams(sheet: Sheet, step: Step[SheetState], move: ChooseTeams) -> None:
    """Store the teams that the table chose."""
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
    """Store the number of rounds that the table chose."""
    state = step.state
    for_the_table(step)
    if state.phase != "setup" or state.rounds >= 0 or not isinstance(sheet.rounds, tuple):
        step.refuse("not-open", say("The number of rounds is settled."))
    low, high = sheet.rounds
    if not low <= move.rounds <= high:
        step.refuse("out-of-bounds", say("{n} is not between {low} and {high}.", n=move.rounds, low=low, high=high))
    state.rounds = move.rounds
    step.tell(say_n("There will be {n} round.", "There will be {n} rounds.", move.rounds), TABLE)
    _open_first(sheet, state)


def set_up(sheet: Sheet, state: SheetState) -> Asking[SheetMove]:
    """Ask the table for the teams, then for the number of rounds."""
    if not state.sides and isinstance(sheet.teams, int):
        return (yield from _ask_teams(state, sheet.teams))
    low, high = sheet.rounds if isinstance(sheet.rounds, tuple) else (1, 1)
    rounds = yield from Count(
        key="rounds",
        prompt=say("How many rounds?", short=N_("Rounds")),
        act=say("Rounds: {answer}"),
        low=low,
        high=high,
        start=low,
        default=low,
    )
    return ChooseRounds(rounds)


def _ask_teams(state: SheetState, teams: int) -> Asking[SheetMove]:
    left = list(state.seats)
    chosen: list[tuple[int, ...]] = []
    for number in range(1, teams):
        picked = yield from PickMany[int](
            key=f"team-{number}",
            prompt=say("Who is in team {n}?", short=N_("Team {n}"), n=number),
            act=say("Team {n}: {answer}", short=N_("Team {n}"), n=number),
            options=tuple(Option(seat, say("{name}", name=SeatName(seat)), seat=seat) for seat in left),
            least=1,
            most=len(left) - (teams - number),
        )
        chosen.append(tuple(sorted(picked)))
        left = [seat for seat in left if seat not in picked]
    return ChooseTeams((*chosen, tuple(left)))
