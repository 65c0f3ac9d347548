"""The account: every point and why."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import named, say
from new_game.state import Player, State


def score_sheet(state: State) -> ScoreSheet:
    return ScoreSheet(
        sides=tuple(
            SideScore(
                side=str(player.seat),
                seats=(player.seat,),
                label=named(player.seat),
                lines=lines(player),
            )
            for player in state.players
        ),
        final=not state.pot,
    )


def lines(player: Player) -> tuple[Line, ...]:
    """What a player has earned, with a line for every reason."""
    return (Line("coins", player.coins, say("Coins"), say("1 for each")),)
