"""Writing of a side: its entries, changes of them, and declaring that it is done."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from textwrap import wrap

from msgspec import structs

from companion.core.options import Option
from companion.core.questions import Answer, Asking, Confirm, Count, Pick, PickMany, Question
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, Verbatim, Wording, say, say_n
from companion.games.score_sheet import sheet
from companion.games.score_sheet.moves import Done, SheetMove, Write
from companion.games.score_sheet.queries import Stage, begun, by_sides, is_done, says_done, unwritten, when_reason
from companion.games.score_sheet.scoring import what_is_left, worth, written_words, wrong_sums
from companion.games.score_sheet.sheet import (
    AnyCategory,
    Bid,
    Bonus,
    Pairs,
    Product,
    SetCollection,
    Sheet,
    highest,
    lowest,
)
from companion.games.score_sheet.state import SheetState, Side, entry_key
from companion.games.score_sheet.words import called, change_words, sum_words

# -- why not ---------------------------------------------------------------------------------------------------------


def write_reason(sheet: Sheet, state: SheetState, category: AnyCategory, number: int) -> Message | None:
    """Why a side may not write in ``category`` for round ``number``, or None."""
    if isinstance(category, Bonus):
        return say("The table says who has {category}.", category=category.name)
    if source := sheet.find(category.uses):
        return say("{category} uses the numbers of {other}.", category=category.name, other=source.name)
    if isinstance(category, Product | Bid):
        return say("{category} follows from other numbers.", category=category.name)
    return when_reason(sheet, state, category, number)


def done_reason(sheet: Sheet, state: SheetState, side: Side) -> Message | None:
    """Why ``side`` may not say that it is done, or None."""
    if is_done(sheet, state, side):
        return say("Everything is already written.")
    missing = len(unwritten(sheet, state, side))
    if missing:
        return say_n("{n} entry is still missing.", "{n} entries are still missing.", missing, short=N_("Missing: {n}"))
    return None


def changeable(sheet: Sheet, state: SheetState, side: Side) -> Stage:
    """The categories that ``side`` has written in this round and may still change."""
    return tuple(
        category
        for category in by_sides(begun(sheet, state))
        if state.written(entry_key(side, category.key, state.round))
        and write_reason(sheet, state, category, state.round) is None
    )


# -- writing ---------------------------------------------------------------------------------------------------------


def _side(step: Step[SheetState]) -> Side:
    """The side of the moving seat. Refuses a seat without one."""
    side = step.state.side_of(step.seat)
    if side is None:
        step.refuse("no-side", say("Only seats that play write numbers."))
    return side


def find_category(sheet: Sheet, step: Step[SheetState], key: str) -> AnyCategory:
    """The category with this key. Refuses a key that no category has."""
    category = sheet.find(key)
    if category is None:
        step.refuse("not-offered", say("{answer} is not one of the choices.", answer=key))
    return category


def write(sheet: Sheet, step: Step[SheetState], move: Write) -> None:
    """Store the numbers of an entry, sealed if its category is."""
    side, category = _side(step), find_category(sheet, step, move.category)
    step.require(write_reason(sheet, step.state, category, move.round))
    category = category.in_round(move.round)
    _check_numbers(step, category, move.numbers)
    key, numbers = entry_key(side, category.key, move.round), list(move.numbers)
    anew = step.state.written(key)
    if category.sealed:
        step.state.sealed[key] = seal(numbers, *side.seats)
        # that a sealed entry was written is public, that it was changed is not
        if not anew:
            seats, who = len(side.seats), called(side)
            step.tell(
                say_n("{who} seals {category}.", "{who} seal {category}.", seats, who=who, category=category.name)
            )
        step.tell(seal(written_words(side, category, numbers), *side.seats))
    else:
        step.state.entries[key] = numbers
        step.tell(written_words(side, category, numbers))
        for wrong in wrong_sums(sheet, step.state):
            if (wrong.category.key, wrong.round) == (category.key, move.round):
                step.tell(sum_words(wrong.category, wrong.sum, wrong.wanted), TABLE)


def _check_numbers(step: Step[SheetState], category: AnyCategory, numbers: tuple[int, ...]) -> None:
    if isinstance(category, Pairs) and (len(numbers) % 2 or len(numbers) > 2 * category.most):
        step.refuse("wrong-number", say("Enter pairs of numbers, at most {n}.", n=category.most))
    wanted = (
        len(numbers)
        if isinstance(category, Pairs)
        else len(category.kinds)
        if isinstance(category, SetCollection)
        else 1
    )
    if len(numbers) != wanted:
        step.refuse("wrong-number", say_n("Enter {n} number.", "Enter {n} numbers.", wanted))
    low, high = lowest(category), highest(category)
    for number in numbers:
        if not low <= number <= high:
            step.refuse("out-of-bounds", say("{n} is not between {low} and {high}.", n=number, low=low, high=high))


def say_done(sheet: Sheet, step: Step[SheetState], _: Done) -> None:
    """Store that a side has written all its entries of this stage."""
    side = _side(step)
    if step.state.phase != "play":
        step.refuse("not-open", say("Nothing is written now."))
    step.require(done_reason(sheet, step.state, side))
    step.state.done.append(side.key)
    step.tell(say("{who}: done", who=called(side)))


# -- the questions ---------------------------------------------------------------------------------------------------

Answering = Generator[Question, Answer, tuple[int, ...]]
"""Questions whose answers are the numbers of an entry."""


def ask_menu(sheet: Sheet, state: SheetState, side: Side) -> Asking[SheetMove]:
    """Ask a side which of its missing entries it writes, whether it changes one, or whether it is done."""
    missing, written = unwritten(sheet, state, side), changeable(sheet, state, side)
    options = [*_named(missing)]
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
        menu = Pick[str](
            key="entry",
            prompt=prompt,
            options=tuple(options),
            default=options[0].value,
            elsewhere=_named(written),
        )
        answer = yield menu
        key = menu.option(answer).value if menu.leaving(answer) is None else str(answer)
    if key == "done":
        return Done()
    if key == "change":
        key = yield from _ask_change(state, side, written)
    return (yield from ask_entry(sheet, state, side, next(one for one in (*missing, *written) if one.key == key)))


def _ask_change(state: SheetState, side: Side, written: tuple[AnyCategory, ...]) -> Pick[str]:
    options = tuple(
        Option(one.key, change_words(one), hint=_standing_there(state, side, one), icon=one.icon) for one in written
    )
    return Pick[str](key="change", prompt=say("Change what is written?", short=N_("Change")), options=options)


def _standing_there(state: SheetState, side: Side, category: AnyCategory) -> Wording:
    """The written entry in words. A sealed one is not shown to its own side either, since this menu is public."""
    numbers = state.entries.get(entry_key(side, category.key, state.round))
    if numbers is None:
        return say("sealed")
    found = worth(category, numbers)
    return found.why if found and found.why else say("{n} written", n=numbers[0])


def _named(categories: Sequence[AnyCategory]) -> tuple[Option[str], ...]:
    return tuple(Option(one.key, one.name, icon=one.icon) for one in categories)


def ask_first(sheet: Sheet, state: SheetState, side: Side, categories: Stage) -> Asking[SheetMove]:
    """Ask a side for its numbers in the first of these categories; the others can be reached by their keys."""
    first, *others = categories
    asking = ask_entry(sheet, state, side, first)
    answer = yield structs.replace(next(asking), elsewhere=_named(others))
    for other in others:
        if other.key == answer:
            return (yield from ask_entry(sheet, state, side, other))
    try:
        while True:
            answer = yield asking.send(answer)
    except StopIteration as done:
        made: SheetMove = done.value
        return made


def ask_entry(sheet: Sheet, state: SheetState, side: Side, category: AnyCategory) -> Asking[SheetMove]:
    """Ask a side for its numbers in a category."""
    left = what_is_left(sheet, state, side, category, state.round)
    return Write(category.key, state.round, (yield from _numbers(state, side, category, left)))


def _numbers(state: SheetState, side: Side, category: AnyCategory, left: int | None) -> Answering:
    key = entry_key(side, category.key, state.round)
    before = state.sealed[key].value if key in state.sealed else state.entries.get(key)
    if before is None and left is not None:
        before = [left]
    match category:
        case sheet.SetCollection(high=1):
            return (yield from _one_of_each(category, before))
        case sheet.SetCollection():
            return (yield from _count_kinds(category, before))
        case sheet.Pairs():
            return (yield from _count_pairs(category, before or []))
        case sheet.PerUnit(high=1) | sheet.Penalty(high=1):
            yes = yield from Confirm(
                key=category.key,
                prompt=say("{category}?", short=N_("{brief}"), category=category.name, brief=category.brief),
                hint=rule_of(category),
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
    begin = (
        0
        if isinstance(category, sheet.SetCollection | sheet.Bonus | sheet.Pairs | sheet.Product | sheet.Bid)
        else category.start
    )
    default = before[0] if before else min(max(0, low), high)
    text = say("{category}: how many?", short=N_("{brief}"), category=category.name, brief=category.brief)
    if isinstance(category, sheet.Number):
        text = say("{category}: how many points?", short=N_("{brief}"), category=category.name, brief=category.brief)
    return Count(
        key=category.key,
        prompt=text,
        hint=rule_below(category),
        act=_write_act(category),
        low=low,
        high=high,
        start=before[0] if before else min(max(begin, low), high),
        icon=category.icon,
        secret=category.sealed,
        default=default,
    )


def _count_kinds(category: sheet.SetCollection, before: list[int] | None) -> Answering:
    numbers = []
    for place, kind in enumerate(category.kinds):
        held = before[place] if before else 0
        number = yield from Count(
            key=f"{category.key}.{kind.key}",
            prompt=say("{category}: how many {kind}?", short=N_("{kind}"), category=category.name, kind=kind.name),
            hint=rule_below(category),
            act=_kind_act(category, kind, last=place == len(category.kinds) - 1),
            high=category.high,
            start=held,
            icon=category.icon,
            secret=category.sealed,
            default=held,
        )
        numbers.append(number)
    return tuple(numbers)


def _count_pairs(category: sheet.Pairs, before: list[int]) -> Answering:
    """Ask for pairs until a pair whose first number is 0."""
    numbers: list[int] = []
    for place in range(1, category.most + 1):
        held = before[2 * place - 2 : 2 * place] or [0, 0]
        first = yield from _half(category, category.first, place, held[0], f"first-{place}")
        if not first:
            break
        numbers += [first, (yield from _half(category, category.second, place, held[1], f"second-{place}"))]
    return tuple(numbers)


def _half(category: sheet.Pairs, name: Wording, place: int, held: int, key: str) -> Count:
    prompt = say(
        "{category} {place}: {name}?", short=N_("{name} {place}"), category=category.name, place=place, name=name
    )
    act = say("{name}: {answer}", short=N_("Next"), name=name)
    if key.startswith("first"):
        act = say("{name}: {answer} (0: no more)", short=N_("0: no more"), name=name)
    return Count(
        key=f"{category.key}.{key}",
        prompt=prompt,
        hint=rule_below(category),
        act=act,
        high=category.high,
        start=held,
        icon=category.icon,
        default=held,
    )


def _kind_act(category: sheet.SetCollection, kind: sheet.Kind, *, last: bool) -> Message:
    if last:
        return say(
            "{kind}: {answer}. Write all in {category}", short=N_("Write"), kind=kind.name, category=category.name
        )
    return say("{kind}: {answer}", short=N_("Next"), kind=kind.name)


def _one_of_each(category: sheet.SetCollection, before: list[int] | None) -> Answering:
    held = [kind.key for kind, number in zip(category.kinds, before or (), strict=False) if number]
    picked = yield from PickMany[str](
        key=category.key,
        prompt=say("{category}: which do you have?", short=N_("{brief}"), category=category.name, brief=category.brief),
        hint=rule_of(category),
        act=_write_act(category),
        options=tuple(Option(kind.key, kind.name) for kind in category.kinds),
        most=len(category.kinds),
        secret=category.sealed,
        default=list(held),
    )
    return tuple(int(kind.key in picked) for kind in category.kinds)


def _write_act(category: AnyCategory) -> Message:
    return say("Write {answer} in {category}", short=N_("Write {answer}"), category=category.name)


def rule_of(category: AnyCategory) -> Wording | None:
    """The rule of a category as a reminder: the help text of the sheet, else a text made from the form of the
    category.
    """
    return category.help or _rule(category)


LINE = 21
"""Letters that fit on a line of a small display, which has two lines below a number."""


def rule_below(category: AnyCategory) -> Wording | None:
    """``rule_of`` for display below a number. If it takes more than two lines of a small display, the display shows the
    text made from the form instead, or sends people to the rules.
    """
    rule = rule_of(category)
    if rule is None or _fits(rule):
        return rule
    made = _rule(category)
    brief = made if made is not None and _fits(made) else say("See the rules")
    return say("{rule}", short=N_("{brief}"), rule=rule, brief=brief)


def _fits(rule: Wording) -> bool:
    """Whether a small display shows a rule in two lines; of a text made from the form two lines must not be quite full,
    since it may be longer in another language.
    """
    match rule:
        case Verbatim(words=words):
            return all(len(wrap(text, LINE)) <= 2 for text in words.values())
        case Message(text=text, args=args):
            numbers = {key: value for key, value in args.items() if isinstance(value, str | int)}
            return len(numbers) < len(args) or len(wrap(text.format(**numbers), LINE - 4)) <= 2


def _rule(category: AnyCategory) -> Wording | None:
    """A short rule made from the form of a category, for a sheet without a help text; None for plain points."""
    match category:
        case sheet.PerUnit(points=points, each=1):
            return say_n("{n} point each", "{n} points each", points)
        case sheet.PerUnit(points=points, each=each):
            return say_n("{n} point for every {each}", "{n} points for every {each}", points, each=each)
        case sheet.Penalty(points=points, each=1):
            return say_n("{n} point off each", "{n} points off each", points)
        case sheet.Penalty(points=points, each=each):
            return say_n("{n} point off for every {each}", "{n} points off for every {each}", points, each=each)
        case sheet.Table(rows=rows):
            return say("Points by number: {rows}", rows=", ".join(f"{number} = {points}" for number, points in rows))
        case sheet.SetCollection(points=points):
            worth = ", ".join(f"{size} = {one}" for size, one in enumerate(points, 1))
            return say("Points by size of a set: {points}", points=worth)
        case sheet.Majority(places=places):
            return say("Points by place: {points}", points=", ".join(str(points) for points in places))
        case sheet.Pairs(first=first, second=second):
            return say("{first} × {second}, and all added", first=first, second=second)  # noqa: RUF001
        case sheet.Number() | sheet.Bonus() | sheet.Product() | sheet.Bid():
            return None
