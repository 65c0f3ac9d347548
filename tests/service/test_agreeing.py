"""The table's own questions: taking back by agreement, going on without a sleeper."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field, structs

from companion.core.game import Awaited
from companion.core.questions import Pick, Question
from companion.core.setup import ChanceKind, Setup
from companion.core.step import Step
from companion.core.wording import say
from companion.plays.undo import JUST_TYPED
from companion.service.agreement.agreement_requests import Depart, GoOnWithout, Redo, Undo
from companion.service.agreement.consent import LAPSE, Needed
from companion.service.agreement.votes import YES_COUNTS, Vote
from companion.service.asking.sender import Person
from companion.service.play.answers import AnswerQuestion, CorrectNumber
from companion.service.screens.streams import DEAD
from companion.service.seats.attendance import AFTER_KEY, AWAKE_AFTER_KEY
from companion.service.seats.seating import AddPlayer, BecomeHost, FreeSeat
from companion.service.seats.seats_state import ASLEEP, LONG_ASLEEP
from companion.service.session.session import BeginPlay, ChooseGame
from tests.core.torture import Torture
from tests.core.torture.state import State
from tests.service.asking_game import Answered, AskingGame
from tests.service.asking_game import State as AskingState
from tests.service.at_table import HOST, NAMES, PIN, Room, token

Rooms = Callable[..., Room]


class NoDefault(Torture):
    """Planning has no default, so that nobody can plan for a sleeper."""

    def questions(self, state: State, seat: int) -> Any:
        return without_defaults(super().questions(state, seat))


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


def number(room: Room, key: str) -> int:
    """A tracked number as it stands, known or not."""
    play = room.moment.play
    assert play is not None
    return next(one.value for one in play.game.inventory(room.state) if one.key == key)


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
    offer = room.view(1).screens.seat().undo
    assert offer is not None
    assert (offer.way, offer.marked) == ("free", False)
    assert room.table.ask(token(1), Undo(1, room.nonce())).taken
    assert room.asks(1) == ["turn"]
    assert room.lines()[-1].startswith("Ana takes back:")


def test_further_back_only_when_all_who_play_agree(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    offer = room.view(2).screens.seat().undo
    assert offer is not None
    assert offer.way == "vote"
    reply = room.table.ask(token(2), Undo(2, room.nonce()))
    assert (reply.code, room.words(reply)) == ("", "The others are asked whether they agree.")
    assert room.asks(1) == ["vote-undo"]
    assert room.asks(3) == ["vote-undo"]
    asked = room.say(room.asked(3)[0].question.prompt)
    assert " wants to take back: Ana sails" in asked
    waiting = room.asked(2)[-1].question
    assert room.say(waiting.prompt).startswith("Waiting for the others to agree. Undo: Ana sails")
    assert waiting.hint is not None
    assert room.say(waiting.hint) == "Nothing is blocked meanwhile. Asked: Ana and Carla."
    assert [seat.awaited for seat in room.view().screens.table().seats] == [True, True, True]
    room.answer(1, True)
    assert room.asks(3) == ["vote-undo"]
    missing = room.asked(2)[-1].question.hint
    assert missing is not None
    assert room.say(missing) == "Nothing is blocked meanwhile. Asked: Carla."
    room.answer(3, True)
    assert room.asks(1) == ["turn"]
    assert room.moment.votes == ()


def test_one_no_is_enough(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    room.table.ask(token(2), Undo(2, room.nonce()))
    ballot = room.asked(3)[0]
    assert room.reply(1, False).taken
    assert [room.say(note.text) for note in room.view(2).screens.seat().notices] == ["Ana does not agree."]
    reply = room.give(3, ballot, True)
    assert (reply.code, room.words(reply)) == ("stale", "That was already decided.")
    assert room.asks(2) == ["turn"]


def test_a_ballot_counts_for_its_voter_once(room: Room) -> None:
    playing(room, 4)
    room.answer(1, "sail", "arsenal")
    room.table.ask(token(2), Undo(2, room.nonce()))
    ballot = room.asked(1)[0]
    assert room.give(1, ballot, "maybe").code == "not-offered"
    assert (
        room.table.ask(token(1), AnswerQuestion(3, ballot.digest, True, room.nonce(), ballot.service)).code
        == "not-yours"
    )
    assert (
        room.table.ask(token(2), AnswerQuestion(2, ballot.digest, True, room.nonce(), ballot.service)).code == "stale"
    )
    assert room.give(1, ballot, True, "once").taken
    assert room.give(1, ballot, True, "once").taken
    assert room.give(1, ballot, True).code == "stale"
    assert room.asks(3) == room.asks(4) == ["vote-undo"]


def test_two_questions_of_the_table_without_nonces_do_not_mix() -> None:
    """A page without script sends no nonce; an undo and a skip may be asked at the same time."""
    needed = Needed(frozenset({3}))
    votes = [
        Vote("", "undo", Person(1), 4, say("x"), needed),
        Vote("", "skip", Person(1), 4, say("x"), needed),
        Vote("", "undo", Person(2), 4, say("x"), needed),
        Vote("", "undo", Person(0, "a"), 4, say("x"), needed),
        Vote("", "undo", Person(0, "b"), 4, say("x"), needed),
        Vote("n", "undo", Person(1), 4, say("x"), needed),
    ]
    assert len({vote.id for vote in votes}) == 6
    assert all("n" != vote.id != "" for vote in votes)


def test_a_vote_on_taking_back_names_old_and_new_numbers(room: Room) -> None:
    """Those of whoever asks first; what not everybody may know is not among them."""
    playing(room)
    moved = ("1.fleets", "1.gold", "yard", "bank")
    before = {key: number(room, key) for key in moved}
    room.answer(1, "sail", "arsenal")
    after = {key: number(room, key) for key in moved}
    assert all(before[key] != after[key] for key in moved)
    room.table.ask(token(3), Undo(3, room.nonce()))
    (vote,) = room.view().screens.table().votes
    found = {each.change.key: (each.change.old, each.change.new) for each in vote.changes}
    assert found == {key: (after[key], before[key]) for key in moved}
    assert [each.seats for each in vote.changes] == [(1,), (1,), (), ()]


def test_a_new_step_ends_the_question_whether_to_take_back(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    room.table.ask(token(3), Undo(3, room.nonce()))
    room.reply(2, "sail", key="turn")
    room.reply(2, "arsenal", key="space")
    assert room.asks(1) == []
    assert room.moment.votes == ()


def test_a_new_step_ends_it_whatever_number_it_has(room: Room) -> None:
    """The entry to go back to is 2, and seat 2 is awaited: the two have nothing to do with each other."""
    room.begin(3)
    room.set_up()
    open_pages(room, 1, 2, 3)
    room.plans_ready(1)
    room.table.ask(token(2), Undo(2, room.nonce()))
    (vote,) = room.moment.votes
    assert vote.target == 2
    room.plans_ready(3)
    assert room.moment.awaited.must == (2,)
    assert room.moment.votes == ()


def test_whose_phone_goes_dark_keeps_the_vote(room: Room) -> None:
    """Dark is what phones are most of the time: it is neither a yes nor leaving."""
    playing(room)
    room.answer(1, "sail", "library")
    before = room.entries
    room.table.ask(token(1), Undo(1, room.nonce()))
    room.reply(2, True, key="vote-undo")
    room.table.stream(token(3)).close()
    room.past(60)
    assert room.entries == before
    assert room.asks(3) == ["vote-undo"]
    assert room.reply(3, True, key="vote-undo").taken
    assert room.asks(1) == ["turn"]


def test_a_no_stands_when_the_phone_goes_dark(room: Room) -> None:
    """Also when everybody else would agree; the one who said it may think better of it."""
    playing(room)
    room.answer(1, "sail", "library")
    before = room.entries
    room.table.ask(token(1), Undo(1, room.nonce()))
    assert room.reply(2, False, key="vote-undo").taken
    room.table.stream(token(2)).close()
    room.past(LONG_ASLEEP + 1)
    for asker in (1, 3):
        reply = room.table.ask(token(asker), Undo(asker, room.nonce()))
        assert (reply.code, room.words(reply)) == ("no-stands", "Berta said no. That stands until the play moves on.")
    assert room.entries == before
    assert room.table.ask(token(2), Undo(2, room.nonce())).taken
    room.reply(1, True, key="vote-undo")
    room.reply(3, True, key="vote-undo")
    assert room.asks(1) == ["turn"]


def test_a_no_is_over_when_the_play_moves_on(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "library")
    room.table.ask(token(1), Undo(1, room.nonce()))
    room.reply(2, False, key="vote-undo")
    assert room.table.ask(token(1), CorrectNumber("bank", 3, room.nonce())).taken
    assert not room.moment.votes
    assert room.table.rooms.ballots.now.noes, "a number set right is not the play"
    room.answer(2, "sail", "arsenal")
    assert room.table.ask(token(1), Undo(1, room.nonce())).taken


def test_nobody_answers_and_it_lapses(room: Room) -> None:
    """Nothing is changed, nothing was blocked, and it can be asked again."""
    playing(room)
    room.answer(1, "sail", "library")
    before = room.entries
    room.table.ask(token(1), Undo(1, room.nonce()))
    assert "turn" in room.asks(2), "the next turn goes on meanwhile"
    room.reply(3, True, key="vote-undo")
    room.past(LAPSE - YES_COUNTS - 1)
    assert room.asks(2)[-1] == "vote-undo"
    room.past(1)
    assert not room.moment.votes
    assert room.entries == before
    (notice,) = room.view(1).screens.seat().notices
    assert room.say(notice.text).startswith("Nobody answered in time. Nothing was changed:")
    assert room.table.ask(token(1), Undo(1, room.nonce())).taken


def test_whoever_asked_can_withdraw_it(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "library")
    room.table.ask(token(1), Undo(1, room.nonce()))
    vote = room.asked(1)[-1]
    assert vote.question.key == "withdraw"
    assert (
        room.table.ask(token(2), AnswerQuestion(1, vote.digest, "withdraw", room.nonce(), vote.service)).code
        == "not-yours"
    )
    assert room.give(1, vote, "nonsense").code == "not-offered"
    assert room.asks(3) == ["vote-undo"], "what is no answer withdraws nothing"
    reply = room.give(1, vote, "withdraw")
    assert room.words(reply) == "Withdrawn: nothing was changed."
    assert room.asks(3) == []
    assert room.give(1, vote, "withdraw").code == "stale"


def test_a_question_under_way_does_not_survive_a_restart(rooms: Rooms) -> None:
    room = rooms()
    playing(room)
    room.answer(1, "sail", "library")
    room.table.ask(token(1), Undo(1, room.nonce()))
    room.reply(2, True, key="vote-undo")
    room.close()
    again = rooms()
    assert again.moment.votes == ()
    assert again.table.ask(token(1), Undo(1, "fresh")).taken
    assert again.asks(3) == ["vote-undo"], "who had a phone has it still, dark or not"


def roll_by_hand(room: Room) -> None:
    """Seat 1 attacks, and types in what the cardboard shows."""
    room.begin(3, options={"rounds": 2}, chance={"weather": "cardboard", "battle": "cardboard"})
    room.set_up()
    room.plans_ready(1, 2, 3)
    open_pages(room, 1, 2, 3)
    room.answer(1, "attack", "1,0", "storm")
    question = room.asked(1)[0].question
    room.answer(1, [6] * question.dice)  # type: ignore[union-attr]


class Rolling(AskingGame):
    """Everybody rolls a die of cardboard with every answer."""

    meta = structs.replace(AskingGame.meta, chance=(ChanceKind("roll", say("Roll"), "cardboard"),))


def test_dice_typed_wrong_go_back_at_once_for_ten_seconds(rooms: Rooms) -> None:
    room = rooms(Rolling("confirm", chance=True))
    room.begin(2, "asking")
    room.answer(1, True, [3])
    assert [offer.way for seat in (1, 2) if (offer := room.page(seat).undo) is not None] == ["free", "vote"]
    assert room.page(1).undo.marked, "that a die was typed anew stays visible"  # type: ignore[union-attr]
    room.past(JUST_TYPED)
    assert room.table.ask(token(1), Undo(1, room.nonce())).taken
    assert (room.state.said, room.moment.votes) == ([], ())
    room.answer(1, True, [4])
    room.past(JUST_TYPED + 0.1)
    assert [offer.way for seat in (1, 2) if (offer := room.page(seat).undo) is not None] == ["vote", "vote"]
    room.answer(2, True, [5])
    assert [offer.way for seat in (1, 2) if (offer := room.page(seat).undo) is not None] == ["vote", "free"]


def test_what_was_typed_in_from_cardboard_needs_one_other(room: Room) -> None:
    roll_by_hand(room)
    room.past(JUST_TYPED + 0.1)
    offer = room.view(1).screens.seat().undo
    assert offer is not None
    assert (offer.way, offer.marked) == ("vote", True)
    room.table.ask(token(1), Undo(1, room.nonce()))
    assert [room.asks(seat)[-1] for seat in (2, 3)] == ["vote-undo", "vote-undo"]
    assert room.reply(3, True, key="vote-undo").taken
    assert room.lines()[-1].startswith("Ana takes back")


def test_one_no_is_enough_there_too(room: Room) -> None:
    roll_by_hand(room)
    room.past(JUST_TYPED + 0.1)
    before = room.entries
    room.table.ask(token(1), Undo(1, room.nonce()))
    room.reply(2, False, key="vote-undo")
    assert room.table.ask(token(1), Undo(1, room.nonce())).code == "no-stands"
    assert room.entries == before


# -- who has neither phone nor keys ------------------------------------------------------------------------------------


def with_bare(rooms: Rooms, seats: int, *phones: int, profile: str = "", room: Room | None = None) -> Room:
    """A table where only ``phones`` have a device; the host's tablet writes for the others."""
    room = room or rooms(profile=profile)
    room.host()
    room.sit(*phones)
    for seat in set(range(1, seats + 1)) - set(phones):
        assert room.table.ask(HOST, AddPlayer(seat, NAMES[seat])).taken
    room.table.ask(HOST, ChooseGame("torture", {"rounds": 2}, {}))
    assert room.table.ask(HOST, BeginPlay()).taken
    write(room, "1", 2)
    open_pages(room, *phones)
    for seat in range(1, seats + 1):
        if seat in phones:
            room.plans_ready(seat)
        else:
            assert room.table.ask(HOST, GoOnWithout(seat, room.nonce())).taken
            agree(room, "vote-skip", *phones)
    return room


