"""Widgets that only the owner sees: hand, cards laid down, blocks, replacement plan."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.widgets import AnyWidget, Card, Hand, Note
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta.queries import side_at
from companion.games.athens_sparta.queries_blocks import committed_blocks
from companion.games.athens_sparta.queries_cards import card_points, effect_of
from companion.games.athens_sparta.queries_replacements import check_plan
from companion.games.athens_sparta.state import OPEN_GROUND, OUT_OF_PLAY, POOL, Body, State
from companion.games.athens_sparta.tables import ICONS, Side
from companion.games.athens_sparta.words import block_name, card_name, event_name, order_words, place_name


def show_own(state: State, seat: int) -> Iterator[AnyWidget]:
    """The widgets of the seat's own side."""
    side = side_at(state, seat)
    if side is None or state.level == "battle":
        return
    yield from _own_cards(state, side)
    if state.level == "full":
        yield from _own_blocks(state, side)
    plan = state.plans[side].value
    if plan:
        account, _ = check_plan(state, side, plan)
        lines = (*(order_words(state, order) for order in plan), say("Points left: {n}", n=account.left))
        yield Note(key="plan", title=say("Your replacements"), lines=lines, secret=True)


def _own_cards(state: State, side: Side) -> Iterator[AnyWidget]:
    chosen = state.chosen[side].value if side in state.chosen and side not in state.played else ""
    hand = state.hands[side].value if side in state.hands else []
    if hand or chosen:
        cards = [_card(state, f"hand-{n}", card) for n, card in enumerate(hand)]
        if chosen and not hand:
            cards.append(_card(state, "chosen", chosen, say("face down")))
        yield Hand(key="hand", title=say("Your hand"), cards=tuple(cards), seat=state.seats[side], secret=True)
    if chosen:
        lines = (say("You have laid down {card}.", card=card_name(state, chosen)),)
        yield Note(
            key="chosen", title=say("The card you laid down", short=N_("Card laid down")), lines=lines, secret=True
        )
    if side in state.syracuse and not state.syracuse[side].revealed:
        lines = (say("Your card at Syracuse: {card}.", card=card_name(state, state.syracuse[side].value)),)
        title = say("Face down at Syracuse", short=N_("At Syracuse"))
        yield Note(key="syracuse", title=title, lines=lines, secret=True)


def _card(state: State, key: str, card: str, *more: Message) -> Card:
    """A card under its points: the name of an event may be wider than a card of a phone. Small displays, which open
    only one card at a time, name the event with the points.
    """
    if effect_of(card) is None:
        return Card(key, card_name(state, card), more, "card")
    event = event_name(state, card)
    points = say("{n} MP", short=N_("{n} MP, {event}"), n=card_points(card), event=event)
    return Card(key, points, (event, *more), "card")


def _own_blocks(state: State, side: Side) -> Iterator[AnyWidget]:
    """The own blocks: place and steps; those in the pool apart."""
    away = committed_blocks(state, side)
    own = [(key, block.body.value) for key, block in sorted(state.blocks.items()) if block.side == side]
    placed = [item for item in own if item[1].strength]
    cards = tuple(
        Card(key, block_name(body), (_steps(body), _location(state, body, key in away)), ICONS[body.kind])
        for key, body in sorted(placed, key=lambda item: (item[1].at, item[0]))
    )
    if cards:
        yield Hand(key="blocks", title=say("Your blocks"), cards=cards, seat=state.seats[side], secret=True)
    pool = tuple(
        Card(key, block_name(body), (say("in the pool"),), ICONS[body.kind])
        for key, body in own
        if not body.strength and body.at == POOL
    )
    if pool:
        yield Hand(key="pool", title=say("Your pool"), cards=pool, seat=state.seats[side], secret=True)


def _steps(body: Body) -> Message:
    if not body.most:
        return say_n("{n} step", "{n} steps", body.strength)
    return say("steps {n}/{most}", n=body.strength, most=body.most)


def _location(state: State, body: Body, bound: bool) -> Message:
    if body.at in (OPEN_GROUND, OUT_OF_PLAY):
        return say("in the open")
    if bound:
        return say("{place}, not free", place=place_name(state, body.at))
    return say("{place}", place=place_name(state, body.at))
