"""The table's own questions: taking back by agreement, going on without a sleeper."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from companion.core.questions import Question
from companion.core.wording import say
from companion.service.desk import AWAKE_AFTER_KEY
from companion.service.votes import Vote
from tests.core.torture import Torture
from tests.core.torture.state import State
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]


class NoDefault(Torture):
    """Planning has no default, so that nobody can plan for a sleeper."""

    def ask(self, state: State, seat: int) -> Any:
        return without_defaults(super().ask(state, seat))


def without_defaults(asking: Any) -> Any:
    question: Question = next(asking)
    while True:
        try:
            question = asking.send((yield structs.replace(question, default=None)))
        except StopIteration as stop:
            return stop.value


def open_pages(room: Room, *seats: int) -> None:
    """A phone with an open page lies before each of these seats."""
    for seat in seats:
        room.table.stream(token(seat))


def playing(room: Room, seats: int = 3) -> None:
    """The first seat is on turn, all awake."""
    room.begin(seats, options={"rounds": 2})
    room.set_up()
    room.plans_ready(*range(1, seats + 1))
    open_pages(room, *range(1, seats + 1))


# -- taking back -------------------------------------------------------------------------------------------------------


def test_the_own_last_step_goes_back_at_once(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    offer = room.table.seat_view(1).undo
    assert offer is not None
    assert (offer.way, offer.marked) == ("free", False)
    assert room.table.undo(token(1), 1, room.nonce()).taken
    assert room.asks(1) == ["turn"]
    assert room.lines()[-1].startswith("Ana takes back:")


def test_further_back_only_when_all_who_are_awake_agree(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    offer = room.table.seat_view(2).undo
    assert offer is not None
    assert offer.way == "vote"
    reply = room.table.undo(token(2), 2, room.nonce())
    assert (reply.code, room.words(reply)) == ("", "The others are asked whether they agree.")
    assert room.asks(1) == ["vote-undo"]
    assert room.asks(3) == ["vote-undo"]
    asked = room.say(room.asked(3)[0].question.prompt)
    assert asked.startswith("Berta wants to take back:")
    (waiting,) = room.table.seat_view(2).notices
    assert room.say(waiting.text).startswith("Waiting for the others to agree:")
    assert [seat.awaited for seat in room.table.table_view().seats] == [True, True, True]
    room.answer(1, True)
    assert room.asks(3) == ["vote-undo"]
    room.answer(3, True)
    assert room.asks(1) == ["turn"]
    assert room.table.moment.votes == ()


def test_one_no_is_enough(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    room.table.undo(token(2), 2, room.nonce())
    ballot = room.asked(3)[0]
    assert room.reply(1, False).taken
    assert [room.say(note.text) for note in room.table.seat_view(2).notices] == ["Ana does not agree."]
    reply = room.give(3, ballot, True)
    assert (reply.code, room.words(reply)) == ("stale", "That was already decided.")
    assert room.asks(2) == ["turn"]


def test_a_ballot_counts_for_its_voter_once(room: Room) -> None:
    playing(room, 4)
    room.answer(1, "sail", "arsenal")
    room.table.undo(token(2), 2, room.nonce())
    ballot = room.asked(1)[0]
    assert room.give(1, ballot, "maybe").code == "not-offered"
    assert room.table.answer(token(1), 3, ballot.digest, True, room.nonce(), ballot.service).code == "not-yours"
    assert room.table.answer(token(2), 2, ballot.digest, True, room.nonce(), ballot.service).code == "stale"
    assert room.give(1, ballot, True, "once").taken
    assert room.give(1, ballot, True, "once").taken
    assert room.give(1, ballot, True).code == "stale"
    assert room.asks(3) == room.asks(4) == ["vote-undo"]


def test_two_questions_of_the_table_without_nonces_do_not_mix() -> None:
    """A page without script sends no nonce; an undo and a skip may be asked at the same time."""
    votes = [
        Vote("", "undo", 1, 4, frozenset({2}), say("x")),
        Vote("", "skip", 1, 4, frozenset({2}), say("x")),
        Vote("", "undo", 2, 4, frozenset({1}), say("x")),
        Vote("n", "undo", 1, 4, frozenset({2}), say("x")),
    ]
    assert len({vote.id for vote in votes}) == 4
    assert all("n" != vote.id != "" for vote in votes)


def test_a_new_step_ends_the_question_whether_to_take_back(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    room.table.undo(token(3), 3, room.nonce())
    room.reply(2, "sail", key="turn")
    room.reply(2, "arsenal", key="space")
    assert room.asks(1) == []
    assert room.table.moment.votes == ()


def test_a_new_step_ends_it_whatever_number_it_has(room: Room) -> None:
    """The entry to go back to is 2, and seat 2 is awaited: the two have nothing to do with each other."""
    room.begin(3)
    room.set_up()
    open_pages(room, 1, 2, 3)
    room.plans_ready(1)
    room.table.undo(token(2), 2, room.nonce())
    (vote,) = room.table.moment.votes
    assert vote.target == 2
    room.plans_ready(3)
    assert room.table.moment.awaited.must == (2,)
    assert room.table.moment.votes == ()


def test_whoever_falls_asleep_in_the_vote_does_not_hold_it_up(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    room.table.undo(token(2), 2, room.nonce())
    room.answer(1, True)
    stream = room.table.stream(token(3))
    assert room.asks(3) == ["vote-undo"]
    room.table.end_stream(stream)
    assert room.asks(1) == ["turn"], "the only one left to ask is asleep"
    assert room.lines()[-1].startswith("Berta takes back")


def test_without_anybody_else_awake_nobody_is_asked(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "sail", "arsenal")
    assert room.table.undo(token(2), 2, room.nonce()).notice is None
    assert room.asks(1) == ["turn"]


def test_the_scribe_takes_back_as_the_seat_for_whom_it_was_written(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    offer = room.table.scribe_view().undo
    assert offer is not None
    assert offer.way == "free"
    assert room.table.undo(HOST, 0, room.nonce()).taken
    assert room.asks(1) == ["turn"]
    redo = room.table.scribe_view().redo
    assert redo is not None
    assert room.table.redo(HOST, 0, room.nonce()).taken
    assert room.asks(2) == ["turn"]


def test_what_a_roll_told_is_asked_for_and_stays_marked(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "library")
    offer = room.table.seat_view(1).undo
    assert offer is not None
    assert (offer.way, offer.marked) == ("vote", True)
    assert room.say(offer.what) == "Ana sails: Library: a card"
    room.table.undo(token(1), 1, room.nonce())
    hint = room.asked(2)[-1].question.hint
    assert hint is not None
    assert room.say(hint) == "The take-back stays visible in the log: something was revealed or rolled."


def test_nothing_to_take_back_or_put_back_is_said(room: Room) -> None:
    room.begin(2)
    assert room.words(room.table.undo(token(1), 1, "a")) == "There is nothing to take back."
    assert room.words(room.table.redo(token(1), 1, "b")) == "There is nothing to put back."


def test_only_whoever_took_back_puts_back(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    room.table.undo(token(1), 1, room.nonce())
    reply = room.table.redo(token(2), 2, room.nonce())
    assert (reply.code, room.words(reply)) == ("not-yours", "Whoever took it back can put it back.")
    assert room.table.redo(token(1), 1, room.nonce()).taken


# -- going on without --------------------------------------------------------------------------------------------------


def test_a_sleeper_is_answered_for_with_the_defaults(room: Room) -> None:
    room.begin(3)
    room.set_up()
    open_pages(room, 1, 2)
    room.plans_ready(1, 2)
    assert [seat.awake for seat in room.table.table_view().seats] == [True, True, False]
    reply = room.table.skip(token(1), 3, room.nonce())
    assert room.words(reply) == "The others are asked whether they agree."
    assert [room.say(ask.question.prompt) for ask in room.asked(2)] == ["Your plan?", "Go on without Carla?"]
    assert room.reply(2, True, key="vote-skip").taken
    assert room.asks(1) == ["turn"]
    assert "Carla is ready." in room.lines()


def test_who_is_awake_or_not_awaited_is_not_skipped(room: Room) -> None:
    room.begin(3)
    room.set_up()
    open_pages(room, 1, 2)
    reply = room.table.skip(token(1), 2, room.nonce())
    assert (reply.code, room.words(reply)) == ("awake", "Berta is still there.")
    for seat in (0, 9, -3, 10**9):
        assert room.table.skip(token(1), seat, room.nonce()).code == "not-awaited"
    assert room.table.skip(token("stranger"), 3, room.nonce()).code == "no-seat"


def test_the_host_skips_at_once_and_a_double_tap_once(room: Room) -> None:
    room.begin(3)
    room.set_up()
    open_pages(room, 1, 2, 3)
    assert room.table.skip(HOST, 1, "skip").taken
    assert room.table.skip(HOST, 1, "skip").taken
    assert room.table.moment.awaited.must == (2, 3)
    assert room.table.skip(HOST, 1, "again").code == "not-awaited"


def test_a_draft_of_the_sleeper_is_not_sent(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.answer(1, "add")
    assert room.table.skip(HOST, 1, room.nonce()).taken
    assert room.state.plans[1].value == []
    assert 1 in room.state.ready
    assert room.asks(1) == ["plan"]


def test_where_only_the_seat_can_answer_the_others_learn_no_more_than_that(rooms: Rooms) -> None:
    room = rooms(NoDefault())
    room.begin(2)
    room.answer(1, "1")
    room.answer(1, 2)
    reply = room.table.skip(HOST, 1, room.nonce())
    assert (reply.code, room.words(reply)) == ("no-default", "Only Ana may answer that.")


def test_a_question_without_default_is_answered_by_somebody(room: Room) -> None:
    playing(room)
    reply = room.table.skip(HOST, 1, room.nonce())
    assert reply.code == "no-default"
    assert room.words(reply) == "Somebody must answer for Ana: Ana: what now?"


def test_dice_of_a_sleeper_may_be_entered_by_anybody(room: Room) -> None:
    playing(room)
    room.answer(1, "attack", "1,0")
    assert room.asks(2) == []
    assert room.table.skip(HOST, 1, room.nonce()).taken
    assert room.asks(2) == ["battle"]
    question = room.asked(2)[0].question
    room.answer(2, [1] * question.dice)  # type: ignore[union-attr]
    assert "0 hits." in room.lines()


def test_a_vote_that_fails_when_the_last_voter_sleeps_says_so(room: Room) -> None:
    playing(room)
    room.table.end_stream(room.table.stream(token(1)))
    room.table.skip(token(2), 1, room.nonce())
    assert room.asks(3) == ["vote-skip"]
    room.table.end_stream(room.table.stream(token(3)))
    assert [room.say(note.text) for note in room.table.seat_view(2).notices] == [
        "Somebody must answer for Ana: Ana: what now?"
    ]
    assert room.table.table_view().problem is None


def test_a_skip_is_forgotten_when_the_seat_acts_after_all(room: Room) -> None:
    playing(room)
    room.table.end_stream(room.table.stream(token(1)))
    room.table.skip(token(2), 1, room.nonce())
    room.answer(1, "sail", "arsenal")
    assert room.table.moment.votes == ()


# -- who is awake ------------------------------------------------------------------------------------------------------


def test_a_key_keeps_a_seat_awake_for_a_while(sim: Room) -> None:
    sim.begin(2)
    assert not sim.table.table_view().seats[0].awake
    sim.press(1, "down")
    assert sim.table.table_view().seats[0].awake
    assert not sim.table.table_view().seats[0].phone
    sim.past(AWAKE_AFTER_KEY)
    assert not sim.table.table_view().seats[0].awake


def test_turning_the_encoder_is_a_sign_of_life(sim: Room) -> None:
    sim.begin(2)
    sim.tell("turn 2 1")
    assert sim.table.table_view().seats[1].awake


def test_votes_are_asked_of_whoever_is_awake_by_keys(sim: Room) -> None:
    playing(sim)
    sim.table.end_stream(sim.table.stream(token(3)))
    sim.answer(1, "sail", "arsenal")
    sim.press(3, "back")
    sim.table.undo(token(2), 2, sim.nonce())
    sim.answer(1, True)
    assert sim.asks(3) == ["vote-undo"]
    sim.press(3, "ok")
    assert sim.asks(1) == ["turn"]
