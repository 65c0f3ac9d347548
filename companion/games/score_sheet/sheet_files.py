"""Reading a sheet from TOML, with all its problems at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, get_args

from msgspec import Struct, structs

from companion.core.suggestions import did_you_mean
from companion.core.toml_lines import Path
from companion.core.toml_reading import TomlError, read_toml
from companion.core.wording import SHORT_WIDTH, Message, say, verbatim
from companion.games.score_sheet import sheet
from companion.games.score_sheet.fields import (
    CATEGORY,
    FIXED,
    FIXED_KINDS,
    FORMS,
    KINDS,
    LADDER,
    OPTION,
    OUTCOME,
    SEATS_CHANGE,
    SHEET,
    SUDDEN,
    WRITING,
    Field,
)
from companion.games.score_sheet.sheet import (
    AnyCategory,
    Bonus,
    Kind,
    LadderRung,
    Outcome,
    SetCollection,
    Sheet,
    SheetOption,
    Sudden,
    for_seats,
    highest,
    lowest,
    places,
)
from companion.games.score_sheet.table_reading import (
    Places,
    SheetError,
    SheetProblem,
    TableReader,
    tables_of,
    text_of,
)


def parse(text: str, where: str, *, kept: bool = False) -> Sheet:
    """Read a sheet. ``where`` names the file in errors. Raises ``SheetError`` with every problem. If it was ``kept``
    (stored) before, an unknown icon is ignored, because stored plays may depend on the sheet.
    """
    sheet, problems = _read(text, kept=kept)
    if sheet is None or problems:
        raise SheetError(where, problems)
    return sheet


def check(text: str, *, kept: bool = False) -> tuple[SheetProblem, ...]:
    """All problems of ``text``, by line; empty for a valid sheet, and for a ``kept`` (stored) one that can still be
    read.
    """
    return _read(text, kept=kept)[1]


def _read(text: str, *, kept: bool) -> tuple[Sheet | None, tuple[SheetProblem, ...]]:
    try:
        raw = read_toml(text)
    except TomlError as error:
        expected = say("a line that can be read; the reader says: {why}", why=error.why)
        return None, (SheetProblem(error.line, "TOML", expected),)
    reader = _Reader(text, kept=kept)
    reader.read_kind(raw)
    sheet = reader.sheet(raw)
    return sheet, tuple(sorted(reader.problems, key=lambda problem: problem.line))


# -- reading the text ------------------------------------------------------------------------------------------------

_MAKERS: dict[str, type[AnyCategory]] = {str(form.__struct_config__.tag): form for form in get_args(AnyCategory)}


class _Reader(TableReader):
    """Reads the text of a sheet."""

    def __init__(self, text: str, *, kept: bool) -> None:
        super().__init__(text, kept=kept)
        self._keys: tuple[str, ...] = ()

    def sheet(self, raw: dict[str, Any]) -> Sheet | None:
        """The sheet, or None when there were problems."""
        self._keys = tuple(text_of(part.get("key")) for part in tables_of(raw, "category"))
        values = self._table(SHEET.fields, raw, ())
        changing = tuple(field for field in SHEET.fields if field.key in SEATS_CHANGE)
        values["for_seats"] = self._varied(SHEET.field("for_seats"), changing, raw, ())
        doubtful = {key for key in ("seats", "rounds", "teams") if key in raw and key not in values}
        if "seats" not in raw:
            doubtful.add("seats")
        once = "rounds" not in doubtful and values.get("rounds", "once") == "once"
        categories: Places[AnyCategory] = self._several(raw, "category", partial(self._category, once=once))
        rungs = self._several(raw, "ladder", partial(self._made, LadderRung, LADDER))
        if isinstance(raw.get("sudden"), dict):
            values["sudden"] = self._made(Sudden, SUDDEN, raw["sudden"], ("sudden",))
        categories = tuple((place, _as_its_source(category, categories)) for place, category in categories)
        values["category"] = tuple(category for _, category in categories)
        values["ladder"] = tuple(rung for _, rung in rungs)
        options = self._several(raw, "option", partial(self._made, SheetOption, OPTION))
        values["option"] = tuple(option for _, option in options)
        outcomes = self._several(raw, "outcome", partial(self._made, Outcome, OUTCOME))
        values["outcome"] = tuple(outcome for _, outcome in outcomes)
        # unreadable parts are replaced by placeholders, so that the rest is checked too
        stand_in: dict[str, Any] = {"id": "unread", "name": verbatim("unread"), "seats": (1, 8)}
        sheet = Sheet(**(stand_in | values))
        for flaw in flaws(Draft(sheet, categories, rungs, self._keys, frozenset(doubtful), self._kept)):
            self._problem(flaw.path, flaw.expected, flaw.hint)
        return None if self.problems else sheet

    def _category(self, raw: dict[str, Any], path: Path, *, once: bool) -> AnyCategory | None:
        form = raw.get("form")
        section = FORMS.get(form) if isinstance(form, str) else None
        fields = CATEGORY.fields + (section.fields if section else ())
        before = len(self.problems)
        if "uses" in raw:
            raw, fields = self._not_written(raw, path), tuple(one for one in fields if one.key not in WRITING)
        values = self._table(fields, raw, path, any_form=section is None)
        changing = tuple(one for one in fields if one.key not in FIXED and one.kind not in FIXED_KINDS)
        for key in ("for_seats", "for_rounds") if section is not None else ():
            values[key] = self._varied(CATEGORY.field(key), changing, raw, path)
        if section is not None and section.field("kinds"):
            kinds = self._several(raw, "kinds", partial(self._made, Kind, KINDS), path)
            values["kinds"] = tuple(kind for _, kind in kinds)
        if section is None or len(self.problems) > before:
            return None
        values.pop("form")
        at_end = once or values.get("who") == "first"
        values.setdefault("when", "end" if at_end else "round")
        return _MAKERS[section.key](**values)

    def _varied(
        self, field: Field | None, changing: tuple[Field, ...], raw: dict[str, Any], path: Path
    ) -> dict[int, dict[str, Any]] | None:
        """The values that differ for some numbers of seats or rounds, by number; None if none do."""
        if field is None or not isinstance(raw.get(field.key), dict):
            return None
        found: dict[int, dict[str, Any]] = {}
        optional = tuple(structs.replace(one, required=False) for one in changing)
        for number, table in raw[field.key].items():
            at = (*path, field.key, number)
            if not number.isdecimal() or not field.low <= int(number) <= field.high:
                self._problem(at, say("a number from {low} to {high}", low=field.low, high=field.high))
            elif isinstance(table, dict):
                found[int(number)] = self._table(optional, table, at)
        return found

    def _not_written(self, raw: dict[str, Any], path: Path) -> dict[str, Any]:
        """The values of a category that uses another's numbers, without keys that only a written category may have."""
        for key in raw:
            if key in WRITING:
                expected = say("nothing here, as {category} says what is written", category=text_of(raw["uses"]))
                self._problem((*path, key), expected)
        return {key: value for key, value in raw.items() if key not in WRITING}

    def belongs_to(self, key: str, path: Path) -> str | None:
        return _form_of(key) if path[:1] == ("category",) and "kinds" not in path else None

    def named(self, path: Path) -> str | None:
        """The name of a category in problems: its key, if it is known."""
        return self._keys[path[1]] if path[0] == "category" and isinstance(path[1], int) else None


