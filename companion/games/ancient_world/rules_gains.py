"""Pay and gain goods, citizens and cards. Section 4.2."""

from __future__ import annotations

from typing import TypeVar

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world.agenda import Due, Turn, Upgrading
from companion.games.ancient_world.box import What, count
from companion.games.ancient_world.moves import Upgrade
from companion.games.ancient_world.queries import lowest_free, owned_citizens
from companion.games.ancient_world.reasons import NOT_NOW, NOTHING
from companion.games.ancient_world.state import FRESH, IDLE, Built, Player, State
from companion.games.ancient_world.tables import Goods
from companion.games.ancient_world.words import who


def upgrade(step: Step[State], move: Upgrade) -> None:
    """The token with the next number takes the old one's place. Section 4.2."""
    player = mover(step)
    owed(step, Upgrading)
    new = lowest_free(player, move.citizen)
    if move.citizen and (move.citizen not in owned_citizens(player) or not new):
        step.refuse("out-of-reach", NOTHING)
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


D = TypeVar("D", bound=Due)


def owed(step: Step[State], kind: type[D]) -> D:
    """The top of the agenda, if it is what this move settles."""
    top = step.state.agenda[-1]
    if not isinstance(top, kind):
        step.refuse("not-now", NOT_NOW)
    return top


def mover(step: Step[State]) -> Player:
    """The player whose due is on top; the table's dues have no player."""
    return step.state.player(step.seat)


def end_turn(step: Step[State]) -> None:
    """The action of this turn has been chosen: what is left of it is on the agenda from here on."""
    state = step.state
    state.agenda = [due for due in state.agenda if not isinstance(due, Turn)]
    state.last = step.seat


def pay(state: State, player: Player, *, coins: int = 0, knowledge: int = 0, ambrosia: int = 0) -> None:
    """From the player to the supply; below 0 the other way."""
    player.coins -= coins
    state.supply.coins += coins
    player.knowledge -= knowledge
    state.supply.knowledge += knowledge
    player.ambrosia -= ambrosia
    state.supply.ambrosia += ambrosia


def gain(state: State, player: Player, goods: Goods, n: int) -> int:
    """From the supply to the player, or back as far as the player has it; how much it was."""
    n = max(n, -getattr(player, goods))
    pay(state, player, **{goods: -n})
    return n


def new_citizen(step: Step[State], player: Player) -> None:
    """The lowest number that is left comes into the Hungry/New zone. Sections 4.2 and 13."""
    number = lowest_free(player)
    if number:
        player.citizens[number - 1] = IDLE
        player.zone[number - 1] = FRESH
        step.tell(say("{who} gains citizen {n}.", short=N_("{who}: citizen {n}"), who=who(player), n=number))


def gains(step: Step[State], player: Player, what: What, key: str) -> None:
    """What a card gives once, when it comes. Section 4.2."""
    state = step.state
    symbols: tuple[tuple[Goods, str], ...] = (
        ("coins", "coin-once"),
        ("knowledge", "knowledge-once"),
        ("ambrosia", "ambrosia-once"),
    )
    for goods, symbol in symbols:
        if state.second or goods != "ambrosia":
            gain(state, player, goods, count(state, what, key, symbol))
    for _ in range(count(state, what, key, "citizen-once")):
        new_citizen(step, player)
    for _ in range(count(state, what, key, "citizen-upgrade")):
        state.agenda.append(Upgrading(player.seat))


def add_empire(step: Step[State], player: Player, key: str) -> None:
    """An empire card comes into the city."""
    player.cards.append(Built(step.state.new_id(), key))
    gains(step, player, "empire", key)
