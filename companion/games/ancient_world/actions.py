"""The action on which a citizen was placed. Section 4.1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec.structs import replace

from companion.core.options import Option, branch_reason
from companion.core.questions import Asking, Count, Pick, PickMany
from companion.core.step import Step
from companion.core.wording import N_, Message, Wording, say, say_n
from companion.games.ancient_world import box, city, entries, forms, goods, moves, pieces, spending, words
from companion.games.ancient_world.box import CardKind
from companion.games.ancient_world.moves import Move
from companion.games.ancient_world.state import Acting, Player, State, Turn
from companion.games.ancient_world.tables import FIELDS_ASKED, GOODS, SPACES, Pay, Space, deck_letter

# -- paying for an action -----------------------------------------------------------------------------------------


def action_price(state: State, space: Space, way: Pay) -> tuple[int, int]:
    """Coins and knowledge that an action costs if paid in this ``way``; 0 for a price that the board lacks."""
    printed = FIELDS_ASKED[space]
    coins = box.number_of(state, "action", space, "coins") if way != "knowledge" and "coins" in printed else 0
    knowledge = box.number_of(state, "action", space, "knowledge") if way != "coins" and "knowledge" in printed else 0
    return coins, knowledge


def ways_to_pay(state: State, space: Space) -> tuple[Pay, ...]:
    """The possible ways to pay an action."""
    either = "either" in FIELDS_ASKED[space] and box.fact(state, "action", space, "either") == "yes"
    return ("coins", "knowledge") if either else ("both",)


def pay_reason(state: State, player: Player, space: Space, way: Pay) -> Message | None:
    """Why an action cannot be paid this ``way``, or None."""
    if way not in ways_to_pay(state, space):
        return words.NO_SUCH_THING
    coins, knowledge = action_price(state, space, way)
    return goods.coins_reason(player, coins) or goods.knowledge_reason(player, knowledge)


def pay_action(step: Step[State], player: Player, space: Space, way: Pay) -> None:
    """Pay the price on the board."""
    step.require(pay_reason(step.state, player, space, way))
    coins, knowledge = action_price(step.state, space, way)
    goods.pay(step.state, player, coins=coins, knowledge=knowledge)


def way_options(
    state: State, space: Space, label: Message, reason: Callable[[Pay], Message | None]
) -> tuple[Option[str], ...]:
    """An option for each way of paying an action."""
    return tuple(
        Option(
            way,
            label,
            price=words.price(*action_price(state, space, way)),
            reason=reason(way),
            icon="check",
            act=label,
        )
        for way in ways_to_pay(state, space)
    )


def _ask_way(state: State, player: Player, space: Space) -> Asking[Pay]:
    """Ask how to pay; not asked if there is only one way."""
    possible = ways_to_pay(state, space)
    if len(possible) == 1:
        return possible[0]
    options = tuple(
        Option(
            way,
            say("With coins") if way == "coins" else say("With knowledge"),
            price=words.price(*action_price(state, space, way)),
            reason=pay_reason(state, player, space, way),
        )
        for way in possible
    )
    usual = forms.only_open(options)
    way = yield from Pick[str](
        key="pay",
        prompt=say("Pay how?"),
        options=options,
        usual=usual,
        meaning=say("The board lets you choose. The price is beside each way."),
    )
    return pay_of(way)


def pay_of(chosen: str) -> Pay:
    """The way of paying that was chosen."""
    return "coins" if chosen == "coins" else "knowledge" if chosen == "knowledge" else "both"


# -- doing the action, or leaving it ------------------------------------------------------------------------------


def action_of(step: Step[State], *spaces: str) -> str:
    """The action that the moving seat has to do. Refuses the move unless it is one of ``spaces``."""
    due = step.owed(Acting)
    if spaces and due.space not in spaces:
        step.not_now()
    return due.space


def stands_on_card(step: Step[State]) -> bool:
    """Whether the citizen stands on a card."""
    return step.owed(Acting).space not in SPACES


def action_card(step: Step[State], space: Space, kind: CardKind, move: moves.CardChoice) -> str | None:
    """The card of the action on ``space``; None if the move only enters its facts."""
    action_of(step, space)
    key = entries.resolve_card(step, kind, move.card, move.entry)
    return None if move.take == "later" else key


def decline(step: Step[State], _: moves.Decline) -> None:
    """Skip the action; the ambrosia taken from its space stays with the player. Section 4."""
    step.owed(Acting)
    step.state.agenda.pop()
    step.tell(say("{who} leaves the action.", short=N_("Action not done"), who=words.who(goods.acting_player(step))))


DECLINE, SPEND = "decline", "spend"


def ask_do(
    state: State, player: Player, space: str, options: Sequence[Option[str]], usual: str | None = None
) -> Asking[str]:
    """Ask whether to do the action (one of ``options``), skip it, or first spend ambrosia."""
    prompt = say("{action}: what do you do?", short=N_("Do the action?"), action=words.space_name(state, player, space))
    offered = (*options, *other_options(state, player))
    return (
        yield from Pick[str](
            key="do",
            prompt=prompt,
            options=offered,
            default=DECLINE,
            usual=usual,
            meaning=say("You may leave the action alone and still keep the ambrosia of the space."),
        )
    )


def other_options(state: State, player: Player) -> tuple[Option[str], ...]:
    """The options to skip the action, or to spend ambrosia before it."""
    label = say("Leave the action alone", short=N_("Leave it alone"))
    leave = Option(DECLINE, label, icon="close", act=label)
    if not state.second:
        return (leave,)
    coin = spending.coin_option(
        state, player, say("First turn ambrosia into a coin", short=N_("A coin for ambrosia")), SPEND
    )
    if not city.damaged(player):
        return (leave, coin)
    label = say("Repair a card with ambrosia first", short=N_("Ambrosia: repair"))
    return (leave, coin, spending.repair_option(state, player, label))


def ask_other(state: State, player: Player, chosen: str) -> Asking[Move | None]:
    """Ask for the move of one of ``other_options``; None if the action itself was chosen."""
    match chosen:
        case "decline":
            return moves.Decline()
        case "spend" | "repair":
            return (yield from spending.ask_spent_on(state, player, "coin" if chosen == SPEND else chosen))
        case _:
            return None


# -- learn, labor, grow -------------------------------------------------------------------------------------------


def grow_reason(player: Player) -> Message | None:
    """Why no citizen can be gained."""
    if 0 in player.citizens:
        return None
    return say("All your citizens are in play.", short=N_("No citizen left"))


def board_action(step: Step[State], move: moves.BoardAction) -> None:
    """Learn, take coins or grow."""
    state, player = step.state, goods.acting_player(step)
    match action_of(step, "learn", "labor", "grow"):
        case "learn":
            pay_action(step, player, "learn", move.pay)
            n = box.number_of(state, "action", "learn", "amount")
            goods.gain_goods(state, player, "knowledge", n)
            step.tell_first(say("{who} gains {n} knowledge.", short=N_("{n} knowledge"), who=words.who(player), n=n))
        case "labor":
            pay_action(step, player, "labor", move.pay)
            n = box.number_of(state, "action", "labor", "amount")
            goods.gain_goods(state, player, "coins", n)
            step.tell_first(
                say("{who} takes {coins}.", short=N_("Coins +{n}"), who=words.who(player), coins=words.coins(n), n=n)
            )
        case _:
            step.require(grow_reason(player))
            pay_action(step, player, "grow", move.pay)
            goods.new_citizen(step, player)
    state.agenda.pop()


def ask_board_action(state: State, player: Player, space: Space) -> Asking[Move]:
    """Learn, labor or grow, and how to pay."""
    n = box.number_of(state, "action", space, "amount")
    label = {
        "learn": say("Gain {n} knowledge", n=n),
        "labor": say_n("Take {n} coin", "Take {n} coins", n),
        "grow": say("Gain a citizen"),
    }[space]

    def reason(way: Pay) -> Message | None:
        return (grow_reason(player) if space == "grow" else None) or pay_reason(state, player, space, way)

    options = way_options(state, space, label, reason)
    chosen = yield from ask_do(state, player, space, options, forms.only_open(options))
    return (yield from ask_other(state, player, chosen)) or moves.BoardAction(pay=pay_of(chosen))


# -- build: an empire card from the row, or a stored one ----------------------------------------------------------


def room_reason(state: State, player: Player) -> Message | None:
    """Why no empire card can be added. Section 4.2."""
    left = city.capacity_left(state, player)
    if left >= 1:
        return None
    return say(
        "You need capacity {n} for another empire card and have {have}.",
        short=N_("No capacity left"),
        n=city.symbol_total(state, player, "capacity") - left + 1,
        have=city.symbol_total(state, player, "capacity"),
    )


def build_reason(state: State, player: Player, key: str) -> Message | None:
    """Why an empire card cannot be built."""
    return room_reason(state, player) or goods.price_reason(state, player, "empire", key)


def stored_reason(player: Player, key: str) -> Message | None:
    """Why a card is not one of the stored ones."""
    return None if key in player.stored else say("You have not stored that card.", short=N_("Not stored"))


def any_stored_reason(state: State, player: Player) -> Message | None:
    """Why no stored card can be built."""
    if not player.stored:
        return say("You have no stored card.", short=N_("Nothing stored"))
    return branch_reason(build_reason(state, player, key) for key in player.stored)


def build(step: Step[State], move: moves.Build) -> None:
    """Buy an empire card from the row; on a turn of its own, build a stored one without a citizen."""
    state, player = step.state, goods.acting_player(step)
    stored = isinstance(state.agenda[-1], Turn)
    if stored:
        step.require(any_stored_reason(state, player))
        step.require(stored_reason(player, move.card))
    key = move.card if stored else action_card(step, "build", "empire", move)
    if key is None:
        return
    step.require(build_reason(state, player, key))
    coins, knowledge = box.card_price(state, "empire", key)
    goods.pay(state, player, coins=coins, knowledge=knowledge)
    if stored:
        player.stored.remove(key)
        goods.end_turn(step)
    else:
        state.agenda.pop()
    pieces.instruct_empire_card(step, player, key, "stored" if stored else "row")
    step.tell_first(
        say(
            "{who} builds {card} for {price}.",
            short=N_("Builds {card}"),
            who=words.who(player),
            card=box.name_of(state, "empire", key),
            price=words.paid(coins, knowledge),
        )
    )
    goods.add_empire_card(step, player, key)


def empire_cards_in_row(state: State) -> list[str]:
    """The keys of known empire cards that can be in the row and that no player has: of the round's deck, then of deck
    C.
    """
    owned = {card.key for player in state.players for card in player.cards}
    owned |= {key for player in state.players for key in player.stored}
    letter = deck_letter(state.round)
    keys = [key for key in box.known_keys(state, "empire") if box.fact(state, "empire", key, "deck") in (letter, "C")]
    return sorted(
        (key for key in keys if key not in owned), key=lambda key: box.fact(state, "empire", key, "deck") == "C"
    )


def _build_act(card: Wording, price: Wording) -> Message:
    return say("Build {card}: {price}", short=N_("Build it"), card=card, price=price)


def _keep_act(card: Wording, _: Wording) -> Message:
    return say("Keep {card}", short=N_("Keep this card"), card=card)


def ask_build(state: State, player: Player) -> Asking[Move]:
    """Which card of the row to build."""

    def reason(state: State, key: str) -> Message | None:
        return build_reason(state, player, key)

    prompt = say("Build which card?", short=N_("Build which?"))
    instead = other_options(state, player)
    card, entry, take = yield from entries.ask_which(
        state,
        "empire",
        prompt,
        empire_cards_in_row(state),
        reason,
        instead,
        act=_build_act,
        priced=True,
        meaning=say("An empire card that lies open, for the price printed on it. Each one you own needs one capacity."),
    )
    return (yield from ask_other(state, player, card)) or moves.Build(card=card, entry=entry, take=take)


def ask_stored(state: State, player: Player) -> Asking[Move]:
    """Which stored card to build."""
    known = entries.card_options(
        state,
        "empire",
        list(dict.fromkeys(player.stored)),
        lambda state, key: build_reason(state, player, key),
        priced=True,
        act=_build_act,
    )
    options = tuple(
        replace(option, plays=tuple(f"stored-{at}" for at, key in enumerate(player.stored) if key == option.value))
        for option in known
    )
    prompt = say("Build which stored card?", short=N_("Build which?"))
    usual = forms.only_open(options)
    card = yield from Pick[str](
        key="card",
        prompt=prompt,
        options=options,
        usual=usual,
        meaning=say("A stored card gives nothing until it is built. Building it is your action of the turn."),
    )
    return moves.Build(card=card)


# -- explore and expand: one of several cards is kept -------------------------------------------------------------


def explore(step: Step[State], move: moves.Explore) -> None:
    """Store the card that is kept. Section 4.1."""
    state, player = step.state, goods.acting_player(step)
    key = action_card(step, "explore", "empire", move)
    if key is None:
        return
    pay_action(step, player, "explore", move.pay)
    player.stored.append(key)
    state.agenda.pop()
    card = box.name_of(state, "empire", key)
    pieces.instruct_stored(step, player, key, cards_to_explore(state, player))
    step.tell_first(say("{who} stores {card}.", short=N_("Stores {card}"), who=words.who(player), card=card))


def expand(step: Step[State], move: moves.Expand) -> None:
    """Gain a district. Section 4.1."""
    state, player = step.state, goods.acting_player(step)
    key = action_card(step, "expand", "district", move)
    if key is None:
        return
    pay_action(step, player, "expand", move.pay)
    state.agenda.pop()
    card = box.name_of(state, "district", key)
    pieces.instruct_district(step, player, key, drawn=True)
    step.tell_first(say("{who} gains {card}.", short=N_("Gains {card}"), who=words.who(player), card=card))
    player.districts.append(key)
    goods.gain_from_card(step, player, "district", key)


def cards_to_explore(state: State, player: Player) -> int:
    """Cards to look at when exploring: the board's number and every explore bonus. Section 4.2."""
    bonus = city.symbol_total(state, player, "explore-bonus") + city.symbol_total(state, player, "ship-bonus")
    return box.number_of(state, "action", "explore", "amount") + bonus


