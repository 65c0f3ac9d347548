"""Doing the action on which a citizen was placed. Section 4.1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from companion.core.options import Option, branch_reason
from companion.core.questions import Asking, Count, Pick, PickMany
from companion.core.wording import N_, Message, say, say_n
from companion.games.ancient_world import asking_forms, moves, queries, queries_round, reasons, rules_actions
from companion.games.ancient_world.agenda import Acting, Upgrading
from companion.games.ancient_world.asking_entries import ask_which
from companion.games.ancient_world.asking_free_actions import ask_spent_on, coin_option, repair_option
from companion.games.ancient_world.box import CardKind, fact, known_keys, number_of
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import Pay, Space
from companion.games.ancient_world.words import army_line, card_name, price, reshuffle, space_name

DECLINE, SPEND = "decline", "spend"


def ask_acting(state: State, due: Acting) -> Asking[moves.Move]:
    """Ask for the action, for declining it, or for ambrosia spent before it."""
    return asking_forms.as_action(_ask_action(state, due, state.player(due.seat)))


def _ask_action(state: State, due: Acting, player: Player) -> Asking[moves.Move]:
    match due.space:
        case "learn" | "labor" | "grow":
            return _ask_board_action(state, player, due.space)
        case "build":
            return _ask_build(state, player)
        case "explore":
            return _ask_explore(state, player)
        case "expand":
            return _ask_expand(state, player)
        case "rebuild":
            return _ask_rebuild(state, player)
        case "recruit":
            return _ask_recruit(state, player)
        case "train":
            return _ask_train(state, player)
    return _ask_card_action(state, player, due.space)


def _other_options(state: State, player: Player) -> tuple[Option[str], ...]:
    """Options instead of the action or before it."""
    label = say("Leave the action alone", short=N_("Leave it alone"))
    leave = Option(DECLINE, label, icon="close", act=label)
    if not state.second:
        return (leave,)
    coin = coin_option(state, player, say("A coin for ambrosia first", short=N_("A coin for ambrosia")), SPEND)
    if not queries.damaged(player):
        return (leave, coin)
    label = say("Repair a card with ambrosia first", short=N_("Ambrosia: repair"))
    return (leave, coin, repair_option(state, player, label))


def _ask_other(state: State, player: Player, chosen: str) -> Asking[moves.Move | None]:
    """Ask for the move of an option beside the action; None for the action itself."""
    match chosen:
        case "decline":
            return moves.Decline()
        case "spend" | "repair":
            return (yield from ask_spent_on(state, player, "coin" if chosen == SPEND else chosen))
    return None


def _way_options(
    state: State, space: Space, label: Message, reason: Callable[[Pay], Message | None]
) -> tuple[Option[str], ...]:
    """An option for each way of paying an action."""
    return tuple(
        Option(
            way,
            label,
            price=price(*queries.action_price(state, space, way)),
            reason=reason(way),
            icon="check",
            act=label,
        )
        for way in queries.ways_to_pay(state, space)
    )


def _ask_do(
    state: State, player: Player, space: str, options: Sequence[Option[str]], usual: str | None = None
) -> Asking[str]:
    prompt = say("{action}: what do you do?", short=N_("Do the action?"), action=space_name(state, player, space))
    offered = (*options, *_other_options(state, player))
    return (yield from Pick[str](key="do", prompt=prompt, options=offered, default=DECLINE, usual=usual))


def _pay_of(chosen: str) -> Pay:
    return "coins" if chosen == "coins" else "knowledge" if chosen == "knowledge" else "both"


def _ask_board_action(state: State, player: Player, space: Space) -> Asking[moves.Move]:
    n = number_of(state, "action", space, "amount")
    label = {
        "learn": say("Gain {n} knowledge", n=n),
        "labor": say_n("Take {n} coin", "Take {n} coins", n),
        "grow": say("Gain a citizen"),
    }[space]

    def reason(way: Pay) -> Message | None:
        return (reasons.grow_reason(player) if space == "grow" else None) or reasons.pay_reason(
            state, player, space, way
        )

    options = _way_options(state, space, label, reason)
    chosen = yield from _ask_do(state, player, space, options, asking_forms.only_open(options))
    return (yield from _ask_other(state, player, chosen)) or moves.BoardAction(pay=_pay_of(chosen))


def _ask_build(state: State, player: Player) -> Asking[moves.Move]:
    def reason(state: State, key: str) -> Message | None:
        return reasons.build_reason(state, player, key)

    prompt = say("Build which card?", short=N_("Build which?"))
    instead = _other_options(state, player)
    card, entry, take = yield from ask_which(
        state,
        "empire",
        prompt,
        queries_round.empire_cards_in_row(state),
        reason,
        instead,
        act=say("Build it"),
        priced=True,
    )
    return (yield from _ask_other(state, player, card)) or moves.Build(card=card, entry=entry, take=take)


def _ask_way(state: State, player: Player, space: Space) -> Asking[Pay]:
    """Ask how to pay; skipped where there is one way."""
    possible = queries.ways_to_pay(state, space)
    if len(possible) == 1:
        return possible[0]
    options = tuple(
        Option(
            way,
            say("With coins") if way == "coins" else say("With knowledge"),
            price=price(*queries.action_price(state, space, way)),
            reason=reasons.pay_reason(state, player, space, way),
        )
        for way in possible
    )
    usual = asking_forms.only_open(options)
    return _pay_of((yield from Pick[str](key="pay", prompt=say("Pay how?"), options=options, usual=usual)))


def _ask_explore(state: State, player: Player) -> Asking[moves.Move]:
    n = queries.cards_to_explore(state, player)
    prompt = say_n("Look at {n} card: which is it?", "Look at {n} cards and keep which?", n, N_("Keep which card?"))
    hint = reshuffle(queries_round.deck_letter(state.round))
    keys = queries_round.empire_cards_in_row(state)
    return (yield from _ask_kept(state, player, "explore", "empire", prompt, keys, hint))


def _ask_expand(state: State, player: Player) -> Asking[moves.Move]:
    taken = {key for other in state.players for key in other.districts}
    keys = [key for key in known_keys(state, "district") if key not in taken]
    n = 1 + queries.symbol_total(state, player, "explore-bonus")
    prompt = say_n(
        "Look at {n} district: which is it?", "Look at {n} districts and keep which?", n, N_("Which district? ({n})")
    )
    return (yield from _ask_kept(state, player, "expand", "district", prompt, keys))


def _ask_kept(
    state: State,
    player: Player,
    space: Literal["explore", "expand"],
    what: CardKind,
    prompt: Message,
    keys: Sequence[str],
    hint: Message | None = None,
) -> Asking[moves.Move]:
    """Ask which of the cards looked at is kept, then how it is paid."""

    def reason(state: State, _key: str) -> Message | None:
        return branch_reason(reasons.pay_reason(state, player, space, way) for way in queries.ways_to_pay(state, space))

    instead = _other_options(state, player)
    card, entry, take = yield from ask_which(
        state, what, prompt, keys, reason, instead, act=say("Keep this card"), priced=False, hint=hint
    )
    if move := (yield from _ask_other(state, player, card)):
        return move
    pay = "both" if take == "later" else (yield from _ask_way(state, player, space))
    make = moves.Explore if space == "explore" else moves.Expand
    return make(card=card, entry=entry, take=take, pay=pay)


# -- repairs and armies ------------------------------------------------------------------------------------------


def _ask_rebuild(state: State, player: Player) -> Asking[moves.Move]:
    printed = number_of(state, "action", "rebuild", "amount")
    most = min(printed, len(queries.damaged(player)))
    claims = fact(state, "action", "rebuild", "first") == "yes"
    reason = None if claims else reasons.any_damaged_reason(player)
    label = (
        say_n("Repair {n} card", "Repair up to {n} cards", most or printed, N_("Repair up to {n}"))
        if most or not claims
        else say("First player next round", short=N_("Next first player"))
    )
    options = _way_options(
        state, "rebuild", label, lambda way: reason or reasons.pay_reason(state, player, "rebuild", way)
    )
    chosen = yield from _ask_do(state, player, "rebuild", options[:1], asking_forms.only_open(options[:1]))
    if move := (yield from _ask_other(state, player, chosen)):
        return move
    if not most:
        return moves.Rebuild(cards=())
    cards = tuple(Option(card.id, card_name(state, card), icon="card") for card in queries.damaged(player))
    prompt = say("Repair which cards?", short=N_("Repair which?"))
    usual: list[int | str] = [card.value for card in cards[:most]]
    act = say("Repair {answer}", short=N_("Repair"))
    repaired = yield from PickMany[int](key="cards", prompt=prompt, options=cards, most=most, usual=usual, act=act)
    return moves.Rebuild(cards=tuple(repaired))


def _ask_recruit(state: State, player: Player) -> Asking[moves.Move]:
    def reason(state: State, key: str) -> Message | None:
        return reasons.recruit_reason(state, player) or reasons.price_reason(state, player, "military", key)

    owned = {army.key for other in state.players for army in other.armies}
    owned |= {key for other in state.players for army in other.armies for key in army.retired}
    keys = [key for key in known_keys(state, "military") if key not in owned and key not in ("city-guard", "militia")]
    prompt = say("Recruit which card?", short=N_("Recruit which?"))
    instead = _other_options(state, player)
    card, entry, take = yield from ask_which(
        state, "military", prompt, keys, reason, instead, act=say("Recruit it"), priced=True
    )
    if move := (yield from _ask_other(state, player, card)):
        return move
    if take == "later":
        return moves.Recruit(card=card, entry=entry, take=take)
    own = tuple(Option(army.id, say("Over {army}", army=army_line(state, army))) for army in player.armies)
    beside = Option(0, say("As a new army"), reason=reasons.army_place_reason(state, player, 0))
    places = (beside, *own)
    usual = asking_forms.only_open(places) if beside.reason else beside.value
    over = yield from Pick[int](key="over", prompt=say("Where does it go?"), options=places, usual=usual)
    return moves.Recruit(card=card, entry=entry, take=take, over=over)


def _ask_train(state: State, player: Player) -> Asking[moves.Move]:
    """Nothing is usual: what the board gives is known to the people alone, and a form with nothing entered costs."""
    options = _way_options(state, "train", say("Improve an army"), lambda way: reasons.train_reason(state, player, way))
    chosen = yield from _ask_do(state, player, "train", options)
    if move := (yield from _ask_other(state, player, chosen)):
        return move
    armies = tuple(Option(army.id, army_line(state, army), icon="shield") for army in player.armies)
    army = yield from Pick[int](key="army", prompt=say("Which army?"), options=armies)
    lying = next(one.coins for one in player.armies if one.id == army)
    swords = yield from Count(key="swords", prompt=say("How many swords more?"), high=rules_actions.MOST_MORE, usual=0)
    arrows = yield from Count(key="arrows", prompt=say("How many arrows more?"), high=rules_actions.MOST_MORE, usual=0)
    coins = 0
    if lying:
        coins = yield from Count(key="off", prompt=say("How many coins come off?"), high=lying, usual=0)
    return moves.Train(pay=_pay_of(chosen), army=army, swords=swords, arrows=arrows, off=coins)


def _ask_card_action(state: State, player: Player, space: str) -> Asking[moves.Move]:
    """Nothing is usual: what the card gives is known to the people alone."""
    use = Option("reward", say("Do what the card says"), icon="check", act=say("Use the card"))
    chosen = yield from _ask_do(state, player, space, (use,))
    if move := (yield from _ask_other(state, player, chosen)):
        return move
    most = rules_actions.MOST_GAIN
    coins = yield from Count(key="coins", prompt=say("Coins it gives you?"), low=-most, high=most, usual=0)
    knowledge = yield from Count(key="knowledge", prompt=say("Knowledge it gives you?"), low=-most, high=most, usual=0)
    if not state.second:
        return moves.CardAction(coins=coins, knowledge=knowledge)
    ambrosia = yield from Count(key="ambrosia", prompt=say("Ambrosia it gives you?"), low=-most, high=most, usual=0)
    return moves.CardAction(coins=coins, knowledge=knowledge, ambrosia=ambrosia)


def ask_upgrade(state: State, due: Upgrading) -> Asking[moves.Move]:
    """Ask which citizen is swapped: it goes on with the form of the card that brought it."""
    return asking_forms.as_action(_ask_upgrade(state.player(due.seat)))


def _ask_upgrade(player: Player) -> Asking[moves.Move]:
    numbers = [number for number in queries.owned_citizens(player) if queries.lowest_free(player, number)]
    options = tuple(
        Option(number, say("{old} becomes {new}", old=number, new=queries.lowest_free(player, number)))
        for number in numbers
    )
    prompt = say("Swap which citizen for the next number?", short=N_("Upgrade which?"))
    none = Option(0, say("None of them"))
    return moves.Upgrade(
        citizen=(yield from Pick[int](key="citizen", prompt=prompt, options=(*options, none), default=0))
    )
