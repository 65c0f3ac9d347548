"""The numbers of a score sheet that can be corrected."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.inventory import Tracked
from companion.core.wording import N_, Wording, say
from companion.games.score_sheet.scoring import categories_of, rounds_begun
from companion.games.score_sheet.sheet import AnyCategory, Pairs, SetCollection, Sheet, highest, is_yes_or_no, lowest
from companion.games.score_sheet.state import SheetState, Side, entry_key
from companion.games.score_sheet.words import in_round

NO_YES = (say("no"), say("yes"))


def inventory(sheet: Sheet, state: SheetState) -> Iterator[Tracked]:
    """All written numbers, also zeros. The key of a number in a set contains its kind: ``2/goods.silk/end``."""
    for side in state.sides:
        for number in rounds_begun(sheet, state):
            for category in categories_of(sheet, number):
                if category.is_written and state.written(entry_key(side, category.key, number)):
                    yield from _entry(state, side, category, number)


def _entry(state: SheetState, side: Side, category: AnyCategory, number: int) -> Iterator[Tracked]:
    key = entry_key(side, category.key, number)
    numbers = state.known(key)
    for place, (name, title, brief) in enumerate(_parts(category, numbers)):
        yield Tracked(
            key=entry_key(side, name, number),
            label=in_round(title, number, brief),
            # reading an emptied seal raises BrokenSeal, which marks the number as unknown
            at=(numbers, place) if numbers is not None else (state.sealed[key], "value"),
            owner=side.seats[0] if len(side.seats) == 1 else None,
            low=lowest(category),
            high=highest(category),
            icon=category.icon,
            team=side.seats if len(side.seats) > 1 else (),
            meanings=NO_YES if is_yes_or_no(category) else (),
        )


def _parts(category: AnyCategory, numbers: list[int] | None) -> list[tuple[str, Wording, Wording]]:
    """Key, name and short name of every number of an entry."""
    if isinstance(category, Pairs):
        halves = ((half, place) for place in range(1, len(numbers or ()) // 2 + 1) for half in ("first", "second"))
        return [(f"{category.key}.{half}-{n}", *_half(category, half, n)) for half, n in halves]
    if not isinstance(category, SetCollection):
        return [(category.key, category.name, category.brief)]
    return [
        (
            f"{category.key}.{kind.key}",
            say("{category}: {kind}", short=N_("{kind}"), category=category.name, kind=kind.name),
            kind.name,
        )
        for kind in category.kinds
    ]


def _half(category: Pairs, half: str, place: int) -> tuple[Wording, Wording]:
    name = category.first if half == "first" else category.second
    brief = say("{name} {place}", name=name, place=place)
    return say("{category} {place}: {name}", category=category.name, place=place, name=name), brief
