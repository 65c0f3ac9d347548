"""Consistency of a sheet: checks that concern more than one key."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.core.box_kinds import did_you_mean
from companion.core.toml_lines import Path
from companion.core.wording import SHORT_WIDTH, Message, say
from companion.games.score_sheet import sheet as forms
from companion.games.score_sheet.sheet import AnyCategory, Sheet, highest, lowest

RESERVED = ("done", "change", "more", "nobody", "finish", "outright")
"""Keys of other options in the menus of categories and sides."""


class Flaw(Struct, frozen=True):
    """An inconsistency: where, and what was expected there."""

    path: Path
    expected: Message
    hint: Message | None = None


class Draft(Struct, frozen=True):
    """The part of a sheet that could be read.

    ``categories`` and ``rungs`` are paired with their index in the text; ``keys`` are the keys of all its categories,
    also of unreadable ones; ``doubtful`` are the unreadable keys of the sheet itself.
    """

    sheet: Sheet
    categories: tuple[tuple[int, AnyCategory], ...]
    rungs: tuple[tuple[int, forms.LadderRung], ...]
    keys: tuple[str, ...]
    doubtful: frozenset[str] = frozenset()


def flaws(draft: Draft) -> Iterator[Flaw]:
    """Every inconsistency that does not depend on something unreadable."""
    if "rounds" not in draft.doubtful:
        yield from _timing(draft)
        yield from _ends(draft.sheet)
    if not draft.doubtful & {"seats", "teams"}:
        yield from _teams(draft.sheet)
    for place, category in draft.categories:
        path: Path = ("category", place)
        if category.key in RESERVED:
            yield Flaw((*path, "key"), say("a key other than {names}", names=", ".join(RESERVED)))
        if category.key in draft.keys[:place]:
            yield Flaw((*path, "key"), say("a key that no category before it has"))
        yield from _category(category, path)
        if category.uses:
            yield from _uses(draft, category, path)
    for place, rung in draft.rungs:
        if rung.category not in draft.keys:
            hint = did_you_mean(rung.category, draft.keys)
            yield Flaw(("ladder", place, "category"), say("the key of a category"), hint)


def _timing(draft: Draft) -> Iterator[Flaw]:
    sheet = draft.sheet
    for place, category in draft.categories:
        if category.when == "end":
            continue
        if sheet.rounds == "once":
            yield Flaw(("category", place, "when"), say("end, as everything is written once"))
        elif isinstance(category, forms.Bonus) and category.who == "first":
            yield Flaw(("category", place, "when"), say("end, as who was first counts for the whole play"))
    all_read = len(draft.categories) == len(draft.keys) > 0
    if sheet.rounds != "once" and all_read and all(category.when == "end" for _, category in draft.categories):
        yield Flaw(("rounds",), say("once, as nothing is written every round"))


def _teams(sheet: Sheet) -> Iterator[Flaw]:
    least, most = sheet.seats
    match sheet.teams:
        case tuple() as sizes if not least == most == sum(sizes):
            expected = say("sizes that add up to the seats, which are {least} to {most}", least=least, most=most)
            yield Flaw(("teams",), expected)
        case int() as teams if teams > least:
            yield Flaw(("teams",), say("no more teams than the fewest seats, {least}", least=least))


def _ends(sheet: Sheet) -> Iterator[Flaw]:
    if sheet.ends_at is not None and sheet.rounds == "once":
        yield Flaw(("ends_at",), say("rounds, as it ends the play after one"))
    sudden = sheet.sudden
    if sudden is None:
        return
    if sudden.points is None and not sudden.declared:
        yield Flaw(("sudden",), say("points, or declared = true"))
    if sudden.points is not None and sheet.wins == "lowest":
        yield Flaw(("sudden", "points"), say("wins = highest beside it; where the lowest wins, ends_at ends the play"))
    if sudden.points is not None and sudden.checked == "round" and sheet.rounds == "once":
        yield Flaw(("sudden", "checked"), say("at-once, as there are no rounds"))


def _category(category: AnyCategory, path: Path) -> Iterator[Flaw]:
    words = category.brief.words.values()
    if category.short is None and any(len(text) > SHORT_WIDTH for text in words):
        yield Flaw((*path, "name"), say("at most 21 characters, or a key short beside it"))
    match category:
        case forms.Bonus(sealed=True):
            yield Flaw((*path, "sealed"), say("false, as the table says who has a bonus"))
        case forms.SetCollection():
            yield from _sets(category, path)
        case forms.Number(low=low, high=high) if low > high:
            yield Flaw((*path, "high"), say("a number not below low, which is {low}", low=low))
        case forms.Table(above=above, rows=rows, high=high, uses="") if above != "never" and high < rows[-1][0]:
            yield Flaw((*path, "high"), say("a number not below the last row's, which is {last}", last=rows[-1][0]))
    if not isinstance(category, forms.Bonus | forms.SetCollection) and category.start:
        low, high = lowest(category), highest(category)
        if low <= high and not low <= category.start <= high:
            yield Flaw((*path, "start"), say("a number from {low} to {high}", low=low, high=high))


def _uses(draft: Draft, category: AnyCategory, path: Path) -> Iterator[Flaw]:
    """Check a category that counts the numbers of another one."""
    at = (*path, "uses")
    others = [key for key in draft.keys if key and key != category.key]
    if category.uses not in others:
        yield Flaw(at, say("the key of another category"), did_you_mean(category.uses, others))
        return
    source = next((other for _, other in draft.categories if other.key == category.uses), None)
    match source:
        case None:
            return
        case forms.Bonus():
            yield Flaw(at, say("a category that every side writes, not a bonus"))
            return
        case _ if source.uses:
            yield Flaw(at, say("a category that is written itself"), did_you_mean(source.uses, others))
            return
    most = highest(source) * (len(source.kinds) if isinstance(source, forms.SetCollection) else 1)
    match category:
        case forms.Bonus():
            yield Flaw(at, say("another form, as the table says who has a bonus"))
        case forms.SetCollection() if not isinstance(source, forms.SetCollection):
            yield Flaw(at, say("a category of sets, whose kinds it uses"))
        case forms.Table(above="never", rows=rows) if most > rows[-1][0]:
            yield Flaw(at, say("a category in which no more than {last} can be written", last=rows[-1][0]))


def _sets(category: forms.SetCollection, path: Path) -> Iterator[Flaw]:
    keys = [kind.key for kind in category.kinds]
    for place, key in enumerate(keys):
        if key in keys[:place] and not category.uses:
            yield Flaw((*path, "kinds", place, "key"), say("a key that no kind before it has"))
    if category.of == "same" or not keys:
        return
    if len(category.points) != len(keys):
        yield Flaw((*path, "points"), say("as many numbers as there are kinds, {n}", n=len(keys)))
    steps = [after - before for before, after in zip((0, *category.points), category.points, strict=False)]
    if steps != sorted(steps):
        # making sets as large as possible is best for their owner only while no step is smaller than the one before
        yield Flaw((*path, "points"), say("steps that never become smaller, as sets are made as large as they go"))
