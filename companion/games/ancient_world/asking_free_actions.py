"""Questions for actions beside the turn, and of spending ambrosia. Sections 4.3, 8 and 11."""

from __future__ import annotations

from companion.core.options import Amount, Option
from companion.core.questions import Asking, Confirm, Count, Pick
from companion.core.wording import N_, Message, Wording, named, say
from companion.games.ancient_world import (
    asking_attack,
    asking_entries,
    asking_forms,
    box_entries,
    moves,
    reasons,
    words,
)
from companion.games.ancient_world.agenda import Before, Spending
from companion.games.ancient_world.box import CardKind, RowKind, known_keys, name_of
from companion.games.ancient_world.queries import damaged
from companion.games.ancient_world.reasons_entries import unknown_card_reason
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import COIN, GOODS, GOODS_ICONS, REPAIR_ONE, Goods

KINDS: dict[CardKind, Message] = {
    "empire": say("Empire card"),
    "military": say("Military card"),
    "titan": say("Titan"),
    "district": say("District"),
}


def free_action_options(state: State, player: Player) -> tuple[Option[str], ...]:
    """Options of the turn that cost no turn."""
    titans = unknown_titan_pick(state)
    known = None if titans.options else say("Every titan on a board is known.", short=N_("All are known"))
    enter = say("Enter it")
    options = (
        Option("claim", say("First player next round", short=N_("Next first player")), icon="hand", act=enter),
        Option("gain", say("A card gives or takes"), icon="coin", act=enter),
        Option("take", say("A card comes without payment", short=N_("A card comes")), icon="plus", act=enter),
        Option("lose", say("A card leaves"), reason=lose_pick(player).blocked(), icon="minus", act=enter),
    )
    if not state.second:
        return options
    return (
        *options,
        Option(
            "note", say("Say which titan threatens", short=N_("Enter a titan")), reason=known, icon="edit", act=enter
        ),
    )


def ask_free_action(state: State, player: Player, chosen: str) -> Asking[moves.Move]:
    """Ask for one of these actions."""
    match chosen:
        case "claim":
            return _ask_claim(state)
        case "gain":
            return _ask_gain(state)
        case "take":
            return _ask_take(state)
        case "lose":
            return _ask_lose(state, player)
    return _ask_name_titan(state)


def _ask_claim(state: State) -> Asking[moves.Move]:
    seats = tuple(Option(other.seat, named(other.seat), seat=other.seat) for other in state.players)
    prompt = say("First player next round?", short=N_("Next first player?"))
    return moves.ClaimFirst(first=(yield from Pick[int](key="first", prompt=prompt, options=seats)))


def unknown_titan_pick(state: State) -> Pick[int]:
    """The boards whose titan nobody has named."""
    options = tuple(
        Option(other.seat, named(other.seat), hint=words.titan_name(state, "", other.threat.stars), seat=other.seat)
        for other in state.players
        if other.threat and not other.threat.key
    )
    return Pick[int](key="board", prompt=say("On whose board?"), options=options)


def _ask_name_titan(state: State) -> Asking[moves.Move]:
    board = yield from unknown_titan_pick(state)
    titan, entry = yield from asking_attack.ask_titan(state, f"board-{board}")
    return moves.NameTitan(board=board, titan=titan, entry=entry)


def _ask_gain(state: State) -> Asking[moves.Move]:
    options = tuple(Option(goods, GOODS[goods], icon=GOODS_ICONS[goods]) for goods in state.goods)
    prompt = say("What does the card give or take?", short=N_("Gives or takes what?"))
    goods = yield from Pick[Goods](key="goods", prompt=prompt, options=options)
    prompt = say("How many? Below 0 they are lost.", short=N_("How many?"))
    return moves.GainGoods(goods=goods, n=(yield from Count(key="n", prompt=prompt, low=-9, high=9, start=1, usual=1)))


def lose_pick(player: Player) -> Pick[RowKind]:
    """The kinds of cards that can leave."""
    stored = Option[RowKind]("stored", say("Stored card"), reason=reasons.lose_reason(player, "stored"))
    kinds = (Option[RowKind](kind, label, reason=reasons.lose_reason(player, kind)) for kind, label in KINDS.items())
    options = (*kinds, stored)
    prompt = say("What kind of card?", short=N_("What kind?"))
    return Pick[RowKind](key="kind", prompt=prompt, options=options, usual=asking_forms.only_open(options))


def _ask_lose(state: State, player: Player) -> Asking[moves.Move]:
    kind = yield from lose_pick(player)
    rows = tuple(Option(at, label) for at, label in enumerate(words.card_names(state, player, kind)))
    at = yield from Pick[int](key="card", prompt=say("Which card?"), options=rows)
    return moves.LoseCard(kind=kind, at=at)


