"""Decisions of the table during a play: who gets a bonus, who wins outright, and when it stops."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, say
from companion.games.score_sheet.entries import find_category
from companion.games.score_sheet.moves import ComeBack, EndTogether, Finish, GiveBonus, Outright, SheetMove
from companion.games.score_sheet.queries import begun, given, still_tied, ungiven_bonuses, when_reason
from companion.games.score_sheet.rounds import close_outright, close_together, open_end
from companion.games.score_sheet.scoring import score
from companion.games.score_sheet.sheet import AnyCategory, Bonus, Sheet
from companion.games.score_sheet.sheet_files import BACK_IN
from companion.games.score_sheet.state import BackIn, SheetState, Side, entry_key
from companion.games.score_sheet.words import called, change_words, has_words, label, outright_words, seat_of


def for_the_table(step: Step[SheetState]) -> None:
    """Refuse a move that a seat makes instead of the table."""
    if step.seat != TABLE:
        step.refuse("not-the-table", say("Only the table answers that."))


# -- bonuses ---------------------------------------------------------------------------------------------------------


def may_be_nobody(state: SheetState, category: AnyCategory) -> bool:
    """Whether the table may say that nobody has the bonus; for the first to earn it, only at the end of the play."""
    if not isinstance(category, Bonus):
        return False
    return category.who == "at-most-one" or (category.who == "first" and not state.round)


def regivable(sheet: Sheet, state: SheetState) -> tuple[Bonus, ...]:
    """The bonuses given in this round that the table may still give to another side."""
    return tuple(
        category
        for category in begun(sheet, state)
        if isinstance(category, Bonus)
        and given(state, category, state.round)
        and give_reason(sheet, state, category, state.round) is None
    )


def unclaimed(sheet: Sheet, state: SheetState) -> tuple[Bonus, ...]:
    """The bonuses for the first to earn them that no side has yet; none at the end of the play."""
    if state.phase != "play" or not state.round:
        return ()
    bonuses = (category for category in sheet.category if isinstance(category, Bonus) and category.who == "first")
    return tuple(bonus for bonus in bonuses if not given(state, bonus, 0))


def give_reason(sheet: Sheet, state: SheetState, category: AnyCategory, number: int) -> Message | None:
    """Why the table may not give the bonus ``category`` for round ``number``, or None."""
    if not isinstance(category, Bonus):
        return say("Every side writes {category} for itself.", category=category.name)
    if category.who != "first":
        return when_reason(sheet, state, category, number)
    if state.phase != "play" or number:
        return say("{category} is for the whole play.", category=category.name)
    if given(state, category, 0):
        return say("{category} is already given.", category=category.name)
    return None


def give_bonus(sheet: Sheet, step: Step[SheetState], move: GiveBonus) -> None:
    """Give a bonus to a side, or to nobody."""
    for_the_table(step)
    state, category = step.state, find_category(sheet, step, move.category)
    step.require(give_reason(sheet, state, category, move.round))
    holder = next((side for side in may_have(sheet, state, category) if side.key == move.side), None)
    if holder is None and (move.side or not may_be_nobody(state, category)):
        step.refuse("not-offered", say("{answer} is not one of the choices.", answer=move.side or "-"))
    for side in state.sides:
        state.entries[entry_key(side, category.key, move.round)] = [int(side == holder)]
    if holder:
        points = category.points if isinstance(category, Bonus) else 0
        step.tell(has_words(holder, category.name, points))
    else:
        step.tell(say("Nobody has {category}.", category=category.name), TABLE)


def may_have(sheet: Sheet, state: SheetState, bonus: AnyCategory) -> list[Side]:
    """The sides that may have the bonus: for a bonus that breaks a tie, the tied sides."""
    tied = still_tied(sheet, state) if bonus.only_if_tied else None
    return [side for side in state.sides if tied is None or side.key in tied.sides]


def _ask_bonus(sheet: Sheet, state: SheetState, bonus: Bonus, *, more: bool) -> Asking[GiveBonus | None]:
    """Ask who has a bonus. With ``more`` there is another option for the menu of the table; the result for it is
    None.
    """
    options = [
        Option(side.key, label(side), seat=seat_of(side), act=has_words(side, bonus.name, bonus.points))
        for side in may_have(sheet, state, bonus)
    ]
    nobody = may_be_nobody(state, bonus)
    if nobody:
        options.append(Option("nobody", say("Nobody"), act=say("Nobody has {category}", category=bonus.name)))
    if more:
        options.append(Option("more", say("Something else"), act=say("Something else")))
    holder = yield from Pick[str](
        key=bonus.key,
        prompt=say("Who has {category}?", short=N_("{brief}"), category=bonus.name, brief=bonus.brief),
        hint=bonus.help,
        options=tuple(options),
        default="nobody" if nobody else None,
    )
    if holder == "more":
        return None
    number = 0 if bonus.who == "first" else state.round
    return GiveBonus(bonus.key, number, "" if holder == "nobody" else holder)


# -- a win declared, and the end -------------------------------------------------------------------------------------


def outright_reason(sheet: Sheet, state: SheetState) -> Message | None:
    """Why the table may not declare a winner, or None."""
    if sheet.sudden is None or not sheet.sudden.declared:
        return say("Nobody wins outright on this sheet.")
    if state.phase != "play":
        return say("The play is not on.")
    return None


def finish_reason(state: SheetState) -> Message | None:
    """Why the table may not stop here, or None."""
    if state.phase != "play" or not state.round:
        return say("There is no round to stop after.")
    return None


def back_reason(sheet: Sheet, state: SheetState, side: Side | None) -> Message | None:
    """Why ``side`` may not come back in, or None."""
    if sheet.back_in not in state.options:
        return say("Whoever is out stays out.")
    if state.phase != "play" or not state.round:
        return say("The rounds are over.")
    if side is None or side.key not in state.out:
        return say("Only those who are out come back in.")
    return None


def may_come_back(sheet: Sheet, state: SheetState) -> tuple[Side, ...]:
    """The sides that the table may let in again."""
    return tuple(side for side in state.sides if back_reason(sheet, state, side) is None)


def points_back(sheet: Sheet, state: SheetState) -> int:
    """The points with which a side comes back in: the highest among sides that are not out."""
    return max(side.total for side in score(sheet, state).sides if side.side not in state.out)


def come_back(sheet: Sheet, step: Step[SheetState], move: ComeBack) -> None:
    """Let a side in again."""
    for_the_table(step)
    state, side = step.state, step.state.side(move.side)
    step.require(back_reason(sheet, state, side))
    if side is None:
        return
    points = points_back(sheet, state)
    before = next(each.total for each in score(sheet, state).sides if each.side == side.key)
    state.back.append(BackIn(side.key, state.round, points - before))
    state.out.remove(side.key)
    step.tell(back_words(side, points))


def back_words(side: Side, points: int) -> Message:
    """The words that a side comes back in."""
    return say("{who}: back in, with {points}", who=called(side), points=points)


def _ask_back(sheet: Sheet, state: SheetState) -> Asking[SheetMove]:
    points = points_back(sheet, state)
    options = tuple(
        Option(side.key, label(side), seat=seat_of(side), act=back_words(side, points))
        for side in may_come_back(sheet, state)
    )
    prompt = say("Who comes back in, with {points}?", short=N_("Back in: {points}"), points=points)
    return ComeBack((yield from Pick[str](key=BACK_IN, prompt=prompt, options=options)))


def win_outright(sheet: Sheet, step: Step[SheetState], move: Outright) -> None:
    """End the play for the side that the table declares the winner."""
    for_the_table(step)
    step.require(outright_reason(sheet, step.state))
    if step.state.side(move.side) is None:
        step.refuse("not-offered", say("{answer} is not one of the choices.", answer=move.side))
    step.state.outright = move.side
    step.state.declared = True
    close_outright(sheet, step)


def finish(sheet: Sheet, step: Step[SheetState], _: Finish) -> None:
    """End the rounds. What was written in a round that is not complete is removed."""
    state = step.state
    for_the_table(step)
    step.require(finish_reason(state))
    place = f"/r{state.round}"
    begun = [key for key in (*state.entries, *state.sealed) if key.endswith(place)]
    for key in begun:
        state.entries.pop(key, None)
        state.sealed.pop(key, None)
    if begun:
        step.tell(say("Round {n} is not complete and does not count.", n=state.round), TABLE)
    step.tell(say("The table stops here."), TABLE)
    open_end(sheet, step, state.round - 1)


def end_together(sheet: Sheet, step: Step[SheetState], move: EndTogether) -> None:
    """End a cooperative game with the outcome that the table says."""
    for_the_table(step)
    outcome = next((one for one in sheet.outcome if one.key == move.outcome), None)
    if outcome is None or step.state.phase != "play":
        step.refuse("not-offered", say("{answer} is not one of the choices.", answer=move.outcome))
    close_together(step, outcome)


def _ask_outcome(sheet: Sheet) -> Asking[SheetMove]:
    options = []
    for one in sheet.outcome:
        words = say("Won: {what}", what=one.name) if one.won else say("Lost: {what}", what=one.name)
        options.append(Option(one.key, words, act=words, icon="crown" if one.won else "skull"))
    prompt = say("When it is over: how did it end?", short=N_("How did it end?"))
    return EndTogether((yield from Pick[str](key="outcome", prompt=prompt, options=tuple(options))))


# -- the menu --------------------------------------------------------------------------------------------------------


def may_decide(sheet: Sheet, state: SheetState) -> bool:
    """Whether there is anything that the table may decide now, besides missing bonuses."""
    return (
        finish_reason(state) is None
        or outright_reason(sheet, state) is None
        or bool(may_come_back(sheet, state))
        or bool(unclaimed(sheet, state) or regivable(sheet, state))
    )


def ask_table(sheet: Sheet, state: SheetState) -> Asking[SheetMove]:
    """Ask the table who gets the missing bonus; without one, ask for a decision from its menu."""
    if sheet.together:
        return (yield from _ask_outcome(sheet))
    others = _others(sheet, state)
    if missing := ungiven_bonuses(sheet, state):
        given = yield from _ask_bonus(sheet, state, missing[0], more=bool(others))
        if given is not None:
            return given
    menu = Pick[str](key="table", prompt=say("For the whole table", short=N_("The table")), options=tuple(others))
    key = yield from menu
    if key == "finish":
        return Finish()
    if key == BACK_IN:
        return (yield from _ask_back(sheet, state))
    category = sheet.find(key)
    if isinstance(category, Bonus) and (given := (yield from _ask_bonus(sheet, state, category, more=False))):
        return given
    sides = tuple(Option(side.key, label(side), seat=seat_of(side), act=outright_words(side)) for side in state.sides)
    prompt = say("Who wins outright?", short=N_("Who wins?"))
    return Outright((yield from Pick[str](key="outright", prompt=prompt, options=sides)))


def _others(sheet: Sheet, state: SheetState) -> list[Option[str]]:
    """The options of the table's menu."""
    options: list[Option[str]] = []
    for one in unclaimed(sheet, state):
        title = say("Somebody has {category}", short=N_("{brief}"), category=one.name, brief=one.brief)
        options.append(Option(one.key, title, icon=one.icon))
    options += [Option(one.key, change_words(one), icon=one.icon) for one in regivable(sheet, state)]
    if may_come_back(sheet, state):
        options.append(Option(BACK_IN, say("Somebody comes back in", short=N_("Back in")), icon="redo"))
    if outright_reason(sheet, state) is None:
        options.append(Option("outright", say("Somebody wins outright", short=N_("Wins outright")), apart=True))
    if finish_reason(state) is None:
        act = say("Stop: what is complete counts", short=N_("Stop here"))
        options.append(Option("finish", say("Stop here", short=N_("Stop here")), act=act, apart=True))
    return options
