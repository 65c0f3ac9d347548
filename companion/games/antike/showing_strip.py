"""The few numbers a seat looks at all the time: goods, coins, and how far it is to victory."""

from __future__ import annotations

from companion.core.widgets import Figure
from companion.core.wording import Wording, in_a_row, say
from companion.games.antike.queries import points
from companion.games.antike.queries_agenda import nation_on_turn
from companion.games.antike.state import State
from companion.games.antike.tables import GOODS


def strip(state: State, seat: int) -> list[Figure]:
    """Goods, coins and personalities. A seat with two nations sees those of its nation on turn; while another seat is
    on turn both numbers, in the order of the nations.
    """
    mine, on_turn = [nation for nation in state.nations if nation.seat == seat], nation_on_turn(state)
    nations = [nation for nation in mine if nation is on_turn] or mine
    if not nations:
        return []
    won = [say("{n}/{limit}", n=points(state, nation), limit=state.switches.target) for nation in nations]
    return [
        *(Figure(label, _each([nation.goods[good] for nation in nations]), good) for good, label in GOODS.items()),
        Figure(say("Coins"), _each([nation.coins for nation in nations]), "coin"),
        Figure(say("Points"), in_a_row(won), "medal"),
    ]


def _each(numbers: list[int]) -> int | Wording:
    return numbers[0] if len(numbers) == 1 else in_a_row(say("{n}", n=number) for number in numbers)