def _as_its_source(category: AnyCategory, categories: Places[AnyCategory]) -> AnyCategory:
    """``category`` with the kinds, time and secrecy of the one it ``uses``; a product with the time of its parts."""
    if isinstance(category, sheet.Product | sheet.Bid):
        part = next((other for _, other in categories if other.key in category.parts), category)
        return structs.replace(category, when=part.when)
    source = next((other for _, other in categories if other.key == category.uses), None)
    if not category.uses or source is None:
        return category
    kinds = {"kinds": source.kinds} if isinstance(category, SetCollection) and isinstance(source, SetCollection) else {}
    return structs.replace(category, sealed=source.sealed, when=source.when, **kinds)


def _form_of(key: str) -> str | None:
    """The first form of category that has this key."""
    return next((name for name, section in FORMS.items() if section.field(key)), None)


# -- checks of more than one key -------------------------------------------------------------------------------------

RESERVED = ("done", "change", "more", "nobody", "finish", "outright")
"""Keys that categories must not have, since other options of the same menus have them."""


BACK_IN = "back-in"
"""The option of the table's menu that lets a side come back in."""


class Flaw(Struct, frozen=True):
    """A problem of more than one key: where it is, and what was expected there."""

    path: Path
    expected: Message
    hint: Message | None = None


