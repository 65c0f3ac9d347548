"""Updating a running play to corrected facts of the box: cities, blocks, cards. Section 3."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.boxes import Box, FactCorrection, put
from companion.core.secrecy import Sealed
from companion.games.athens_sparta.blocks import sealed_for
from companion.games.athens_sparta.box import component_card, deck, printed_body
from companion.games.athens_sparta.queries import owner_by_colour
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import HOLDER_BY_COLOUR, Holder


def apply_corrections(state: State, corrections: Sequence[FactCorrection]) -> None:
    """Update cities, blocks and cards to ``state.box``, which holds the corrected facts."""
    for correction in corrections:
        if correction.kind == "city" and correction.field == "colour" and correction.key in state.cities:
            _correct_colour(state, correction.key)
        elif correction.kind == "block" and correction.key in state.blocks:
            _correct_block(state, correction.key, recoloured=correction.field == "colour")
    cards = [correction for correction in corrections if correction.kind == "card"]
    if cards:
        _correct_cards(state, cards)


def _correct_colour(state: State, key: str) -> None:
    """Give a city that has not changed hands to the side of its new colour."""
    city, colour = state.cities[key], owner_by_colour(state, key)
    if city.holder == city.colour:
        city.holder = colour
    city.colour = colour


def _correct_block(state: State, key: str, *, recoloured: bool) -> None:
    """Replace a block's printed values; steps, place and a change of sides stay. A new colour changes its owner."""
    block, body = state.blocks[key], printed_body(state.box, key)
    owner: Holder = HOLDER_BY_COLOUR.get(str(state.box["block"][key].get("colour", "")), block.side)
    if not block.body.known or body is None:
        return
    old = block.body.value
    body.strength, body.at = min(old.strength, body.most), old.at
    if not recoloured or owner == block.side:
        block.body.value = body
    elif not any(unit.block == key for unit in state.units):
        block.side, block.body = owner, sealed_for(state, owner, body)


def _correct_cards(state: State, corrections: Sequence[FactCorrection]) -> None:
    """Replace a corrected card wherever it is, if the box had only one like it. Of several alike, the one dealt is
    unknown, so they stay.
    """
    was: Box = {"card": {key: dict(facts) for key, facts in state.box.get("card", {}).items()}}
    for correction in corrections:
        put(was, correction.before)
    before, right = deck(was), dict[str, str]()
    for key in {correction.key for correction in corrections}:
        old, new = component_card(was["card"].get(key, {})), component_card(state.box["card"].get(key, {}))
        if old and new and before.get(old) == 1:
            right[old] = new
    for hand in state.hands.values():
        if hand.known:
            hand.value = sorted(right.get(card, card) for card in hand.value)
    laid: list[Sealed[str]] = [*state.settled.values(), *state.chosen.values(), *state.syracuse.values()]
    for cards in laid:
        if cards.known:
            cards.value = "/".join(right.get(card, card) for card in cards.value.split("/"))
