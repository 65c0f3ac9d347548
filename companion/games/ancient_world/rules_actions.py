"""Put the actions of the board and of cards into effect; military cards. Sections 4.1, 4.2 and 5.1."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world import box, moves, queries, reasons, rules_entries, rules_gains, rules_place, words
from companion.games.ancient_world.agenda import Acting, Disbanding, Turn
from companion.games.ancient_world.moves import Disband, Recruit, Train
from companion.games.ancient_world.rules_gains import acting_player, pay, require_exactly
from companion.games.ancient_world.state import Army, Player, State
from companion.games.ancient_world.tables import GOODS, Pay, Space
from companion.games.ancient_world.words import army_name, who


def pay_action(step: Step[State], player: Player, space: Space, way: Pay) -> None:
    """Pay the price on the board."""
    step.require(reasons.pay_reason(step.state, player, space, way))
    coins, knowledge = queries.action_price(step.state, space, way)
    rules_gains.pay(step.state, player, coins=coins, knowledge=knowledge)


def decline(step: Step[State], _: moves.Decline) -> None:
    """Skip the action; the ambrosia is kept. Section 4."""
    step.owed(Acting)
    step.state.agenda.pop()
    step.tell(say("{who} leaves the action.", short=N_("Action not done"), who=who(rules_gains.acting_player(step))))


def board_action(step: Step[State], move: moves.BoardAction) -> None:
    """Learn, take coins or grow."""
    state, player = step.state, rules_gains.acting_player(step)
    match rules_place.action_of(step, "learn", "labor", "grow"):
        case "learn":
            pay_action(step, player, "learn", move.pay)
            n = box.number_of(state, "action", "learn", "amount")
            rules_gains.gain_goods(state, player, "knowledge", n)
            step.tell(say("{who} gains {n} knowledge.", short=N_("{n} knowledge"), who=who(player), n=n))
        case "labor":
            pay_action(step, player, "labor", move.pay)
            n = box.number_of(state, "action", "labor", "amount")
            rules_gains.gain_goods(state, player, "coins", n)
            step.tell(say("{who} takes {coins}.", short=N_("Coins +{n}"), who=who(player), coins=words.coins(n), n=n))
        case _:
            step.require(reasons.grow_reason(player))
            pay_action(step, player, "grow", move.pay)
            rules_gains.new_citizen(step, player)
    state.agenda.pop()


def action_card(step: Step[State], space: Space, kind: box.CardKind, move: moves.CardChoice) -> str | None:
    """The card of the action on ``space``; None where its facts are only entered."""
    rules_place.action_of(step, space)
    key = rules_entries.resolve_card(step, kind, move.card, move.entry)
    return None if move.take == "later" else key


def build(step: Step[State], move: moves.Build) -> None:
    """Buy an empire card from the row; on a turn of its own, build a stored one without a citizen."""
    state, player = step.state, rules_gains.acting_player(step)
    stored = isinstance(state.agenda[-1], Turn)
    if stored:
        step.require(reasons.any_stored_reason(state, player))
        step.require(reasons.stored_reason(player, move.card))
    key = move.card if stored else action_card(step, "build", "empire", move)
    if key is None:
        return
    step.require(reasons.build_reason(state, player, key))
    coins, knowledge = queries.card_price(state, "empire", key)
    rules_gains.pay(state, player, coins=coins, knowledge=knowledge)
    if stored:
        player.stored.remove(key)
        rules_gains.end_turn(step)
    else:
        state.agenda.pop()
    step.tell(
        say(
            "{who} builds {card} for {price}.",
            short=N_("Builds {card}"),
            who=who(player),
            card=box.name_of(state, "empire", key),
            price=words.paid(coins, knowledge),
        )
    )
    rules_gains.add_empire_card(step, player, key)


def explore(step: Step[State], move: moves.Explore) -> None:
    """Store the card that is kept. Section 4.1."""
    state, player = step.state, rules_gains.acting_player(step)
    key = action_card(step, "explore", "empire", move)
    if key is None:
        return
    pay_action(step, player, "explore", move.pay)
    player.stored.append(key)
    state.agenda.pop()
    card = box.name_of(state, "empire", key)
    step.tell(say("{who} stores {card}.", short=N_("Stores {card}"), who=who(player), card=card))


def expand(step: Step[State], move: moves.Expand) -> None:
    """Gain a district. Section 4.1."""
    state, player = step.state, rules_gains.acting_player(step)
    key = action_card(step, "expand", "district", move)
    if key is None:
        return
    pay_action(step, player, "expand", move.pay)
    player.districts.append(key)
    state.agenda.pop()
    card = box.name_of(state, "district", key)
    step.tell(say("{who} gains {card}.", short=N_("Gains {card}"), who=who(player), card=card))
    rules_gains.gain_from_card(step, player, "district", key)


def rebuild(step: Step[State], move: moves.Rebuild) -> None:
    """Repair cards, and claim the first-player token where the board says so. Sections 4.1 and 12."""
    state, player = step.state, rules_gains.acting_player(step)
    rules_place.action_of(step, "rebuild")
    claims = box.fact(state, "action", "rebuild", "first") == "yes"
    if not claims:
        step.require(reasons.any_damaged_reason(player))
    step.require(reasons.pay_reason(state, player, "rebuild", "both"))
    for card in move.cards:
        step.require(reasons.repair_reason(player, card))
    if len(set(move.cards)) != len(move.cards) or len(move.cards) > box.number_of(state, "action", "rebuild", "amount"):
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    pay_action(step, player, "rebuild", "both")
    repair_cards(step, player, move.cards)
    if claims:
        state.claimed = state.players.index(player) + 1
        step.tell(say("{who} is first player next round.", short=N_("Next first player"), who=who(player)))
    state.agenda.pop()


def repair_cards(step: Step[State], player: Player, cards: tuple[int, ...]) -> None:
    """Turn damaged cards face up."""
    for card in queries.damaged(player):
        if card.id in cards:
            card.down = 0
            name = box.name_of(step.state, "empire", card.key)
            step.tell(say("{who} repairs {card}.", short=N_("Repairs {card}"), who=who(player), card=name))


def card_action(step: Step[State], move: moves.CardAction) -> None:
    """Gain and lose what a card action says, as entered. Section 4."""
    state, player = step.state, rules_gains.acting_player(step)
    if not rules_place.stands_on_card(step):
        step.owed(Turn)
    gained = {goods: getattr(move, goods) for goods in GOODS}
    if any(abs(n) > MOST_GAIN or (n and goods not in state.goods) for goods, n in gained.items()):
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    state.agenda.pop()
    for goods in state.goods:
        rules_gains.gain_goods(state, player, goods, gained[goods])
    step.tell(
        say(
            "{who} uses a card: coins {coins}, knowledge {knowledge}, ambrosia {ambrosia}.",
            short=N_("Card action"),
            who=who(player),
            coins=move.coins,
            knowledge=move.knowledge,
            ambrosia=move.ambrosia,
        )
    )


MOST_GAIN = 9
"""The most of one good that a card action gives or takes."""


# -- armies: section 5.1 -----------------------------------------------------------------------------------------


def recruit(step: Step[State], move: Recruit) -> None:
    """Buy a military card: a new army, or over an active card, which retires."""
    state, player = step.state, acting_player(step)
    key = action_card(step, "recruit", "military", move)
    if key is None:
        return
    step.require(reasons.recruit_reason(state, player))
    step.require(reasons.price_reason(state, player, "military", key))
    step.require(reasons.army_place_reason(state, player, move.over))
    coins, knowledge = queries.card_price(state, "military", key)
    pay(state, player, coins=coins, knowledge=knowledge)
    state.agenda.pop()
    card = box.name_of(state, "military", key)
    step.tell(
        say(
            "{who} recruits {card} for {price}.",
            short=N_("Recruits {card}"),
            who=who(player),
            card=card,
            price=words.paid(coins, knowledge),
        )
    )
    add_military_card(step, player, key, move.over)


def add_military_card(step: Step[State], player: Player, key: str, over: int) -> None:
    """Add a military card. Coins on a card that retires go to the supply. Section 13."""
    state = step.state
    old = next((army for army in player.armies if army.id == over), None)
    if old is None:
        player.armies.append(Army(state.new_id(), key))
        return
    step.tell(say("{card} retires under it.", short=N_("Retires: {card}"), card=army_name(state, old)))
    state.supply.coins += old.coins + old.spent
    old.retired.append(old.key)
    old.key, old.coins, old.spent, old.swords, old.arrows = key, 0, 0, 0, 0


def train(step: Step[State], move: Train) -> None:
    """Improve an army by entered symbols; the board's text is not known here."""
    state, player = step.state, acting_player(step)
    rules_place.action_of(step, "train")
    step.require(reasons.train_reason(state, player, move.pay))
    army = next((army for army in player.armies if army.id == move.army), None)
    if army is None or move.swords > MOST_MORE or move.arrows > MOST_MORE or move.off > army.coins:
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    pay_action(step, player, "train", move.pay)
    army.swords += move.swords
    army.arrows += move.arrows
    army.coins -= move.off
    state.supply.coins += move.off
    state.agenda.pop()
    step.tell(
        say(
            "{who} improves {army}: {swords} and {arrows} more, {coins} off.",
            short=N_("Improved: {army}"),
            who=who(player),
            army=army_name(state, army),
            swords=words.swords(move.swords),
            arrows=words.arrows(move.arrows),
            coins=words.coins(move.off),
        )
    )


MOST_MORE = 5
"""The most symbols that one improvement adds."""


def disband(step: Step[State], move: Disband) -> None:
    """Discard armies above the limit, active and retired cards. Section 5.1."""
    state, player = step.state, acting_player(step)
    step.owed(Disbanding)
    require_exactly(step, queries.armies_over_limit(state, player), move.armies, [army.id for army in player.armies])
    state.agenda.pop()
    for army in [army for army in player.armies if army.id in move.armies]:
        remove_army(state, player, army)
        step.tell(
            say("{who} discards {army}.", short=N_("Discards {army}"), who=who(player), army=army_name(state, army))
        )


def remove_army(state: State, player: Player, army: Army) -> None:
    """Remove an army with its retired cards; its coins go to the supply."""
    player.armies.remove(army)
    state.supply.coins += army.coins + army.spent
