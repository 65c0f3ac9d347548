"""How places, blocks, cards and orders are called in sentences."""

from __future__ import annotations

from companion.core.wording import N_, Message, Wording, say, say_n, verbatim
from companion.games.athens_sparta.queries_battle import combat_rating
from companion.games.athens_sparta.queries_blocks import body_of
from companion.games.athens_sparta.queries_cards import card_points, effect_of
from companion.games.athens_sparta.queries_city import ARENA, NEW_CITY, OPEN_PLACE, city_fact, slug, unnamed_number
from companion.games.athens_sparta.state import OPEN_GROUND, POOL, Body, PlanOrder, State, Unit
from companion.games.athens_sparta.tables import CITY_NAMES, EFFECTS, KINDS, SIDE_NAMES


def place_name(state: State, place: str) -> Wording:
    """A city, a place in the open by the owners' name, or its number while it has none."""
    if place in CITY_NAMES:
        return CITY_NAMES[place]
    if place == ARENA:
        return say("The battlefield")
    name = state.places.get(place) or city_fact(state, place, "name")
    if isinstance(name, str) and name.strip():
        return verbatim(name)
    if number := unnamed_number(place, OPEN_PLACE):
        return say("Battlefield {n}", n=number)
    if number := unnamed_number(place, NEW_CITY):
        return say("City {n}", n=number)
    return verbatim(place)


def location_words(state: State, place: str) -> Message:
    """Where a block stands: a city, the open or the pool."""
    if place == POOL:
        return say("in the pool")
    return say("{place}", place=place_name(state, place)) if place in state.cities else say("in the open")


def moved_words(state: State, key: str) -> Message:
    """Where a block goes, for its owner."""
    body = state.blocks[key].body.value
    if body.at == OPEN_GROUND:
        return say("{block} goes into the open.", block=block_name(body))
    return say("{block} goes to {place}.", block=block_name(body), place=place_name(state, body.at))


def block_name(body: Body) -> Message:
    """A block: its name if it has one, else its kind, with its rating."""
    if body.name:
        return say("{name} {letter}{rate}", name=verbatim(body.name), letter=body.letter, rate=body.rate)
    return say("{kind} {letter}{rate}", kind=KINDS[body.kind], letter=body.letter, rate=body.rate)


def block_label(state: State, body: Body) -> Message:
    """A block with its strength and place, for its owner."""
    return say("{block} x {n}, {place}", block=block_name(body), n=body.strength, place=location_words(state, body.at))


def unit_name(state: State, unit: Unit) -> Message:
    """A face-up block with its side."""
    return say("{side}: {block}", side=SIDE_NAMES[unit.side], block=block_name(body_of(state, unit)))


def unit_label(state: State, unit: Unit) -> Message:
    """A face-up block with its strength."""
    return say("{block} x {n}", block=unit_name(state, unit), n=body_of(state, unit).strength)


def combat_turn_words(state: State, unit: Unit) -> Message:
    """The block that acts, its dice and what hits."""
    letter, rate = combat_rating(state, unit)
    return say_n(
        "{block} acts: {n} die, hits on {rate} or less.",
        "{block} acts: {n} dice, hits on {rate} or less.",
        body_of(state, unit).strength,
        short=N_("{side} {letter}{rate} x {n}"),
        block=unit_name(state, unit),
        side=SIDE_NAMES[unit.side],
        letter=letter,
        rate=rate,
    )


def card_name(state: State, card: str) -> Message:
    """A card: its points and its event."""
    if effect_of(card) is None:
        return say("{n} MP", n=card_points(card))
    return say("{n} MP, {event}", n=card_points(card), event=event_name(state, card))


def event_name(state: State, card: str) -> Wording:
    """An event: the owners' name for it, else its effect."""
    key = card.split(".")[-1]
    for facts in state.box.get("card", {}).values():
        name = str(facts.get("event", ""))
        if name and slug(name) == key:
            return verbatim(name)
    effect = effect_of(card)
    return EFFECTS[effect or "manual"]


def event_note(state: State, card: str) -> Wording | None:
    """The owners' reminder of what the card says, or None."""
    key = card.split(".")[-1]
    for facts in state.box.get("card", {}).values():
        if slug(str(facts.get("event", ""))) == key and (note := str(facts.get("note", "")).strip()):
            return verbatim(note)
    return None


def order_words(state: State, order: PlanOrder) -> Message:
    """An order of a plan, for its owner."""
    if order.what == "buy":
        kind = KINDS[order.of] if order.of in KINDS else say("Block")
        return say("{place}: {kind} +{n}", place=place_name(state, order.city), kind=kind, n=order.steps)
    block = state.blocks.get(order.of)
    what = block_name(block.body.value) if block and block.body.known else say("Block")
    if order.what == "disband":
        return say("disband {block}", block=what)
    return say("{place}: {block} +{n}", place=place_name(state, order.city), block=what, n=order.steps)
