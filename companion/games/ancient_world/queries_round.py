"""Rounds, decks, the turn order and the end of a round. Section 3."""

from __future__ import annotations

from companion.games.ancient_world.box import fact, listed
from companion.games.ancient_world.queries import deck_for, total
from companion.games.ancient_world.state import STARVES, Player, State
from companion.games.ancient_world.tables import ROUNDS, SECOND_DECK_FROM, TITAN_STARS


def place_of(state: State, seat: int) -> int:
    """A seat as its place clockwise from the lowest."""
    return [player.seat for player in state.players].index(seat) + 1


# -- prepare: section 3.1 --------------------------------------------------------------------------------------------


def needy(state: State, first: int) -> list[Player]:
    """The players whose board has no titan, in turn order from the place ``first``."""
    if not state.second:
        return []
    start = first - 1
    order = [*state.players[start:], *state.players[:start]]
    return [player for player in order if player.threat is None]


def draws(state: State, titans: int, given: int) -> tuple[int, ...]:
    """The decks that ``titans`` missing titans come from when the round's deck still gives ``given``.

    The next higher deck gives the others, and 0 stands for none at all.
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
    """The round that is being prepared; a corrected number stays within the game."""
    return min(max(state.round + 1, 2), ROUNDS)


def uncounted(state: State) -> bool:
    """Whether nobody has counted the deck that missing titans come from."""
    return state.decks[TITAN_STARS[next_round(state)] - 1] < 0


def deck_letter(round_: int) -> str:
    """The empire deck of a round."""
    return "B" if round_ >= SECOND_DECK_FROM else "A"


# -- feeding: section 3.3, step 5 ------------------------------------------------------------------------------------


def final(state: State) -> bool:
    """Whether the last round is over: no income, no reset, but titans are confronted and citizens fed."""
    return state.round >= ROUNDS


def must_starve(state: State, player: Player) -> list[int]:
    """Citizens that stay hungry first, where they are not checked anew. Section 13."""
    if state.switches.hungry_rechecked:
        return []
    return [number for number, why in enumerate(player.zone, 1) if why == STARVES]


def repairs_by_income(state: State) -> bool:
    """Whether this round has repair income. Section 13."""
    return state.switches.final_repair_income or not final(state)


def repair_income(state: State, player: Player) -> int:
    """Cards a player turns up at the end of a round."""
    return total(state, player, "repair-income") if repairs_by_income(state) else 0


def next_turn(state: State) -> Player | None:
    """Clockwise from the latest turn, the next player who has not passed."""
    order = state.order()
    if state.last:
        start = next((place for place, player in enumerate(state.players) if player.seat == state.last), 0) + 1
        order = [*state.players[start:], *state.players[:start]]
    return next((player for player in order if not player.passed), None)


# -- cards -----------------------------------------------------------------------------------------------------------


def empire_keys(state: State) -> list[str]:
    """Empire cards that may lie in the row now: of this deck or of C, first those that nobody has."""
    owned = {card.key for player in state.players for card in player.cards}
    owned |= {key for player in state.players for key in player.stored}
    letter = deck_letter(state.round)
    keys = [key for key in listed(state, "empire") if fact(state, "empire", key, "deck") in (letter, "C")]
    return sorted((key for key in keys if key not in owned), key=lambda key: fact(state, "empire", key, "deck") == "C")
