"""Build houses and other pieces on a draft. Sections 5.1 to 5.4 and 9 (San Nicolò)."""

from __future__ import annotations

from companion.games.antiquity.moves_orders import House, Raise
from companion.games.antiquity.piece_shapes import squares_of
from companion.games.antiquity.queries_building import HOUSE, cost_of, shared_use, squares_at
from companion.games.antiquity.queries_city import building_of
from companion.games.antiquity.rules_payments import bill, moved
from companion.games.antiquity.state import Building
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import HOUSE_COST


def build_house(draft: Draft, order: House, key: str) -> None:
    """One man more for every house. The free one triggers nothing."""
    moved(draft.goods, draft.bank, bill(HOUSE_COST[order.number], order.paid))
    squares = squares_at(draft, HOUSE, order.spot)
    add_building(draft, Building(key, "house", order.spot.city, 1, squares, number=order.number))
    draft.realm.idle += 1
    if order.free and order.free_spot is not None:
        squares = squares_at(draft, HOUSE, order.free_spot)
        add_building(draft, Building(f"{key}f", "house", order.free_spot.city, 1, squares, number=order.free))
        draft.realm.idle += 1


def add_building(draft: Draft, building: Building) -> None:
    draft.realm.buildings.append(building)
    draft.keys.append(building.key)


def raise_building(draft: Draft, order: Raise, key: str) -> None:
    """Pay, lay the piece, and do what it does at once: a fountain lowers famine, a cathedral chooses its saint."""
    wide, high = (order.wide, order.high) if order.kind == "store" else (2, 1)
    moved(draft.goods, draft.bank, bill(cost_of(draft, order.kind, wide, high), order.paid))
    use = shared_use(order.kind, wide, high)
    if use:
        draft.supply[use[0]] -= use[1]
    piece = squares_of(order.kind, order.wide, order.high)
    laid = Building(key, order.kind, order.spot.city, len(piece), squares_at(draft, piece, order.spot))
    add_building(draft, laid)
    _join(draft, order, laid)
    if order.kind == "fountain":
        draft.fountains += 1
    if order.kind == "cathedral":
        draft.realm.saint = order.saint
        draft.cathedrals += 1


def _join(draft: Draft, order: Raise, laid: Building) -> None:
    """Remember on cardboard which faculties the university serves."""
    for key in order.touching:
        faculty = laid if laid.kind != "university" else building_of(draft.realm, key)
        if faculty is not None:
            faculty.joined = True
