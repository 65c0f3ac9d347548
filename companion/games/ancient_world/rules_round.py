"""Set-up, preparing a round, and the end of one. Sections 2 and 3."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.ancient_world.derived import deck_for, refilled, total
from companion.games.ancient_world.effects import gain, owed
from companion.games.ancient_world.moves import Begin, Prepare
from companion.games.ancient_world.reasons import NOTHING
from companion.games.ancient_world.state import (
    FRESH,
    IDLE,
    ON_CARD,
    READY,
    STARVES,
    STAYS,
    Player,
    Preparing,
    SettingUp,
    State,
    Threat,
)
from companion.games.ancient_world.tables import (
    EMPIRE_ROW,
    EXTRA_COINS,
    OPENS,
    ROUNDS,
    SECOND_DECK_FROM,
    SPACES,
    TITAN_STARS,
    Goods,
)
from companion.games.ancient_world.words import coins, who


def begin(step: Step[State], move: Begin) -> None:
    """Coins by place in turn order, titans on the boards, the actions that are open by then."""
    state = step.state
    owed(step, SettingUp)
    if move.first not in [player.seat for player in state.players] or not 1 <= move.round <= ROUNDS:
        step.refuse("out-of-reach", NOTHING)
    state.first = place_of(state, move.first)
    state.round = move.round
    for extra, player in zip(EXTRA_COINS, state.order(), strict=False):
        gain(state, player, "coins", state.switches.start_coins + extra)
        if state.second:
            player.threat = Threat(TITAN_STARS[move.round])
    for space, opens in OPENS.items():
        if opens <= move.round:
            _uncover(state, space)
    state.agenda.pop()
    state.stage = "turns"
    step.tell(say("{who} begins.", short=N_("{who} begins"), who=who(state.player(move.first))))
    if move.round > 1:
        step.tell(
            say("The play begins in round {n}: set right what lies on the table.", short=N_("Round {n}"), n=move.round)
        )


def place_of(state: State, seat: int) -> int:
    """A seat as its place clockwise from the lowest."""
    return [player.seat for player in state.players].index(seat) + 1


def _uncover(state: State, space: str) -> None:
    """Section 3: an action is uncovered and gets one ambrosia."""
    place = state.places[space]
    place.open = 1
    if state.second:
        place.ambrosia += 1
        state.supply.ambrosia -= 1


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


def prepare(step: Step[State], move: Prepare) -> None:
    """The round marker, what it says, fresh rows, titans."""
    state = step.state
    owed(step, Preparing)
    if move.first not in [player.seat for player in state.players]:
        step.refuse("out-of-reach", NOTHING)
    first = place_of(state, move.first)
    lacking = needy(state, first)
    if not 0 <= move.given <= len(lacking):
        step.refuse("out-of-reach", NOTHING)
    decks = draws(state, len(lacking), move.given)
    state.agenda.pop()
    state.round, state.first, state.claimed, state.last = next_round(state), first, 0, 0
    state.stage = "turns"
    for player in state.players:
        player.passed = 0
    step.tell(say("Round {n}. {who} is first player.", short=N_("Round {n}"), n=state.round, who=who(state.order()[0])))
    _open_actions(step)
    _deal(step)
    _draw_titans(step, lacking, decks)


def _open_actions(step: Step[State]) -> None:
    state = step.state
    for space, opens in OPENS.items():
        if opens == state.round and not state.places[space].open:
            _uncover(state, space)
            step.tell(say("{space} is open.", short=N_("{space} is open"), space=SPACES[space]))


def _deal(step: Step[State]) -> None:
    players = len(step.state.players)
    deck = deck_letter(step.state.round)
    step.tell(
        say(
            "Deal {empire} empire cards from deck {deck} and {military} military cards.",
            short=N_("{empire} of {deck}, {military} armies"),
            empire=EMPIRE_ROW[players],
            deck=deck,
            military=players,
        )
    )


def deck_letter(round_: int) -> str:
    """The empire deck of a round."""
    return "B" if round_ >= SECOND_DECK_FROM else "A"


def _draw_titans(step: Step[State], lacking: Sequence[Player], decks: Sequence[int]) -> None:
    state = step.state
    for player, stars in zip(lacking, decks, strict=True):
        if not stars:
            step.tell(say("No titan is left for {who}.", short=N_("No titan left"), who=who(player)))
            continue
        base = TITAN_STARS[state.round]
        if stars > base:
            state.decks[base - 1] = 0
        if state.decks[stars - 1] > 0:
            state.decks[stars - 1] -= 1
        player.threat = Threat(stars)
        step.tell(
            say_n(
                "{who} draws a titan from the bottom of the deck with {n} star.",
                "{who} draws a titan from the bottom of the deck with {n} stars.",
                stars,
                N_("{who}: titan {n} stars"),
                who=who(player),
            )
        )


# -- end of round: section 3.3 ---------------------------------------------------------------------------------------


def collect(step: Step[State]) -> None:
    """Income; then the coins on military cards slide, and the armies may fight again."""
    state = step.state
    sources: tuple[tuple[Goods, str], ...] = (
        ("coins", "coin-income"),
        ("knowledge", "knowledge-income"),
        ("ambrosia", "ambrosia-income"),
    )
    for player in state.order():
        got = {goods: total(state, player, symbol) for goods, symbol in sources}
        if not state.second:
            got["ambrosia"] = 0
        for goods, n in got.items():
            gain(state, player, goods, n)
        step.tell(
            say(
                "{who}: income {coins}, {knowledge} knowledge, {ambrosia} ambrosia.",
                short=N_("Income: {coins} coins"),
                who=who(player),
                coins=coins(got["coins"]),
                knowledge=got["knowledge"],
                ambrosia=got["ambrosia"],
            )
        )
        for army in player.armies:
            army.coins, army.spent = army.coins + army.spent, 0


def reset(step: Step[State]) -> None:
    """Ambrosia on the actions first, then all citizens come back; the first-player token is flipped."""
    state = step.state
    if state.second:
        for space in refilled(state):
            state.places[space].ambrosia += 1
            state.supply.ambrosia -= 1
            label = SPACES[space]  # type: ignore[index]  # keys are spaces
            step.tell(say("1 ambrosia on {space}.", short=N_("Ambrosia: {space}"), space=label))
    for player in state.players:
        for index, where in enumerate(player.citizens):
            if where >= ON_CARD:
                player.citizens[index], player.on[index] = READY, 0
            elif where == IDLE:
                _come_back(state, player, index)
    holder = who(state.order()[0])
    step.tell(say("{who} turns the first-player token hand side down.", short=N_("Flip the token"), who=holder))


def _come_back(state: State, player: Player, index: int) -> None:
    """From the Hungry/New zone, by the readings chosen. Section 13."""
    why = player.zone[index]
    if why == FRESH and not state.switches.new_citizen_usable_next_round:
        player.zone[index] = STAYS
        return
    if why == STARVES and not state.switches.hungry_rechecked:
        return
    player.citizens[index], player.zone[index] = READY, 0
