"""How places, blocks, cards and orders are called, and hints about what only the players see on their map."""

from __future__ import annotations

from companion.core.wording import N_, Message, Wording, say, say_n, verbatim
from companion.games.athens_sparta.queries_battle import combat_rating
from companion.games.athens_sparta.queries_blocks import body_of
from companion.games.athens_sparta.queries_cards import card_points, effect_of
from companion.games.athens_sparta.queries_city import ARENA, NEW_CITY, OPEN_PLACE, city_fact, slug, unnamed_number
from companion.games.athens_sparta.state import OPEN_GROUND, POOL, Body, PlanOrder, State, Unit
from companion.games.athens_sparta.tables import (
    CITY_NAMES,
    EFFECTS,
    KINDS,
    MOVE_HEXES,
    SIDE_NAMES,
    BlockKind,
    Effect,
    MoveKind,
    Side,
)


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
    if place in state.cities:
        return say("{place}", place=place_name(state, place))
    return say("in the open", N_("open field"))


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


def block_strength(body: Body) -> Message:
    """A block with its strength; rating and strength stay on one line."""
    return say("{block}\u00a0x\u00a0{n}", block=block_name(body), n=body.strength)


def block_label(state: State, body: Body) -> Message:
    """A block with its strength and place, for its owner."""
    return say("{block}, {place}", block=block_strength(body), place=location_words(state, body.at))


def unit_name(state: State, unit: Unit) -> Message:
    """A face-up block with its side."""
    return say("{side}: {block}", side=SIDE_NAMES[unit.side], block=block_name(body_of(state, unit)))


def unit_strength(state: State, unit: Unit) -> Message:
    """A face-up block with its strength, without its side: for questions that say whose blocks they are about."""
    return block_strength(body_of(state, unit))


def unit_label(state: State, unit: Unit) -> Message:
    """A face-up block with its side and strength."""
    return say("{side}: {block}", side=SIDE_NAMES[unit.side], block=unit_strength(state, unit))


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
    event = _own_event_name(state, card) or EVENT_WORDS[effect_of(card) or "manual"]
    return say("{n} MP, {event}", n=card_points(card), event=event)


EVENT_WORDS: dict[Effect, Message] = {
    "manual": say("another event", short=N_("other event")),
    "no-double": say("no double defence"),
    "cancel": say("turn cancelled"),
    "join": say("a neutral joins"),
    "no-ships": say("no ship moves"),
}
"""``EFFECTS`` as they are called within a sentence."""


def event_name(state: State, card: str) -> Wording:
    """An event: the owners' name for it, else its effect."""
    return _own_event_name(state, card) or EFFECTS[effect_of(card) or "manual"]


def _own_event_name(state: State, card: str) -> Wording | None:
    key = card.split(".")[-1]
    for facts in state.box.get("card", {}).values():
        name = str(facts.get("event", ""))
        if name and slug(name) == key:
            return verbatim(name)
    return None


def event_note(state: State, card: str) -> Wording | None:
    """The owners' reminder of what the card says, or None."""
    key = card.split(".")[-1]
    for facts in state.box.get("card", {}).values():
        if slug(str(facts.get("event", ""))) == key and (note := str(facts.get("note", "")).strip()):
            return verbatim(note)
    return None


def event_effect(state: State, card: str) -> Wording | None:
    """What the event of a card does, where its name does not say it: the owners' reminder, else its effect."""
    effect = effect_of(card)
    if effect is None:
        return None
    return event_note(state, card) or (EFFECTS[effect] if _own_event_name(state, card) else None)


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


def move_points_words(state: State, side: Side) -> Message:
    """Whose moves it is, and how many points are left for them."""
    return say_n(
        "{side} moves: {n} move point left.",
        "{side} moves: {n} move points left.",
        state.points,
        short=N_("{side}: {n} MP left"),
        side=SIDE_NAMES[side],
    )


MOVE_KIND_WORDS: dict[MoveKind, Message] = {
    "operational": say("operational move"),
    "strategic": say("strategic move"),
    "sicily": say("to or from Syracuse"),
    "strait": say("turned back at a strait"),
}
"""``MOVE_KINDS`` as they are called within a sentence."""


# -- hints (section 5) -------------------------------------------------------------------------------------------------


MOVE_KIND_HINTS: dict[MoveKind, Message] = {
    "operational": say(
        "Hexes: hoplite {hoplite}, peltast {peltast}, ship {ship}, cavalry {cavalry}. A mountain hex stops a block, "
        "and holds two.",
        short=N_("Ho{hoplite} Pe{peltast} Sh{ship} Ca{cavalry}"),
        **MOVE_HEXES,
    ),
    "strategic": say(
        "A march is twice as long and ends in a friendly hex; by sea from friendly port to friendly port. No siege at "
        "either end, no neutral hex, no Persian border.",
        short=N_("Twice as far; ports"),
    ),
    "sicily": say(
        "By way of Corcyra, Leucas, Cyllene or Cephallenia: yours, and no enemy ship before it.",
        short=N_("By an own west port"),
    ),
    "strait": say(
        "A land block that meets an enemy ship where it crosses a strait loses a step and goes back.",
        short=N_("Loses a step"),
    ),
}
"""How far a move point goes, and where it ends (sections 5.1 to 5.3, 5.5 and 13)."""

STRAIT_HINT = say(
    "Across a strait: one block a hexside; it stops there. The sea must be yours: an enemy ship costs it a step, and "
    "it goes back. Ships in Corinth: either coast (Diolkos).",
    short=N_("Strait: 1 a hexside"),
)
"""Sections 5.5 and 5.7."""

ORACLE_HINT = say(
    "Nobody fights at Delos and Delphi, and a block that began its turn there attacks nobody.",
    short=N_("Oracles: no fight"),
)
"""Section 5.8."""

HEXSIDE_HINT = say(
    "Two blocks attack over a clear hexside, one over a pass or strait; ships come from a port within {n} hexes.",
    short=N_("Clear: 2, pass: 1"),
    n=MOVE_HEXES["ship"],
)
"""Sections 2.3 and 8.3."""


def move_range(kind: BlockKind, use: MoveKind) -> Message | None:
    """How far a block of this kind goes, or None where there is no number to tell."""
    hexes = MOVE_HEXES.get(kind)
    if hexes is None or use in ("sicily", "strait"):
        return None
    if use == "operational":
        return say("Up to {n} hexes.", short=N_("Up to {n} hexes"), n=hexes)
    if kind == "ship":
        return say("From one friendly port to another.", short=N_("From port to port"))
    return say("Up to {n} hexes, or by sea from port to port.", short=N_("{n} hexes, or ports"), n=2 * hexes)
