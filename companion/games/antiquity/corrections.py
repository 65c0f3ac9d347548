"""Corrections of a seat's own cities and of its sites in the countryside."""

from __future__ import annotations

from functools import partial
from typing import Literal

from companion.core.forms import together
from companion.core.options import Option, branch_reason
from companion.core.questions import Asking, Count, Pick
from companion.core.wording import N_, Message, say
from companion.games.antiquity.buildings import (
    NONE_LEFT,
    ONCE_OR_MORE,
    add_building,
    missing_shared,
    neighbours,
    remove_building,
    saint_pick,
    store_pick,
    take_shared,
)
from companion.games.antiquity.countryside import fishery_reason, largest_site, range_option, range_reason
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.famine import NO_GRAVE_THERE
from companion.games.antiquity.goods import good_option
from companion.games.antiquity.hospital import (
    NO_GRAVE,
    NO_GRAVES,
    ask_grave_spot,
    change_graves,
    grave_places,
    grave_targets,
    grave_there_reason,
)
from companion.games.antiquity.houses import WHAT_A_HOUSE_BRINGS, house_option
from companion.games.antiquity.moves import Correction, EnterSite, RemoveSite, sides_of
from companion.games.antiquity.piece_shapes import grid_squares, piece_squares
from companion.games.antiquity.queries import buildings_of_kind, empty_squares, houses, in_city
from companion.games.antiquity.squares import (
    NO_CITY,
    NO_ROOM,
    UNKNOWN_PIECE,
    ask_spot,
    ask_which_building,
    on_cardboard,
    room_reason,
    spot_reason,
    square_option,
    squares_at,
)
from companion.games.antiquity.state import Building, City, OpenedSite
from companion.games.antiquity.tables import (
    CITIES,
    HOUSES,
    LATER_SIDE,
    PIECES,
    STORES,
    YIELDS,
    BuildingKind,
    Good,
    Site,
)
from companion.games.antiquity.words import BUILDING, BUILDING_ICON, GOOD, ICON, SITE, SITE_ICON, site_words


def correction_reason(draft: Draft, order: Correction) -> Message | None:
    """Why a city cannot be corrected like this, or None. Refuses only what is impossible on a table."""
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
    """Why no city can be added: there are four at most."""
    return say("You have four cities.") if len(draft.realm.cities) >= CITIES else None


def removed_reason(draft: Draft, building: Building | None) -> Message | None:
    """Why a building cannot be removed, or None: a house is removed with its man, so one must be idle."""
    if building is None:
        return UNKNOWN_PIECE
    if building.kind == "house" and draft.realm.idle < 1:
        return say("You have no idle man.")
    return None


def added_reason(draft: Draft, kind: BuildingKind, number: int = 0) -> Message | None:
    """Why a piece cannot stand in any city, or None: the only one of its kind stands already, or there is no room."""
    if kind == "house":
        free = [each for each in range(1, HOUSES + 1) if each not in houses(draft.realm)]
        if not free or (number and number not in free):
            return say("That house is built.")
    elif PIECES[kind].single and buildings_of_kind(draft.realm, kind):
        return say("You have it already.")
    return size_reason(draft, kind, 2, 1)


def size_reason(draft: Draft, kind: BuildingKind, wide: int, high: int) -> Message | None:
    """Why a piece of this size cannot stand, or None: no room, or not enough shared pieces left where they are
    limited.
    """
    missing = NONE_LEFT if missing_shared(draft, kind, wide * high) else None
    return missing or room_reason(draft, piece_squares(kind, wide, high))


def _added_reason(draft: Draft, order: Correction) -> Message | None:
    if order.kind is None or order.spot is None:
        return UNKNOWN_PIECE
    if (order.kind == "house") is not (1 <= order.number <= HOUSES):
        return say("A house has a number.")
    if (order.kind == "cathedral") is (order.saint is None):
        return say("A cathedral has a saint, and nothing else has.")
    if (order.kind == "store") is not ((max(order.sides), min(order.sides)) in STORES):
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


def grave_squares(draft: Draft, city: int) -> list[str]:
    """Squares of a grid that a grave may lie on: without one, and not under a house."""
    found = draft.realm.cities[city]
    houses_at = {square for one in in_city(draft.realm, city) if one.kind == "house" for square in one.at}
    return [square for square in grid_squares(found.side) if square not in houses_at and square not in found.graves]


def correct(draft: Draft, order: Correction) -> None:
    """Apply a correction; nothing is paid. Adding a house adds an idle man, removing it takes one. A play that begins
    in a later turn is entered by corrections too.
    """
    match order.do:
        case "city":
            draft.realm.cities.append(City(LATER_SIDE))
        case "gone":
            _take_away(draft, order)
        case "stand":
            _enter_building(draft, order)
        case "grave" | "clear":
            change_graves(draft, order, 1 if order.do == "grave" else -1)