class Draft(Struct, frozen=True):
    """The part of a sheet that could be read.

    ``categories`` and ``rungs`` are paired with their index in the text; ``keys`` are the keys of all its categories,
    also of unreadable ones; ``doubtful`` are the unreadable keys of the sheet itself. ``kept``: the sheet was stored
    before.
    """

    sheet: Sheet
    categories: tuple[tuple[int, AnyCategory], ...]
    rungs: tuple[tuple[int, LadderRung], ...]
    keys: tuple[str, ...]
    doubtful: frozenset[str] = frozenset()
    kept: bool = False


def flaws(draft: Draft) -> Iterator[Flaw]:
    """All problems of more than one key that do not depend on an unreadable part."""
    if "rounds" not in draft.doubtful:
        yield from _timing(draft)
        yield from _ends(draft.sheet)
        yield from _out(draft)
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
        for key in rung.category:
            if key not in draft.keys:
                yield Flaw(("ladder", place, "category"), say("the key of a category"), did_you_mean(key, draft.keys))
    yield from _special(draft)
    yield from _varying(draft)
    yield from _cards(draft)
    yield from _together(draft)


def _together(draft: Draft) -> Iterator[Flaw]:
    """Check a cooperative game."""
    made = draft.sheet
    if not made.together:
        return
    for key in ("teams", "ladder", "sudden", "for_seats", "ends_at"):
        if getattr(made, key):
            yield Flaw((key,), say("nothing here, as all play together"))
    if made.rounds != "once" and "rounds" not in draft.doubtful:
        yield Flaw(("rounds",), say("once, as all play together"))
    if not any(outcome.won for outcome in made.outcome):
        yield Flaw(("outcome",), say("one with won = true"))
    for place, category in draft.categories:
        if not isinstance(category, sheet.Number | sheet.PerUnit) or category.uses or category.sealed:
            yield Flaw(("category", place, "form"), say("a number that is written openly, as all play together"))
    yield from _outcomes(draft)


def _outcomes(draft: Draft) -> Iterator[Flaw]:
    made = draft.sheet
    numbers = {one.key: highest(one) for _, one in draft.categories}
    keys = [outcome.key for outcome in made.outcome]
    for place, outcome in enumerate(made.outcome):
        if outcome.key in keys[:place]:
            yield Flaw(("outcome", place, "key"), say("a key that no end before it has"))
        if outcome.category and outcome.category not in draft.keys:
            hint = did_you_mean(outcome.category, draft.keys)
            yield Flaw(("outcome", place, "category"), say("the key of a category"), hint)
        elif (outcome.reaches is None) == bool(outcome.category):
            missing = "reaches" if outcome.category else "category"
            yield Flaw(("outcome", place, missing), say("category and reaches together"))
        elif outcome.reaches is not None and outcome.reaches > numbers.get(outcome.category, outcome.reaches):
            most = numbers[outcome.category]
            yield Flaw(("outcome", place, "reaches"), say("a number that can be written, at most {n}", n=most))


