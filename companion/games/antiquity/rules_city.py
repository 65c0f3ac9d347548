"""Men, hospital, razing and moving on a draft. Sections 4, 5.6 and 9."""

from __future__ import annotations

from companion.games.antiquity.moves_orders import Heal, Man, Shift, ShiftGrave
from companion.games.antiquity.piece_shapes import ways
from companion.games.antiquity.queries_building import piece_of
from companion.games.antiquity.queries_city import of_kind
from companion.games.antiquity.state_draft import Draft


def put_man(draft: Draft, order: Man) -> None:
    """He stays until the next All Rise."""
    building = draft.standing(order.key)
    building.manned = 1
    draft.realm.idle -= 1


def heal(draft: Draft, order: Heal) -> None:
    """A building freed of its last grave works again."""
    city = draft.realm.cities[order.city]
    draft.healed += 1
    building = draft.building(order.key)
    if draft.grids:
        city.graves.remove(order.at)
    elif building is not None:
        building.graves -= 1
    else:
        city.loose -= 1


def raze(draft: Draft) -> None:
    """The saint is lost; graves on it stay where they lie."""
    cathedral = of_kind(draft.realm, "cathedral")[0]
    draft.realm.cities[cathedral.city].loose += cathedral.graves
    draft.realm.buildings.remove(cathedral)
    draft.realm.saint = None
    draft.razed = True


def shift(draft: Draft, order: Shift) -> None:
    """The man goes with it, and each grave with its square."""
    building = draft.standing(order.key)
    if draft.grids:
        here, there = draft.realm.cities[building.city], draft.realm.cities[order.spot.city]
        squares = ways(piece_of(building), there.side)[order.spot.way].squares
        graves = [to for at, to in zip(building.at, squares, strict=True) if at in here.graves]
        here.graves = [square for square in here.graves if square not in building.at]
        there.graves.extend(graves)
        building.at = list(squares)
    elif order.spot.city != building.city:
        building.joined = False
    building.city = order.spot.city


def shift_grave(draft: Draft, order: ShiftGrave) -> None:
    """Take it up and lay it down."""
    here, there = draft.realm.cities[order.city], draft.realm.cities[order.to_city]
    if draft.grids:
        here.graves.remove(order.at)
        there.graves.append(order.to)
    else:
        here.loose -= 1
        there.loose += 1
