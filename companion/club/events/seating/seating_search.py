"""The search for a seating: nobody meets somebody again, then people of similar standing sit together."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import chain
from random import Random

from companion.club.events.seating.table_exchange import SeatingCosts, TableExchange

ALL_COMPARED = 100
"""Up to so many people each is compared with each; of more, with those of the tables near by."""

NEAR = 10
"""Tables before and after one's own that are near by."""

PATIENCE = 1200
"""Swaps without fewer repeated meetings after which those that are left are taken to be needed."""

BARRED = (2, 10)
"""For so many swaps nobody returns to the table just left: else the search would go back and forth."""

SWEEPS = 8
"""Times that everybody is compared with others to bring people of similar standing together, while that helps."""

Tables = Sequence[Sequence[int]]
"""The people of each table."""


def settled(
    costs: SeatingCosts, tables: Tables, chance: Random, enough: int = 0, patience: int = PATIENCE
) -> TableExchange:
    """Improve a seating by swaps: first to no repeated meetings, or no more than ``enough``, then the whole cost."""
    exchange = TableExchange(costs, tables)
    if len(tables) > 1:
        exchange = _separated(exchange, chance, enough, patience)
        _gather(exchange)
    return exchange


def _separated(exchange: TableExchange, chance: Random, enough: int, patience: int) -> TableExchange:
    """Tabu search: each who meets somebody again takes the best swap there is, be it for the worse."""
    best, tables, since = exchange.repeats, [tuple(table) for table in exchange.tables], 0
    barred: dict[tuple[int, int], int] = {}
    for turn, person in enumerate(_meeting_again(exchange, chance)):
        if best <= enough or turn - since > patience:
            break
        here = exchange.table_of(person)
        barred = {at: until for at, until in barred.items() if until > turn}
        other = _partner(exchange, person, barred)
        if other is not None:
            there = exchange.table_of(other)
            exchange.swap(person, other)
            barred[person, here] = barred[other, there] = turn + chance.randint(*BARRED)
        if exchange.repeats < best:
            best, tables, since = exchange.repeats, [tuple(table) for table in exchange.tables], turn
    return TableExchange(exchange.costs, tables) if exchange.repeats > best else exchange


def _meeting_again(exchange: TableExchange, chance: Random) -> Iterator[int]:
    """Somebody who meets somebody again at present, until there is none."""
    while exchange.repeats:
        people = [person for person in exchange.people if exchange.meets_again(person)]
        chance.shuffle(people)
        yield from (person for person in people if exchange.meets_again(person))


def _partner(exchange: TableExchange, person: int, barred: Container[tuple[int, int]]) -> int | None:
    """Whom to swap with: of the tables near by where that gains something, else of all."""
    here = exchange.table_of(person)

    def best_of(others: Sequence[int]) -> tuple[int, int] | None:
        allowed = [
            other
            for other in others
            if (person, exchange.table_of(other)) not in barred and (other, here) not in barred
        ]
        return exchange.best_swap(person, allowed)

    found = best_of(_near(exchange, here))
    if (found is None or found[0] >= 0) and len(exchange.people) > ALL_COMPARED:
        found = best_of(exchange.people)
    return None if found is None else found[1]


def _gather(exchange: TableExchange) -> None:
    """Take every swap that lowers the cost, until none does."""
    for _ in range(SWEEPS):
        moved = False
        for person in exchange.people:
            found = exchange.best_swap(person, _near(exchange, exchange.table_of(person)))
            if found is not None and found[0] < 0:
                exchange.swap(person, found[1])
                moved = True
        if not moved:
            return


def _near(exchange: TableExchange, here: int) -> Sequence[int]:
    """The people compared with those of table ``here``."""
    if len(exchange.people) <= ALL_COMPARED:
        return exchange.people
    return list(chain.from_iterable(exchange.tables[max(0, here - NEAR) : here + NEAR + 1]))
