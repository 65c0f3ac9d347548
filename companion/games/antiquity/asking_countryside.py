"""Questions of phase 4. Section 7."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.questions import Answer, Asking, Confirm, Count, Option, Pick, Question
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.antiquity.agenda import Countryside
from companion.games.antiquity.asking_goods import pay
from companion.games.antiquity.moves import BuildInn, ClearPollution, FoundCity, Move, OpenSite, Pass
from companion.games.antiquity.queries_city import buildings_of_kind, has_working, ready_cart_shops, stock
from companion.games.antiquity.reasons_countryside import (
    clear_reason,
    counters_reason,
    crop_reason,
    found_reason,
    inn_reason,
    most_goods,
    seedless_reason,
    site_reason,
)
from companion.games.antiquity.state import MountainRange, Realm, State
from companion.games.antiquity.tables import CITY_COST, INN_COST, SITE_COST, YIELDS, Good, Site
from companion.games.antiquity.words import (
    CITY_HINT,
    CLEAR_HINT,
    GOOD,
    ICON,
    INN_HINT,
    SITE,
    SITE_HINT,
    SITE_ICON,
    price,
)
from companion.games.antiquity.words_realm import zone_words

# -- countryside -------------------------------------------------------------------------------------------------


def ask_countryside(state: State, _due: Countryside, seat: int) -> Asking[Move]:
    """Ask for one use of a cart shop, or of alchemy."""
    realm, secret = state.realm(seat), state.hidden_stocks
    sites: list[Site] = list(SITE)
    options: list[Option[str]] = [
        Option(
            site,
            SITE[site],
            price(SITE_COST[site]),
            site_reason(state, realm, site),
            SITE_HINT[site],
            icon=SITE_ICON[site],
        )
        for site in sites
    ]
    if buildings_of_kind(realm, "brewery"):
        options.append(Option("inn", say("Inn"), price(INN_COST), inn_reason(realm), INN_HINT, icon="people"))
    options.append(Option("city", say("New city"), price(CITY_COST), found_reason(realm), CITY_HINT, icon="city"))
    if buildings_of_kind(realm, "alchemy"):
        clearing = say("Clear pollution")
        options.append(Option("clear", clearing, reason=clear_reason(realm), hint=CLEAR_HINT, icon="trash"))
    options.append(Option("pass", say("Nothing more"), icon="check"))
    prompt = say_n(
        "Countryside: {n} cart shop to use", "Countryside: {n} cart shops to use", len(ready_cart_shops(realm)),
        short=N_("Countryside?"),
    )  # fmt: skip
    chosen = yield from Pick[str](
        key="item",
        prompt=prompt,
        hint=zone_words(realm),
        options=tuple(options),
        default="pass",
        secret=secret,
    )
    if chosen == "inn":
        return BuildInn((yield from pay(stock(realm), INN_COST, True, secret)))
    if chosen == "city":
        return FoundCity((yield from pay(stock(realm), CITY_COST, has_working(realm, "philosophy"), secret)))
    if chosen == "clear":
        return ClearPollution()
    for site in sites:
        if site == chosen:
            return (yield from _site(state, realm, site, secret))
    return Pass()


def _site(state: State, realm: Realm, site: Site, secret: bool) -> Asking[OpenSite]:
    blessed_seed = False
    if site == "farm":
        good, blessed_seed = yield from _crop(state, realm, secret)
        number = 0
    elif site == "mine":
        good, number = yield from _range(state, secret)
    else:
        good, number = (yield from _yield(state, site, secret)), 0
    goods = yield from Count(
        key="goods",
        prompt=say("Goods laid on the map? {good}", good=GOOD[good], short=N_("Goods laid?")),
        hint=_size_hint(state, site),
        low=1,
        high=most_goods(state, site, good),
        start=1,
        icon=ICON[good],
        secret=secret,
    )
    return OpenSite(site, good, goods, number, blessed_seed)


def _size_hint(state: State, site: Site) -> Message:
    """Which hexes count for a site, and what becomes of them. Section 7."""
    match site:
        case "woodcutter":
            return say(
                "The own hex and every clean free forest beside it. The hexes become grass and stay clean.",
                short=N_("Own hex and forests"),
            )
        case "mine":
            return say(
                "The own hex and every clean free mountain beside it. Pollute each of them now.",
                short=N_("Own hex and mountains"),
            )
        case "farm":
            return say(
                "The own hex and every clean free grass beside it. Pollute each of them now.",
                short=N_("Own hex and grass"),
            )
        case "fishery" if state.options["polluted-fishery"]:
            return say(
                "Each clean free water hex beside either of its two land hexes, polluted land or not. Pollute that "
                "water now.",
                short=N_("Water beside the land"),
            )
        case "fishery":
            return say(
                "Each clean free water hex beside either of its two land hexes, both of them clean. Pollute that "
                "water now.",
                short=N_("Water by clean land"),
            )


def _yield(state: State, site: Site, secret: bool) -> Generator[Question, Answer, Good]:
    goods = YIELDS[site]
    if len(goods) == 1:
        return goods[0]
    options = tuple(
        Option[Good](good, GOOD[good], reason=counters_reason(state, good, 1), icon=ICON[good]) for good in goods
    )
    return (yield from Pick[Good](key="good", prompt=say("Which good?"), options=options, secret=secret))


def _crop(state: State, realm: Realm, secret: bool) -> Generator[Question, Answer, tuple[Good, bool]]:
    """Ask what grows; whether without seed (biology, once a turn) only where both are possible."""
    free = seedless_reason(realm) is None
    options = tuple(
        Option[Good](good, GOOD[good], reason=crop_reason(state, realm, good, free), icon=ICON[good])
        for good in YIELDS["farm"]
    )
    good = yield from Pick[Good](key="good", prompt=say("Grow what?"), options=options, secret=secret)
    if not free:
        return good, False
    if stock(realm).get(good, 0) < 1:
        return good, True
    prompt = say("Without seed, by biology?")
    yes, no = say("Without seed"), say("Pay the seed")
    return good, (yield from Confirm(key="blessed", prompt=prompt, yes=yes, no=no, secret=secret))


def _range(state: State, secret: bool) -> Generator[Question, Answer, tuple[Good, int]]:
    """Ask for a mountain range: one mined before, or a new one with its ore."""
    if state.ranges:
        known = tuple(
            Option(
                number,
                say("Range {n}: {good}", n=number, good=GOOD[found.good]),
                reason=counters_reason(state, found.good, 1),
                hint=_settled(found),
                icon=ICON[found.good],
            )
            for number, found in enumerate(state.ranges, 1)
        )
        new = Option(0, say("A range nobody mined yet"), icon="mountain")
        prompt = say("Which mountain range?")
        number = yield from Pick[int](key="range", prompt=prompt, options=(*known, new), secret=secret)
        if number:
            return state.ranges[number - 1].good, number
    return (yield from _yield(state, "mine", secret)), 0


def _settled(found: MountainRange) -> Message:
    """Who settled the ore of a range, and when, where that is known."""
    if not found.turn:
        return say("Settled by {who} earlier", who=SeatName(found.seat))
    return say("Settled by {who} in turn {turn}", who=SeatName(found.seat), turn=found.turn)