def write(room: Room, *answers: Any) -> None:
    """The host's tablet answers what anybody is asked."""
    for answer in answers:
        ask = next(ask for ask in room.view("host").screens.scribe().dialogues if not ask.service)
        reply = room.table.ask(HOST, AnswerQuestion(ask.seat, ask.digest, answer, room.nonce()))
        assert reply.taken, reply


def agree(room: Room, key: str, *seats: int, answer: bool = True) -> None:
    for seat in seats:
        if key in room.asks(seat):
            assert room.reply(seat, answer, key=key).taken


def for_bare(room: Room, device: str, seat: int, answer: Any = True) -> Any:
    """A host answers a ballot for a seat without devices."""
    ask = next(
        ask
        for ask in room.view("host").screens.scribe().dialogues
        if ask.seat == seat and ask.service.startswith("vote")
    )
    reply = room.table.ask(device, AnswerQuestion(seat, ask.digest, answer, room.nonce(), ask.service))
    if reply.taken:
        room.past(YES_COUNTS)
    return reply


def test_another_person_answers_for_a_seat_without_a_device(rooms: Rooms) -> None:
    room = with_bare(rooms, 3, 1, 2)
    room.answer(1, "sail", "library")
    room.table.ask(token(1), Undo(1, room.nonce()))
    agree(room, "vote-undo", 2)
    assert room.moment.votes, "Carla has not been asked"
    assert room.table.ask(token(1), BecomeHost(PIN)).taken
    reply = for_bare(room, token(1), 3)
    assert (reply.code, room.words(reply)) == ("same-person", "Whoever asks cannot answer for Carla too.")
    assert for_bare(room, HOST, 3).taken
    assert room.lines()[-2].startswith("Ana takes back")
    assert room.lines()[-1] == "The admin agreed for Carla."