def _varying(draft: Draft) -> Iterator[Flaw]:
    """Check values that differ for a number of seats or in a round, and majorities that do not fit every number of
    seats.
    """
    made, sure = draft.sheet, not draft.doubtful
    for number, values in (made.for_seats or {}).items():
        if "rounds" in values and (values["rounds"] == "once") != (made.rounds == "once"):
            yield Flaw(("for_seats", str(number), "rounds"), say("rounds for every number of seats, or for none"))
    if sure:
        yield from _seats_that_are(made, made.for_seats, ())
    for place, category in draft.categories:
        path: Path = ("category", place)
        if sure:
            yield from _seats_that_are(made, category.for_seats, path)
        for number in category.for_rounds or {}:
            if category.when == "end" or number > _rounds_at_most(made):
                yield Flaw((*path, "for_rounds", str(number)), say("a round in which it is written"))
        yield from _varied_values(category, path)
        if isinstance(category, sheet.Majority) and sure and not draft.kept:
            yield from _majority(made, category, path)


def _varied_values(category: AnyCategory, path: Path) -> Iterator[Flaw]:
    """Check a category with each of its differing values."""
    for key, varied in (("for_seats", category.for_seats), ("for_rounds", category.for_rounds)):
        for number, values in (varied or {}).items():
            found = _category(structs.replace(category, **values), path)
            wrong = [flaw for flaw in found if flaw.path[-1] in values]
            yield from (structs.replace(one, path=(*path, key, str(number), one.path[-1])) for one in wrong)


def _seats_that_are(made: Sheet, varied: sheet.Varied, path: Path) -> Iterator[Flaw]:
    least, most = made.seats
    for number in varied or {}:
        if not least <= number <= most:
            expected = say("a number of seats from {least} to {most}", least=least, most=most)
            yield Flaw((*path, "for_seats", str(number)), expected)


def _rounds_at_most(made: Sheet) -> int:
    match made.rounds:
        case int() as rounds:
            return rounds
        case (_, most):
            return most
        case "once":
            return 0
        case "open":
            return 99


def _majority(made: Sheet, category: sheet.Majority, path: Path) -> Iterator[Flaw]:
    """Check that a majority has fewer places than sides; with fewer sides usually fewer places count."""
    least, most = made.seats
    sides = {seats: _sides(for_seats(made, seats), seats) for seats in range(least, most + 1)}
    for seats, there in sides.items() if len(set(sides.values())) > 1 else ():
        if len(category.places) >= there and "places" not in (category.for_seats or {}).get(seats, {}):
            expected = say(
                "what counts for {n} seats, where every side would have a place: {example} beside it, or other seats",
                n=seats,
                example=f"for_seats = {{{seats} = {{places = {list(category.places[:1])}}}}}",
            )
            yield Flaw((*path, "places"), expected)


def _sides(made: Sheet, seats: int) -> int:
    return len(made.teams) if isinstance(made.teams, tuple) else made.teams or seats


def _cards(draft: Draft) -> Iterator[Flaw]:
    """Check keys that depend on the cards dealt, sums, and numbers that the table chooses."""
    made = draft.sheet
    for place, category in draft.categories:
        path: Path = ("category", place)
        if isinstance(category, sheet.Bid) and category.zero_card and not made.cards:
            yield Flaw((*path, "zero_card"), say("cards on the sheet, as it counts those dealt"))
        if category.adds_up_to == "cards" and not made.cards:
            yield Flaw((*path, "adds_up_to"), say("cards on the sheet, as it counts those dealt"))
        summed = isinstance(category, sheet.Number | sheet.Counted) and category.is_written
        if category.adds_up_to is not None and (not summed or category.sealed or category.only_if_tied):
            yield Flaw((*path, "adds_up_to"), say("a number that every side writes openly"))
    found = places(made)
    for place, option in enumerate(made.option):
        at: Path = ("option", place)
        if option.sets and option.sets not in found:
            yield Flaw((*at, "sets"), say("one of {names}", names=", ".join(found)), did_you_mean(option.sets, found))
        elif option.sets and (len(option.values) < 2 or found[option.sets] not in option.values):
            now = say("two numbers or more, with the one that stands there, {n}", n=found[option.sets])
            yield Flaw((*at, "values" if option.values else "sets"), now)


