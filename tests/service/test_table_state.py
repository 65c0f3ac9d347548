"""The state of the table is one value: nothing of it changes, and each part is replaced by its own room alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass

import pytest

from companion.service.agreement.agreement_requests import Undo
from companion.service.table_state import StateHolder
from tests.core.torture import Torture
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]


@dataclass(frozen=True)
class Lamps:
    lit: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Doors:
    open: bool = False


def test_a_part_is_replaced_and_what_was_before_stays_as_it_was() -> None:
    holder = StateHolder()
    lamps, doors = holder.part(Lamps()), holder.part(Doors())
    before = holder.now
    lamps.put(Lamps(frozenset({1})))
    assert (before[Lamps], holder.now[Lamps], lamps.now) == (Lamps(), Lamps(frozenset({1})), Lamps(frozenset({1})))
    assert holder.now[Doors] is before[Doors] is doors.now, "a room's change leaves the other parts alone"


def test_only_what_is_seen_counts_as_a_change() -> None:
    holder = StateHolder()
    lamps = holder.part(Lamps())
    lamps.note(Lamps(frozenset({2})))
    assert (holder.changes, lamps.now.lit) == (0, {2})
    lamps.put(Lamps())
    holder.touch()
    assert holder.changes == 2


def test_a_part_belongs_to_one_room() -> None:
    holder = StateHolder()
    holder.part(Lamps())
    with pytest.raises(LookupError, match="Lamps"):
        holder.part(Lamps())


def test_a_part_cannot_be_changed_in_place() -> None:
    lamps = StateHolder().part(Lamps())
    with pytest.raises(FrozenInstanceError):
        lamps.now.lit = frozenset({3})  # type: ignore[misc]


def test_every_part_of_a_real_table_is_frozen(rooms: Rooms) -> None:
    parts = list(rooms(Torture()).table.rooms.state.now._parts.values())
    assert len(parts) >= 6
    for part in parts:
        assert is_dataclass(part)
        with pytest.raises(FrozenInstanceError):
            setattr(part, fields(part)[0].name, None)


def test_a_moment_stays_as_it_was_while_the_table_goes_on(rooms: Rooms) -> None:
    room: Room = rooms(Torture())
    room.begin(2, "torture")
    moment = room.moment
    asked, votes, entries = moment.dialogues(1), moment.votes, room.entries
    room.answer(1, "2")
    assert room.entries > entries or room.moment.playing.drafts
    assert room.moment is not moment
    assert (moment.dialogues(1), moment.votes, moment.playing.drafts) == (asked, votes, {})
    room.table.ask(HOST, Undo(0, room.nonce()))
    room.table.ask(token(2), Undo(2, room.nonce()))
    assert moment.votes == votes