def test_a_host_who_sits_there_is_named_in_the_log(rooms: Rooms) -> None:
    room = with_bare(rooms, 3, 1, 2)
    assert room.table.ask(token(2), BecomeHost(PIN)).taken
    room.answer(1, "sail", "library")
    room.table.ask(token(1), Undo(1, room.nonce()))
    assert for_bare(room, token(2), 3).taken
    agree(room, "vote-undo", 2)
    assert room.lines()[-1] == "Berta agreed for Carla."


def test_a_host_answers_for_nobody_who_has_a_phone(rooms: Rooms) -> None:
    room = with_bare(rooms, 3, 1, 2)
    room.answer(1, "sail", "library")
    room.table.ask(token(1), Undo(1, room.nonce()))
    ballot = room.asked(2)[-1]
    room.table.stream(token(2)).close()
    room.past(60)
    assert [ask.seat for ask in room.view("host").screens.scribe().dialogues if ask.service.startswith("vote")] == [3]
    assert (
        room.table.ask(HOST, AnswerQuestion(2, ballot.digest, True, room.nonce(), ballot.service)).code == "not-yours"
    )
    room.table.ask(HOST, FreeSeat(2))
    assert (
        room.table.ask(HOST, AnswerQuestion(2, ballot.digest, True, room.nonce(), ballot.service)).code == "not-yours"
    )


