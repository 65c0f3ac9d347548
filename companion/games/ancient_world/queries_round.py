"""Rounds, decks, the turn order and the end of a round. Section 3."""

from __future__ import annotations

from companion.games.ancient_world.box import fact, known_keys
from companion.games.ancient_world.queries import deck_for, symbol_total
from companion.games.ancient_world.state import IDLE, WENT_HUNGRY, Player, State
from companion.games.ancient_world.tables import ROUNDS, SECOND_DECK_FROM, TITAN_STARS


def clockwise_place(state: State, seat: int) -> int:
    """A seat's place clockwise from the lowest, from 1."""
    return [player.seat for player in state.players].index(seat) + 1


# -- prepare: section 3.1 ----------------------------------------------------------------------------------------


def players_without_titan(state: State, first: int) -> list[Player]:
    """The players whose board has no titan, in turn order from place ``first``."""
    if not state.second:
        return []
    return [player for player in state.clockwise(first - 1) if player.threat is None]


def titan_decks(state: State, titans: int, given: int) -> tuple[int, ...]:
    """The deck of each of ``titans`` missing titans when the round's deck still gives ``given``.

    The others come from the next higher deck; 0 stands for none.
    """
    decks = list(state.decks)
    base = TITAN_STARS[next_round(state)]
    if decks[base - 1] < 0:
        decks[base - 1] = given
    found: list[int] = []
    for _ in range(titans):
        stars = deck_for(next_round(state), decks)
        found.append(stars)
        if stars and decks[stars - 1] > 0:
            decks[stars - 1] -= 1
    return tuple(found)


def next_round(state: State) -> int:
    """The round that is prepared; never beyond the last."""
    return min(max(state.round + 1, 2), ROUNDS)


def deck_uncounted(state: State) -> bool:
    """Whether the deck of missing titans has not been counted."""
    return state.decks[TITAN_STARS[next_round(state)] - 1] < 0


def deck_letter(round_: int) -> str:
    """The empire deck of a round."""
    return "B" if round_ >= SECOND_DECK_FROM else "A"


# -- feeding: section 3.3, step 5 --------------------------------------------------------------------------------


def is_last_round(state: State) -> bool:
    """Whether this is the last round: titans and feeding, but no income and no reset."""
    return state.round >= ROUNDS


def still_hungry(state: State, player: Player) -> list[int]:
    """Citizens that stay hungry before others, where hunger is not checked anew. Section 13."""
    if state.switches.hungry_rechecked:
        return []
    zone = zip(player.citizens, player.zone, strict=True)
    return [number for number, (at, why) in enumerate(zone, 1) if at == IDLE and why == WENT_HUNGRY]


def has_repair_income(state: State) -> bool:
    """Whether this round has repair income. Section 13."""
    return state.switches.final_repair_income or not is_last_round(state)


def repair_income(state: State, player: Player) -> int:
    """Cards that a player repairs at the end of a round."""
    return symbol_total(state, player, "repair-income") if has_repair_income(state) else 0


def next_turn(state: State) -> Player | None:
    """The next player who has not passed, clockwise from the latest turn."""
    order = state.order()
    if state.last:
        start = next((place for place, player in enumerate(state.players) if player.seat == state.last), 0) + 1
        order = state.clockwise(start)
    return next((player for player in order if not player.passed), None)


# -- cards -------------------------------------------------------------------------------------------------------


def empire_cards_in_row(state: State) -> list[str]:
    """Known empire cards that can lie in the row: of this deck, then of C, that nobody has."""
    owned = {card.key for player in state.players for card in player.cards}
    owned |= {key for player in state.players for key in player.stored}
    letter = deck_letter(state.round)
    keys = [key for key in known_keys(state, "empire") if fact(state, "empire", key, "deck") in (letter, "C")]
    return sorted((key for key in keys if key not in owned), key=lambda key: fact(state, "empire", key, "deck") == "C")
