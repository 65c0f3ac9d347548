"""What a play waits for: one due a phase. Sections 3 and 8.

In most phases all act at once. ``insisted`` is the seat that asked to go one after another in turn order; 0 for nobody.
"""

from __future__ import annotations

from msgspec import Struct


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table lays the map and says which turn begins."""


class Planning(Struct, frozen=True, tag="planning"):
    """Phase 2: all plan in secret; the last to be ready reveals."""

    insisted: int = 0


class Countryside(Struct, tag="countryside"):
    """Phase 4: the seats still to act, in turn order."""

    left: list[int]


class Storing(Struct, tag="storing"):
    """Phase 5: how many goods each seat has to discard."""

    excess: dict[int, int]
    insisted: int = 0


class ForcingLabour(Struct, tag="driving"):
    """Phase 6, where owners choose their forced labour: the seats still to choose."""

    left: list[int]
    insisted: int = 0


class Exploring(Struct, tag="exploring"):
    """Phase 7: who may still explore, in turn order."""

    left: list[int]


class PlacingGraves(Struct, tag="burying"):
    """Graves that each seat has to place: of phase 8, or of phase 9 when ``polluted``."""

    graves: dict[int, int]
    polluted: bool = False
    insisted: int = 0


class Polluting(Struct, tag="polluting"):
    """Phase 9: the pollution counters that each seat has to lay."""

    counters: dict[int, int]
    insisted: int = 0


class JudgingGiorgio(Struct, tag="judging"):
    """Phase 10: the seats for whom the table says whether San Giorgio's condition is met."""

    left: list[int]


class CountingHexes(Struct, tag="counting"):
    """Phase 10, several winners: the seats still to count the clean free hexes of their zones."""

    left: list[int]
    insisted: int = 0


class Over(Struct, frozen=True, tag="over"):
    """The play has ended."""


Due = (
    SettingUp
    | Planning
    | Countryside
    | Storing
    | ForcingLabour
    | Exploring
    | PlacingGraves
    | Polluting
    | JudgingGiorgio
    | CountingHexes
    | Over
)

AllAtOnce = Storing | ForcingLabour | PlacingGraves | Polluting | CountingHexes
"""The phases in which all act at once, but for the secret one."""
