"""The questions of set-up and of phases 4 to 10."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.questions import Answer, Asking, Confirm, Count, Option, Pick, PickMany, Place, Question
from companion.core.wording import N_, Message, SeatName, Wording, named, say, say_n
from companion.games.antiquity.asking_city import city_widget, square_words, which_city
from companion.games.antiquity.asking_goods import discards, pay
from companion.games.antiquity.city import (
    empty_positions,
    empty_squares,
    in_city,
    of_kind,
    open_to_graves,
    ready_carts,
    stock,
    working,
)
from companion.games.antiquity.countryside import (
    YIELDS,
    clear_reason,
    counters_reason,
    crop_reason,
    found_reason,
    inn_reason,
    most_goods,
    seedless_reason,
    site_reason,
)
from companion.games.antiquity.draft import copied
from companion.games.antiquity.hunger import NO_GRAVE_THERE, all_full, graves_to_place, lay, nothing_to_choose
from companion.games.antiquity.moves import (
    LATEST_TURN,
    MOST_FAMINE,
    Bury,
    Clear,
    Discard,
    Drive,
    Explore,
    Found,
    Grave,
    Hexes,
    Inn,
    Judge,
    Move,
    Open,
    Pass,
    Pollute,
    SetUp,
)
from companion.games.antiquity.state import Judging, Polluting, Realm, State
from companion.games.antiquity.tables import CITY_COST, INN_COST, SITE_COST, Good, Site
from companion.games.antiquity.telling import building_words, zone_words
from companion.games.antiquity.upkeep import at_hand, more_to_drive, to_discard
from companion.games.antiquity.words import (
    BUILDING_ICON,
    CITY_STANDS,
    CLEARED_HEXES,
    GOOD,
    ICON,
    INN_STANDS,
    SITE,
    SITE_ICON,
    STANDS,
    basket,
    price,
)


def ask_set_up(state: State, seat: int) -> Asking[Move]:
    """A play may begin in the middle: what lies on the famine board is asked, the rest is set right afterwards."""
    del seat
    prompt = say("Which turn begins?")
    hint = say("A new play begins with turn 1; later ones are for a play begun without the companion.")
    turn = yield from Count(key="turn", prompt=prompt, hint=hint, low=1, high=LATEST_TURN, start=1, default=1)
    if turn == 1:
        return SetUp(1)
    usual = turn - 1
    prompt = say("Where does famine stand?")
    famine = yield from Count(key="famine", prompt=prompt, high=MOST_FAMINE, start=usual, icon="warning", default=usual)
    return SetUp(turn, famine, (yield from _ask_order(state)))


def _ask_order(state: State) -> Asking[tuple[int, ...]]:
    """Who stands where on the order track; the last place follows."""
    left, found = list(state.order), list[int]()
    while len(left) > 1:
        options = tuple(Option(seat, named(seat), seat=seat) for seat in left)
        prompt = say("Whose man stands in place {n} of the order?", short=N_("Order: place {n}?"), n=len(found) + 1)
        seat = yield from Pick[int](key=f"order-{len(found) + 1}", prompt=prompt, options=options, default=left[0])
        left.remove(seat)
        found.append(seat)
    return (*found, *left)


# -- countryside -------------------------------------------------------------------------------------------------


def ask_countryside(state: State, seat: int) -> Asking[Move]:
    """One item for every cart shop at work."""
    realm, secret = state.realm(seat), state.hidden_stocks
    sites: list[Site] = list(SITE)
    options: list[Option[str]] = [
        Option(
            site,
            SITE[site],
            price(SITE_COST[site]),
            site_reason(state, realm, site),
            STANDS[site],
            icon=SITE_ICON[site],
        )
        for site in sites
    ]
    if of_kind(realm, "brewery"):
        options.append(Option("inn", say("Inn"), price(INN_COST), inn_reason(realm), INN_STANDS, icon="people"))
    options.append(Option("city", say("New city"), price(CITY_COST), found_reason(realm), CITY_STANDS, icon="city"))
    if of_kind(realm, "alchemy"):
        clearing = say("Clear pollution")
        options.append(Option("clear", clearing, reason=clear_reason(realm), hint=CLEARED_HEXES, icon="trash"))
    options.append(Option("pass", say("Nothing more"), icon="check"))
    prompt = say_n(
        "Countryside: {n} cart shop to use", "Countryside: {n} cart shops to use", len(ready_carts(realm)),
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
        return Inn((yield from pay(stock(realm), INN_COST, True, secret)))
    if chosen == "city":
        return Found((yield from pay(stock(realm), CITY_COST, working(realm, "philosophy"), secret)))
    if chosen == "clear":
        return Clear()
    for site in sites:
        if site == chosen:
            return (yield from _site(state, realm, site, secret))
    return Pass()


def _site(state: State, realm: Realm, site: Site, secret: bool) -> Asking[Open]:
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
    return Open(site, good, goods, number, blessed_seed)


def _size_hint(state: State, site: Site) -> Message:
    """What counts, and what becomes of the hexes. Section 7."""
    match site:
        case "woodcutter":
            return say("The own hex and every clean free forest beside it. The hexes become grass and stay clean.")
        case "mine":
            return say("The own hex and every clean free mountain beside it. Pollute each of them now.")
        case "farm":
            return say("The own hex and every clean free grass beside it. Pollute each of them now.")
        case "fishery" if state.options["polluted-fishery"]:
            return say(
                "Each clean free water hex beside either of its two land hexes, polluted land or not. Pollute that "
                "water now."
            )
        case "fishery":
            return say(
                "Each clean free water hex beside either of its two land hexes, both of them clean. Pollute that "
                "water now."
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
    """Biology spends no seed, once a turn; it is asked only where both ways are open."""
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
    """Which mountain range: one settled already, or a new one with either ore."""
    if state.ranges:
        known = tuple(
            Option(
                number,
                say("Range {n}: {good}", n=number, good=GOOD[found.good]),
                reason=counters_reason(state, found.good, 1),
                hint=say("Settled by {who} in turn {turn}", who=SeatName(found.seat), turn=found.turn),
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


# -- storage, harvest, exploration -------------------------------------------------------------------------------


def ask_storing(state: State, seat: int) -> Asking[Move]:
    """What to discard. After a correction there may be nothing to choose any more."""
    realm, secret = state.realm(seat), state.hidden_stocks
    over = to_discard(state, seat)
    if len(at_hand(realm)) < 2 or not over:
        goods = dict.fromkeys(at_hand(realm), over) if over else {}
        hint = basket(goods)
        yield from _only(say("Storage"), say("Discard it"), hint, secret)
        return Discard(goods)
    return Discard((yield from discards(stock(realm), over, secret)))


def ask_driving(state: State, seat: int) -> Asking[Move]:
    """Which sites are put to forced labour."""
    works = state.realm(seat).works
    options = tuple(
        Option(
            one.key,
            say("{site}: {n} {good}", site=SITE[one.site], n=one.left, good=GOOD[one.good]),
            hint=more_to_drive(one),
            icon=ICON[one.good],
        )
        for one in works
    )
    prompt = say("Forced labour where?")
    chosen = yield from PickMany[str](
        key="works", prompt=prompt, options=options, most=len(options), default=[one.key for one in works]
    )
    return Drive(tuple(chosen))


def ask_exploring(state: State, seat: int) -> Asking[Move]:
    """The marker lies on the map; only the table sees whether it is within reach."""
    prompt = say("Turn a marker in your zone of control?", short=N_("Turn a marker?"))
    hint = zone_words(state.realm(seat))
    yes, no = say("Turn one"), say("None")
    return Explore((yield from Confirm(key="explore", prompt=prompt, hint=hint, yes=yes, no=no, default=False)))


# -- graves and pollution ----------------------------------------------------------------------------------------


def ask_burying(state: State, seat: int) -> Asking[Move]:
    """One square after the other, each by what the ones before have left."""
    trial = copied(state.realm(seat))
    wanted = graves_to_place(state, seat)
    if not wanted:
        yield from _only(say("Your cities are full."), say("Out of the game"))
    elif nothing_to_choose(state, seat):
        yield from _only(say("Graves have to be placed."), say("Any empty squares"))
    graves: list[Grave] = []
    for place in range(1, wanted + 1):
        grave = yield from _grave(state, trial, place, wanted)
        lay(trial, grave)
        graves.append(grave)
    return Bury(tuple(graves))


def _only(prompt: Message, label: Message, hint: Wording | None = None, secret: bool = False) -> Pick[str]:
    """What is left where nothing is left to choose."""
    options = (Option("go", label, icon="next"),)
    return Pick[str](key="go", prompt=prompt, hint=hint, options=options, default="go", secret=secret)


def _grave(state: State, trial: Realm, place: int, wanted: int) -> Generator[Question, Answer, Grave]:
    full = all_full(trial)

    def no_room(city: int) -> Message | None:
        found = _grave_options(state, trial, city) if full else empty_squares(trial, city)
        return None if found else NO_GRAVE_THERE

    prompt = say("Grave {n} of {all}: where?", n=place, all=wanted)
    city = yield from which_city(trial, no_room, False, prompt, f"city-{place}")
    key = f"grave-{place}"
    if state.grids:
        squares = tuple(_grave_options(state, trial, city))
        widget = city_widget(trial.seat, city)
        at = yield from Place[str](key=key, prompt=prompt, hint=_grave_hint(full), widget=widget, options=squares)
        return Grave(city, at)
    if not full:
        return Grave(city)
    options = tuple(_grave_options(state, trial, city))
    return Grave(city, key=(yield from Pick[str](key=key, prompt=prompt, hint=_grave_hint(full), options=options)))


def _grave_hint(full: bool) -> Message:
    if full:
        return say("No square is empty: the grave goes on a building and puts it out of action.")
    return say("Empty squares first, in any of your cities.")


def _grave_options(state: State, trial: Realm, city: int) -> list[Option[str]]:
    """Only where a grave may go: the prompt says the rule."""
    if not all_full(trial):
        return [Option(square, square_words(square)) for square in empty_positions(trial, city)]
    if state.grids:
        return [
            Option(square, building_words(one), icon=BUILDING_ICON[one.kind])
            for square, one in open_to_graves(trial, city)
        ]
    return [
        Option(one.key, building_words(one), icon=BUILDING_ICON[one.kind])
        for one in in_city(trial, city)
        if one.kind != "house" and one.graves < one.size
    ]


def ask_polluting(state: State, seat: int) -> Asking[Move]:
    """The map is the table's; what finds no hex becomes graves."""
    n = state.owed(Polluting).counters[seat]
    prompt = say_n(
        "Lay {n} pollution. How many found no hex?",
        "Lay {n} pollution. How many found no hex?",
        n,
        short=N_("No hex for how many?"),
    )
    hint = say(
        "On different clean free hexes of your zone, not in another player's zone whose dump works. {zone}",
        zone=zone_words(state.realm(seat)),
    )
    return Pollute((yield from Count(key="left-over", prompt=prompt, hint=hint, low=0, high=n, start=0, default=0)))


# -- victory -----------------------------------------------------------------------------------------------------


def ask_judging(state: State, seat: int) -> Asking[Move]:
    """San Giorgio: the table looks at the map."""
    seat = state.owed(Judging).left[0]
    prompt = say("Does {who} reach all that another player reaches?", who=SeatName(seat), short=N_("San Giorgio met?"))
    hint = say("Hexes with cities or inns of anyone are left out.")
    yes, no = say("All of it"), say("Not all")
    return Judge(seat, (yield from Confirm(key="met", prompt=prompt, hint=hint, yes=yes, no=no, default=False)))


def ask_counting(state: State, seat: int) -> Asking[Move]:
    """The tie-break."""
    prompt = say("Clean free hexes in your zone?", short=N_("Clean free hexes?"))
    hint = say(
        "Without hexes that hold a city, your inns, men, goods, fisheries, markers or pollution. {zone}",
        zone=zone_words(state.realm(seat)),
    )
    return Hexes((yield from Count(key="hexes", prompt=prompt, hint=hint, low=0, high=999, start=0, default=0)))
