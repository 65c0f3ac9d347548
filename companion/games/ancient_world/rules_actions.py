"""The actions of the board and of cards. Sections 4.1 and 4.2."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world import words
from companion.games.ancient_world.agenda import Acting, Turn
from companion.games.ancient_world.box import amount, fact, name_of
from companion.games.ancient_world.moves import Build, Expand, Explore, Rebuild, Reward, Trade
from companion.games.ancient_world.queries import action_price, card_price, damaged
from companion.games.ancient_world.reasons import (
    NOTHING,
    any_stored_reason,
    build_reason,
    damage_reason,
    grow_reason,
    pay_reason,
    repair_reason,
    stored_reason,
)
from companion.games.ancient_world.rules_entries import card_meant
from companion.games.ancient_world.rules_gains import add_empire, end_turn, gain, gains, mover, new_citizen, owed, pay
from companion.games.ancient_world.rules_place import card_due, space_of
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import Pay, Space
from companion.games.ancient_world.words import who


def pay_action(step: Step[State], player: Player, space: Space, way: Pay) -> None:
    """Pay what the board says."""
    step.require(pay_reason(step.state, player, space, way))
    coins, knowledge = action_price(step.state, space, way)
    pay(step.state, player, coins=coins, knowledge=knowledge)


def decline(step: Step[State]) -> None:
    """The ambrosia is kept, the action is not done. Section 4."""
    owed(step, Acting)
    step.state.agenda.pop()
    step.tell(say("{who} leaves the action.", short=N_("Action left"), who=who(mover(step))))


def trade(step: Step[State], move: Trade) -> None:
    """Learn, take coins, grow."""
    state, player = step.state, mover(step)
    match space_of(step, "learn", "labor", "grow"):
        case "learn":
            pay_action(step, player, "learn", move.pay)
            n = amount(state, "action", "learn", "amount")
            gain(state, player, "knowledge", n)
            step.tell(say("{who} gains {n} knowledge.", short=N_("{n} knowledge"), who=who(player), n=n))
        case "labor":
            pay_action(step, player, "labor", move.pay)
            n = amount(state, "action", "labor", "amount")
            gain(state, player, "coins", n)
            step.tell(say("{who} takes {coins}.", short=N_("Take {coins}"), who=who(player), coins=words.coins(n)))
        case _:
            step.require(grow_reason(player))
            pay_action(step, player, "grow", move.pay)
            new_citizen(step, player)
    state.agenda.pop()


def build(step: Step[State], move: Build) -> None:
    """Buy an empire card from the row, or on one's turn build a stored one without a citizen."""
    state, player = step.state, mover(step)
    stored = isinstance(state.agenda[-1], Turn)
    if stored:
        step.require(any_stored_reason(state, player))
        step.require(stored_reason(player, move.card))
        key = move.card
    else:
        space_of(step, "build")
        key = card_meant(step, "empire", move.card, move.entry)
        if move.take == "later":
            return
    step.require(build_reason(state, player, key))
    coins, knowledge = card_price(state, "empire", key)
    pay(state, player, coins=coins, knowledge=knowledge)
    if stored:
        player.stored.remove(key)
        end_turn(step)
    else:
        state.agenda.pop()
    step.tell(
        say(
            "{who} builds {card} for {coins} and {knowledge} knowledge.",
            short=N_("Built: {card}"),
            who=who(player),
            card=name_of(state, "empire", key),
            coins=words.coins(coins),
            knowledge=knowledge,
        )
    )
    add_empire(step, player, key)


def explore(step: Step[State], move: Explore) -> None:
    """The card that is kept lies stored. Section 4.1."""
    state, player = step.state, mover(step)
    space_of(step, "explore")
    key = card_meant(step, "empire", move.card, move.entry)
    if move.take == "later":
        return
    pay_action(step, player, "explore", move.pay)
    player.stored.append(key)
    state.agenda.pop()
    card = name_of(state, "empire", key)
    step.tell(say("{who} stores {card}.", short=N_("Stored: {card}"), who=who(player), card=card))


def expand(step: Step[State], move: Expand) -> None:
    """A district. Section 4.1."""
    state, player = step.state, mover(step)
    space_of(step, "expand")
    key = card_meant(step, "district", move.card, move.entry)
    if move.take == "later":
        return
    pay_action(step, player, "expand", move.pay)
    player.districts.append(key)
    state.agenda.pop()
    card = name_of(state, "district", key)
    step.tell(say("{who} gains the district {card}.", short=N_("District: {card}"), who=who(player), card=card))
    gains(step, player, "district", key)


def rebuild(step: Step[State], move: Rebuild) -> None:
    """Repairs, and the first-player token where the board says so. Sections 4.1 and 12."""
    state, player = step.state, mover(step)
    space_of(step, "rebuild")
    claims = fact(state, "action", "rebuild", "first") == "yes"
    if not claims:
        step.require(damage_reason(player))
    step.require(pay_reason(state, player, "rebuild", "both"))
    for card in move.cards:
        step.require(repair_reason(player, card))
    if len(set(move.cards)) != len(move.cards) or len(move.cards) > amount(state, "action", "rebuild", "amount"):
        step.refuse("out-of-reach", NOTHING)
    pay_action(step, player, "rebuild", "both")
    repair_cards(step, player, move.cards)
    if claims:
        state.claimed = state.players.index(player) + 1
        step.tell(say("{who} is first player next round.", short=N_("First next round"), who=who(player)))
    state.agenda.pop()


def repair_cards(step: Step[State], player: Player, cards: tuple[int, ...]) -> None:
    """Turn damaged cards up again."""
    for card in damaged(player):
        if card.id in cards:
            card.down = 0
            name = name_of(step.state, "empire", card.key)
            step.tell(say("{who} repairs {card}.", short=N_("Repaired: {card}"), who=who(player), card=name))


def reward(step: Step[State], move: Reward) -> None:
    """What a card action says; its text is not known here. Section 4."""
    state, player = step.state, mover(step)
    if not card_due(step):
        owed(step, Turn)
    state.agenda.pop()
    for goods, n in (("coins", move.coins), ("knowledge", move.knowledge), ("ambrosia", move.ambrosia)):
        if -MOST_GAIN <= n <= MOST_GAIN and (state.second or goods != "ambrosia"):
            gain(state, player, goods, n)  # type: ignore[arg-type]  # the three goods
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


MOST_GAIN = 20
"""The most of one thing a card action gives or takes."""