def _enter_building(draft: Draft, order: Correction) -> None:
    if order.kind is None or order.spot is None:
        return
    piece = piece_squares(order.kind, *order.sides)
    at = squares_at(draft, piece, order.spot)
    laid = Building(draft.new_key, order.kind, order.spot.city, len(piece), at, number=order.number)
    laid.joined = bool(neighbours(draft, order.kind, order.spot.city)) and not draft.grids
    add_building(draft, laid)
    if order.kind == "cathedral":
        draft.realm.saint = order.saint


def _take_away(draft: Draft, order: Correction) -> None:
    building = draft.standing(order.key)
    remove_building(draft, building)
    take_shared(draft, building, -1)
    draft.realm.idle += building.manned - (building.kind == "house")


def ask_correction(draft: Draft) -> Asking[Correction | EnterSite | RemoveSite]:
    """Ask what differs from the table."""
    no_site, no_city = any_site_reason(draft), extra_city_reason(draft)
    options = (
        Option("stand", say("One building more"), reason=_kinds(draft).blocked(), icon="hammer"),
        Option("gone", say("One building less"), reason=_any_removed_reason(draft), icon="trash"),
        Option("grave", say("One grave more"), reason=_any_grave_reason(draft, "grave"), icon="grave"),
        Option("clear", say("One grave less"), reason=_any_grave_reason(draft, "clear"), icon="close"),
        Option("city", say("One city more"), reason=no_city, icon="city"),
        Option("site", say("One site more"), reason=no_site, icon="wood"),
        Option(
            "no-site",
            say("One site less"),
            reason=None if draft.realm.works else say("You have no site."),
            icon="trash",
        ),
    )
    match (
        yield from Pick[str](
            key="mend",
            prompt=say("What is different on the table?", short=N_("What is different?")),
            options=options,
            secret=True,
            meaning=say("Only where the companion shows your city or your sites otherwise than they lie on the table."),
        )
    ):
        case "stand":
            return (yield from _ask_added(draft))
        case "gone":
            return Correction("gone", key=(yield from _ask_removed(draft)))
        case "city":
            return Correction("city")
        case "site":
            asked = _ask_site(draft)
            return (
                yield from together("site-there", say("One site more"), asked, say("Enter the site"), layout="rows")
            )
        case "no-site":
            return RemoveSite((yield from _sites(draft)))
        case chosen:
            return (yield from _ask_grave(draft, "grave" if chosen == "grave" else "clear"))


def _any_removed_reason(draft: Draft) -> Message | None:
    """Why no building can be removed."""
    removed = (removed_reason(draft, building) for building in draft.realm.buildings)
    return branch_reason(removed, say("You have no building."))


def _ask_removed(draft: Draft) -> Asking[str]:
    why = partial(removed_reason, draft)
    return ask_which_building(draft, "building", say("Which building?"), draft.realm.buildings, why, ONCE_OR_MORE)


def _kinds(draft: Draft) -> Pick[BuildingKind]:
    options = tuple(
        Option(kind, BUILDING[kind], reason=added_reason(draft, kind), icon=BUILDING_ICON[kind]) for kind in PIECES
    )
    prompt = say("Which building?")
    return Pick[BuildingKind](key="building", prompt=prompt, options=options, secret=True, meaning=ONCE_OR_MORE)


def _ask_added(draft: Draft) -> Asking[Correction]:
    kind = yield from _kinds(draft)
    asked, act = _ask_standing(draft, kind), _stands_here(kind)
    return (yield from on_cardboard(draft, "stand", BUILDING[kind], asked, act))


def _ask_standing(draft: Draft, kind: BuildingKind) -> Asking[Correction]:
    number, size, saint = 0, "", None
    if kind == "house":
        free = tuple(house_option(each) for each in range(1, HOUSES + 1) if each not in houses(draft.realm))
        prompt = say("Which house?")
        number = yield from Pick[int](
            key="house", prompt=prompt, options=free, secret=True, meaning=WHAT_A_HOUSE_BRINGS
        )
    elif kind == "store":
        size = yield from store_pick(partial(size_reason, draft, "store"))
    elif kind == "cathedral":
        saint = yield from saint_pick({})
    piece, act = piece_squares(kind, *sides_of(size)), _stands_here(kind)
    spot = yield from ask_spot(draft, piece, BUILDING_ICON[kind], act)
    return Correction("stand", kind=kind, number=number, size=size, saint=saint, spot=spot)


def _stands_here(kind: BuildingKind) -> Message:
    return say("It stands here: {building}", short=N_("It stands there"), building=BUILDING[kind])


NO_ROOM_FOR_GRAVES = say("No square can take another grave.", short=N_("No room for graves"))


def _spots(draft: Draft, city: int, do: str) -> tuple[Option[str], ...]:
    """The squares where a grave lies (``do`` is "clear") or can lie ("grave"); on cardboard ``-`` for a square without
    a building.
    """
    if do == "clear":
        return grave_targets(draft, city)
    if draft.grids:
        return tuple(map(square_option, grave_squares(draft, city)))
    return grave_places(
        draft, city, empty_squares(draft.realm, city), lambda one: one.kind != "house" and one.graves < one.size
    )


