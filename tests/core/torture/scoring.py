"""The account of every side."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import say
from tests.core.torture.state import Side, State, called
from tests.core.torture.tables import LAURELS_TO_WIN


def score_sheet(state: State) -> ScoreSheet:
    outright = next((side for side in state.sides if side.laurels == LAURELS_TO_WIN), None)
    return ScoreSheet(
        sides=tuple(side_score(side, crowned=side is outright) for side in state.sides),
        final=not state.agenda,
        ladder=(TieBreak(say("Most laurels")), TieBreak(say("Fewest cards left in hand"), highest=False)),
    )


def side_score(side: Side, *, crowned: bool) -> SideScore:
    quest = (3 if side.quest.value == side.fleets else 0) if side.quest.known else None
    return SideScore(
        side=side.key,
        seats=(side.seat,),
        label=called(side),
        lines=(
            Line("gold", side.gold, say("Gold")),
            Line("fleets", side.fleets, say("Fleets")),
            Line("laurels", 3 * side.laurels, say("Laurels"), say("3 each")),
            Line("glory", side.glory, say("Glory"), say("As the cards played say")),
            Line("quest", quest, say("Quest"), say("3 for the fleets on the secret card")),
        ),
        ties=(side.laurels, len(side.hand)),
        out=side.fleets + side.forts == 0,
        won=say("Crowned twice") if crowned else None,
    )
