"""Whom the play waits for, and why; what may still be changed."""

from __future__ import annotations

from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import N_, Message, say
from companion.games.score_sheet.queries import Stage, by_sides, given, is_done, stage, stages, ungiven_bonuses
from companion.games.score_sheet.reasons import finish_reason, give_reason, outright_reason, write_reason
from companion.games.score_sheet.sheet import Bonus, Sheet
from companion.games.score_sheet.state import SheetState, Side, entry_key


def changeable(sheet: Sheet, state: SheetState, side: Side) -> Stage:
    """Categories that ``side`` has written in this round and may still change."""
    return tuple(
        category
        for category in by_sides(_begun(sheet, state))
        if state.written(entry_key(side, category.key, state.round))
        and write_reason(sheet, state, category, state.round) is None
    )


def regivable(sheet: Sheet, state: SheetState) -> tuple[Bonus, ...]:
    """Bonuses given in this round that the table may still give to another side."""
    return tuple(
        category
        for category in _begun(sheet, state)
        if isinstance(category, Bonus)
        and given(state, category, state.round)
        and give_reason(sheet, state, category, state.round) is None
    )


def _begun(sheet: Sheet, state: SheetState) -> Stage:
    """The categories of this round whose stage has begun."""
    if state.phase != "play":
        return ()
    return tuple(category for one in stages(sheet, state.round)[: state.stage + 1] for category in one)


def unclaimed(sheet: Sheet, state: SheetState) -> tuple[Bonus, ...]:
    """Bonuses for the first to earn them that nobody has yet, while rounds are played."""
    if state.phase != "play" or not state.round:
        return ()
    bonuses = (category for category in sheet.category if isinstance(category, Bonus) and category.who == "first")
    return tuple(bonus for bonus in bonuses if not given(state, bonus, 0))


def waits_for(sheet: Sheet, state: SheetState) -> Awaited:
    """The seats that must or may write or answer, and why, in a play that is not over."""
    if state.phase == "setup":
        return Awaited(must=(TABLE,), why=say("The table chooses how to play."))
    table = (TABLE,) if ungiven_bonuses(sheet, state) else ()
    writing = [side for side in state.sides if not is_done(sheet, state, side)]
    written = [side for side in state.sides if side not in writing and changeable(sheet, state, side)]
    also = () if table or not _table_may(sheet, state) else (TABLE,)
    return Awaited(
        must=(*table, *(seat for side in writing for seat in side.seats)),
        may=(*also, *(seat for side in written for seat in side.seats)),
        why=_why(sheet, state),
        secret=any(category.sealed for category in stage(sheet, state)),
    )


def _table_may(sheet: Sheet, state: SheetState) -> bool:
    return (
        finish_reason(state) is None
        or outright_reason(sheet, state) is None
        or bool(unclaimed(sheet, state) or regivable(sheet, state))
    )


def _why(sheet: Sheet, state: SheetState) -> Message:
    sealed = any(category.sealed for category in stage(sheet, state))
    if sealed and state.round:
        return say("Round {n}: all write in secret.", short=N_("Round {n}: secret"), n=state.round)
    if sealed:
        return say("All write in secret.", short=N_("In secret"))
    if state.round:
        return say("Round {n}: all write.", short=N_("Round {n}"), n=state.round)
    return say("All write what they have.", short=N_("All write"))