def _special(draft: Draft) -> Iterator[Flaw]:
    """Check products, numbers that only break ties, and options."""
    options = [option.key for option in draft.sheet.option]
    for place, category in draft.categories:
        path: Path = ("category", place)
        yield from _of_options(category, path, options)
        if category.only_if_tied:
            yield from _only_if_tied(draft, category, path)
        if isinstance(category, sheet.Product | sheet.Bid):
            yield from _derived(draft, category, path)
    for place, rung in draft.rungs:
        yield from _of_options(rung, ("ladder", place), options)
    for key, named in (("teams_option", draft.sheet.teams_option), ("back_in", draft.sheet.back_in)):
        if named and named not in options:
            yield Flaw((key,), say("the key of an option"), did_you_mean(named, options))
    for place, option in enumerate(draft.sheet.option):
        if option.key in options[:place]:
            yield Flaw(("option", place, "key"), say("a key that no option before it has"))


def _of_options(part: AnyCategory | LadderRung, path: Path, options: list[str]) -> Iterator[Flaw]:
    for key, named in (("option", part.option), ("unless", part.unless)):
        if named and named not in options:
            yield Flaw((*path, key), say("the key of an option"), did_you_mean(named, options))


def _derived(draft: Draft, category: sheet.Product | sheet.Bid, path: Path) -> Iterator[Flaw]:
    found = {other.key: other for _, other in draft.categories}
    for place, key in enumerate(category.parts):
        at = (*path, "of" if isinstance(category, sheet.Product) else ("bid", "took", "extra")[place])
        if key not in draft.keys or key == category.key:
            hint = did_you_mean(key, [other for other in draft.keys if other != category.key])
            yield Flaw(at, say("the key of another category"), hint)
        elif isinstance(found.get(key), sheet.DERIVED):
            yield Flaw(at, say("categories that are no products themselves"))
        elif key in found and found[key].sealed and place == 2 and isinstance(category, sheet.Bid):
            yield Flaw(at, say("a number that every side writes openly"))
        elif key in found and found[key].when != category.when:
            yield Flaw(at, say("categories that are written when this one is counted"))


def _only_if_tied(draft: Draft, category: AnyCategory, path: Path) -> Iterator[Flaw]:
    at = (*path, "only_if_tied")
    if category.when != "end":
        yield Flaw(at, say("when = end beside it, as ties are broken at the end"))
    if isinstance(category, sheet.Majority | sheet.Product | sheet.Bid) or category.uses or category.sealed:
        yield Flaw(at, say("a number that every side writes openly, or a bonus"))
    if not any(category.key in rung.category for _, rung in draft.rungs):
        yield Flaw(at, say("a tie-break that compares it"))


def _timing(draft: Draft) -> Iterator[Flaw]:
    sheet = draft.sheet
    for place, category in draft.categories:
        if category.when == "end":
            continue
        if sheet.rounds == "once":
            yield Flaw(("category", place, "when"), say("end, as everything is written once"))
        elif isinstance(category, Bonus) and category.who == "first":
            yield Flaw(("category", place, "when"), say("end, as who was first counts for the whole play"))
    all_read = len(draft.categories) == len(draft.keys) > 0
    if sheet.rounds != "once" and all_read and all(category.when == "end" for _, category in draft.categories):
        yield Flaw(("rounds",), say("once, as nothing is written every round"))


