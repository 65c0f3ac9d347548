"""Where pieces lie, what they cost and take from the supply. Sections 5.1 to 5.4."""

from __future__ import annotations

from companion.games.antiquity.moves_orders import Spot
from companion.games.antiquity.piece_shapes import BIT, Square, grid_squares, mask_of, piece_squares, placements
from companion.games.antiquity.queries_city import buildings_of_kind, built_mask, in_city
from companion.games.antiquity.state import Building
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import FACULTIES, PIECES, BuildingKind, Cost, Shared

HOUSE = piece_squares("house")


def squares_at(draft: Draft, piece: tuple[Square, ...], spot: Spot | None) -> list[str]:
    """The squares under a piece at a spot; none on cardboard."""
    if spot is None or not draft.grids:
        return []
    return list(placements(piece, draft.realm.cities[spot.city].side)[spot.way].squares)


def cost_of(draft: Draft, kind: BuildingKind, wide: int = 2, high: int = 1) -> Cost:
    """The cost of a building. Sections 5.2 and 5.4."""
    if kind == "store" and draft.options["store-price"] == "tile":
        return Cost(wood=wide * high // 2)
    return PIECES[kind].cost


def shared_use(kind: BuildingKind, squares: int) -> tuple[Shared, int] | None:
    """The shared pieces that a building of so many squares takes from the supply."""
    if kind == "store":
        return "tile", squares // 2
    if kind == "cart" or kind == "fountain":
        return kind, 1
    return None


def missing_shared(draft: Draft, kind: BuildingKind, squares: int) -> int:
    """The shared pieces that a building takes, where they run out and too few are left; else 0."""
    use = shared_use(kind, squares)
    return use[1] if use and draft.options["piece-limits"] and draft.supply[use[0]] < use[1] else 0


def neighbours(draft: Draft, kind: BuildingKind, city: int) -> list[Building]:
    """The faculties or the university that a piece may touch in a city."""
    wanted = FACULTIES if kind == "university" else ("university",) if kind in FACULTIES else ()
    return [building for building in buildings_of_kind(draft.realm, *wanted) if building.city == city]


def piece_of(building: Building) -> tuple[Square, ...]:
    """The printed shape of a building on a grid; a store's is read off its squares."""
    if building.kind != "store":
        return piece_squares(building.kind)
    places = [tuple(map(int, square.split(","))) for square in building.at]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    return tuple((x - left, y - top) for x, y in places)


def own_mask(building: Building, city: int) -> int:
    """The squares of a city's grid that a building lies on."""
    return mask_of(building.at) if building.city == city else 0


def loose_graves(draft: Draft, city: int) -> list[str]:
    """Squares of a grid with a grave and no building."""
    built = built_mask(draft.realm, city)
    return [square for square in draft.realm.cities[city].graves if not BIT[square] & built]


def grave_squares(draft: Draft, city: int) -> list[str]:
    """Squares of a grid that a grave may lie on: without one, and not under a house."""
    found = draft.realm.cities[city]
    houses_at = {square for one in in_city(draft.realm, city) if one.kind == "house" for square in one.at}
    return [square for square in grid_squares(found.side) if square not in houses_at and square not in found.graves]
