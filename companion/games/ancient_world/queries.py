"""Questions to the state: citizens, capacity, armies, prices. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.ancient_world.box import What, amount, banners_of, count, fact, known
from companion.games.ancient_world.state import (
    IDLE,
    IN_BOX,
    ON_CARD,
    READY,
    Army,
    Built,
    Player,
    State,
    Threat,
    where_on,
)
from companion.games.ancient_world.tables import (
    FIELDS_ASKED,
    SPACES,
    SPARE_AT_REFILL,
    START_EMPIRE,
    TITAN_STARS,
    Pay,
    Space,
)


def total(state: State, player: Player, symbol: str) -> int:
    """A symbol over the capital, undamaged empire cards, districts and defeated titans. Sections 5 and 6."""
    found = player.capital.get(symbol, 0)
    for card in player.cards:
        if not card.down:
            found += count(state, "empire", card.key, symbol)
    for key in player.districts:
        found += count(state, "district", key, symbol)
    for key in player.titans:
        found += count(state, "titan", key, symbol)
    return max(0, found)


# -- citizens --------------------------------------------------------------------------------------------------------


def placed(where: int) -> bool:
    """Whether a citizen at ``where`` stands on an action or a card."""
    return where >= ON_CARD


def numbers(player: Player, *where: int) -> list[int]:
    """The citizens at any of these places, by number."""
    return [number for number, at in enumerate(player.citizens, 1) if at in where]


def owned_citizens(player: Player) -> list[int]:
    """All citizens of a player, by number."""
    return [number for number, at in enumerate(player.citizens, 1) if at != IN_BOX]


def placed_citizens(player: Player) -> list[int]:
    """Those that stand on an action or a card."""
    return [number for number, at in enumerate(player.citizens, 1) if placed(at)]


def ready_citizens(player: Player) -> list[int]:
    """Those that may be placed."""
    return numbers(player, READY)


def standing(state: State, space: Space) -> list[int]:
    """The skill numbers of all citizens on an action, of every seat."""
    there = where_on(space)
    return [
        number
        for player in state.players
        if there in player.citizens
        for number, where in enumerate(player.citizens, 1)
        if where == there
    ]


def highest(state: State, space: str) -> int:
    """The highest skill number on an action; 0 where nobody stands, and on a card."""
    return max(standing(state, space), default=0) if space in SPACES else 0


def card_taken(player: Player, card: int) -> bool:
    """Whether a citizen stands on this card: once a round each."""
    return any(at == ON_CARD and on == card for at, on in zip(player.citizens, player.on, strict=True))


def lowest_free(player: Player, above: int = 0) -> int:
    """The lowest number still in the box above ``above``, or 0."""
    return next((number for number in numbers(player, IN_BOX) if number > above), 0)


def hunger(state: State, player: Player) -> int:
    """Citizens without food: max(0, citizens - food). Section 3.3, step 5."""
    return max(0, len(owned_citizens(player)) - total(state, player, "food"))


def idle(player: Player) -> list[int]:
    """Citizens in the Hungry/New zone."""
    return numbers(player, IDLE)


# -- the city --------------------------------------------------------------------------------------------------------


def damaged(player: Player) -> list[Built]:
    """The empire cards that lie face down."""
    return [card for card in player.cards if card.down]


def undamaged(player: Player) -> list[Built]:
    """The empire cards that lie face up."""
    return [card for card in player.cards if not card.down]


def capacity_used(state: State, player: Player) -> int:
    """Places that empire cards take. Sections 4.2 and 13."""
    cards = player.cards
    if not state.switches.starting_cards_use_capacity:
        cards = [card for card in cards if card.key not in START_EMPIRE]
    if not state.switches.damaged_cards_use_capacity:
        cards = [card for card in cards if not card.down]
    return len(cards)


def capacity_left(state: State, player: Player) -> int:
    """Empire cards that may still be built; below 0 after a loss, which costs no card."""
    return total(state, player, "capacity") - capacity_used(state, player)


def draws_exploring(state: State, player: Player) -> int:
    """Cards to look at when exploring: the board's number and every explore bonus. Section 4.2."""
    bonus = total(state, player, "explore-bonus") + total(state, player, "ship-bonus")
    return amount(state, "action", "explore", "amount") + bonus


