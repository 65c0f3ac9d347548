"""Forms at the table: filled without a trace, sent as a whole, taken back as one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.secrecy import PUBLIC
from companion.service.agreement.agreement_requests import Redo, Undo
from companion.service.asking.requests import Reply
from companion.service.play.answers import SubmitForm
from companion.service.play.play_views import Dialogue, FormView
from tests.core.test_forms import OnForms
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]


def form(room: Room, seat: int, **answers: Any) -> FormView:
    found = filled(room, seat, **answers)
    assert found is not None
    assert found.form is not None
    return found.form


def filled(room: Room, seat: int, **answers: Any) -> Dialogue | None:
    given = {key.replace("_", "-"): answers[key] for key in answers}
    return room.table.view(token(seat)).play.fill_form(room.asked(seat)[0].seat, given)


def send(room: Room, seat: int, shown: FormView, nonce: str = "", **answers: Any) -> Reply:
    given = {key.replace("_", "-"): answers[key] for key in answers}
    asked = 0 if shown.key == "set-up" else seat
    return room.table.ask(token(seat), SubmitForm(asked, shown.digest, given, nonce or room.nonce()))


def answers(shown: FormView) -> list[tuple[str, Any]]:
    return [(field.key, field.answer) for field in shown.fields]


def test_a_dialogue_shows_the_form_it_stands_in(room: Room) -> None:
    room.begin(2)
    shown = room.asked(1)[0].form
    assert shown is not None
    assert answers(shown) == [("first", 1), ("gold", 2)]
    assert shown.ready
    assert room.say(shown.prompt) == "The table"
    assert shown.preview.final == "chance", "quests are drawn"


def test_filling_leaves_no_trace(room: Room) -> None:
    room.begin(2)
    before, entries = room.page(2).version, room.entries
    assert answers(form(room, 1, gold=4)) == [("first", 1), ("gold", 4)]
    assert form(room, 1, gold=9).fields[1].refused is not None
    assert room.page(2).version == before
    assert room.entries == entries
    assert room.asks(1) == ["first"]


def test_a_form_is_sent_as_one_move(room: Room) -> None:
    room.begin(2)
    reply = send(room, 2, form(room, 2, first="2"), first="2", gold=3)
    assert reply.taken
    assert room.lines()[-1] == "Berta begins."
    assert room.state.sides[0].gold == 3


def test_what_was_answered_one_by_one_stands_in_the_form(room: Room) -> None:
    room.begin(2)
    room.answer(1, "2")
    shown = form(room, 1)
    assert answers(shown) == [("first", "2"), ("gold", 2)]
    assert shown.before == []
    assert send(room, 1, shown).taken
    assert room.lines()[-1] == "Berta begins."


def test_a_form_is_sent_once(room: Room) -> None:
    room.begin(2)
    shown = form(room, 1)
    assert send(room, 1, shown, "again", gold=3).taken
    entries = room.entries
    assert send(room, 1, shown, "again", gold=3).taken
    assert room.entries == entries
    assert not send(room, 1, shown, "again", gold=4).taken, "another content under the same nonce"


def test_what_opens_hidden_answers_is_final(room: Room) -> None:
    room.begin(2)
    room.set_up()
    assert form(room, 1, plan="ready").preview.final is None, "the other plan is still made"
    room.answer(1, "ready")
    assert form(room, 2, plan="ready").preview.final == "hidden"


def test_a_form_of_another_moment_is_not_taken(room: Room) -> None:
    room.begin(2)
    room.set_up()
    shown = form(room, 1, plan="add")
    reply = send(room, 1, shown, plan="ready")
    assert (reply.code, room.words(reply)) == ("form-changed", "Something here has changed meanwhile. Look again.")
    old = form(room, 1)
    room.answer(1, "ready")
    room.answer(2, "ready")
    assert send(room, 1, old, plan="ready").code in ("stale", "form-changed")


def test_a_form_that_is_not_whole_says_what_is_missing(room: Room) -> None:
    room.begin(2)
    room.set_up()
    shown = form(room, 1)
    assert not shown.ready
    assert room.say(shown.preview.act) == "Choose an option"
    assert room.words(send(room, 1, shown)) == "Your plan? Choose an option."
    assert room.say(form(room, 1, plan="add").preview.act) == "Which order?"
    entries = room.entries
    bad = form(room, 1, plan="drop")
    reply = send(room, 1, bad, plan="drop")
    assert reply.code == "out-of-reach"
    assert room.entries == entries


def test_a_form_of_another_seat_is_not_shown_and_not_taken(room: Room) -> None:
    room.begin(2)
    room.set_up()
    shown = form(room, 1, plan="ready")
    assert room.table.view(token(2)).play.fill_form(1, {"plan": "ready"}) is None
    assert room.table.ask(token(2), SubmitForm(1, shown.digest, {"plan": "ready"}, "n")).code == "not-yours"


def test_a_form_that_leads_to_a_secret_is_for_its_seat_alone(rooms: Rooms) -> None:
    room = rooms(OnForms())
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    digest = form(room, 1, turn="card").digest
    public = room.moment.playing.dialogue(1, PUBLIC, scribe=True)
    assert public is not None
    assert public.form is not None
    reply = room.table.ask(HOST, SubmitForm(1, public.form.digest, {"turn": "card"}, room.nonce()))
    assert (reply.code, reply.field, room.words(reply)) == ("sealed", "turn", "Only Ana may answer that.")
    assert room.asks(1) == ["turn"]
    assert room.table.ask(token(1), SubmitForm(1, digest, {"turn": "card"}, room.nonce())).taken
    assert room.asks(1) == ["card"]


def hit_twice(room: Room) -> None:
    """Seat 1 attacks, and both dice hit a side of seat 2."""
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "attack", "1,0", [6, 6])


def test_moves_of_a_form_are_taken_together_and_taken_back_together(room: Room) -> None:
    hit_twice(room)
    shown = form(room, 2)
    assert [key for key, _ in answers(shown)] == ["hit", "hit-2"]
    assert len(shown.preview.told) == 2
    entries = room.entries
    assert send(room, 2, shown, hit="fleet", hit_2="fort").taken
    assert room.entries == entries + 2
    assert "hit" not in room.asks(2)
    undone = room.table.ask(token(2), Undo(2, room.nonce()))
    assert undone.taken
    assert [key for key, _ in answers(form(room, 2))] == ["hit", "hit-2"]
    assert room.table.ask(token(2), Redo(2, room.nonce())).taken
    assert "hit" not in room.asks(2)


def test_of_the_moves_of_a_form_the_first_can_be_answered_alone(room: Room) -> None:
    hit_twice(room)
    room.answer(2, "fleet")
    assert [key for key, _ in answers(form(room, 2))] == ["hit"]


def test_no_move_of_a_form_is_taken_when_one_is_refused(room: Room) -> None:
    hit_twice(room)
    shown, entries = form(room, 2, hit_2="nothing"), room.entries
    assert [field.refused is not None for field in shown.fields] == [False, True]
    assert not send(room, 2, shown, hit_2="nothing").taken
    assert room.entries == entries
