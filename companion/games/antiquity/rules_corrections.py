"""Correct a realm on a draft, to match the table. Nothing is paid; the reveal tells it.

A play that begins in a later turn is entered like this too.
"""

from __future__ import annotations

from companion.games.antiquity.moves_orders import Correction, EnterSite, RemoveSite
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.queries_building import neighbours, squares_at
from companion.games.antiquity.rules_city import add_building, change_graves, remove_building, take_shared
from companion.games.antiquity.state import Building, City, OpenedSite
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import LATER_SIDE


def correct(draft: Draft, order: Correction) -> None:
    """Apply a correction. A house comes with its man, and takes an idle one along when it goes."""
    match order.do:
        case "city":
            draft.realm.cities.append(City(LATER_SIDE))
        case "gone":
            _remove_building(draft, order)
        case "stand":
            _add_building(draft, order)
        case "grave" | "clear":
            change_graves(draft, order, 1 if order.do == "grave" else -1)


def _add_building(draft: Draft, order: Correction) -> None:
    if order.kind is None or order.spot is None:
        return
    piece = piece_squares(order.kind, *order.sides)
    at = squares_at(draft, piece, order.spot)
    laid = Building(draft.new_key, order.kind, order.spot.city, len(piece), at, number=order.number)
    laid.joined = bool(neighbours(draft, order.kind, order.spot.city)) and not draft.grids
    add_building(draft, laid)
    if order.kind == "cathedral":
        draft.realm.saint = order.saint


def _remove_building(draft: Draft, order: Correction) -> None:
    building = draft.standing(order.key)
    remove_building(draft, building)
    take_shared(draft, building, -1)
    draft.realm.idle += building.manned - (building.kind == "house")


def enter_site(draft: Draft, order: EnterSite) -> None:
    """A site with its goods from the bank, an idle man at work there, and the range it settles."""
    draft.realm.works.append(OpenedSite(draft.new_key, order.site, order.good, order.goods))
    draft.keys.append(draft.new_key)
    draft.bank[order.good] -= order.goods
    draft.realm.idle -= 1
    if order.site == "fishery":
        draft.supply["fishery"] -= 1
    if order.site == "mine" and order.range == 0:
        draft.mined.append(order.good)


def remove_site(draft: Draft, order: RemoveSite) -> None:
    """A site with its goods back to the bank; its man is idle."""
    works = next(works for works in draft.realm.works if works.key == order.key)
    draft.realm.works.remove(works)
    draft.bank[works.good] += works.left
    draft.realm.idle += 1
    if works.site == "fishery":
        draft.supply["fishery"] += 1