# -- armies ----------------------------------------------------------------------------------------------------------


def army_cost(army: Army) -> int:
    """The coins already on the card and one more. Section 5."""
    return army.coins + army.spent + 1


def unused(player: Player) -> list[Army]:
    """Armies that have not fought this round."""
    return [army for army in player.armies if army.spent == 0]


def army_symbols(state: State, army: Army) -> tuple[int, int]:
    """Swords and arrows of an army with its retired cards. Section 5."""
    swords = army.swords + amount(state, "military", army.key, "swords")
    arrows = army.arrows + amount(state, "military", army.key, "arrows")
    for key in army.retired:
        swords += amount(state, "military", key, "old-swords")
        arrows += amount(state, "military", key, "old-arrows")
    return swords, arrows


def attack_value(counts: str, swords: int, arrows: int) -> int:
    """Swords only where the titan shows only swords, else swords and arrows. Sections 5 and 13."""
    return swords if counts == "swords" else swords + arrows


# -- titans ----------------------------------------------------------------------------------------------------------


def appease_cost(state: State, threat: Threat) -> int | None:
    """The banners, or the ambrosia on the titan and one more; None while nobody knows the titan. Section 3.3."""
    if threat.ambrosia:
        return threat.ambrosia + 1
    return banners_of(state, threat.key) if known(state, "titan", threat.key) else None


def deck_for(round_: int, decks: Sequence[int]) -> int:
    """The deck (stars) a missing titan comes from: the round's, or the next higher one that is not empty.

    0 when there is none left. Section 3.1, step 3.
    """
    return next((stars for stars in range(TITAN_STARS[round_], 4) if stars and decks[stars - 1] != 0), 0)


# -- ambrosia on the board -------------------------------------------------------------------------------------------


def refilled(state: State) -> list[str]:
    """The actions that get ambrosia at the reset, citizens still standing there. Section 3.3, step 4."""
    most = SPARE_AT_REFILL[len(state.players)]
    return [
        space
        for space, place in state.places.items()
        if place.open
        and len(standing(state, space)) <= most  # type: ignore[arg-type]  # keys are spaces
        and (state.switches.ambrosia_accumulates or not place.ambrosia)
    ]


def surplus(state: State, player: Player) -> int:
    """Armies above the limit."""
    return max(0, len(player.armies) - total(state, player, "army-limit"))


def boosts(state: State, space: str, number: int) -> tuple[int, ...]:
    """The skill that may be bought for this placement: none, or as much as spares the fee."""
    if not state.second:
        return (0,)
    missing = highest(state, space) - number
    return (0, missing) if missing > 0 else (0,)


def fee(state: State, space: str, skill: int) -> int:
    """One coin where a citizen with a higher number stands. Section 4."""
    if not state.second:
        return 0
    return int(highest(state, space) > skill)


# -- actions: section 4.1 --------------------------------------------------------------------------------------------


def action_price(state: State, space: Space, pay: Pay) -> tuple[int, int]:
    """Coins and knowledge, paid like this; what the board has no price in costs none of it."""
    printed = FIELDS_ASKED[space]
    coins = amount(state, "action", space, "coins") if pay != "knowledge" and "coins" in printed else 0
    knowledge = amount(state, "action", space, "knowledge") if pay != "coins" and "knowledge" in printed else 0
    return coins, knowledge


def ways(state: State, space: Space) -> tuple[Pay, ...]:
    """How an action may be paid."""
    either = "either" in FIELDS_ASKED[space] and fact(state, "action", space, "either") == "yes"
    return ("coins", "knowledge") if either else ("both",)


def card_price(state: State, what: What, key: str) -> tuple[int, int]:
    """Coins and knowledge printed on a card."""
    return amount(state, what, key, "coins"), amount(state, what, key, "knowledge")
