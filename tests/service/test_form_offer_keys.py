"""What a form offers to fill in, by keys: a line above the one that it repeats. OK there fills in and sends nothing."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.questions import Answer
from companion.render.faces import FormFace, FormLine, FormOffer, HomeFace, MenuFace
from tests.service.at_table import Room
from tests.service.key_hands import hold
from tests.service.test_form_offers import HARVEST, count, sends
from tests.service.test_only_answers import SeveralQuestions

Rooms = Callable[..., Room]

ALIKE = ("Wheat 3", "Fish 1", "Wine 1", "Seed 1")


def table(rooms: Rooms, *last: dict[str, Answer], asked: SeveralQuestions | None = None) -> Room:
    """Two seats with keys, which have had their first harvest where it is told."""
    room = rooms(asked or SeveralQuestions(*HARVEST), profile="simulated")
    room.begin(2, "asking")
    for seat, given in enumerate(last, 1):
        sends(room, seat, **given)
    return room


def form(room: Room, place: int = 1) -> FormFace:
    face = room.face(place)
    assert isinstance(face, FormFace), face
    return face


def lines(room: Room, place: int = 1) -> list[str]:
    """The lines of the form at a place; that under the cursor between brackets."""
    face = form(room, place)
    words = [f"{line.label} {line.value}" if isinstance(line, FormLine) else line.label for line in face.lines]
    return [f"[{text}]" if at == face.cursor else text for at, text in enumerate((*words, face.act))]


def test_what_was_sent_last_stands_above_the_first_line_where_ok_fills_it_in(rooms: Rooms) -> None:
    room = table(rooms, {"fish": 2, "seed": 8}, {})
    assert lines(room) == ["As last time", "[Wheat 1]", "Fish 1", "Wine 1", "Seed 1", "Go on"]
    room.press(1, "back")
    assert lines(room)[:2] == ["[As last time]", "Wheat 1"]
    room.press(1, "ok")
    assert lines(room) == ["[Wheat 1]", "Fish 2", "Wine 1", "Seed 8", "Go on"]
    assert len(room.state.said) == 2
    hold(room, 1)
    assert room.state.said[2] == "[1, 2, 1, 8]"


def test_ok_held_on_it_fills_in_and_sends_nothing(rooms: Rooms) -> None:
    room = table(rooms, {"fish": 2}, {})
    room.press(1, "back")
    hold(room, 1, seconds=3.0)
    assert lines(room) == ["[Wheat 1]", "Fish 2", "Wine 1", "Seed 1", "Go on"]
    assert len(room.state.said) == 2


def test_whoever_wants_something_else_does_not_pass_it(rooms: Rooms) -> None:
    room = table(rooms, {"fish": 2}, {}, asked=SeveralQuestions(*HARVEST[:2]))
    room.press(1, "up", "ok")
    assert lines(room) == ["As last time", "Wheat 2", "[Fish 1]", "Go on"]
    room.press(1, "back", "back", "up")
    assert lines(room)[0] == "[As last time]"
    room.press(1, "down")
    assert lines(room) == ["As last time", "[Wheat 2]", "Fish 1", "Go on"], "the knob leaves it and changes nothing"
    room.press(1, "back")
    room.tell("turn 1 1")
    assert lines(room)[1] == "[Wheat 2]"
    room.press(1, "back", "ok")
    assert lines(room) == ["[Wheat 1]", "Fish 2", "Go on"]


def test_back_on_it_leaves_what_was_entered(rooms: Rooms) -> None:
    room = table(rooms, {"fish": 2}, {}, asked=SeveralQuestions(*HARVEST[:2]))
    room.press(1, "up", "back", "back")
    assert isinstance(room.face(1), MenuFace), "what there is to ask of the table"
    room.press(1, "back")
    assert lines(room)[:2] == ["[As last time]", "Wheat 2"]


def test_nobody_is_offered_what_another_seat_sent(rooms: Rooms) -> None:
    room = table(rooms, {"fish": 2}, {"wine": 3})
    sends(room, 1)
    assert lines(room, 2)[0] == "As last time"
    room.press(2, "back", "ok")
    assert lines(room, 2) == ["[Wheat 1]", "Fish 1", "Wine 3", "Seed 1", "Go on"]


def test_a_form_with_something_missing_is_filled_in_from_its_first_page(rooms: Rooms) -> None:
    asked = SeveralQuestions(*(count(key, usual=None) for key in ("Wheat", "Fish")))
    room = table(rooms, {"wheat": 4, "fish": 2}, {"wheat": 0, "fish": 0}, asked=asked)
    assert not isinstance(room.face(1), FormFace), "the first line is asked in full"
    room.press(1, "back")
    assert lines(room)[0] == "[As last time]"
    room.press(1, "ok")
    assert lines(room) == ["[Wheat 4]", "Fish 2", "Go on"]


def test_the_answer_of_a_line_is_offered_above_it_for_all_that_ask_alike(rooms: Rooms) -> None:
    room = table(rooms)
    room.press(1, "up", "up")
    assert lines(room) == ["The same for all", "[Wheat 3]", *ALIKE[1:], "Go on"]
    room.press(1, "back", "ok")
    assert lines(room) == ["[Wheat 3]", "Fish 3", "Wine 3", "Seed 1", "Go on"]
    assert room.state.said == []


def test_ok_goes_past_what_is_offered_above_a_line(rooms: Rooms) -> None:
    room = table(rooms, asked=SeveralQuestions(HARVEST[3], *HARVEST[:3]))
    room.press(1, "ok", "up", "back", "back")
    assert lines(room)[:3] == ["[Seed 1]", "The same for all", "Wheat 2"]
    room.press(1, "ok")
    assert lines(room)[:3] == ["Seed 1", "The same for all", "[Wheat 2]"]


def test_one_line_above_the_other_where_both_are_offered(rooms: Rooms) -> None:
    room = table(rooms, {"fish": 2}, {})
    room.press(1, "up", "up")
    assert lines(room) == ["As last time", "The same for all", "[Wheat 3]", *ALIKE[1:], "Go on"]
    assert [type(line) for line in form(room).lines[:3]] == [FormOffer, FormOffer, FormLine]


def test_filling_in_by_keys_stores_nothing_and_tells_nobody(rooms: Rooms) -> None:
    room = table(rooms, {"fish": 2}, {})
    room.press(1, "ok", "back")
    before, entries = (room.page(1).version, room.page(2).version), room.entries
    room.press(1, "back", "ok")
    assert (room.page(1).version, room.page(2).version) == before
    assert room.entries == entries


def test_a_press_on_the_picture_before_fills_nothing_in(rooms: Rooms) -> None:
    room = table(rooms, {"fish": 2}, {})
    room.displays.slow = True
    room.press(1, "back")
    room.tell("press 1 ok")
    assert not isinstance(room.face(1), FormFace), "look again"
    room.displays.hurry()


def test_what_was_answered_in_secret_is_offered_while_peek_is_held(rooms: Rooms) -> None:
    asked = SeveralQuestions(*(count(key, secret=True) for key in ("Wheat", "Fish")))
    room = table(rooms, {"fish": 2}, {}, asked=asked)
    assert isinstance(room.face(1), HomeFace)
    room.tell("hold 1 peek")
    room.past(0.2)
    assert lines(room)[0] == "As last time"
    room.press(1, "back", "ok")
    assert lines(room) == ["[Wheat 1]", "Fish 2", "Go on"]
