"""Who has won and why. There are no points in this game: a victory counts one. Section 9."""

from __future__ import annotations

from companion.core.scoring import Line, Rung, ScoreSheet, SideScore
from companion.core.secrecy import BrokenSeal
from companion.core.wording import Message, named, say
from companion.games.antiquity.saints import progress
from companion.games.antiquity.state import Over, Realm, State
from companion.games.antiquity.words import SAINT


def score_sheet(state: State) -> ScoreSheet:
    """Provisional until somebody has won: then nobody has anything."""
    return ScoreSheet(
        sides=tuple(_side(state, realm) for realm in state.realms),
        final=isinstance(state.due, Over),
        ladder=(Rung(say("Most clean free hexes")),),
    )


def _side(state: State, realm: Realm) -> SideScore:
    won = realm.seat in state.winners and isinstance(state.due, Over)
    return SideScore(
        side=str(realm.seat),
        seats=(realm.seat,),
        label=named(realm.seat),
        lines=(Line("victory", int(won), _label(state, realm), _why(state, realm)),),
        ties=(state.hexes.get(realm.seat, 0),),
        out=realm.out and not won,
    )


def _label(state: State, realm: Realm) -> Message:
    if state.survived and realm.seat in state.winners:
        return say("Last one left")
    return SAINT[realm.saint] if realm.saint else say("No patron saint")


def _why(state: State, realm: Realm) -> Message | None:
    """How far the own saint's condition is met."""
    if realm.saint is None:
        return None
    try:
        found = progress(realm, realm.saint, realm.seat in state.conquered)
    except BrokenSeal:
        return None
    return say("{have} of {need}", have=found.have or 0, need=found.need)
