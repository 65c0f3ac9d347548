"""The account: every point and why."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import named, say
from new_game.state import State


def score_sheet(state: State) -> ScoreSheet:
    return ScoreSheet(
        sides=tuple(
            SideScore(
                side=str(player.seat),
                seats=(player.seat,),
                label=named(player.seat),
                lines=(Line("coins", player.coins, say("Coins"), say("1 for each")),),
            )
            for player in state.players
        ),
        final=not state.agenda,
    )
