"""How far every saint is satisfied, and who has won and why. Section 9. There are no points."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import N_, Message, named, say
from companion.games.antiquity.state import Over, Realm, State
from companion.games.antiquity.tables import Saint
from companion.games.antiquity.victory import known_progress
from companion.games.antiquity.words import SAINT


def score_sheet(state: State) -> ScoreSheet:
    """The progress of each seat with each saint; provisional until the play has winners."""
    return ScoreSheet(
        sides=tuple(_side(state, realm) for realm in state.realms),
        final=isinstance(state.due, Over),
        counted=False,
        ladder=(TieBreak(say("Most clean free hexes")),),
    )


def _side(state: State, realm: Realm) -> SideScore:
    won = realm.seat in state.winners and isinstance(state.due, Over)
    saints = sorted(SAINT, key=lambda saint: saint != realm.saint)
    return SideScore(
        side=str(realm.seat),
        seats=(realm.seat,),
        label=named(realm.seat),
        lines=tuple(_line(state, realm, saint) for saint in saints),
        ties=(state.hexes.get(realm.seat, 0),),
        out=realm.out and not won,
        won=_reason(state, realm) if won else None,
    )


def _reason(state: State, realm: Realm) -> Message:
    if state.survived or realm.saint is None:
        return say("the last one left", short=N_("Last one left"))
    if state.hexes:
        return say(
            "{saint} is satisfied, and most clean free hexes: {n}",
            short=N_("{saint}"),
            saint=SAINT[realm.saint],
            n=state.hexes.get(realm.seat, 0),
        )
    return say("{saint} is satisfied", short=N_("{saint}"), saint=SAINT[realm.saint])


def _line(state: State, realm: Realm, saint: Saint) -> Line:
    """Progress with a saint; without a number if it depends on a stock hidden from the viewer."""
    found = known_progress(state, realm, saint)
    if found is None:
        return Line(saint, None, SAINT[saint])
    patron = say("of {need}, the patron saint", need=found.need)
    return Line(saint, found.have, SAINT[saint], patron if saint == realm.saint else say("of {need}", need=found.need))
