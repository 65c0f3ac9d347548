"""Questions by which a realm is corrected: its cities, and its sites in the countryside."""

from __future__ import annotations

from functools import partial
from typing import Literal

from companion.core.forms import together
from companion.core.options import Option, branch_reason
from companion.core.questions import Asking, Count, Pick
from companion.core.wording import N_, Message, say
from companion.games.antiquity import asking_squares, reasons_corrections
from companion.games.antiquity.asking_building import saint_pick, store_pick
from companion.games.antiquity.asking_countryside import range_option
from companion.games.antiquity.asking_goods import good_option
from companion.games.antiquity.asking_houses import house_option
from companion.games.antiquity.moves_orders import Correction, EnterSite, RemoveSite, sides_of
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.queries_building import grave_squares
from companion.games.antiquity.queries_city import empty_squares, houses
from companion.games.antiquity.reasons_city import NO_GRAVE, NO_GRAVES
from companion.games.antiquity.reasons_phases import NO_GRAVE_THERE
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import HOUSES, PIECES, YIELDS, BuildingKind, Good, Site
from companion.games.antiquity.words import BUILDING, BUILDING_ICON, GOOD, ICON, SITE, SITE_ICON
from companion.games.antiquity.words_realm import site_words

NO_ROOM_FOR_GRAVES = say("No square can take another grave.", short=N_("No room for graves"))


def ask_correction(draft: Draft) -> Asking[Correction | EnterSite | RemoveSite]:
    """Ask what differs from the table."""
    no_site, no_city = reasons_corrections.any_site_reason(draft), reasons_corrections.extra_city_reason(draft)
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
            return (yield from together("site-there", say("One site more"), asked, say("Set it right"), layout="rows"))
        case "no-site":
            return RemoveSite((yield from _sites(draft)))
        case chosen:
            return (yield from _ask_grave(draft, "grave" if chosen == "grave" else "clear"))


def _any_removed_reason(draft: Draft) -> Message | None:
    """Why no building can be removed."""
    removed = (reasons_corrections.removed_reason(draft, building) for building in draft.realm.buildings)
    return branch_reason(removed, say("You have no building."))


def _ask_removed(draft: Draft) -> Asking[str]:
    removed_reason = partial(reasons_corrections.removed_reason, draft)
    return asking_squares.ask_which_building(
        draft, "building", say("Which building?"), draft.realm.buildings, removed_reason
    )


def _kinds(draft: Draft) -> Pick[BuildingKind]:
    options = tuple(
        Option(kind, BUILDING[kind], reason=reasons_corrections.added_reason(draft, kind), icon=BUILDING_ICON[kind])
        for kind in PIECES
    )
    return Pick[BuildingKind](key="building", prompt=say("Which building?"), options=options, secret=True)


def _ask_added(draft: Draft) -> Asking[Correction]:
    kind = yield from _kinds(draft)
    asked, act = _ask_standing(draft, kind), _stands_here(kind)
    return (yield from asking_squares.on_cardboard(draft, "stand", BUILDING[kind], asked, act))


def _ask_standing(draft: Draft, kind: BuildingKind) -> Asking[Correction]:
    number, size, saint = 0, "", None
    if kind == "house":
        free = tuple(house_option(each) for each in range(1, HOUSES + 1) if each not in houses(draft.realm))
        number = yield from Pick[int](key="house", prompt=say("Which house?"), options=free, secret=True)
    elif kind == "store":
        size = yield from store_pick(partial(reasons_corrections.size_reason, draft, "store"))
    elif kind == "cathedral":
        saint = yield from saint_pick({})
    piece, act = piece_squares(kind, *sides_of(size)), _stands_here(kind)
    spot = yield from asking_squares.ask_spot(draft, piece, BUILDING_ICON[kind], act)
    return Correction("stand", kind=kind, number=number, size=size, saint=saint, spot=spot)


def _stands_here(kind: BuildingKind) -> Message:
    return say("It stands here: {building}", short=N_("It stands there"), building=BUILDING[kind])


def _spots(draft: Draft, city: int, do: str) -> tuple[Option[str], ...]:
    """Where a grave lies, or can lie; on cardboard ``-`` for a square without a building."""
    if do == "clear":
        return asking_squares.grave_targets(draft, city)
    if draft.grids:
        return tuple(map(asking_squares.square_option, grave_squares(draft, city)))
    return asking_squares.grave_places(
        draft, city, empty_squares(draft.realm, city), lambda one: one.kind != "house" and one.graves < one.size
    )


def _any_grave_reason(draft: Draft, do: str) -> Message | None:
    """Why no city has such a square."""
    if any(_spots(draft, city, do) for city in range(len(draft.realm.cities))):
        return None
    return NO_GRAVES if do == "clear" else NO_ROOM_FOR_GRAVES


def _ask_grave(draft: Draft, do: Literal["grave", "clear"]) -> Asking[Correction]:
    nothing = NO_GRAVE if do == "clear" else NO_GRAVE_THERE
    spot = asking_squares.ask_grave_spot(draft, lambda city: _spots(draft, city, do), say("Which square?"), nothing)
    title = say("One grave more") if do == "grave" else say("One grave less")
    city, at, key = yield from asking_squares.on_cardboard(draft, do, title, spot, say("Set it right"))
    return Correction(do, city=city, at=at, key=key)


# -- the countryside -------------------------------------------------------------------------------------------------


def _sites(draft: Draft) -> Pick[str]:
    """The sites there are."""
    options = tuple(Option(works.key, site_words(works), icon=SITE_ICON[works.site]) for works in draft.realm.works)
    return Pick[str](key="site", prompt=say("Which site?"), options=options, secret=True)


def _ask_site(draft: Draft) -> Asking[EnterSite]:
    """Ask for a site as it lies on the map; of a mine also for its range, which settles what others find there."""
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
        high=reasons_corrections.most_goods(draft, site, good),
        start=1,
        icon=ICON[good],
        secret=True,
    )
    return EnterSite(site, good, left, number)


def _site_option(draft: Draft, site: Site) -> Option[Site]:
    nothing_there = branch_reason(_no_counter(draft, site, good) for good in YIELDS[site])
    reason = reasons_corrections.site_reason(draft, site) or nothing_there
    return Option(site, SITE[site], reason=reason, icon=SITE_ICON[site])


def _no_counter(draft: Draft, site: Site, good: Good) -> Message | None:
    return None if reasons_corrections.most_goods(draft, site, good) else say("That is more than there can be.")
