"""The end of a round: confront, repair, income, reset, feed; what is asked before scoring. Sections 3.3 and 9."""

from __future__ import annotations

from companion.core.boxes import Learned, fact_problem
from companion.core.step import TABLE, Step
from companion.core.wording import N_, listed, say, say_n
from companion.games.ancient_world import box, box_entries, queries, queries_round, reasons, rules_actions, rules_attack
from companion.games.ancient_world.agenda import Confronting, CountingPoints, EnteringFact, Feeding, Repairing
from companion.games.ancient_world.moves import Confront, CountPoints, EnterFact, Feed, Repair
from companion.games.ancient_world.rules_entries import resolve_titan, write_fact
from companion.games.ancient_world.rules_gains import acting_player, gain_goods, require_exactly
from companion.games.ancient_world.scoring import asked_field
from companion.games.ancient_world.state import GAINED, HELD_BACK, IDLE, ON_CARD, READY, WENT_HUNGRY, Player, State
from companion.games.ancient_world.tables import FEED_ONE, GOODS_SYMBOLS, SPACES
from companion.games.ancient_world.words import coins, text_cards, titan_name, who

# -- end of round: section 3.3 -----------------------------------------------------------------------------------


def gain_income(step: Step[State]) -> None:
    """Gain income; slide the coins on military cards, so that the armies may fight again."""
    state = step.state
    for player in state.order():
        got = {goods: queries.symbol_total(state, player, f"{GOODS_SYMBOLS[goods]}-income") for goods in state.goods}
        for goods, n in got.items():
            gain_goods(state, player, goods, n)
        step.tell(
            say(
                "{who}: income {coins}, {knowledge} knowledge, {ambrosia} ambrosia.",
                short=N_("Coins +{coins}"),
                who=who(player),
                coins=coins(got["coins"]),
                knowledge=got["knowledge"],
                ambrosia=got.get("ambrosia", 0),
            )
        )
        for army in player.armies:
            army.coins, army.spent = army.coins + army.spent, 0


def reset(step: Step[State]) -> None:
    """Put ambrosia on actions, then bring all citizens back; flip the first-player token."""
    state = step.state
    if state.second:
        _refill(step)
    for player in state.players:
        for index, where in enumerate(player.citizens):
            if where >= ON_CARD:
                player.citizens[index], player.on[index] = READY, 0
            elif where == IDLE:
                _leave_zone(state, player, index)
    holder = who(state.order()[0])
    step.tell(say("{who} turns the first-player token hand side down.", short=N_("Token turned over"), who=holder))


def _refill(step: Step[State]) -> None:
    """Put an ambrosia on each action that few stand on. Section 3.3, step 4."""
    state = step.state
    spaces = queries.spaces_to_refill(state)
    for space in spaces:
        state.places[space].ambrosia += 1
        state.supply.ambrosia -= 1
    if not spaces:
        return
    labels = [SPACES[space] for space in spaces]  # type: ignore[index]  # keys are spaces
    short = N_("Ambrosia: {spaces}") if len(spaces) == 1 else N_("Ambrosia on {n} spaces")
    step.tell(
        say_n("1 ambrosia on {spaces}.", "1 ambrosia each on {spaces}.", len(spaces), short, spaces=listed(labels)),
        TABLE,
    )


def _leave_zone(state: State, player: Player, index: int) -> None:
    """Bring a citizen back from the Hungry/New zone, by the options. Section 13."""
    why = player.zone[index]
    if why == GAINED and not state.switches.new_citizen_usable_next_round:
        player.zone[index] = HELD_BACK
        return
    if why == WENT_HUNGRY and not state.switches.hungry_rechecked:
        return
    player.citizens[index], player.zone[index] = READY, 0


def confront(step: Step[State], move: Confront) -> None:
    """Appease the titan in full, or roll a die for each banner. The titan stays. Section 3.3, step 1."""
    state, player = step.state, acting_player(step)
    step.owed(Confronting)
    threat = player.threat
    if threat is None:
        step.not_now()
    threat.key = resolve_titan(step, player, move.titan, move.entry)
    name = titan_name(state, threat.key, threat.stars)
    if move.how == "roll":
        state.agenda.pop()
        step.tell(say("{who} faces {titan}.", short=N_("Faces {titan}"), who=who(player), titan=name))
        rules_attack.roll_damage(step, player, threat.key)
        return
    step.require(reasons.appease_reason(state, player))
    cost = queries.appease_cost(state, threat) or 0
    player.ambrosia -= cost
    threat.ambrosia += cost
    state.agenda.pop()
    step.tell(
        say(
            "{who} appeases {titan} with {n} ambrosia; on it now: {lies}.",
            short=N_("Appeased for {n}"),
            who=who(player),
            titan=name,
            n=cost,
            lies=threat.ambrosia,
        )
    )


