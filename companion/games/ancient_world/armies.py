"""Military cards: recruiting, improving, discarding above the limit. Section 5.1."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick, PickMany
from companion.core.step import Step
from companion.core.wording import N_, Message, Wording, in_a_row, say, say_n
from companion.games.ancient_world import actions, box, city, entries, forms, goods, pieces, words
from companion.games.ancient_world.moves import Disband, Move, Recruit, Train
from companion.games.ancient_world.state import Army, Disbanding, Player, State
from companion.games.ancient_world.tables import Pay

# -- recruiting ---------------------------------------------------------------------------------------------------


def recruit_reason(state: State, player: Player) -> Message | None:
    """Why no military card can be added."""
    return None if player.armies else army_place_reason(state, player, 0)


def army_place_reason(state: State, player: Player, over: int) -> Message | None:
    """Why a military card cannot be placed there, or None: over army ``over``, or for 0 as a new army. Section 5.1."""
    if over:
        return None if any(army.id == over for army in player.armies) else words.NO_SUCH_THING
    limit = city.symbol_total(state, player, "army-limit")
    if len(player.armies) < limit:
        return None
    return say("Your army limit is {n}.", short=N_("Army limit {n}"), n=limit)


def recruit(step: Step[State], move: Recruit) -> None:
    """Buy a military card: a new army, or over an active card, which retires."""
    state, player = step.state, goods.acting_player(step)
    key = actions.action_card(step, "recruit", "military", move)
    if key is None:
        return
    step.require(recruit_reason(state, player))
    step.require(goods.price_reason(state, player, "military", key))
    step.require(army_place_reason(state, player, move.over))
    coins, knowledge = box.card_price(state, "military", key)
    goods.pay(state, player, coins=coins, knowledge=knowledge)
    state.agenda.pop()
    card = box.name_of(state, "military", key)
    pieces.instruct_military_card(step, player, key, "row")
    step.tell_first(
        say(
            "{who} recruits {card} for {price}.",
            short=N_("Recruits {card}"),
            who=words.who(player),
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
    name = words.army_name(state, old)
    pieces.instruct_retired(step, player, old)
    state.supply.coins += old.coins + old.spent
    old.retired.append(old.key)
    old.key, old.coins, old.spent, old.swords, old.arrows = key, 0, 0, 0, 0
    step.tell(say("{card} retires under it.", short=N_("Retires: {card}"), card=name))


def _recruit_act(card: Wording, price: Wording) -> Message:
    return say("Recruit {card}: {price}", short=N_("Recruit it"), card=card, price=price)


def ask_recruit(state: State, player: Player) -> Asking[Move]:
    """Which military card to buy, and over which army."""

    def reason(state: State, key: str) -> Message | None:
        return recruit_reason(state, player) or goods.price_reason(state, player, "military", key)

    owned = {army.key for other in state.players for army in other.armies}
    owned |= {key for other in state.players for army in other.armies for key in army.retired}
    keys = [
        key for key in box.known_keys(state, "military") if key not in owned and key not in ("city-guard", "militia")
    ]
    prompt = say("Recruit which card?", short=N_("Recruit which?"))
    instead = actions.other_options(state, player)
    card, entry, take = yield from entries.ask_which(
        state,
        "military",
        prompt,
        keys,
        reason,
        instead,
        act=_recruit_act,
        priced=True,
        meaning=say(
            "A military card for the price printed on it. You may have as many armies as your army limit says."
        ),
    )
    if move := (yield from actions.ask_other(state, player, card)):
        return move
    if take == "later":
        return Recruit(card=card, entry=entry, take=take)
    own = tuple(Option(army.id, say("Over {army}", army=words.army_line(state, army))) for army in player.armies)
    beside = Option(0, say("As a new army"), reason=army_place_reason(state, player, 0))
    places = (beside, *own)
    usual = forms.only_open(places) if beside.reason else beside.value
    over = yield from Pick[int](
        key="over",
        prompt=say("Where does it go?"),
        options=places,
        usual=usual,
        meaning=say(
            "A new army needs room under your army limit. Over an old card it costs none: the old one is retired and "
            "keeps giving the little that still shows."
        ),
    )
    return Recruit(card=card, entry=entry, take=take, over=over)


# -- improving ----------------------------------------------------------------------------------------------------

MOST_MORE = 5
"""The most symbols that one improvement adds."""


def train_reason(state: State, player: Player, pay: Pay) -> Message | None:
    """Why no army can be improved at this price, or None."""
    if not player.armies:
        return say("You have no army.", short=N_("No army"))
    return actions.pay_reason(state, player, "train", pay)


def train(step: Step[State], move: Train) -> None:
    """Improve an army by entered symbols; the program does not know the board's text."""
    state, player = step.state, goods.acting_player(step)
    actions.action_of(step, "train")
    step.require(train_reason(state, player, move.pay))
    army = next((army for army in player.armies if army.id == move.army), None)
    if army is None or move.swords > MOST_MORE or move.arrows > MOST_MORE or move.off > army.coins:
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    actions.pay_action(step, player, "train", move.pay)
    army.swords += move.swords
    army.arrows += move.arrows
    army.coins -= move.off
    state.supply.coins += move.off
    pieces.instruct_coins_off(step, player, army, coins=move.off)
    state.agenda.pop()
    more = [say("+{more}", more=more(n)) for more, n in ((words.swords, move.swords), (words.arrows, move.arrows)) if n]
    if move.off:
        more.append(say("{coins} off it", coins=words.coins(move.off)))
    step.tell_first(
        say(
            "{who} improves {army}: {what}.",
            short=N_("Improved: {army}"),
            who=words.who(player),
            army=words.army_name(state, army),
            what=in_a_row(more) if more else say("nothing more"),
        )
    )


