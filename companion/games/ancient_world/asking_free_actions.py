"""Questions for actions beside the turn. Sections 8 and 11."""

from __future__ import annotations

from companion.core.questions import Asking, Confirm, Count, Option, Pick
from companion.core.wording import N_, Message, named, say
from companion.games.ancient_world.asking_attack import ask_titan
from companion.games.ancient_world.asking_cards import RESERVED, new_option
from companion.games.ancient_world.asking_entries import ask_card
from companion.games.ancient_world.box import CardKind, known_keys, name_of
from companion.games.ancient_world.box_entries import Entry
from companion.games.ancient_world.moves import NEW, ClaimFirst, GainGoods, LoseCard, Move, NameTitan, TakeCard
from companion.games.ancient_world.reasons import lose_reason
from companion.games.ancient_world.reasons_entries import unknown_card_reason
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import GOODS_ICONS, Goods
from companion.games.ancient_world.words import card_names, titan_name

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
    options = (
        Option("claim", say("First player next round", short=N_("First next round")), icon="hand"),
        Option("gain", say("A card gives or takes"), icon="coin"),
        Option("take", say("A card comes without payment", short=N_("A card comes")), icon="plus"),
        Option("lose", say("A card leaves"), reason=lose_pick(player).blocked(), icon="minus"),
    )
    if not state.second:
        return options
    return (
        *options,
        Option("note", say("Say which titan threatens", short=N_("Enter a titan")), reason=known, icon="edit"),
    )


def ask_free_action(state: State, player: Player, chosen: str) -> Asking[Move]:
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


def _ask_claim(state: State) -> Asking[Move]:
    seats = tuple(Option(other.seat, named(other.seat), seat=other.seat) for other in state.players)
    prompt = say("First player next round?", short=N_("First next round?"))
    return ClaimFirst(first=(yield from Pick[int](key="first", prompt=prompt, options=seats)))


def unknown_titan_pick(state: State) -> Pick[int]:
    """The boards whose titan nobody has named."""
    options = tuple(
        Option(other.seat, named(other.seat), hint=titan_name(state, "", other.threat.stars), seat=other.seat)
        for other in state.players
        if other.threat and not other.threat.key
    )
    return Pick[int](key="board", prompt=say("On whose board?"), options=options)


def _ask_name_titan(state: State) -> Asking[Move]:
    board = yield from unknown_titan_pick(state)
    titan, entry = yield from ask_titan(state, f"board-{board}")
    return NameTitan(board=board, titan=titan, entry=entry)


def _ask_gain(state: State) -> Asking[Move]:
    words: dict[Goods, Message] = {"coins": say("Coins"), "knowledge": say("Knowledge"), "ambrosia": say("Ambrosia")}
    options = tuple(
        Option(goods, label, icon=GOODS_ICONS[goods])
        for goods, label in words.items()
        if state.second or goods != "ambrosia"
    )
    goods = yield from Pick[Goods](key="goods", prompt=say("What?"), options=options)
    prompt = say("How many? Below 0 they are lost.", short=N_("How many?"))
    return GainGoods(goods=goods, n=(yield from Count(key="n", prompt=prompt, low=-9, high=9, start=1)))


def lose_pick(player: Player) -> Pick[str]:
    """The kinds of cards that can leave."""
    labels: dict[str, Message] = {str(kind): label for kind, label in KINDS.items()}
    labels["stored"] = say("Stored card")
    options = tuple(Option(kind, label, reason=lose_reason(player, kind)) for kind, label in labels.items())
    return Pick[str](key="kind", prompt=say("What kind of card?", short=N_("What kind?")), options=options)


def _ask_lose(state: State, player: Player) -> Asking[Move]:
    kind = yield from lose_pick(player)
    rows = tuple(Option(at, label) for at, label in enumerate(card_names(state, player, kind)))
    at = yield from Pick[int](key="card", prompt=say("Which card?"), options=rows)
    return LoseCard(kind=kind, at=at)  # type: ignore[arg-type]  # the options are the kinds


def _ask_take(state: State) -> Asking[Move]:
    kinds = tuple(Option(kind, label) for kind, label in KINDS.items())
    prompt = say("What kind of card?", short=N_("What kind?"))
    kind = yield from Pick[CardKind](key="kind", prompt=prompt, options=kinds)
    keys = [key for key in known_keys(state, kind) if key not in RESERVED]
    options = tuple(
        Option(key, name_of(state, kind, key), reason=unknown_card_reason(state, kind, key), icon="card")
        for key in keys
    )
    offered = (*options, new_option(kind))
    card = yield from Pick[str](key="card", prompt=say("Which card?"), options=offered)
    entry: Entry | None = None
    stars: int | None = None
    if card == NEW:
        if kind == "titan":
            stars = yield from Count(key="stars", prompt=say("How many stars?"), high=3)
        entry = yield from ask_card(state, kind, stars or 0)
    stored = False
    if kind == "empire":
        prompt = say("Stored, or built?")
        stored = yield from Confirm(key="stored", prompt=prompt, yes=say("Stored"), no=say("Built"), default=False)
    return TakeCard(kind=kind, card=card, stars=stars, entry=entry, stored=stored)