def _ask_take(state: State) -> Asking[moves.Move]:
    kinds = tuple(Option(kind, label) for kind, label in KINDS.items())
    prompt = say("What kind of card?", short=N_("What kind?"))
    kind = yield from Pick[CardKind](key="kind", prompt=prompt, options=kinds)
    keys = [key for key in known_keys(state, kind) if key not in asking_entries.RESERVED]
    options = tuple(
        Option(key, name_of(state, kind, key), reason=unknown_card_reason(state, kind, key), icon="card")
        for key in keys
    )
    offered = (*options, asking_entries.new_option(kind))
    card = yield from Pick[str](key="card", prompt=say("Which card?"), options=offered)
    return (yield from _ask_taken(state, kind, card))


def _ask_taken(state: State, kind: CardKind, card: str) -> Asking[moves.Move]:
    """Ask for the facts of a card that is not known, and where an empire card goes."""
    entry: box_entries.Entry | None = None
    stars: int | None = None
    if card == moves.NEW:
        if kind == "titan":
            stars = yield from Count(key="stars", prompt=say("How many stars?"), high=3, usual=0)
        entry = yield from asking_entries.ask_card(state, kind, stars or 0)
    stored = False
    if kind == "empire":
        prompt = say("Stored, or built?")
        stored = yield from Confirm(
            key="stored", prompt=prompt, yes=say("Stored"), no=say("Built"), default=False, usual=False
        )
    return moves.TakeCard(kind=kind, card=card, stars=stars, entry=entry, stored=stored)


# -- ambrosia: section 4.3 ---------------------------------------------------------------------------------------


SPEND_BEFORE: dict[Before, Message] = {
    "strike": say("Spend ambrosia before the titan takes it?", short=N_("Spend ambrosia now?")),
    "repair": say("Repair before the repair income?", short=N_("Repair before?")),
    "income": say("Repair before the income?", short=N_("Repair now?")),
    "feeding": say("Repair before feeding?", short=N_("Repair for food?")),
    "disband": say("Repair before armies are discarded?", short=N_("Repair for armies?")),
    "scoring": say("Repair before scoring?", short=N_("Repair any more?")),
}


COIN_LABEL = say("A coin for ambrosia")
TAKE_COIN = say("Take the coin")


def coin_option(
    state: State, player: Player, label: Message = COIN_LABEL, value: str = "coin", act: Message | None = TAKE_COIN
) -> Option[str]:
    """The option to spend ambrosia on a coin; ``act`` says it on the button."""
    reason = reasons.spend_coin_reason(state, player)
    return Option(value, label, price=(Amount(COIN, "amphora"),), reason=reason, icon="coin", act=act)


def repair_option(
    state: State, player: Player, label: Wording, value: str = "repair", icon: str = "hammer"
) -> Option[str]:
    """The option to spend ambrosia on a repair."""
    reason = reasons.spend_repair_reason(state, player)
    return Option(value, label, price=(Amount(REPAIR_ONE, "amphora"),), reason=reason, icon=icon)


def spend_pick(state: State, player: Player) -> Pick[str]:
    """A coin or a repair for ambrosia."""
    options = (coin_option(state, player, say("A coin")), repair_option(state, player, say("Repair a card")))
    usual = asking_forms.only_open(options)
    return Pick[str](key="on", prompt=say("Ambrosia for what?"), options=options, usual=usual)


def ask_spend(state: State, player: Player) -> Asking[moves.Move]:
    """Ask what ambrosia is spent on."""
    return (yield from ask_spent_on(state, player, (yield from spend_pick(state, player))))


def ask_spent_on(state: State, player: Player, chosen: str) -> Asking[moves.Move]:
    """Spend on the coin that was ``chosen``, or ask which card is repaired."""
    if chosen == "coin":
        return moves.Spend(on="coin")
    reason = reasons.spend_repair_reason(state, player)
    cards = tuple(
        Option(
            card.id,
            words.card_name(state, card),
            reason=reason,
            icon="card",
            act=say("Repair {card}", short=N_("Repair it"), card=words.card_name(state, card)),
        )
        for card in damaged(player)
    )
    return moves.Spend(
        on="repair", card=(yield from Pick[int](key="card", prompt=say("Repair which card?"), options=cards))
    )


def ask_spending(state: State, due: Spending) -> Asking[moves.Move]:
    """Ask for repairs, or a coin, before something that they would change: usually for nothing more."""
    return asking_forms.as_owed(state, _ask_spending(state, due, state.player(due.seat)))


def _ask_spending(state: State, due: Spending, player: Player) -> Asking[moves.Move]:
    cards = tuple(
        repair_option(
            state, player, say("Repair {card}", short=N_("{card}"), card=words.card_name(state, card)), str(card.id)
        )
        for card in damaged(player)
    )
    done, coin = Option("close", say("Nothing more"), icon="check"), coin_option(state, player, act=None)
    prompt = SPEND_BEFORE[due.before]
    chosen = yield from Pick[str](
        key="card", prompt=prompt, options=(done, *cards, coin), default="close", usual="close"
    )
    if chosen == coin.value:
        return moves.Spend(on="coin")
    return moves.StopSpending() if chosen == done.value else moves.Spend(on="repair", card=int(chosen))
