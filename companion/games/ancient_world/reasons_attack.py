"""Why an attack is out of reach, or None. Section 5."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.ancient_world.box import amount, fact, known, listed
from companion.games.ancient_world.queries import unused
from companion.games.ancient_world.queries_attack import Force, all_known, forces, targets, titan_at, titans_in_play
from companion.games.ancient_world.reasons import NOTHING, coins_reason
from companion.games.ancient_world.state import Player, State


def attack_reason(state: State, player: Player) -> Message | None:
    """Whether there is an army to attack with at all."""
    if not player.armies:
        return say("You have no army.", short=N_("No army"))
    if not unused(player):
        return say("All your armies have fought this round.", short=N_("All have fought"))
    if not targets(state):
        return say("There is no titan to attack.", short=N_("No titan"))
    costs = min(army.coins + 1 for army in unused(player))
    return coins_reason(player, costs)


def target_reason(state: State, player: Player, target: str) -> Message | None:
    """Whether some set of armies beats the titan there; while facts are missing nobody can say no."""
    if target not in targets(state):
        return NOTHING
    titan = titan_at(state, target)
    if not known(state, "titan", titan) or not all_known(state, unused(player)):
        return None
    return beaten_reason(state, player, titan)


def beaten_reason(state: State, player: Player, titan: str) -> Message | None:
    """Why no set of armies beats this titan, as the cheapest says."""
    first: Message | None = None
    for one in forces(state, player, titan):
        reason = force_reason(state, player, titan, one)
        if reason is None:
            return None
        first = first or reason
    return first


def force_reason(state: State, player: Player, titan: str, one: Force) -> Message | None:
    """Whether these armies can be paid and beat the titan."""
    if reason := coins_reason(player, one.coins):
        return reason
    counts, defence = str(fact(state, "titan", titan, "counts")), amount(state, "titan", titan, "defence")
    value = one.value(counts)
    if value < defence:
        return say(
            "Attack {value}, defence {defence}: {n} missing.",
            short=N_("{n} missing"),
            value=value,
            defence=defence,
            n=defence - value,
        )
    if one.ambrosia > player.ambrosia:
        lacking = defence - (value - one.bought)
        return say(
            "Attack {value}, defence {defence}: {n} missing, or {ambrosia} ambrosia for swords.",
            short=N_("{n} missing"),
            value=value - one.bought,
            defence=defence,
            n=lacking,
            ambrosia=one.ambrosia,
        )
    return None


def titan_reason(state: State, target: str, titan: str) -> Message | None:
    """Whether ``titan`` can be the one at the target: not another one, not one that lies elsewhere."""
    there = titan_at(state, target)
    if there:
        return None if there == titan else NOTHING
    if titan not in listed(state, "titan") or titan in titans_in_play(state):
        return NOTHING
    if target.startswith("deck-") and amount(state, "titan", titan, "stars") != int(target.removeprefix("deck-")):
        return say("That titan is of another deck.", short=N_("Of another deck"))
    return None
