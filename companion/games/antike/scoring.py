"""The account: every personality, and how far it is to the goal. Section 8."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import N_, Message, say
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import STACK_NAMES, Personality

WHY: dict[Personality, Message] = {
    "king": say("One for every 5 cities"),
    "scholar": say("One for every know-how had first"),
    "general": say("One for every temple destroyed"),
    "citizen": say("One for every 3 temples"),
    "navigator": say("One for every 7 seas"),
}
SUDDEN = say("Destroyed a temple after the last card", short=N_("The last temple"))


def score_sheet(state: State) -> ScoreSheet:
    """Cards of every nation; a temple destroyed after the last card wins outright."""
    return ScoreSheet(tuple(side_score(state, nation) for nation in state.nations), final=bool(state.ending))


def side_score(state: State, nation: Nation) -> SideScore:
    """The account of a nation."""
    lines = [Line(kind, nation.cards[kind], label, WHY[kind]) for kind, label in STACK_NAMES.items()]
    if state.switches.general_points > 1:
        more = (state.switches.general_points - 1) * nation.cards["general"]
        lines.append(Line("generals", more, say("Generals again"), say("Military variation: each counts two")))
    outright = SUDDEN if state.ending == "temple" and state.winner == nation.key else None
    return SideScore(nation.key, (nation.seat,), nation.name, tuple(lines), won=outright)