def _any_grave_reason(draft: Draft, do: str) -> Message | None:
    """Why no city has a square for ``_spots``, or None."""
    if any(_spots(draft, city, do) for city in range(len(draft.realm.cities))):
        return None
    return NO_GRAVES if do == "clear" else NO_ROOM_FOR_GRAVES


def _ask_grave(draft: Draft, do: Literal["grave", "clear"]) -> Asking[Correction]:
    nothing = NO_GRAVE if do == "clear" else NO_GRAVE_THERE
    spot = ask_grave_spot(draft, lambda city: _spots(draft, city, do), say("Which square?"), nothing)
    title = say("One grave more") if do == "grave" else say("One grave less")
    city, at, key = yield from on_cardboard(draft, do, title, spot, say("Set it right"))
    return Correction(do, city=city, at=at, key=key)


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
    """Why a site cannot be entered, or None. Refuses only what is impossible on a table."""
    if reason := any_site_reason(draft) or site_reason(draft, order.site):
        return reason
    if order.good not in YIELDS[order.site]:
        return say("That does not come from there.")
    if order.goods > most_goods(draft, order.site, order.good):
        return say("That is more than there can be.")
    return range_reason(draft, order.site, order.good, order.range)


def most_goods(draft: Draft, site: Site, good: Good) -> int:
    """The most goods that can lie on a site; 0 if counters are limited and have run out."""
    return max(0, largest_site(draft, site, good))


def remove_site_reason(draft: Draft, order: RemoveSite) -> Message | None:
    """Why a site cannot be taken away: it is not there."""
    there = any(works.key == order.key for works in draft.realm.works)
    return None if there else say("You have no such site.")


def enter_site(draft: Draft, order: EnterSite) -> None:
    """Enter a site: take its goods from the bank and its man from the idle ones; a mine fixes the ore of its range."""
    draft.realm.works.append(OpenedSite(draft.new_key, order.site, order.good, order.goods))
    draft.keys.append(draft.new_key)
    draft.bank[order.good] -= order.goods
    draft.realm.idle -= 1
    if order.site == "fishery":
        draft.supply["fishery"] -= 1
    if order.site == "mine" and order.range == 0:
        draft.mined.append(order.good)


def remove_site(draft: Draft, order: RemoveSite) -> None:
    """Remove a site: return its goods to the bank; its man becomes idle."""
    works = next(works for works in draft.realm.works if works.key == order.key)
    draft.realm.works.remove(works)
    draft.bank[works.good] += works.left
    draft.realm.idle += 1
    if works.site == "fishery":
        draft.supply["fishery"] += 1


def _sites(draft: Draft) -> Pick[str]:
    """The question for one of the seat's sites."""
    options = tuple(Option(works.key, site_words(works), icon=SITE_ICON[works.site]) for works in draft.realm.works)
    return Pick[str](key="site", prompt=say("Which site?"), options=options, secret=True)


def _ask_site(draft: Draft) -> Asking[EnterSite]:
    """Ask for a site that is on the map; for a mine also for its range, which fixes the ore of all its mines."""
    site = yield from Pick[Site](
        key="site", prompt=say("Which site?"), options=tuple(_site_option(draft, site) for site in SITE), secret=True
    )
    number, good = 0, YIELDS[site][0]
    if site == "mine":
        listed = enumerate(draft.ranges, 1)
        ranges = (
            *(range_option(n, found, _no_counter(draft, "mine", found.good)) for n, found in listed),
            Option(0, say("A range not listed yet"), icon="mountain"),
            Option(-1, say("The range of another mine entered now", short=N_("Of a mine set now")), icon="mountain"),
        )
        number = yield from Pick[int](key="range", prompt=say("Which mountain range?"), options=ranges, secret=True)
    if number > 0:
        good = draft.ranges[number - 1].good
    elif len(YIELDS[site]) > 1:
        goods = tuple(good_option(good, _no_counter(draft, site, good)) for good in YIELDS[site])
        good = yield from Pick[Good](key="good", prompt=say("Which good?"), options=goods, secret=True)
    left = yield from Count(
        key="goods",
        prompt=say("{good}: how many are left on it?", short=N_("How many are left?"), good=GOOD[good]),
        low=1,
        high=most_goods(draft, site, good),
        start=1,
        icon=ICON[good],
        secret=True,
    )
    return EnterSite(site, good, left, number)


def _site_option(draft: Draft, site: Site) -> Option[Site]:
    nothing_there = branch_reason(_no_counter(draft, site, good) for good in YIELDS[site])
    reason = site_reason(draft, site) or nothing_there
    return Option(site, SITE[site], reason=reason, icon=SITE_ICON[site])


def _no_counter(draft: Draft, site: Site, good: Good) -> Message | None:
    return None if most_goods(draft, site, good) else say("That is more than there can be.")
