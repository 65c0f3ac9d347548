"""Reminders of what only the players see on their map, for battles and what follows them. Said when it matters."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.athens_sparta.queries_attrition import hellespont_closed
from companion.games.athens_sparta.queries_blocks import is_ship
from companion.games.athens_sparta.queries_city import inside_land_limit, inside_limit
from companion.games.athens_sparta.state import State, Unit
from companion.games.athens_sparta.tables import SIEGE_RATING, Side

MOUNTAIN_REMINDER = say("A mountain hex holds two blocks of a side.", short=N_("Mountains: 2 blocks"))
WALLS_REMINDER = say(
    "Two hits take a step from those inside; a half hit heals after the assault.", short=N_("Two hits a step")
)
REVOLT_REMINDER = say(
    "Rebels do not count for stacking. Their friends cannot be hit before they have fired.",
    short=N_("Friends: after firing"),
)
SYRACUSE_REMINDER = say(
    "At Syracuse nobody retreats or regroups; the battle goes on next turn.", short=N_("No retreat from here")
)
GREEN_REMINDER = say("Those among enemy blocks attack them at once.", short=N_("They attack at once"))
REGROUP_REMINDER = say(
    "Regroup to adjacent friendly hexes, two blocks over a clear hexside, one over a pass or strait; ships to a "
    "friendly port within four hexes.",
    short=N_("Clear: 2, pass: 1"),
)
"""Sections 2.3, 6.5, 7.2, 9, 10 and 13."""


def retreat_hint(state: State, unit: Unit) -> Message:
    """How a block retreats: ships otherwise than land blocks, attackers otherwise than defenders (section 6.4)."""
    if is_ship(state, unit):
        return say(
            "A ship retreats to a friendly port within four hexes, not through enemy hexes; hexsides do not matter.",
            short=N_("Port within 4 hexes"),
        )
    if state.battle is not None and unit.side == state.battle.attacker:
        return say(
            "A retreat: back over the hexsides the attack came by, two blocks over a clear one, one over a pass or "
            "strait, each round.",
            short=N_("Clear: 2, pass: 1"),
        )
    return say(
        "A retreat: over hexsides the attack did not come by, two blocks over a clear one, one over a pass or strait, "
        "each round.",
        short=N_("Clear: 2, pass: 1"),
    )


def assault_hint(state: State, place: str) -> Message:
    """How many blocks storm these walls, and with which ratings (sections 7.1 and 7.2)."""
    (cavalry, cavalry_rate), (ship, ship_rate) = SIEGE_RATING["cavalry"], SIEGE_RATING["ship"]
    return say(
        "Up to {n} may storm, {land} of them by land; cavalry as {cavalry}, ships as {ship}. None: no assault.",
        short=N_("None: no assault"),
        n=inside_limit(state, place),
        land=inside_land_limit(state, place),
        cavalry=f"{cavalry}{cavalry_rate}",
        ship=f"{ship}{ship_rate}",
    )


def grain_hint(state: State, side: Side) -> Message | None:
    """What Athens loses at the end of its turn while the Hellespont is closed, or None (section 12)."""
    if side != "athens" or not hellespont_closed(state):
        return None
    if state.options["hellespont"] == "block":
        return say("No grain comes: a block in Athens goes at the end of your turn.", short=N_("Athens loses a block"))
    return say("No grain comes: a step in Athens goes at the end of your turn.", short=N_("Athens loses a step"))
