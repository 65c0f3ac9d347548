"""Questions about cards and hands. A card is a word: ``"3"``, or ``"2.no-ships.both.storm"`` with effect, scope and
name.
"""

from __future__ import annotations

from collections import Counter

from companion.core.boxes import Box, Component
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.queries_city import slug
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import SIDES, Effect, Scope, Side

MOST_POINTS = 9


def card_word(points: int, effect: str = "", scope: str = "own", name: str = "") -> str:
    """The word for a card."""
    return f"{points}.{effect}.{scope}.{slug(name)}" if effect else str(points)


def card_points(card: str) -> int:
    return int(card.split(".")[0])


def effect_of(card: str) -> Effect | None:
    parts = card.split(".")
    return next((effect for effect in tables.EFFECTS if len(parts) > 1 and parts[1] == effect), None)


def scope_of(card: str) -> Scope:
    return "both" if card.split(".")[2:3] == ["both"] else "own"


def is_card(card: str) -> bool:
    """Whether a typed word is a card."""
    parts = card.split(".")
    if len(parts[0]) > 1 or not (parts[0].isascii() and parts[0].isdigit()):
        return False
    return len(parts) == 1 or (len(parts) == 4 and effect_of(card) is not None and parts[2] in ("own", "both"))


def card_rank(card: str, side: Side) -> tuple[bool, int, bool]:
    """Sort key of a card: events first, then points, then Sparta (section 4.1)."""
    return (effect_of(card) is not None, card_points(card), side == "sparta")


def player_one(cards: dict[Side, str]) -> Side:
    """The side with the higher card, which is Player 1."""
    return max(cards, key=lambda side: card_rank(cards[side], side))


def component_card(card: Component) -> str | None:
    """The word for a card of the box; None while its points are not known."""
    points = card.get("points")
    if not isinstance(points, int):
        return None
    event = str(card.get("event", "")).strip()
    effect = str(card.get("effect", "manual")) if event else ""
    return card_word(points, effect, str(card.get("scope", "own")), event)


def deck(box: Box) -> dict[str, int]:
    """How many copies of each card there are; empty unless the points of all 25 are known."""
    found = Counter(word for card in box.get("card", {}).values() if (word := component_card(card)) is not None)
    return dict(found) if found.total() >= tables.DECK_SIZE else {}


def hand_points(hand: list[str]) -> int:
    return sum(map(card_points, hand))


def turns_in_olympiad(state: State) -> int:
    """Game Turns of this Olympiad: one for each card of a hand, one less after cards were laid at Syracuse."""
    kept = hand_size(state) - (state.options["deal"] == 7)
    return kept - 1 if state.laid_in == state.olympiad else kept


def hand_size(state: State) -> int:
    """Cards dealt to each side (options of section 18)."""
    return tables.LONG_HAND_SIZE if state.options["deal"] == 7 else tables.HAND_SIZE


def discards_a_card(state: State) -> bool:
    """Whether each side discards a card of its hand (option of section 18)."""
    return state.options["deal"] == 7


def sets_a_syracuse_card(state: State) -> bool:
    """Whether a card of this hand goes face down to Syracuse: once, after the first deal (section 13)."""
    return bool(state.options["syracuse"]) and len(state.syracuse) < len(SIDES)