def repair(step: Step[State], move: Repair) -> None:
    """Repair as many cards as the repair income allows. Section 3.3, step 2."""
    player = acting_player(step)
    due = step.owed(Repairing)
    down = [card.id for card in queries.damaged(player)]
    require_exactly(step, min(due.left, len(down)), move.cards, down)
    step.state.agenda.pop()
    rules_actions.repair_cards(step, player, move.cards)


def is_feeding_right(state: State, player: Player, move: Feed) -> bool:
    """Whether exactly the unfed citizens go hungry, those still hungry before others."""
    left = queries.hunger(state, player) - move.ambrosia
    if left < 0 or queries_round.is_last_round(state):
        return left >= 0 and not move.hungry
    chosen = set(move.hungry)
    starving = set(queries_round.still_hungry(state, player))
    before = starving <= chosen or chosen <= starving
    return len(chosen) == len(move.hungry) == left and chosen <= set(queries.owned_citizens(player)) and before


def feed(step: Step[State], move: Feed) -> None:
    """Feed a citizen for two ambrosia; the others go to the Hungry/New zone."""
    state, player = step.state, acting_player(step)
    step.owed(Feeding)
    step.require(reasons.ambrosia_reason(state, player, move.ambrosia * FEED_ONE))
    if not is_feeding_right(state, player, move):
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    state.agenda.pop()
    player.ambrosia -= move.ambrosia * FEED_ONE
    state.supply.ambrosia += move.ambrosia * FEED_ONE
    apply_hunger(step, player, queries.hunger(state, player) - move.ambrosia, move.hungry)


def apply_hunger(step: Step[State], player: Player, left: int, hungry: tuple[int, ...]) -> None:
    """Let ``left`` citizens go hungry, by number except in the last round."""
    clear_hunger(player)
    player.hungry = left
    for number in hungry:
        player.citizens[number - 1], player.zone[number - 1] = IDLE, WENT_HUNGRY
    step.tell(
        say_n(
            "{who}: {n} hungry citizen.", "{who}: {n} hungry citizens.", left, short=N_("{n} hungry"), who=who(player)
        )
    )


def clear_hunger(player: Player) -> None:
    """Bring hungry citizens back: there is food for all."""
    player.hungry = 0
    for index, where in enumerate(player.citizens):
        if where == IDLE and player.zone[index] == WENT_HUNGRY:
            player.citizens[index], player.zone[index] = READY, 0


# -- before scoring: section 9 -----------------------------------------------------------------------------------


def enter_fact(step: Step[State], move: EnterFact) -> None:
    """Enter a fact for scoring."""
    state = step.state
    due = step.owed(EnteringFact)
    repeated = isinstance(move.value, list) and box_entries.too_often(move.value)
    if repeated or fact_problem(asked_field(state, due), move.value) is not None:
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    state.agenda.pop()
    write_fact(step, Learned(box.kind_key(state, due.kind), due.key, due.field, move.value), keep=move.keep)
    if due.kind == "empire":
        card = box.name_of(state, "empire", due.key)
        step.tell(say("The banners of {card} are entered.", short=N_("Entered: {card}"), card=card))
        return
    n = int(due.field.removeprefix("n"))
    step.tell(
        say_n(
            "The points for {n} banner are entered.",
            "The points for {n} banners are entered.",
            n,
            N_("Entered: points"),
        )
    )


def count_points(step: Step[State], move: CountPoints) -> None:
    """Set the points by texts of cards, as counted by the players. Section 9, step 4."""
    state, player = step.state, acting_player(step)
    step.owed(CountingPoints)
    state.agenda.pop()
    player.special = move.points
    step.tell(
        say_n(
            "{who}: {n} point by the text of {card}.",
            "{who}: {n} points by the text of {card}.",
            move.points,
            N_("Points by text: {n}"),
            who=who(player),
            card=text_cards(state, player),
        )
    )
