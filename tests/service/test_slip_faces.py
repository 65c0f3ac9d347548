"""What small displays show of the pieces, whose turn it is, and what OK does there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from companion.core.score_pad import Pad, Typed
from companion.core.step import Step
from companion.core.wording import say
from companion.render.draw import pages_of_slip
from companion.render.faces import FlashFace, FormFace, HomeFace, MenuFace, SlipFace
from companion.service.panel.place_states import HELD, TOO_SOON
from companion.service.play.answers import CorrectNumber
from tests.core.purses import Act, Purses, State
from tests.service.at_table import Room, token

ANA, BEN, CLEO = 1, 2, 3
Rooms = Callable[..., Room]


@pytest.fixture
def room(rooms: Rooms) -> Room:
    room = rooms(Purses(), profile="simulated")
    room.begin(3, "purses")
    return room


def test_who_lost_something_sees_what_to_do_before_the_own_question(room: Room) -> None:
    room.answer(ANA, "rob", 2)
    face = room.face(BEN)
    assert isinstance(face, SlipFace)
    assert (face.seat, face.actor) == (BEN, ANA)
    assert "Ana" in face.title
    assert face.ok == "OK: done"
    assert any("Ana" in row for row in face.rows)
    log = len(room.lines())
    room.press(BEN, "ok")
    assert isinstance(room.face(BEN), MenuFace), "now it is asked; OK has answered nothing"
    assert len(room.lines()) == log
    assert room.moment.slips(BEN).open == ()


class WithPad(Purses):
    """Its numbers stand on a pad, from whose lines a secret one can be reached."""

    def score_pad(self, state: State, seat: int, typed: Typed | None = None) -> Pad:
        return Pad((), ())


def test_back_over_a_slip_takes_back_nothing_of_the_question_behind_it(rooms: Rooms) -> None:
    room = rooms(WithPad(), profile="simulated")
    room.begin(3, "purses")
    room.answer(ANA, "rob", 2)
    room.answer(BEN, "hide")
    assert isinstance(room.face(BEN), SlipFace)
    room.press(BEN, "back")
    assert [ask.question.key for ask in room.page(BEN).dialogues] == ["n"]
    room.press(BEN, "back", "ok")
    assert not isinstance(room.face(BEN), SlipFace)
    room.press(BEN, "back")
    assert [ask.question.key for ask in room.page(BEN).dialogues] == ["what"], "BACK leads to the lines again"


def test_the_own_slip_waits_until_nothing_is_asked(room: Room) -> None:
    room.answer(ANA, "rob", 2)
    assert isinstance(room.face(ANA), SlipFace), "nothing is asked of Ana now"
    room.press(BEN, "ok")
    room.answer(BEN, "wait")
    room.answer(CLEO, "wait")
    assert isinstance(room.face(ANA), MenuFace), "her own slip does not stand before her turn"


def test_ok_on_a_waiting_display_opens_nothing_and_says_whose_turn_it_is(room: Room) -> None:
    room.answer(ANA, "wait")
    face = room.face(CLEO)
    assert isinstance(face, HomeFace)
    assert face.whose == (BEN,)
    assert "Ana" in face.hint, "the last move"
    room.press(CLEO, "ok")
    assert room.face(CLEO) == face


def test_a_display_says_over_its_question_what_others_corrected_of_its_seat(room: Room) -> None:
    assert not isinstance(room.face(ANA), FlashFace)
    assert room.table.ask(token(BEN), CorrectNumber(f"{ANA}.coins", 7, "c2")).taken
    face = room.face(ANA)
    assert isinstance(face, FlashFace)
    assert "7" in face.text
    assert not isinstance(room.face(CLEO), FlashFace)
    room.press(ANA, "ok")
    uncovered = room.face(ANA)
    assert not isinstance(uncovered, FlashFace)
    assert uncovered.held, "a frame says that OK answered nothing"
    room.past(HELD)
    assert not room.face(ANA).held


def test_the_foot_of_a_waiting_display_says_what_others_corrected_of_its_seat(room: Room) -> None:
    room.answer(ANA, "wait")
    assert room.table.ask(token(ANA), CorrectNumber(f"{CLEO}.coins", 7, "c")).taken
    corrected, other = room.face(CLEO), room.face(ANA)
    assert isinstance(corrected, HomeFace)
    assert isinstance(other, HomeFace)
    assert "7" in corrected.hint
    assert "7" not in other.hint, "it is about nobody else, and no move"


def test_a_hidden_slip_stands_only_while_peek_is_held(room: Room) -> None:
    room.answer(ANA, "hide", 3)
    assert isinstance(room.face(ANA), HomeFace)
    room.tell("hold 1 peek")
    face = room.face(ANA)
    assert isinstance(face, SlipFace)
    assert face.private
    room.tell("release 1 peek")
    room.past(0.2)
    assert isinstance(room.face(ANA), HomeFace)


def test_the_last_thing_that_happened_to_a_seat_stands_below_whose_turn_it_is(room: Room) -> None:
    room.answer(ANA, "rob", 2)
    room.press(BEN, "ok")
    room.answer(BEN, "wait")
    face = room.face(BEN)
    assert isinstance(face, HomeFace)
    assert face.hint.startswith("Ana"), "not what Ben did himself"


def test_ok_right_after_the_last_field_sends_nothing_and_a_frame_says_so(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    room.begin(2)
    room.press("panel", "down", "ok", "up")
    face = room.face(0)
    assert isinstance(face, FormFace)
    room.press("panel", "ok")
    at_end = room.face(0)
    assert isinstance(at_end, FormFace)
    assert at_end.cursor == len(at_end.lines)
    room.tell("press panel ok")
    room.past(0.15)
    early = room.face(0)
    assert early.held
    assert isinstance(early, FormFace), "not sent"
    room.past(TOO_SOON)
    assert not room.face(0).held
    room.press("panel", "ok")
    assert not isinstance(room.face(0), FormFace)


class Errands(Purses):
    """A game whose move gives another seat more to do than a display shows at once."""

    def _act(self, step: Step[State], move: Act) -> None:
        victim = step.seat % len(step.state.purses) + 1
        super()._act(step, move)
        for errand in ERRANDS:
            step.instruct(victim, say(errand))


ERRANDS = ("Fetch the red box", "Shuffle all cards", "Deal one to each", "Lay out the map", "Turn up a tile")


def test_a_long_slip_is_read_whole_by_turning_and_ticked_on_each_of_its_pages(rooms: Rooms) -> None:
    room = rooms(Errands(), profile="simulated")
    room.begin(3, "purses")
    room.answer(ANA, "rob", 2)
    first = room.face(BEN)
    assert isinstance(first, SlipFace)
    assert pages_of_slip(first, (128, 64)) == 2
    room.press(BEN, "down")
    second = room.face(BEN)
    assert second == structs.replace(first, page=1)
    room.press(BEN, "up")
    assert room.face(BEN) == first
    room.press(BEN, "down", "down")
    assert room.face(BEN) == first, "where there is nothing else to turn to"
    room.press(BEN, "down", "ok")
    assert room.moment.slips(BEN).open == ()
    assert isinstance(room.face(BEN), MenuFace)
