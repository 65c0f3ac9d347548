"""The questions that build the moves: what is missing first, straight away; the rest from a menu."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.errors import Refused
from companion.core.questions import Answer, Asking, Confirm, Count, Option, Pick, PickMany, Question
from companion.core.step import TABLE
from companion.core.wording import N_, Message, SeatName, Wording, say
from companion.games.score_sheet.forms import worth
from companion.games.score_sheet.moves import Divide, Finish, Give, Length, Outright, Ready, SheetMove, Write
from companion.games.score_sheet.progress import (
    changeable,
    done_reason,
    finish_reason,
    is_done,
    may_be_nobody,
    outright_reason,
    owed,
    owed_by_table,
    regivable,
    says_done,
    unclaimed,
)
from companion.games.score_sheet.sheet import (
    AnyCategory,
    Bonus,
    Kind,
    Majority,
    Number,
    Penalty,
    PerUnit,
    SetCollection,
    Sheet,
    Table,
    highest,
    lowest,
)
from companion.games.score_sheet.state import SheetState, Side, entry_key
from companion.games.score_sheet.words import has_words, label, outright_words, seat_of

Answering = Generator[Question, Answer, tuple[int, ...]]
"""Questions whose answers become the numbers of an entry."""


def ask(sheet: Sheet, state: SheetState, seat: int) -> Asking[SheetMove]:
    """The questions of ``seat``. Raises ``Refused`` at once when it has nothing to say."""
    if state.phase == "over":
        raise Refused("over", say("The play is over."))
    if seat == TABLE:
        return _set_up(sheet, state) if state.phase == "setup" else _ask_table(sheet, state)
    side = state.side_of(seat)
    if state.phase == "setup" or side is None:
        raise Refused("not-awaited", say("There is nothing to write for you now."))
    missing, written = owed(sheet, state, side), changeable(sheet, state, side)
    if missing and (sheet.ask == "next" or (len(missing) == 1 and not written)):
        return _ask_entry(state, side, missing[0])
    if not missing and not written:
        raise Refused("not-awaited", say("There is nothing to write for you now."))
    return _ask_menu(sheet, state, side)


# -- a side's own numbers ------------------------------------------------------------------------------------------


def _ask_menu(sheet: Sheet, state: SheetState, side: Side) -> Asking[SheetMove]:
    missing, written = owed(sheet, state, side), changeable(sheet, state, side)
    options = [Option(one.key, one.name, icon=one.icon) for one in missing]
    if says_done(sheet, state) and not is_done(sheet, state, side):
        reason = done_reason(sheet, state, side)
        options.append(Option("done", say("Done"), reason=reason, act=say("Done: everything is written")))
    key = "change"
    if options:
        if written:
            options.append(Option("change", say("Change something"), act=say("Change something")))
        prompt = say("What do you write?", short=N_("Write"))
        if not missing:
            prompt = say("Everything is written.", short=N_("All written"))
        key = yield from Pick[str](key="entry", prompt=prompt, options=tuple(options), default=options[0].value)
    if key == "done":
        return Ready()
    if key == "change":
        key = yield from _ask_change(state, side, written)
    return (yield from _ask_entry(state, side, next(one for one in (*missing, *written) if one.key == key)))


def _ask_change(state: SheetState, side: Side, written: tuple[AnyCategory, ...]) -> Pick[str]:
    return Pick[str](
        key="change",
        prompt=say("Change what is written?", short=N_("Change")),
        options=tuple(_change_option(state, side, one) for one in written),
    )


def _change_option(state: SheetState, side: Side, category: AnyCategory) -> Option[str]:
    title = _change_words(category)
    return Option(category.key, title, hint=_standing_there(state, side, category), icon=category.icon)


def _change_words(category: AnyCategory) -> Message:
    return say("Change {category}", short=N_("{brief}"), category=category.name, brief=category.brief)


def _standing_there(state: SheetState, side: Side, category: AnyCategory) -> Wording:
    """What is written now. Of a sealed entry not even its own side is told here: this menu is public."""
    numbers = state.entries.get(entry_key(side, category.key, state.round))
    if numbers is None:
        return say("sealed")
    found = worth(category, numbers)
    return found.why if found else say("{n} written", n=numbers[0])


def _ask_entry(state: SheetState, side: Side, category: AnyCategory) -> Asking[SheetMove]:
    numbers = yield from _numbers(state, side, category)
    return Write(category.key, state.round, numbers)


def _numbers(state: SheetState, side: Side, category: AnyCategory) -> Answering:
    key = entry_key(side, category.key, state.round)
    before = state.sealed[key].value if key in state.sealed else state.entries.get(key)
    match category:
        case SetCollection(high=1):
            return (yield from _one_of_each(category, before))
        case SetCollection():
            return (yield from _count_kinds(category, before))
        case PerUnit(high=1) | Penalty(high=1):
            yes = yield from Confirm(
                key=category.key,
                prompt=say("{category}?", short=N_("{brief}"), category=category.name, brief=category.brief),
                hint=category.help or _rule(category),
                act=_write_act(category),
                yes=say("Yes"),
                no=say("No"),
                secret=category.sealed,
                default=bool(before and before[0]),
            )
            return (int(yes),)
        case _:
            return ((yield from _count(category, before)),)


def _count(category: AnyCategory, before: list[int] | None) -> Count:
    low, high = lowest(category), highest(category)
    begin = 0 if isinstance(category, SetCollection | Bonus) else category.start
    default = before[0] if before else min(max(0, low), high)
    text = say("{category}: how many?", short=N_("{brief}"), category=category.name, brief=category.brief)
    if isinstance(category, Number):
        text = say("{category}: how many points?", short=N_("{brief}"), category=category.name, brief=category.brief)
    return Count(
        key=category.key,
        prompt=text,
        hint=category.help or _rule(category),
        act=_write_act(category),
        low=low,
        high=high,
        start=before[0] if before else min(max(begin, low), high),
        icon=category.icon,
        secret=category.sealed,
        default=default,
    )


def _count_kinds(category: SetCollection, before: list[int] | None) -> Answering:
    numbers = []
    for place, kind in enumerate(category.kinds):
        held = before[place] if before else 0
        numbers.append(
            (
                yield from Count(
                    key=f"{category.key}.{kind.key}",
                    prompt=say(
                        "{category}: how many {kind}?", short=N_("{kind}"), category=category.name, kind=kind.name
                    ),
                    hint=category.help or _rule(category),
                    act=_kind_act(category, kind, last=place == len(category.kinds) - 1),
                    high=category.high,
                    start=held,
                    icon=category.icon,
                    secret=category.sealed,
                    default=held,
                )
            )
        )
    return tuple(numbers)


def _kind_act(category: SetCollection, kind: Kind, *, last: bool) -> Message:
    if last:
        return say(
            "{kind}: {answer}. Write all in {category}", short=N_("Write"), kind=kind.name, category=category.name
        )
    return say("{kind}: {answer}", short=N_("Next"), kind=kind.name)


def _one_of_each(category: SetCollection, before: list[int] | None) -> Answering:
    held = [kind.key for kind, number in zip(category.kinds, before or (), strict=False) if number]
    picked = yield from PickMany[str](
        key=category.key,
        prompt=say("{category}: which do you have?", short=N_("{brief}"), category=category.name, brief=category.brief),
        hint=category.help or _rule(category),
        act=_write_act(category),
        options=tuple(Option(kind.key, kind.name) for kind in category.kinds),
        most=len(category.kinds),
        secret=category.sealed,
        default=list(held),
    )
    return tuple(int(kind.key in picked) for kind in category.kinds)


def _write_act(category: AnyCategory) -> Message:
    return say("Write {answer} in {category}", short=N_("Write {answer}"), category=category.name)


def _rule(category: AnyCategory) -> Wording | None:
    """The rule of a category in a few words, where the sheet has no help of its own."""
    match category:
        case PerUnit(points=points, each=1):
            return say("{points} points each", points=points)
        case PerUnit(points=points, each=each):
            return say("{points} points for every {each}", points=points, each=each)
        case Penalty(points=points, each=1):
            return say("{points} points off each", points=points)
        case Penalty(points=points, each=each):
            return say("{points} points off for every {each}", points=points, each=each)
        case Table(rows=rows):
            return say("Table: {rows}", rows=", ".join(f"{number}: {points}" for number, points in rows))
        case SetCollection(points=points):
            return say("Sets: {points}", points=", ".join(f"{size}: {one}" for size, one in enumerate(points, 1)))
        case Majority(places=places):
            return say("Places: {points}", points=", ".join(str(points) for points in places))
        case _:
            return None


# -- the table's questions -----------------------------------------------------------------------------------------


def _set_up(sheet: Sheet, state: SheetState) -> Asking[SheetMove]:
    if not state.sides and isinstance(sheet.teams, int):
        return (yield from _ask_teams(state, sheet.teams))
    low, high = sheet.rounds if isinstance(sheet.rounds, tuple) else (1, 1)
    rounds = yield from Count(
        key="rounds",
        prompt=say("How many rounds?", short=N_("Rounds")),
        act=say("Play {answer} rounds", short=N_("Rounds: {answer}")),
        low=low,
        high=high,
        start=low,
        default=low,
    )
    return Length(rounds)


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
    return Divide((*chosen, tuple(left)))


def _ask_table(sheet: Sheet, state: SheetState) -> Asking[SheetMove]:
    others = _others(sheet, state)
    missing = owed_by_table(sheet, state)
    if missing:
        holder = yield from _ask_holder(state, missing[0], more=bool(others))
        if holder != "more":
            return Give(missing[0].key, state.round, _or_nobody(holder))
    elif not others:
        raise Refused("not-awaited", say("The table has nothing to say now."))
    key = yield from Pick[str](
        key="table", prompt=say("For the whole table", short=N_("The table")), options=tuple(others)
    )
    return (yield from _ask_other(sheet, state, key))


def _others(sheet: Sheet, state: SheetState) -> list[Option[str]]:
    """What the table may do besides what it is asked."""
    options = [_bonus_option(one) for one in unclaimed(sheet, state)]
    options += [Option(one.key, _change_words(one), icon=one.icon) for one in regivable(sheet, state)]
    if outright_reason(sheet, state) is None:
        options.append(Option("outright", say("Somebody wins outright", short=N_("Wins outright"))))
    if finish_reason(state) is None:
        act = say("Stop: what is complete counts", short=N_("Stop here"))
        options.append(Option("finish", say("Stop here", short=N_("Stop here")), act=act))
    return options


def _bonus_option(bonus: Bonus) -> Option[str]:
    title = say("Somebody has {category}", short=N_("{brief}"), category=bonus.name, brief=bonus.brief)
    return Option(bonus.key, title, icon=bonus.icon)


def _ask_other(sheet: Sheet, state: SheetState, key: str) -> Asking[SheetMove]:
    if key == "finish":
        return Finish()
    category = sheet.find(key)
    if isinstance(category, Bonus):
        holder = yield from _ask_holder(state, category, more=False)
        return Give(category.key, 0 if category.who == "first" else state.round, _or_nobody(holder))
    winner = yield from Pick[str](
        key="outright",
        prompt=say("Who wins outright?", short=N_("Who wins?")),
        options=tuple(
            Option(side.key, label(side), seat=seat_of(side), act=outright_words(side)) for side in state.sides
        ),
    )
    return Outright(winner)


def _ask_holder(state: SheetState, bonus: Bonus, *, more: bool) -> Pick[str]:
    options = [
        Option(
            side.key,
            label(side),
            seat=seat_of(side),
            act=has_words(side, bonus.name, bonus.points),
        )
        for side in state.sides
    ]
    nobody = may_be_nobody(state, bonus)
    if nobody:
        options.append(Option("nobody", say("Nobody"), act=say("Nobody has {category}", category=bonus.name)))
    if more:
        options.append(Option("more", say("Something else"), act=say("Something else")))
    return Pick[str](
        key=bonus.key,
        prompt=say("Who has {category}?", short=N_("{brief}"), category=bonus.name, brief=bonus.brief),
        hint=bonus.help,
        options=tuple(options),
        default="nobody" if nobody else None,
    )


def _or_nobody(holder: str) -> str:
    return "" if holder == "nobody" else holder
