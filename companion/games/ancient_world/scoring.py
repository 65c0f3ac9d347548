"""The account of every player. Section 9."""

from __future__ import annotations

from companion.core.scoring import Line, Rung, ScoreSheet, SideScore
from companion.core.wording import named, say, say_n
from companion.games.ancient_world.queries import damaged
from companion.games.ancient_world.queries_scoring import (
    all_cards,
    banner_count,
    banner_points,
    next_banner,
    printed_points,
)
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import DAMAGED, HUNGRY, TRIBES

LADDER = (
    Rung(say("Most coins")),
    Rung(say("Most empire cards, districts and defeated titans")),
    Rung(say("Most knowledge")),
    Rung(say("Most ambrosia")),
)


def score_sheet(state: State) -> ScoreSheet:
    """Provisional until the end: as if the play ended now."""
    sides = tuple(side_score(state, player) for player in state.players)
    return ScoreSheet(sides, final=state.stage == "over", ladder=LADDER)


def side_score(state: State, player: Player) -> SideScore:
    """Penalties first, then banners by colour, then what texts and symbols give."""
    down = len(damaged(player))
    symbols = printed_points(state, player)
    lines = [
        Line(
            "hungry",
            HUNGRY * player.hungry,
            say("Hungry citizens"),
            say_n("{n} citizen", "{n} citizens", player.hungry),
        ),
        Line("damaged", DAMAGED * down, say("Damaged cards"), say_n("{n} card", "{n} cards", down)),
        *(_banner_line(state, player, colour) for colour in TRIBES),
        Line("special", player.special, say("Texts of cards"), say("As the players counted")),
    ]
    if symbols:
        lines.append(Line("printed", symbols, say("Points as symbols")))
    if player.capital.get("point", 0):
        lines.append(Line("corrected", player.capital["point"], say("Points set right")))
    return SideScore(
        side=str(player.seat),
        seats=(player.seat,),
        label=named(player.seat),
        lines=tuple(lines),
        ties=(player.coins, all_cards(player), player.knowledge, player.ambrosia),
    )


def _banner_line(state: State, player: Player, colour: str) -> Line:
    n = banner_count(state, player, colour)
    why = say_n(
        "{n} banner; the next is worth {next}", "{n} banners; the next is worth {next}", n, next=next_banner(state, n)
    )
    return Line(f"banner-{colour}", banner_points(state, n), TRIBES[colour], why)