def ask_explore(state: State, player: Player) -> Asking[Move]:
    """Which of the empire cards looked at to store."""
    n = cards_to_explore(state, player)
    prompt = say_n("Look at {n} card: which is it?", "Look at {n} cards and keep which?", n, N_("Keep which card?"))
    hint = words.reshuffle(deck_letter(state.round))
    keys = empire_cards_in_row(state)
    meaning = say("Draw so many and keep one, which is stored. It needs capacity only when you build it.")
    return (yield from _ask_kept(state, player, "explore", "empire", prompt, keys, hint=hint, meaning=meaning))


def ask_expand(state: State, player: Player) -> Asking[Move]:
    """Which of the districts looked at to keep."""
    taken = {key for other in state.players for key in other.districts}
    keys = [key for key in box.known_keys(state, "district") if key not in taken]
    n = 1 + city.symbol_total(state, player, "explore-bonus")
    prompt = say_n(
        "Look at {n} district: which is it?", "Look at {n} districts and keep which?", n, N_("Which district? ({n})")
    )
    meaning = say("Draw so many and keep one district. Districts give you capacity for empire cards.")
    return (yield from _ask_kept(state, player, "expand", "district", prompt, keys, meaning=meaning))


def _ask_kept(
    state: State,
    player: Player,
    space: Literal["explore", "expand"],
    what: CardKind,
    prompt: Message,
    keys: Sequence[str],
    *,
    hint: Message | None = None,
    meaning: Message,
) -> Asking[Move]:
    """Ask which of the cards looked at is kept, then how it is paid."""

    def reason(state: State, _key: str) -> Message | None:
        return branch_reason(pay_reason(state, player, space, way) for way in ways_to_pay(state, space))

    instead = other_options(state, player)
    card, entry, take = yield from entries.ask_which(
        state, what, prompt, keys, reason, instead, act=_keep_act, priced=False, hint=hint, meaning=meaning
    )
    if move := (yield from ask_other(state, player, card)):
        return move
    way = "both" if take == "later" else (yield from _ask_way(state, player, space))
    make = moves.Explore if space == "explore" else moves.Expand
    return make(card=card, entry=entry, take=take, pay=way)


