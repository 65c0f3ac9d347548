"""Actions beside the turn: spending ambrosia, notes, cards that come or go by a text. Sections 4.3 and 8."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, SeatName, say, say_n
from companion.games.ancient_world import box, moves, reasons, rules_actions, rules_entries, rules_gains, words
from companion.games.ancient_world.agenda import Acting, Confronting, Spending, Turn
from companion.games.ancient_world.state import State
from companion.games.ancient_world.tables import COIN, REPAIR_ONE


def spend(step: Step[State], move: moves.Spend) -> None:
    """Spend ambrosia on a coin or a repair, whenever the seat is asked something. Section 4.3."""
    state, player = step.state, rules_gains.acting_player(step)
    step.owed(Turn, Acting, Confronting, Spending)
    if move.on == "coin":
        step.require(reasons.spend_coin_reason(state, player))
        rules_gains.pay(state, player, ambrosia=COIN, coins=-1)
        step.tell(say("{who} turns 2 ambrosia into a coin.", short=N_("Ambrosia for a coin"), who=words.who(player)))
        return
    step.require(reasons.spend_repair_reason(state, player))
    step.require(reasons.repair_reason(player, move.card))
    rules_gains.pay(state, player, ambrosia=REPAIR_ONE)
    rules_actions.repair_cards(step, player, (move.card,))


def stop_spending(step: Step[State], _: moves.StopSpending) -> None:
    """Spend no more ambrosia."""
    step.owed(Spending)
    step.state.agenda.pop()


def gain_by_card(step: Step[State], move: moves.GainGoods) -> None:
    """Gain or lose goods by a card's text."""
    state, player = step.state, rules_gains.acting_player(step)
    step.owed(Turn)
    if move.goods not in state.goods:
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    n = rules_gains.gain_goods(state, player, move.goods, move.n)
    got = {
        "coins": say_n("{n} coin", "{n} coins", n),
        "knowledge": words.knowledge(n),
        "ambrosia": say_n("{n} ambrosia", "{n} ambrosia", n),
    }[move.goods]
    step.tell(say("{who}, by a card: {goods}.", short=N_("{goods}"), who=words.who(player), goods=got))


def claim_first(step: Step[State], move: moves.ClaimFirst) -> None:
    """Set the first player of the next round."""
    state = step.state
    step.owed(Turn)
    seats = [player.seat for player in state.players]
    if move.first not in seats:
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    state.claimed = seats.index(move.first) + 1
    seat = SeatName(move.first)
    step.tell(say("{who} is first player next round.", short=N_("Next first player"), who=seat))


def name_titan(step: Step[State], move: moves.NameTitan) -> None:
    """Name the titan on a board."""
    state = step.state
    step.owed(Turn)
    owner = next((player for player in state.players if player.seat == move.board), None)
    if owner is None or owner.threat is None or owner.threat.key:
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    owner.threat.key = rules_entries.resolve_titan(step, owner, move.titan, move.entry)
    titan = words.titan_name(state, owner.threat.key, owner.threat.stars)
    step.tell(say("{titan} threatens {who}.", short=N_("Threat: {titan}"), titan=titan, who=words.who(owner)))


def take_card(step: Step[State], move: moves.TakeCard) -> None:
    """Gain a card without payment."""
    state, player = step.state, rules_gains.acting_player(step)
    step.owed(Turn)
    if move.entry and move.kind == "titan" and move.entry.stars != str(move.stars):
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    key = rules_entries.resolve_card(step, move.kind, move.card, move.entry)
    card = box.name_of(state, move.kind, key)
    step.tell(say("{card} comes to {who}.", short=N_("Comes: {card}"), card=card, who=words.who(player)))
    match move.kind:
        case "empire" if move.stored:
            player.stored.append(key)
        case "empire":
            rules_gains.add_empire_card(step, player, key)
        case "military":
            rules_actions.add_military_card(step, player, key, 0)
        case "titan":
            player.titans.append(key)
            rules_gains.gain_from_card(step, player, "titan", key)
        case "district":
            player.districts.append(key)
            rules_gains.gain_from_card(step, player, "district", key)


def lose_card(step: Step[State], move: moves.LoseCard) -> None:
    """Lose a card for nothing in return."""
    state, player = step.state, rules_gains.acting_player(step)
    step.owed(Turn)
    step.require(reasons.lose_reason(player, move.kind))
    row = words.card_names(state, player, move.kind)
    if not 0 <= move.at < len(row):
        step.refuse("out-of-reach", reasons.NO_SUCH_THING)
    step.tell(say("{card} leaves {who}.", short=N_("Leaves: {card}"), card=row[move.at], who=words.who(player)))
    if move.kind == "military":
        rules_actions.remove_army(state, player, player.armies[move.at])
    else:
        player.row(move.kind).pop(move.at)
