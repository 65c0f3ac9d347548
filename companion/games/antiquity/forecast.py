"""What a seat can do when it acts next, and what it will lose. Sections 5 to 8."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.widgets import MOST_FORECAST_LINES, ForecastLine
from companion.core.wording import Message, in_a_row, listed, say, say_n
from companion.games.antiquity.buildings import kind_pick
from companion.games.antiquity.countryside import ready_cart_shops, site_reason
from companion.games.antiquity.draft import new_draft
from companion.games.antiquity.famine import famine_graves, granary_food
from companion.games.antiquity.pollution import pollution_due
from companion.games.antiquity.queries import food_of, has_working, men_in_cities
from companion.games.antiquity.showing_realm import next_famine
from companion.games.antiquity.state import (
    Countryside,
    Exploring,
    ForcingLabour,
    Over,
    PlacingGraves,
    Planning,
    Realm,
    SettingUp,
    State,
    Storing,
)
from companion.games.antiquity.storage import coming_loss
from companion.games.antiquity.words import BUILDING, SITE

NAMED = 3
"""How many buildings are named."""


def forecast(state: State, seat: int) -> list[ForecastLine]:
    """What the men of a seat will still do in this turn, what it will lose and why, and what it could build in the next
    one. What rests on its stock is secret where stocks are hidden.
    """
    realm = state.realm(seat)
    if realm.out or isinstance(state.due, SettingUp | Planning | Over):
        return []
    return [*_men(state, realm), *_losses(state, realm), *_next_turn(state, realm)][:MOST_FORECAST_LINES]


def _men(state: State, realm: Realm) -> Iterator[ForecastLine]:
    """Actions in the countryside, and an exploration. Sections 6 and 7."""
    due, carts = state.due, len(ready_cart_shops(realm))
    if isinstance(due, Countryside) and realm.seat in due.left and carts:
        yield ForecastLine(
            say_n(
                "Your man in the cart shop: {n} action in the countryside.",
                "Your men in cart shops: {n} actions in the countryside.",
                carts,
            ),
            "cart",
        )
        sites = [name for site, name in SITE.items() if site_reason(state, realm, site) is None]
        if sites:
            text = say("You can pay: {what}.", what=in_a_row(sites))
            yield ForecastLine(text, "mountain", secret=not realm.goods.revealed)
    waits = isinstance(due, Countryside | Storing | ForcingLabour) or (
        isinstance(due, Exploring) and realm.seat in due.left
    )
    if waits and has_working(realm, "explorer"):
        yield ForecastLine(say("Your explorer: one exploration."), "eye")


def _losses(state: State, realm: Realm) -> Iterator[ForecastLine]:
    """Goods without a store, graves of famine, counters of pollution, as things stand. Section 8."""
    due, secret = state.due, not realm.goods.revealed
    if isinstance(due, Countryside) and (loss := coming_loss(realm)) is not None:
        yield ForecastLine(loss, "warning", secret)
    if isinstance(due, Countryside | Storing | ForcingLabour | Exploring):
        graves = famine_graves(next_famine(state), food_of(realm), granary_food(realm))
        if graves:
            text = say_n(
                "Famine brings you {n} grave as things stand: 1 more food, and none.",
                "Famine brings you {n} graves as things stand: {n} more food, and none.",
                graves,
            )
            yield ForecastLine(text, "warning", secret)
    if isinstance(due, PlacingGraves) and not due.polluted and (counters := pollution_due(realm)):
        yield ForecastLine(say("Next you lay {n} pollution.", n=counters), "warning")


def _next_turn(state: State, realm: Realm) -> Iterator[ForecastLine]:
    """Once the harvest is in: the men that come back, and what the goods pay for. Section 5."""
    if isinstance(state.due, Countryside | Storing | ForcingLabour):
        return
    men = realm.idle + men_in_cities(realm)
    if men:
        yield ForecastLine(say_n("Next turn you place {n} man.", "Next turn you place up to {n} men.", men), "man")
    text = _buildings(state, realm)
    if text is not None:
        yield ForecastLine(text, "hammer", secret=not realm.goods.revealed)


def _buildings(state: State, realm: Realm) -> Message | None:
    """The first buildings that can be paid and laid. Section 5.2."""
    pick = kind_pick(new_draft(state, realm.seat, ()))
    able = [BUILDING[option.value] for option in pick.options if option.reason is None]
    if not able:
        return None
    if len(able) <= NAMED:
        return say("Your goods pay for: {what}.", what=listed(able))
    more = len(able) - NAMED
    return say("Your goods pay for one of: {what} and {more} more.", what=in_a_row(able[:NAMED]), more=more)
