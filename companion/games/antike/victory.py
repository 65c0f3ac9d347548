"""Victory: personalities as points, the end of the play, and its score. Section 8."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.step import Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.antike import tables
from companion.games.antike.state import Ending, Nation, State
from companion.games.antike.tables import Personality


def personalities(nation: Nation) -> int:
    """How many personalities a nation has."""
    return sum(nation.cards.values())


def points(state: State, nation: Nation) -> int:
    """The points of a nation: one for each personality, and one more for each general in the military variation."""
    return personalities(nation) + (state.switches.general_points - 1) * nation.cards["general"]


def sudden_death(state: State) -> bool:
    """Whether the next nation to destroy a temple wins: with five or six nations, once all cards are gone."""
    return len(state.nations) >= 5 and not any(state.stacks.values())


def win(step: Step[State], nation: Nation, ending: Ending) -> None:
    """End the play with ``nation`` as its winner."""
    state = step.state
    state.winner, state.ending = nation.key, ending
    if not state.history or state.history[-1][0] != state.round:  # the last round is in the chart, too
        state.history.append([state.round, *(personalities(one) for one in state.nations)])
    if ending == "temple":
        step.tell(say("{who}: victory by a temple destroyed after the last card.", who=nation.name), nation.seat)
    else:
        won = say_n(
            "{who}: victory with {n} personality.",
            "{who}: victory with {n} personalities.",
            points(state, nation),
            who=nation.name,
        )
        step.tell(won, nation.seat)


# -- the score -------------------------------------------------------------------------------------------------------

WHY: dict[Personality, Message] = {
    "king": say("One for every 5 cities"),
    "scholar": say("One for every know-how had first"),
    "general": say("One for every temple destroyed"),
    "citizen": say("One for every 3 temples"),
    "navigator": say("One for every 7 seas"),
}
SUDDEN = say("Destroyed a temple after the last card", short=N_("The last temple"))


def score_sheet(state: State) -> ScoreSheet:
    """The score of all nations."""
    return ScoreSheet(tuple(side_score(state, nation) for nation in state.nations), final=bool(state.ending))


def side_score(state: State, nation: Nation) -> SideScore:
    """The score of a nation. A temple destroyed after the last card wins, whatever the points."""
    lines = [Line(kind, nation.cards[kind], label, WHY[kind]) for kind, label in tables.STACK_NAMES.items()]
    if state.switches.general_points > 1:
        more = (state.switches.general_points - 1) * nation.cards["general"]
        lines.append(Line("generals", more, say("Generals again"), say("Military variation: each counts two")))
    outright = SUDDEN if state.ending == "temple" and state.winner == nation.key else None
    return SideScore(nation.key, (nation.seat,), nation.name, tuple(lines), won=outright)
