"""Why an attack is out of reach, or None. Section 5."""

from __future__ import annotations

from companion.core.options import branch_reason
from companion.core.wording import N_, Message, say
from companion.games.ancient_world import queries, queries_attack, reasons
from companion.games.ancient_world.box import defence_of, is_known, known_keys, number_of
from companion.games.ancient_world.state import Player, State


def attack_reason(state: State, player: Player) -> Message | None:
    """Why a player cannot attack at all."""
    if not player.armies:
        return say("You have no army.", short=N_("No army"))
    if not queries.unused_armies(player):
        return say("All your armies have fought this round.", short=N_("All have fought"))
    if not queries_attack.targets(state):
        return say("There is no titan to attack.", short=N_("No titan"))
    costs = min(army.coins + 1 for army in queries.unused_armies(player))
    return reasons.coins_reason(player, costs)


def target_reason(state: State, player: Player, target: str) -> Message | None:
    """Why no armies can beat the titan at a target; None while facts are missing."""
    if target not in queries_attack.targets(state):
        return reasons.NO_SUCH_THING
    titan = queries_attack.titan_at(state, target)
    if not is_known(state, "titan", titan) or not queries_attack.all_known(state, queries.unused_armies(player)):
        return None
    return beaten_reason(state, player, titan)


def beaten_reason(state: State, player: Player, titan: str) -> Message | None:
    """Why no armies beat a titan: the reason of the cheapest set."""
    forces = queries_attack.attacking_forces(state, player, titan)
    return branch_reason(force_reason(state, player, titan, one) for one in forces)


def force_reason(state: State, player: Player, titan: str, one: queries_attack.Force) -> Message | None:
    """Why these armies cannot be paid or do not beat the titan."""
    if reason := reasons.coins_reason(player, one.coins):
        return reason
    counts, defence = defence_of(state, titan)
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
    """Why ``titan`` cannot be the one at the target."""
    there = queries_attack.titan_at(state, target)
    if there:
        return None if there == titan else reasons.NO_SUCH_THING
    if titan not in known_keys(state, "titan") or titan in queries_attack.titans_in_play(state):
        return reasons.NO_SUCH_THING
    if target.startswith("deck-") and number_of(state, "titan", titan, "stars") != int(target.removeprefix("deck-")):
        return say("That titan is of another deck.", short=N_("Of another deck"))
    return None
