"""Scores. Section 9."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import named, say, say_n
from companion.games.ancient_world import queries_scoring
from companion.games.ancient_world.queries import damaged
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import DAMAGED_POINTS, HUNGRY_POINTS, TRIBES

LADDER = (
    TieBreak(say("Most coins")),
    TieBreak(say("Most empire cards, districts and defeated titans")),
    TieBreak(say("Most knowledge")),
    TieBreak(say("Most ambrosia")),
)


def score_sheet(state: State) -> ScoreSheet:
    """The score of every player, as if the play ended now."""
    sides = tuple(side_score(state, player) for player in state.players)
    return ScoreSheet(sides, final=state.stage == "over", ladder=LADDER)


def side_score(state: State, player: Player) -> SideScore:
    """Penalties, banners by colour, points by texts and symbols."""
    down = len(damaged(player))
    symbols = queries_scoring.printed_points(state, player)
    lines = [
        Line(
            "hungry",
            HUNGRY_POINTS * player.hungry,
            say("Hungry citizens"),
            say_n("{n} citizen", "{n} citizens", player.hungry),
        ),
        Line("damaged", DAMAGED_POINTS * down, say("Damaged cards"), say_n("{n} card", "{n} cards", down)),
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
        ties=(player.coins, queries_scoring.card_count(player), player.knowledge, player.ambrosia),
    )


def _banner_line(state: State, player: Player, colour: str) -> Line:
    n = queries_scoring.banner_count(state, player, colour)
    why = say_n(
        "{n} banner; the next is worth {next}",
        "{n} banners; the next is worth {next}",
        n,
        next=queries_scoring.next_banner_points(state, n),
    )
    return Line(f"banner-{colour}", queries_scoring.banner_points(state, n), TRIBES[colour], why)
