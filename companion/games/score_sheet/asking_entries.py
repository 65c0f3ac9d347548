"""Questions of a seat: its numbers, and the menu of what else it may do."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.options import Option
from companion.core.questions import Answer, Asking, Confirm, Count, Pick, PickMany, Question
from companion.core.wording import N_, Message, Wording, say, say_n
from companion.games.score_sheet import sheet as forms
from companion.games.score_sheet.moves import Done, SheetMove, Write
from companion.games.score_sheet.queries import is_done, says_done, unwritten
from companion.games.score_sheet.queries_agenda import changeable
from companion.games.score_sheet.reasons import done_reason
from companion.games.score_sheet.scoring_forms import worth
from companion.games.score_sheet.sheet import AnyCategory, Sheet, highest, lowest
from companion.games.score_sheet.state import SheetState, Side, entry_key
from companion.games.score_sheet.words import change_words

Answering = Generator[Question, Answer, tuple[int, ...]]
"""Questions that result in the numbers of an entry."""


# -- a side's own numbers ------------------------------------------------------------------------------------------


def ask_menu(sheet: Sheet, state: SheetState, side: Side) -> Asking[SheetMove]:
    missing, written = unwritten(sheet, state, side), changeable(sheet, state, side)
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
        return Done()
    if key == "change":
        key = yield from _ask_change(state, side, written)
    return (yield from ask_entry(state, side, next(one for one in (*missing, *written) if one.key == key)))


def _ask_change(state: SheetState, side: Side, written: tuple[AnyCategory, ...]) -> Pick[str]:
    options = tuple(
        Option(one.key, change_words(one), hint=_standing_there(state, side, one), icon=one.icon) for one in written
    )
    return Pick[str](key="change", prompt=say("Change what is written?", short=N_("Change")), options=options)


def _standing_there(state: SheetState, side: Side, category: AnyCategory) -> Wording:
    """The present entry in words. A sealed one is hidden from its own side too, since this menu is public."""
    numbers = state.entries.get(entry_key(side, category.key, state.round))
    if numbers is None:
        return say("sealed")
    found = worth(category, numbers)
    return found.why if found else say("{n} written", n=numbers[0])


def ask_entry(state: SheetState, side: Side, category: AnyCategory) -> Asking[SheetMove]:
    return Write(category.key, state.round, (yield from _numbers(state, side, category)))


def _numbers(state: SheetState, side: Side, category: AnyCategory) -> Answering:
    key = entry_key(side, category.key, state.round)
    before = state.sealed[key].value if key in state.sealed else state.entries.get(key)
    match category:
        case forms.SetCollection(high=1):
            return (yield from _one_of_each(category, before))
        case forms.SetCollection():
            return (yield from _count_kinds(category, before))
        case forms.PerUnit(high=1) | forms.Penalty(high=1):
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
    return ((yield from _count(category, before)),)


def _count(category: AnyCategory, before: list[int] | None) -> Count:
    low, high = lowest(category), highest(category)
    begin = 0 if isinstance(category, forms.SetCollection | forms.Bonus) else category.start
    default = before[0] if before else min(max(0, low), high)
    text = say("{category}: how many?", short=N_("{brief}"), category=category.name, brief=category.brief)
    if isinstance(category, forms.Number):
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


def _count_kinds(category: forms.SetCollection, before: list[int] | None) -> Answering:
    numbers = []
    for place, kind in enumerate(category.kinds):
        held = before[place] if before else 0
        number = yield from Count(
            key=f"{category.key}.{kind.key}",
            prompt=say("{category}: how many {kind}?", short=N_("{kind}"), category=category.name, kind=kind.name),
            hint=category.help or _rule(category),
            act=_kind_act(category, kind, last=place == len(category.kinds) - 1),
            high=category.high,
            start=held,
            icon=category.icon,
            secret=category.sealed,
            default=held,
        )
        numbers.append(number)
    return tuple(numbers)


def _kind_act(category: forms.SetCollection, kind: forms.Kind, *, last: bool) -> Message:
    if last:
        return say(
            "{kind}: {answer}. Write all in {category}", short=N_("Write"), kind=kind.name, category=category.name
        )
    return say("{kind}: {answer}", short=N_("Next"), kind=kind.name)


def _one_of_each(category: forms.SetCollection, before: list[int] | None) -> Answering:
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
    """The rule of a category in short, for sheets without a help text; None for plain points."""
    match category:
        case forms.PerUnit(points=points, each=1):
            return say_n("{n} point each", "{n} points each", points)
        case forms.PerUnit(points=points, each=each):
            return say_n("{n} point for every {each}", "{n} points for every {each}", points, each=each)
        case forms.Penalty(points=points, each=1):
            return say_n("{n} point off each", "{n} points off each", points)
        case forms.Penalty(points=points, each=each):
            return say_n("{n} point off for every {each}", "{n} points off for every {each}", points, each=each)
        case forms.Table(rows=rows):
            return say("Points by number: {rows}", rows=", ".join(f"{number} = {points}" for number, points in rows))
        case forms.SetCollection(points=points):
            worth = ", ".join(f"{size} = {one}" for size, one in enumerate(points, 1))
            return say("Points by size of a set: {points}", points=worth)
        case forms.Majority(places=places):
            return say("Points by place: {points}", points=", ".join(str(points) for points in places))
    return None
