"""Actions that cost no turn: notes, and cards that come or go by the text of another card. Section 8."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, named, say, say_n
from companion.games.ancient_world import armies, attack, box, entries, forms, goods, pieces, words
from companion.games.ancient_world.box import CardKind, Entry, RowKind
from companion.games.ancient_world.moves import NEW, ClaimFirst, GainGoods, LoseCard, Move, NameTitan, TakeCard
from companion.games.ancient_world.state import Player, State, Turn
from companion.games.ancient_world.tables import GOODS, GOODS_ICONS, Goods

KINDS: dict[CardKind, Message] = {
    "empire": say("Empire card"),
    "military": say("Military card"),
    "titan": say("Titan"),
    "district": say("District"),
}
WHICH_KIND = say("What kind of card comes or goes by what a card or a titan says.")
WHICH_CARD = say("The card that a card or a titan gives you or takes from you.")


def free_action_options(state: State, player: Player) -> tuple[Option[str], ...]:
    """The options for actions that cost no turn."""
    titans = unknown_titan_pick(state)
    known = None if titans.options else say("Every titan on a board is known.", short=N_("All are known"))
    claim = say("First player next round", short=N_("Next first player"))
    take = say("A card comes without payment", short=N_("A card comes"))
    note = say("Say which titan threatens", short=N_("Enter a titan"))
    gain, lose = say("A card gives or takes"), say("A card leaves")
    options = (
        Option("claim", claim, icon="hand", act=claim, apart=True),
        Option("gain", gain, icon="coin", act=gain, apart=True),
        Option("take", take, icon="plus", act=take, apart=True),
        Option("lose", lose, reason=lose_pick(player).blocked(), icon="minus", act=lose, apart=True),
    )
    if not state.second:
        return options
    return (
        *options,
        Option("note", note, reason=known, icon="edit", act=note, apart=True),
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
        case _:
            return _ask_name_titan(state)


# -- the first player of the next round ---------------------------------------------------------------------------


def claim_first(step: Step[State], move: ClaimFirst) -> None:
    """Set the first player of the next round."""
    state = step.state
    step.owed(Turn)
    seats = [player.seat for player in state.players]
    if move.first not in seats:
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    state.claimed = seats.index(move.first) + 1
    seat = SeatName(move.first)
    step.tell(say("{who} is first player next round.", short=N_("Next first player"), who=seat))


def _ask_claim(state: State) -> Asking[Move]:
    seats = tuple(Option(other.seat, named(other.seat), seat=other.seat) for other in state.players)
    prompt = say("First player next round?", short=N_("Next first player?"))
    first = yield from Pick[int](key="first", prompt=prompt, options=seats, meaning=words.FIRST_PLAYER)
    return ClaimFirst(first=first)


# -- goods by the text of a card ----------------------------------------------------------------------------------


def gain_by_card(step: Step[State], move: GainGoods) -> None:
    """Gain or lose goods by a card's text."""
    state, player = step.state, goods.acting_player(step)
    step.owed(Turn)
    if move.goods not in state.goods:
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    n = goods.gain_goods(state, player, move.goods, move.n)
    got = {
        "coins": say_n("{n} coin", "{n} coins", n),
        "knowledge": words.knowledge(n),
        "ambrosia": say_n("{n} ambrosia", "{n} ambrosia", n),
    }[move.goods]
    step.tell(say("{who}, by a card: {goods}.", short=N_("{goods}"), who=words.who(player), goods=got))


def _ask_gain(state: State) -> Asking[Move]:
    options = tuple(Option(goods, GOODS[goods], icon=GOODS_ICONS[goods]) for goods in state.goods)
    prompt = say("What does the card give or take?", short=N_("Gives or takes what?"))
    goods = yield from Pick[Goods](
        key="goods",
        prompt=prompt,
        options=options,
        meaning=say(
            "What a card gives or takes besides the actions. Only what the companion does not count by itself."
        ),
    )
    prompt = say("How many? Below 0 they are lost.", short=N_("How many?"))
    n = yield from Count(
        key="n",
        prompt=prompt,
        low=-9,
        high=9,
        start=1,
        usual=1,
        meaning=say("So many of it. A number below 0 is taken from you."),
    )
    return GainGoods(goods=goods, n=n)


# -- the titan on a board -----------------------------------------------------------------------------------------


def name_titan(step: Step[State], move: NameTitan) -> None:
    """Name the titan on a board."""
    state = step.state
    step.owed(Turn)
    owner = next((player for player in state.players if player.seat == move.board), None)
    if owner is None or owner.threat is None or owner.threat.key:
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    owner.threat.key = attack.resolve_titan(step, owner, move.titan, move.entry)
    titan = words.titan_name(state, owner.threat.key, owner.threat.stars)
    step.tell(say("{titan} threatens {who}.", short=N_("Threat: {titan}"), titan=titan, who=words.who(owner)))


def unknown_titan_pick(state: State) -> Pick[int]:
    """The boards whose titan nobody has named."""
    options = tuple(
        Option(other.seat, named(other.seat), hint=words.titan_name(state, "", other.threat.stars), seat=other.seat)
        for other in state.players
        if other.threat and not other.threat.key
    )
    return Pick[int](
        key="board",
        prompt=say("On whose board?"),
        options=options,
        meaning=say("The player in front of whom the titan lies."),
    )


