"""Queries about a player: symbols, citizens, cards and armies."""

from __future__ import annotations

from companion.games.ancient_world import box
from companion.games.ancient_world.state import IN_BOX, ON_CARD, READY, Army, EmpireCard, Player, State
from companion.games.ancient_world.tables import START_EMPIRE

# -- symbols ------------------------------------------------------------------------------------------------------


def symbol_total(state: State, player: Player, symbol: str) -> int:
    """Count a symbol on the capital, undamaged empire cards, districts and defeated titans. Sections 5 and 6."""
    return max(0, player.capital.get(symbol, 0) + printed_count(state, player, undamaged(player), symbol))


def printed_count(state: State, player: Player, cards: list[EmpireCard], symbol: str) -> int:
    """Count a symbol or banner on these empire cards, and on a player's districts and defeated titans."""
    found = sum(box.symbol_count(state, "empire", card.key, symbol) for card in cards)
    found += sum(box.symbol_count(state, "district", key, symbol) for key in player.districts)
    return found + sum(box.symbol_count(state, "titan", key, symbol) for key in player.titans)


# -- citizens -----------------------------------------------------------------------------------------------------


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


def lowest_free(player: Player, above: int = 0) -> int:
    """The lowest citizen in the box above ``above``, or 0."""
    return next((number for number in citizens_at(player, IN_BOX) if number > above), 0)


def hunger(state: State, player: Player) -> int:
    """Citizens without food: max(0, citizens - food). Section 3.3, step 5."""
    return max(0, len(owned_citizens(player)) - symbol_total(state, player, "food"))


# -- cards --------------------------------------------------------------------------------------------------------


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
        cards = [card for card in cards if card.key not in START_EMPIRE]
    if not state.switches.damaged_cards_use_capacity:
        cards = [card for card in cards if not card.down]
    return len(cards)


def capacity_left(state: State, player: Player) -> int:
    """Empire cards that may still be built; negative after a loss of capacity, since cards are kept then."""
    return symbol_total(state, player, "capacity") - capacity_used(state, player)


# -- armies -------------------------------------------------------------------------------------------------------


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


def armies_over_limit(state: State, player: Player) -> int:
    """Armies above the limit."""
    return max(0, len(player.armies) - symbol_total(state, player, "army-limit"))
