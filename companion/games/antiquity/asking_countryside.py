"""Questions of phase 4. Section 7."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Answer, Asking, Confirm, Count, Pick, Question
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.antiquity import words
from companion.games.antiquity.agenda import Countryside
from companion.games.antiquity.asking_goods import good_option, pay
from companion.games.antiquity.moves import BuildInn, ClearPollution, FoundCity, Move, OpenSite, Pass
from companion.games.antiquity.queries_city import buildings_of_kind, has_working, owned, ready_cart_shops, stock
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
from companion.games.antiquity.words_realm import zone_words


def ask_countryside(state: State, _due: Countryside, seat: int) -> Asking[Move]:
    """Ask for one use of a cart shop, or of alchemy; what belongs to it is a form."""
    realm, secret = state.realm(seat), state.hidden_stocks
    options: list[Option[str]] = [
        Option(
            site,
            words.SITE[site],
            words.price(SITE_COST[site]),
            site_reason(state, realm, site),
            words.SITE_HINT[site],
            icon=words.SITE_ICON[site],
        )
        for site in words.SITE
    ]
    if buildings_of_kind(realm, "brewery"):
        options.append(
            Option("inn", say("Inn"), words.price(INN_COST), inn_reason(realm), words.INN_HINT, icon="people")
        )
    options.append(
        Option("city", say("New city"), words.price(CITY_COST), found_reason(realm), words.CITY_HINT, icon="city")
    )
    if buildings_of_kind(realm, "alchemy"):
        clearing = say("Clear pollution")
        options.append(Option("clear", clearing, reason=clear_reason(realm), hint=words.CLEAR_HINT, icon="trash"))
    options.append(Option("pass", say("Nothing more"), icon="check"))
    prompt = say_n(
        "Countryside: {n} cart shop to use", "Countryside: {n} cart shops to use", len(ready_cart_shops(realm)),
        short=N_("Countryside?"),
    )  # fmt: skip
    hint = zone_words(realm)
    chosen = yield from Pick[str](
        key="item", prompt=prompt, hint=hint, options=tuple(options), default="pass", secret=secret
    )
    if chosen == "inn":
        inn = pay(stock(realm), INN_COST, True, secret)
        return BuildInn((yield from together("inn", say("Inn"), inn, say("Build the inn"))))
    if chosen == "city":
        city = pay(stock(realm), CITY_COST, has_working(realm, "philosophy"), secret)
        return FoundCity((yield from together("city", say("New city"), city, say("Found it"))))
    if chosen == "clear":
        return ClearPollution()
    if chosen == "pass":
        return Pass()
    site = next(site for site in words.SITE if site == chosen)
    opened = _site(state, realm, site, secret)
    return (yield from together("site", words.SITE[site], opened, say("Open the site"), layout="rows"))


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
        prompt=say("{good}: how many counters on the map?", good=words.GOOD[good], short=N_("Counters laid?")),
        hint=words.CLEAN_FISHERY_SIZE if clean_land else words.SITE_SIZE[site],
        low=1,
        high=most_goods(state, site, good),
        start=1,
        icon=words.ICON[good],
        secret=secret,
    )
    return OpenSite(site, good, goods, number, seedless)


def _yield(state: State, site: Site, secret: bool) -> Generator[Question, Answer, Good]:
    goods = YIELDS[site]
    if len(goods) == 1:
        return goods[0]
    options = tuple(good_option(good, counters_reason(state, good, 1)) for good in goods)
    return (yield from Pick[Good](key="good", prompt=say("Which good?"), options=options, secret=secret))


def _crop(state: State, realm: Realm, secret: bool) -> Generator[Question, Answer, tuple[Good, bool]]:
    """Ask what grows; whether without seed (biology, once a turn) only where both are possible."""
    free = seedless_reason(realm) is None
    options = tuple(good_option(good, crop_reason(state, realm, good, free)) for good in YIELDS["farm"])
    good = yield from Pick[Good](key="good", prompt=say("Grow what?"), options=options, secret=secret)
    if not free or not owned(realm, good):
        return good, free
    prompt = say("Without seed, by biology?")
    yes, no = say("Without seed"), say("Pay the seed")
    return good, (yield from Confirm(key="blessed", prompt=prompt, yes=yes, no=no, secret=secret))


def _range(state: State, secret: bool) -> Generator[Question, Answer, tuple[Good, int]]:
    """Ask for a mountain range: one mined before, or a new one with its ore."""
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
    label = say("Range {n}: {good}", n=number, good=words.GOOD[found.good])
    return Option(number, label, reason=reason, hint=hint, icon=words.ICON[found.good])


def _settled(found: MountainRange) -> Message:
    """Who settled the ore of a range, and when, where that is known."""
    if not found.turn:
        return say("Settled by {who} earlier", who=SeatName(found.seat))
    return say("Settled by {who} in turn {turn}", who=SeatName(found.seat), turn=found.turn)
