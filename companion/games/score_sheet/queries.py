"""Stages of a round, what is missing in them, and how long a play can be. Uses public information only."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct, structs

from companion.core.bounds import BOUNDS, Bounds
from companion.core.scoring import SideScore
from companion.core.wording import Message, say
from companion.games.score_sheet.scoring import score
from companion.games.score_sheet.sheet import AnyCategory, Bonus, Pairs, Rounds, SetCollection, Sheet
from companion.games.score_sheet.state import MOST_ROUNDS, TOTALS_HIDDEN, SheetState, Side, entry_key

# -- stages ----------------------------------------------------------------------------------------------------------

Stage = tuple[AnyCategory, ...]


def stages(sheet: Sheet, number: int) -> tuple[Stage, ...]:
    """The stages of round ``number`` (0: the end): categories in the sheet's order, grouped into sealed and open ones,
    without those with ``uses``. A sealed stage is revealed before the next one begins.
    """
    when = "round" if number else "end"
    categories = [
        category.in_round(number)
        for category in sheet.category
        if category.when == when and category.is_written and not category.only_if_tied
    ]
    return tuple(tuple(group) for _, group in groupby(categories, key=lambda category: category.sealed))


def stage(sheet: Sheet, state: SheetState) -> Stage:
    """The current stage; empty if there is none."""
    if state.phase != "play":
        return ()
    found = stages(sheet, state.round)
    if state.stage < len(found):
        return found[state.stage]
    tied = still_tied(sheet, state)
    return tied.categories if tied is not None else ()


def by_sides(categories: Sequence[AnyCategory]) -> Stage:
    """The categories that every side writes."""
    return tuple(category for category in categories if not isinstance(category, Bonus))


def begun(sheet: Sheet, state: SheetState) -> Stage:
    """The categories of this round that can be written or are written: those of its stages up to the current one."""
    if state.phase != "play":
        return ()
    before = tuple(category for one in stages(sheet, state.round)[: state.stage + 1] for category in one)
    return before + tuple(category for category in stage(sheet, state) if category not in before)


# -- ties ------------------------------------------------------------------------------------------------------------


class StillTied(Struct, frozen=True):
    """The sides that share the first place, and the categories that they write to break the tie."""

    sides: tuple[str, ...]
    categories: Stage


def still_tied(sheet: Sheet, state: SheetState) -> StillTied | None:
    """The tied sides that must write numbers which only break ties; None if there are none, and before the end."""
    if state.phase != "play" or state.round or not any(one.only_if_tied for one in sheet.category):
        return None
    if state.stage < len(stages(sheet, 0)):
        return None
    account = score(sheet, state)
    first = list(structs.replace(account, ladder=(), sides=tuple(_untied(side) for side in account.sides)).winners())
    keys = [side.side for side in first]
    ties = {side.side: side.ties for side in account.sides}
    for place, rung in enumerate(sheet.ladder):
        if len(keys) < 2:
            return None
        asked = tuple(one for one in sheet.category if one.only_if_tied and one.key in rung.category)
        sides = [side for side in state.sides if side.key in keys]
        if any(not state.written(entry_key(side, one.key, 0)) for side in sides for one in asked):
            return StillTied(tuple(keys), asked)
        numbers = [ties[key][place] for key in keys]
        best = max(numbers) if rung.wins == "highest" else min(numbers)
        keys = [key for key, number in zip(keys, numbers, strict=True) if number == best]
    return None


def totals_hidden(sheet: Sheet, state: SheetState) -> bool:
    """Whether nobody sees sums now: if the table chose that, until everything is written; never in a cooperative game,
    which has no sums.
    """
    if sheet.together:
        return True
    writing = state.phase == "play" and (state.round or state.stage < len(stages(sheet, 0)))
    return bool(writing) and TOTALS_HIDDEN in state.options


def points_decide(sheet: Sheet, state: SheetState) -> bool:
    """Whether points decide the ranking. They do not if the table declared a win before anything was written."""
    if sheet.together:
        return False
    keys = [one.key for one in by_sides([each for stage in stages(sheet, 0) for each in stage])]
    idle = any(not any(state.written(entry_key(side, key, 0)) for key in keys) for side in state.sides)
    return not (state.declared and sheet.rounds == "once" and idle)


def ended(sheet: Sheet, state: SheetState) -> bool:
    """Whether the play has ended; also if a correction removed the tie that was being broken."""
    if state.phase == "over":
        return True
    past = state.phase == "play" and not state.round and state.stage >= len(stages(sheet, 0))
    return past and still_tied(sheet, state) is None


def _untied(side: SideScore) -> SideScore:
    return structs.replace(side, ties=())


# -- what is missing -------------------------------------------------------------------------------------------------


def given(state: SheetState, category: Bonus, number: int) -> bool:
    """Whether the table has given the bonus."""
    return bool(state.sides) and state.written(entry_key(state.sides[0], category.key, number))


def unwritten(sheet: Sheet, state: SheetState, side: Side) -> Stage:
    """The categories that ``side`` must still write in this stage."""
    if side.key in state.out:
        return ()
    categories = by_sides(stage(sheet, state))
    if any(one.only_if_tied for one in categories):
        tied = still_tied(sheet, state)
        if tied is None or side.key not in tied.sides:
            return ()
    return tuple(one for one in categories if not state.written(entry_key(side, one.key, state.round)))


def ungiven_bonuses(sheet: Sheet, state: SheetState) -> tuple[Bonus, ...]:
    """The bonuses that the table must still give in this stage."""
    bonuses = (category for category in stage(sheet, state) if isinstance(category, Bonus))
    return tuple(bonus for bonus in bonuses if not given(state, bonus, state.round))


def says_done(sheet: Sheet, state: SheetState) -> bool:
    """Whether a side must confirm that it is done: if this stage has more than one category to write."""
    return not sheet.together and len(by_sides(stage(sheet, state))) > 1


def is_done(sheet: Sheet, state: SheetState, side: Side) -> bool:
    """Whether ``side`` has finished this stage."""
    if unwritten(sheet, state, side):
        return False
    return (
        side.key in (*state.done, *state.out)
        or not says_done(sheet, state)
        or state.stage >= len(stages(sheet, state.round))
    )


def stage_complete(sheet: Sheet, state: SheetState) -> bool:
    """Whether all sides and the table have finished this stage; in a cooperative game, until it is won or lost."""
    return (
        not sheet.together
        and not ungiven_bonuses(sheet, state)
        and all(is_done(sheet, state, side) for side in state.sides)
    )


def when_reason(sheet: Sheet, state: SheetState, category: AnyCategory, number: int) -> Message | None:
    """Why ``category`` is not open now for round ``number``, or None."""
    if state.phase != "play" or number != state.round:
        return say("{category} of that round is not open.", category=category.name)
    found = stages(sheet, state.round)
    keys = [[each.key for each in one] for one in found]
    place = next((place for place, one in enumerate(keys) if category.key in one), None)
    if category.only_if_tied and category in stage(sheet, state):
        return None
    if place is None or place > state.stage:
        return say("{category} is written later.", category=category.name)
    if category.sealed and place < state.stage:
        return say("{category} is already revealed.", category=category.name)
    return None


# -- how long a play can be ------------------------------------------------------------------------------------------


def most_rounds(sheet: Sheet) -> int:
    """The most rounds that a play can have; 0 if everything is written at its end."""
    varied = [values["rounds"] for values in (sheet.for_seats or {}).values() if "rounds" in values]
    return max(_most(rounds) for rounds in (sheet.rounds, *varied))


def _most(rounds: Rounds) -> int:
    match rounds:
        case "once":
            return 0
        case "open":
            return MOST_ROUNDS
        case (_, high):
            return high
        case int() as fixed:
            return fixed


def longest_play(sheet: Sheet) -> int:
    """An upper bound of the moves of a play."""
    # doubled, because entries can be changed
    moved = 500 if sheet.together else 0
    return moved + 2 * (2 + most_rounds(sheet) * _moves(sheet, 1) + _moves(sheet, 0))


def state_bounds(sheet: Sheet) -> Bounds:
    """The bounds of the state of a play: an entry of each side in each round and category."""
    numbers = max(len(one.kinds) if isinstance(one, SetCollection) else 1 for one in sheet.category)
    numbers = max(numbers, *(2 * one.most for one in sheet.category if isinstance(one, Pairs)), 1)
    entries = sheet.seats[1] * len(sheet.category) * (most_rounds(sheet) + 1)
    parts = entries * (numbers + 4)
    return Bounds(members=BOUNDS.members + entries, parts=BOUNDS.parts + parts, size=BOUNDS.size + 16 * parts)


def _moves(sheet: Sheet, number: int) -> int:
    """The moves of a round (of the end for 0): entries, ``Done`` where a side has several, bonuses, sides that come
    back in.
    """
    moves = 0
    for one in stages(sheet, number):
        entries = len(by_sides(one))
        moves += sheet.seats[1] * (entries + (entries > 1)) + len(one) - entries
    if number and sheet.back_in:
        moves += sheet.seats[1]
    if not number:
        moves += sheet.seats[1] * sum(one.only_if_tied for one in sheet.category)
    return moves