def ask_train(state: State, player: Player) -> Asking[Move]:
    """Ask which army to improve, and by how much.

    Nothing is preselected at first, because only the players know what the board gives. If all numbers before were 0,
    the last one is not preselected either, so that no player pays for nothing by mistake.
    """
    options = actions.way_options(state, "train", say("Improve an army"), lambda way: train_reason(state, player, way))
    chosen = yield from actions.ask_do(state, player, "train", options)
    if move := (yield from actions.ask_other(state, player, chosen)):
        return move
    armies = tuple(Option(army.id, words.army_line(state, army), icon="shield") for army in player.armies)
    army = yield from Pick[int](
        key="army",
        prompt=say("Which army?"),
        options=armies,
        meaning=say("The army that the action makes stronger, or cheaper to use."),
    )
    lying = next(one.coins for one in player.armies if one.id == army)
    swords = yield from _count_more("swords", say("How many swords more?"))
    waits = not swords
    arrows = yield from _count_more("arrows", say("How many arrows more?"), waits=waits and not lying)
    coins = 0
    if lying:
        coins = yield from Count(
            key="off",
            prompt=say("How many coins come off?"),
            high=lying,
            usual=None if waits and not arrows else 0,
            meaning=say(
                "An army costs the coins on it and one more each time it fights. Fewer coins make it cheaper again."
            ),
        )
    return Train(pay=actions.pay_of(chosen), army=army, swords=swords, arrows=arrows, off=coins)


def _count_more(key: str, prompt: Message, *, waits: bool = False) -> Count:
    meaning = say("What your board or the card adds to this army for good.")
    return Count(key=key, prompt=prompt, high=MOST_MORE, usual=None if waits else 0, meaning=meaning)


# -- discarding above the limit -----------------------------------------------------------------------------------


def disband(step: Step[State], move: Disband) -> None:
    """Discard armies above the limit, active and retired cards. Section 5.1."""
    state, player = step.state, goods.acting_player(step)
    step.owed(Disbanding)
    goods.require_exactly(step, city.armies_over_limit(state, player), move.armies, [army.id for army in player.armies])
    state.agenda.pop()
    for army in [army for army in player.armies if army.id in move.armies]:
        remove_army(step, player, army)
        step.tell(
            say(
                "{who} discards {army}.",
                short=N_("Discards {army}"),
                who=words.who(player),
                army=words.army_name(state, army),
            )
        )


def remove_army(step: Step[State], player: Player, army: Army) -> None:
    """Remove an army with its retired cards; its coins go to the supply."""
    pieces.instruct_disbanded(step, player, army)
    player.armies.remove(army)
    step.state.supply.coins += army.coins + army.spent


def ask_disband(state: State, due: Disbanding) -> Asking[Move]:
    """Ask which armies are discarded."""
    return forms.as_owed(state, _ask_disband(state, due))


def _ask_disband(state: State, due: Disbanding) -> Asking[Move]:
    player = state.player(due.seat)
    n = min(city.armies_over_limit(state, player), len(player.armies))
    armies = tuple(Option(army.id, words.army_line(state, army), icon="shield") for army in player.armies)
    last: list[int | str] = [army.value for army in armies[len(armies) - n :]]
    prompt = say_n(
        "Above the army limit: discard {n} army.",
        "Above the army limit: discard {n} armies.",
        n,
        N_("Discard armies: {n}"),
    )
    chosen = yield from PickMany[int](
        key="armies",
        prompt=prompt,
        options=armies,
        least=n,
        most=n,
        default=last,
        usual=last if n == len(armies) else None,
        act=say_n("Discard the army", "Discard the armies", n),
        meaning=say("Your army limit has fallen. A whole army goes, with the cards retired under it."),
    )
    return Disband(armies=tuple(chosen))
