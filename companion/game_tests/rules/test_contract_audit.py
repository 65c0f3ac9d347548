"""A table audit of every game: a number counted otherwise comes out right, and nobody learns what is not theirs."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.game import AnyGame
from companion.core.inventory import find
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import RandomPlay
from companion.game_tests.seals import with_other_secrets
from companion.plays.corrections import apply_corrections
from companion.service.audit.audit import Audit, NumbersByPart, counted, differences, numbers_by_part, started
from companion.service.audit.audit_questions import scribe_dialogues, urgent_dialogues
from companion.service.audit.audit_views import audit_view, counted_parts, own_rows, public_parts, whole_sheet

EVERY = 25
"""Moves between two audits of a play."""


def audited_numbers(random_play: RandomPlay, state: Any) -> NumbersByPart:
    return numbers_by_part(random_play.game, lambda viewer: seen(state, viewer), random_play.setup.numbers)


def counted_by_all(audited: NumbersByPart, numbers: dict[str, int]) -> Audit:
    """Everybody has counted, the table's things first."""
    audit = started("audit", TABLE, audited)
    for part in audit.parts:
        audit = audit.with_part(counted(part, audited[part.key], numbers))
    return audit


def comes_out_right(random_play: RandomPlay, audited: NumbersByPart) -> None:
    """A number counted otherwise is right in the state after the correction; at most the supply moves with it."""
    game = random_play.game
    numbers = [one for part in audited.values() for one in part if one.low < one.high]
    if not numbers:
        return
    one = numbers[random_play.aside(len(numbers))]
    value = one.value + 1 if one.value < one.high else one.value - 1
    found = differences(counted_by_all(audited, {one.key: value}), audited)
    assert found[0].audited == one
    assert [each.supply for each in found] in ([False], [False, True])
    state = game.copy(random_play.state)
    apply_corrections(game, state, {each.audited.key: each.now for each in found})
    assert find(game.inventory(state), one.key).value == value


def everybody_counts_what_is_theirs(random_play: RandomPlay, audited: NumbersByPart) -> None:
    """Each number once, by somebody who may know it; what everybody knows by its owner or at the table."""
    known = {
        viewer: {one.key: one for one in random_play.game.inventory(seen(random_play.state, viewer)) if one.known}
        for viewer in random_play.viewers
    }
    keys: list[str] = []
    for (seat, secret), numbers in audited.items():
        mine = known[Viewer(seat) if secret else PUBLIC]
        for one in numbers:
            assert mine[one.key].value == one.value
            assert secret == (one.key not in known[PUBLIC])
            assert (mine[one.key].owner or TABLE) == seat or secret
        keys += [one.key for one in numbers]
    assert len(set(keys)) == len(keys)
    assert set(keys) == {key for numbers in known.values() for key in numbers}


def given(random_play: RandomPlay, state: Any, seat: int) -> bytes:
    """All that an audit gives ``seat`` (0: everybody, and the scribe): while it is counted, and after."""
    audited = audited_numbers(random_play, state)
    fresh = started("audit", seat, audited)
    moved = {one.key: one.high if one.value < one.high else one.low for part in audited.values() for one in part}
    shown: list[Any] = []
    for audit in (fresh, counted_by_all(audited, moved)):
        shown += [audit_view(audit, audited, random_play.setup.numbers), public_parts(audit, audited)]
        shown += [scribe_dialogues(audit, audited, ()), whole_sheet(audited, seat)]
        shown += [urgent_dialogues(audit, audited, seat, random_play.setup.numbers)]
        if seat:
            shown += [counted_parts(audit, audited, seat), own_rows(audit, audited, seat)]
    return msgspec.json.encode(shown)


def nobody_learns_what_others_hide(random_play: RandomPlay) -> None:
    for viewer in random_play.viewers:
        other = random_play.game.copy(random_play.state)
        if with_other_secrets(other, viewer, random_play.aside):
            seat = viewer.seat or TABLE
            assert given(random_play, other, seat) == given(random_play, random_play.state, seat)


def test_an_audit_sets_right_what_was_counted_otherwise_and_tells_nobody_what_is_not_theirs(
    game: AnyGame, plays: int
) -> None:
    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            if random_play.made % EVERY == 0:
                audited = audited_numbers(random_play, random_play.state)
                comes_out_right(random_play, audited)
                everybody_counts_what_is_theirs(random_play, audited)
                nobody_learns_what_others_hide(random_play)

    explore(game, plays, check)