def _teams(sheet: Sheet) -> Iterator[Flaw]:
    least, most = sheet.seats
    said = {number: values["teams"] for number, values in (sheet.for_seats or {}).items() if "teams" in values}
    usual = [number for number in range(least, most + 1) if number not in said]
    match sheet.teams:
        case tuple() as sizes if any(number != sum(sizes) for number in usual):
            expected = say("sizes that add up to the seats, which are {least} to {most}", least=least, most=most)
            yield Flaw(("teams",), expected)
        case int() as teams if usual and teams > usual[0]:
            yield Flaw(("teams",), say("no more teams than the fewest seats, {least}", least=usual[0]))
    for number, teams in said.items():
        if (sum(teams) if isinstance(teams, tuple) else max(teams, number)) != number:
            yield Flaw(("for_seats", str(number), "teams"), say("sizes that add up to {n}", n=number))


def _out(draft: Draft) -> Iterator[Flaw]:
    made = draft.sheet
    if made.out_above is None:
        if made.back_in:
            yield Flaw(("back_in",), say("out_above, as nobody is out without it"))
        return
    for place, category in draft.categories:
        if made.back_in and category.key == BACK_IN:
            yield Flaw(("category", place, "key"), say("a key other than {names}", names=BACK_IN))
    if made.rounds == "once" and "rounds" not in draft.doubtful:
        yield Flaw(("out_above",), say("rounds, as it puts somebody out after one"))
    for place, category in draft.categories:
        if isinstance(category, sheet.Majority):
            yield Flaw(("category", place, "form"), say("another form, as those who are out write nothing"))


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
        case sheet.Product(uses=uses, sealed=sealed) | sheet.Bid(uses=uses, sealed=sealed) if uses or sealed:
            yield Flaw((*path, "uses" if uses else "sealed"), say("nothing here, as a product is written by nobody"))
        case sheet.Pairs(sealed=True) | sheet.Pairs(only_if_tied=True):
            yield Flaw(
                (*path, "sealed" if category.sealed else "only_if_tied"), say("false, as pairs are written openly")
            )
        case sheet.Bonus(sealed=True):
            yield Flaw((*path, "sealed"), say("false, as the table says who has a bonus"))
        case sheet.SetCollection():
            yield from _sets(category, path)
        case sheet.Number(low=low, high=high) if low > high:
            yield Flaw((*path, "high"), say("a number not below low, which is {low}", low=low))
        case sheet.Table(above=above, rows=rows, high=high, uses="") if above != "never" and high < rows[-1][0]:
            yield Flaw((*path, "high"), say("a number not below the last row's, which is {last}", last=rows[-1][0]))
    if (
        not isinstance(category, sheet.Bonus | sheet.SetCollection | sheet.Pairs | sheet.Product | sheet.Bid)
        and category.start
    ):
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
        case sheet.Bonus() | sheet.Pairs() | sheet.Product() | sheet.Bid():
            yield Flaw(at, say("a category that every side writes, not a bonus"))
            return
        case _ if source.uses:
            yield Flaw(at, say("a category that is written itself"), did_you_mean(source.uses, others))
            return
        case _:
            pass
    most = highest(source) * (len(source.kinds) if isinstance(source, sheet.SetCollection) else 1)
    match category:
        case sheet.Bonus():
            yield Flaw(at, say("another form, as the table says who has a bonus"))
        case sheet.Pairs():
            yield Flaw(at, say("another form, as pairs are written by themselves"))
        case sheet.SetCollection() if not isinstance(source, sheet.SetCollection):
            yield Flaw(at, say("a category of sets, whose kinds it uses"))
        case sheet.Table(above="never", rows=rows) if most > rows[-1][0]:
            yield Flaw(at, say("a category in which no more than {last} can be written", last=rows[-1][0]))


def _sets(category: sheet.SetCollection, path: Path) -> Iterator[Flaw]:
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
        # making sets as large as possible is best for a side only if no step of ``points`` is smaller than the one
        # before
        yield Flaw((*path, "points"), say("steps that never become smaller, as sets are made as large as they go"))