# -- rebuild ------------------------------------------------------------------------------------------------------


def rebuild(step: Step[State], move: moves.Rebuild) -> None:
    """Repair cards, and claim the first-player token where the board says so. Sections 4.1 and 12."""
    state, player = step.state, goods.acting_player(step)
    action_of(step, "rebuild")
    claims = box.fact(state, "action", "rebuild", "first") == "yes"
    if not claims:
        step.require(goods.any_damaged_reason(player))
    step.require(pay_reason(state, player, "rebuild", "both"))
    for card in move.cards:
        step.require(goods.repair_reason(player, card))
    if len(set(move.cards)) != len(move.cards) or len(move.cards) > box.number_of(state, "action", "rebuild", "amount"):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    pay_action(step, player, "rebuild", "both")
    goods.repair_cards(step, player, move.cards)
    if claims:
        state.claimed = state.players.index(player) + 1
        step.tell_first(say("{who} is first player next round.", short=N_("Next first player"), who=words.who(player)))
    state.agenda.pop()


def ask_rebuild(state: State, player: Player) -> Asking[Move]:
    """Which damaged cards to repair."""
    printed = box.number_of(state, "action", "rebuild", "amount")
    most = min(printed, len(city.damaged(player)))
    claims = box.fact(state, "action", "rebuild", "first") == "yes"
    reason = None if claims else goods.any_damaged_reason(player)
    label = (
        say_n("Repair {n} card", "Repair up to {n} cards", most or printed, N_("Repair up to {n}"))
        if most or not claims
        else say("First player next round", short=N_("Next first player"))
    )
    options = way_options(state, "rebuild", label, lambda way: reason or pay_reason(state, player, "rebuild", way))
    chosen = yield from ask_do(state, player, "rebuild", options[:1], forms.only_open(options[:1]))
    if move := (yield from ask_other(state, player, chosen)):
        return move
    if not most:
        return moves.Rebuild(cards=())
    cards = tuple(Option(card.id, words.card_name(state, card), icon="card") for card in city.damaged(player))
    prompt = say("Repair which cards?", short=N_("Repair which?"))
    usual: list[int | str] = [card.value for card in cards[:most]]
    act = say("Repair {answer}", short=N_("Repair"))
    repaired = yield from PickMany[int](
        key="cards",
        prompt=prompt,
        options=cards,
        most=most,
        usual=usual,
        act=act,
        meaning=say("The action turns damaged cards up again, as many as it says."),
    )
    return moves.Rebuild(cards=tuple(repaired))


