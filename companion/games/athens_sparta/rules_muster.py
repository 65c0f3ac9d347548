"""Who takes part in a battle: blocks are revealed, go inside, sally; garrisons are revealed. Section 6.1."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.athens_sparta.agenda import Mustering
from companion.games.athens_sparta.moves import EndMuster, Muster
from companion.games.athens_sparta.queries_battle import current_battle
from companion.games.athens_sparta.queries_blocks import body_of, find_garrison, hidden_inside, role_in_siege, units_at
from companion.games.athens_sparta.reasons_battle import (
    GONE,
    STACKING_WARNING,
    box_block_reason,
    missing_fields,
    own_muster_reason,
    stance_reason,
    typed_reason,
)
from companion.games.athens_sparta.rules_blocks import add_block, add_to_garrison, dissolve_garrison, reveal_block
from companion.games.athens_sparta.rules_map import record_fact
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import Role, State
from companion.games.athens_sparta.tables import REVOLT_KINDS, SIDE_NAMES, Side
from companion.games.athens_sparta.words import unit_name


def muster(step: Step[State], move: Muster) -> None:
    """Take one more block of a muster."""
    state = step.state
    due = owed_by_side(step, Mustering)
    step.require(stance_reason(state, due, move.stance))
    if move.block:
        step.require(own_muster_reason(state, due, move.stance, move.block))
    else:
        step.require(typed_reason(state, due, move.stance, move.typed))
    step.require(box_block_reason(state, due, move))
    if move.row:
        _learn_box_block(step, move)
    if due.why == "describe":
        _describe(step, due, move)
    elif move.stance == "inside":
        _go_inside(step, due, move)
    else:
        _reveal(step, due, move)
    if due.why == "join" or (due.why == "describe" and not hidden_inside(state, due.place, due.side)):
        state.agenda.pop()


def _block_key(state: State, due: Mustering, move: Muster) -> str:
    if move.block or move.typed is None:
        return move.block
    return add_block(state, due.side, move.typed, due.place)


def _learn_box_block(step: Step[State], move: Muster) -> None:
    """Record the missing fields of a block of the box."""
    for field in missing_fields(step.state, move.row):
        record_fact(step, "block", move.row, field, getattr(move.typed, field), keep=move.keep)


def _go_inside(step: Step[State], due: Mustering, move: Muster) -> None:
    """A hidden block goes inside; that one does is public."""
    state = step.state
    add_to_garrison(state, due.place, due.side, move.block)
    step.tell(say("{side}: a block goes inside.", short=N_("A block goes inside"), side=SIDE_NAMES[due.side]))


def _reveal(step: Step[State], due: Mustering, move: Muster) -> None:
    """A block comes forward to fight, patrol, sally or besiege."""
    state = step.state
    key = _block_key(state, due, move)
    if move.stance == "sally":
        _leave_garrison(state, due, move.block)
    role: Role = "patrol" if move.stance == "patrol" else "field"
    unit = reveal_block(step, due.side, key, due.place, role)
    unit.sallied = move.stance == "sally"
    if due.why == "join":
        unit.role = role_in_siege(state, unit)
    elif current_battle(state).kind == "revolt" and due.why == "attack":
        unit.screened = body_of(state, unit).kind not in REVOLT_KINDS
    step.tell(say("{block} x {n} comes forward.", block=unit_name(state, unit), n=body_of(state, unit).strength))
    if len(units_at(state, due.place, due.side)) == STACKING_WARNING + 1 and due.place != "athens":
        step.tell(
            say("More than {n} blocks: look at your stacking limit.", short=N_("Stacking limit?"), n=STACKING_WARNING)
        )


def _leave_garrison(state: State, due: Mustering, key: str) -> None:
    """Remove one block from a garrison: the one named, or an undescribed one."""
    found = find_garrison(state, due.place, due.side)
    if found is None:
        return
    if key in found.blocks.value:
        found.blocks.value.remove(key)
    found.count -= 1
    if found.count <= 0:
        state.garrisons.remove(found)


def _describe(step: Step[State], due: Mustering, move: Muster) -> None:
    """Reveal a garrison block as its owner describes it now."""
    state = step.state
    found = find_garrison(state, due.place, due.side)
    if found is None:
        step.refuse("out-of-reach", GONE)
    _leave_garrison(state, due, "")
    unit = reveal_block(step, due.side, _block_key(state, due, move), due.place, "inside")
    step.tell(say("{block} x {n} is inside.", block=unit_name(state, unit), n=body_of(state, unit).strength))


def end_muster(step: Step[State], _: EndMuster) -> None:
    """End a muster."""
    owed_by_side(step, Mustering)
    step.state.agenda.pop()


def reveal_garrison(step: Step[State], place: str, side: Side, role: Role) -> None:
    """Reveal a garrison; undescribed blocks are asked for."""
    state = step.state
    found = find_garrison(state, place, side)
    if found is None:
        return
    known = [key for key in step.reveal(found.blocks) if key in state.blocks]
    unknown = found.count - len(known)
    dissolve_garrison(state, place, side)
    for key in known:
        unit = reveal_block(step, side, key, place, role)
        step.tell(say("{block} x {n} is inside.", block=unit_name(state, unit), n=body_of(state, unit).strength))
    if unknown > 0:
        for _ in range(unknown):
            add_to_garrison(state, place, side, "")
        state.agenda.append(Mustering(side, place, "describe"))
