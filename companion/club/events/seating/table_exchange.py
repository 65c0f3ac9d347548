"""Tables of people, improved by swaps: the cost of a swap is known from running sums, without counting a table again.

People and tables are numbers from 0. The cost has three parts, each heavier than all that the next can sum up to:
meetings repeated, distance in the standings, sizes of tables repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct


class SeatingCosts(Struct, frozen=True):
    """What there is to avoid, by person. ``met``: how often each other was met, without those never met. ``levels``:
    the place in the standings, in any unit. ``sizes``: how often each size of table was had.
    """

    met: Sequence[dict[int, int]]
    levels: Sequence[int]
    sizes: Sequence[dict[int, int]]


class TableExchange:
    """People at tables, of which two at a time may swap.

    A pair at the same table costs the square of its earlier meetings, so that a third meeting is worse than another
    second one; and the square of its distance in the standings, of which a table needs two running sums only.
    """

    def __init__(self, costs: SeatingCosts, tables: Sequence[Sequence[int]]) -> None:
        self.costs = costs
        self.tables = [list(table) for table in tables]
        self._size = [len(table) for table in tables]
        self._levels = costs.levels
        self._sums = [sum(costs.levels[person] for person in table) for table in tables]
        self._people = range(len(costs.met))
        self._at = [0] * len(costs.met)
        for number, table in enumerate(tables):
            for person in table:
                self._at[person] = number
        self._weigh()
        self._met = [{other: self._again * n * n for other, n in met.items()} for met in costs.met]
        self._loads: list[dict[int, int]] = [{} for _ in costs.met]
        for load, met in zip(self._loads, self._met, strict=True):
            for other, cost in met.items():
                load[self._at[other]] = load.get(self._at[other], 0) + cost
        self._clashes = sum(load.get(here, 0) for load, here in zip(self._loads, self._at, strict=True)) // 2

    def _weigh(self) -> None:
        """Set what a step of distance (``_far``) and a repeated meeting (``_again``) cost, in repeated sizes."""
        people, levels = len(self.costs.met), self.costs.levels
        span = max(levels) - min(levels)
        self._far = 1 + people * max(max(had.values(), default=0) for had in self.costs.sizes)
        self._again = 1 + self._far * (1 + span**2 * people * max(self._size))

    @property
    def people(self) -> range:
        """All people."""
        return self._people

    @property
    def repeats(self) -> int:
        """The squares of the earlier meetings of all pairs at the same table, summed up."""
        return self._clashes // self._again

    @property
    def total(self) -> int:
        """The whole cost."""
        spread = sum(
            len(table) * sum(self._levels[person] ** 2 for person in table) - level_sum**2
            for table, level_sum in zip(self.tables, self._sums, strict=True)
        )
        sizes = sum(had.get(self._size[here], 0) for had, here in zip(self.costs.sizes, self._at, strict=True))
        return self._clashes + spread * self._far + sizes

    def table_of(self, person: int) -> int:
        """The number of the table at which ``person`` sits."""
        return self._at[person]

    def meets_again(self, person: int) -> bool:
        """Whether somebody at the table of ``person`` was met before."""
        return self._at[person] in self._loads[person]

    def best_swap(self, person: int, others: Iterable[int]) -> tuple[int, int] | None:
        """The least change of the cost by a swap with one of ``others``, and whom with; None if all share the table."""
        # Local names: a thousand people make some hundred thousand rounds of this loop.
        at, loads, levels, sums, size, had = (
            self._at,
            self._loads,
            self._levels,
            self._sums,
            self._size,
            self.costs.sizes,
        )
        here = at[person]
        load, met, level, far = loads[person], self._met[person], levels[person], self._far
        leaving, best = load.get(here, 0), None
        for other in others:
            there = at[other]
            if there == here:
                continue
            theirs = loads[other]
            change = load.get(there, 0) - leaving + theirs.get(here, 0) - theirs.get(there, 0) - 2 * met.get(other, 0)
            step, wider = levels[other] - level, size[here] - size[there]
            if step:
                change += far * step * (2 * (sums[there] - sums[here] - step) + wider * (levels[other] + level))
            if wider:
                change += _changed(had[person], size[here], size[there]) + _changed(had[other], size[there], size[here])
            if best is None or change < best[0]:
                best = (change, other)
        return best

    def swap(self, one: int, other: int) -> None:
        """Let two people of different tables change places."""
        here, there = self._at[one], self._at[other]
        mine, theirs = self._loads[one], self._loads[other]
        self._clashes += mine.get(there, 0) - mine.get(here, 0) + theirs.get(here, 0) - theirs.get(there, 0)
        self._clashes -= 2 * self._met[one].get(other, 0)
        step = self._levels[other] - self._levels[one]
        self._sums[here] += step
        self._sums[there] -= step
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self._at[one], self._at[other] = there, here
        self._move_load(one, here, there)
        self._move_load(other, there, here)

    def _move_load(self, person: int, here: int, there: int) -> None:
        for other, cost in self._met[person].items():
            load = self._loads[other]
            load[there] = load.get(there, 0) + cost
            load[here] -= cost
            if not load[here]:
                del load[here]


def _changed(had: dict[int, int], size: int, other: int) -> int:
    return had.get(other, 0) - had.get(size, 0)
