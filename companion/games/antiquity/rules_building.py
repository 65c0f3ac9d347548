"""Build houses and other pieces on a draft. Sections 5.1 to 5.4 and 9 (San Nicolò)."""

from __future__ import annotations

from companion.games.antiquity.moves_orders import BuildHouse, BuildPiece
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.queries_building import HOUSE, cost_of, shared_use, squares_at
from companion.games.antiquity.queries_city import building_of
from companion.games.antiquity.rules_payments import bill, pay_to_bank
from companion.games.antiquity.state import Building
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import HOUSE_COST


def build_house(draft: Draft, order: BuildHouse) -> None:
    """Build a house; each brings one man. The free one triggers nothing."""
    pay_to_bank(draft.goods, draft.bank, bill(HOUSE_COST[order.number], order.paid))
    squares = squares_at(draft, HOUSE, order.spot)
    add_building(draft, Building(draft.new_key, "house", order.spot.city, 1, squares, number=order.number))
    draft.realm.idle += 1
    if order.free and order.free_spot is not None:
        squares = squares_at(draft, HOUSE, order.free_spot)
        add_building(draft, Building(f"{draft.new_key}f", "house", order.free_spot.city, 1, squares, number=order.free))
        draft.realm.idle += 1


def add_building(draft: Draft, building: Building) -> None:
    draft.realm.buildings.append(building)
    draft.keys.append(building.key)


def build_piece(draft: Draft, order: BuildPiece) -> None:
    """Pay and lay a piece; a fountain lowers famine at the reveal, a cathedral chooses its saint."""
    pay_to_bank(draft.goods, draft.bank, bill(cost_of(draft, order.kind, *order.sides), order.paid))
    use = shared_use(order.kind, *order.sides)
    if use:
        draft.supply[use[0]] -= use[1]
    piece = piece_squares(order.kind, *order.sides)
    laid = Building(draft.new_key, order.kind, order.spot.city, len(piece), squares_at(draft, piece, order.spot))
    add_building(draft, laid)
    _join_university(draft, order, laid)
    if order.kind == "fountain":
        draft.fountains += 1
    if order.kind == "cathedral":
        draft.realm.saint = order.saint
        draft.cathedrals += 1


def _join_university(draft: Draft, order: BuildPiece, laid: Building) -> None:
    """On cardboard, remember which faculties the university serves."""
    for key in order.touching:
        faculty = laid if laid.kind != "university" else building_of(draft.realm, key)
        if faculty is not None:
            faculty.joined = True
