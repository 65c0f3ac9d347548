"""The box as the host fills it in: what is printed, entered or missing; rows of one's own; files; plays that are on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.core.boxes import Component
from companion.core.errors import Refused
from companion.service.asking.requests import Reply, Request
from companion.service.session.box_editor import (
    BoxReply,
    DuplicateComponent,
    ImportBox,
    KeepComponent,
    NameEdition,
    RemoveComponent,
)
from companion.service.session.box_views import BoxView, FactView
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from tests.core.torture import Torture
from tests.service.at_table import HOST, Room, token
from tests.service.boxed_game import FILE, Boxed

ARCHERS: Component = {"name": "The Archers!", "colour": "red", "steps": 2, "costs": ["wine"]}


@pytest.fixture
def room(rooms: Callable[..., Room]) -> Iterator[Room]:
    made = rooms(Boxed(), Torture(), sheets=True)
    made.host()
    return made


Box = Callable[[str], BoxView]


@pytest.fixture
def box(room: Room) -> Box:
    """The box of a game as the host sees it."""
    return lambda game: room.view("host").boxes.box(game)


Ask = Callable[[str, Request], Any]


@pytest.fixture
def ask(room: Room) -> Ask:
    return room.table.ask


def kept(reply: Reply) -> str:
    assert reply.taken, reply
    assert isinstance(reply, BoxReply)
    return reply.key


def marks(view: BoxView, kind: str, part: str) -> dict[str, str]:
    """Who says what of a component."""
    found = view.kind(kind)
    shown = found.part(part) if found else None
    assert shown is not None
    return {fact.field.key: fact.mark for fact in shown.facts}


def fact(view: BoxView, kind: str, part: str, field: str) -> FactView:
    found = view.kind(kind)
    shown = found.part(part) if found else None
    assert shown is not None
    return next(fact for fact in shown.facts if fact.field.key == field)


def test_a_box_shows_what_is_printed_and_what_is_missing(room: Room, box: Box) -> None:
    view = box("boxed")
    assert (view.known, view.of) == (4, 7)
    assert marks(view, "card", "owl") == {"worth": "printed"}
    assert marks(view, "card", "bull") == {"worth": "missing"}
    assert marks(view, "block", "guard") == {
        "name": "printed", "colour": "printed", "steps": "missing", "home": "open",
        "costs": "printed", "track": "open", "notes": "open",
    }  # fmt: skip
    costs = fact(view, "block", "guard", "costs").words
    assert [room.say(word) for word in costs] == ["Grain", "Grain"]
    assert (view.warnings, view.edition, view.playing) == ((), "", False)


def test_only_the_host_sees_or_changes_a_box(ask: Ask, room: Room, box: Box) -> None:
    boxes = room.view(1).boxes
    for look in (boxes.box, boxes.export):
        with pytest.raises(Refused, match="not-host"):
            look("boxed")
    for reply in (
        ask(token(1), KeepComponent("boxed", "card", "bull", {"worth": 1})),
        ask(token(1), RemoveComponent("boxed", "card", "owl")),
        ask(token(1), DuplicateComponent("boxed", "block", "guard")),
        ask(token(1), ImportBox("boxed", FILE)),
        ask(token(1), NameEdition("boxed", "mine")),
    ):
        assert reply.code == "not-host"
    assert box("boxed").known == 4


def test_what_does_not_exist_is_refused_in_words(ask: Ask, room: Room, box: Box) -> None:
    for key in ("sheet:hearts", "chess"):
        with pytest.raises(Refused, match="no-box"):
            box(key)
    assert ask(HOST, KeepComponent("boxed", "dice", "red", {"worth": 1})).code == "no-kind"
    assert ask(HOST, KeepComponent("boxed", "card", "lion", {"worth": 1})).code == "no-component"
    assert ask(HOST, KeepComponent("boxed", "card", "", {"worth": 1})).code == "box-full"
    assert ask(HOST, KeepComponent("boxed", "block", "", {})).code == "no-facts"
    assert (
        room.words(ask(HOST, KeepComponent("boxed", "block", "", {}))) == "Enter at least one thing that you see on it."
    )


def test_a_fact_is_entered_changed_and_forgotten(ask: Ask, room: Room, box: Box) -> None:
    assert kept(ask(HOST, KeepComponent("boxed", "card", "bull", {"worth": 2}))) == "bull"
    assert marks(box("boxed"), "card", "bull") == {"worth": "yours"}
    kept(ask(HOST, KeepComponent("boxed", "card", "bull", {"worth": 3})))
    assert fact(box("boxed"), "card", "bull", "worth").value == 3
    kept(ask(HOST, KeepComponent("boxed", "card", "bull", {})))
    assert marks(box("boxed"), "card", "bull") == {"worth": "missing"}
    assert room.log.boxes.owners("boxed") == {}


def test_the_owners_may_overrule_what_is_printed_and_go_back(ask: Ask, room: Room, box: Box) -> None:
    kept(ask(HOST, KeepComponent("boxed", "card", "owl", {"worth": 4})))
    shown = fact(box("boxed"), "card", "owl", "worth")
    assert (shown.value, shown.printed, shown.mark) == (4, 1, "yours")
    kept(ask(HOST, KeepComponent("boxed", "card", "owl", {"worth": 1})))
    assert room.log.boxes.owners("boxed") == {}
    kept(ask(HOST, KeepComponent("boxed", "card", "owl", {"worth": 5})))
    kept(ask(HOST, RemoveComponent("boxed", "card", "owl")))
    assert fact(box("boxed"), "card", "owl", "worth").mark == "printed"


def test_what_is_impossible_is_said_by_field_and_changes_nothing(ask: Ask, room: Room) -> None:
    facts: Component = {"name": " ", "colour": "rde", "steps": 5, "costs": ["grain", "iron"], "track": [1, "x"]}
    reply = ask(HOST, KeepComponent("boxed", "block", "guard", facts))
    assert reply.code == "unfit"
    assert {key: room.say(expected) for key, expected in reply.fields} == {
        "name": "a text on one line, of 1 to 60 characters",
        "colour": "one of blue, red",
        "steps": "a whole number from 1 to 4",
        "costs": "one of grain, stone, wine",
        "track": "a whole number from -2 to 9",
    }
    assert room.log.boxes.owners("boxed") == {}


def test_components_of_ones_own_are_added_named_duplicated_and_removed(ask: Ask, box: Box) -> None:
    assert kept(ask(HOST, KeepComponent("boxed", "block", "", ARCHERS))) == "the-archers"
    assert kept(ask(HOST, DuplicateComponent("boxed", "block", "the-archers"))) == "the-archers-2"
    assert kept(ask(HOST, KeepComponent("boxed", "block", "", {"steps": 1}))) == "block"
    assert ask(HOST, DuplicateComponent("boxed", "block", "the-archers")).code == "box-full"
    view = box("boxed")
    blocks = view.kind("block")
    assert blocks is not None
    assert [(part.key, part.own, part.missing) for part in blocks.parts] == [
        ("guard", False, 1), ("block", True, 3), ("the-archers", True, 0), ("the-archers-2", True, 0),
    ]  # fmt: skip
    assert (blocks.free, blocks.known, blocks.of) == (0, 12, 16)
    assert blocks.parts[3].component == ARCHERS
    kept(ask(HOST, RemoveComponent("boxed", "block", "the-archers")))
    assert kept(ask(HOST, KeepComponent("boxed", "block", "", {"name": "Guard"}))) == "guard-2"
    kept(ask(HOST, RemoveComponent("boxed", "block", "block")))
    assert kept(ask(HOST, KeepComponent("boxed", "block", "", {"name": "\u6728"}))) == "block"


def test_warnings_are_the_games_and_keep_nobody_from_anything(ask: Ask, room: Room, box: Box) -> None:
    kept(ask(HOST, KeepComponent("boxed", "block", "guard", {"steps": 4})))
    kept(ask(HOST, KeepComponent("boxed", "block", "", {"steps": 3})))
    assert [room.say(warning) for warning in box("boxed").warnings] == ["7 steps in all."]


def test_what_is_missing_is_gone_through_in_order_and_round(ask: Ask, box: Box) -> None:
    view = box("boxed")
    assert view.next_missing("", "") == ("card", "bull")
    assert view.next_missing("card", "bull") == ("card", "dolphin")
    assert view.next_missing("card", "dolphin") == ("block", "guard")
    assert view.next_missing("block", "guard") == ("card", "bull")
    for card in ("bull", "dolphin"):
        kept(ask(HOST, KeepComponent("boxed", "card", card, {"worth": 1})))
    assert box("boxed").next_missing("block", "guard") is None


# -- files ---------------------------------------------------------------------------------------------------------


def test_a_file_goes_in_and_comes_out_the_same(ask: Ask, room: Room, box: Box) -> None:
    kept(ask(HOST, ImportBox("boxed", FILE)))
    assert room.view("host").boxes.export("boxed") == FILE
    assert box("boxed").edition == "the blue one"


def test_a_file_is_laid_over_what_is_there(ask: Ask, room: Room) -> None:
    kept(ask(HOST, KeepComponent("boxed", "card", "dolphin", {"worth": 5})))
    kept(ask(HOST, KeepComponent("boxed", "card", "owl", {"worth": 5})))
    kept(ask(HOST, NameEdition("boxed", " our copy ")))
    kept(ask(HOST, ImportBox("boxed", "[card.owl]\nworth = 1\n[card.bull]\nworth = 2\n")))
    assert room.view("host").boxes.export("boxed") == (
        'game = "boxed"\nversion = 1\nedition = "our copy"\n\n[card.bull]\nworth = 2\n\n[card.dolphin]\nworth = 5\n'
    )


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("[card.bull]\nworth = 9\n[card.owl]\nwroth = 2", [2, 4]),
        ('game = "torture"\n[card.owl]\nworth = 3', [1]),
        ("[card.owl]\nworth = 3\n[card.owl]\nworth = 4", [3]),
        ("[card.owl]\nworth = ", [2]),
        ("[block.a]\nsteps = 1\n[block.b]\nsteps = 1\n[block.c]\nsteps = 1", [1]),
    ],
)
def test_a_file_with_a_mistake_is_refused_whole(ask: Ask, room: Room, text: str, lines: list[int]) -> None:
    kept(ask(HOST, KeepComponent("boxed", "block", "", ARCHERS)))
    before = room.log.boxes.owners("boxed")
    reply = ask(HOST, ImportBox("boxed", text))
    assert (reply.code, room.words(reply)) == ("bad-box", "Nothing of the file was taken.")
    assert [problem.line for problem in reply.problems] == lines
    assert room.log.boxes.owners("boxed") == before


def test_the_note_of_the_edition_is_short_and_on_one_line(ask: Ask, room: Room) -> None:
    assert ask(HOST, NameEdition("boxed", "x" * 61)).code == "too-long"
    assert ask(HOST, NameEdition("boxed", "a\nb")).code == "too-long"
    kept(ask(HOST, NameEdition("boxed", "x" * 60)))
    kept(ask(HOST, NameEdition("boxed", "")))
    assert "edition" not in room.view("host").boxes.export("boxed")


# -- plays ---------------------------------------------------------------------------------------------------------


def test_a_play_that_is_on_keeps_its_own_copy_and_the_next_one_has_the_news(ask: Ask, room: Room, box: Box) -> None:
    kept(ask(HOST, KeepComponent("boxed", "card", "bull", {"worth": 2})))
    room.begin(3, "boxed")
    assert room.state.box["card"]["bull"] == {"worth": 2}
    assert box("boxed").playing
    assert not box("torture").playing
    kept(ask(HOST, KeepComponent("boxed", "card", "bull", {"worth": 5})))
    kept(ask(HOST, KeepComponent("boxed", "card", "dolphin", {"worth": 5})))
    assert room.state.box["card"]["bull"] == {"worth": 2}
    assert "worth" not in room.state.box["card"].get("dolphin", {})
    assert room.table.ask(HOST, PlayAgain()).taken
    assert not box("boxed").playing
    assert room.table.ask(HOST, ChooseGame("boxed", {}, {})).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    assert room.state.box["card"]["bull"] == {"worth": 5}
    assert room.state.box["card"]["dolphin"] == {"worth": 5}