def _ask_name_titan(state: State) -> Asking[Move]:
    board = yield from unknown_titan_pick(state)
    titan, entry = yield from attack.ask_titan(state, f"board-{board}")
    return NameTitan(board=board, titan=titan, entry=entry)


# -- a card that comes --------------------------------------------------------------------------------------------


def take_card(step: Step[State], move: TakeCard) -> None:
    """Gain a card without payment."""
    state, player = step.state, goods.acting_player(step)
    step.owed(Turn)
    if move.entry and move.kind == "titan" and move.entry.stars != str(move.stars):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    key = entries.resolve_card(step, move.kind, move.card, move.entry)
    card = box.name_of(state, move.kind, key)
    _instruct_taken(step, player, move, key)
    step.tell(say("{card} comes to {who}.", short=N_("Comes: {card}"), card=card, who=words.who(player)))
    match move.kind:
        case "empire" if move.stored:
            player.stored.append(key)
        case "empire":
            goods.add_empire_card(step, player, key)
        case "military":
            armies.add_military_card(step, player, key, 0)
        case "titan":
            player.titans.append(key)
            goods.gain_from_card(step, player, "titan", key)
        case "district":
            player.districts.append(key)
            goods.gain_from_card(step, player, "district", key)


def _instruct_taken(step: Step[State], player: Player, move: TakeCard, key: str) -> None:
    match move.kind:
        case "empire" if move.stored:
            pieces.instruct_stored(step, player, key)
        case "empire":
            pieces.instruct_empire_card(step, player, key, "text")
        case "military":
            pieces.instruct_military_card(step, player, key, "text")
        case "titan":
            pieces.instruct_titan_given(step, player, key)
        case "district":
            pieces.instruct_district(step, player, key, drawn=False)


def _ask_take(state: State) -> Asking[Move]:
    kinds = tuple(Option(kind, label) for kind, label in KINDS.items())
    prompt = say("What kind of card?", short=N_("What kind?"))
    kind = yield from Pick[CardKind](key="kind", prompt=prompt, options=kinds, meaning=WHICH_KIND)
    keys = [key for key in box.known_keys(state, kind) if key not in entries.RESERVED]
    options = tuple(
        Option(key, box.name_of(state, kind, key), reason=entries.unknown_card_reason(state, kind, key), icon="card")
        for key in keys
    )
    offered = (*options, entries.new_option(kind))
    card = yield from Pick[str](key="card", prompt=say("Which card?"), options=offered, meaning=WHICH_CARD)
    return (yield from _ask_taken(state, kind, card))


def _ask_taken(state: State, kind: CardKind, card: str) -> Asking[Move]:
    """Ask for the facts of a card that is not known, and where an empire card goes."""
    entry: Entry | None = None
    stars: int | None = None
    if card == NEW:
        if kind == "titan":
            stars = yield from Count(key="stars", prompt=say("How many stars?"), high=3, usual=0)
        entry = yield from entries.ask_card(state, kind, stars or 0)
    stored = False
    if kind == "empire":
        prompt = say("Stored, or built?")
        stored = yield from Confirm(
            key="stored",
            prompt=prompt,
            yes=say("Stored"),
            no=say("Built"),
            default=False,
            usual=False,
            meaning=say("A stored card waits beside your board and needs no capacity yet."),
        )
    return TakeCard(kind=kind, card=card, stars=stars, entry=entry, stored=stored)


# -- a card that leaves -------------------------------------------------------------------------------------------


def lose_reason(player: Player, kind: RowKind) -> Message | None:
    """Why no card of a kind can leave."""
    return None if player.row(kind) else say("You have no such card.", short=N_("No such card"))


def lose_card(step: Step[State], move: LoseCard) -> None:
    """Lose a card for nothing in return."""
    state, player = step.state, goods.acting_player(step)
    step.owed(Turn)
    step.require(lose_reason(player, move.kind))
    row = words.card_names(state, player, move.kind)
    if not 0 <= move.at < len(row):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    if move.kind == "military":
        armies.remove_army(step, player, player.armies[move.at])
    else:
        pieces.instruct_discarded(step, player, row[move.at])
    step.tell(say("{card} leaves {who}.", short=N_("Leaves: {card}"), card=row[move.at], who=words.who(player)))
    if move.kind != "military":
        player.row(move.kind).pop(move.at)


def lose_pick(player: Player) -> Pick[RowKind]:
    """The kinds of cards that can leave."""
    stored = Option[RowKind]("stored", say("Stored card"), reason=lose_reason(player, "stored"))
    kinds = (Option[RowKind](kind, label, reason=lose_reason(player, kind)) for kind, label in KINDS.items())
    options = (*kinds, stored)
    prompt = say("What kind of card?", short=N_("What kind?"))
    return Pick[RowKind](key="kind", prompt=prompt, options=options, usual=forms.only_open(options), meaning=WHICH_KIND)


def _ask_lose(state: State, player: Player) -> Asking[Move]:
    kind = yield from lose_pick(player)
    rows = tuple(Option(at, label) for at, label in enumerate(words.card_names(state, player, kind)))
    at = yield from Pick[int](key="card", prompt=say("Which card?"), options=rows, meaning=WHICH_CARD)
    return LoseCard(kind=kind, at=at)
