"""A table audit of every game: a number counted otherwise comes out right, and nobody learns what is not theirs."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.game import AnyGame
from companion.core.inventory import find
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE
from companion.plays.corrections import apply_corrections
from companion.service.audit.audit import Audit, Lies, counted, differences, lies, started
from companion.service.audit.audit_questions import scribe_dialogues, urgent_dialogues
from companion.service.audit.audit_views import audit_view, counted_parts, own_rows, public_parts, whole_sheet
from tests.contract.evening import Evening
from tests.contract.seals import with_other_secrets
from tests.contract.table import briefly_and_at_length, explore, for_every_game

EVERY = 25
"""Moves between two audits of an evening."""


def lying_in(evening: Evening, state: Any) -> Lies:
    return lies(evening.game, lambda viewer: seen(state, viewer), evening.setup.numbers)


def counted_by_all(lying: Lies, numbers: dict[str, int]) -> Audit:
    """Everybody has counted, the table's things first."""
    audit = started("audit", TABLE, lying)
    for part in audit.parts:
        audit = audit.with_part(counted(part, lying[part.key], numbers))
    return audit


def comes_out_right(evening: Evening, lying: Lies) -> None:
    """A number counted otherwise is right in the state after the correction; at most the supply moves with it."""
    game = evening.game
    numbers = [one for part in lying.values() for one in part if one.low < one.high]
    if not numbers:
        return
    one = numbers[evening.aside(len(numbers))]
    value = one.value + 1 if one.value < one.high else one.value - 1
    found = differences(counted_by_all(lying, {one.key: value}), lying)
    assert found[0].lying == one
    assert [each.supply for each in found] in ([False], [False, True])
    state = game.copy(evening.state)
    apply_corrections(game, state, {each.lying.key: each.now for each in found})
    assert find(game.inventory(state), one.key).value == value


def everybody_counts_what_is_theirs(evening: Evening, lying: Lies) -> None:
    """Each number once, by somebody who may know it; what everybody knows by its owner or at the table."""
    known = {
        viewer: {one.key: one for one in evening.game.inventory(seen(evening.state, viewer)) if one.known}
        for viewer in evening.viewers
    }
    keys: list[str] = []
    for (seat, secret), numbers in lying.items():
        mine = known[Viewer(seat) if secret else PUBLIC]
        for one in numbers:
            assert mine[one.key].value == one.value
            assert secret == (one.key not in known[PUBLIC])
            assert (mine[one.key].owner or TABLE) == seat or secret
        keys += [one.key for one in numbers]
    assert len(set(keys)) == len(keys)
    assert set(keys) == {key for numbers in known.values() for key in numbers}


def given(evening: Evening, state: Any, seat: int) -> bytes:
    """All that an audit gives ``seat`` (0: everybody, and the scribe): while it is counted, and after."""
    lying = lying_in(evening, state)
    fresh = started("audit", seat, lying)
    moved = {one.key: one.high if one.value < one.high else one.low for part in lying.values() for one in part}
    shown: list[Any] = []
    for audit in (fresh, counted_by_all(lying, moved)):
        shown += [audit_view(audit, lying, evening.setup.numbers), public_parts(audit, lying)]
        shown += [scribe_dialogues(audit, lying, ()), whole_sheet(lying, seat)]
        shown += [urgent_dialogues(audit, lying, seat, evening.setup.numbers)]
        if seat:
            shown += [counted_parts(audit, lying, seat), own_rows(audit, lying, seat)]
    return msgspec.json.encode(shown)


def nobody_learns_what_others_hide(evening: Evening) -> None:
    for viewer in evening.viewers:
        other = evening.game.copy(evening.state)
        if with_other_secrets(other, viewer, evening.aside):
            seat = viewer.seat or TABLE
            assert given(evening, other, seat) == given(evening, evening.state, seat)


@for_every_game
@briefly_and_at_length
def test_an_audit_sets_right_what_was_counted_otherwise_and_tells_nobody_what_is_not_theirs(
    game: AnyGame, evenings: int
) -> None:
    def check(evening: Evening) -> None:
        for _ in evening.moves():
            if evening.made % EVERY == 0:
                lying = lying_in(evening, evening.state)
                comes_out_right(evening, lying)
                everybody_counts_what_is_theirs(evening, lying)
                nobody_learns_what_others_hide(evening)

    explore(game, evenings, check)
