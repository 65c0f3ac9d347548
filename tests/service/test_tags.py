"""Tags on cards and pieces: taught by an admin, answered at their own reader alone, uncovering nothing."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.core.boxes import BoxField, BoxKind
from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.setup import Meta
from companion.core.wording import say, verbatim
from companion.render.faces import ConfirmFace, FlashFace, FormFace, FormLine, MenuFace
from companion.service.panel.tags.tag_teaching import (
    QUIET,
    BeginTeaching,
    EndTeaching,
    ForgetTags,
    TagsView,
    TeachTag,
)
from companion.service.panel.tags.taught_tags import STORED, TagMeaning, TaughtTags
from companion.service.panel.wiring.hardware_test import BeginTest
from companion.service.seats.seating import LeaveSeat, Rename
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from hardware.driver_contract import DrivenPart, DriverSite
from hardware.tag_readers.pn532_driver import DRIVER
from tests.core.torture import Torture
from tests.hardware.tag_chips import SerialReader
from tests.service.asking_game import Answered, AskingGame, State
from tests.service.at_table import HOST, NAMES, Room, token
from tests.service.key_hands import hold
from tests.service.test_form_keys import AMOUNT, COLOUR, KEEP, SEVERAL, SeveralFields

Rooms = Callable[..., Room]
PAINT = BoxKind("paint", verbatim("Paint"), (BoxField("name", verbatim("Name")),), most=3)
BOX = {"paint": {"red": {"name": "Red"}, "green": {"name": "Green"}, "blue": {"name": "Blue"}}}
RED = TagMeaning("card", "red", "asking", "paint")
BLUE = TagMeaning("card", "blue", "asking", "paint")
GREEN = TagMeaning("card", "green", "asking", "paint")


class Painted(AskingGame):
    """The asking game with its options as components of a box. With ``first`` a question comes before, behind the hand
    where it is ``hidden``.
    """

    meta: Meta = structs.replace(AskingGame.meta, box=(PAINT,))
    box = BOX

    def __init__(self, kind: str = "pick", *, first: bool = False, hidden: bool = False, **asked: bool) -> None:
        super().__init__(kind, **asked)
        self.first, self.hidden = first, hidden

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        if self.first:
            ways = (Option("paint", say("Paint")), Option("rest", say("Rest")))
            way: Any = yield from Pick[str](key="way", prompt=say("What do you do?"), options=ways, secret=self.hidden)
            if way == "rest":
                return Answered(f"{len(state.said)}:rest")
        found: Answered = yield from super().questions(state, seat)
        return found


class Among(AskingGame):
    """Everybody is asked for somebody at the table."""

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        options = tuple(Option(f"who-{one}", verbatim(NAMES[one]), seat=one) for one in state.seats)
        answer: Any = yield from Pick[str](key="who", prompt=say("Who?"), options=options)
        return Answered(f"{len(state.said)}:{answer}")


class Nameless(Painted):
    """The answers are keys of the box, and called otherwise."""

    def __init__(self, value: str, *plays: str) -> None:
        super().__init__("pick")
        self.option = Option(value, say("The warm one"), plays=plays)

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        options = (Option("other", say("Another")), self.option)
        answer: Any = yield from Pick[str](key="card", prompt=say("Which card?"), options=options)
        return Answered(f"{len(state.said)}:{answer}")


class Coded(Painted):
    """The answers are other words than the keys of the box, as where they say what is printed."""

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        options = tuple(Option(f"5.join.{key}", verbatim(key.title())) for key in ("green", "red"))
        answer: Any = yield from Pick[str](key="card", prompt=say("Which card?"), options=options)
        return Answered(f"{len(state.said)}:{answer}")


def opened(rooms: Rooms, game: AskingGame | None = None) -> Room:
    room = rooms(game or Painted(), profile="sim-tags")
    room.host()
    return room


def tags(room: Room) -> TagsView:
    return room.view("host").panel.tags()


def teach(room: Room, code: str, meaning: TagMeaning, place: int | str = "panel") -> None:
    assert room.table.ask(HOST, BeginTeaching()).taken
    room.tell(f"read {place} {code}")
    reply = room.table.ask(HOST, TeachTag(meaning.kind, meaning.key, meaning.game, meaning.part))
    assert reply.taken, reply
    assert room.table.ask(HOST, EndTeaching()).taken


def playing(rooms: Rooms, game: AskingGame | None = None, *, seats: int = 2, **known: TagMeaning) -> Room:
    """A play, with tags that were taught before it."""
    room = opened(rooms, game)
    for code, meaning in (known or {"aa": RED, "bb": BLUE, "cc": GREEN}).items():
        teach(room, code, meaning)
    room.begin(seats, "asking")
    return room


def said(room: Room) -> list[str]:
    found: list[str] = room.state.said
    return found


def flash(room: Room, place: int) -> str:
    face = room.face(place)
    return face.text if isinstance(face, FlashFace) else ""


# -- teaching --------------------------------------------------------------------------------------------------------


def test_a_tag_is_held_to_a_reader_and_is_what_was_tapped(rooms: Rooms) -> None:
    room = opened(rooms)
    assert tags(room).readers == (0, 1, 2, 3)
    assert room.table.ask(HOST, TeachTag("card", "red", "asking", "paint")).code == "not-teaching"
    assert room.table.ask(HOST, BeginTeaching()).taken
    assert room.table.ask(HOST, TeachTag("card", "red", "asking", "paint")).code == "no-tag"
    room.tell("read 2 04a1b2")
    assert (tags(room).place, tags(room).known) == (2, None)
    reply = room.table.ask(HOST, TeachTag("card", "red", "asking", "paint"))
    assert room.words(reply) == "This tag is now: Red."
    assert tags(room).taught == ((RED, 1),)
    room.tell("read 1 04a1b2")
    assert tags(room).known == RED, "the same tag at another reader"
    assert room.table.ask(HOST, ForgetTags("card", "red", "asking", "paint")).taken
    assert tags(room).taught == ()


@pytest.mark.parametrize(
    "wrong",
    [
        TeachTag("card", "violet", "asking", "paint"),
        TeachTag("card", "red", "chess", "paint"),
        TeachTag("card", "red", "asking", "board"),
        TeachTag("card", " ", "asking"),
        TeachTag("card", "red", "chess"),
        TeachTag("seat", "9"),
        TeachTag("seat", "x"),
    ],
)
def test_what_there_is_not_cannot_be_taught(rooms: Rooms, wrong: TeachTag) -> None:
    room = opened(rooms)
    assert room.table.ask(HOST, BeginTeaching()).taken
    room.tell("read 1 aa")
    assert room.table.ask(HOST, wrong).code == "no-such-thing"
    assert tags(room).place == 1, "it still waits"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (" ", "no-name"),
        ("A\x00B", "illegible-name"),
        ("Maximiliane von B.", "long-name"),
        ("Seat 3", "word-of-the-table"),
    ],
)
def test_a_tag_is_taught_no_name_that_no_seat_takes(rooms: Rooms, name: str, code: str) -> None:
    room = opened(rooms)
    assert room.table.ask(HOST, BeginTeaching()).taken
    room.tell("read 1 aa")
    assert room.table.ask(HOST, TeachTag("person", name)).code == code
    assert tags(room).taught == ()


def test_only_an_admin_teaches_and_only_before_a_play(rooms: Rooms) -> None:
    room = playing(rooms)
    for request in (BeginTeaching(), EndTeaching(), TeachTag("seat", "1"), ForgetTags("seat", "1")):
        assert room.table.ask(token(1), request).code == "not-host"
    assert room.table.ask(HOST, BeginTeaching()).code == "play-on"


def test_teaching_ends_by_itself_and_when_a_play_begins(rooms: Rooms) -> None:
    room = opened(rooms)
    assert room.table.ask(HOST, BeginTeaching()).taken
    room.past(QUIET + 1)
    assert not tags(room).teaching
    teach(room, "aa", RED)
    assert room.table.ask(HOST, BeginTeaching()).taken
    room.begin(2, "asking")
    room.tell("read 1 aa")
    assert tags(room).place is None, "the admin does not see what somebody holds in a play"
    assert said(room) == ["red"]


def test_what_was_taught_is_known_again_after_a_restart_and_by_no_number(rooms: Rooms) -> None:
    room = opened(rooms)
    teach(room, "04a1b2c3", RED)
    assert "04a1b2c3" not in repr(room.log.settings.get(STORED))
    room.log.settings.put(STORED, {**room.log.settings.get(STORED), "broken": {"kind": "boat"}})
    again = TaughtTags(room.log.settings)
    assert again.meaning("04a1b2c3") == RED
    assert again.counts() == ((RED, 1),)


# -- in a play -------------------------------------------------------------------------------------------------------


def test_a_tag_answers_the_question_that_its_card_answers(rooms: Rooms) -> None:
    room = playing(rooms)
    room.tell("read 1 bb")
    assert said(room) == ["blue"]
    room.tell("read 1 aa")
    assert said(room) == ["blue"], "seat 2 is asked now, and not at the reader of seat 1"
    room.tell("read 2 aa")
    assert said(room) == ["blue", "red"]


def test_at_a_seat_without_keys_it_answers_at_once(rooms: Rooms) -> None:
    room = playing(rooms, seats=3)
    room.tell("read 1 aa")
    room.tell("read 2 aa")
    room.tell("read 3 bb")
    assert said(room) == ["red", "red", "blue"]


def test_the_readers_of_the_table_answer_open_questions_for_all(rooms: Rooms) -> None:
    room = playing(rooms)
    room.tell("read panel aa")
    room.tell("read panel bb")
    assert said(room) == ["red", "blue"]


def test_the_reader_of_the_table_answers_no_secret_question(rooms: Rooms) -> None:
    room = playing(rooms, Painted(secret=True))
    room.tell("read panel aa")
    assert said(room) == []


def test_what_cannot_be_taken_back_is_asked_again_on_the_display(rooms: Rooms) -> None:
    room = playing(rooms, Painted(chance=True))
    room.tell("read 1 bb")
    assert said(room) == []
    assert isinstance(room.face(1), ConfirmFace)
    room.press(1, "ok")
    assert said(room) == ["blue"]


def test_one_that_is_not_possible_says_why_there_and_nowhere_else(rooms: Rooms) -> None:
    room = playing(rooms)
    room.press(1, "up")
    before = room.face(2), room.page(2).notices, room.view().screens.table()
    room.tell("read 1 cc")
    assert flash(room, 1) == "Green has run out."
    assert said(room) == []
    assert (room.face(2), room.page(2).notices, room.view().screens.table()) == before


def test_the_questions_before_are_answered_as_by_a_tap_on_the_card(rooms: Rooms) -> None:
    room = playing(rooms, Painted(first=True))
    room.tell("read 1 bb")
    assert said(room) == ["blue"]
    room.tell("read 2 dd")
    assert flash(room, 2) == "Tag not taught"


def test_of_several_it_picks_one_and_takes_it_back(rooms: Rooms) -> None:
    room = playing(rooms, Painted("pick-many"))
    room.tell("read 1 aa")
    room.tell("read 1 bb")
    face = room.face(1)
    assert isinstance(face, MenuFace)
    assert [item.marked for item in face.items[:3]] == [True, False, True]
    room.tell("read 1 aa")
    assert [item.marked for item in room.face(1).items[:3]] == [False, False, True]
    assert said(room) == []


def test_what_stands_in_no_box_is_what_its_question_calls_it(rooms: Rooms) -> None:
    """In any language of the displays, and however it is written."""
    blue, red = TagMeaning("card", "BLUE", "asking"), TagMeaning("card", "Red", "asking")
    room = playing(rooms, AskingGame("pick"), aa=blue, bb=red)
    room.tell("read 1 aa")
    room.tell("read 2 bb")
    assert said(room) == ["blue", "red"]


@pytest.mark.parametrize(
    "game", [Nameless("red"), Nameless("paint-red"), Nameless("x", "red"), Nameless("y", "paint-red")]
)
def test_a_card_is_known_by_its_key_or_by_what_plays_it(rooms: Rooms, game: Nameless) -> None:
    room = playing(rooms, game)
    room.tell("read 1 aa")
    assert said(room) == [game.option.value]


def test_a_card_is_known_by_its_name_where_the_answer_has_another_key(rooms: Rooms) -> None:
    room = playing(rooms, Coded("pick"), aa=RED)
    room.tell("read 1 aa")
    assert said(room) == ["5.join.red"]


def forms(rooms: Rooms, *questions: Any, seats: int = 2) -> Room:
    """A play whose seats are asked on a form, with tags by their words."""
    known = {
        code: TagMeaning("card", word, "asking") for code, word in (("aa", "Red"), ("bb", "Blue"), ("cc", "Green"))
    }
    return playing(rooms, SeveralFields(*questions), seats=seats, **known)


def test_it_fills_in_the_field_of_a_form_that_it_answers_and_sends_nothing(rooms: Rooms) -> None:
    room = forms(rooms, AMOUNT, COLOUR, KEEP)
    room.tell("read 1 bb")
    face = room.face(1)
    assert isinstance(face, FormFace)
    assert [line.value for line in face.lines if isinstance(line, FormLine)] == ["4", "Blue", "Yes"]
    assert said(room) == []
    hold(room, 1)
    assert said(room) == ["[4, 'blue', True]"]
    room.tell("read 2 cc")
    assert flash(room, 2) == "Green has run out."


def test_of_several_in_a_form_each_tag_adds_one(rooms: Rooms) -> None:
    room = forms(rooms, SEVERAL, KEEP)
    room.tell("read 1 aa")
    room.tell("read 1 bb")
    hold(room, 1)
    assert said(room) == ["[['red', 'blue'], True]"]


def picked(room: Room, seat: int) -> list[tuple[str, str]]:
    """What the phone of a seat is to pick: the field of a form, and the option."""
    return [(each.key, each.value) for notice in room.page(seat).notices for each in notice.picked]


@pytest.mark.parametrize("secret", [False, True])
def test_a_form_at_a_seat_with_nothing_but_a_phone_is_filled_in_there(rooms: Rooms, secret: bool) -> None:
    room = forms(rooms, *(structs.replace(question, secret=secret) for question in (COLOUR, KEEP)), seats=3)
    for seat in (1, 2):
        room.answer(seat, "red", True)
    dialogue = room.page(3).dialogues[0]
    room.tell("read 3 bb")
    told = room.page(3).notices
    assert [room.say(notice.text) for notice in told] == ["Your tag has chosen it on the phone."]
    assert picked(room, 3) == [(COLOUR.key, "blue")]
    assert told[0].picked[0].question == dialogue.digest
    room.tell("read 3 bb")
    first, again = room.page(3).notices[0].picked
    assert first == told[0].picked[0]
    assert again.once != first.once, "read twice"
    assert (room.page(1).notices, room.page(2).notices) == ((), ())
    room.tell("read 3 cc")
    assert picked(room, 3) == [(COLOUR.key, "blue")] * 2, "one that is not possible is not picked"
    room.answer(3, "blue", True)
    assert picked(room, 3) == [], "it is over with the answer"


def test_several_at_a_seat_with_nothing_but_a_phone_are_picked_there(rooms: Rooms) -> None:
    room = playing(rooms, Painted("pick-many"), seats=3)
    for seat in (1, 2):
        room.answer(seat, ["red"])
    room.tell("read 3 bb")
    room.tell("read 3 aa")
    assert picked(room, 3) == [("", "blue"), ("", "red")]


def test_a_secret_form_waits_for_peek(rooms: Rooms) -> None:
    secret = [structs.replace(question, secret=True) for question in (COLOUR, KEEP)]
    room = forms(rooms, *secret)
    room.tell("read 1 bb")
    assert flash(room, 1) == "Hold PEEK with it"
    room.past(5)
    room.tell("hold 1 peek")
    room.past(0.2)
    room.tell("read 1 bb")
    face = room.face(1)
    assert isinstance(face, FormFace)
    assert [line.value for line in face.lines if isinstance(line, FormLine)] == ["Blue", "Yes"]
    assert said(room) == []


def test_a_person_and_a_seat_answer_who(rooms: Rooms) -> None:
    """However the name is written, as two who sit down are told apart."""
    room = playing(rooms, Among("pick"), aa=TagMeaning("person", "berta"), bb=TagMeaning("seat", "1"))
    room.tell("read 1 aa")
    room.tell("read 2 bb")
    assert said(room) == ["who-2", "who-1"]


def test_a_card_of_another_game_and_an_unknown_tag_do_nothing(rooms: Rooms) -> None:
    room = rooms(Painted(), Torture(), profile="sim-tags")
    room.host()
    teach(room, "aa", TagMeaning("seat", "1"))
    teach(room, "ff", TagMeaning("card", "Red", "torture"))
    room.begin(2, "asking")
    room.tell("read 1 ff")
    assert flash(room, 1) == "Another game"
    room.past(5)
    room.tell("read 1 ee")
    assert flash(room, 1) == "Tag not taught"
    room.past(5)
    room.tell("read 1 aa")
    assert flash(room, 1) == "Not this one now"
    assert said(room) == []


# -- what stays secret -----------------------------------------------------------------------------------------------


def test_a_secret_question_is_answered_and_nothing_is_uncovered(rooms: Rooms) -> None:
    room = playing(rooms, Painted(secret=True))
    room.tell("read 1 bb")
    assert said(room) == ["blue"]
    assert flash(room, 1) == "Read"
    assert not room.opened.wired.keyboard.states[1].peek


def test_a_wrong_secret_tag_is_answered_on_that_screen_alone_and_without_a_word_of_it(
    rooms: Rooms, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    room = playing(rooms, Painted(secret=True))
    others = room.face(2), room.face(0), room.page(2).notices
    caplog.clear()
    room.tell("read 1 cc")
    assert flash(room, 1) == "Not this one now"
    assert (room.face(2), room.face(0), room.page(2).notices) == others
    room.tell("read 1 04dddddd")
    assert not [record for record in caplog.records if "04dddddd" in record.getMessage()]
    assert not [record for record in caplog.records if "green" in record.getMessage().lower()]


@pytest.mark.parametrize(("code", "words", "answered"), [("bb", "Read", ["blue"]), ("cc", "Not this one now", [])])
def test_no_option_is_named_where_the_question_before_was_secret(
    rooms: Rooms, code: str, words: str, answered: list[str]
) -> None:
    room = playing(rooms, Painted(first=True, hidden=True))
    room.answer(1, "paint")
    assert not room.page(1).dialogues[0].question.secret
    room.tell(f"read 1 {code}")
    assert (flash(room, 1), said(room)) == (words, answered)


def test_a_final_answer_after_a_secret_question_waits_for_peek_and_ok(rooms: Rooms) -> None:
    room = playing(rooms, Painted(first=True, hidden=True, chance=True))
    room.tell("read 1 bb")
    assert (flash(room, 1), said(room)) == ("Hold PEEK: OK", [])
    room.tell("hold 1 peek")
    room.past(0.2)
    assert isinstance(room.face(1), ConfirmFace)
    room.press(1, "ok")
    assert said(room) == ["blue"]


def test_where_there_is_no_display_the_phone_of_that_seat_is_told(rooms: Rooms) -> None:
    room = playing(rooms, seats=3)
    room.tell("read 3 ee")
    assert [room.say(notice.text) for notice in room.page(3).notices] == ["Nobody has taught this tag yet."]
    assert room.page(2).notices == ()
    assert room.page(1).notices == ()


def test_a_final_secret_answer_waits_for_peek_and_ok(rooms: Rooms) -> None:
    room = playing(rooms, Painted(secret=True, chance=True))
    room.tell("read 1 bb")
    assert said(room) == []
    assert flash(room, 1) == "Hold PEEK: OK"
    room.tell("hold 1 peek")
    room.past(0.2)
    assert isinstance(room.face(1), ConfirmFace)
    room.press(1, "ok")
    assert said(room) == ["blue"]


def test_a_flood_of_tags_is_heeded_no_faster_than_hands(rooms: Rooms) -> None:
    room = playing(rooms)
    for _ in range(300):
        room.tell("read 1 ee")
    room.tell("read 1 aa")
    assert said(room) == []
    room.past(61)
    room.tell("read 1 aa")
    assert said(room) == ["red"]


def test_from_the_frames_of_a_real_chip_to_the_move(rooms: Rooms, tmp_path: Path) -> None:
    """With the driver, a pseudo-terminal and the threads of the table; unplugged in the middle."""
    with SerialReader() as bench:
        site = DriverSite(time.monotonic, tmp_path)
        part = DrivenPart(1, "reader", "pn532", bench.settings(1, "reader"), "seat[1].reader")
        room = rooms(Painted(), threads=True, wired=DRIVER.open(site.wanted([part]), site))
        room.host()
        assert room.table.ask(HOST, BeginTeaching()).taken
        bench.chip(1).hold("04a1b2c3d4e5f6")
        until(lambda: tags(room).place == 1)
        assert room.table.ask(HOST, TeachTag("card", "blue", "asking", "paint")).taken
        room.begin(2, "asking")
        bench.unplug()
        until(lambda: room.view("host").panel.wires()[0].fault is not None)
        bench.plug()
        until(lambda: room.view("host").panel.wires()[0].fault is None)
        bench.chip(1).hold("04a1b2c3d4e5f6")
        until(lambda: said(room) == ["blue"])


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


# -- before a play ---------------------------------------------------------------------------------------------------


def played_before(rooms: Rooms) -> Room:
    room = opened(rooms)
    room.sit(1, 2)
    assert room.table.ask(HOST, ChooseGame("asking", {}, {})).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    assert room.table.ask(HOST, PlayAgain()).taken
    for seat in (1, 2):
        assert room.table.ask(token(seat), LeaveSeat()).taken
    teach(room, "ff", TagMeaning("person", " BERTA "))
    teach(room, "99", TagMeaning("person", "Nobody"))
    return room


def test_a_tag_to_sit_down_only_chooses_the_name(rooms: Rooms) -> None:
    room = played_before(rooms)
    room.tell("read 1 ff")
    assert room.moment.gathering.names == {}
    face = room.face(1)
    assert isinstance(face, MenuFace)
    assert face.items[face.cursor].label == "Berta"
    room.press(1, "ok")
    assert room.moment.gathering.names == {1: "Berta"}


def test_a_held_seat_stays_held(rooms: Rooms) -> None:
    room = played_before(rooms)
    room.sit(1)
    room.tell("read 1 ff")
    assert (flash(room, 1), room.moment.gathering.names) == ("Seat is taken", {1: "Ana"})
    room.tell("read 2 99")
    assert flash(room, 2) == "Nobody: not known"
    room.tell("read panel ff")
    assert flash(room, 0) == "Only at a free seat"
    assert room.moment.gathering.names == {1: "Ana"}
    assert room.table.ask(token(1), Rename("bertA")).taken
    room.past(5)
    room.tell("read 2 ff")
    assert flash(room, 2) == "bertA sits here"


def test_the_hardware_test_counts_tags_and_plays_none(rooms: Rooms) -> None:
    room = playing(rooms)
    assert room.table.ask(HOST, BeginTest()).taken
    room.tell("read 1 aa")
    assert said(room) == []
    rows = dict(room.view("host").panel.hardware().places)[1]
    assert [row.heard.presses for row in rows if row.wire.line == "reader"] == [1]


def test_a_reader_that_is_pulled_out_reads_nothing(rooms: Rooms) -> None:
    room = playing(rooms)
    room.tell("unplug 1")
    room.tell("read 1 aa")
    assert said(room) == []
    room.tell("plug 1")
    room.tell("read 1 aa")
    assert said(room) == ["red"]
