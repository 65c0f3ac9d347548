"""Forms by keys: a line for each field, its value under the knob, OK on to the next, OK held to send."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec import structs

from companion.core.chance import ChanceSource
from companion.core.errors import Refused
from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Dice, Pick, PickMany, Question, Text
from companion.core.step import Step
from companion.core.wording import N_, SeatName, say
from companion.render.faces import (
    ConfirmFace,
    CountFace,
    DiceFace,
    FlashFace,
    FormFace,
    HomeFace,
    MenuFace,
)
from tests.core.test_forms import OnForms
from tests.core.torture import Torture
from tests.core.torture.moves import Move, SetUp
from tests.core.torture.state import State
from tests.service.asking_game import REASON, Answered
from tests.service.asking_game import State as Said
from tests.service.at_table import Room
from tests.service.key_hands import hold
from tests.service.test_forms import hit_twice
from tests.service.test_only_answers import SeveralQuestions

Rooms = Callable[..., Room]


class CertainQuests(Torture):
    """Set-up takes no chance."""

    def apply(self, step: Step[State], move: Move) -> None:
        if not isinstance(move, SetUp):
            super().apply(step, move)
            return
        step.state.agenda.pop()
        for side in step.state.sides:
            side.gold = move.gold
        step.tell(say("{seat} begins.", seat=SeatName(move.first)))
        self.proceed(step)


class SeveralFields(SeveralQuestions):
    """Asks them on a form; ``secret`` ones are of the seat alone."""

    def questions(self, state: Said, seat: int) -> Asking[Answered]:
        return together("form", say("The whole form", N_("The form")), super().questions(state, seat))


class FewOnly(SeveralFields):
    """The rules know better than the question how many there are."""

    def questions(self, state: Said, seat: int) -> Asking[Answered]:
        return together("form", say("The form"), self._few(state))

    def _few(self, state: Said) -> Asking[Answered]:
        colour = yield self.asked[0]
        amount = yield self.asked[1]
        if amount == 5:
            raise Refused("out-of-reach", say("There are only four.", N_("There are four")))
        return Answered(f"{len(state.said)}:{[colour, amount]}")


class QuestionAndForm(SeveralQuestions):
    """Asks the first one alone, and the others on a form."""

    def questions(self, state: Said, seat: int) -> Asking[Answered]:
        first = yield self.asked[0]
        rest = yield from together("form", say("The form"), self._rest())
        return Answered(f"{len(state.said)}:{[first, *rest]}")

    def _rest(self) -> Asking[Any]:
        found = []
        for question in self.asked[1:]:
            found.append((yield from question))  # type: ignore[attr-defined]
        return found


COLOURS = tuple(
    Option(key, words, reason=REASON if key == "green" else None)
    for key, words in {"red": say("Red"), "green": say("Green"), "blue": say("Blue")}.items()
)
COLOUR = Pick(key="colour", prompt=say("Which colour?"), options=COLOURS, usual="red")
AMOUNT = Count(key="amount", prompt=say("How many?"), low=2, high=5, usual=4)
KEEP = Confirm(key="keep", prompt=say("Keep it?"), yes=say("Yes"), no=say("No"), usual=True)
SEVERAL = PickMany(key="several", prompt=say("Which of them?"), options=COLOURS[::2], most=2, usual=[])
ROLLED = Dice(key="rolled", prompt=say("What was rolled?"), dice=2, usual=[6, 2])
NAMED = Text(key="named", prompt=say("Its name?"), usual="Ana")
ONLY = Pick(key="only", prompt=say("The only one?"), options=COLOURS[:1])


def asked(rooms: Rooms, *questions: Question, seats: int = 2) -> Room:
    room = rooms(SeveralFields(*questions), profile="simulated")
    room.begin(seats, "asking")
    return room


def said(room: Room) -> list[str]:
    found: list[str] = room.state.said
    return found


def form_shown(room: Room, place: int = 1) -> FormFace:
    face = room.face(place)
    assert isinstance(face, FormFace), face
    return face


def values(room: Room, place: int = 1) -> list[str]:
    return [line.value for line in form_shown(room, place).lines]


# -- the lines -------------------------------------------------------------------------------------------------------


def test_a_form_is_a_line_for_each_field_and_one_that_sends(rooms: Rooms) -> None:
    room = asked(rooms, COLOUR, AMOUNT, KEEP, SEVERAL, ROLLED, NAMED)
    face = form_shown(room)
    assert face.prompt == "The form"
    assert [line.label for line in face.lines][:3] == ["Which colour?", "How many?", "Keep it?"]
    assert values(room) == ["Red", "4", "Yes", "none", "6 + 2", "Ana"]
    assert (face.cursor, face.ready, face.act) == (0, True, "Go on")


@pytest.mark.parametrize(
    ("question", "keys", "value"),
    [
        (COLOUR, ["down", "down"], "Blue"),
        (COLOUR, ["up"], "Blue"),
        (COLOUR, ["down"] * 3, "Red"),
        (AMOUNT, ["up"], "5"),
        (AMOUNT, ["up", "up"], "2"),
        (AMOUNT, ["down"] * 3, "5"),
        (KEEP, ["up"], "No"),
        (KEEP, ["down", "down"], "Yes"),
    ],
)
def test_up_and_down_change_the_value_round_and_round(
    rooms: Rooms, question: Question, keys: Sequence[str], value: str
) -> None:
    room = asked(rooms, question)
    room.press(1, *keys)
    assert values(room) == [value]
    assert form_shown(room).cursor == 0


@pytest.mark.parametrize(
    ("question", "steps", "value"),
    [(COLOUR, 5, "Blue"), (COLOUR, -1, "Blue"), (AMOUNT, 1, "5"), (AMOUNT, -3, "5"), (KEEP, 1, "No")],
)
def test_the_knob_changes_the_value_round_and_round(rooms: Rooms, question: Question, steps: int, value: str) -> None:
    room = asked(rooms, question)
    room.tell(f"turn 1 {steps}")
    assert values(room) == [value]


def test_ok_goes_on_and_back_goes_up(rooms: Rooms) -> None:
    room = asked(rooms, COLOUR, AMOUNT)
    cursors = []
    for key in ("ok", "ok", "back", "back", "back"):
        room.press(1, key)
        cursors.append(form_shown(room).cursor)
    assert cursors == [1, 2, 1, 0, 0]
    assert said(room) == []


def test_ok_on_the_last_line_sends(rooms: Rooms) -> None:
    room = asked(rooms, COLOUR, AMOUNT)
    room.press(1, "up", "ok", "up", "ok")
    assert said(room) == []
    room.press(1, "ok")
    assert said(room) == ["['blue', 5]"]


def test_what_was_entered_on_a_form_is_kept_while_the_table_is_looked_at(rooms: Rooms) -> None:
    room = asked(rooms, COLOUR, AMOUNT)
    room.press(1, "up", "ok", "up")
    room.tell("hold 1 peek")
    room.past(0.2)
    room.tell("release 1 peek")
    room.past(0.2)
    assert values(room) == ["Blue", "5"]


def test_filling_by_keys_stores_nothing_and_tells_nobody(rooms: Rooms) -> None:
    room = asked(rooms, COLOUR, AMOUNT)
    room.press(1, "ok", "back")
    before, entries = (room.page(1).version, room.page(2).version), room.entries
    room.press(1, "up", "ok", "up", "up", "back")
    assert (room.page(1).version, room.page(2).version) == before
    assert room.entries == entries
    assert room.asks(1) == ["colour"]


def test_what_leaves_no_choice_is_not_drawn(rooms: Rooms) -> None:
    room = asked(rooms, COLOUR, ONLY, AMOUNT)
    assert [line.label for line in form_shown(room).lines] == ["Which colour?", "How many?"]


def test_of_a_secret_form_every_field_is_drawn(rooms: Rooms) -> None:
    secret = asked(rooms, *(structs.replace(question, secret=True) for question in (COLOUR, ONLY, AMOUNT)))
    assert isinstance(secret.face(1), HomeFace)
    secret.tell("hold 1 peek")
    secret.past(0.2)
    assert form_shown(secret).private
    assert [line.value for line in form_shown(secret).lines] == ["Red", "Red", "4"]


def test_a_display_shows_nothing_of_a_secret_form_unless_peek_is_held(rooms: Rooms) -> None:
    room = asked(rooms, structs.replace(COLOUR, secret=True), structs.replace(AMOUNT, secret=True))
    room.tell("hold 1 peek")
    room.past(0.2)
    room.press(1, "up", "ok")
    room.tell("release 1 peek")
    room.past(0.2)
    assert isinstance(room.face(1), HomeFace)
    room.press(1, "ok", "ok", "up")
    assert said(room) == []
    room.tell("hold 1 peek")
    room.past(0.2)
    assert values(room) == ["Blue", "4"]


# -- what has a page of its own --------------------------------------------------------------------------------------


def test_a_form_that_leads_to_a_secret_is_sent_and_the_secret_waits_for_peek(rooms: Rooms) -> None:
    """What comes after it cannot be seen on the display, so nothing is left to choose there."""
    room = rooms(OnForms(), profile="simulated")
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.press(1, *["down"] * 2, "ok")
    assert (values(room), form_shown(room).ready) == (["Play a card"], True)
    room.press(1, "ok")
    assert room.asks(1) == ["card"]
    assert isinstance(room.face(1), HomeFace)
    assert room.face(1).sentence == "Hold PEEK"


def test_what_has_no_answer_yet_is_asked_in_full(rooms: Rooms) -> None:
    room = asked(rooms, structs.replace(COLOUR, usual=None), AMOUNT)
    assert isinstance(room.face(1), MenuFace)
    room.press(1, "down", "down", "ok")
    assert values(room) == ["Blue", "4"]
    assert form_shown(room).cursor == 1


def test_the_cursor_begins_where_an_answer_is_missing_with_the_lines_above_in_sight(rooms: Rooms) -> None:
    room = asked(rooms, KEEP, structs.replace(AMOUNT, usual=None))
    face = form_shown(room)
    assert (values(room), face.cursor, face.ready) == (["Yes", ""], 1, False)
    room.press(1, "ok")
    assert isinstance(room.face(1), CountFace)
    room.press(1, "up", "ok", "ok")
    assert said(room) == ["[True, 3]"]


def test_the_knob_opens_the_page_of_what_is_missing_and_turns_on_it(rooms: Rooms) -> None:
    room = asked(rooms, KEEP, structs.replace(AMOUNT, usual=None))
    room.tell("turn 1 2")
    face = room.face(1)
    assert isinstance(face, CountFace)
    assert face.value == 4


def test_a_long_form_begins_at_its_first_line(rooms: Rooms) -> None:
    four = (KEEP, COLOUR, structs.replace(KEEP, key="a"), structs.replace(KEEP, key="b"))
    room = asked(rooms, *four, structs.replace(AMOUNT, usual=None))
    assert form_shown(room).cursor == 0
    room.press(1, "ok", "ok", "ok")
    assert form_shown(room).cursor == 3
    room.press(1, "ok")
    assert isinstance(room.face(1), CountFace)
    room.press(1, "back")
    assert form_shown(room).cursor == 3


@pytest.mark.parametrize(
    ("question", "page", "keys", "value"),
    [
        (SEVERAL, MenuFace, ["up", "ok", "down", "ok"], "Blue"),
        (SEVERAL, MenuFace, ["up", "up", "ok", "down", "ok", "down", "ok"], "Red, Blue"),
        (ROLLED, DiceFace, ["up", "ok", "ok"], "1 + 2"),
    ],
)
def test_what_has_a_page_is_opened_by_the_knob_and_comes_back_to_the_lines(
    rooms: Rooms, question: Question, page: type, keys: Sequence[str], value: str
) -> None:
    room = asked(rooms, question, AMOUNT)
    room.press(1, keys[0])
    assert isinstance(room.face(1), page)
    room.press(1, *keys[1:])
    assert values(room) == [value, "4"]
    assert form_shown(room).cursor == 1


def test_back_closes_a_page_without_a_change(rooms: Rooms) -> None:
    room = asked(rooms, SEVERAL, AMOUNT)
    room.press(1, "up", "ok", "back")
    assert values(room) == ["none", "4"]
    assert form_shown(room).cursor == 0


def test_ok_passes_what_has_a_page_and_an_answer(rooms: Rooms) -> None:
    room = asked(rooms, SEVERAL, ROLLED, AMOUNT)
    room.press(1, "ok", "ok")
    assert form_shown(room).cursor == 2


def test_ok_held_on_the_last_of_several_takes_what_is_picked_and_sends_nothing(rooms: Rooms) -> None:
    room = asked(rooms, SEVERAL, AMOUNT)
    room.press(1, "up")
    hold(room, 1)
    assert values(room) == ["Blue", "4"]
    assert said(room) == []


def test_ok_held_on_the_last_of_several_answers_a_question_of_its_own(rooms: Rooms) -> None:
    room = rooms(SeveralQuestions(structs.replace(SEVERAL, usual=None)), profile="simulated")
    room.begin(2, "asking")
    room.press(1, "ok", "down")
    hold(room, 1)
    assert said(room) == ["[['red', 'blue']]"]


def test_a_text_of_a_form_is_written_on_a_phone(rooms: Rooms) -> None:
    room = asked(rooms, NAMED, AMOUNT)
    room.press(1, "up")
    assert room.face(1).text == "Write it on a phone"
    room.press(1, "back", "ok", "up")
    assert values(room) == ["Ana", "5"]


# -- refusals --------------------------------------------------------------------------------------------------------


def test_a_value_that_is_out_of_reach_says_why_at_its_line_and_stays_there(rooms: Rooms) -> None:
    room = asked(rooms, COLOUR, AMOUNT)
    room.press(1, "down")
    face = form_shown(room)
    assert (face.lines[0].value, face.lines[0].reason, face.ready) == ("Green", room.say(REASON), False)
    room.tell("press 1 ok")
    face = room.face(1)
    assert isinstance(face, FlashFace)
    assert (face.text, face.tone) == (room.say(REASON), "warning")
    room.past(2.0)
    assert form_shown(room).cursor == 0
    hold(room, 1)
    assert said(room) == []
    room.press(1, "up", "down", "down", "ok")
    assert form_shown(room).lines[0].reason == ""


def test_the_rules_refuse_a_value_at_its_line(rooms: Rooms) -> None:
    room = rooms(FewOnly(COLOUR, AMOUNT), profile="simulated")
    room.begin(2, "asking")
    room.press(1, "ok", "up")
    face = form_shown(room)
    assert [line.reason for line in face.lines] == ["", "There are four"]
    room.press(1, "back")
    hold(room, 1)
    face = room.face(1)
    assert isinstance(face, FlashFace)
    assert (face.text, said(room)) == ("There are four", [])
    room.past(2.0)
    assert form_shown(room).cursor == 1, "the cursor stands on what was refused"
    room.press(1, "down")
    hold(room, 1)
    assert said(room) == ["['red', 4]"]


def test_a_form_that_another_has_changed_meanwhile_is_shown_anew_and_not_sent(rooms: Rooms) -> None:
    room = asked(rooms, COLOUR, AMOUNT)
    room.press(1, "up")
    room.displays.slow = True
    room.reply(1, "red", nonce="phone")
    picture = room.displays.shown(1)
    room.tell("press 1 ok")
    assert room.displays.shown(1) == picture
    face = room.face(1)
    assert isinstance(face, FlashFace)
    assert face.text == "Look again"
    assert said(room) == []


def test_a_value_that_changed_since_the_picture_is_not_accepted(rooms: Rooms) -> None:
    room = asked(rooms, COLOUR, AMOUNT)
    room.displays.slow = True
    room.press(1, "up")
    room.tell("press 1 ok")
    assert isinstance(room.face(1), FlashFace)
    room.displays.hurry()


# -- sending ---------------------------------------------------------------------------------------------------------


def test_ok_held_sends_the_form_as_it_stands_from_any_line(rooms: Rooms) -> None:
    room = rooms(CertainQuests(), profile="simulated")
    room.begin(2)
    room.press(1, "down")
    hold(room, 1)
    assert room.lines()[-1] == "Berta begins."
    assert room.state.sides[0].gold == 2


def test_ok_held_does_not_go_on_into_what_comes_after_the_form(rooms: Rooms) -> None:
    room = rooms(CertainQuests(), profile="simulated")
    room.begin(2)
    room.press(1, "ok", "ok")
    hold(room, 1, seconds=3.0)
    assert room.lines()[-1] == "Ana begins."
    assert room.asks(1) == ["plan"]


def test_ok_held_where_something_is_left_to_choose_says_so(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    room.begin(2)
    room.set_up()
    entries = room.entries
    room.tell("hold 1 peek")
    room.past(0.2)
    room.press(1, "down")
    room.tell("hold 1 ok")
    for _ in range(5):
        room.past(0.2)
    face = room.face(1)
    assert isinstance(face, FlashFace)
    assert face.text == "Choose an option"
    assert room.entries == entries


def test_ok_held_goes_on_into_the_moves_that_follow_in_the_form(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    hit_twice(room)
    entries = room.entries
    hold(room, 2)
    assert room.entries == entries + 2
    assert "hit" not in room.asks(2)


def test_a_chance_that_the_companion_draws_is_asked_again_first(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    room.begin(2)
    entries = room.entries
    hold(room, 1, seconds=3.0)
    face = room.face(1)
    assert isinstance(face, ConfirmFace)
    assert room.entries == entries
    room.press(1, "back")
    assert form_shown(room).cursor == 1
    hold(room, 1)
    room.press(1, "down", "ok")
    assert room.entries == entries, "the other button"
    hold(room, 1)
    room.press(1, "ok")
    assert room.entries == entries + 1


@pytest.mark.parametrize(("by", "asks_again"), [("companion", True), ("cardboard", False)])
def test_only_what_cannot_be_taken_back_is_asked_again(rooms: Rooms, by: ChanceSource, *, asks_again: bool) -> None:
    room = rooms(profile="simulated")
    room.begin(2, chance={"weather": by})
    room.set_up()
    room.plans_ready(1, 2)
    room.press(1, "down", "ok", "ok")
    assert isinstance(room.face(1), ConfirmFace) is asks_again
    assert (room.asks(1) == ["weather"]) is not asks_again
    room.press(1, "back")
    assert room.asks(1) in (["target"], ["turn"]), "it can be taken back"


def test_back_goes_to_the_die_before_and_then_takes_the_move_back(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    hit_by_keys = ("down", "ok", "ok", "ok")
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.press(1, *hit_by_keys)
    assert isinstance(room.face(1), DiceFace)
    room.press(1, "ok", "back", "up", "ok")
    face = room.face(1)
    assert (face.dice, face.cursor) == ((2, 1), 1)
    entries = room.entries
    room.press(1, "back", "back")
    room.past(2.0)
    assert room.entries == entries
    assert room.asks(1) == ["battle"], "the companion has drawn the weather for it"


def test_back_on_the_first_line_loses_nothing_where_there_is_nothing_to_go_back_to(rooms: Rooms) -> None:
    room = asked(rooms, COLOUR, AMOUNT)
    room.press(1, "up", "ok", "back", "back")
    assert values(room) == ["Blue", "4"]


def test_back_on_the_first_line_goes_back_to_the_question_before_the_form(rooms: Rooms) -> None:
    room = rooms(QuestionAndForm(AMOUNT, COLOUR, KEEP), profile="simulated")
    room.begin(2, "asking")
    room.press(1, "ok")
    assert values(room) == ["Red", "Yes"]
    room.press(1, "up", "ok", "back", "back")
    assert isinstance(room.face(1), CountFace)
    room.press(1, "ok")
    assert values(room) == ["Red", "Yes"]
