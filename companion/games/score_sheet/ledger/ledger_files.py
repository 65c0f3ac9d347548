"""Reading a ledger from TOML, with all its problems at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from companion.core.suggestions import did_you_mean
from companion.core.toml_lines import Path
from companion.core.wording import Message, say, verbatim
from companion.games.score_sheet.ledger.ledger import Count, End, Goal, Income, Ledger, Stock, Trade
from companion.games.score_sheet.ledger.ledger_fields import BRIEF, COUNT, END, GOAL, LEDGER, RATE, STOCK, TRADE
from companion.games.score_sheet.sheet import Bonus, SetCollection, Sheet, for_seats, highest, lowest
from companion.games.score_sheet.table_reading import Places, SheetProblem, TableReader, tables_of, text_of

RESERVED = ("pass", "finish", "end-round")
"""Keys that stocks and goals must not have, since other options of the same menus have them."""

KINDS = ("stock", "rate", "goal")
"""The tables whose entries problems name by their key."""


def read_ledger(
    raw: dict[str, Any], text: str, sheets: Mapping[str, Sheet], *, kept: bool = False
) -> tuple[Ledger | None, tuple[SheetProblem, ...]]:
    """Read a ledger from ``raw``, the parsed TOML of ``text``. Returns the ledger (None if it is wrong) and all
    problems in the order of lines. ``sheets``: score sheets by id that a ledger may name for its end.
    """
    reader = _Reader(text, kept=kept)
    ledger = reader.ledger(raw, sheets)
    return ledger, tuple(sorted(reader.problems, key=lambda problem: problem.line))


class _Reader(TableReader):
    """Reads the text of a ledger."""

    def __init__(self, text: str, *, kept: bool) -> None:
        super().__init__(text, kept=kept)
        self._keys: dict[str, tuple[str, ...]] = {}

    def named(self, path: Path) -> str | None:
        """The name of a stock, rate or goal in problems: its key, if it is known."""
        place = path[1]
        return self._keys[str(path[0])][place] if path[0] in self._keys and isinstance(place, int) else None

    def ledger(self, raw: dict[str, Any], sheets: Mapping[str, Sheet]) -> Ledger | None:
        """The ledger, or None when there were problems."""
        self._keys = {kind: tuple(text_of(part.get("key")) for part in tables_of(raw, kind)) for kind in KINDS}
        values = self._table(LEDGER.fields, raw, ())
        values.pop("kind", None)
        read = "seats" in values
        stocks = self._several(raw, "stock", self._stock)
        rates = self._several(raw, "rate", partial(self._made, Stock, RATE))
        goals = self._several(raw, "goal", partial(self._made, Goal, GOAL))
        values |= {
            kind: tuple(part for _, part in parts) for kind, parts in zip(KINDS, (stocks, rates, goals), strict=True)
        }
        if isinstance(raw.get("end"), dict):
            values["end"] = self._made(End, END, raw["end"], ("end",)) or End()
        if isinstance(raw.get("count"), dict):
            values["count"] = self._count(raw["count"])
        stand_in: dict[str, Any] = {"id": "unread", "name": verbatim("unread"), "seats": (1, 8)}
        ledger = Ledger(**(stand_in | values))
        draft = Draft(ledger, {"stock": stocks, "rate": rates}, goals, self._keys, sheets if read else {})
        for flaw in flaws(draft, raw):
            self._problem(flaw.path, flaw.expected, flaw.hint)
        return None if self.problems else ledger

    def _stock(self, raw: dict[str, Any], path: Path) -> Stock | None:
        before = len(self.problems)
        values = self._table(STOCK.fields, raw, path)
        trades = self._several(raw, "trades", partial(self._made, Trade, TRADE), path)
        if len(self.problems) > before:
            return None
        values["trades"] = tuple(trade for _, trade in trades)
        if "income" in values:
            values["income"] = Income(*values["income"])
        return Stock(**values)

    def _count(self, raw: dict[str, Any]) -> Count | None:
        before = len(self.problems)
        values = self._table(COUNT.fields, raw, ("count",))
        return None if len(self.problems) > before else Count(values["sheet"], values.get("from", ()))


# -- checks of more than one key -------------------------------------------------------------------------------------


class Flaw(Struct, frozen=True):
    """A problem of more than one key: where it is, and what was expected there."""

    path: Path
    expected: Message
    hint: Message | None = None


class Draft(Struct, frozen=True):
    """The part of a ledger that could be read. ``keys`` are those of all its stocks, rates and goals, also of
    unreadable ones; ``sheets`` is empty if the number of seats could not be read.
    """

    ledger: Ledger
    stocks: Mapping[str, Places[Stock]]
    goals: Places[Goal]
    keys: Mapping[str, tuple[str, ...]]
    sheets: Mapping[str, Sheet]

    @property
    def numbers(self) -> tuple[str, ...]:
        """The keys of stocks and rates."""
        return self.keys["stock"] + self.keys["rate"]


def flaws(draft: Draft, raw: Mapping[str, Any]) -> Iterator[Flaw]:
    """All problems of more than one key that do not depend on an unreadable part."""
    yield from _keys(draft)
    for kind, stocks in draft.stocks.items():
        for place, stock in stocks:
            yield from _named(stock, (kind, place))
            yield from _bounds(stock, (kind, place))
            yield from _references(draft, stock, (kind, place))
    for place, goal in draft.goals:
        yield from _named(goal, ("goal", place))
        yield from _goal(draft, goal, ("goal", place))
    yield from _points(draft, raw)
    if draft.ledger.end.when == "all-goals" and not draft.keys["goal"]:
        yield Flaw(("end", "when"), say("table, as there are no goals"))
    if "round" not in raw:
        yield from _without_rounds(draft)
    if draft.ledger.count is not None:
        yield from _count(draft, draft.ledger.count)


def _keys(draft: Draft) -> Iterator[Flaw]:
    met: list[str] = []
    for kind in KINDS:
        for place, key in enumerate(draft.keys[kind]):
            path: Path = (kind, place, "key")
            if key in RESERVED:
                yield Flaw(path, say("a key other than {names}", names=", ".join(RESERVED)))
            if key and key in met:
                yield Flaw(path, say("a key that no stock, rate or goal before it has"))
            met.append(key)


def _named(part: Stock | Goal, path: Path) -> Iterator[Flaw]:
    if part.short is None and any(len(text) > BRIEF for text in part.name.words.values()):
        yield Flaw((*path, "name"), say("at most 11 characters, or a key short beside it"))


def _bounds(stock: Stock, path: Path) -> Iterator[Flaw]:
    if stock.low >= stock.high:
        yield Flaw((*path, "high"), say("a number above low, which is {low}", low=stock.low))
    elif not stock.low <= stock.start <= stock.high:
        yield Flaw((*path, "start"), say("a number from {low} to {high}", low=stock.low, high=stock.high))
    if list(stock.steps) != sorted(set(stock.steps)) or len(stock.steps) > 4:
        yield Flaw((*path, "steps"), say("at most {n} amounts, each larger than the one before", n=4))


def _references(draft: Draft, stock: Stock, path: Path) -> Iterator[Flaw]:
    sealed = {one.key for _, one in draft.stocks["stock"] if one.sealed}
    for key in stock.income.of if stock.income else ():
        if key not in draft.numbers:
            yield _unknown((*path, "income"), say("the keys of stocks or rates"), key, draft.numbers)
        elif key in sealed and not stock.sealed:
            yield Flaw((*path, "income"), say("numbers that everybody sees, and {key} is sealed", key=key))
    if stock.becomes and (stock.becomes not in draft.keys["stock"] or stock.becomes == stock.key):
        others = [key for key in draft.keys["stock"] if key != stock.key]
        yield _unknown((*path, "becomes"), say("the key of another stock"), stock.becomes, others)
    elif stock.becomes and stock.sealed and stock.becomes not in sealed:
        yield Flaw((*path, "becomes"), say("a stock that is sealed too"))
    for place, trade in enumerate(stock.trades):
        at: Path = (*path, "trades", place)
        if trade.moves not in draft.keys["goal"]:
            yield _unknown((*at, "moves"), say("the key of a goal"), trade.moves, draft.keys["goal"])
    if stock.sealed and stock.trades:
        yield Flaw((*path, "trades"), say("nothing here, as a payment is seen and the stock is sealed"))


def _goal(draft: Draft, goal: Goal, path: Path) -> Iterator[Flaw]:
    if goal.low >= goal.high:
        yield Flaw((*path, "high"), say("a number above low, which is {low}", low=goal.low))
    elif (goal.high - goal.low) % goal.step:
        yield Flaw((*path, "step"), say("steps that end at high, which is {high}", high=goal.high))
    for key, _ in goal.gives:
        if key not in draft.numbers:
            yield _unknown((*path, "gives"), say("the keys of stocks or rates"), key, draft.numbers)


def _unknown(path: Path, expected: Message, key: str, known: Collection[str]) -> Flaw:
    return Flaw(path, expected, did_you_mean(key, known))


def _points(draft: Draft, raw: Mapping[str, Any]) -> Iterator[Flaw]:
    points = draft.ledger.points
    if "count" in raw:
        if "points" in raw:
            yield Flaw(("points",), say("nothing here, as the sheet counts"))
    elif "points" not in raw:
        example = '[count], sheet = "carcassonne"'
        yield Flaw(("points",), say("the key of the stock that decides who wins, or {example}", example=example))
    elif points and points not in draft.numbers:
        yield _unknown(("points",), say("the key of a stock or rate"), points, draft.numbers)


def _without_rounds(draft: Draft) -> Iterator[Flaw]:
    expected = say("nothing here without a key round, as it happens at the end of a round")
    for place, stock in draft.stocks["stock"]:
        for key, said in (("income", stock.income), ("becomes", stock.becomes), ("resets", stock.resets)):
            if said:
                yield Flaw(("stock", place, key), expected)
    if draft.ledger.end.when != "table":
        yield Flaw(("end", "when"), expected)
    if draft.ledger.end.rounds is not None:
        yield Flaw(("end", "rounds"), expected)


def _count(draft: Draft, count: Count) -> Iterator[Flaw]:
    if not draft.sheets:
        return
    at: Path = ("count", "sheet")
    sheet = draft.sheets.get(count.sheet)
    if sheet is None:
        yield _unknown(at, say("the id of a sheet that is on the shelf"), count.sheet, draft.sheets)
        return
    (least, most), (low, high) = draft.ledger.seats, sheet.seats
    played = [for_seats(sheet, seats) for seats in range(least, most + 1)]
    if sheet.together or any(one.rounds != "once" or one.teams is not None for one in (sheet, *played)):
        yield Flaw(at, say("a sheet that is written once, at the end, by every seat for itself"))
        return
    if not low <= least <= most <= high:
        yield Flaw(("seats",), say("seats that {sheet} has too: {low} to {high}", sheet=sheet.name, low=low, high=high))
    for key, stock in count.handed:
        yield from _handed(draft, sheet, key, stock)


def _handed(draft: Draft, sheet: Sheet, key: str, stock: str) -> Iterator[Flaw]:
    at: Path = ("count", "from")
    category = sheet.find(key)
    if category is None or not category.is_written or isinstance(category, Bonus | SetCollection):
        written = [one.key for one in sheet.category if one.is_written and not isinstance(one, Bonus | SetCollection)]
        yield _unknown(at, say("categories of {sheet} with one number each", sheet=sheet.name), key, written)
        return
    found = next((one for stocks in draft.stocks.values() for _, one in stocks if one.key == stock), None)
    if found is None:
        if stock not in draft.numbers:
            yield _unknown(at, say("the keys of stocks or rates"), stock, draft.numbers)
        return
    # a category may differ for some numbers of seats, and its highest number may be one that the table chooses
    least, most = draft.ledger.seats
    there = [one for seats in range(least, most + 1) if (one := for_seats(sheet, seats).find(key)) is not None]
    chosen = [number for option in sheet.option if option.sets == f"{key}.high" for number in option.values]
    low, high = max(map(lowest, there)), min([*map(highest, there), *chosen])
    if found.low < low or found.high > high:
        words = say(
            "a stock that stays between {low} and {high}, as {category} does",
            low=low,
            high=high,
            category=category.name,
        )
        yield Flaw(at, words)
