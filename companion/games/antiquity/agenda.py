"""What a play waits for: one due a phase. Sections 3 and 8."""

from __future__ import annotations

from msgspec import Struct


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table lays the map and says which turn begins."""


class Planning(Struct, frozen=True, tag="planning"):
    """Phase 2: all plan in secret; the last to be ready reveals. ``insisted``: the seat that asked to do it one after
    another, in turn order; 0 for nobody.
    """

    insisted: int = 0


class Countryside(Struct, tag="countryside"):
    """Phase 4: the seats still to act, in turn order."""

    left: list[int]


class Storing(Struct, tag="storing"):
    """Phase 5: how many goods each seat has to discard."""

    excess: dict[int, int]


class Driving(Struct, tag="driving"):
    """Phase 6, when forced labour is by choice: who has still to choose."""

    left: list[int]


class Exploring(Struct, tag="exploring"):
    """Phase 7: who may still explore, in turn order."""

    left: list[int]


class Burying(Struct, tag="burying"):
    """Graves each seat has to place: those of phase 8, or of phase 9 when ``polluted``."""

    graves: dict[int, int]
    polluted: bool = False


class Polluting(Struct, tag="polluting"):
    """Phase 9: the counters each seat has to lay."""

    counters: dict[int, int]


class Judging(Struct, tag="judging"):
    """Phase 10: the seats for whom the table says whether San Giorgio's condition is met."""

    left: list[int]


class Counting(Struct, tag="counting"):
    """Several have won: each counts the clean free hexes of the own zone of control."""

    left: list[int]


class Over(Struct, frozen=True, tag="over"):
    """The play has ended."""


Due = (
    SettingUp | Planning | Countryside | Storing | Driving | Exploring | Burying | Polluting | Judging | Counting | Over
)
