"""Numbers and bonuses into the state."""

from __future__ import annotations

from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import say, say_n
from companion.games.score_sheet.moves import Done, GiveBonus, Write
from companion.games.score_sheet.queries import may_be_nobody
from companion.games.score_sheet.reasons import done_reason, give_reason, write_reason
from companion.games.score_sheet.rules_end import for_the_table
from companion.games.score_sheet.sheet import AnyCategory, Bonus, SetCollection, Sheet, highest, lowest
from companion.games.score_sheet.state import SheetState, Side, entry_key
from companion.games.score_sheet.words import called, has_words, sealed_words, written_words

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
            step.tell(sealed_words(side, category))
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
        step.tell(say("Nobody has {category}.", category=category.name))
