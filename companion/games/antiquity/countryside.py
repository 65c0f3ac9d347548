"""Phase 4: sites, inns, cities and alchemy. Section 7."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.forms import together
from companion.core.options import Option, branch_reason
from companion.core.questions import Answer, Asking, Confirm, Count, Pick, Question
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.goods import afford_reason, bill, good_option, none_reason, paid_reason, pay, pay_to_bank
from companion.games.antiquity.moves import BuildInn, ClearPollution, FoundCity, Move, OpenSite, Pass
from companion.games.antiquity.pieces import (
    instruct_city,
    instruct_clearing,
    instruct_inn,
    instruct_site,
    man_of_cart_shop,
)
from companion.games.antiquity.queries import buildings_of_kind, has_working, is_working, owned, stock, zone_words
from companion.games.antiquity.state import Building, City, Countryside, MountainRange, OpenedSite, Realm, State
from companion.games.antiquity.tables import (
    CITIES,
    CITY_COST,
    CROPS,
    INN_COST,
    INNS,
    LARGEST_FISHERY,
    LARGEST_SITE,
    LATER_SIDE,
    SITE_COST,
    YIELDS,
    Good,
    Site,
)
from companion.games.antiquity.words import (
    CITY_HINT,
    CLEAN_FISHERY_SIZE,
    CLEAR_HINT,
    GOOD,
    ICON,
    INN_HINT,
    SITE,
    SITE_HINT,
    SITE_ICON,
    SITE_SIZE,
    basket,
    price,
    quantity,
)


def can_act(state: State, seat: int) -> bool:
    """Whether a seat can do anything in this phase."""
    realm = state.realm(seat)
    return bool(ready_cart_shops(realm)) or clear_reason(realm) is None


def begin_countryside(state: State) -> None:
    """Begin phase 4, in turn order, for seats that can act."""
    for realm in state.realms:
        realm.used = []
    state.due = Countryside([seat for seat in state.alive if can_act(state, seat)])


def skip_idle_seats(state: State) -> None:
    """Skip seats that can do nothing more."""
    if isinstance(state.due, Countryside):
        while state.due.left and not can_act(state, state.due.left[0]):
            state.due.left.pop(0)


def _acting(step: Step[State]) -> Realm:
    step.owed(Countryside)
    return step.state.realm(step.seat)


def _man_leaves(realm: Realm) -> Building:
    """Empty the first ready cart shop and return it. Which one does not matter: they are all alike."""
    shop = ready_cart_shops(realm)[0]
    shop.manned = 0
    return shop


def cart_reason(realm: Realm) -> Message | None:
    """Why nothing can be built: each item takes one manned cart shop without a grave."""
    return None if ready_cart_shops(realm) else say("You have no cart shop left to use.")


def ready_cart_shops(realm: Realm) -> list[Building]:
    """Cart shops that can still send their man out. Section 7."""
    return [building for building in buildings_of_kind(realm, "cart") if is_working(realm, building)]


# -- sites -----------------------------------------------------------------------------------------------------------

SEEDLESS, CLEARED = "biology", "alchemy"


def site_reason(state: State, realm: Realm, site: Site) -> Message | None:
    """Why a site cannot be opened, whatever good it yields, or None."""
    if reason := cart_reason(realm):
        return reason
    if site == "farm":
        reasons = [crop_reason(state, realm, good, seedless_reason(realm) is None) for good in CROPS]
        return None if None in reasons else say("You have nothing to sow.")
    if site == "fishery":
        if reason := fishery_reason(state):
            return reason
        if state.options["fishery-harbour"] and not has_working(realm, "harbour"):
            return say("A fishery needs a working harbour.")
    return afford_reason(stock(realm), SITE_COST[site], philosophy=True) or _yield_reason(state, site)


def fishery_reason(table: State | Draft) -> Message | None:
    """Why no fishery can be taken from the supply."""
    gone = table.options["piece-limits"] and table.supply["fishery"] < 1
    return say("No fishery is left in the supply.") if gone else None


def _yield_reason(state: State, site: Site) -> Message | None:
    """Why a site yields nothing, or None: with limited counters, none of its goods are left."""
    return branch_reason(counters_reason(state, good, 1) for good in YIELDS[site])


def seedless_reason(realm: Realm) -> Message | None:
    """Why a farm cannot be sown without seed: the faculty of biology allows one a turn."""
    if not has_working(realm, "biology"):
        return say("Your faculty of biology does not work.")
    return say("One farm a turn needs no seed.") if SEEDLESS in realm.used else None


def crop_reason(state: State, realm: Realm, good: Good, blessed: bool) -> Message | None:
    """Why a good cannot be grown: the seat must own one to sow, unless ``blessed``."""
    if not blessed and stock(realm).get(good, 0) < 1:
        return none_reason(stock(realm), good)
    return counters_reason(state, good, 1)


def counters_reason(state: State, good: Good, goods: int) -> Message | None:
    """Why ``goods`` counters of a good cannot be laid, or None: counters are limited and too few are left."""
    if state.options["goods-limit"] and state.bank[good] < goods:
        return say_n("The supply has only {n} of it.", "The supply has only {n} of it.", max(0, state.bank[good]))
    return None


def most_goods(state: State, site: Site, good: Good) -> int:
    """The most counters a site can be given."""
    return max(1, largest_site(state, site, good))


def largest_site(table: State | Draft, site: Site, good: Good) -> int:
    """The most goods that a site has hexes for, and counters where these are a limit."""
    most = LARGEST_FISHERY if site == "fishery" else LARGEST_SITE
    return min(most, table.bank[good]) if table.options["goods-limit"] else most


def range_reason(table: State | Draft, site: Site, good: Good, number: int) -> Message | None:
    """Why a mine cannot yield a good in range ``number``, or None: the first mine in a range fixes its ore. Section 7,
    mines.
    """
    if site != "mine":
        return say("Only a mine has a range.") if number else None
    if number > len(table.ranges):
        return say("There is no such range.")
    if number > 0 and (yielded := table.ranges[number - 1].good) != good:
        return say("That range yields something else: {good}.", good=GOOD[yielded])
    return None


def open_reason(state: State, realm: Realm, move: OpenSite) -> Message | None:
    """Why a site cannot be opened like this."""
    if reason := site_reason(state, realm, move.site):
        return reason
    if move.good not in YIELDS[move.site]:
        return say("That does not come from there.")
    if move.blessed and (reason := seedless_reason(realm)):
        return reason
    if move.site == "farm" and (reason := crop_reason(state, realm, move.good, move.blessed)):
        return reason
    if move.goods > most_goods(state, move.site, move.good):
        return say("That is more than there can be.")
    return range_reason(state, move.site, move.good, move.range) or counters_reason(state, move.good, move.goods)


def open_site(step: Step[State], move: OpenSite) -> None:
    """Open a site: goods from the supply onto the map. The players lay its pollution."""
    state, realm = step.state, _acting(step)
    step.require(open_reason(state, realm, move))
    cost: dict[Good, int] = {"wood": 1} if move.site != "farm" else {} if move.blessed else {move.good: 1}
    pay_to_bank(stock(realm), state.bank, cost)
    if move.blessed:
        realm.used.append(SEEDLESS)
    if move.site == "fishery":
        state.supply["fishery"] -= 1
    if move.site == "mine" and move.range == 0:
        state.ranges.append(MountainRange(move.good, step.seat, state.turn))
    shop = _man_leaves(realm)
    realm.serial += 1
    works = OpenedSite(f"w{realm.serial}", move.site, move.good, move.goods)
    realm.works.append(works)
    state.bank[move.good] -= move.goods
    instruct_site(step, works, man_of_cart_shop(state, realm, shop, home=False))
    who, site, goods = SeatName(step.seat), SITE[move.site], quantity(move.goods, move.good)
    if cost:
        step.tell(say("{who} pays {cost}: {site} with {goods}.", who=who, cost=basket(cost), site=site, goods=goods))
    else:
        step.tell(say("{who} pays nothing: {site} with {goods}.", who=who, site=site, goods=goods))


def _site(state: State, realm: Realm, site: Site, secret: bool) -> Asking[OpenSite]:
    number, seedless = 0, False
    if site == "farm":
        good, seedless = yield from _crop(state, realm, secret)
    elif site == "mine":
        good, number = yield from _range(state, secret)
    else:
        good = yield from _yield(state, site, secret)
    clean_land = site == "fishery" and not state.options["polluted-fishery"]
    goods = yield from Count(
        key="goods",
        prompt=say("{good}: how many counters on the map?", good=GOOD[good], short=N_("Counters laid?")),
        hint=CLEAN_FISHERY_SIZE if clean_land else SITE_SIZE[site],
        low=1,
        high=most_goods(state, site, good),
        start=1,
        icon=ICON[good],
        secret=secret,
        meaning=say(
            "One good lies on each hex of the site: those of its kind that are free and clean. Each turn brings one "
            "of them home, so that more hexes last longer."
        ),
    )
    return OpenSite(site, good, goods, number, seedless)


def _yield(state: State, site: Site, secret: bool) -> Generator[Question, Answer, Good]:
    goods = YIELDS[site]
    if len(goods) == 1:
        return goods[0]
    options = tuple(good_option(good, counters_reason(state, good, 1)) for good in goods)
    return (yield from Pick[Good](key="good", prompt=say("Which good?"), options=options, secret=secret))


def _crop(state: State, realm: Realm, secret: bool) -> Generator[Question, Answer, tuple[Good, bool]]:
    """Ask what grows, and (faculty of biology, once a turn) whether without seed. Asked only if both are possible."""
    free = seedless_reason(realm) is None
    options = tuple(good_option(good, crop_reason(state, realm, good, free)) for good in YIELDS["farm"])
    good = yield from Pick[Good](
        key="good",
        prompt=say("Grow what?"),
        options=options,
        secret=secret,
        meaning=say("One good is sown: a farm costs one of what it grows. Each turn it brings one of it home."),
    )
    if not free or not owned(realm, good):
        return good, free
    prompt = say("Without seed, by biology?")
    yes, no = say("Without seed"), say("Pay the seed")
    return good, (yield from Confirm(key="blessed", prompt=prompt, yes=yes, no=no, secret=secret))


def _range(state: State, secret: bool) -> Generator[Question, Answer, tuple[Good, int]]:
    """Ask for a mountain range: one that is listed, or a new one and its ore."""
    if state.ranges:
        known = (
            range_option(number, found, counters_reason(state, found.good, 1), _settled(found))
            for number, found in enumerate(state.ranges, 1)
        )
        options = (*known, Option(0, say("A range nobody mined yet"), icon="mountain"))
        prompt = say("Which mountain range?")
        number = yield from Pick[int](key="range", prompt=prompt, options=options, secret=secret)
        if number:
            return state.ranges[number - 1].good, number
    return (yield from _yield(state, "mine", secret)), 0


def range_option(number: int, found: MountainRange, reason: Message | None, hint: Message | None = None) -> Option[int]:
    """A mountain range that is listed, by its number and ore."""
    label = say("Range {n}: {good}", n=number, good=GOOD[found.good])
    return Option(number, label, reason=reason, hint=hint, icon=ICON[found.good])


def _settled(found: MountainRange) -> Message:
    """Who fixed the ore of a range by the first mine, and in which turn if that is known."""
    if not found.turn:
        return say("Settled by {who} earlier", who=SeatName(found.seat))
    return say("Settled by {who} in turn {turn}", who=SeatName(found.seat), turn=found.turn)


# -- inns ------------------------------------------------------------------------------------------------------------


def inn_reason(realm: Realm) -> Message | None:
    """Why no inn can be built: it takes a cart shop, a brewery, one of 16 inns, one food."""
    if reason := cart_reason(realm):
        return reason
    if not has_working(realm, "brewery"):
        return say("An inn needs an ungraved brewery.")
    if realm.inns >= INNS:
        return say("You have built all your inns.")
    return afford_reason(stock(realm), INN_COST, philosophy=True)


def build_inn(step: Step[State], move: BuildInn) -> None:
    """Build an inn; the man of the cart shop is idle at once."""
    state, realm = step.state, _acting(step)
    step.require(inn_reason(realm) or paid_reason(stock(realm), INN_COST, move.paid, philosophy=True))
    pay_to_bank(stock(realm), state.bank, bill(INN_COST, move.paid))
    shop = _man_leaves(realm)
    realm.idle += 1
    realm.inns += 1
    instruct_inn(step, man_of_cart_shop(state, realm, shop, home=True))
    step.tell(say("{who} pays {cost}: an inn.", who=SeatName(step.seat), cost=basket(move.paid)))


# -- cities ----------------------------------------------------------------------------------------------------------


def found_reason(realm: Realm) -> Message | None:
    """Why no city can be founded: it takes a cart shop and its price, and there are four at most."""
    if reason := cart_reason(realm):
        return reason
    if len(realm.cities) >= CITIES:
        return say("You have four cities.")
    return afford_reason(stock(realm), CITY_COST, has_working(realm, "philosophy"))


def found_city(step: Step[State], move: FoundCity) -> None:
    """Found a city of 36 squares."""
    state, realm = step.state, _acting(step)
    philosophy = has_working(realm, "philosophy")
    step.require(found_reason(realm) or paid_reason(stock(realm), CITY_COST, move.paid, philosophy))
    cost = bill(CITY_COST, move.paid)
    pay_to_bank(stock(realm), state.bank, cost)
    shop = _man_leaves(realm)
    realm.idle += 1
    realm.cities.append(City(LATER_SIDE))
    instruct_city(step, len(realm.cities), man_of_cart_shop(state, realm, shop, home=True))
    step.tell(say("{who} pays {cost}: city {n}.", who=SeatName(step.seat), cost=basket(cost), n=len(realm.cities)))


# -- alchemy ---------------------------------------------------------------------------------------------------------


def clear_reason(realm: Realm) -> Message | None:
    """Why alchemy clears nothing: it works once a turn, without a cart shop."""
    if not has_working(realm, "alchemy"):
        return say("Your faculty of alchemy does not work.")
    return say("Alchemy clears one place a turn.") if CLEARED in realm.used else None


def clear_pollution(step: Step[State], _: ClearPollution) -> None:
    """Use alchemy once; the players take the pollution counters off the map."""
    realm = _acting(step)
    step.require(clear_reason(realm))
    realm.used.append(CLEARED)
    instruct_clearing(step)
    step.tell(say("{who} clears a hex and its neighbours of pollution.", who=SeatName(step.seat)))


# -- the question ----------------------------------------------------------------------------------------------------


def pass_countryside(step: Step[State], _: Pass) -> None:
    """Pass; men in unused cart shops stay until All Rise. The log line is needed because an undo names it."""
    step.owed(Countryside).left.remove(step.seat)
    step.tell(say("{who} does nothing more in the countryside.", who=SeatName(step.seat)))


def ask_countryside(state: State, _due: Countryside, seat: int) -> Asking[Move]:
    """Ask for one use of a cart shop, or of alchemy; its details are asked for on one form."""
    realm, secret = state.realm(seat), state.hidden_stocks
    options: list[Option[str]] = [
        Option(
            site,
            SITE[site],
            price(SITE_COST[site]),
            site_reason(state, realm, site),
            SITE_HINT[site],
            icon=SITE_ICON[site],
        )
        for site in SITE
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
    hint = zone_words(realm)
    chosen = yield from Pick[str](
        key="item",
        prompt=prompt,
        hint=hint,
        options=tuple(options),
        default="pass",
        secret=secret,
        meaning=say(
            "Each cart shop with a man does one thing outside your cities, within your zone of control. The man goes "
            "out to the site; after an inn or a city he is idle again."
        ),
    )
    if chosen == "inn":
        inn = pay(stock(realm), INN_COST, True, secret)
        return BuildInn((yield from together("inn", say("Inn"), inn, say("Build the inn"))))
    if chosen == "city":
        city = pay(stock(realm), CITY_COST, has_working(realm, "philosophy"), secret)
        return FoundCity((yield from together("city", say("New city"), city, say("Found the new city"))))
    if chosen == "clear":
        return ClearPollution()
    if chosen == "pass":
        return Pass()
    site = next(site for site in SITE if site == chosen)
    opened = _site(state, realm, site, secret)
    return (yield from together("site", SITE[site], opened, say("Open: {site}", site=SITE[site]), layout="rows"))
