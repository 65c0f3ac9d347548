"""A seat without a phone: its keys sit down, give a name, stand up and take back, in the lobby and in a play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.wording import SeatName
from companion.render.faces import ConfirmFace, FlashFace, HomeFace, MenuFace
from companion.service.agreement.proposals import Proposal
from companion.service.seats.seating import ClaimSeat, FreeSeat, LeaveSeat, OfferSeat, TakeSeat
from companion.service.seats.seats_state import ASLEEP
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from companion.service.session.table_settings import SetLanguage
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]


def sat(room: Room) -> dict[int, str]:
    """Who sits here."""
    return dict(room.moment.gathering.names)


def items(room: Room, place: int) -> list[str]:
    face = room.face(place)
    assert isinstance(face, MenuFace), face
    return [item.label for item in face.items]


@pytest.fixture
def lobby(rooms: Rooms) -> Room:
    """A lobby with a phone at seat 1; the others have keys only."""
    room = rooms(AskingGame("pick"), profile="simulated")
    room.host()
    room.sit(1)
    return room


def played(room: Room, *seats: int) -> None:
    """These people have played at this table before, and have left."""
    room.host()
    room.sit(*seats)
    assert room.table.ask(HOST, ChooseGame("asking", {}, {})).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    assert room.table.ask(HOST, PlayAgain()).taken
    for seat in seats:
        assert room.table.ask(token(seat), LeaveSeat()).taken


# -- the lobby -------------------------------------------------------------------------------------------------------


def test_ok_at_a_free_seat_sits_down_there_among_phones(lobby: Room) -> None:
    face = lobby.face(3)
    assert isinstance(face, HomeFace)
    assert (face.sentence, face.hint) == ("This seat is free", "OK: sit down")
    lobby.press(3, "ok")
    assert (lobby.face(3).prompt, items(lobby, 3)) == ("Who sits here?", ["Seat 3"])
    lobby.press(3, "ok")
    assert sat(lobby) == {1: "Ana", 3: "Seat 3"}
    assert lobby.face(3).hint == "BACK: stand up"
    lobby.sit(2)
    assert sat(lobby) == {1: "Ana", 2: "Berta", 3: "Seat 3"}


def test_in_spanish_it_is_called_as_the_table_calls_it(lobby: Room) -> None:
    assert lobby.table.ask(HOST, SetLanguage("es")).taken
    lobby.press(3, "ok")
    assert (lobby.face(3).prompt, items(lobby, 3)) == ("¿Quién se sienta?", ["Sitio 3"])
    lobby.press(3, "ok")
    assert sat(lobby)[3] == "Sitio 3"


def test_whoever_gave_no_name_is_called_in_the_language_of_whoever_reads(lobby: Room) -> None:
    lobby.press(3, "ok", "ok")
    assert [lobby.speaker(language).name(3) for language in ("en", "es")] == ["Seat 3", "Sitio 3"]
    assert lobby.table.ask(HOST, SetLanguage("es")).taken
    lobby.past(3)
    assert lobby.face(3).name == "Sitio 3"


def test_names_of_those_who_played_here_are_offered_and_those_who_sit_here_are_not(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"), profile="simulated")
    played(room, 1, 2, 4)
    room.sit(1)
    room.press(3, "ok")
    assert items(room, 3) == ["Seat 3", "Berta", "Dora"]
    room.press(3, "down", "down", "ok")
    assert sat(room) == {1: "Ana", 3: "Dora"}
    room.press(5, "ok")
    assert items(room, 5) == ["Seat 5", "Berta"]


def test_somebody_who_gave_no_name_is_not_offered_as_one(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"), profile="simulated")
    room.host()
    room.press(2, "ok", "ok")
    room.sit(1)
    assert room.table.ask(HOST, ChooseGame("asking", {}, {})).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    assert room.table.ask(HOST, PlayAgain()).taken
    room.press(5, "ok")
    assert items(room, 5) == ["Seat 5"]


def test_keys_give_another_name_and_stand_up(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"), profile="simulated")
    played(room, 1, 2)
    room.press(3, "ok", "ok")
    assert room.face(3).hint == "BACK: name, leave"
    room.press(3, "back")
    assert (room.face(3).prompt, items(room, 3)) == ("Seat 3", ["Another name", "Stand up"])
    room.press(3, "ok", "down", "ok")
    assert sat(room) == {3: "Ana"}
    room.press(3, "back", "down", "ok")
    face = room.face(3)
    assert isinstance(face, ConfirmFace)
    assert face.prompt == "Stand up?"
    room.press(3, "back", "back")
    assert sat(room) == {3: "Ana"}, "BACK, and nothing has happened"
    room.press(3, "back", "down", "ok", "ok")
    assert sat(room) == {}
    assert room.face(3).hint == "OK: sit down"
    room.press(3, "ok", "ok")
    assert sat(room) == {3: "Seat 3"}, "who stood up by mistake sits down again"


def test_back_at_a_free_seat_leaves_it_free(lobby: Room) -> None:
    lobby.press(3, "ok", "back")
    assert isinstance(lobby.face(3), HomeFace)
    lobby.press(3, "back", "up", "down")
    assert sat(lobby) == {1: "Ana"}


def test_a_question_who_sits_here_that_nobody_answers_goes_away(lobby: Room) -> None:
    lobby.press(3, "ok")
    lobby.past(31)
    assert isinstance(lobby.face(3), HomeFace)


def test_a_seat_that_is_held_stays_held(lobby: Room) -> None:
    lobby.press(3, "ok", "ok")
    reply = lobby.table.ask(token(3), TakeSeat(3, "Carla"))
    assert (reply.code, sat(lobby)[3]) == ("taken", "Seat 3")
    assert lobby.words(reply) == "Somebody sits there without a phone, with the keys of that seat."
    lobby.press(1, "ok", "back", "ok", "ok")
    assert sat(lobby)[1] == "Ana", "keys take no seat from a phone"
    assert lobby.seat_of(token(1)) == 1
    lobby.press(3, "back", "ok", "ok")
    assert lobby.table.ask(token(3), TakeSeat(3, "Carla")).taken
    lobby.press(3, "ok", "back", "ok", "ok")
    assert sat(lobby)[3] == "Carla"


def test_the_seat_is_still_held_after_a_restart_and_in_the_next_lobby(rooms: Rooms, tmp_path: Path) -> None:
    path = tmp_path / "again.sqlite"
    with Room(path, AskingGame("pick"), profile="simulated") as room:
        room.host()
        room.press(3, "ok", "ok")
    with Room(path, AskingGame("pick"), profile="simulated") as room:
        room.host()
        assert sat(room) == {3: "Seat 3"}
        assert room.table.ask(token(3), TakeSeat(3, "Carla")).code == "taken"
        room.sit(1)
        assert room.table.ask(HOST, ChooseGame("asking", {}, {})).taken
        assert room.table.ask(HOST, BeginPlay()).taken
        assert room.table.ask(HOST, PlayAgain()).taken
        assert sat(room) == {1: "Ana", 3: "Seat 3"}
        assert room.table.ask(token(3), TakeSeat(3, "Carla")).code == "taken"


def test_the_admin_frees_it(lobby: Room) -> None:
    lobby.press(3, "ok", "ok")
    assert lobby.table.ask(HOST, FreeSeat(3)).taken
    assert lobby.table.ask(token(3), TakeSeat(3, "Carla")).taken


def test_a_phone_that_was_faster_keeps_the_seat(lobby: Room) -> None:
    lobby.press(3, "ok")
    lobby.displays.slow = True
    assert lobby.table.ask(token(3), TakeSeat(3, "Carla")).taken
    lobby.press(3, "ok")
    lobby.displays.slow = False
    lobby.displays.hurry()
    assert sat(lobby)[3] == "Carla"
    assert lobby.seat_of(token(3)) == 3


def test_the_panel_seats_nobody(lobby: Room) -> None:
    lobby.press("panel", "ok", "ok", "back", "ok")
    assert sat(lobby) == {1: "Ana"}


def test_keys_that_are_pressed_all_the_time_write_only_so_often(lobby: Room) -> None:
    for _ in range(40):
        lobby.press(3, "ok", "ok", "back", "ok", "ok")
    lobby.past(61)
    lobby.press(3, "ok", "ok")
    assert 3 in sat(lobby)
    assert sat(lobby)[1] == "Ana"


# -- beginning -------------------------------------------------------------------------------------------------------


def counting(room: Room) -> Proposal | None:
    room.past(1.0)
    return room.table.rooms.proposals.now


def begun_by_phone(room: Room) -> None:
    room.press(3, "ok", "ok")
    room.past(3.0)
    assert room.table.ask(token(1), ChooseGame("asking", {}, {})).taken
    assert room.table.ask(token(1), BeginPlay()).taken


def test_keys_say_fine_to_what_counts_down(lobby: Room) -> None:
    begun_by_phone(lobby)
    face = lobby.face(3)
    assert isinstance(face, ConfirmFace)
    assert (face.prompt, face.yes, face.no) == ("Ana begins", "Fine", "Wait")
    lobby.press(3, "ok")
    assert counting(lobby) is None
    assert lobby.moment.phase == "playing"


def test_keys_say_wait_to_what_counts_down(lobby: Room) -> None:
    begun_by_phone(lobby)
    lobby.press(3, "down", "ok")
    assert counting(lobby) is None
    assert lobby.moment.phase == "gathering"
    assert lobby.say(lobby.moment.proposed.told).startswith("Seat 3 says wait")


# -- in a play -------------------------------------------------------------------------------------------------------


@pytest.fixture
def play(rooms: Rooms) -> Room:
    """Somebody with a phone at seat 1, somebody with keys at seat 3; it is their turn in this order."""
    room = rooms(AskingGame("pick"), profile="simulated")
    played(room, 1, 2)
    room.sit(1)
    room.press(3, "ok", "ok")
    assert room.table.ask(HOST, ChooseGame("asking", {}, {})).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    return room


def menu_of(room: Room, place: int) -> list[str]:
    room.past(3.0)
    room.press(place, "back")
    return items(room, place)


def test_keys_play_take_back_and_give_another_name(play: Room) -> None:
    assert play.reply(1, "red").taken
    play.press(3, "ok")
    assert play.state.said == ["red", "red"]
    assert menu_of(play, 3)[0] == "Undo"
    play.press(3, "ok")
    assert play.state.said == ["red"]
    play.past(3.0)
    play.press(3, "back")
    # its question is asked again: the menu is behind it
    assert isinstance(play.face(3), MenuFace)
    labels = items(play, 3)
    assert labels[-2:] == ["Another name", "Stand up"]
    play.press(3, *["down"] * labels.index("Another name"), "ok", "down", "ok")
    assert play.speaker("en").name(3) == "Berta"


def test_keys_at_a_seat_with_a_phone_rename_nobody(play: Room) -> None:
    play.past(3.0)
    play.press(1, "back")
    assert not any(label in ("Another name", "Stand up") for label in _labels(play.face(1)))


def _labels(face: Any) -> list[str]:
    return [item.label for item in face.items] if isinstance(face, MenuFace) else []


def stand_up(room: Room, place: int) -> None:
    labels = menu_of(room, place)
    room.press(place, *["down"] * labels.index("Stand up"), "ok", "ok")


def test_standing_up_opens_the_seat_until_a_key_is_pressed_again(play: Room) -> None:
    stand_up(play, 3)
    assert play.moment.seats.comings.open == {3}
    play.past(3.0)
    face = play.face(3)
    assert isinstance(face, HomeFace)
    assert face.sentence == "Free: press a key"
    play.press(3, "up")
    assert play.moment.seats.comings.open == frozenset()
    assert not isinstance(play.face(3), FlashFace)


def test_after_standing_up_the_table_can_go_on_without_the_seat(play: Room) -> None:
    assert play.reply(1, "red").taken
    play.past(5.0)
    stand_up(play, 3)
    play.past(ASLEEP + 3)
    assert play.moment.absent[3] == "asleep", "nobody waits for ten minutes after the last key"
    assert [each.seat for each in play.moment.sleepers()] == [3]


def test_a_phone_takes_the_seat_of_somebody_with_keys_with_a_yes_of_these_keys(play: Room) -> None:
    reply = play.table.ask(token("new"), TakeSeat(3, ""))
    assert (reply.code, play.seat_of(token("new"))) == ("", None)
    play.past(3.0)
    face = play.face(3)
    assert isinstance(face, ConfirmFace | MenuFace)
    assert play.moment.seats.keys == {3}
    cursor = face.cursor
    play.press(3, *(["up"] if cursor else []), "ok")
    play.past(6.0)
    assert play.seat_of(token("new")) == 3
    assert play.moment.seats.keys == frozenset(), "now a phone holds it"


def test_the_name_of_a_seat_is_for_its_keys_alone(lobby: Room) -> None:
    assert lobby.table.ask(token("x"), TakeSeat(4, "Seat 4")).code == "word-of-the-table"
    assert lobby.say(SeatName(4)) == "Seat 4"


def test_no_code_is_given_for_a_seat_before_a_play(lobby: Room) -> None:
    lobby.press(3, "ok", "ok")
    assert not lobby.table.ask(HOST, OfferSeat(3)).taken
    assert not lobby.table.ask(token("x"), ClaimSeat("12345678")).taken
