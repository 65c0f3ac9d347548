"""Looks: each says who may call it, gives what it says, changes nothing, and sees with the eyes of the token."""

from __future__ import annotations

import re
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin
from unittest.mock import patch

import pytest

import companion
import web
from companion.core.errors import Refused
from companion.service.asking.looking import Looks
from companion.service.asking.requests import Role, requests
from companion.service.device_view import DeviceView
from companion.service.play.answers import CorrectNumber
from companion.service.seats.seating import LeaveSeat
from companion.service.session.printed_plays import PrintedCodes
from tests.core.torture import Torture
from tests.service.at_table import HOST, Room, token
from tests.service.boxed_game import Boxed
from tests.service.look_calls import every_look, gives, role_of, seen_by, takes

SAYS_WHO_LOOKS = {"viewer", "token", "device", "host", "own", "actor", "sender"}


def test_a_look_that_does_not_say_who_may_call_it_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match=r"Forgotten\.secrets does not say who may look"):

        class Forgotten(Looks):
            def secrets(self) -> str:
                return "everything"

    class Mixin:
        secrets = "everything"

    with pytest.raises(TypeError, match=r"Mixed\.secrets does not say who may look"):

        class Mixed(Mixin, Looks):
            pass


def test_a_view_has_nothing_but_looks(room: Room) -> None:
    for subject, part in vars(room.table.view("")).items():
        assert isinstance(part, Looks), subject
        assert not [name for name in vars(part) if not name.startswith("_")], subject
    assert [name for name in vars(DeviceView) if not name.startswith("_")] == []


def test_only_the_table_makes_a_view_and_knows_a_device() -> None:
    """Else a page could look as somebody else, or give itself a role."""
    for package in (companion, web):
        for source in Path(package.__path__[0]).rglob("*.py"):
            made = set(re.findall(r"\b(DeviceView|FromDevice)\(", source.read_text()))
            assert not made or source.name == "table.py", source


def test_no_look_says_with_whose_eyes_it_is_made(room: Room) -> None:
    """Else a page could hand over those of another seat: they follow from the token alone."""
    for name in every_look(room):
        assert not {*takes(room, name)} & SAYS_WHO_LOOKS, name
        assert not any(each in str(hint) for hint in takes(room, name).values() for each in ("Viewer", "Actor")), name


def test_everything_that_can_be_asked_says_who_may() -> None:
    """Otherwise the first device that asks for it gets an error of the program."""
    assert {name for name, kind in requests().items() if getattr(kind, "may_ask", None) not in get_args(Role)} == set()


def test_a_look_gives_what_it_says_and_changes_nothing(rooms: Any) -> None:
    room = rooms(Boxed(), sheets=True)
    room.begin(2, "boxed")
    before = room.moment
    for name in every_look(room):
        if name == "play.card_steps":
            continue  # no game of this folder deals cards: tests/browser/test_own_cards.py looks at those of real ones
        who = HOST if role_of(room, name) in ("admin", "host") else token(1)
        found = seen_by(room, name, who)
        assert isinstance(found, tuple(kinds_of(gives(room, name)))), (name, found)
        assert room.moment is before, name
        assert room.opened.rooms.moment is before, f"{name}: and nothing waits to be published"


def test_a_view_that_is_kept_sees_with_the_eyes_of_now(room: Room) -> None:
    """As the stream of a page does, which stays open for hours."""
    view = room.table.view(token(1))
    assert view.seats.own_role().seat is None
    room.sit(1)
    assert view.seats.own_role().seat == 1
    assert room.table.ask(token(1), LeaveSeat()).taken
    assert view.seats.own_role().seat is None


def kinds_of(seen: Any) -> tuple[type, ...]:
    """The types that a value of the annotation ``seen`` may have."""
    if isinstance(seen, UnionType):
        return tuple(kind for part in get_args(seen) for kind in kinds_of(part))
    return (get_origin(seen) or seen,)


def test_no_look_shows_what_another_seat_hides(rooms: Any) -> None:
    """Two tables that differ only in a hidden number of seat 2: every look of everybody else gives the same."""
    tables: list[Room] = []
    for hidden in (0, 2):
        with patch("companion.plays.log.log.secrets.token_hex", lambda _: "the-same-play"):
            room = rooms(Boxed(), Torture(), file=f"hidden-{hidden}.sqlite")
        room.begin(2)
        room.set_up()
        assert room.table.ask(token(2), CorrectNumber("2.quest", hidden, "n")).taken
        tables.append(room)
    one, other = tables
    assert one.view(2).play.numbers() != other.view(2).play.numbers()
    for name in every_look(one):
        for who in (token(1), HOST, token("stranger")):
            assert as_text(one, who, name) == as_text(other, who, name), name


def as_text(room: Room, who: str, name: str) -> str:
    """What a device sees, or why it does not; of codes that are encrypted, how many there are and how long they are."""
    try:
        found = seen_by(room, name, who)
    except Refused as refusal:
        return refusal.code
    if isinstance(found, PrintedCodes):
        return str([found.seats, len(found.own), *map(len, found.public)])
    return str(sorted(found)) if name == "session.games" else repr(found)


def test_answers_are_tried_out_as_far_as_they_go(room: Room) -> None:
    """None, one, all of a move; and one that is not possible: nothing of it is stored."""
    room.begin(2)
    ask = room.asked(1)[0]
    tried = [
        room.view(1).play.preview(ask.seat, ask.digest, answers)
        for answers in ((), ("1",), ("1", 2), ("1", 99), ("9",), ("1", 2, "more"))
    ]
    found = [each for each in tried if each is not None]
    assert len(found) == len(tried)
    assert [room.say(each.act) for each in found[:3]] == ["Choose an option", "Ana", "Enter 2"]
    assert [each.more for each in found[:3]] == [True, True, False]
    assert found[2].final == "chance"
    assert [each.refused is not None for each in found] == [False, False, False, True, True, True]
    assert room.asked(1)[0] == ask
    assert room.entries == 1


def test_no_page_reads_the_moment_itself() -> None:
    """It holds what everybody hides: what a page shows comes from a look."""
    sources = [*Path(web.__path__[0]).rglob("*.py")]
    assert len(sources) > 30
    reading = [source.name for source in sources if re.search(r"\.moment\b", source.read_text())]
    assert reading == []
