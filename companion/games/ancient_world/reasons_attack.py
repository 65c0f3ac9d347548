"""Why an attack is out of reach, or None. Section 5."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.wording import N_, Message, say
from companion.games.ancient_world.derived import unused
from companion.games.ancient_world.facts import amount, fact, known, listed
from companion.games.ancient_world.forces import Force, forces
from companion.games.ancient_world.reasons import NOTHING, coins_reason
from companion.games.ancient_world.state import Army, Player, State


def targets(state: State) -> list[str]:
    """The open titan of each deck, and those on boards."""
    decks = [f"deck-{stars}" for stars in (1, 2, 3) if state.decks[stars - 1] != 0]
    return [*decks, *(f"board-{player.seat}" for player in state.players if player.threat)]


def titan_at(state: State, target: str) -> str:
    """The key of the titan at a target, empty while it is not known."""
    player = next((player for player in state.players if f"board-{player.seat}" == target), None)
    return player.threat.key if player and player.threat else ""


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


def all_known(state: State, armies: Sequence[Army]) -> bool:
    """Whether the swords and arrows of all these armies have been entered."""
    return all(known(state, "military", army.key) for army in armies)


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


def titans_in_play(state: State) -> set[str]:
    """Titans that lie in front of somebody, defeated or threatening."""
    defeated = {key for player in state.players for key in player.titans}
    return defeated | {player.threat.key for player in state.players if player.threat}
