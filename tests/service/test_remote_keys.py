"""Presses from afar: what they do, and everything that they never do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.service.agreement.agreement_requests import Undo
from companion.service.asking.requests import Reply
from companion.service.panel.remote_keys import A_MINUTE, EndRemote, MakeRemote, PressKey, RemoteFace
from companion.service.panel.wiring.hardware_test import BeginTest
from companion.service.seats.seating import FreeSeat, LeaveSeat, TakeSeat
from hardware.ports import RemotePress
from tests.service.asking_game import AskingGame
from tests.service.at_table import NAMES, Room, token

Rooms = Callable[..., Room]


class Remote:
    """A button of its own for a seat, with its counter."""

    def __init__(self, room: Room, seat: int) -> None:
        reply = room.table.ask(token(seat), MakeRemote())
        assert reply.taken
        assert reply.notice is not None
        self.token = str(reply.notice.args["token"])
        self.room, self.seat, self.count = room, seat, 0

    @property
    def face(self) -> RemoteFace:
        face = self.room.view().panel.remote_face(self.seat)
        assert face is not None
        return face

    def press(self, key: str, asked: str | None = None, age: float = 0.0, count: int | None = None) -> str:
        """Press a key on what is shown now; the code of the refusal."""
        self.count += 1
        digest = self.face.asked if asked is None else asked
        return self.send(PressKey(key, self.count if count is None else count, digest, age)).code

    def send(self, request: PressKey) -> Reply:
        return self.room.table.ask(self.token, request)


def asking(rooms: Rooms, kind: str = "pick", profile: str = "simulated", **settings: Any) -> Room:
    room = rooms(AskingGame(kind, **settings), profile=profile)
    room.begin(2, "asking")
    return room


def test_closed_until_the_seat_opens_it(rooms: Rooms) -> None:
    room = asking(rooms)
    assert room.table.ask(token("anybody"), PressKey("ok", 1, "x")).code == "no-remote"
    assert room.table.ask(token(1), PressKey("ok", 1, "x")).code == "no-remote", "nor the phone's own token"
    assert room.view().panel.remote_face(1) is None
    assert room.table.ask(token("anybody"), MakeRemote()).code == "no-seat"
    room.host()
    assert room.table.ask(token("host"), MakeRemote()).code == "no-seat", "not the admin either, who has no seat"


def test_a_press_answers_an_open_question(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    assert "Which one?" in remote.face.words
    before = remote.face.asked
    assert remote.press("down") == ""
    assert remote.face.asked != before
    assert remote.press("down") == ""
    assert remote.press("ok") == ""
    assert room.state.said == ["blue"]


def test_the_remote_of_a_seat_acts_for_no_other(rooms: Rooms) -> None:
    room = asking(rooms)
    one, two = Remote(room, 1), Remote(room, 2)
    assert two.press("ok", asked=one.face.asked) == "stale"
    assert two.press("ok") == "not-from-afar", "nothing is asked there"
    assert room.state.said == []


def test_it_sees_and_does_nothing_else(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    assert room.seat_of(remote.token) is None
    assert room.table.ask(remote.token, Undo(1, "n")).code == "no-seat"
    assert room.table.ask(remote.token, MakeRemote()).code == "no-seat"


def test_what_was_meant_for_another_picture_does_nothing(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    seen = remote.face.asked
    room.press(1, "down", "down")
    assert remote.press("ok", asked=seen) == "stale"
    assert room.state.said == []


def test_repeated_presses_count_once(rooms: Rooms) -> None:
    room = asking(rooms, "count")
    remote = Remote(room, 1)
    assert remote.press("up", count=7) == ""
    face = remote.face
    assert remote.press("up", count=7) == "repeated-press"
    assert remote.press("up", count=3) == "repeated-press"
    assert remote.face == face


def test_a_press_that_was_refused_is_not_taken_later(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    sent = PressKey("ok", 5, "another picture")
    assert remote.send(sent).code == "stale"
    assert remote.send(PressKey("ok", 5, remote.face.asked)).code == "repeated-press"


def test_late_presses_are_dropped(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    assert remote.press("ok", age=2.1) == "late-press"
    assert room.state.said == []
    assert remote.press("ok", age=1.9) == ""


def test_a_flood_is_bounded(rooms: Rooms) -> None:
    room = asking(rooms, "count")
    remote = Remote(room, 1)
    codes = [remote.press(key) for _ in range(A_MINUTE // 2 + 5) for key in ("up", "down")]
    assert codes[:A_MINUTE] == [""] * A_MINUTE
    assert set(codes[A_MINUTE:]) == {"too-often"}
    room.past(61.0)
    assert remote.press("up") == ""


# -- never from afar -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["ok", "back"])
def test_not_on_a_secret_face(rooms: Rooms, key: str) -> None:
    room = asking(rooms, secret=True)
    remote = Remote(room, 1)
    assert remote.press(key) == "not-from-afar"
    assert room.state.said == []


def test_not_while_somebody_peeks(rooms: Rooms) -> None:
    room = asking(rooms, secret=True)
    remote = Remote(room, 1)
    covered = remote.face
    room.tell("hold 1 peek")
    assert remote.face == covered, "what it may read does not change"
    assert [remote.press(key) for key in ("up", "down", "ok", "back")] == ["not-from-afar"] * 4
    assert room.state.said == []


def test_no_vote_and_no_undo(rooms: Rooms) -> None:
    room = asking(rooms)
    one, two = Remote(room, 1), Remote(room, 2)
    assert two.press("back") == "not-from-afar", "BACK would open the menu"
    assert one.press("back") == "not-from-afar"
    assert one.press("ok") == ""
    room.answer(2, "red")
    room.past(5.0)
    assert room.table.ask(token(1), Undo(1, "u1")).taken
    assert room.moment.votes
    assert [two.press(key) for key in ("up", "down", "ok", "back")] == ["not-from-afar"] * 4
    room.past(10.0)
    assert room.moment.votes


def test_not_the_code_of_a_seat(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    assert room.table.ask(token("another phone"), TakeSeat(1, NAMES[1])).taken
    assert room.seat_of(token("another phone")) is None
    room.past(1.0)
    assert [remote.press(key) for key in ("up", "down", "ok", "back")] == ["not-from-afar"] * 4
    room.past(10.0)
    assert room.seat_of(token("another phone")) is None


def test_not_while_keys_are_tried_out(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    room.host()
    assert room.table.ask(token("host"), BeginTest()).taken
    assert remote.press("ok") == "not-from-afar"
    assert room.state.said == []


def test_no_answer_for_the_table_or_for_another(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 2)
    assert remote.press("ok") == "not-from-afar"


def test_it_keeps_nobody_at_the_table(rooms: Rooms) -> None:
    """A press from afar that does nothing is no sign that somebody is there."""
    room = asking(rooms)
    remote = Remote(room, 2)
    room.past(200.0)
    after = room.moment.absent
    assert after[2] != "there"
    remote.press("up")
    room.past(0.1)
    assert room.moment.absent == after


# -- when it ends ----------------------------------------------------------------------------------------------------


def test_a_new_remote_replaces_the_one_before(rooms: Rooms) -> None:
    room = asking(rooms)
    first = Remote(room, 1)
    second = Remote(room, 1)
    assert first.send(PressKey("ok", 1, second.face.asked)).code == "no-remote"
    assert second.press("down") == ""


def test_the_seat_ends_it(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    assert room.table.ask(token(1), EndRemote()).taken
    assert remote.send(PressKey("ok", 1, "x")).code == "no-remote"


@pytest.mark.parametrize("way", ["leaves", "freed"])
def test_it_ends_with_the_phone_that_made_it(rooms: Rooms, way: str) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    room.host()
    asked = remote.face.asked
    if way == "leaves":
        assert room.table.ask(token(1), LeaveSeat()).taken
    else:
        assert room.table.ask(token("host"), FreeSeat(1)).taken
    assert remote.send(PressKey("ok", 1, asked)).code == "no-remote"
    assert room.state.said == []


def test_after_a_restart_it_is_the_same(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    room.close()
    again = rooms(AskingGame("pick"), profile="simulated")
    remote.room = again
    assert remote.press("ok") == ""
    assert again.state.said == ["red"]


def test_the_token_is_stored_nowhere(rooms: Rooms) -> None:
    room = asking(rooms)
    remote = Remote(room, 1)
    assert remote.token not in repr(room.log.settings.get("remotes"))


# -- buttons that tell a broker ----------------------------------------------------------------------------------------


def wired_room(rooms: Rooms, kind: str = "pick", **settings: Any) -> Room:
    room = asking(rooms, kind, **settings)
    room.opened.wired.remote.wired = frozenset({1})
    room.past(0.1)
    return room


def hear(room: Room, line: str, *, late: float = 0.0, device: str = "seat1.keys", **more: Any) -> None:
    room.opened.wired._heard(RemotePress(device, line, room.clock.mono() - late, **more))


def test_a_button_that_tells_a_broker_answers(rooms: Rooms) -> None:
    room = wired_room(rooms)
    room.past(0.5)
    hear(room, "down")
    room.past(0.1)
    hear(room, "down")
    room.past(0.1)
    hear(room, "ok")
    assert room.state.said == ["blue"]


def test_it_answers_only_what_stood_there_when_it_came(rooms: Rooms) -> None:
    room = wired_room(rooms)
    room.past(0.5)
    before = room.clock.mono()
    room.past(0.5)
    hear(room, "down")
    room.opened.wired._heard(RemotePress("seat1.keys", "ok", before))
    assert room.state.said == []


@pytest.mark.parametrize("more", [{"late": 2.1}, {"asked": "another"}, {"device": "seat2.keys"}, {"line": "peek"}])
def test_late_or_strange_ones_do_nothing(rooms: Rooms, more: dict[str, Any]) -> None:
    room = wired_room(rooms)
    room.past(5.0)
    given: dict[str, Any] = {"line": "ok", **more}
    hear(room, **given)
    assert room.state.said == []


def test_a_counter_of_its_own_is_kept_to(rooms: Rooms) -> None:
    room = wired_room(rooms, "count")
    for count in (5, 5, 4):
        room.past(0.5)
        hear(room, "down", count=count)
    room.past(0.5)
    hear(room, "ok", count=6)
    assert room.state.said == ["3"]


def test_every_button_counts_by_itself_and_may_begin_again_after_a_while(rooms: Rooms) -> None:
    room = wired_room(rooms, "count")
    for line, sender, count in (("down", "a", 5), ("up", "b", 2), ("down", "a", 4), ("down", "b", 2)):
        room.past(0.5)
        hear(room, line, sender=sender, count=count)
    room.past(70.0)
    hear(room, "down", sender="b", count=2)
    room.past(0.5)
    hear(room, "down", sender="a", count=1)
    room.past(0.5)
    hear(room, "ok", sender="a", count=2)
    assert room.state.said == ["3"], "down, up, and down with the counter that began again"


def test_a_secret_question_is_not_answered_by_it(rooms: Rooms) -> None:
    room = wired_room(rooms, secret=True)
    room.past(5.0)
    hear(room, "ok")
    assert room.state.said == []


@pytest.mark.parametrize("key", ["up", "down", "ok", "back"])
def test_it_sits_nobody_down(rooms: Rooms, key: str) -> None:
    room = rooms(AskingGame("pick"), profile="simulated")
    room.opened.wired.remote.wired = frozenset({1})
    room.past(0.5)
    for line in (key, "ok", "ok"):
        hear(room, line)
        room.past(0.1)
    assert room.moment.gathering.names == {}
    room.press(1, "ok", "ok")
    assert 1 in room.moment.gathering.names, "its own keys do"
