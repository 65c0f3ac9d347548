"""Questions to the state: citizens, capacity, armies, prices. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.ancient_world import box, tables
from companion.games.ancient_world.state import (
    IN_BOX,
    ON_CARD,
    READY,
    Army,
    EmpireCard,
    Player,
    State,
    Threat,
    where_on,
)


def symbol_total(state: State, player: Player, symbol: str) -> int:
    """Count a symbol on the capital, undamaged empire cards, districts and defeated titans. Sections 5 and 6."""
    return max(0, player.capital.get(symbol, 0) + printed_count(state, player, undamaged(player), symbol))


def printed_count(state: State, player: Player, cards: list[EmpireCard], symbol: str) -> int:
    """Count a symbol or banner on these empire cards, and on a player's districts and defeated titans."""
    found = sum(box.symbol_count(state, "empire", card.key, symbol) for card in cards)
    found += sum(box.symbol_count(state, "district", key, symbol) for key in player.districts)
    return found + sum(box.symbol_count(state, "titan", key, symbol) for key in player.titans)


# -- citizens ----------------------------------------------------------------------------------------------------


def citizens_at(player: Player, *where: int) -> list[int]:
    """The citizens at any of these places, by number."""
    return [number for number, at in enumerate(player.citizens, 1) if at in where]


def owned_citizens(player: Player) -> list[int]:
    """All citizens of a player, by number."""
    return [number for number, at in enumerate(player.citizens, 1) if at != IN_BOX]


def placed_citizens(player: Player) -> list[int]:
    """The citizens that stand on an action or a card."""
    return [number for number, at in enumerate(player.citizens, 1) if at >= ON_CARD]


def ready_citizens(player: Player) -> list[int]:
    """The citizens that may be placed."""
    return citizens_at(player, READY)


def citizens_on(state: State, space: tables.Space) -> list[int]:
    """The numbers of all citizens on an action, of every seat."""
    there = where_on(space)
    return [
        number
        for player in state.players
        if there in player.citizens
        for number, where in enumerate(player.citizens, 1)
        if where == there
    ]


def highest_on(state: State, space: str) -> int:
    """The highest citizen on an action; 0 on an empty one and on a card."""
    return max(citizens_on(state, space), default=0) if space in tables.SPACES else 0


def citizen_on_card(player: Player, card: int) -> bool:
    """Whether a citizen stands on this card: once a round each."""
    return any(at == ON_CARD and on == card for at, on in zip(player.citizens, player.on, strict=True))


def lowest_free(player: Player, above: int = 0) -> int:
    """The lowest citizen in the box above ``above``, or 0."""
    return next((number for number in citizens_at(player, IN_BOX) if number > above), 0)


def hunger(state: State, player: Player) -> int:
    """Citizens without food: max(0, citizens - food). Section 3.3, step 5."""
    return max(0, len(owned_citizens(player)) - symbol_total(state, player, "food"))


# -- the city ----------------------------------------------------------------------------------------------------


def damaged(player: Player) -> list[EmpireCard]:
    """The empire cards that lie face down."""
    return [card for card in player.cards if card.down]


def undamaged(player: Player) -> list[EmpireCard]:
    """The empire cards that lie face up."""
    return [card for card in player.cards if not card.down]


def capacity_used(state: State, player: Player) -> int:
    """Capacity that empire cards take. Sections 4.2 and 13."""
    cards = player.cards
    if not state.switches.starting_cards_use_capacity:
        cards = [card for card in cards if card.key not in tables.START_EMPIRE]
    if not state.switches.damaged_cards_use_capacity:
        cards = [card for card in cards if not card.down]
    return len(cards)


def capacity_left(state: State, player: Player) -> int:
    """Empire cards that may still be built; below 0 after a loss of capacity, which costs no card."""
    return symbol_total(state, player, "capacity") - capacity_used(state, player)


def cards_to_explore(state: State, player: Player) -> int:
    """Cards to look at when exploring: the board's number and every explore bonus. Section 4.2."""
    bonus = symbol_total(state, player, "explore-bonus") + symbol_total(state, player, "ship-bonus")
    return box.number_of(state, "action", "explore", "amount") + bonus


