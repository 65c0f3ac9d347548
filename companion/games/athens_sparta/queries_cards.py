"""Cards and what they do. A card is a word: ``"3"``, or ``"2.no-ships.both.storm"`` with effect, scope and name."""

from __future__ import annotations

from collections import Counter

from companion.core.boxes import Box, Component
from companion.core.wording import Message, Wording, say, verbatim
from companion.games.athens_sparta.queries import slug
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import DECK, EFFECTS, Effect, Scope, Side

MOST_POINTS = 9


def card_word(points: int, effect: str = "", scope: str = "own", name: str = "") -> str:
    """A card as a word."""
    return f"{points}.{effect}.{scope}.{slug(name)}" if effect else str(points)


def points_of(card: str) -> int:
    return int(card.split(".")[0])


def effect_of(card: str) -> Effect | None:
    parts = card.split(".")
    return next((effect for effect in EFFECTS if len(parts) > 1 and parts[1] == effect), None)


def scope_of(card: str) -> Scope:
    return "both" if card.split(".")[2:3] == ["both"] else "own"


def is_card(card: str) -> bool:
    """Whether somebody may lay this down: for cards that are typed."""
    parts = card.split(".")
    if len(parts[0]) > 1 or not (parts[0].isascii() and parts[0].isdigit()):
        return False
    return len(parts) == 1 or (len(parts) == 4 and effect_of(card) is not None and parts[2] in ("own", "both"))


def rank(card: str, side: Side) -> tuple[bool, int, bool]:
    """The larger goes first (section 4.1): events, then points, then Sparta."""
    return (effect_of(card) is not None, points_of(card), side == "sparta")


def first_of(cards: dict[Side, str]) -> Side:
    """Who is Player 1."""
    return max(cards, key=lambda side: rank(cards[side], side))


def word_of(card: Component) -> str | None:
    """A card of the box as a word; None while its points are not known."""
    points = card.get("points")
    if not isinstance(points, int):
        return None
    event = str(card.get("event", "")).strip()
    effect = str(card.get("effect", "manual")) if event else ""
    return card_word(points, effect, str(card.get("scope", "own")), event)


def deck(box: Box) -> dict[str, int]:
    """How often each card is there; empty unless the points of all 25 are known."""
    found = Counter(word for card in box.get("card", {}).values() if (word := word_of(card)) is not None)
    return dict(found) if found.total() >= DECK else {}


def event_name(state: State, card: str) -> Wording:
    """What the event is called: the owners' word, else what it does."""
    key = card.split(".")[-1]
    for facts in state.box.get("card", {}).values():
        name = str(facts.get("event", ""))
        if name and slug(name) == key:
            return verbatim(name)
    effect = effect_of(card)
    return EFFECTS[effect or "manual"]


def event_note(state: State, card: str) -> Wording | None:
    """The owners' own reminder of what the card says."""
    key = card.split(".")[-1]
    for facts in state.box.get("card", {}).values():
        if slug(str(facts.get("event", ""))) == key and (note := str(facts.get("note", "")).strip()):
            return verbatim(note)
    return None


def called(state: State, card: str) -> Message:
    """A card in words."""
    if effect_of(card) is None:
        return say("{n} MP", n=points_of(card))
    return say("{n} MP, {event}", n=points_of(card), event=event_name(state, card))
