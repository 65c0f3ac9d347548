"""Applying the orders of a plan to a draft, and their texts. Section 8, phase 2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from companion.core.step import Step
from companion.core.wording import Message, say
from companion.games.antiquity import buildings, corrections, hospital, houses, market, men, saints
from companion.games.antiquity.draft import Draft, new_draft
from companion.games.antiquity.moves import (
    AcceptedTrade,
    BuildHouse,
    BuildPiece,
    Correction,
    EnterSite,
    MoveBuilding,
    MoveGrave,
    OfferedTrade,
    Order,
    PlaceMan,
    RazeCathedral,
    RemoveGrave,
    RemoveSite,
    SwapGoods,
)
from companion.games.antiquity.state import Line, Planning, Realm, State
from companion.games.antiquity.words import BUILDING, SAINT, SITE, basket, building_words, quantity

BrokenOrder = tuple[Line, Message]
"""An order that no longer holds, and why."""

ORDERS: dict[type[Order], tuple[Callable[[Draft, Any], Message | None], Callable[[Draft, Any], None]]] = {
    BuildHouse: (houses.house_reason, houses.build_house),
    BuildPiece: (buildings.build_reason, buildings.build_piece),
    PlaceMan: (men.place_man_reason, men.place_man),
    RemoveGrave: (hospital.remove_grave_reason, hospital.remove_grave),
    SwapGoods: (market.swap_reason, market.swap),
    RazeCathedral: (saints.raze_reason, saints.raze_cathedral),
    MoveBuilding: (saints.move_building_reason, saints.move_building),
    MoveGrave: (saints.move_grave_reason, saints.move_grave),
    Correction: (corrections.correction_reason, corrections.correct),
    EnterSite: (corrections.enter_site_reason, corrections.enter_site),
    RemoveSite: (corrections.remove_site_reason, corrections.remove_site),
    OfferedTrade: (market.offered_reason, market.apply_offered),
    AcceptedTrade: (market.accepted_reason, market.apply_accepted),
}
"""For every kind of order: why it does not hold on a draft, and how it is applied."""


def order_reason(draft: Draft, order: Order) -> Message | None:
    """Why an order does not hold on a draft."""
    return ORDERS[type(order)][0](draft, order)


def apply_order(draft: Draft, line: Line) -> None:
    """Apply an order that holds to the draft."""
    draft.line = line.id
    ORDERS[type(line.order)][1](draft, line.order)


def apply_orders(draft: Draft, lines: Sequence[Line]) -> list[BrokenOrder]:
    """Apply every order that holds; return those that do not."""
    broken: list[BrokenOrder] = []
    for line in lines:
        reason = order_reason(draft, line.order)
        if reason is None:
            apply_order(draft, line)
        else:
            broken.append((line, reason))
    return broken


def draft_of(state: State, seat: int) -> Draft:
    """The seat's realm, bank and supply after its plan, as a draft."""
    draft = new_draft(state, seat, state.trades_of(seat))
    apply_orders(draft, state.lines(seat))
    return draft


def broken_orders(state: State, seat: int, without: int = 0) -> list[BrokenOrder]:
    """The orders of a plan that do not hold, if order ``without`` were left out."""
    lines = [line for line in state.lines(seat) if line.id != without]
    return apply_orders(new_draft(state, seat, state.trades_of(seat)), lines)


def editing_reason(state: State, seat: int) -> Message | None:
    """Why a plan cannot be changed: it is ready."""
    return say("You are ready. Think again first.") if seat in state.ready else None


def check_editing(step: Step[State]) -> None:
    """Refuse the move if the plan of its seat cannot be changed."""
    step.owed(Planning)
    step.require(editing_reason(step.state, step.seat), "ready")


def append_order(state: State, seat: int, order: Order) -> Line:
    """Add an order to a plan; return it with its number."""
    plan = state.plans[seat].value
    line = Line(plan.next, order)
    plan.lines.append(line)
    plan.next += 1
    return line


# -- in words --------------------------------------------------------------------------------------------------------


def order_words(order: Order, realm: Realm | None = None) -> Message:  # noqa: C901  (one line an order)
    """An order in words; ``realm`` names the pieces in it."""
    match order:
        case BuildHouse():
            return _house_words(order, realm)
        case BuildPiece():
            return _raise_words(order, realm)
        case PlaceMan(key=key):
            return say("A man into: {building}", building=_named(realm, key))
        case RemoveGrave():
            return _in_city(realm, say("A grave taken off"), order.city)
        case SwapGoods(give=give, take=take):
            return say("{give} for {take}", give=basket(Counter(give)), take=quantity(1, take))
        case RazeCathedral():
            return say("The cathedral is razed")
        case MoveBuilding(key=key, spot=spot):
            return _moves(realm, _named(realm, key), spot.city)
        case MoveGrave(to_city=city):
            return _moves(realm, say("A grave"), city)
        case Correction():
            return _mend_words(order, realm)
        case EnterSite(site=site, good=good, goods=goods):
            return say("Set right: {site}, {goods}", site=SITE[site], goods=quantity(goods, good))
        case RemoveSite():
            return say("Set right: a site is gone")
        case OfferedTrade() | AcceptedTrade():
            return say("A trade")


def _mend_words(order: Correction, realm: Realm | None) -> Message:
    if order.do == "city":
        return say("Set right: a further city")
    if order.do == "grave":
        return _in_city(realm, say("Set right: one more grave"), order.city)
    if order.do == "clear":
        return _in_city(realm, say("Set right: one grave less"), order.city)
    if order.do == "gone" or order.kind is None:
        return say("Set right: {building} is gone", building=_named(realm, order.key))
    if order.kind == "house":
        return say("Set right: house {n}", n=order.number)
    return say("Set right: {building}", building=BUILDING[order.kind])


def _named(realm: Realm | None, key: str) -> Message:
    found = realm.building(key) if realm else None
    return building_words(found) if found else say("a building")


def _in_city(realm: Realm | None, words: Message, city: int) -> Message:
    """The words with the city added, unless the realm is known and has only one."""
    if realm is not None and len(realm.cities) == 1:
        return words
    return say("{what}, city {n}", what=words, n=city + 1)


def _moves(realm: Realm | None, what: Message, city: int) -> Message:
    if realm is not None and len(realm.cities) == 1:
        return say("{what} moves", what=what)
    return say("{what} moves to city {n}", what=what, n=city + 1)


def _house_words(order: BuildHouse, realm: Realm | None) -> Message:
    words = say("House {n}", n=order.number)
    if order.paid:
        words = say("House {n} for {goods}", n=order.number, goods=basket(order.paid))
    words = _in_city(realm, words, order.spot.city)
    return say("{order}; house {free} free", order=words, free=order.free) if order.free else words


def _raise_words(order: BuildPiece, realm: Realm | None) -> Message:
    words = BUILDING[order.kind]
    if order.saint is not None:
        words = say("Cathedral of {saint}", saint=SAINT[order.saint])
    elif order.kind == "store":
        wide, high = order.sides
        words = say("Store {wide} by {high}", wide=wide, high=high)
    elif order.paid:
        words = say("{building} for {goods}", building=words, goods=basket(order.paid))
    return _in_city(realm, words, order.spot.city)
