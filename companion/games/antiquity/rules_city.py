"""Men, hospital, razing and moving on a draft. Sections 4, 5.6 and 9."""

from __future__ import annotations

from companion.games.antiquity.moves_orders import (
    Correction,
    MoveBuilding,
    MoveGrave,
    PlaceMan,
    RazeCathedral,
    RemoveGrave,
)
from companion.games.antiquity.piece_shapes import placements
from companion.games.antiquity.queries_building import piece_of
from companion.games.antiquity.queries_city import buildings_of_kind
from companion.games.antiquity.state_draft import Draft


def place_man(draft: Draft, order: PlaceMan) -> None:
    """Put an idle man to work until the next All Rise."""
    building = draft.standing(order.key)
    building.manned = 1
    draft.realm.idle -= 1


def remove_grave(draft: Draft, order: RemoveGrave) -> None:
    """Take a grave off; a building without graves works again."""
    draft.healed += 1
    change_graves(draft, order, -1)


def change_graves(draft: Draft, order: RemoveGrave | Correction, change: int) -> None:
    """Add (1) or remove (-1) the grave of an order."""
    city, building = draft.realm.cities[order.city], draft.building(order.key)
    if draft.grids:
        (city.graves.append if change > 0 else city.graves.remove)(order.at)
    elif building is not None:
        building.graves += change
    else:
        city.loose += change


def raze_cathedral(draft: Draft, _: RazeCathedral) -> None:
    """Remove the cathedral and its saint; its graves stay."""
    cathedral = buildings_of_kind(draft.realm, "cathedral")[0]
    draft.realm.cities[cathedral.city].loose += cathedral.graves
    draft.realm.buildings.remove(cathedral)
    draft.realm.saint = None
    draft.razed = True


def move_building(draft: Draft, order: MoveBuilding) -> None:
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


def move_grave(draft: Draft, order: MoveGrave) -> None:
    """Move a single grave."""
    here, there = draft.realm.cities[order.city], draft.realm.cities[order.to_city]
    if draft.grids:
        here.graves.remove(order.at)
        there.graves.append(order.to)
    else:
        here.loose -= 1
        there.loose += 1
