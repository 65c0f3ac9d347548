"""Paying and gaining goods, citizens and cards; repairs. Sections 4.2 and 4.3."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, in_a_row, say, say_n
from companion.games.ancient_world import box, city, forms, pieces, words
from companion.games.ancient_world.box import CardKind
from companion.games.ancient_world.moves import Move, Upgrade
from companion.games.ancient_world.state import GAINED, IDLE, EmpireCard, Player, State, Turn, Upgrading
from companion.games.ancient_world.tables import GOODS_SYMBOLS, Goods

# -- the seat that moves ------------------------------------------------------------------------------------------


def acting_player(step: Step[State]) -> Player:
    """The player whose seat makes the move."""
    return step.state.player(step.seat)


def require_exactly(step: Step[State], n: int, chosen: tuple[int, ...], there: Iterable[int]) -> None:
    """Refuse a choice that is not ``n`` different ones of those that are ``there``."""
    if not len(set(chosen)) == len(chosen) == n or not set(chosen) <= set(there):
        step.refuse("out-of-reach", words.NO_SUCH_THING)


def end_turn(step: Step[State]) -> None:
    """End the turn of the moving seat; other dues stay on the agenda."""
    state = step.state
    state.agenda = [due for due in state.agenda if not isinstance(due, Turn)]
    state.last = step.seat


# -- paying -------------------------------------------------------------------------------------------------------


def coins_reason(player: Player, coins: int) -> Message | None:
    """Why a player cannot pay coins."""
    if player.coins >= coins:
        return None
    return say_n(
        "You need {n} coin and have {have}.",
        "You need {n} coins and have {have}.",
        coins,
        N_("Too few coins"),
        have=player.coins,
    )


def knowledge_reason(player: Player, knowledge: int) -> Message | None:
    """Why a player cannot pay knowledge."""
    if player.knowledge >= knowledge:
        return None
    return say(
        "You need {n} knowledge and have {have}.",
        short=N_("Too little knowledge"),
        n=knowledge,
        have=player.knowledge,
    )


def ambrosia_reason(state: State, player: Player, ambrosia: int) -> Message | None:
    """Why a player cannot pay ambrosia; the first edition has none. Section 12."""
    if not state.second and ambrosia:
        return say("The first edition has no ambrosia.", short=N_("No ambrosia here"))
    if player.ambrosia >= ambrosia:
        return None
    return say(
        "You need {n} ambrosia and have {have}.", short=N_("Too little ambrosia"), n=ambrosia, have=player.ambrosia
    )


def price_reason(state: State, player: Player, what: CardKind, key: str) -> Message | None:
    """Why a card's price cannot be paid."""
    if key not in box.known_keys(state, what):
        return words.NO_SUCH_THING
    coins, knowledge = box.card_price(state, what, key)
    return coins_reason(player, coins) or knowledge_reason(player, knowledge)


def pay(state: State, player: Player, *, coins: int = 0, knowledge: int = 0, ambrosia: int = 0) -> None:
    """Pay goods to the supply; negative numbers take goods from it."""
    player.coins -= coins
    state.supply.coins += coins
    player.knowledge -= knowledge
    state.supply.knowledge += knowledge
    player.ambrosia -= ambrosia
    state.supply.ambrosia += ambrosia


# -- gaining ------------------------------------------------------------------------------------------------------


def gain_goods(state: State, player: Player, goods: Goods, n: int) -> int:
    """Take goods from the supply; with a negative ``n`` lose them, at most what the player has. Return how many were
    gained.
    """
    n = max(n, -getattr(player, goods))
    pay(state, player, **{goods: -n})
    return n


def new_citizen(step: Step[State], player: Player) -> None:
    """Put the lowest citizen in the box into the Hungry/New zone. Sections 4.2 and 13."""
    number = city.lowest_free(player)
    if number:
        player.citizens[number - 1] = IDLE
        player.zone[number - 1] = GAINED
        pieces.instruct_new_citizen(step, player, number)
        step.tell(say("{who} gains citizen {n}.", short=N_("New citizen {n}"), who=words.who(player), n=number))