# -- armies ------------------------------------------------------------------------------------------------------


def army_cost(army: Army) -> int:
    """Coins to use an army: those on the card and one more. Section 5."""
    return army.coins + army.spent + 1


def unused_armies(player: Player) -> list[Army]:
    """Armies that have not fought this round."""
    return [army for army in player.armies if army.spent == 0]


def army_symbols(state: State, army: Army) -> tuple[int, int]:
    """Swords and arrows of an army with its retired cards. Section 5."""
    swords = army.swords + box.number_of(state, "military", army.key, "swords")
    arrows = army.arrows + box.number_of(state, "military", army.key, "arrows")
    for key in army.retired:
        swords += box.number_of(state, "military", key, "old-swords")
        arrows += box.number_of(state, "military", key, "old-arrows")
    return swords, arrows


def attack_value(counts: str, swords: int, arrows: int) -> int:
    """Swords, or swords and arrows unless the titan shows only swords. Sections 5 and 13."""
    return swords if counts == "swords" else swords + arrows


# -- titans ------------------------------------------------------------------------------------------------------


def appease_cost(state: State, threat: Threat) -> int | None:
    """The titan's banners, or the ambrosia on it and one more; None for an unknown titan. Section 3.3."""
    if threat.ambrosia:
        return threat.ambrosia + 1
    return box.banners_of(state, threat.key) if box.is_known(state, "titan", threat.key) else None


def deck_for(round_: int, decks: Sequence[int]) -> int:
    """The deck (stars) of a missing titan: the round's, or the next higher one that is not empty; 0 for none. Section
    3.1, step 3.
    """
    return next((stars for stars in range(tables.TITAN_STARS[round_], 4) if stars and decks[stars - 1] != 0), 0)


# -- ambrosia on the board ---------------------------------------------------------------------------------------


def spaces_to_refill(state: State) -> list[str]:
    """The actions that get ambrosia at the reset, before the citizens leave. Section 3.3, step 4."""
    most = tables.MOST_CITIZENS_AT_REFILL[len(state.players)]
    return [
        space
        for space, place in state.places.items()
        if place.open
        and len(citizens_on(state, space)) <= most  # type: ignore[arg-type]  # keys are spaces
        and (state.switches.ambrosia_accumulates or not place.ambrosia)
    ]


def armies_over_limit(state: State, player: Player) -> int:
    """Armies above the limit."""
    return max(0, len(player.armies) - symbol_total(state, player, "army-limit"))


def skill_options(state: State, space: str, number: int) -> tuple[int, ...]:
    """The skill that can be bought for a placement: none, or as much as saves the fee."""
    if not state.second:
        return (0,)
    missing = highest_on(state, space) - number
    return (0, missing) if missing > 0 else (0,)


def placing_fee(state: State, space: str, skill: int) -> int:
    """One coin where a citizen with a higher number stands. Section 4."""
    if not state.second:
        return 0
    return int(highest_on(state, space) > skill)


# -- actions: section 4.1 ----------------------------------------------------------------------------------------


def action_price(state: State, space: tables.Space, pay: tables.Pay) -> tuple[int, int]:
    """Coins and knowledge for an action paid like this; 0 where the board has no such price."""
    printed = tables.FIELDS_ASKED[space]
    coins = box.number_of(state, "action", space, "coins") if pay != "knowledge" and "coins" in printed else 0
    knowledge = box.number_of(state, "action", space, "knowledge") if pay != "coins" and "knowledge" in printed else 0
    return coins, knowledge


def ways_to_pay(state: State, space: tables.Space) -> tuple[tables.Pay, ...]:
    """How an action may be paid."""
    either = "either" in tables.FIELDS_ASKED[space] and box.fact(state, "action", space, "either") == "yes"
    return ("coins", "knowledge") if either else ("both",)


def card_price(state: State, what: box.CardKind, key: str) -> tuple[int, int]:
    """Coins and knowledge printed on a card."""
    return box.number_of(state, what, key, "coins"), box.number_of(state, what, key, "knowledge")
