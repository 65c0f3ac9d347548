"""The account of every seat."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import named, say, say_n
from night_market.state import Bidder, State
from night_market.tables import COINS_A_POINT


def score_sheet(state: State) -> ScoreSheet:
    return ScoreSheet(
        sides=tuple(map(bidder_score, state.bidders)),
        final=not state.agenda and not state.rounds,
        ladder=(TieBreak(say("Most coins left")), TieBreak(say("Fewest lots"), highest=False)),
    )


def bidder_score(bidder: Bidder) -> SideScore:
    return SideScore(
        side=str(bidder.seat),
        seats=(bidder.seat,),
        label=named(bidder.seat),
        lines=(
            Line("lots", bidder.points, say("Lots"), say_n("{n} lot", "{n} lots", bidder.won)),
            Line(
                "coins",
                bidder.coins // COINS_A_POINT,
                say("Coins"),
                say("1 for every {each} of {n}", each=COINS_A_POINT, n=bidder.coins),
            ),
        ),
        ties=(bidder.coins, bidder.won),
    )
