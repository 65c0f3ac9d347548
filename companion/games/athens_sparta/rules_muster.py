"""Who is there in a battle: blocks come forward, go inside, come out; the besieged show themselves. Section 6.1."""

from __future__ import annotations

from companion.core.boxes import Fact, Learned, put
from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.athens_sparta.agenda import Mustering
from companion.games.athens_sparta.moves import Muster
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries_battle import (
    fought,
)
from companion.games.athens_sparta.queries_blocks import at, body, garrison, role_in_siege, shut_in
from companion.games.athens_sparta.reasons_battle import (
    GONE,
    STACK,
    held_reason,
    lacking,
    row_reason,
    stance_reason,
    typed_reason,
)
from companion.games.athens_sparta.rules_blocks import add_block, enclose, release, reveal_block
from companion.games.athens_sparta.state import Role, State
from companion.games.athens_sparta.tables import REVOLTING, SIDE_NAMES, Side
from companion.games.athens_sparta.words import called


def muster(step: Step[State], move: Muster) -> None:
    state = step.state
    due = owed(step, Mustering)
    step.require(stance_reason(state, due, move.stance))
    if move.block:
        step.require(held_reason(state, due, move.stance, move.block))
    else:
        step.require(typed_reason(state, due, move.stance, move.typed))
    step.require(row_reason(state, due, move))
    if move.row:
        _learn_row(step, move)
    if due.why == "describe":
        _describe(step, due, move)
    elif move.stance == "inside":
        _go_inside(step, due, move)
    else:
        _come_forward(step, due, move)
    if due.why == "join" or (due.why == "describe" and not shut_in(state, due.place, due.side)):
        state.agenda.pop()


def _key_of(state: State, due: Mustering, move: Muster) -> str:
    if move.block or move.typed is None:
        return move.block
    return add_block(state, due.side, move.typed, due.place)


def _learn_row(step: Step[State], move: Muster) -> None:
    """What was missing of a block of the box is known from now on."""
    state = step.state
    for field in lacking(state, move.row):
        fact: Fact = getattr(move.typed, field)
        if move.keep and not state.practice:
            step.learn("block", move.row, field, fact)
        put(state.box, Learned("block", move.row, field, fact))


def _go_inside(step: Step[State], due: Mustering, move: Muster) -> None:
    """A block withdraws unseen: that one does is public."""
    state = step.state
    enclose(state, due.place, due.side, move.block)
    step.tell(say("{side}: a block goes inside.", short=N_("A block goes inside"), side=SIDE_NAMES[due.side]))


def _come_forward(step: Step[State], due: Mustering, move: Muster) -> None:
    state = step.state
    key = _key_of(state, due, move)
    if move.stance == "sally":
        _leave_garrison(state, due, move.block)
    role: Role = "patrol" if move.stance == "patrol" else "field"
    unit = reveal_block(step, due.side, key, due.place, role)
    unit.sallied = move.stance == "sally"
    if due.why == "join":
        unit.role = role_in_siege(state, unit)
    elif fought(state).kind == "revolt" and due.why == "attack":
        unit.screened = body(state, unit).kind not in REVOLTING
    step.tell(say("{block} x {n} comes forward.", block=called(state, unit), n=body(state, unit).strength))
    if len(at(state, due.place, due.side)) == STACK + 1 and due.place != "athens":
        step.tell(say("More than {n} blocks: look at your stacking limit.", short=N_("Stacking limit?"), n=STACK))


def _leave_garrison(state: State, due: Mustering, key: str) -> None:
    """One block less inside: the one named, or one that nobody has described."""
    found = garrison(state, due.place, due.side)
    if found is None:
        return
    if key in found.blocks.value:
        found.blocks.value.remove(key)
    found.count -= 1
    if found.count <= 0:
        state.garrisons.remove(found)


def _describe(step: Step[State], due: Mustering, move: Muster) -> None:
    """A block that was hidden inside, as its owner shows it now."""
    state = step.state
    found = garrison(state, due.place, due.side)
    if found is None:
        step.refuse("out-of-reach", GONE)
    _leave_garrison(state, due, "")
    unit = reveal_block(step, due.side, _key_of(state, due, move), due.place, "inside")
    step.tell(say("{block} x {n} is inside.", block=called(state, unit), n=body(state, unit).strength))


def mustered(step: Step[State]) -> None:
    owed(step, Mustering)
    step.state.agenda.pop()


def reveal_garrison(step: Step[State], place: str, side: Side, role: Role) -> None:
    """The besieged show themselves; who is not described yet is described now."""
    state = step.state
    found = garrison(state, place, side)
    if found is None:
        return
    known = [key for key in step.reveal(found.blocks) if key in state.blocks]
    unknown = found.count - len(known)
    release(state, place, side)
    for key in known:
        unit = reveal_block(step, side, key, place, role)
        step.tell(say("{block} x {n} is inside.", block=called(state, unit), n=body(state, unit).strength))
    if unknown > 0:
        for _ in range(unknown):
            enclose(state, place, side, "")
        state.agenda.append(Mustering(side, place, "describe"))
