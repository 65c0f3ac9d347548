"""A ledger as values: stocks, rates, shared goals, and what happens at the end of a round and of the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from companion.core.wording import Verbatim


class Income(Struct, frozen=True):
    """What a stock gains at the end of a round: the sum of the numbers ``of``, or with a ``table`` the row for that
    sum.
    """

    of: tuple[str, ...]
    table: tuple[tuple[int, int], ...] = ()

    def brought_by(self, total: int) -> int:
        """The gain for the sum ``total`` of the numbers."""
        if not self.table:
            return total
        return next((brought for number, brought in reversed(self.table) if number <= total), 0)


class Trade(Struct, frozen=True):
    """A price: paying ``pay`` of a stock moves a goal by one step."""

    pay: int
    moves: str


class Stock(Struct, frozen=True, kw_only=True):
    """A thing of which a seat has a number. ``steps`` are the amounts by which one tap on a page changes it.

    At the end of a round it first ``becomes`` another stock, then gets its ``income``; one that ``resets`` is set to
    ``start`` when the next round begins. A rate is a stock that is the income of others.
    """

    key: str
    name: Verbatim
    short: Verbatim | None = None
    icon: str = ""
    help: Verbatim | None = None
    start: int = 0
    low: int = 0
    high: int = 999
    steps: tuple[int, ...] = (1, 5, 10)
    income: Income | None = None
    becomes: str = ""
    resets: bool = False
    sealed: bool = False
    trades: tuple[Trade, ...] = ()

    @property
    def brief(self) -> Verbatim:
        """The name for a small display."""
        return self.short or self.name


class Goal(Struct, frozen=True, kw_only=True):
    """A number that all move together, from ``low`` to ``high`` by ``step``. ``gives`` is what each step adds to
    whom.
    """

    key: str
    name: Verbatim
    short: Verbatim | None = None
    icon: str = ""
    low: int = 0
    high: int
    step: int = 1
    gives: tuple[tuple[str, int], ...] = ()

    @property
    def brief(self) -> Verbatim:
        """The name for a small display."""
        return self.short or self.name


class End(Struct, frozen=True):
    """When the ledger ends, unless the table ends it before: after ``rounds``, or after the round in which the last
    goal is reached.
    """

    when: Literal["table", "all-goals"] = "table"
    rounds: int | None = None


class Count(Struct, frozen=True):
    """The sheet that counts everything at the end. ``handed`` are its categories with the stocks from which they get
    their numbers.
    """

    sheet: str
    handed: tuple[tuple[str, str], ...] = ()


class Ledger(Struct, frozen=True, kw_only=True):
    """A ledger. ``round`` is the name of a round; without a name there are no rounds. ``points`` is the stock that
    counts if there is no sheet.
    """

    id: str
    name: Verbatim
    about: Verbatim | None = None
    icon: str | None = None
    seats: tuple[int, int]
    round: Verbatim | None = None
    points: str = ""
    wins: Literal["highest", "lowest"] = "highest"
    stock: tuple[Stock, ...]
    rate: tuple[Stock, ...] = ()
    goal: tuple[Goal, ...] = ()
    end: End = End()
    count: Count | None = None

    @property
    def stocks(self) -> tuple[Stock, ...]:
        """The stocks and rates."""
        return self.stock + self.rate

    def find(self, key: str) -> Stock | None:
        """The stock or rate with this key, or None."""
        return next((stock for stock in self.stocks if stock.key == key), None)

    def find_goal(self, key: str) -> Goal | None:
        """The goal with this key, or None."""
        return next((goal for goal in self.goal if goal.key == key), None)

    def counting(self) -> Iterator[Stock]:
        """The stocks whose final numbers count."""
        keys = [stock for _, stock in self.count.handed] if self.count is not None else [self.points]
        return (stock for stock in self.stocks if stock.key in keys)
