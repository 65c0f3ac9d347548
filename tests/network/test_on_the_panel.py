"""The own Wi-Fi on the panel: asked for by holding BACK, joined by a code, and spoken of when nobody comes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.wording import say
from companion.first_contact.setup_record import SetupMistake
from companion.network.own_wifi.wifi import Wifi
from companion.render.faces import ConfirmFace, FlashFace, HomeFace, JoinFace, PinFace, WifiFace
from companion.service.panel.joining import ASKED
from companion.service.panel.place_states import FLASH
from companion.service.session.table_settings import PutAwayMistakes
from tests.core.torture import Torture
from tests.service.at_table import HOST, Room

WIFI = Wifi("Table-7K2M", "QX4F-9RTM-WW3H")


class Own:
    """An own Wi-Fi that does what it is asked."""

    can_open = True
    is_open = False

    def __init__(self) -> None:
        self.asked: list[bool] = []

    def ask(self, *, on: bool) -> None:
        self.asked.append(on)
        self.is_open = on


@pytest.fixture
def own() -> Own:
    return Own()


@pytest.fixture
def room(own: Own, tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path / "log.sqlite", Torture(), profile="simulated", wifi=own)
    yield room
    room.close()


def hold_back(room: Room) -> None:
    room.tell("hold panel back")
    room.past(1)
    room.tell("release panel back")
    room.past(0.2)


def test_holding_back_asks_and_ok_opens_it(room: Room, own: Own) -> None:
    assert isinstance(room.face(0), JoinFace)
    hold_back(room)
    face = room.face(0)
    assert isinstance(face, ConfirmFace)
    assert (face.prompt, face.lines) == ("Open own Wi-Fi?", ("Phones join anew",))
    assert own.asked == []
    room.press("panel", "ok")
    assert own.asked == [True]
    assert isinstance(room.face(0), FlashFace)
    room.past(FLASH + 1)
    hold_back(room)
    assert room.face(0).prompt == "Close own Wi-Fi?"
    room.press("panel", "ok")
    assert own.asked == [True, False]


def test_back_or_waiting_leaves_everything_as_it_was(room: Room, own: Own) -> None:
    hold_back(room)
    room.press("panel", "back")
    assert isinstance(room.face(0), JoinFace)
    hold_back(room)
    room.past(ASKED + 1)
    assert isinstance(room.face(0), JoinFace)
    room.press("panel", "ok")
    assert own.asked == []


def test_a_press_is_not_a_hold_and_a_seat_is_not_the_panel(room: Room, own: Own) -> None:
    room.press("panel", "back")
    room.tell("hold 1 back")
    room.past(1)
    assert isinstance(room.face(0), JoinFace)
    assert isinstance(room.face(1), HomeFace)


def test_it_is_asked_in_the_middle_of_a_play_too(room: Room, own: Own) -> None:
    room.begin(3)
    hold_back(room)
    assert room.face(0).prompt == "Open own Wi-Fi?"
    room.press("panel", "ok")
    assert own.asked == [True]


def test_the_pin_for_a_host_lies_over_it(room: Room, own: Own) -> None:
    hold_back(room)
    room.tell("hold panel ok")
    room.past(1)
    room.tell("release panel ok")
    room.past(0.2)
    assert isinstance(room.face(0), PinFace)
    room.press("panel", "ok", "back")
    assert own.asked == []
    assert room.face(0).prompt == "Open own Wi-Fi?"


def test_an_ok_from_before_the_question_came_opens_nothing(room: Room, own: Own) -> None:
    room.displays.slow = True
    hold_back(room)
    room.press("panel", "ok")
    assert own.asked == []
    assert room.face(0).text == "Look again"


def test_where_it_may_not_be_opened_it_is_not_offered(room: Room, own: Own) -> None:
    own.can_open = False
    hold_back(room)
    assert isinstance(room.face(0), JoinFace)


def test_two_steps_take_turns_while_it_is_open(room: Room) -> None:
    faces = []
    for turn in range(4):
        room.joining = replace(room.joining, wifi=WIFI, turn=turn)
        room.past(1)
        faces.append(room.face(0))
    assert faces[0] == faces[2] == WifiFace(title="Wi-Fi", code=WIFI.code, ssid=WIFI.ssid, key=WIFI.password)
    assert faces[1] == faces[3] == JoinFace(url="http://192.0.2.7/", address="table.local")


def test_when_nobody_comes_the_panel_says_what_to_do(room: Room) -> None:
    room.joining = replace(room.joining, nobody_came=True, turn=1)
    room.past(1)
    face = room.face(0)
    assert isinstance(face, FlashFace)
    assert "Hold BACK" in face.text


def test_what_was_not_taken_of_the_owners_file_takes_turns_with_the_way_in(tmp_path: Path) -> None:
    why = say("It has to be text in quotes: {form}", form='pin = "..."')
    wrong = [SetupMistake(line, key, why) for line, key in ((3, "pin"), (0, "ssh_key"), (7, ""))]
    faces = []
    with Room(tmp_path / "log.sqlite", profile="simulated", mistakes=wrong) as room:
        for turn in range(4):
            room.joining = replace(room.joining, turn=turn)
            room.past(1)
            faces.append(room.face(0))
        room.host()
        assert room.table.ask(HOST, PutAwayMistakes()).taken
        room.past(1)
        assert isinstance(room.face(0), JoinFace)
    assert isinstance(faces[0], JoinFace)
    assert [face.text for face in faces[1:]] == [
        "table.toml, line 3: pin was not taken. Why: page Admin",
        "table.toml: ssh_key was not taken. Why: page Admin",
        "table.toml, line 7 was not taken. Why: page Admin",
    ]
    assert {face.tone for face in faces[1:]} == {"warning"}
