"""Build, man, heal, raze, move and correct on a draft. Sections 4, 5.1 to 5.4, 5.6 and 9."""

from __future__ import annotations

from companion.games.antiquity import moves_orders
from companion.games.antiquity.moves_orders import Spot
from companion.games.antiquity.piece_shapes import piece_squares, placements
from companion.games.antiquity.queries_building import HOUSE, cost_of, neighbours, piece_of, shared_use, squares_at
from companion.games.antiquity.queries_city import buildings_of_kind
from companion.games.antiquity.rules_goods import bill, pay_to_bank
from companion.games.antiquity.state import Building, City, OpenedSite
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import HOUSE_COST, LATER_SIDE

# -- building ----------------------------------------------------------------------------------------------------


def build_house(draft: Draft, order: moves_orders.BuildHouse) -> None:
    """Build a house. The free one triggers nothing."""
    pay_to_bank(draft.goods, draft.bank, bill(HOUSE_COST[order.number], order.paid))
    _add_house(draft, draft.new_key, order.number, order.spot)
    if order.free and order.free_spot is not None:
        _add_house(draft, f"{draft.new_key}f", order.free, order.free_spot)


def _add_house(draft: Draft, key: str, number: int, spot: Spot) -> None:
    _add_building(draft, Building(key, "house", spot.city, 1, squares_at(draft, HOUSE, spot), number=number))


def _add_building(draft: Draft, building: Building) -> None:
    """Add a piece, taking shared ones from the supply; a house brings one man."""
    draft.realm.buildings.append(building)
    draft.keys.append(building.key)
    _take_shared(draft, building, 1)
    if building.kind == "house":
        draft.realm.idle += 1


def _take_shared(draft: Draft, building: Building, sign: int) -> None:
    """Take the shared pieces of a building from the supply (1), or put them back (-1)."""
    if use := shared_use(building.kind, building.size):
        draft.supply[use[0]] -= sign * use[1]


def build_piece(draft: Draft, order: moves_orders.BuildPiece) -> None:
    """Pay and lay a piece; a fountain lowers famine at the reveal, a cathedral chooses its saint."""
    pay_to_bank(draft.goods, draft.bank, bill(cost_of(draft, order.kind, *order.sides), order.paid))
    piece = piece_squares(order.kind, *order.sides)
    laid = Building(draft.new_key, order.kind, order.spot.city, len(piece), squares_at(draft, piece, order.spot))
    _add_building(draft, laid)
    for key in order.touching:  # On cardboard, remember which faculties the university serves.
        faculty = laid if laid.kind != "university" else draft.realm.building(key)
        if faculty is not None:
            faculty.joined = True
    if order.kind == "fountain":
        draft.fountains += 1
    if order.kind == "cathedral":
        draft.realm.saint = order.saint
        draft.cathedrals += 1


# -- men, graves, moving -----------------------------------------------------------------------------------------


def place_man(draft: Draft, order: moves_orders.PlaceMan) -> None:
    """Put an idle man to work until the next All Rise."""
    draft.standing(order.key).manned = 1
    draft.realm.idle -= 1


def remove_grave(draft: Draft, order: moves_orders.RemoveGrave) -> None:
    """Take a grave off; a building without graves works again."""
    draft.healed += 1
    _change_graves(draft, order, -1)


def _change_graves(draft: Draft, order: moves_orders.RemoveGrave | moves_orders.Correction, change: int) -> None:
    """Add (1) or remove (-1) the grave of an order."""
    city, building = draft.realm.cities[order.city], draft.realm.building(order.key)
    if draft.grids:
        (city.graves.append if change > 0 else city.graves.remove)(order.at)
    elif building is not None:
        building.graves += change
    else:
        city.loose += change


def raze_cathedral(draft: Draft, _: moves_orders.RazeCathedral) -> None:
    """Remove the cathedral and its saint; its graves stay."""
    _remove_building(draft, buildings_of_kind(draft.realm, "cathedral")[0])
    draft.razed = True


def _remove_building(draft: Draft, building: Building) -> None:
    """Remove a building; its graves stay, a cathedral takes its saint along."""
    draft.realm.buildings.remove(building)
    draft.realm.cities[building.city].loose += building.graves
    if building.kind == "cathedral":
        draft.realm.saint = None


def move_building(draft: Draft, order: moves_orders.MoveBuilding) -> None:
    """Move a building with its man, and each grave with its square."""
    building = draft.standing(order.key)
    if draft.grids:
        here, there = draft.realm.cities[building.city], draft.realm.cities[order.spot.city]
        squares = placements(piece_of(building), there.side)[order.spot.way].squares
        graves = [to for at, to in zip(building.at, squares, strict=True) if at in here.graves]
        here.graves = [square for square in here.graves if square not in building.at]
        there.graves.extend(graves)
        building.at = list(squares)
    elif order.spot.city != building.city:
        building.joined = False
    building.city = order.spot.city


def move_grave(draft: Draft, order: moves_orders.MoveGrave) -> None:
    """Move a single grave."""
    here, there = draft.realm.cities[order.city], draft.realm.cities[order.to_city]
    if draft.grids:
        here.graves.remove(order.at)
        there.graves.append(order.to)
    else:
        here.loose -= 1
        there.loose += 1


# -- corrections --------------------------------------------------------------------------------------------------


def correct(draft: Draft, order: moves_orders.Correction) -> None:
    """Match the table; nothing is paid. A house comes with its man, and takes an idle one along when it goes. A play
    that begins in a later turn is entered like this too.
    """
    match order.do:
        case "city":
            draft.realm.cities.append(City(LATER_SIDE))
        case "gone":
            _take_away(draft, order)
        case "stand":
            _enter_building(draft, order)
        case "grave" | "clear":
            _change_graves(draft, order, 1 if order.do == "grave" else -1)


def _enter_building(draft: Draft, order: moves_orders.Correction) -> None:
    if order.kind is None or order.spot is None:
        return
    piece = piece_squares(order.kind, *order.sides)
    at = squares_at(draft, piece, order.spot)
    laid = Building(draft.new_key, order.kind, order.spot.city, len(piece), at, number=order.number)
    laid.joined = bool(neighbours(draft, order.kind, order.spot.city)) and not draft.grids
    _add_building(draft, laid)
    if order.kind == "cathedral":
        draft.realm.saint = order.saint


def _take_away(draft: Draft, order: moves_orders.Correction) -> None:
    building = draft.standing(order.key)
    _remove_building(draft, building)
    _take_shared(draft, building, -1)
    draft.realm.idle += building.manned - (building.kind == "house")


def enter_site(draft: Draft, order: moves_orders.EnterSite) -> None:
    """A site with its goods from the bank, an idle man at work there, and the range it settles."""
    draft.realm.works.append(OpenedSite(draft.new_key, order.site, order.good, order.goods))
    draft.keys.append(draft.new_key)
    draft.bank[order.good] -= order.goods
    draft.realm.idle -= 1
    if order.site == "fishery":
        draft.supply["fishery"] -= 1
    if order.site == "mine" and order.range == 0:
        draft.mined.append(order.good)


def remove_site(draft: Draft, order: moves_orders.RemoveSite) -> None:
    """A site with its goods back to the bank; its man is idle."""
    works = next(works for works in draft.realm.works if works.key == order.key)
    draft.realm.works.remove(works)
    draft.bank[works.good] += works.left
    draft.realm.idle += 1
    if works.site == "fishery":
        draft.supply["fishery"] += 1