def test_a_key_at_its_place_gives_a_seat_its_own_voice(rooms: Rooms) -> None:
    room = with_bare(rooms, 3, 1, 2, profile="simulated")
    room.answer(1, "sail", "library")
    room.table.ask(token(1), Undo(1, room.nonce()))
    agree(room, "vote-undo", 2)
    room.press(3, "down", "up")
    assert not [ask for ask in room.view("host").screens.scribe().dialogues if ask.service.startswith("vote")]
    room.press(3, "up", "ok")
    room.past(YES_COUNTS)
    assert room.lines()[-1].startswith("Ana takes back")


def test_of_two_one_is_not_spoken_for(rooms: Rooms) -> None:
    """Whoever has neither phone nor keys cannot be asked: it stays marked, and both are told."""
    room = with_bare(rooms, 2, 1)
    room.answer(1, "sail", "library")
    assert room.table.ask(token(1), Undo(1, room.nonce())).taken
    assert room.view().screens.table().log[-2].marked
    assert room.lines()[-1] == "Not asked, having neither phone nor keys: Berta."
    (notice,) = room.page(2).notices
    assert room.say(notice.text) == "Ana took back something that everybody had seen."


def test_of_two_with_a_phone_each_nothing_goes_without_the_other(rooms: Rooms) -> None:
    room = rooms()
    playing(room, 2)
    room.answer(1, "sail", "library")
    before = room.entries
    room.table.stream(token(2)).close()
    for _ in range(3):
        assert room.table.ask(token(1), Undo(1, room.nonce())).taken
        room.past(LAPSE)
        assert room.table.ask(HOST, Undo(0, room.nonce())).taken
        room.past(LAPSE)
    assert room.entries == before


def test_who_holds_everything_alone_is_not_stopped(rooms: Rooms) -> None:
    room = with_bare(rooms, 3)
    write(room, "sail", "library")
    assert room.table.ask(HOST, Undo(0, room.nonce())).taken
    assert room.lines()[-1] == "Not asked, having neither phone nor keys: Ana, Berta and Carla."
    assert room.view().screens.table().log[-2].marked


