"""The saints' conditions of victory. Section 9."""

from __future__ import annotations

from msgspec import Struct

from companion.core.secrecy import BrokenSeal
from companion.games.antiquity.queries_city import has_benefit, has_grave, has_working, houses, owned
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.tables import FOODS, HOUSES, LUXURIES, PIECES, SAINT_GOODS, Saint

KIND_COUNT = len(PIECES)
COUNTED_GOODS = (*FOODS, *LUXURIES)
ALL_GOODS = SAINT_GOODS * len(COUNTED_GOODS)
MARIAS_CONDITIONS = 2
CALCULATED: tuple[Saint, ...] = ("nicolo", "barbara", "cristofori")


class Progress(Struct, frozen=True):
    """How far a condition is met; ``have`` is None where only the table can see it."""

    saint: Saint
    have: int | None
    need: int

    @property
    def met(self) -> bool:
        return self.have is not None and self.have >= self.need


def progress(realm: Realm, saint: Saint, conquered: bool | None = None) -> Progress:
    """How far a realm is with a saint's condition, whoever its patron is."""
    match saint:
        case "nicolo":
            return Progress(saint, len(houses(realm)), HOUSES)
        case "barbara":
            return Progress(saint, len({one.kind for one in realm.buildings if not has_grave(realm, one)}), KIND_COUNT)
        case "cristofori":
            return Progress(saint, sum(min(SAINT_GOODS, owned(realm, good)) for good in COUNTED_GOODS), ALL_GOODS)
        case "giorgio":
            return Progress(saint, None if conquered is None else int(conquered), 1)
        case "maria":
            met = sum(progress(realm, other).met for other in CALCULATED) + bool(conquered)
            return Progress(saint, met, MARIAS_CONDITIONS)


def known_progress(state: State, realm: Realm, saint: Saint) -> Progress | None:
    """How far a realm is with a saint; None where a hidden stock decides."""
    try:
        return progress(realm, saint, realm.seat in state.conquered)
    except BrokenSeal:
        return None


def satisfied(realm: Realm, conquered: bool) -> bool:
    """Whether the realm's saint is satisfied. A graved cathedral stops that too."""
    if realm.saint is None or realm.out or not has_working(realm, "cathedral"):
        return False
    return progress(realm, realm.saint, conquered).met


def giorgio_decides(realm: Realm) -> bool:
    """Whether the table must judge San Giorgio's condition: only where it would decide."""
    if realm.out or not has_benefit(realm, "giorgio") or satisfied(realm, conquered=False):
        return False
    return satisfied(realm, conquered=True)


def tie_winners(state: State) -> list[int]:
    """The winners with most hexes; all of them where nothing was counted."""
    most = max((state.hexes.get(seat, 0) for seat in state.winners), default=0)
    return [seat for seat in state.winners if state.hexes.get(seat, 0) == most]
