"""Building houses, one or several at a time. Sections 5.3 and 9 (San Nicolò)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Answer, Asking, Pick, Question
from companion.core.wording import N_, Message, listed, say, say_n
from companion.games.antiquity.buildings import add_building
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.goods import (
    ABOUT_FOOD,
    ABOUT_LUXURIES,
    CLASSES,
    afford_reason,
    bill,
    can_pay,
    class_amount,
    good_option,
    most_plentiful,
    next_goods,
    paid_reason,
    pay,
    pay_to_bank,
    without,
)
from companion.games.antiquity.moves import AddOrders, BuildHouse, Paid, Spot
from companion.games.antiquity.piece_shapes import mask_of
from companion.games.antiquity.queries import empty_positions, empty_squares, has_benefit, has_working, houses
from companion.games.antiquity.squares import (
    ANY_EMPTY_SQUARES,
    HOUSE,
    NO_ROOM,
    ask_city,
    ask_spot,
    city_reason,
    on_cardboard,
    room_reason,
    spot_reason,
    square_option,
    square_pick,
    squares_at,
)
from companion.games.antiquity.state import Building, Goods
from companion.games.antiquity.tables import FOODS, HOUSE_COST, HOUSES, Cost, Good
from companion.games.antiquity.words import basket, price

TOO_LITTLE_FOOD = say("Too little food for all of them.")
TOO_FEW_LUXURIES = say("Too few luxuries for all of them.")

WHAT_A_HOUSE_BRINGS = say(
    "A house brings you one man. The first {n} cost nothing, the others food and luxuries; you may build them in any "
    "order.",
    n=sum(cost == Cost() for cost in HOUSE_COST.values()),
)
NICOLOS_GIFT = say(
    "San Nicolò gives you a house with a lower number for nothing with each one that is paid for. It needs a square, "
    "too, and brings no further one."
)


def number_reason(draft: Draft, number: int) -> Message | None:
    """Why a house number cannot be built: built already, price, room."""
    if number in houses(draft.realm):
        return say("That house is built.")
    return afford_reason(draft.goods, HOUSE_COST[number], has_working(draft.realm, "philosophy")) or room_reason(
        draft, HOUSE
    )


def together_reason(draft: Draft, numbers: Sequence[int]) -> Message | None:
    """Why some houses cannot be built one after the other, or None: one of them cannot be built at all, their total
    price, or the room.
    """
    for number in numbers:
        if reason := number_reason(draft, number):
            return reason
    different = not has_working(draft.realm, "philosophy")
    for _, goods in CLASSES:
        dues = [class_amount(HOUSE_COST[number], goods) for number in numbers]
        if not can_pay(draft.goods, goods, dues, different=different):
            return TOO_LITTLE_FOOD if goods is FOODS else TOO_FEW_LUXURIES
    room = sum(empty_squares(draft.realm, city) for city in range(len(draft.realm.cities)))
    return None if room >= len(numbers) else NO_ROOM


def gift_reason(draft: Draft, number: int, free: int) -> Message | None:
    """Why San Nicolò does not give house ``free`` with house ``number``. A house that costs nothing brings no free
    one.
    """
    if free == 0:
        return None
    if not has_benefit(draft.realm, "nicolo"):
        return say("San Nicolò is not your patron.")
    if HOUSE_COST[number] == Cost():
        return say("Only a house that is paid for brings another one.")
    if free >= number or free in houses(draft.realm):
        return say("It must be a lower house that is not built.")
    room = sum(empty_squares(draft.realm, city) for city in range(len(draft.realm.cities)))
    return None if room > 1 else NO_ROOM


def house_reason(draft: Draft, order: BuildHouse) -> Message | None:
    """Why a house cannot be built. Section 5.3."""
    philosophy = has_working(draft.realm, "philosophy")
    return (
        number_reason(draft, order.number)
        or paid_reason(draft.goods, HOUSE_COST[order.number], order.paid, philosophy)
        or spot_reason(draft, HOUSE, order.spot)
        or gift_reason(draft, order.number, order.free)
        or (_gift_spot_reason(draft, order) if order.free else None)
    )


def _gift_spot_reason(draft: Draft, order: BuildHouse) -> Message | None:
    """Why the free house of an order cannot be placed, or None. It needs a square besides that of the house that is
    paid for.
    """
    if order.free_spot is None:
        return say("The free house needs a square.")
    same_city = order.free_spot.city == order.spot.city
    besides = mask_of(squares_at(draft, HOUSE, order.spot)) if same_city else 0
    if not draft.grids and same_city and empty_squares(draft.realm, order.spot.city) < 2:
        return NO_ROOM
    return spot_reason(draft, HOUSE, order.free_spot, besides)


def build_house(draft: Draft, order: BuildHouse) -> None:
    """Build a house. The free house has no effect of its own."""
    pay_to_bank(draft.goods, draft.bank, bill(HOUSE_COST[order.number], order.paid))
    _add_house(draft, draft.new_key, order.number, order.spot)
    if order.free and order.free_spot is not None:
        _add_house(draft, f"{draft.new_key}f", order.free, order.free_spot)


def _add_house(draft: Draft, key: str, number: int, spot: Spot) -> None:
    add_building(draft, Building(key, "house", spot.city, 1, squares_at(draft, HOUSE, spot), number=number))


# -- one house -------------------------------------------------------------------------------------------------------


def house_option(number: int, cost: Cost | None = None, reason: Message | None = None) -> Option[int]:
    """A house by its number."""
    return Option(number, say("House {n}", n=number), price(cost) if cost else (), reason, icon="home")


def house_pick(draft: Draft) -> Pick[int]:
    """The houses that are not built, with their prices."""
    options = tuple(
        house_option(number, HOUSE_COST[number], number_reason(draft, number))
        for number in range(1, HOUSES + 1)
        if number not in houses(draft.realm)
    )
    return Pick[int](key="house", prompt=say("Which house?"), options=options, secret=True, meaning=WHAT_A_HOUSE_BRINGS)


def ask_house(draft: Draft) -> Asking[BuildHouse]:
    """Ask for a house that is built: its number, what it is paid with, its square."""
    philosophy = has_working(draft.realm, "philosophy")
    number = yield from house_pick(draft)
    title = say("House {n}", n=number)
    return (
        yield from on_cardboard(
            draft, "house", title, _ask_house(draft, number, philosophy), say("Build house {n}", n=number)
        )
    )


def _ask_house(draft: Draft, number: int, philosophy: bool) -> Asking[BuildHouse]:
    paid = yield from pay(draft.goods, HOUSE_COST[number], philosophy, secret=True)
    spot = yield from ask_spot(draft, HOUSE, "home", say("Build house {n} here", n=number))
    lower = [free for free in range(number - 1, 0, -1) if free not in houses(draft.realm)]
    if not has_benefit(draft.realm, "nicolo") or HOUSE_COST[number] == Cost() or not lower:
        return BuildHouse(number, paid, spot)
    options = (Option(0, say("None")), *(house_option(n, reason=gift_reason(draft, number, n)) for n in lower))
    prompt = say("Which lower house is free?")
    free = yield from Pick[int](key="free", prompt=prompt, options=options, secret=True, meaning=NICOLOS_GIFT)
    if not free:
        return BuildHouse(number, paid, spot)
    act = say("Build house {n} here", n=free)
    return BuildHouse(number, paid, spot, free, (yield from ask_spot(draft, HOUSE, "home", act, spot, "free-")))


# -- all free houses -------------------------------------------------------------------------------------------------

FREE = say("Free houses")


def free_houses(draft: Draft) -> list[int]:
    """The numbers of houses that are not built and cost nothing, at most as many as there are empty squares."""
    return [n for n in HOUSE_COST if HOUSE_COST[n] == Cost() and n not in houses(draft.realm)][: _room(draft)]


def ask_free_houses(draft: Draft) -> Asking[AddOrders]:
    """Ask where all houses that cost nothing stand; each answer is built in ``draft`` at once."""
    plans = [_HousePlan(number, {}) for number in free_houses(draft)]
    return together("houses", FREE, _ask_squares(draft, plans), _build_them(len(plans)))


def _build_them(n: int) -> Message:
    """The text of the button that builds ``n`` houses."""
    return say_n("Build {n} house", "Build {n} houses", n)


# -- several that are paid for ---------------------------------------------------------------------------------------

NO_OTHER = 0
"""The answer after the last of several houses."""

MOST, CHOOSE = "most", "choose"
"""How several houses are paid: with the most plentiful goods, or chosen good by good."""


class _HousePlan(NamedTuple):
    """A house, what is paid for it, and the number of the house that San Nicolò adds for free; 0 for none."""

    number: int
    paid: Paid
    free: int = 0


def has_several(draft: Draft, one: Pick[int]) -> bool:
    """Whether two houses can be built together and at least one costs something; ``one`` is the question for a single
    house.
    """
    possible = [option.value for option in one.reachable()]
    if all(HOUSE_COST[number] == Cost() for number in possible):
        return False
    return any(together_reason(draft, pair) is None for pair in combinations(possible, 2))


def ask_several_houses(draft: Draft) -> Asking[AddOrders]:
    """Ask which houses are built, each question with their cost so far; then on one form how they are paid and where
    they stand. Each answer is built in ``draft`` at once.
    """
    numbers = yield from _ask_numbers(draft)
    which = say_n("House {which}", "Houses {which}", len(numbers), which=listed(sorted(numbers)))
    title = say("{houses}. {cost}", short=N_("{cost}"), houses=which, cost=cost_words(numbers))
    return (yield from together("several", title, _ask_several(draft, numbers), _build_them(len(numbers))))


def cost_words(numbers: Sequence[int]) -> Message:
    """The words for the total cost of houses."""
    food = sum(HOUSE_COST[number].food for number in numbers)
    luxuries = sum(HOUSE_COST[number].luxury for number in numbers)
    if luxuries:
        return say_n(
            "Together: {food} food, {n} luxury",
            "Together: {food} food, {n} luxuries",
            luxuries,
            short=N_("{food} food, {n} lux."),
            food=food,
        )
    if not food:
        return say("Nothing to pay", short=N_("Nothing to pay"))
    return say("Together: {food} food", short=N_("{food} food"), food=food)


def _ask_numbers(draft: Draft) -> Generator[Question, Answer, list[int]]:
    built, chosen = houses(draft.realm), list[int]()
    while True:
        options = tuple(
            house_option(number, HOUSE_COST[number], together_reason(draft, (*chosen, number)))
            for number in range(1, HOUSES + 1)
            if number not in built and number not in chosen
        )
        if all(option.reason for option in options):
            return chosen
        prompt = say("Which house?")
        if chosen:
            prompt = say("And which other house?", short=N_("Which other house?"))
            options = (Option(NO_OTHER, say("No other"), icon="check"), *options)
        number = yield from Pick[int](
            key=f"house-{len(chosen) + 1}",
            prompt=prompt,
            hint=cost_words(chosen) if chosen else None,
            options=options,
            secret=True,
            meaning=say("Several houses in one go. Each has its own price and brings one man."),
        )
        if number == NO_OTHER:
            return chosen
        chosen.append(number)


def _ask_several(draft: Draft, numbers: Sequence[int]) -> Asking[AddOrders]:
    paid = yield from _ask_payment(draft, numbers)
    free = yield from _ask_gifts(draft, numbers)
    plans = [_HousePlan(number, paid[number], free.get(number, 0)) for number in numbers]
    return (yield from _ask_squares(draft, plans))


def _ask_payment(draft: Draft, numbers: Sequence[int]) -> Generator[Question, Answer, dict[int, Paid]]:
    """Ask what each house is paid with, if there is a choice; preselected is the payment that leaves the stock most
    varied.
    """
    different = not has_working(draft.realm, "philosophy")
    if next(_ask_goods(draft, numbers, different), None) is None:
        return _most_plentiful(draft, numbers, different)
    most = _most_plentiful(draft, numbers, different)
    total: Counter[Good] = sum(map(Counter, most.values()), Counter())
    options = (
        Option(MOST, say("Of what there is most", short=N_("Of what is most")), hint=basket(total)),
        Option(CHOOSE, say("I choose")),
    )
    way = yield from Pick[str](
        key="pay",
        prompt=say("Pay with what?"),
        options=options,
        secret=True,
        usual=MOST,
        meaning=say(
            "Either the companion pays all these houses with what you own most of, or you choose for each house."
        ),
    )
    return most if way == MOST else (yield from _ask_goods(draft, numbers, different))


def _most_plentiful(draft: Draft, numbers: Sequence[int], different: bool) -> dict[int, Paid]:
    left = dict(draft.goods)
    paid: dict[int, Paid] = {number: {} for number in numbers}
    for _, goods in CLASSES:
        for number in numbers:
            given = most_plentiful(left, goods, class_amount(HOUSE_COST[number], goods), different=different)
            left = without(left, given)
            paid[number] |= Counter(given)
    return paid


def _ask_goods(draft: Draft, numbers: Sequence[int], different: bool) -> Generator[Question, Answer, dict[int, Paid]]:
    """Ask for each good that pays for a house; not asked if only one good is possible."""
    left = dict(draft.goods)
    paid: dict[int, Paid] = {number: {} for number in numbers}
    for name, goods in CLASSES:
        dues = [class_amount(HOUSE_COST[number], goods) for number in numbers]
        for at, number in enumerate(numbers):
            given: list[Good] = []
            while len(given) < dues[at] and (
                possible := next_goods(left, goods, dues[at:], given, different=different)
            ):
                key = f"{name}-{number}-{len(given) + 1}"
                good = possible[0] if len(possible) == 1 else (yield from _good_pick(key, number, left, possible))
                given.append(good)
                left = without(left, [good])
            paid[number] |= Counter(given)
    return paid


def _good_pick(key: str, number: int, left: Goods, goods: Sequence[Good]) -> Pick[Good]:
    options = tuple(good_option(good, hint=say("You have {n}.", N_("Have {n}"), n=left[good])) for good in goods)
    prompt = say("House {n}: pay with what?", short=N_("House {n}: pay with"), n=number)
    return Pick[Good](
        key=key,
        prompt=prompt,
        options=options,
        secret=True,
        usual=max(goods, key=left.__getitem__),
        meaning=ABOUT_FOOD if goods[0] in FOODS else ABOUT_LUXURIES,
    )


def _ask_gifts(draft: Draft, numbers: Sequence[int]) -> Generator[Question, Answer, dict[int, int]]:
    """Ask for the lower house that San Nicolò gives with each house; preselected is the highest."""
    gifts: dict[int, int] = {}
    room = _room(draft) - len(numbers)
    for number in numbers if has_benefit(draft.realm, "nicolo") else ():
        taken = (*houses(draft.realm), *numbers, *gifts.values())
        lower = [free for free in range(number - 1, 0, -1) if free not in taken]
        if HOUSE_COST[number] == Cost() or not lower or room < 1:
            continue
        gifts[number] = yield from Pick[int](
            key=f"free-{number}",
            prompt=say("Which lower house is free with house {n}?", short=N_("Free with house {n}"), n=number),
            options=(Option(0, say("None")), *map(house_option, lower)),
            secret=True,
            usual=lower[0],
            meaning=NICOLOS_GIFT,
        )
        room -= 1 if gifts[number] else 0
    return gifts


def _room(draft: Draft) -> int:
    """The empty squares of all cities."""
    return sum(empty_squares(draft.realm, city) for city in range(len(draft.realm.cities)))


# -- their squares ---------------------------------------------------------------------------------------------------


def _ask_squares(draft: Draft, plans: Sequence[_HousePlan]) -> Asking[AddOrders]:
    """Ask where houses stand; preselected is the city of the previous house, for the first house the one with most
    empty squares.
    """
    orders: list[BuildHouse] = []
    city = max(range(len(draft.realm.cities)), key=partial(empty_squares, draft.realm))
    for number, paid, free in plans:
        spot = yield from _ask_square(draft, number, city)
        free_spot = (yield from _ask_square(draft, free, spot.city, spot)) if free else None
        orders.append(BuildHouse(number, paid, spot, free, free_spot))
        draft.line += 1
        build_house(draft, orders[-1])
        city = spot.city
    return AddOrders(tuple(orders))


def _ask_square(
    draft: Draft, number: int, usual: int, besides: Spot | None = None
) -> Generator[Question, Answer, Spot]:
    """Ask where one of several houses stands; the square ``besides`` counts as taken."""

    def no_room(city: int) -> Message | None:
        both_here = besides is not None and besides.city == city
        return city_reason(draft, HOUSE, city) or (
            NO_ROOM if both_here and empty_squares(draft.realm, city) < 2 else None
        )

    prompt = say("House {n}: in which city?", short=N_("House {n}: city?"), n=number)
    city = yield from ask_city(draft.realm, no_room, prompt, f"city-{number}", usual=usual)
    if not draft.grids:
        return Spot(city)
    taken = besides.way.rpartition(",")[0] if besides is not None and besides.city == city else ""
    options = (square_option(square) for square in empty_positions(draft.realm, city) if square != taken)
    prompt = say("House {n}: where?", n=number)
    if len(draft.realm.cities) > 1:
        prompt = say("House {n}, city {city}: where?", short=N_("House {n}: where?"), n=number, city=city + 1)
    at = yield from square_pick(draft.realm, city, f"at-{number}", prompt, options, ANY_EMPTY_SQUARES)
    return Spot(city, f"{at},0")