def test_who_holds_everything_asks_as_soon_as_somebody_else_has_something(rooms: Rooms) -> None:
    room = with_bare(rooms, 3)
    write(room, "sail", "library")
    assert room.table.ask(token("other"), BecomeHost(PIN)).taken
    room.table.stream(token("other"))
    assert room.table.ask(HOST, Undo(0, room.nonce())).taken
    assert room.moment.votes
    for seat in (1, 2, 3):
        assert for_bare(room, HOST, seat).code == "same-person"
        assert for_bare(room, token("other"), seat).taken
    assert not room.moment.votes
    assert room.lines()[-1] == "The admin agreed for Carla."


def test_the_scribe_takes_back_as_the_seat_for_whom_it_was_written(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    offer = room.view("host").screens.scribe().undo
    assert offer is not None
    assert offer.way == "free"
    assert room.table.ask(HOST, Undo(0, room.nonce())).taken
    assert room.asks(1) == ["turn"]
    redo = room.view("host").screens.scribe().redo
    assert redo is not None
    assert room.table.ask(HOST, Redo(0, room.nonce())).taken
    assert room.asks(2) == ["turn"]


def test_what_a_roll_told_is_asked_for_and_stays_marked(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "library")
    offer = room.view(1).screens.seat().undo
    assert offer is not None
    assert (offer.way, offer.marked) == ("vote", True)
    assert room.say(offer.what) == "Ana sails: Library: a card"
    room.table.ask(token(1), Undo(1, room.nonce()))
    hint = room.asked(2)[-1].question.hint
    assert hint is not None
    assert room.say(hint) == (
        "The play stands as before that step. Put the pieces on the table back, too. "
        "The take-back stays visible in the log: something was revealed or rolled."
    )


def test_nothing_to_take_back_or_put_back_is_said(room: Room) -> None:
    room.begin(2)
    assert room.words(room.table.ask(token(1), Undo(1, "a"))) == "There is nothing to take back."
    assert room.words(room.table.ask(token(1), Redo(1, "b"))) == "There is nothing to put back."


def test_only_whoever_took_back_puts_back(room: Room) -> None:
    playing(room)
    room.answer(1, "sail", "arsenal")
    room.table.ask(token(1), Undo(1, room.nonce()))
    reply = room.table.ask(token(2), Redo(2, room.nonce()))
    assert (reply.code, room.words(reply)) == ("not-yours", "Whoever took it back can put it back.")
    assert room.table.ask(token(1), Redo(1, room.nonce())).taken


# -- going on without --------------------------------------------------------------------------------------------------


def test_a_sleeper_is_answered_for_with_the_defaults(room: Room) -> None:
    room.begin(3)
    room.set_up()
    open_pages(room, 1, 2)
    room.plans_ready(1, 2)
    assert [seat.awake for seat in room.view().screens.table().seats] == [True, True, False]
    assert room.table.ask(token(1), GoOnWithout(3, room.nonce())).code == "awake", "the table has just opened"
    room.past(1)
    reply = room.table.ask(token(1), GoOnWithout(3, room.nonce()))
    assert reply.code == "too-soon"
    assert room.words(reply) == "Carla was here a moment ago. Wait until nothing was heard for 3 minutes."
    room.past(LONG_ASLEEP)
    open_pages(room, 1, 2)
    (asleep,) = room.view().screens.table().sleepers
    assert (asleep.seat, asleep.ready, asleep.left) == (3, True, True)
    assert room.table.ask(token(1), GoOnWithout(3, room.nonce(), "other")).code == "stale"
    reply = room.table.ask(token(1), GoOnWithout(3, room.nonce(), asleep.stood))
    assert room.words(reply) == "The others are asked whether they agree."
    ballot = room.asked(2)[-1].question
    assert room.say(ballot.prompt) == "Go on without Carla?"
    assert ballot.hint is not None
    assert room.say(ballot.hint) == "Carla answers in secret with what the rules suggest. Nobody sees it."
    assert room.reply(2, True, key="vote-skip").taken
    assert room.asks(1) == ["turn"]
    assert "Carla is ready." in room.lines()


def test_who_sleeps_a_minute_is_waited_for_in_public_no_longer(rooms: Rooms) -> None:
    """What would be committed is said: to whoever asks, and to whoever is asked."""
    room = rooms(AskingGame("confirm"))
    room.begin(3, "asking")
    open_pages(room, 2, 3)
    room.past(ASLEEP - 1)
    assert [(each.seat, each.ready) for each in room.view().screens.table().sleepers] == [(1, False)]
    assert room.table.ask(token(2), GoOnWithout(1, room.nonce())).code == "too-soon"
    open_pages(room, 2, 3)
    room.past(1)
    (asleep,) = room.view().screens.table().sleepers
    assert (asleep.seat, asleep.ready, asleep.left, asleep.wait) == (1, True, False, 60)
    assert [room.say(line) for line in asleep.commits] == ["Which one? No"]
    assert room.table.ask(token(2), GoOnWithout(1, room.nonce(), asleep.stood)).taken
    hint = room.asked(3)[-1].question.hint
    assert hint is not None
    assert room.say(hint) == "Which one? No"
    assert room.reply(3, True, key="vote-skip").taken
    assert room.state.said == ["False"]


def test_the_sleeper_finds_it_explained_and_open_to_undo(rooms: Rooms) -> None:
    room = rooms(AskingGame("confirm"), profile="simulated")
    room.begin(3, "asking")
    open_pages(room, 2, 3)
    room.past(ASLEEP)
    room.table.ask(token(2), GoOnWithout(1, room.nonce()))
    room.reply(3, True, key="vote-skip")
    missed = room.asked(1)[0]
    assert missed.question.key == "missed"
    assert room.say(missed.question.prompt) == "The table went on without you: Ana's last answer"
    assert isinstance(missed.question, Pick)
    assert [room.say(option.label) for option in missed.question.options] == ["Take it back", "Leave it so"]
    assert (
        room.table.ask(token(2), AnswerQuestion(1, missed.digest, "undo", room.nonce(), missed.service)).code
        == "not-yours"
    )
    assert room.face(1).prompt == "Went on without you"
    room.press(1, "ok")
    assert room.moment.awaited.must == (1,)
    assert room.state.said == []
    assert room.asks(1) == ["confirm"]


def test_it_can_be_left_so_and_is_over_with_the_next_own_move(rooms: Rooms) -> None:
    room = rooms(AskingGame("confirm"))
    room.begin(2, "asking")
    for answer in ("so", None):
        room.past(ASLEEP + AFTER_KEY)
        assert room.table.ask(token(2), GoOnWithout(1, room.nonce())).taken, "nobody else is there"
        room.reply(2, True, key="confirm")
        missed = room.asked(1)[0]
        assert isinstance(missed.question, Pick)
        assert [option.value for option in missed.question.options] == ["undo", "so"]
        assert room.say(missed.question.options[0].label) == "Vote on undo"
        if answer is not None:
            assert room.give(1, missed, answer).taken
            assert room.give(1, missed, answer).code == "stale"
        assert room.reply(1, True, key="confirm").taken
        assert "missed" not in room.asks(1)
        room.reply(2, True, key="confirm")


def test_only_who_is_there_is_asked_to_go_on_without_somebody(room: Room) -> None:
    """Two of three are away: the third is not stuck, and their phones are not waited for."""
    room.begin(3)
    room.set_up()
    room.plans_ready(1)
    room.past(LONG_ASLEEP)
    for seat in (2, 3):
        room.table.stream(token(1))
        assert room.table.ask(token(1), GoOnWithout(seat, room.nonce())).taken
        assert room.moment.votes == ()
    assert room.moment.awaited.must == (1,)


def test_falling_silent_is_no_yes_to_going_on_without_somebody(rooms: Rooms) -> None:
    room = rooms(AskingGame("confirm"))
    room.begin(3, "asking")
    open_pages(room, 2)
    room.table.stream(token(3)).close()
    room.past(LONG_ASLEEP - 1)
    open_pages(room, 2)
    assert room.table.ask(token(2), GoOnWithout(1, room.nonce())).taken
    assert room.asks(3) == ["vote-skip"]
    room.past(LAPSE)
    assert room.state.said == []
    assert room.moment.votes == ()


def test_whoever_comes_ends_the_question_whether_to_go_on(rooms: Rooms) -> None:
    room = rooms(AskingGame("confirm"))
    room.begin(3, "asking")
    open_pages(room, 2, 3)
    room.past(ASLEEP)
    room.table.ask(token(2), GoOnWithout(1, room.nonce()))
    open_pages(room, 1)
    assert room.moment.votes == ()
    (notice,) = room.page(2).notices
    assert room.say(notice.text) == "Ana is there again."
    assert room.table.ask(token(2), GoOnWithout(1, room.nonce())).code == "awake"


def test_who_is_awake_or_not_awaited_is_not_skipped(room: Room) -> None:
    room.begin(3)
    room.set_up()
    open_pages(room, 1, 2)
    reply = room.table.ask(token(1), GoOnWithout(2, room.nonce()))
    assert (reply.code, room.words(reply)) == ("awake", "Berta is still there.")
    for seat in (0, 9, -3, 10**9):
        assert room.table.ask(token(1), GoOnWithout(seat, room.nonce())).code == "not-awaited"
    assert room.table.ask(token("stranger"), GoOnWithout(3, room.nonce())).code == "no-seat"


def test_the_host_skips_nobody_who_is_there_and_a_double_tap_counts_once(room: Room) -> None:
    room.begin(3)
    room.set_up()
    open_pages(room, 1, 2, 3)
    room.past(LONG_ASLEEP)
    for seat in (1, 2, 3):
        open_pages(room, seat)
    assert room.table.ask(HOST, GoOnWithout(1, "too-early")).code == "awake"
    room.past(DEAD + 1)
    room.past(LONG_ASLEEP)
    assert room.table.ask(HOST, GoOnWithout(1, "skip")).taken
    assert room.table.ask(HOST, GoOnWithout(1, "skip")).taken
    assert room.moment.awaited.must == (2, 3)
    assert room.table.ask(HOST, GoOnWithout(1, "again")).code == "not-awaited"


def test_a_draft_of_the_sleeper_is_not_sent(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.answer(1, "add")
    room.past(LONG_ASLEEP + AFTER_KEY)
    assert room.table.ask(HOST, GoOnWithout(1, room.nonce())).taken
    assert room.state.plans[1].value == []
    assert 1 in room.state.ready
    assert room.asks(1) == ["missed", "plan"]


def test_where_only_the_seat_can_answer_the_others_learn_no_more_than_that(rooms: Rooms) -> None:
    room = rooms(NoDefault())
    room.begin(2)
    room.answer(1, "1")
    room.answer(1, 2)
    room.past(LONG_ASLEEP + AFTER_KEY)
    reply = room.table.ask(HOST, GoOnWithout(1, room.nonce()))
    assert (reply.code, room.words(reply)) == ("no-default", "Only Ana may answer that.")


def test_a_question_without_default_is_answered_by_somebody(room: Room) -> None:
    playing(room)
    reply = room.table.ask(HOST, GoOnWithout(1, room.nonce()))
    assert reply.code == "no-default"
    assert room.words(reply) == "Somebody must answer for Ana: Ana: what now?"


def test_dice_of_a_sleeper_may_be_entered_by_anybody(room: Room) -> None:
    playing(room)
    room.answer(1, "attack", "1,0")
    assert room.asks(2) == []
    room.past(DEAD + 1)
    room.past(LONG_ASLEEP + AFTER_KEY)
    (asleep,) = [each for each in room.view().screens.table().sleepers if each.seat == 1]
    assert [room.say(line) for line in asleep.commits] == [
        "Somebody else enters what the cardboard shows: Roll for the battle."
    ]
    assert room.table.ask(HOST, GoOnWithout(1, room.nonce())).taken
    assert room.asks(2) == ["battle"]
    question = room.asked(2)[0].question
    room.answer(2, [1] * question.dice)  # type: ignore[union-attr]
    assert "0 hits." in room.lines()


def test_a_skip_is_forgotten_when_the_seat_acts_after_all(rooms: Rooms) -> None:
    room = rooms(AskingGame("confirm"))
    room.begin(3, "asking")
    open_pages(room, 2, 3)
    room.past(ASLEEP)
    room.table.ask(token(2), GoOnWithout(1, room.nonce()))
    room.answer(1, True)
    assert room.moment.votes == ()


def test_only_who_is_waited_for_can_be_gone_on_without(rooms: Rooms) -> None:
    """However long the others have slept: they hold up nobody."""
    room = rooms(AskingGame("confirm"))
    room.begin(3, "asking")
    room.past(AFTER_KEY + LONG_ASLEEP)
    open_pages(room, 3)
    assert [each.seat for each in room.view().screens.table().sleepers] == [1]


def test_who_gets_keys_meanwhile_says_for_itself_whether_somebody_has_left(rooms: Rooms) -> None:
    room = with_bare(rooms, 4, 1, 2, 3, profile="simulated")
    room.table.stream(token(1)).close()
    room.past(AFTER_KEY + LONG_ASLEEP)
    open_pages(room, 2, 3)
    assert room.table.ask(token(2), Depart(1, room.nonce())).taken
    written = [ask.seat for ask in room.view("host").screens.scribe().dialogues if ask.service.startswith("vote")]
    assert written == [4]
    room.press(4, "up")
    written = [ask.seat for ask in room.view("host").screens.scribe().dialogues if ask.service.startswith("vote")]
    assert written == []
    assert "vote-leave" in room.asks(4)


def test_a_no_to_going_on_without_one_is_none_to_going_on_without_another(room: Room) -> None:
    room.begin(4)
    room.set_up()
    room.plans_ready(2, 3)
    room.past(AFTER_KEY + LONG_ASLEEP)
    open_pages(room, 2, 3)
    assert room.table.ask(token(2), GoOnWithout(1, room.nonce())).taken
    assert room.reply(3, False, key="vote-skip").taken
    assert room.table.ask(token(2), GoOnWithout(1, room.nonce())).code == "no-stands"
    reply = room.table.ask(token(2), GoOnWithout(4, room.nonce()))
    assert room.words(reply) == "The others are asked whether they agree."
    assert room.say(room.asked(3)[-1].question.prompt) == "Go on without Dora?"


# -- who is awake ------------------------------------------------------------------------------------------------------


def test_a_key_keeps_a_seat_awake_for_a_while(sim: Room) -> None:
    sim.begin(2)
    assert not sim.view().screens.table().seats[0].awake
    sim.press(1, "down")
    assert sim.view().screens.table().seats[0].awake
    assert not sim.view().screens.table().seats[0].phone
    sim.past(AWAKE_AFTER_KEY)
    assert not sim.view().screens.table().seats[0].awake


def test_turning_the_encoder_is_a_sign_of_life(sim: Room) -> None:
    sim.begin(2)
    sim.tell("turn 2 1")
    assert sim.view().screens.table().seats[1].awake


def test_votes_are_asked_of_whoever_is_awake_by_keys(sim: Room) -> None:
    playing(sim)
    sim.table.stream(token(3)).close()
    sim.answer(1, "sail", "arsenal")
    sim.press(3, "back")
    sim.table.ask(token(2), Undo(2, sim.nonce()))
    sim.answer(1, True)
    assert sim.asks(3) == ["vote-undo"]
    sim.press(3, "up", "ok")
    sim.past(YES_COUNTS)
    assert sim.asks(1) == ["turn"]


# -- a yes counts later, a no at once --------------------------------------------------------------------------------


def asked_to_undo(room: Room) -> None:
    """Berta asks to take back what Ana did; Ana and Carla are asked."""
    playing(room)
    room.answer(1, "sail", "arsenal")
    assert room.table.ask(token(2), Undo(2, room.nonce())).taken


def votes(room: Room, seat: int, answer: bool) -> None:
    """One tap in a ballot; no time passes."""
    ask = next(ask for ask in room.asked(seat) if ask.service.startswith("vote-"))
    assert room.table.ask(token(seat), AnswerQuestion(seat, ask.digest, answer, room.nonce(), ask.service)).taken


def test_a_yes_counts_five_seconds_later_also_the_last_one(room: Room) -> None:
    asked_to_undo(room)
    before = room.entries
    votes(room, 1, True)
    room.past(YES_COUNTS)
    votes(room, 3, True)
    (vote,) = room.view().screens.table().votes
    assert (vote.agreed, [soon.seat for soon in vote.soon], vote.waiting) == ((1,), [3], ())
    room.past(YES_COUNTS - 0.1)
    assert room.entries == before
    room.past(0.1)
    assert room.entries == before + 1
    assert room.moment.votes == ()


def test_a_yes_may_be_changed_until_it_counts(room: Room) -> None:
    asked_to_undo(room)
    votes(room, 1, True)
    votes(room, 3, True)
    room.past(YES_COUNTS - 0.1)
    votes(room, 3, False)
    room.past(YES_COUNTS)
    assert room.moment.votes == ()
    assert [room.say(note.text) for note in room.page(2).notices] == ["Carla does not agree."]


def test_a_second_tap_on_yes_begins_nothing_anew(room: Room) -> None:
    asked_to_undo(room)
    votes(room, 1, True)
    room.past(YES_COUNTS - 1)
    votes(room, 1, True)
    room.past(1)
    assert [vote.yes for vote in room.moment.votes] == [{1}]


def test_who_asked_stops_the_vote(room: Room) -> None:
    asked_to_undo(room)
    votes(room, 1, True)
    before = room.entries
    stop = room.asked(2)[-1]
    assert isinstance(stop.question, Pick)
    assert room.say(stop.question.options[0].label) == "Leave it so, stop the vote"
    assert room.give(2, stop, "withdraw").taken
    votes_of = [ask for seat in (1, 3) for ask in room.asked(seat) if ask.service.startswith("vote-")]
    room.past(YES_COUNTS)
    assert (votes_of, room.entries) == ([], before)


# -- one vote for all that somebody is asked at a moment ---------------------------------------------------------------


class Owed(Struct, frozen=True):
    """Something that a seat still owes."""

    seat: int
    number: int


class OwingState(AskingState):
    """Like its base, with what is owed."""

    agenda: list[Owed] = field(default_factory=list)


def settle_one(step: Step[OwingState], move: Answered) -> None:
    step.state.said.append(f"{step.state.agenda.pop().number}{move.answer.partition(':')[2]}")


class Owing(AskingGame):
    """Ana owes three answers, then Berta one, then Ana again."""

    state_type = OwingState

    def __init__(self) -> None:
        super().__init__("confirm")
        self.rules = {Answered: settle_one}

    def new(self, setup: Setup) -> OwingState:
        owed = [Owed(1, 5), Owed(2, 4), Owed(1, 3), Owed(1, 2), Owed(1, 1)]
        return OwingState(list(setup.numbers), agenda=owed)

    def is_over(self, state: Any) -> bool:
        return not state.agenda

    def waits_for(self, state: Any) -> Awaited:
        return Awaited((state.agenda[-1].seat,))


def test_one_vote_covers_all_that_somebody_is_asked_at_that_moment(rooms: Rooms) -> None:
    room = rooms(Owing())
    room.begin(3, "asking")
    open_pages(room, 1)
    room.past(DEAD + 1)
    room.past(LONG_ASLEEP + AFTER_KEY)
    open_pages(room, 2, 3)
    (asleep,) = room.view().screens.table().sleepers
    assert room.say(asleep.commits[-1]) == "What else Ana is asked right then is answered in the same way."
    assert room.table.ask(token(2), GoOnWithout(1, room.nonce(), asleep.stood)).taken
    assert room.reply(3, True, key="vote-skip").taken
    assert room.state.said == ["1False", "2False", "3False"]
    assert room.asks(2) == ["confirm"]
    room.answer(2, True)
    assert room.state.said[-1] == "4True", "what she is asked later is another vote"
