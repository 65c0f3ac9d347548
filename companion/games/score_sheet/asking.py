"""The questions, picked by what is missing; of the table: set-up, bonuses, an outright win, stopping."""

from __future__ import annotations

from companion.core.errors import RulesBug
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick, PickMany
from companion.core.step import TABLE
from companion.core.wording import N_, SeatName, say
from companion.games.score_sheet.asking_entries import ask_entry, ask_menu
from companion.games.score_sheet.moves import ChooseRounds, ChooseTeams, Finish, GiveBonus, Outright, SheetMove
from companion.games.score_sheet.queries import may_be_nobody, ungiven_bonuses, unwritten
from companion.games.score_sheet.queries_agenda import changeable, regivable, unclaimed
from companion.games.score_sheet.reasons import finish_reason, outright_reason
from companion.games.score_sheet.sheet import Bonus, Sheet
from companion.games.score_sheet.state import SheetState
from companion.games.score_sheet.words import change_words, has_words, label, outright_words, seat_of


def ask(sheet: Sheet, state: SheetState, seat: int) -> Asking[SheetMove]:
    """The questions of ``seat``, which must be awaited."""
    if seat == TABLE:
        return set_up(sheet, state) if state.phase == "setup" else ask_table(sheet, state)
    side = state.side_of(seat)
    if side is None:
        raise RulesBug(f"seat {seat} is awaited and writes for no side")
    missing, written = unwritten(sheet, state, side), changeable(sheet, state, side)
    if missing and (sheet.ask == "next" or (len(missing) == 1 and not written)):
        return ask_entry(state, side, missing[0])
    return ask_menu(sheet, state, side)


def set_up(sheet: Sheet, state: SheetState) -> Asking[SheetMove]:
    """Set-up questions: the teams, then the number of rounds."""
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


def ask_table(sheet: Sheet, state: SheetState) -> Asking[SheetMove]:
    """The bonus to give now is asked directly, everything else through a menu."""
    others = _others(sheet, state)
    if missing := ungiven_bonuses(sheet, state):
        given = yield from _ask_bonus(state, missing[0], more=bool(others))
        if given is not None:
            return given
    menu = Pick[str](key="table", prompt=say("For the whole table", short=N_("The table")), options=tuple(others))
    key = yield from menu
    if key == "finish":
        return Finish()
    category = sheet.find(key)
    if isinstance(category, Bonus) and (given := (yield from _ask_bonus(state, category, more=False))):
        return given
    sides = tuple(Option(side.key, label(side), seat=seat_of(side), act=outright_words(side)) for side in state.sides)
    prompt = say("Who wins outright?", short=N_("Who wins?"))
    return Outright((yield from Pick[str](key="outright", prompt=prompt, options=sides)))


def _others(sheet: Sheet, state: SheetState) -> list[Option[str]]:
    """Options of the table's menu."""
    options: list[Option[str]] = []
    for one in unclaimed(sheet, state):
        title = say("Somebody has {category}", short=N_("{brief}"), category=one.name, brief=one.brief)
        options.append(Option(one.key, title, icon=one.icon))
    options += [Option(one.key, change_words(one), icon=one.icon) for one in regivable(sheet, state)]
    if outright_reason(sheet, state) is None:
        options.append(Option("outright", say("Somebody wins outright", short=N_("Wins outright")), apart=True))
    if finish_reason(state) is None:
        act = say("Stop: what is complete counts", short=N_("Stop here"))
        options.append(Option("finish", say("Stop here", short=N_("Stop here")), act=act, apart=True))
    return options


def _ask_bonus(state: SheetState, bonus: Bonus, *, more: bool) -> Asking[GiveBonus | None]:
    """Who has it; None for something else, which ``more`` offers."""
    options = [
        Option(side.key, label(side), seat=seat_of(side), act=has_words(side, bonus.name, bonus.points))
        for side in state.sides
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
