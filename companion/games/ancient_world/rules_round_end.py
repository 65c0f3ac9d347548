"""The end of a round: confront, repair, income, reset, feed. Section 3.3."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.ancient_world.agenda import Confronting, Feeding, Repairing
from companion.games.ancient_world.moves import Confront, Feed, Repair
from companion.games.ancient_world.queries import appease_cost, damaged, hunger, owned_citizens, refilled, total
from companion.games.ancient_world.queries_round import final, must_starve
from companion.games.ancient_world.reasons import NOT_NOW, NOTHING, ambrosia_reason, appease_reason
from companion.games.ancient_world.rules_actions import repair_cards
from companion.games.ancient_world.rules_damage import roll
from companion.games.ancient_world.rules_entries import titan_meant
from companion.games.ancient_world.rules_gains import gain, mover, owed
from companion.games.ancient_world.state import FRESH, IDLE, ON_CARD, READY, STARVES, STAYS, Player, State
from companion.games.ancient_world.tables import FEED_ONE, SPACES, Goods
from companion.games.ancient_world.words import coins, titan_name, who

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


def confront(step: Step[State], move: Confront) -> None:
    """Appease in full, or roll a die per banner. The titan stays. Section 3.3, step 1."""
    state, player = step.state, mover(step)
    owed(step, Confronting)
    threat = player.threat
    if threat is None:
        step.refuse("not-now", NOT_NOW)
    threat.key = titan_meant(step, player, move.titan, move.entry)
    name = titan_name(state, threat.key, threat.stars)
    if move.how == "roll":
        state.agenda.pop()
        step.tell(say("{who} faces {titan}.", short=N_("Faces {titan}"), who=who(player), titan=name))
        roll(step, player, threat.key)
        return
    step.require(appease_reason(state, player))
    cost = appease_cost(state, threat) or 0
    player.ambrosia -= cost
    threat.ambrosia += cost
    state.agenda.pop()
    step.tell(
        say(
            "{who} appeases {titan} with {n} ambrosia; {lies} lie on it now.",
            short=N_("Appeased for {n}"),
            who=who(player),
            titan=name,
            n=cost,
            lies=threat.ambrosia,
        )
    )


def repair(step: Step[State], move: Repair) -> None:
    """Repair income: as many cards as there are symbols, or all. Section 3.3, step 2."""
    player = mover(step)
    due = owed(step, Repairing)
    down = {card.id for card in damaged(player)}
    fits = len(set(move.cards)) == len(move.cards) == min(due.left, len(down)) and set(move.cards) <= down
    if not fits:
        step.refuse("out-of-reach", NOTHING)
    step.state.agenda.pop()
    repair_cards(step, player, move.cards)


def feed_reason_ok(state: State, player: Player, move: Feed) -> bool:
    """Whether exactly as many citizens go hungry as have no food, the ones that starve already before others."""
    left = hunger(state, player) - move.ambrosia
    if left < 0 or final(state):
        return left >= 0 and not move.hungry
    chosen = set(move.hungry)
    starving = set(must_starve(state, player))
    before = starving <= chosen or chosen <= starving
    return len(chosen) == len(move.hungry) == left and chosen <= set(owned_citizens(player)) and before


def feed(step: Step[State], move: Feed) -> None:
    """Two ambrosia feed one citizen; the others go to the Hungry/New zone."""
    state, player = step.state, mover(step)
    owed(step, Feeding)
    step.require(ambrosia_reason(state, player, move.ambrosia * FEED_ONE))
    if not feed_reason_ok(state, player, move):
        step.refuse("out-of-reach", NOTHING)
    state.agenda.pop()
    player.ambrosia -= move.ambrosia * FEED_ONE
    state.supply.ambrosia += move.ambrosia * FEED_ONE
    starve(step, player, hunger(state, player) - move.ambrosia, move.hungry)


def starve(step: Step[State], player: Player, left: int, hungry: tuple[int, ...]) -> None:
    """``left`` citizens go hungry, by number unless it is the end."""
    player.hungry = left
    for index, where in enumerate(player.citizens):
        if index + 1 in hungry:
            player.citizens[index], player.zone[index] = IDLE, STARVES
        elif where == IDLE and player.zone[index] == STARVES:
            player.citizens[index], player.zone[index] = READY, 0
    step.tell(
        say_n(
            "{who}: {n} hungry citizen.", "{who}: {n} hungry citizens.", left, short=N_("Hungry: {n}"), who=who(player)
        )
    )


def starve_nobody(player: Player) -> None:
    """There is food for all: whoever was hungry comes back."""
    player.hungry = 0
    for index, where in enumerate(player.citizens):
        if where == IDLE and player.zone[index] == STARVES:
            player.citizens[index], player.zone[index] = READY, 0
