"""Looks: each has a handler, gives what it says, and is made as whoever holds the token."""

from __future__ import annotations

from companion.core.secrecy import Viewer
from companion.service.looks import looks
from tests.service.at_table import Room

SAYS_WHO_LOOKS = ("viewer", "token", "device", "host", "own")


def test_every_look_has_a_handler(room: Room) -> None:
    handled = room.table._looking._handlers
    assert {kind.__name__ for kind in handled} == set(looks())


def test_no_look_says_as_whom_it_is_made() -> None:
    """Else a page could hand over the eyes of another seat: they follow from the token alone."""
    for kind in looks().values():
        assert not {*kind.__struct_fields__} & {*SAYS_WHO_LOOKS}, kind
        assert not any(Viewer.__name__ in str(hint) for hint in kind.__annotations__.values()), kind
