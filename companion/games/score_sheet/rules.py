"""What the table chooses before the first round; numbers and bonuses into the state; every move to its rule."""

from __future__ import annotations

from functools import partial

from companion.core.game import Rules
from companion.core.secrecy import seal
from companion.core.setup import Setup
from companion.core.step import TABLE, Step
from companion.core.wording import say, say_n
from companion.games.score_sheet.moves import ChooseRounds, ChooseTeams, Done, Finish, GiveBonus, Outright, Write
from companion.games.score_sheet.queries import may_be_nobody
from companion.games.score_sheet.reasons import done_reason, give_reason, write_reason
from companion.games.score_sheet.rules_end import finish, for_the_table, win_outright
from companion.games.score_sheet.sheet import AnyCategory, Bonus, SetCollection, Sheet, highest, lowest
from companion.games.score_sheet.state import SheetState, Side, entry_key
from companion.games.score_sheet.words import called, has_words, written_words

TEAM_KEYS = "abcdefgh"


def begin(sheet: Sheet, setup: Setup) -> SheetState:
    """The initial state. If there is nothing to choose, the first round is open."""
    seats = setup.numbers
    state = SheetState(seats, "setup", _sides(sheet, seats), _rounds(sheet))
    _open_first(sheet, state)
    return state


# -- set-up --------------------------------------------------------------------------------------------------------


def _sides(sheet: Sheet, seats: tuple[int, ...]) -> list[Side]:
    match sheet.teams:
        case None:
            return [Side(str(seat), (seat,)) for seat in seats]
        case tuple() as sizes:
            return teams_of(_dealt(sizes, seats))
    return []


def _rounds(sheet: Sheet) -> int:
    """Number of rounds: 0 for no limit or no rounds, -1 if it must be chosen."""
    match sheet.rounds:
        case int() as rounds:
            return rounds
        case "once" | "open":
            return 0
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
    step.tell(say_n("There will be {n} round.", "There will be {n} rounds.", move.rounds), TABLE)
    _open_first(sheet, state)


# -- writing -------------------------------------------------------------------------------------------------------


def _side(step: Step[SheetState]) -> Side:
    side = step.state.side_of(step.seat)
    if side is None:
        step.refuse("no-side", say("Only seats that play write numbers."))
    return side


def _category(sheet: Sheet, step: Step[SheetState], key: str) -> AnyCategory:
    category = sheet.find(key)
    if category is None:
        step.refuse("not-offered", say("{answer} is not one of the choices.", answer=key))
    return category


def write(sheet: Sheet, step: Step[SheetState], move: Write) -> None:
    side, category = _side(step), _category(sheet, step, move.category)
    step.require(write_reason(sheet, step.state, category, move.round))
    _check_numbers(step, category, move.numbers)
    key, numbers = entry_key(side, category.key, move.round), list(move.numbers)
    anew = step.state.written(key)
    if category.sealed:
        step.state.sealed[key] = seal(numbers, *side.seats)
        # a change of a sealed entry is not announced: only that it is written is public
        if not anew:
            seats, who = len(side.seats), called(side)
            step.tell(
                say_n("{who} seals {category}.", "{who} seal {category}.", seats, who=who, category=category.name)
            )
        step.tell(seal(written_words(side, category, numbers), *side.seats))
    else:
        step.state.entries[key] = numbers
        step.tell(written_words(side, category, numbers))


def _check_numbers(step: Step[SheetState], category: AnyCategory, numbers: tuple[int, ...]) -> None:
    wanted = len(category.kinds) if isinstance(category, SetCollection) else 1
    if len(numbers) != wanted:
        step.refuse("wrong-number", say_n("Enter {n} number.", "Enter {n} numbers.", wanted))
    low, high = lowest(category), highest(category)
    for number in numbers:
        if not low <= number <= high:
            step.refuse("out-of-bounds", say("{n} is not between {low} and {high}.", n=number, low=low, high=high))


def say_done(sheet: Sheet, step: Step[SheetState], _: Done) -> None:
    side = _side(step)
    if step.state.phase != "play":
        step.refuse("not-open", say("Nothing is written now."))
    step.require(done_reason(sheet, step.state, side))
    step.state.done.append(side.key)
    step.tell(say("{who}: done", who=called(side)))


def give_bonus(sheet: Sheet, step: Step[SheetState], move: GiveBonus) -> None:
    for_the_table(step)
    state, category = step.state, _category(sheet, step, move.category)
    step.require(give_reason(sheet, state, category, move.round))
    holder = state.side(move.side)
    if holder is None and (move.side or not may_be_nobody(state, category)):
        step.refuse("not-offered", say("{answer} is not one of the choices.", answer=move.side or "-"))
    for side in state.sides:
        state.entries[entry_key(side, category.key, move.round)] = [int(side == holder)]
    if holder:
        points = category.points if isinstance(category, Bonus) else 0
        step.tell(has_words(holder, category.name, points))
    else:
        step.tell(say("Nobody has {category}.", category=category.name), TABLE)


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
