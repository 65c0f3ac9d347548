"""What a play waits for: one due a phase. Sections 3 and 8."""

from __future__ import annotations

from msgspec import Struct


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table lays the map and says which turn begins."""


class Planning(Struct, frozen=True, tag="planning"):
    """Phase 2: all plan in secret; the last to be ready reveals. ``insisted``: the seat that asked to plan in turn
    order; 0 for nobody.
    """

    insisted: int = 0


class Countryside(Struct, tag="countryside"):
    """Phase 4: the seats still to act, in turn order."""

    left: list[int]


class Storing(Struct, tag="storing"):
    """Phase 5: how many goods each seat has to discard."""

    excess: dict[int, int]


class ForcingLabour(Struct, tag="driving"):
    """Phase 6, where owners choose their forced labour: the seats still to choose."""

    left: list[int]


class Exploring(Struct, tag="exploring"):
    """Phase 7: who may still explore, in turn order."""

    left: list[int]


class PlacingGraves(Struct, tag="burying"):
    """Graves that each seat has to place: of phase 8, or of phase 9 when ``polluted``."""

    graves: dict[int, int]
    polluted: bool = False


class Polluting(Struct, tag="polluting"):
    """Phase 9: the pollution counters that each seat has to lay."""

    counters: dict[int, int]


class JudgingGiorgio(Struct, tag="judging"):
    """Phase 10: the seats for whom the table says whether San Giorgio's condition is met."""

    left: list[int]


class CountingHexes(Struct, tag="counting"):
    """Phase 10, several winners: the seats still to count the clean free hexes of their zones."""

    left: list[int]


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
