"""Keys, encoders and small displays: every question by hand, PEEK, words across the display, pictures out of date."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Viewer
from companion.core.widgets import AnyWidget, Note
from companion.core.wording import N_, named, say
from companion.render.faces import (
    ConfirmFace,
    DiceFace,
    FlashFace,
    FormFace,
    HomeFace,
    JoinFace,
    MenuFace,
    PinFace,
    ScoreFace,
    WidgetFace,
)
from companion.service.panel.dials import Dial, dial_for, nudged, pressed_ok, turned
from companion.service.panel.displays import REMEMBERED, SHIFT
from companion.service.panel.place_states import FLASH, PEEK
from companion.service.play.play_views import Dialogue
from companion.service.seats.host_role import VALID
from companion.service.seats.seating import BecomeHost
from companion.service.session.table_settings import SetLanguage
from companion.service.table import LOOK_AROUND
from hardware.ports import Edge
from tests.core.torture import Torture
from tests.service.asking_game import REASON, AskingGame, question
from tests.service.at_table import HOST, NAMES, HandLoop, Room, token

Rooms = Callable[..., Room]
PANEL = "panel"


def asking(rooms: Rooms, kind: str, seats: int = 2, **settings: Any) -> Room:
    room = rooms(AskingGame(kind, **settings), profile="simulated")
    room.begin(seats, "asking")
    return room


# -- every kind of question, by keys and by encoder ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "keys", "said"),
    [
        ("pick", ["ok"], "red"),
        ("pick", ["down", "down", "ok"], "blue"),
        ("pick", ["down", "down", "down", "down", "up", "up", "ok"], "red"),
        ("pick-many", ["ok", "down", "down", "ok", "down", "ok"], "['red', 'blue']"),
        ("pick-many", ["ok", "ok", "down", "down", "ok", "down", "push"], "['blue']"),
        ("count", ["ok"], "4"),
        ("count", ["up", "up", "down", "ok"], "5"),
        ("count", ["up"] * 9 + ["ok"], "9"),
        ("count", ["down"] * 9 + ["push"], "2"),
        ("dice", ["ok", "ok"], "[1, 1]"),
        ("dice", ["up", "up", "ok", "down", "ok"], "[3, 6]"),
        ("confirm", ["ok"], "False"),
        ("confirm", ["up", "up", "ok"], "True"),
    ],
)
def test_every_question_is_answered_by_keys(rooms: Rooms, kind: str, keys: list[str], said: str) -> None:
    room = asking(rooms, kind)
    room.press(1, *keys)
    assert room.state.said == [said]


@pytest.mark.parametrize(
    ("kind", "turns", "said"),
    [
        ("pick", [2], "blue"),
        ("pick", [50, -50], "red"),
        ("pick-many", [0, 2, 1], "['red', 'blue']"),
        ("count", [3], "7"),
        ("count", [-20], "2"),
        ("dice", [2, -1], "[3, 6]"),
        ("confirm", [-3], "True"),
        ("confirm", [5], "False"),
    ],
)
def test_every_question_is_answered_by_the_encoder(rooms: Rooms, kind: str, turns: list[int], said: str) -> None:
    room = asking(rooms, kind)
    presses_between = kind in ("pick-many", "dice")
    for steps in turns:
        if steps:
            room.tell(f"turn 1 {steps}")
        if presses_between:
            room.press(1, "push")
    if not presses_between:
        room.press(1, "push")
    assert room.state.said == [said]


def test_a_text_is_written_on_a_phone(rooms: Rooms) -> None:
    room = asking(rooms, "text")
    face = room.face(1)
    assert isinstance(face, FlashFace)
    assert face.text == "Write it on a phone"
    room.press(1, "ok", "up", "down", "push")
    room.tell("turn 1 3")
    assert room.state.said == []
    assert room.reply(1, "a word").taken


def test_a_list_with_nothing_in_it_breaks_nothing(rooms: Rooms) -> None:
    room = asking(rooms, "empty")
    room.press(1, "ok", "up", "down")
    room.tell("turn 1 -3")
    assert room.state.said == []
    assert room.view().screens.table().problem is None


def test_what_is_out_of_reach_flashes_its_reason(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    room.press(1, "down")
    room.tell("press 1 ok")
    face = room.face(1)
    assert isinstance(face, FlashFace)
    assert (face.text, face.tone, face.private) == (room.say(REASON), "warning", False)
    assert room.state.said == []


def test_a_place_does_not_answer_for_another(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    room.press(2, "ok", "ok", "down", "ok")
    assert room.state.said == []
    room.press(1, "ok")
    room.press(2, "ok")
    assert room.state.said == ["red", "red"]


def test_a_held_key_repeats_and_others_do_not(rooms: Rooms) -> None:
    room = asking(rooms, "count")
    room.tell("hold 1 up")
    for _ in range(6):
        room.past(0.2)
    room.tell("release 1 up")
    room.past(0.2)
    assert room.face(1).value > 5
    room.tell("hold 1 ok")
    for _ in range(10):
        room.past(0.2)
    assert len(room.state.said) == 1


def test_bouncing_keys_count_once(rooms: Rooms) -> None:
    room = asking(rooms, "count")
    room.tell("bouncy on")
    room.press(1, "up", "up", "ok")
    assert room.state.said == ["6"]
    room.press(2, "down", "ok")
    assert room.state.said == ["6", "3"]
    room.tell("turn 1 2")
    room.press(1, "push")
    assert room.state.said == ["6", "3", "6"]


# -- what explains a question ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["pick-explained", "pick-many-explained"])
def test_above_the_first_line_of_a_list_stands_what_explains_the_question(rooms: Rooms, kind: str) -> None:
    """OK there answers nothing: it goes back to the list."""
    room = asking(rooms, kind)
    face = room.face(1)
    assert isinstance(face, MenuFace)
    assert (face.hint, face.cursor) == ("Mind the red", 0)
    room.tell("press 1 up")
    assert room.face(1).cursor == -1
    assert room.face(1).explanation == "Blue is lighter than green, and red burns."
    room.tell("press 1 up")
    assert room.face(1).cursor == -1
    room.tell("press 1 ok")
    assert room.face(1).cursor == 0
    assert room.state.said == []
    room.tell("press 1 up")
    room.tell("press 1 down")
    room.tell("press 1 ok")
    if kind == "pick-many-explained":
        for key in ("down", "down", "down", "ok"):
            room.tell(f"press 1 {key}")
    assert room.state.said in (["red"], ["['red']"])


def test_a_question_without_explanation_has_no_page_above(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    room.tell("press 1 up")
    assert room.face(1).cursor == 0
    assert room.face(1).explanation == ""


def test_a_number_is_explained_below_it(rooms: Rooms) -> None:
    assert asking(rooms, "count-explained").face(1).effect == "Mind the red"


# -- the dial by itself ----------------------------------------------------------------------------------------------


def dialogue(kind: str, digest: str = "d") -> Dialogue:
    return Dialogue(1, question(kind), digest)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["pick", "pick-many", "count", "dice", "confirm", "text", "empty"])
@pytest.mark.parametrize("steps", [-100, -1, 1, 100])
def test_a_dial_stays_within_its_question(kind: str, steps: int) -> None:
    ask = dialogue(kind)
    dial = turned(dial_for(ask, None), ask.question, steps)
    answer = pressed_ok(dial, ask.question)
    if not isinstance(answer, Dial) and kind not in ("pick", "pick-many"):
        ask.question.check(answer)
    assert dial.at >= 0


def test_a_dial_belongs_to_one_question() -> None:
    ask, other = dialogue("count"), dialogue("count", "e")
    dial = nudged(dial_for(ask, None), ask.question, "up", 2)
    assert dial_for(ask, dial) is dial
    assert dial_for(other, dial).value == 4


# -- pictures out of date --------------------------------------------------------------------------------------------


def test_ok_on_an_older_picture_is_not_taken(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    room.displays.slow = True
    room.tell("press 1 down")
    room.past(0.2)
    room.tell("press 1 down")
    room.tell("press 1 ok")
    face = room.face(1)
    assert isinstance(face, FlashFace)
    assert face.text == "Look again"
    assert room.state.said == []
    room.displays.hurry()
    room.past(FLASH)
    room.displays.hurry()
    room.tell("press 1 ok")
    assert room.state.said == ["blue"]


def test_ok_on_an_older_picture_counts_when_it_meant_the_same(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    old = room.displays.shown(1)
    room.displays.slow = True
    room.tell("press 1 down")
    room.past(0.2)
    room.tell("press 1 up")
    room.past(0.2)
    assert room.face(1).cursor == 0
    assert room.displays.shown(1) == old
    room.tell("press 1 ok")
    assert room.state.said == ["red"]


@pytest.mark.parametrize(("brought", "taken"), [("before", False), ("now", True), ("none", False)])
def test_a_press_counts_on_the_picture_that_its_pod_brings_along(rooms: Rooms, brought: str, taken: bool) -> None:
    """It was long on its way: what the display shows by now is not what the person was looking at."""
    room = asking(rooms, "pick")
    before = room.displays.shown(1)
    room.press(1, "down", "down")
    now = room.displays.shown(1)
    assert before < now
    picture = {"before": before, "now": now, "none": 0}[brought]
    assert room.simulator is not None
    post = room.simulator._inbox.post
    assert post is not None
    for level in (True, False):
        post(Edge("seat1.keys", "ok", level, room.clock.mono(), picture))
        room.past(0.2)
    assert room.state.said == (["blue"] if taken else [])


def test_a_double_tap_on_slow_displays_answers_one_question(rooms: Rooms) -> None:
    room = asking(rooms, "pick", seats=1)
    room.displays.slow = True
    room.tell("press 1 ok")
    room.past(0.2)
    room.tell("press 1 ok")
    assert room.state.said == ["red"], "the second tap was on the picture of the first question"
    assert room.face(1).text == "Look again"


def test_a_picture_forgotten_long_ago_is_old(rooms: Rooms) -> None:
    room = asking(rooms, "count")
    room.displays.slow = True
    for key in ("up", "down") * (REMEMBERED + 1):
        room.tell(f"press 1 {key}")
        room.past(0.2)
    room.tell("press 1 ok")
    assert room.state.said == []


# -- PEEK ------------------------------------------------------------------------------------------------------------


def test_what_is_secret_shows_only_while_peek_is_held(rooms: Rooms) -> None:
    room = asking(rooms, "pick", secret=True)
    face = room.face(1)
    assert isinstance(face, HomeFace)
    assert (face.sentence, face.lock, face.private) == ("Hold PEEK", True, False)
    room.press(1, "ok", "down", "ok")
    assert room.state.said == []
    room.tell("hold 1 peek")
    assert isinstance(room.face(1), MenuFace)
    assert room.face(1).private
    assert room.picture(1).private
    room.tell("release 1 peek")
    room.past(0.1)
    assert isinstance(room.face(1), HomeFace)
    assert not room.picture(1).private


def test_a_secret_question_is_answered_behind_peek(rooms: Rooms) -> None:
    room = asking(rooms, "pick", secret=True)
    room.tell("hold 1 peek")
    room.press(1, "down", "down", "ok")
    assert room.state.said == ["blue"]
    assert not isinstance(room.face(1), MenuFace)


def test_peek_covers_itself_after_ten_seconds(rooms: Rooms) -> None:
    room = asking(rooms, "pick", secret=True)
    room.tell("hold 1 peek")
    room.past(PEEK - 0.1)
    assert room.picture(1).private
    room.past(0.1)
    assert not room.picture(1).private
    room.past(1)
    assert not room.picture(1).private, "it is still held"
    room.tell("release 1 peek")
    room.past(1)
    room.tell("hold 1 peek")
    assert room.picture(1).private


def test_what_was_turned_to_after_peek_stays(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    room.tell("hold 2 peek")
    room.past(1)
    room.tell("release 2 peek")
    room.past(1)
    room.press(2, "down")
    assert "First" in str(room.face(2))
    room.past(PEEK)
    assert "First" in str(room.face(2))


def test_peek_ends_when_the_cable_is_pulled(rooms: Rooms) -> None:
    room = asking(rooms, "pick", secret=True)
    room.tell("hold 1 peek")
    room.tell("unplug 1")
    assert isinstance(room.face(1), HomeFace)
    assert not room.picture(1).private
    room.tell("plug 1")
    assert not room.picture(1).private
    assert room.picture(1).image.getbbox(), "it is not dark"


def test_a_pod_that_fell_silent_is_covered_in_time(rooms: Rooms) -> None:
    room = asking(rooms, "pick", secret=True)
    room.tell("hold 1 peek")
    room.tell("silence 1")
    room.tell("release 1 peek")
    room.past(1)
    assert room.face(1).private, "nobody was told that the key is up"
    room.past(PEEK)
    assert not room.face(1).private


def test_a_word_about_something_secret_goes_with_peek(rooms: Rooms) -> None:
    room = asking(rooms, "pick", secret=True)
    room.tell("hold 1 peek")
    room.press(1, "down")
    room.tell("press 1 ok")
    face = room.face(1)
    assert isinstance(face, FlashFace)
    assert face.private
    room.tell("release 1 peek")
    room.past(0.2)
    assert isinstance(room.face(1), HomeFace)


def test_peek_turns_through_what_is_the_seats_own(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    room.tell("hold 2 peek")
    assert room.face(2).private
    assert "Mine" in str(room.face(2))
    room.press(2, "down")
    assert isinstance(room.face(2), HomeFace)
    room.tell("release 2 peek")
    room.past(0.1)
    room.press(2, "down")
    assert not room.face(2).private
    assert "First" in str(room.face(2))
    room.press(2, "down", "down")
    assert isinstance(room.face(2), HomeFace)


def test_a_secret_question_is_put_aside_to_look_at_what_is_the_seats_own(rooms: Rooms) -> None:
    room = asking(rooms, "pick", secret=True)
    room.tell("hold 1 peek")
    room.press(1, "back")
    assert "Mine" in str(room.face(1))
    assert room.face(1).private
    room.press(1, "down")
    assert isinstance(room.face(1), MenuFace), "after the last page comes the question again"
    room.press(1, "back", "ok")
    assert isinstance(room.face(1), MenuFace)
    assert room.state.said == []
    room.press(1, "back")
    room.tell("release 1 peek")
    room.past(0.1)
    assert isinstance(room.face(1), HomeFace)
    room.tell("hold 1 peek")
    assert isinstance(room.face(1), MenuFace), "what was put aside comes back with PEEK"


# -- words across the display ----------------------------------------------------------------------------------------


def test_a_word_stays_for_a_moment_or_until_a_key(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    room.press(1, "down")
    room.tell("press 1 ok")
    assert isinstance(room.face(1), FlashFace)
    room.past(FLASH - 0.1)
    assert isinstance(room.face(1), FlashFace)
    room.past(0.1)
    assert isinstance(room.face(1), MenuFace)
    room.press(1, "down")
    room.tell("press 1 ok")
    room.past(0.2)
    room.tell("press 1 ok")
    room.past(0.1)
    assert isinstance(room.face(1), MenuFace)
    assert room.state.said == [], "the key only took the word away"


# -- before chance ---------------------------------------------------------------------------------------------------


def test_before_chance_ok_is_asked_for_again(rooms: Rooms) -> None:
    room = asking(rooms, "pick", chance=True)
    room.press(1, "ok")
    face = room.face(1)
    assert isinstance(face, ConfirmFace)
    assert face.prompt == "Sure? No way back"
    assert room.state.said == []
    room.press(1, "back")
    assert isinstance(room.face(1), MenuFace)
    room.press(1, "ok", "down", "ok")
    assert room.state.said == [], "the cursor was on No"
    room.press(1, "ok", "down", "up", "ok")
    assert room.state.said == ["red"]


def test_what_stands_apart_comes_last_and_is_asked_again(rooms: Rooms) -> None:
    room = asking(rooms, "pick-apart")
    room.press(1, *["down"] * 3, "ok")
    face = room.face(1)
    assert isinstance(face, ConfirmFace)
    assert (face.prompt, face.lines) == ("Sure?", ("Stop here",))
    assert room.state.said == []
    room.press(1, "down", "ok")
    assert room.state.said == []
    room.press(1, *["down"] * 3, "ok", "ok")
    assert room.state.said == ["end"]
    room.press(2, "ok")
    assert room.state.said == ["end", "red"], "others are not asked again"


@pytest.mark.parametrize("kind", ["pick", "count", "dice"])
def test_the_encoder_chooses_between_sure_and_not(rooms: Rooms, kind: str) -> None:
    room = asking(rooms, kind, chance=True)
    room.press(1, "ok", *(["ok"] if kind == "dice" else []))
    assert isinstance(room.face(1), ConfirmFace)
    room.tell("turn 1 5")
    assert room.face(1).cursor == 1
    room.tell("turn 1 -2")
    assert room.face(1).cursor == 0
    room.press(1, "push")
    assert room.state.said == [{"pick": "red", "count": "4", "dice": "[1, 1]"}[kind]]


# -- cables ----------------------------------------------------------------------------------------------------------


def test_a_display_that_is_back_shows_what_it_should(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    room.tell("unplug 2")
    room.press(1, "ok")
    room.tell("plug 2")
    assert room.picture(2).image.getbbox(), "it is not dark"
    room.press(2, "ok")
    assert room.state.said == ["red", "red"]


def test_a_pulled_cable_does_not_stop_the_others(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    room.tell("unplug 1")
    assert room.reply(1, "red").taken
    room.press(2, "down", "down", "ok")
    assert room.state.said == ["red", "blue"]


# -- faces without a question ----------------------------------------------------------------------------------------


def test_the_panel_shows_how_to_join_until_the_play_begins(sim: Room) -> None:
    face = sim.face(0)
    assert isinstance(face, JoinFace)
    assert face.address == "table.local"
    assert sim.face(3).sentence == "This seat is free"
    sim.begin(2)
    assert not isinstance(sim.face(0), JoinFace)


def test_the_panel_answers_for_the_table(sim: Room) -> None:
    sim.begin(2)
    sim.press(PANEL, "down", "ok", "up")
    face = sim.face(0)
    assert isinstance(face, FormFace)
    assert [line.value for line in face.lines] == ["Berta", "3"]
    assert sim.asks(1) == ["first"]
    sim.press(PANEL, "ok", "ok", "ok")
    assert "Berta begins." in sim.lines()
    assert sim.state.sides[0].gold == 3


def test_home_says_whose_turn_it_is(rooms: Rooms) -> None:
    room = asking(rooms, "pick")
    face = room.face(2)
    assert isinstance(face, HomeFace)
    assert (face.seat, face.name, face.sentence, face.awaited) == (2, "Berta", "Ana's turn", False)


def test_at_the_end_the_score_stands_on_every_display(rooms: Rooms) -> None:
    room = asking(rooms, "pick", seats=1)
    for n in range(21):
        assert room.reply(1, "red").taken, n
    face = room.face(1)
    assert isinstance(face, ScoreFace)
    assert face.own == 0
    assert room.face(0).own == -1
    assert face.rows[0].name == NAMES[1]


class Counted(AskingGame):
    """The higher the seat, the more points. The first note is about seat 1, the second about seat 2, the third about
    nobody.
    """

    def score(self, state: Any, viewer: Viewer) -> ScoreSheet:
        lines = {seat: (Line("a", 10 * seat, say("Points")),) for seat in state.seats}
        return ScoreSheet(tuple(SideScore(str(seat), (seat,), named(seat), lines[seat]) for seat in state.seats))

    def public_widgets(self, state: Any) -> Sequence[AnyWidget]:
        first, second = super().public_widgets(state)
        third = Note(key="c", title=say("Third"), lines=(say("Three"),))
        return [structs.replace(first, seat=1), structs.replace(second, seat=2), third]


def test_home_shows_the_points_of_its_own_seat(rooms: Rooms) -> None:
    room = rooms(Counted("pick"), profile="simulated")
    room.begin(3, "asking")
    assert [room.face(seat).points for seat in (0, 2, 3)] == ["", "20", "30"]


def test_no_points_are_shown_where_points_decide_nothing(rooms: Rooms) -> None:
    class Uncounted(Counted):
        def score(self, state: Any, viewer: Viewer) -> ScoreSheet:
            return structs.replace(super().score(state, viewer), counted=False)

    room = rooms(Uncounted("pick"), profile="simulated")
    room.begin(3, "asking")
    assert [room.face(seat).points for seat in (0, 2, 3)] == ["", "", ""]


def test_what_is_about_the_own_seat_is_turned_to_first(rooms: Rooms) -> None:
    room = rooms(Counted("pick"), profile="simulated")
    room.begin(3, "asking")
    turned: dict[int, list[str]] = {0: [], 2: [], 3: []}
    for place, pages in turned.items():
        for _ in range(3):
            room.press(place or PANEL, "down")
            pages += re.findall("First|Second|Third", str(room.face(place)))
    assert turned == {
        0: ["First", "Second", "Third"],
        2: ["Second", "Third", "First"],
        3: ["Third", "First", "Second"],
    }


def test_the_final_score_marks_the_row_of_its_own_seat(rooms: Rooms) -> None:
    room = rooms(Counted("pick"), profile="simulated")
    room.begin(3, "asking")
    for n in range(21):
        assert room.reply(n % 3 + 1, "red").taken, n
    assert [row.name for row in room.face(1).rows] == ["Carla", "Berta", "Ana"]
    assert [room.face(place).own for place in (0, 1, 2, 3)] == [-1, 2, 1, 0]


def test_what_puts_the_evening_at_stake_is_said_at_every_place(sim: Room) -> None:
    """Once across each display; then the displays of the seats go on with the play, and have it below."""
    sim.begin(2)
    sim.set_up()
    sim.plans_ready(1, 2)
    before = sim.face(2)
    sim.table.rooms.notices.warn(say("The disk is nearly full.", N_("Disk nearly full")))
    sim.past(0.1)
    assert {(face.text, face.tone) for face in map(sim.face, (0, 1, 2))} == {("Disk nearly full", "warning")}
    sim.past(FLASH)
    assert (sim.face(0).name, sim.face(0).sentence) == ("Table", "Disk nearly full")
    assert sim.face(0).hint == "table.local"
    assert sim.face(2) == structs.replace(before, hint="Disk nearly full")
    assert isinstance(sim.face(1), MenuFace), "whose turn it is can go on"
    sim.table.rooms.notices.warn(None)
    sim.past(0.1)
    assert sim.face(0).sentence != "Disk nearly full"
    assert sim.face(2) == before


def test_a_stumble_is_said_first_at_every_place(sim: Room) -> None:
    sim.begin(2)
    sim.set_up()
    sim.plans_ready(1, 2)
    running = sim.table.rooms.running
    sim.opened.loop.post(lambda: running.part.put(replace(running.now, rules_broke=True)))
    sim.past(0.1)
    assert {face.text for face in map(sim.face, (0, 1, 2))} == {"The rules stumbled"}, "also over a question"
    sim.past(FLASH)
    assert sim.face(2).sentence == sim.face(0).sentence == "The rules stumbled"
    assert isinstance(sim.face(1), MenuFace)


def test_what_may_be_done_is_opened_with_back_and_ok_opens_nothing(rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated")
    room.begin(2)
    room.set_up()
    room.answer(1, "ready")
    assert room.face(1).hint == "PEEK+BACK: choose", "its plan is secret"
    room.tell("hold 1 peek")
    assert isinstance(room.face(1), WidgetFace)
    room.press(1, "ok")
    assert not isinstance(room.face(1), MenuFace)
    room.press(1, "back")
    assert isinstance(room.face(1), MenuFace)
    room.press(1, "back")
    assert isinstance(room.face(1), HomeFace)


def test_what_may_be_done_in_secret_is_opened_with_back_while_peek_is_held(rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated")
    room.begin(2)
    room.set_up()
    room.answer(1, "ready")
    room.tell("hold 1 peek")
    assert isinstance(room.face(1), WidgetFace)
    room.press(1, "back")
    assert isinstance(room.face(1), MenuFace)


def test_a_half_given_answer_is_taken_back_by_key(sim: Room) -> None:
    sim.begin(2)
    sim.set_up()
    sim.plans_ready(1, 2)
    sim.press(1, "ok")
    assert sim.asks(1) == ["space"]
    sim.press(1, "back")
    assert sim.asks(1) == ["turn"]


def test_dice_from_cardboard_are_entered_at_the_seat(sim: Room) -> None:
    sim.begin(2)
    sim.set_up()
    sim.plans_ready(1, 2)
    sim.answer(1, "attack", "1,0")
    assert isinstance(sim.face(1), DiceFace)
    sim.press(1, *["ok"] * len(sim.face(1).dice))
    assert "0 hits." in sim.lines()


def test_the_picture_moves_now_and_then(sim: Room) -> None:
    before = sim.displays._latest[3]
    sim.past(SHIFT)
    after = sim.displays._latest[3]
    assert after.face == before.face
    assert after.shift != before.shift


def test_the_displays_speak_the_language_of_the_table(sim: Room) -> None:
    english = sim.face(3)
    sim.host()
    assert sim.table.ask(HOST, SetLanguage("es")).taken
    assert sim.view().settings.language() == "es"
    assert sim.face(3).seat == english.seat


# -- the PIN on the panel --------------------------------------------------------------------------------------------


@pytest.fixture
def asked_panel(rooms: Rooms) -> Room:
    """The panel asks where it may answer for the table: the first question of the torture game."""
    room = rooms(Torture(), profile="simulated")
    room.begin(2)
    return room


def hold_ok(room: Room) -> None:
    room.tell("hold panel ok")
    room.past(1)
    room.tell("release panel ok")
    room.past(0.2)


def test_ok_held_on_the_panel_shows_a_pin_for_one_phone(sim: Room) -> None:
    hold_ok(sim)
    face = sim.face(0)
    assert isinstance(face, PinFace)
    assert re.fullmatch(r"\d{3} \d{3}", face.pin)
    assert sim.table.ask(token("phone"), BecomeHost(face.pin)).taken
    assert sim.is_host(token("phone"))
    assert sim.face(0).text == "A phone is admin now"
    sim.past(2)
    assert isinstance(sim.face(0), JoinFace)
    assert sim.table.ask(token("second"), BecomeHost(face.pin)).code == "wrong-pin"


def test_the_pin_goes_after_a_minute_or_with_back(sim: Room) -> None:
    for end in (lambda: sim.past(VALID), lambda: sim.press(PANEL, "back")):
        hold_ok(sim)
        pin = sim.face(0).pin
        end()
        assert isinstance(sim.face(0), JoinFace)
        assert sim.table.ask(token("late"), BecomeHost(pin)).code == "wrong-pin"


def test_it_goes_from_the_display_by_itself_in_time(sim: Room) -> None:
    hold_ok(sim)
    ends = sim.table.roles.pins.until
    loop = sim.opened.loop
    assert isinstance(loop, HandLoop)
    assert ends is not None
    sim.past(ends - sim.clock.now - LOOK_AROUND + 0.1)
    assert loop.work.patience() == pytest.approx(LOOK_AROUND - 0.1)
    sim.past(LOOK_AROUND - 0.2)
    assert loop.work.patience() == pytest.approx(0.1)


def test_holding_ok_answers_nothing_that_the_panel_asks(asked_panel: Room) -> None:
    asks = asked_panel.face(0)
    entries = asked_panel.entries
    hold_ok(asked_panel)
    assert isinstance(asked_panel.face(0), PinFace)
    asked_panel.press(PANEL, "ok", "down")
    asked_panel.tell("turn panel 1")
    assert isinstance(asked_panel.face(0), PinFace), "what lies under it is not answered either"
    asked_panel.press(PANEL, "back")
    assert asked_panel.face(0) == asks
    assert asked_panel.entries == entries
    asked_panel.press(PANEL, "ok")
    assert asked_panel.face(0) != asks, "a short OK answers"


def test_an_ok_whose_cable_was_pulled_answers_nothing(asked_panel: Room) -> None:
    asks = asked_panel.face(0)
    asked_panel.tell("hold panel ok")
    asked_panel.tell("unplug panel")
    asked_panel.past(0.2)
    asked_panel.tell("plug panel")
    asked_panel.past(0.2)
    assert asked_panel.face(0) == asks


def test_only_the_panel_shows_a_pin(sim: Room) -> None:
    sim.tell("hold 1 ok")
    sim.past(1)
    assert not sim.table.roles.pins.shown
