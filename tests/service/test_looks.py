"""Looks: each says who may call it, gives what it says, changes nothing, and sees with the eyes of the token."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin
from unittest.mock import patch

import pytest

import companion
import web
from companion.core.errors import Refused
from companion.core.secrecy import Viewer
from companion.service.asking.looking import Looks
from companion.service.asking.requests import Look, Role, looks, requests
from companion.service.device_view import DeviceView
from companion.service.play.play_requests import CorrectNumber, PreviewAnswers
from companion.service.screens.screen_requests import OpenPage, SeeNumbers
from companion.service.seats.seat_requests import LeaveSeat
from companion.service.session.session_looks import SeeGames, SeePrintedCodes
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


def test_a_look_gives_what_it_says_and_changes_nothing(rooms: Any) -> None:
    room = rooms(Boxed(), sheets=True)
    room.begin(2, "boxed")
    before = room.moment
    for name in every_look(room):
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


def test_every_look_has_a_handler(room: Room) -> None:
    handled = room.table.looking._handlers
    assert {kind.__name__ for kind in handled} == set(looks())


def test_no_look_says_as_whom_it_is_made() -> None:
    """Else a page could hand over the eyes of another seat: they follow from the token alone."""
    for kind in looks().values():
        assert not {*kind.__struct_fields__} & SAYS_WHO_LOOKS, kind
        assert not any(Viewer.__name__ in str(hint) for hint in kind.__annotations__.values()), kind


def made(kind: type[Look[Any]], room: Room) -> Look[Any]:
    """A look of this kind, at something that is there."""
    ask = room.asked(1)[0]
    play = room.moment.gathering.play_id
    given: Mapping[str, Any] = {
        "play": play,
        "language": "en",
        "number": 1,
        "game": "boxed",
        "numbers": {},
        "seat": ask.seat,
        "digest": ask.digest,
        "answers": ("1",),
        "given": {"first": "1"},
        "page": OpenPage("192.0.2.1"),
        "code": "ab23cd45",
    }
    fields: dict[str, Any] = {name: given[name] for name in kind.__struct_fields__ if name in given}
    return kind(**fields)


def kinds_of(seen: Any) -> tuple[type, ...]:
    """The types that a value of the annotation ``seen`` may have."""
    if isinstance(seen, UnionType):
        return tuple(kind for part in get_args(seen) for kind in kinds_of(part))
    return (get_origin(seen) or seen,)


def test_everything_that_can_be_asked_says_who_may() -> None:
    """Otherwise the first device that asks for it gets an error of the program."""
    kinds = {**requests(), **looks()}
    assert {name for name, kind in kinds.items() if getattr(kind, "may_ask", None) not in get_args(Role)} == set()


@pytest.mark.parametrize("name", sorted(looks()))
def test_a_look_struct_gives_what_it_says_and_changes_nothing(rooms: Any, name: str) -> None:
    room = rooms(Boxed(), sheets=True)
    room.begin(2, "boxed")
    kind = looks()[name]
    (base,) = kind.__orig_bases__  # type: ignore[attr-defined]
    before = room.moment
    who = HOST if kind.may_ask in ("admin", "host") else token(1)
    found = room.table.look(who, made(kind, room))
    assert isinstance(found, tuple(kinds_of(get_args(base)[0]))), found
    assert room.moment is before
    assert room.opened.rooms.moment is before, "and nothing waits to be published"


@pytest.mark.parametrize("name", sorted(name for name, kind in looks().items() if kind.may_ask != "anyone"))
def test_a_stranger_sees_nothing_that_is_not_everybodys(rooms: Any, name: str) -> None:
    room = rooms(Boxed(), sheets=True)
    room.begin(2, "boxed")
    with pytest.raises(Refused, match=r"not-host|no-seat"):
        room.table.look(token("stranger"), made(looks()[name], room))


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
    assert one.look(SeeNumbers(), 2) != other.look(SeeNumbers(), 2)
    for kind in looks().values():
        for who in (token(1), HOST, token("stranger")):
            assert shown(one, who, kind) == shown(other, who, kind), kind


def shown(room: Room, who: str, kind: type[Look[Any]]) -> str:
    """What a device sees, or why it does not; of codes that are encrypted, how many there are and how long they are."""
    if kind is SeePrintedCodes:
        codes = room.table.look(who, SeePrintedCodes())
        return str([codes.seats, len(codes.own), *map(len, codes.public)])
    if kind is SeeGames:
        return str(sorted(room.table.look(who, SeeGames())))
    try:
        return repr(room.table.look(who, made(kind, room)))
    except Refused as refusal:
        return refusal.code


def test_answers_are_tried_out_as_far_as_they_go(room: Room) -> None:
    """None, one, all of a move; and one that is not possible: nothing of it is stored."""
    room.begin(2)
    ask = room.asked(1)[0]
    tried = [
        room.look(PreviewAnswers(ask.seat, ask.digest, answers), 1)
        for answers in ((), ("1",), ("1", 2), ("1", 99), ("9",), ("1", 2, "more"))
    ]
    found = [each for each in tried if each is not None]
    assert len(found) == len(tried)
    assert [room.say(each.act) for each in found[:3]] == ["Choose first", "Ana", "Enter 2"]
    assert [each.more for each in found[:3]] == [True, True, False]
    assert found[2].final == "chance"
    assert [each.refused is not None for each in found] == [False, False, False, True, True, True]
    assert room.asked(1)[0] == ask
    assert room.entries == 1


def test_what_is_private_in_a_look_is_never_printed() -> None:
    assert repr(PreviewAnswers(1, "digest", ("my secret",))) == "PreviewAnswers(seat=1)"


def test_no_page_reads_the_moment_itself() -> None:
    """It holds what everybody hides: what a page shows comes from a look."""
    sources = [*Path(web.__path__[0]).rglob("*.py")]
    assert len(sources) > 30
    reading = [source.name for source in sources if re.search(r"\.moment\b", source.read_text())]
    assert reading == []