# -- actions of cards ---------------------------------------------------------------------------------------------

MOST_GAIN = 9
"""The highest number of one good that a card action gives or takes."""


def card_action(step: Step[State], move: moves.CardAction) -> None:
    """Gain and lose what a card action says, as entered. Section 4."""
    state, player = step.state, goods.acting_player(step)
    if not stands_on_card(step):
        step.owed(Turn)
    gained = {each: getattr(move, each) for each in GOODS}
    if any(abs(n) > MOST_GAIN or (n and each not in state.goods) for each, n in gained.items()):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    state.agenda.pop()
    for each in state.goods:
        goods.gain_goods(state, player, each, gained[each])
    step.tell(
        say(
            "{who} uses a card: coins {coins}, knowledge {knowledge}, ambrosia {ambrosia}.",
            short=N_("Card action"),
            who=words.who(player),
            coins=move.coins,
            knowledge=move.knowledge,
            ambrosia=move.ambrosia,
        )
    )


def ask_card_action(state: State, player: Player, space: str) -> Asking[Move]:
    """What the action of a card gives.

    Nothing is preselected, because only the players can read the card.
    """
    use = Option("reward", say("Do what the card says"), icon="check", act=say("Use the card"))
    chosen = yield from ask_do(state, player, space, (use,))
    if move := (yield from ask_other(state, player, chosen)):
        return move
    coins = yield from _count_gained("coins", say("Coins it gives you?"))
    knowledge = yield from _count_gained("knowledge", say("Knowledge it gives you?"))
    if not state.second:
        return moves.CardAction(coins=coins, knowledge=knowledge)
    ambrosia = yield from _count_gained("ambrosia", say("Ambrosia it gives you?"))
    return moves.CardAction(coins=coins, knowledge=knowledge, ambrosia=ambrosia)


def _count_gained(key: str, prompt: Message) -> Count:
    return Count(
        key=key,
        prompt=prompt,
        low=-MOST_GAIN,
        high=MOST_GAIN,
        usual=0,
        meaning=say("What the card says now, below 0 if it takes."),
    )