def gain_from_card(step: Step[State], player: Player, what: CardKind, key: str) -> None:
    """Gain what a card gives once, when the player gets it. Section 4.2."""
    state = step.state
    got: list[Message] = []
    for goods in state.goods:
        if n := gain_goods(state, player, goods, box.symbol_count(state, what, key, f"{GOODS_SYMBOLS[goods]}-once")):
            got.append(words.amount(goods, n))
    if got:
        card = box.name_of(state, what, key)
        step.tell(
            say("{card} gives {who} {what}.", short=N_("{what}"), card=card, who=words.who(player), what=in_a_row(got))
        )
    for _ in range(box.symbol_count(state, what, key, "citizen-once")):
        new_citizen(step, player)
    for _ in range(box.symbol_count(state, what, key, "citizen-upgrade")):
        state.agenda.append(Upgrading(player.seat))


def add_empire_card(step: Step[State], player: Player, key: str) -> None:
    """Add an empire card to the city, and gain what it gives once."""
    player.cards.append(EmpireCard(step.state.new_id(), key))
    gain_from_card(step, player, "empire", key)


# -- a citizen is swapped for the next number ---------------------------------------------------------------------


def upgrade(step: Step[State], move: Upgrade) -> None:
    """Swap a citizen for one with a higher number. Section 4.2."""
    player = acting_player(step)
    step.owed(Upgrading)
    new = city.lowest_free(player, move.citizen)
    if move.citizen and (move.citizen not in city.owned_citizens(player) or not new):
        step.refuse("out-of-reach", words.NO_SUCH_THING)
    step.state.agenda.pop()
    if not move.citizen:
        return
    old, at = move.citizen - 1, new - 1
    player.citizens[at], player.on[at], player.zone[at] = player.citizens[old], player.on[old], player.zone[old]
    player.citizens[old], player.on[old], player.zone[old] = 0, 0, 0
    pieces.instruct_swapped(step, player, move.citizen, new)
    step.tell(
        say(
            "{who} swaps citizen {old} for {new}.",
            short=N_("Citizen {old} is now {new}"),
            who=words.who(player),
            old=move.citizen,
            new=new,
        )
    )


def ask_upgrade(state: State, due: Upgrading) -> Asking[Move]:
    """Ask which citizen is swapped, on the form of the card that allows it."""
    return forms.as_action(_ask_upgrade(state.player(due.seat)))


def _ask_upgrade(player: Player) -> Asking[Move]:
    numbers = [number for number in city.owned_citizens(player) if city.lowest_free(player, number)]
    options = tuple(
        Option(
            number,
            say("{old} becomes {new}", old=number, new=city.lowest_free(player, number)),
            act=say("Citizen {old} becomes {new}", short=N_("Swap"), old=number, new=city.lowest_free(player, number)),
        )
        for number in numbers
    )
    prompt = say("Swap which citizen for the next number?", short=N_("Upgrade which?"))
    none = Option(0, say("None of them"), act=say("Swap no citizen"))
    citizen = yield from Pick[int](
        key="citizen",
        prompt=prompt,
        options=(*options, none),
        default=0,
        meaning=say("A higher number finds more spaces open or without a fee. The new one takes the old one's place."),
    )
    return Upgrade(citizen=citizen)


# -- repairs ------------------------------------------------------------------------------------------------------


def repair_reason(player: Player, number: int) -> Message | None:
    """Why a card cannot be repaired."""
    if any(card.id == number for card in city.damaged(player)):
        return None
    return say("That card is not damaged.", short=N_("Not damaged"))


def any_damaged_reason(player: Player) -> Message | None:
    """Why nothing can be repaired."""
    return None if city.damaged(player) else say("None of your cards is damaged.", short=N_("Nothing is damaged"))


def repair_cards(step: Step[State], player: Player, cards: tuple[int, ...]) -> None:
    """Turn damaged cards face up."""
    for card in city.damaged(player):
        if card.id in cards:
            card.down = 0
            name = box.name_of(step.state, "empire", card.key)
            step.tell(say("{who} repairs {card}.", short=N_("Repairs {card}"), who=words.who(player), card=name))
