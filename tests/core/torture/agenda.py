"""What a play waits for."""

from __future__ import annotations

from msgspec import Struct

from tests.core.torture.tables import Face


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table says how the play begins."""


class Planning(Struct, frozen=True, tag="planning"):
    """All seats plan in secret; the last to be ready reveals."""


class Turn(Struct, frozen=True, tag="turn"):
    """A side is on turn."""

    side: str


class Hits(Struct, frozen=True, tag="hits"):
    """The owner of a side that was attacked picks what it loses, ``left`` times."""

    side: str
    left: int


class Voting(Struct, frozen=True, tag="voting"):
    """The window: all seats vote in secret; the last vote reveals."""


class Valuing(Struct, frozen=True, tag="valuing"):
    """A card was played whose worth the box does not know yet; the table looks it up."""

    side: str
    face: Face


Due = SettingUp | Planning | Turn | Hits | Voting | Valuing
