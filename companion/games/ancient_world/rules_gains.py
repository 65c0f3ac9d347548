"""Pay and gain goods, citizens and cards. Section 4.2."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world.agenda import Turn, Upgrading
from companion.games.ancient_world.box import CardKind, symbol_count
from companion.games.ancient_world.moves import Upgrade
from companion.games.ancient_world.queries import lowest_free, owned_citizens
from companion.games.ancient_world.reasons import NO_SUCH_THING
from companion.games.ancient_world.state import GAINED, IDLE, EmpireCard, Player, State
from companion.games.ancient_world.tables import GOODS_SYMBOLS, Goods
from companion.games.ancient_world.words import who


def upgrade(step: Step[State], move: Upgrade) -> None:
    """Swap a citizen for one with a higher number. Section 4.2."""
    player = acting_player(step)
    step.owed(Upgrading)
    new = lowest_free(player, move.citizen)
    if move.citizen and (move.citizen not in owned_citizens(player) or not new):
        step.refuse("out-of-reach", NO_SUCH_THING)
    step.state.agenda.pop()
    if not move.citizen:
        return
    old, at = move.citizen - 1, new - 1
    player.citizens[at], player.on[at], player.zone[at] = player.citizens[old], player.on[old], player.zone[old]
    player.citizens[old], player.on[old], player.zone[old] = 0, 0, 0
    step.tell(
        say(
            "{who} swaps citizen {old} for {new}.",
            short=N_("Citizen {old} is now {new}"),
            who=who(player),
            old=move.citizen,
            new=new,
        )
    )


def acting_player(step: Step[State]) -> Player:
    """The player who moves; the table has none."""
    return step.state.player(step.seat)


def require_exactly(step: Step[State], n: int, chosen: tuple[int, ...], there: Iterable[int]) -> None:
    """Refuse anything but ``n`` different ones of those that are there."""
    if not len(set(chosen)) == len(chosen) == n or not set(chosen) <= set(there):
        step.refuse("out-of-reach", NO_SUCH_THING)


def end_turn(step: Step[State]) -> None:
    """End the turn: dues that are left keep the agenda."""
    state = step.state
    state.agenda = [due for due in state.agenda if not isinstance(due, Turn)]
    state.last = step.seat


def pay(state: State, player: Player, *, coins: int = 0, knowledge: int = 0, ambrosia: int = 0) -> None:
    """Pay goods to the supply; below 0 take them."""
    player.coins -= coins
    state.supply.coins += coins
    player.knowledge -= knowledge
    state.supply.knowledge += knowledge
    player.ambrosia -= ambrosia
    state.supply.ambrosia += ambrosia


def gain_goods(state: State, player: Player, goods: Goods, n: int) -> int:
    """Take goods from the supply, or lose as many as there are; return how many."""
    n = max(n, -getattr(player, goods))
    pay(state, player, **{goods: -n})
    return n


def new_citizen(step: Step[State], player: Player) -> None:
    """Put the lowest citizen in the box into the Hungry/New zone. Sections 4.2 and 13."""
    number = lowest_free(player)
    if number:
        player.citizens[number - 1] = IDLE
        player.zone[number - 1] = GAINED
        step.tell(say("{who} gains citizen {n}.", short=N_("New citizen {n}"), who=who(player), n=number))


def gain_from_card(step: Step[State], player: Player, what: CardKind, key: str) -> None:
    """Gain what a card gives once, when it comes. Section 4.2."""
    state = step.state
    for goods in state.goods:
        gain_goods(state, player, goods, symbol_count(state, what, key, f"{GOODS_SYMBOLS[goods]}-once"))
    for _ in range(symbol_count(state, what, key, "citizen-once")):
        new_citizen(step, player)
    for _ in range(symbol_count(state, what, key, "citizen-upgrade")):
        state.agenda.append(Upgrading(player.seat))


def add_empire_card(step: Step[State], player: Player, key: str) -> None:
    """Add an empire card to the city."""
    player.cards.append(EmpireCard(step.state.new_id(), key))
    gain_from_card(step, player, "empire", key)
