"""Questions by which a realm is corrected: its cities, and its sites in the countryside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from companion.core.questions import Asking, Count, Option, Pick
from companion.core.wording import N_, Message, say
from companion.games.antiquity.asking_squares import (
    ask_grave_spot,
    ask_spot,
    ask_which_building,
    grave_targets,
    square_words,
)
from companion.games.antiquity.moves_orders import Correction, EnterSite, RemoveSite, sides_of
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.queries_building import grave_squares
from companion.games.antiquity.queries_city import empty_squares, houses
from companion.games.antiquity.reasons_city import NO_GRAVE
from companion.games.antiquity.reasons_corrections import (
    added_reason,
    any_site_reason,
    extra_city_reason,
    most_goods,
    removed_reason,
    site_reason,
    store_reason,
)
from companion.games.antiquity.state import Building
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import HOUSES, PIECES, STORES, YIELDS, Good, Kind, Saint, Site
from companion.games.antiquity.words import BUILDING, BUILDING_ICON, GOOD, ICON, SAINT, SITE, SITE_ICON
from companion.games.antiquity.words_realm import building_words


def ask_correction(draft: Draft) -> Asking[Correction | EnterSite | RemoveSite]:
    """Ask what differs from the table."""
    buildings = draft.realm.buildings
    options = (
        Option("stand", say("A building stands there"), reason=_kinds(draft).blocked(), icon="hammer"),
        Option("gone", say("A building is gone"), reason=_any_removed_reason(draft), icon="trash"),
        Option("grave", say("A grave lies there"), reason=_any_grave_reason(draft, "grave"), icon="grave"),
        Option("clear", say("A grave is gone"), reason=_any_grave_reason(draft, "clear"), icon="close"),
        Option("city", say("A further city stands"), reason=extra_city_reason(draft), icon="city"),
        Option("site", say("A site is on the map"), reason=any_site_reason(draft), icon="wood"),
        Option("no-site", say("A site is gone"), reason=_sites(draft).blocked(), icon="trash"),
    )
    chosen = yield from Pick[str](key="mend", prompt=say("What is different?"), options=options, secret=True)
    if chosen == "stand":
        return (yield from _ask_added(draft))
    if chosen == "gone":
        prompt = say("Which building?")
        return Correction(
            "gone",
            key=(
                yield from ask_which_building(
                    draft, "building", prompt, buildings, lambda one: removed_reason(draft, one)
                )
            ),
        )
    if chosen == "city":
        return Correction("city")
    if chosen == "site":
        return (yield from _ask_site(draft))
    if chosen == "no-site":
        return RemoveSite((yield from _sites(draft)))
    return (yield from _ask_grave(draft, "grave" if chosen == "grave" else "clear"))


def _any_removed_reason(draft: Draft) -> Message | None:
    """Why no building can be removed."""
    reasons = [removed_reason(draft, building) for building in draft.realm.buildings]
    return None if None in reasons else reasons[0] if reasons else say("You have no building.")


def _kinds(draft: Draft) -> Pick[Kind]:
    options = tuple(
        Option(kind, BUILDING[kind], reason=added_reason(draft, kind), icon=BUILDING_ICON[kind]) for kind in PIECES
    )
    return Pick[Kind](key="building", prompt=say("Which building?"), options=options, secret=True)


def _ask_added(draft: Draft) -> Asking[Correction]:
    kind = yield from _kinds(draft)
    number, size = 0, ""
    saint: Saint | None = None
    if kind == "house":
        free = (each for each in range(1, HOUSES + 1) if each not in houses(draft.realm))
        options = tuple(Option(each, say("House {n}", n=each), icon="home") for each in free)
        number = yield from Pick[int](key="house", prompt=say("Which house?"), options=options, secret=True)
    elif kind == "store":
        sizes = tuple(
            Option(
                f"{wide}x{high}",
                say("{wide} by {high}: {n} goods", wide=wide, high=high, n=wide * high),
                reason=store_reason(draft, wide, high),
            )
            for wide, high in STORES
        )
        size = yield from Pick[str](key="size", prompt=say("How large?"), options=sizes, secret=True)
    elif kind == "cathedral":
        saints = tuple(Option[Saint](each, name, icon="crown") for each, name in SAINT.items())
        saint = yield from Pick[Saint](key="saint", prompt=say("Which patron saint?"), options=saints, secret=True)
    act = say("It stands here: {building}", building=BUILDING[kind])
    spot = yield from ask_spot(draft, piece_squares(kind, *sides_of(size)), BUILDING_ICON[kind], act)
    return Correction("stand", kind=kind, number=number, size=size, saint=saint, spot=spot)


def _grave_spots(draft: Draft, city: int) -> tuple[Option[str], ...]:
    """Where a grave can lie; on cardboard ``-`` for a square without a building."""
    if draft.grids:
        return tuple(Option(square, square_words(square)) for square in grave_squares(draft, city))
    loose: Sequence[Option[str]] = ()
    if empty_squares(draft.realm, city):
        loose = (Option("-", say("A square without a building")),)
    return (*loose, *(_named(one) for one in draft.realm.buildings if one.city == city and _open(one)))


def _open(building: Building) -> bool:
    return building.kind != "house" and building.graves < building.size


def _named(building: Building) -> Option[str]:
    return Option(building.key, building_words(building), icon=BUILDING_ICON[building.kind])


def _spots(draft: Draft, city: int, do: str) -> tuple[Option[str], ...]:
    return _grave_spots(draft, city) if do == "grave" else grave_targets(draft, city)


def _any_grave_reason(draft: Draft, do: str) -> Message | None:
    """Why no city has such a square."""
    cities = range(len(draft.realm.cities))
    return None if any(_spots(draft, city, do) for city in cities) else NO_GRAVE


def _ask_grave(draft: Draft, do: Literal["grave", "clear"]) -> Asking[Correction]:
    prompt = say("Which square?")
    city, at, key = yield from ask_grave_spot(draft, lambda city: _spots(draft, city, do), prompt)
    return Correction(do, city=city, at=at, key=key)


# -- the countryside -------------------------------------------------------------------------------------------------


def _sites(draft: Draft) -> Pick[str]:
    """The sites there are."""
    options = tuple(
        Option(
            works.key,
            say("{site}: {n} {good}", site=SITE[works.site], n=works.left, good=GOOD[works.good]),
            icon=SITE_ICON[works.site],
        )
        for works in draft.realm.works
    )
    return Pick[str](key="site", prompt=say("Which site?"), options=options, secret=True)


def _ask_site(draft: Draft) -> Asking[EnterSite]:
    """Ask for a site as it lies on the map; of a mine also for its range, which settles what others find there."""
    kinds: list[Site] = list(SITE)
    options = tuple(
        Option[Site](kind, SITE[kind], reason=site_reason(draft, kind) or _any_good(draft, kind), icon=SITE_ICON[kind])
        for kind in kinds
    )
    site = yield from Pick[Site](key="site", prompt=say("Which site?"), options=options, secret=True)
    number, good = 0, YIELDS[site][0]
    if site == "mine":
        number = yield from Pick[int](
            key="range", prompt=say("Which mountain range?"), options=_ranges(draft), secret=True
        )
    if number > 0:
        good = draft.ranges[number - 1].good
    elif len(YIELDS[site]) > 1:
        good = yield from Pick[Good](key="good", prompt=say("Which good?"), options=_goods(draft, site), secret=True)
    goods = yield from Count(
        key="goods",
        prompt=say("{good}: how many are left on it?", short=N_("How many are left?"), good=GOOD[good]),
        low=1,
        high=most_goods(draft, site, good),
        start=1,
        icon=ICON[good],
        secret=True,
    )
    return EnterSite(site, good, goods, number)


def _goods(draft: Draft, site: Site) -> tuple[Option[Good], ...]:
    """What a site may yield."""
    return tuple(
        Option[Good](good, GOOD[good], reason=_no_counter(draft, site, good), icon=ICON[good]) for good in YIELDS[site]
    )


def _no_counter(draft: Draft, site: Site, good: Good) -> Message | None:
    return None if most_goods(draft, site, good) else say("That is more than there can be.")


def _any_good(draft: Draft, site: Site) -> Message | None:
    """Why nothing can lie on a site of this kind."""
    reasons = [_no_counter(draft, site, good) for good in YIELDS[site]]
    return None if None in reasons else reasons[0]


def _ranges(draft: Draft) -> tuple[Option[int], ...]:
    """The ranges that are listed, and two ways to say that this one is not."""
    listed = tuple(
        Option(
            number,
            say("Range {n}: {good}", n=number, good=GOOD[found.good]),
            reason=_no_counter(draft, "mine", found.good),
            icon=ICON[found.good],
        )
        for number, found in enumerate(draft.ranges, 1)
    )
    return (
        *listed,
        Option(0, say("A range not listed yet"), icon="mountain"),
        Option(-1, say("The range of another mine entered now", short=N_("Of a mine set now")), icon="mountain"),
    )
