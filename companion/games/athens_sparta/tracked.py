"""Every tracked number."""

from __future__ import annotations

from companion.core.inventory import Tracked
from companion.core.wording import say
from companion.games.athens_sparta.cards import MOST_POINTS
from companion.games.athens_sparta.ground import place_name, seat_of
from companion.games.athens_sparta.state import Block, State
from companion.games.athens_sparta.tables import LAST_OLYMPIAD, MOST_STEPS, SIDE_NAMES, SIDES


def inventory(state: State) -> list[Tracked]:
    """The same names for every viewer: blocks by their keys, which are those of the box."""
    found = [
        Tracked("olympiad", say("Olympiad"), (state, "olympiad"), low=83, high=LAST_OLYMPIAD),
        Tracked("turn", say("Game Turn"), (state, "turn"), low=0, high=6),
        Tracked("mp", say("Move points"), (state, "points"), low=0, high=MOST_POINTS),
    ]
    for side in SIDES:
        if side in state.extra:
            label = say("{side}: points put right", side=SIDE_NAMES[side])
            found.append(Tracked(f"{side}.extra", label, (state.extra, side), low=-48, high=48))
    for one in state.garrisons:
        label = say("{side}: hidden blocks in {place}", side=SIDE_NAMES[one.side], place=place_name(state, one.place))
        found.append(Tracked(f"{one.side}.inside.{one.place}", label, (one, "count"), low=1, high=12))
    for key, block in sorted(state.blocks.items()):
        label = say("{side}, block {key}", side=SIDE_NAMES[block.side], key=key)
        seat = seat_of(state, block.side) or None
        found.append(Tracked(f"block.{key}", label, (Strength(block), "strength"), seat, low=0, high=MOST_STEPS))
    return found


class Strength:
    """The steps of a block, out of reach of whoever may not look under its seal."""

    def __init__(self, block: Block) -> None:
        self._block = block

    @property
    def strength(self) -> int:
        return self._block.body.value.strength

    @strength.setter
    def strength(self, value: int) -> None:
        self._block.body.value.strength = value
