"""Account of a replacement plan: what it costs, city by city, and why its next order is not possible. Section 11."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from companion.core.boxes import Fact
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.queries_blocks import committed_blocks, free_blocks, max_steps, own_blocks
from companion.games.athens_sparta.queries_city import city_fact, city_points, holder, is_besieged, owner_unknown
from companion.games.athens_sparta.reasons_map import LOOK_FIRST
from companion.games.athens_sparta.reasons_places import capacity_reason
from companion.games.athens_sparta.scoring import production_points
from companion.games.athens_sparta.state import POOL, LookedUpFact, PlanOrder, State
from companion.games.athens_sparta.tables import CityField, Holder, Side
from companion.games.athens_sparta.words import place_name

MOST_ORDERS = 40
"""More orders than any income pays for."""


def income(state: State, side: Side) -> int:
    """Points to spend: those of the cities that count, Miletus also under Persian support (section 18)."""
    return max(0, production_points(state, side))


def green_cities(state: State, side: Side) -> list[str]:
    """Neutral cities that ``side`` holds and that count."""
    mine = (key for key, one in state.cities.items() if one.colour == "neutral" and one.holder == side)
    return [key for key in mine if city_points(state, key) and not is_besieged(state, key)]


def looked_up_facts(state: State, side: Side) -> list[LookedUpFact]:
    """The facts a side has looked up in secret. For the owner and the rules only."""
    return state.noted[side].value


def step_price(state: State, side: Side, kind: str) -> int:
    """Points for a step (section 11); Spartan ships are cheaper while Persia helps (section 14)."""
    if kind == "ship" and side == "sparta" and state.persia == "allied":
        return tables.PERSIAN_SHIP
    return tables.STEP_COST.get(kind, 1)  # type: ignore[call-overload, no-any-return]


class PlanAccount:
    """A plan as far as it is valid: points left, points spent in each city, strength and place of each block after it.

    A block that is disbanded can be built again at once. ``noted``: facts that only this side has looked up.
    """

    def __init__(self, state: State, side: Side) -> None:
        self.state = state
        self.side = side
        self.left = income(state, side)
        self.spent: dict[str, int] = {}
        self.green: dict[str, int] = {}
        self.own = own_blocks(state, side)
        self.strength = {key: body.strength for key, body in self.own.items()}
        self.where = {key: body.at for key, body in self.own.items()}
        self.noted = {(one.city, one.field): one.value for one in looked_up_facts(state, side)}

    # -- cities, as far as the side knows them -----------------------------------------------------------------

    def fact(self, place: str, field: CityField) -> Fact | None:
        known = city_fact(self.state, place, field)
        return self.noted.get((place, field)) if known is None else known

    def lacking(self, place: str) -> tuple[CityField, ...]:
        """The facts the side must look up before it spends points in a city that is or may be its own."""
        if place not in self.state.cities or self.holder(place) not in (self.side, None):
            return ()
        return tuple(field for field in tables.WORTH_FIELDS if self.fact(place, field) is None)

    def holder(self, place: str) -> Holder | None:
        """The holder of a city; None while the side does not know it."""
        if not owner_unknown(self.state, place):
            return holder(self.state, place)
        return tables.HOLDER_BY_COLOUR.get(self.noted.get((place, "colour")))

    def cities(self) -> list[str]:
        """Cities that are or may be the side's own."""
        return [place for place in self.state.cities if self.holder(place) in (self.side, None)]

    def worth(self, place: str) -> int:
        noted = self.noted.get((place, "points"))
        return city_points(self.state, place) or (noted if isinstance(noted, int) else 0)

    def cap(self, place: str) -> int:
        """The most points that may be spent in a city: twice its value, 1 in a minor one."""
        return 2 * self.worth(place) or 1

    # -- orders ------------------------------------------------------------------------------------------------

    def reason(self, order: PlanOrder) -> Message | None:
        """Why this is not possible as the next order."""
        if not 0 <= order.steps <= 20 or (order.steps == 0) != (order.what == "disband"):
            return say("Nothing is bought by that.")
        if (order.what == "buy") == (self.state.level == "full"):
            return say("That is not how steps are bought here.")
        if order.what == "disband":
            able = order.of in free_blocks(self.state, self.side) and self.strength[order.of]
            return None if able else say("That block cannot be disbanded.", short=N_("Cannot be disbanded"))
        if reason := self._city_reason(order.city) or self._block_reason(order):
            return reason
        return LOOK_FIRST if self.lacking(order.city) else self._money_reason(order)

    def price(self, order: PlanOrder) -> int:
        """Points that an order costs."""
        body = self.own.get(order.of)
        kind = order.of if order.what == "buy" else body.kind if body else "hoplite"
        return order.steps * self._step_price(kind)

    def _city_reason(self, place: str) -> Message | None:
        """Only an own city that is neither besieged nor blockaded."""
        if place not in self.cities():
            return say("That city is not yours.", short=N_("Not yours"))
        return say("It is besieged.", short=N_("Besieged")) if is_besieged(self.state, place) else None

    def _block_reason(self, order: PlanOrder) -> Message | None:
        if order.what == "buy":
            return None if order.of in tables.REGULAR_KINDS else say("That is no block.")
        body = self.own.get(order.of)
        if body is None or body.kind in tables.REVOLT_KINDS or order.of in committed_blocks(self.state, self.side):
            return say("That block is bound.", short=N_("It is bound"))
        if self.strength[order.of] + order.steps > max_steps(body):
            return say_n(
                "A block has no more than {n} step.",
                "A block has no more than {n} steps.",
                max_steps(body),
                short=N_("Too many steps"),
            )
        if order.what == "steps" and (not self.strength[order.of] or self.where[order.of] != order.city):
            return say("It does not stand there.")
        if order.what == "build" and (self.strength[order.of] or self.where[order.of] not in (POOL, order.city)):
            return say("It is not in the pool.")
        if order.what == "build" and not body.reserve and body.home and body.home != order.city:
            return say("It is built at home.")
        return self._athens_reason(order) if order.what == "build" else None

    def _athens_reason(self, order: PlanOrder) -> Message | None:
        """A block that is built in Athens must find room there, as the plan leaves it (section 7.1)."""
        if order.city != "athens" or self.holder("athens") != self.side or self.strength[order.of]:
            return None
        there = [key for key, place in self.where.items() if place == "athens" and self.strength[key]]
        kinds = [self.own[key].kind for key in there if self.own[key].kind not in tables.REVOLT_KINDS]
        on_land = sum(kind != "ship" for kind in kinds)
        return capacity_reason(len(kinds), on_land, self.own[order.of].kind)

    def _money_reason(self, order: PlanOrder) -> Message | None:
        price = self.price(order)
        if price > self.left:
            return say("That is more than is left.", short=N_("Too dear"))
        limit = self.cap(order.city)
        if self.spent.get(order.city, 0) + price > limit:
            return say_n(
                "Only {n} point may go there.", "Only {n} points may go there.", limit, short=N_("Too much for it")
            )
        return self._green_reason(order)

    def add(self, order: PlanOrder) -> None:
        """Add a valid order to the account."""
        price = self.price(order)
        self.left -= price
        self.spent[order.city] = self.spent.get(order.city, 0) + price
        home = self._green_home(order.of)
        self.green[home] = self.green.get(home, 0) + price
        if order.what == "disband":
            self.strength[order.of], self.where[order.of] = 0, POOL
        elif order.of in self.strength:
            self.strength[order.of] += order.steps
            self.where[order.of] = order.city

    # -- neutral cities: their points go first to their own blocks (section 9) ----------------------------------

    def _green_home(self, key: str) -> str:
        """The neutral city that a block belongs to, or empty; only where every block is followed."""
        body = self.own.get(key)
        printed = self.state.box.get("block", {}).get(key, {}).get("colour")
        return body.home if body and printed == "green" else ""

    def _green_reason(self, order: PlanOrder) -> Message | None:
        """Points that green blocks still need go to nothing else (section 9)."""
        waiting = next(self.still_due(), None)
        if waiting is None or self._after(order)._short_of(order.city) <= self._short_of(order.city):
            return None
        return say(
            "The points of {place} go to its own blocks first.",
            short=N_("Its own blocks first"),
            place=place_name(self.state, waiting[0]),
        )

    def _after(self, order: PlanOrder) -> PlanAccount:
        after = copy(self)
        after.spent, after.green = dict(self.spent), dict(self.green)
        after.strength, after.where = dict(self.strength), dict(self.where)
        after.add(order)
        return after

    def _short_of(self, place: str) -> int:
        """Points missing for green blocks: of all that are left, and of those of this city."""
        due = list(self.still_due())
        there = sum(points for _, city, points in due if city == place)
        room = self.cap(place) - self.spent.get(place, 0)
        return max(0, sum(points for _, _, points in due) - self.left) + max(0, there - room)

    def still_due(self) -> Iterator[tuple[str, str, int]]:
        """Neutral city, place of one of its blocks, and points this block can still take of the city's."""
        if self.state.level != "full":
            return
        dear_first = sorted(self.own.items(), key=lambda item: -self._step_price(item[1].kind))
        for city in green_cities(self.state, self.side):
            left = self.worth(city) - self.green.get(city, 0)
            for key, body in dear_first:
                place = self.where[key] if self.strength[key] else body.home
                steps = min(max_steps(body) - self.strength[key], left // self._step_price(body.kind))
                if self._green_home(key) == city and steps > 0 and self._may_take(key, place):
                    left -= steps * self._step_price(body.kind)
                    yield city, place, steps * self._step_price(body.kind)

    def _may_take(self, key: str, place: str) -> bool:
        """Whether a step can be given to a block there."""
        one = PlanOrder("steps" if self.strength[key] else "build", key, place, 1)
        return not (self._city_reason(place) or self._block_reason(one) or self.lacking(place))

    def _step_price(self, kind: str) -> int:
        return step_price(self.state, self.side, kind)


def check_plan(state: State, side: Side, orders: list[PlanOrder]) -> tuple[PlanAccount, Message | None]:
    """The account of a plan, and why it is not valid, or None."""
    account = PlanAccount(state, side)
    if len(orders) > MOST_ORDERS:
        return account, say("The plan is too long.")
    for order in orders:
        if reason := account.reason(order):
            return account, reason
        account.add(order)
    return account, None


def add_order_reason(state: State, side: Side, order: PlanOrder) -> Message | None:
    return check_plan(state, side, [*state.plans[side].value, order])[1]


def remove_order_reason(state: State, side: Side, order: PlanOrder) -> Message | None:
    """The rest of the plan must be valid, unless the plan is invalid already."""
    orders = state.plans[side].value
    if order not in orders:
        return say("Your plan has no such line.")
    if check_plan(state, side, orders)[1]:
        return None
    rest = list(orders)
    rest.remove(order)
    return check_plan(state, side, rest)[1]
