"""Why a realm cannot be corrected like that, or None: only what cannot lie on a table is refused."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.antiquity import tables
from companion.games.antiquity.moves_orders import Correction, EnterSite, RemoveSite
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.queries_building import grave_squares, missing_shared
from companion.games.antiquity.queries_city import buildings_of_kind, empty_squares, houses
from companion.games.antiquity.reasons_building import NO_CITY, NO_ROOM, NONE_LEFT, room_reason, spot_reason
from companion.games.antiquity.reasons_city import UNKNOWN_PIECE, grave_there_reason
from companion.games.antiquity.reasons_countryside import fishery_reason, largest_site, range_reason
from companion.games.antiquity.state import Building
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import BuildingKind, Good, Site


def correction_reason(draft: Draft, order: Correction) -> Message | None:
    """Only what cannot lie on a table is refused."""
    match order.do:
        case "city":
            return extra_city_reason(draft)
        case "gone":
            return removed_reason(draft, draft.realm.building(order.key))
        case "stand":
            return _added_reason(draft, order)
        case "grave" | "clear" if not 0 <= order.city < len(draft.realm.cities):
            return NO_CITY
        case "grave":
            return _added_grave_reason(draft, order)
        case "clear":
            return grave_there_reason(draft, order)


def extra_city_reason(draft: Draft) -> Message | None:
    """Four at most."""
    return say("You have four cities.") if len(draft.realm.cities) >= tables.CITIES else None


def removed_reason(draft: Draft, building: Building | None) -> Message | None:
    """A house takes its man along, so one must be idle."""
    if building is None:
        return UNKNOWN_PIECE
    if building.kind == "house" and draft.realm.idle < 1:
        return say("You have no idle man.")
    return None


def added_reason(draft: Draft, kind: BuildingKind, number: int = 0) -> Message | None:
    """Why a piece cannot stand in any city: there is only one of it, or no room."""
    if kind == "house":
        free = [each for each in range(1, tables.HOUSES + 1) if each not in houses(draft.realm)]
        if not free or (number and number not in free):
            return say("That house is built.")
    elif tables.PIECES[kind].single and buildings_of_kind(draft.realm, kind):
        return say("You have it already.")
    return size_reason(draft, kind, 2, 1)


def size_reason(draft: Draft, kind: BuildingKind, wide: int, high: int) -> Message | None:
    """Why a piece of this size cannot stand: where shared pieces run out it must have come from somewhere; its room."""
    missing = NONE_LEFT if missing_shared(draft, kind, wide * high) else None
    return missing or room_reason(draft, piece_squares(kind, wide, high))


def _added_reason(draft: Draft, order: Correction) -> Message | None:
    if order.kind is None or order.spot is None:
        return UNKNOWN_PIECE
    if (order.kind == "house") is not (1 <= order.number <= tables.HOUSES):
        return say("A house has a number.")
    if (order.kind == "cathedral") is (order.saint is None):
        return say("A cathedral has a saint, and nothing else has.")
    if (order.kind == "store") is not ((max(order.sides), min(order.sides)) in tables.STORES):
        return say("A store is a full rectangle of tiles.")
    return (
        added_reason(draft, order.kind, order.number)
        or size_reason(draft, order.kind, *order.sides)
        or spot_reason(draft, piece_squares(order.kind, *order.sides), order.spot)
    )


def _added_grave_reason(draft: Draft, order: Correction) -> Message | None:
    if draft.grids:
        return None if order.at in grave_squares(draft, order.city) and not order.key else NO_ROOM
    if order.at:
        return NO_ROOM
    if not order.key:
        return None if empty_squares(draft.realm, order.city) else NO_ROOM
    building = draft.realm.building(order.key)
    if building is None or building.city != order.city or building.kind == "house":
        return UNKNOWN_PIECE
    return None if building.graves < building.size else NO_ROOM


# -- the countryside -------------------------------------------------------------------------------------------------


def any_site_reason(draft: Draft) -> Message | None:
    """Why no site can be entered: its man must come from a house."""
    if draft.realm.idle < 1:
        return say("A man is at each site: set his house right first.", short=N_("First a house"))
    return None


def site_reason(draft: Draft, site: Site) -> Message | None:
    """Why no site of this kind can be there. Section 7."""
    return fishery_reason(draft) if site == "fishery" else None


def enter_site_reason(draft: Draft, order: EnterSite) -> Message | None:
    """Only what cannot lie on a table is refused."""
    if reason := any_site_reason(draft) or site_reason(draft, order.site):
        return reason
    if order.good not in tables.YIELDS[order.site]:
        return say("That does not come from there.")
    if order.goods > most_goods(draft, order.site, order.good):
        return say("That is more than there can be.")
    return range_reason(draft, order.site, order.good, order.range)


def most_goods(draft: Draft, site: Site, good: Good) -> int:
    """The most goods that can lie on a site; 0 where the counters are a limit and have run out."""
    return max(0, largest_site(draft, site, good))


def remove_site_reason(draft: Draft, order: RemoveSite) -> Message | None:
    """A site that is there."""
    there = any(works.key == order.key for works in draft.realm.works)
    return None if there else say("You have no such site.")
