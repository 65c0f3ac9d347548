"""Phase 10: whose saint is satisfied, who is left, and ties. Section 9."""

from __future__ import annotations

from msgspec import Struct

from companion.core.step import Step
from companion.core.wording import Message, SeatName, say
from companion.games.antiquity.city import blessed, houses, saints_goods, sound_kinds, working
from companion.games.antiquity.moves import Hexes, Judge
from companion.games.antiquity.state import Counting, Judging, Over, Realm, State
from companion.games.antiquity.tables import FOODS, HOUSES, LUXURIES, PIECES, SAINT_GOODS, Saint
from companion.games.antiquity.words import SAINT

KINDS = len(PIECES)
ALL_GOODS = SAINT_GOODS * len((*FOODS, *LUXURIES))
MARIAS_CONDITIONS = 2
COMPUTED: tuple[Saint, ...] = ("nicolo", "barbara", "cristofori")


class Progress(Struct, frozen=True):
    """How far a condition is met. ``have`` is None where only the table can see it."""

    saint: Saint
    have: int | None
    need: int

    @property
    def met(self) -> bool:
        return self.have is not None and self.have >= self.need


def progress(realm: Realm, saint: Saint, conquered: bool | None = None) -> Progress:
    """How far a realm is with a saint's condition, whoever its patron is."""
    match saint:
        case "nicolo":
            return Progress(saint, len(houses(realm)), HOUSES)
        case "barbara":
            return Progress(saint, len(sound_kinds(realm)), KINDS)
        case "cristofori":
            return Progress(saint, saints_goods(realm), ALL_GOODS)
        case "giorgio":
            return Progress(saint, None if conquered is None else int(conquered), 1)
        case "maria":
            met = sum(progress(realm, other).met for other in COMPUTED) + bool(conquered)
            return Progress(saint, met, MARIAS_CONDITIONS)


def satisfied(realm: Realm, conquered: bool) -> bool:
    """Whether the realm's saint is satisfied. A graved cathedral stops that too."""
    if realm.saint is None or realm.out or not working(realm, "cathedral"):
        return False
    return progress(realm, realm.saint, conquered).met


def in_question(realm: Realm) -> bool:
    """Whether the table has to look at San Giorgio's condition: only where it would decide."""
    if realm.out or not blessed(realm, "giorgio") or satisfied(realm, conquered=False):
        return False
    return satisfied(realm, conquered=True)


def begin_judging(step: Step[State]) -> None:
    """San Giorgio's condition is the table's to see."""
    state = step.state
    state.conquered = []
    state.due = Judging([seat for seat in state.alive if in_question(state.realm(seat))])


def judge(step: Step[State], move: Judge) -> None:
    """Every hex of another player's zone is in the own zone, or under an own city or inn."""
    due = step.state.owed(Judging)
    step.require(judge_reason(due, move.seat))
    due.left.remove(move.seat)
    if move.met:
        step.state.conquered.append(move.seat)
        step.tell(say("{who} reaches all that another player reaches.", who=SeatName(move.seat)))


def judge_reason(due: Judging, seat: int) -> Message | None:
    """One after the other."""
    return None if due.left[0] == seat else say("That is not asked for now.")


def begin_counting(step: Step[State]) -> None:
    """Whoever alone has a satisfied saint has won; several count their hexes first."""
    state = step.state
    state.winners = [seat for seat in state.alive if satisfied(state.realm(seat), seat in state.conquered)]
    alone = len(state.winners) == 1
    for seat in state.winners:
        if saint := state.realm(seat).saint:
            name, who = SAINT[saint], SeatName(seat)
            if alone:
                step.tell(say("{saint} is satisfied: {who} wins.", saint=name, who=who))
            else:
                step.tell(say("{saint} of {who} is satisfied.", saint=name, who=who))
    state.due = Counting([] if alone else list(state.winners))


def count_hexes(step: Step[State], move: Hexes) -> None:
    """Unpolluted free hexes in the own zone."""
    due = step.state.owed(Counting)
    due.left.remove(step.seat)
    step.state.hexes[step.seat] = move.hexes
    step.tell(say("{who} counts {n} clean free hexes.", who=SeatName(step.seat), n=move.hexes))


def settle_tie(step: Step[State]) -> None:
    """Most hexes win; equal numbers share the victory. Section 9."""
    state = step.state
    state.winners = ahead(state)
    for seat in state.winners:
        step.tell(say("{who} wins with {n} clean free hexes.", who=SeatName(seat), n=state.hexes[seat]))


def ahead(state: State) -> list[int]:
    """Those of the winners who counted most hexes; all of them where nothing was counted."""
    most = max((state.hexes.get(seat, 0) for seat in state.winners), default=0)
    return [seat for seat in state.winners if state.hexes.get(seat, 0) == most]


def end(step: Step[State]) -> None:
    """Nothing more is asked."""
    step.state.due = Over()
    step.tell(say("The play is over."))


def last_left(step: Step[State]) -> bool:
    """Whether going out has ended the play: the last one left wins, or those who fell together share it."""
    state = step.state
    if len(state.alive) > 1:
        return False
    state.survived = True
    state.winners = list(state.alive) or list(state.fallen)
    for seat in state.winners:
        step.tell(say("{who} is the last one left and wins.", who=SeatName(seat)))
    end(step)
    return True
