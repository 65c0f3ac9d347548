"""Military cards: recruiting, retiring, improving, the army limit. Section 5.1."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world import reasons, words
from companion.games.ancient_world.agenda import Disbanding
from companion.games.ancient_world.box import name_of
from companion.games.ancient_world.moves import Disband, Recruit, Train
from companion.games.ancient_world.queries import armies_over_limit, card_price
from companion.games.ancient_world.rules_actions import action_card, pay_action
from companion.games.ancient_world.rules_gains import acting_player, pay, require_exactly
from companion.games.ancient_world.rules_place import action_of
from companion.games.ancient_world.state import Army, Player, State
from companion.games.ancient_world.words import army_name, who


def recruit(step: Step[State], move: Recruit) -> None:
    """Buy a military card: a new army, or over an active card, which retires."""
    state, player = step.state, acting_player(step)
    key = action_card(step, "recruit", "military", move)
    if key is None:
        return
    step.require(reasons.recruit_reason(state, player))
    step.require(reasons.price_reason(state, player, "military", key))
    step.require(reasons.army_place_reason(state, player, move.over))
    coins, knowledge = card_price(state, "military", key)
    pay(state, player, coins=coins, knowledge=knowledge)
    state.agenda.pop()
    card = name_of(state, "military", key)
    step.tell(
        say(
            "{who} recruits {card} for {coins}.",
            short=N_("Recruits {card}"),
            who=who(player),
            card=card,
            coins=words.coins(coins),
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
    action_of(step, "train")
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
    require_exactly(step, armies_over_limit(state, player), move.armies, [army.id for army in player.armies])
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
