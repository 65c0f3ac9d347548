"""Answers and half-answers: what is taken, what is refused, and in which words."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from companion.core.game import Awaited
from companion.core.options import Amount, Option
from companion.core.questions import Confirm, Count, Dice, Pick, PickMany
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.setup import ChanceKind, Meta
from companion.core.step import Step
from companion.core.wording import say
from companion.service.agreement.agreement_requests import GoOnWithout, Redo, Undo
from companion.service.asking.requests import Reply
from companion.service.play.answers import AnswerQuestion, CorrectNumber, StepBack
from companion.service.play.dialogues import Shown, in_words, what_changed
from companion.service.seats.seating import LeaveSeat
from companion.service.seats.seats_state import LONG_ASLEEP
from tests.core.torture import Torture
from tests.core.torture.moves import Move
from tests.core.torture.state import State
from tests.service.asking_game import Answered, AskingGame
from tests.service.at_table import HOST, Room, anew, token

Rooms = Callable[..., Room]
BY_HAND = {"quest": "cardboard", "deck": "cardboard"}


class Crashing(Torture):
    """Rules that break, with a hidden card in the text of the exception."""

    where = ""

    def apply(self, step: Step[State], move: Move) -> None:
        if self.where == "apply":
            raise KeyError(f"the hidden card is {step.state.sides[0].hand}")
        super().apply(step, move)

    def questions(self, state: State, seat: int) -> Any:
        if self.where == "ask":
            raise KeyError("the hidden card is an owl")
        return super().questions(state, seat)

    def public_widgets(self, state: State) -> Any:
        if self.where == "show":
            raise KeyError("the hidden card is an owl")
        return super().public_widgets(state)

    def score(self, state: State, viewer: Viewer) -> Any:
        if self.where == "score":
            raise KeyError("the hidden card is an owl")
        return super().score(state, viewer)


# -- taken, or refused in words ----------------------------------------------------------------------------------------


def test_answers_become_a_move(room: Room) -> None:
    room.begin(2)
    assert room.asks(1) == room.asks(2) == ["first"]
    assert room.reply(1, "2").taken
    assert room.asks(2) == ["gold"]
    answered = room.asked(2)[0].answered
    assert [(room.say(one.prompt), room.say(one.answer)) for one in answered] == [("Who begins?", "Berta")]
    assert room.reply(2, 3).taken
    assert room.lines()[-1] == "Berta begins."
    assert room.state.sides[0].gold == 3


def test_an_impossible_answer_changes_nothing(room: Room) -> None:
    room.begin(2)
    for answer in ("9", "", [], True, "x" * 1000):
        reply = room.reply(1, answer)
        assert not reply.taken
        assert reply.notice is not None
    assert room.asks(1) == ["first"]
    room.answer(1, "1")
    for number in (0, 5, 10**9, "five", [3]):
        assert not room.reply(1, number).taken
    assert room.entries == 1


def test_what_is_out_of_reach_is_refused_with_its_reason(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "sail")
    reply = room.reply(1, "market")
    assert (reply.code, room.words(reply)) == ("out-of-reach", "You are 1 gold short.")


def test_before_a_play_there_is_nothing_to_answer(room: Room) -> None:
    room.sit(1)
    assert room.table.ask(token(1), AnswerQuestion(1, "x", "y", "n")).code == "no-play"
    assert room.table.ask(token(1), Undo(1, "n")).code == "no-play"
    assert room.table.ask(token(1), Redo(1, "n")).code == "no-play"
    assert room.table.ask(token(1), CorrectNumber("bank", 1, "n")).code == "no-play"


def test_nobody_answers_for_somebody_else(room: Room) -> None:
    room.begin(3)
    room.set_up()
    ask = room.asked(1, of=1)[0]
    reply = room.table.ask(token(2), AnswerQuestion(1, ask.digest, "ready", room.nonce()))
    assert (reply.code, room.words(reply)) == ("not-yours", "That question is for Ana.")
    assert room.table.ask(token("stranger"), AnswerQuestion(1, ask.digest, "ready", room.nonce())).code == "no-seat"
    assert room.table.ask(token(2), StepBack(1)).code == "not-yours"
    assert room.view(2).play.question(1, ask.digest) is None
    assert room.asks(1) == ["plan"]


def test_a_scribe_answers_what_is_public_and_nothing_else(room: Room) -> None:
    room.begin(2)
    room.table.ask(token(1), LeaveSeat())
    ask = room.view("host").screens.scribe().dialogues[0]
    assert room.table.ask(HOST, AnswerQuestion(0, ask.digest, "1", room.nonce())).taken
    ask = room.view("host").screens.scribe().dialogues[0]
    assert room.table.ask(HOST, AnswerQuestion(0, ask.digest, 2, room.nonce())).taken
    assert room.view("host").screens.scribe().dialogues == ()
    assert room.view("host").screens.scribe().closed == (1, 2)
    ask = room.moment.dialogues(1)[0]
    reply = room.table.ask(HOST, AnswerQuestion(1, ask.digest, "ready", room.nonce()))
    assert (reply.code, room.words(reply)) == ("stale", "The table has changed meanwhile. Look again.")
    room.past(LONG_ASLEEP)
    assert room.table.ask(HOST, GoOnWithout(1, room.nonce())).taken
    room.plans_ready(2)
    ask = next(ask for ask in room.view("host").screens.scribe().dialogues if ask.seat == 1)
    assert room.table.ask(HOST, AnswerQuestion(1, ask.digest, "sail", room.nonce())).taken
    ask = next(ask for ask in room.view("host").screens.scribe().dialogues if ask.seat == 1)
    assert room.table.ask(HOST, AnswerQuestion(1, ask.digest, "library", room.nonce())).taken
    assert room.view().screens.table().log[-1].scribe


# -- drafts ------------------------------------------------------------------------------------------------------------


def test_a_draft_is_seen_on_all_devices_of_the_seat_and_taken_back(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.answer(1, "add")
    assert room.asks(1) == ["order"]
    assert room.table.ask(token(1), StepBack(1)).taken
    assert room.asks(1) == ["plan"]
    assert room.table.ask(token(1), StepBack(1)).taken


def test_the_answers_of_scribe_and_seat_do_not_meet(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    ask = next(ask for ask in room.view("host").screens.scribe().dialogues if ask.seat == 1)
    assert room.table.ask(HOST, AnswerQuestion(1, ask.digest, "sail", room.nonce())).taken
    assert room.asks(1) == ["turn"]
    room.answer(1, "sail", "library")
    assert [ask.question.key for ask in room.view("host").screens.scribe().dialogues] == ["turn"]


def test_a_draft_falls_when_what_it_stood_on_changes_and_says_so(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "sail")
    assert room.asks(1) == ["space"]
    assert room.table.ask(token(2), CorrectNumber("1.gold", 0, room.nonce())).taken
    assert room.asks(1) == ["space"], "the answers before still stand; the prices are looked at when it is sent"
    room.answer(1, "library")


def test_a_draft_whose_first_question_changed_is_dropped_with_a_word(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "sail")
    room.table.ask(token(2), CorrectNumber("1.fleets", 0, room.nonce()))
    assert room.asks(1) == ["turn"]
    (notice,) = room.view(1).screens.seat().notices
    assert room.say(notice.text) == "The table has changed while you were choosing. Look again."
    assert room.view(2).screens.seat().notices == ()
    room.answer(1, "sail", "library")
    assert room.view(1).screens.seat().notices == ()


# -- digests -----------------------------------------------------------------------------------------------------------


def test_what_others_do_meanwhile_does_not_matter(room: Room) -> None:
    room.begin(3)
    room.set_up()
    ask = room.asked(1, of=1)[0]
    room.answer(2, "add", "tax-2")
    room.plans_ready(2)
    assert room.give(1, ask, "ready").taken


def test_a_form_of_yesterday_is_refused_in_words(room: Room) -> None:
    room.begin(2)
    room.set_up()
    old = room.asked(1, of=1)[0]
    room.plans_ready(1)
    reply = room.give(1, old, "ready")
    assert (reply.code, room.words(reply)) == ("stale", "The table has changed meanwhile. Look again.") or (
        room.words(reply).endswith("is not possible now: You are ready already.")
    )
    room.plans_ready(2)
    reply = room.give(2, room.asked(1)[0], "sail")
    assert reply.code == "not-yours"
    turn = room.asked(1)[0]
    room.answer(1, "sail", "library")
    reply = room.give(1, turn, "sail")
    assert (reply.code, room.words(reply)) == ("stale", "That was already decided.")


def test_a_price_that_changed_is_said_with_both_numbers(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "sail")
    old = room.asked(1)[0]
    room.table.ask(token(2), CorrectNumber("1.gold", 0, room.nonce()))
    reply = room.give(1, old, "arsenal")
    assert (reply.code, room.words(reply)) == (
        "stale",
        "Arsenal: a fleet is not possible now: You are 1 gold short.",
    )


def options(**prices: int) -> Pick[str]:
    listed = tuple(Option(key, say("{what}", what=key), price=(Amount(n),)) for key, n in prices.items())
    return Pick(key="buy", prompt=say("Buy what?"), options=listed)


def test_what_changed_in_words() -> None:
    def words(before: Any, now: Any) -> tuple[str, dict[str, Any]]:
        message = what_changed(before, now)
        return message.text, {key: value for key, value in message.args.items() if isinstance(value, int)}

    assert words(options(ship=3), options(ship=5)) == (
        "The price of {what} was {old}, now it is {new}.",
        {"old": 3, "new": 5},
    )
    assert words(options(ship=3, fort=2), options(fort=2))[0] == "{what} is not there any more."
    assert words(options(ship=3), None)[0] == "That was already decided."
    assert words(options(ship=3), options(ship=3))[0] == "The table has changed meanwhile. Look again."
    assert words(Count(key="n", prompt=say("n"), high=3), options(ship=3))[0] == (
        "The table has changed meanwhile. Look again."
    )


def test_whoever_was_not_shown_a_question_does_not_learn_that_another_was() -> None:
    shown = Shown()
    shown.put(Viewer(1), "digest", options(ship=3))
    assert shown.get(Viewer(1), "digest") is not None
    assert shown.get(Viewer(2), "digest") is None
    assert shown.get(PUBLIC, "digest") is None
    for n in range(2 * Shown.KEPT):
        shown.put(PUBLIC, str(n), options(ship=n))
    assert shown.get(Viewer(1), "digest") is None
    assert shown.get(PUBLIC, str(2 * Shown.KEPT - 1)) is not None
    assert len(shown._questions) <= Shown.KEPT


def test_answers_are_read_back_in_words(room: Room) -> None:
    pick = options(ship=3, fort=2)
    many = PickMany(key="m", prompt=say("m"), options=pick.options, most=2)
    yes = Confirm(key="c", prompt=say("c"), yes=say("Do it"), no=say("Leave it"))
    heard = [
        room.say(in_words(question, answer))
        for question, answer in (
            (pick, "ship"),
            (many, ["fort", "ship"]),
            (many, []),
            (Dice(key="d", prompt=say("d"), dice=2), [3, 4]),
            (yes, True),
            (yes, False),
            (Count(key="n", prompt=say("n"), high=3), 2),
        )
    ]
    assert heard == ["ship", "ship and fort", "none", "3 + 4", "Do it", "Leave it", "2"]


# -- twice is once -----------------------------------------------------------------------------------------------------


def test_a_double_tap_counts_once(room: Room) -> None:
    room.begin(2)
    ask = room.asked(1)[0]
    first = room.give(1, ask, "2", "same")
    assert room.give(1, ask, "2", "same") == first == Reply()
    assert room.asks(1) == ["gold"]
    ask = room.asked(1)[0]
    assert room.give(1, ask, 2, "last") == room.give(1, ask, 2, "last") == Reply()
    assert room.entries == 2


def test_a_nonce_is_known_after_a_restart_too(rooms: Rooms) -> None:
    room = rooms()
    room.begin(2)
    room.answer(1, "2")
    ask = room.asked(1)[0]
    assert room.give(1, ask, 2, "sent-again").taken
    entries = room.entries
    room.close()
    room = rooms()
    assert room.give(1, ask, 2, "sent-again").taken
    assert room.entries == entries
    assert room.give(1, ask, 2, "another").code == "stale"


def test_undo_and_corrections_sent_twice_count_once(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "sail", "arsenal")
    for _ in range(2):
        assert room.table.ask(token(1), Undo(1, "undo-once")).taken
    assert room.asks(1) == ["turn"]
    for _ in range(2):
        assert room.table.ask(token(1), Redo(1, "redo-once")).taken
    assert room.asks(2) == ["turn"]
    for _ in range(2):
        assert room.table.ask(token(1), CorrectNumber("bank", 3, "bank-once")).taken
    assert room.lines()[-1] == "Ana sets Bank (table) to 3; before: 13."
    assert len([line for line in room.lines() if "before: " in line]) == 1


# -- cardboard ---------------------------------------------------------------------------------------------------------


def test_a_move_waits_until_the_cardboard_is_entered(room: Room) -> None:
    room.begin(2, chance={"battle": "cardboard", "weather": "cardboard"})
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "attack")
    entries = room.entries
    room.answer(1, "1,0")
    assert room.entries == entries, "nothing is on disk before the dice have fallen"
    assert room.asks(2) == room.asks(1) == ["weather"]
    assert room.reply(2, "calm").taken
    assert room.asks(2) == []
    assert room.asks(1) == ["battle"]
    turn = room.view().screens.table().turn
    assert turn is not None
    assert (turn.seats, turn.reason) == ((1,), room.asked(1)[0].question.prompt), "everybody sees what is thrown for"
    assert room.reply(1, [6, 1, 1]).code == "wrong-number"
    assert room.reply(1, ["6", "5"]).taken
    assert room.lines()[-2:] == ["Ana attacks Berta.", "2 hits."]
    assert room.asks(2) == ["hit"]


def test_what_the_companion_drew_before_stays_while_others_draw(room: Room) -> None:
    """Weather comes from the stream, then the battle is entered by hand; meanwhile nobody may shift the weather."""
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "attack", "1,0")
    (pending,) = room.moment.pending
    assert [drawn.key for drawn in pending.drawn] == ["weather"]
    dice = room.asked(1)[0].question
    assert isinstance(dice, Dice)
    room.answer(1, [6] * dice.dice)
    weather = next(drawn for drawn in room.table.rooms.running.play.head.drawn if drawn.key == "weather")
    assert weather.answer == ("calm" if dice.dice == 2 else "storm")


def test_a_secret_card_is_asked_of_its_seat_alone(room: Room) -> None:
    room.begin(3, chance=BY_HAND)
    room.answer(1, "2", 2)
    assert room.asks(1) == ["quest"]
    assert room.asks(2) == room.asks(3) == []
    assert room.view("host").screens.scribe().dialogues == ()
    info = room.view().screens.table().seats
    assert [seat.awaited for seat in info] == [True, False, False]
    ask = room.asked(1)[0]
    turn = room.view().screens.table().turn
    assert turn is not None
    assert turn.reason != ask.question.prompt
    for who in (token(2), HOST):
        reply = room.table.ask(who, AnswerQuestion(1, ask.digest, 3, room.nonce(), ask.service))
        assert reply.code == "not-yours"
    assert room.give(1, ask, 3).taken
    assert room.give(1, ask, 3).code == "stale"
    assert room.asks(1) == ["deck"]


def test_a_move_under_way_is_taken_back(room: Room) -> None:
    room.begin(2, chance={"weather": "cardboard"})
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "attack", "1,0")
    assert room.asks(1) == ["weather"]
    assert room.table.ask(token(1), StepBack(1)).taken
    assert room.asks(1) == ["turn"]
    assert room.asks(2) == []


def test_cardboard_waits_through_nonsense(room: Room) -> None:
    room.begin(2, chance={"weather": "cardboard"})
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "attack", "1,0")
    ask = room.asked(2)[0]
    assert room.give(2, ask, "hail").code == "not-offered"
    assert room.table.ask(token(2), AnswerQuestion(0, "other", "calm", "n1", ask.service)).code == "stale"
    assert room.table.ask(token(2), AnswerQuestion(0, ask.digest, "calm", "n2", "chance-99")).code == "stale"
    assert room.table.ask(token(2), AnswerQuestion(0, ask.digest, "calm", "n3", "chance-x")).code == "stale"
    assert room.give(2, ask, "calm").taken


# -- corrections -------------------------------------------------------------------------------------------------------


def test_a_correction_names_who_what_old_and_new(room: Room) -> None:
    room.begin(2)
    room.set_up()
    assert room.table.ask(token(2), CorrectNumber("1.gold", 7, room.nonce())).taken
    with_supply = ["Berta sets Gold (Ana) to 7; before: 2.", "Berta sets Bank (table) to 7; before: 12."]
    assert room.lines()[-2:] == with_supply
    assert room.table.ask(HOST, CorrectNumber("1.gold", 1, room.nonce())).taken
    assert room.lines()[-2] == "The table sets Gold (Ana) to 1; before: 7."


def test_a_secret_number_is_corrected_by_whoever_may_see_it(room: Room) -> None:
    room.begin(2)
    room.set_up()
    for who in (token(2), HOST):
        reply = room.table.ask(who, CorrectNumber("1.quest", 1, room.nonce()))
        unknown = room.table.ask(who, CorrectNumber("1.nothing", 1, room.nonce()))
        assert reply.code == unknown.code == "not-tracked"
    assert room.table.ask(token("stranger"), CorrectNumber("bank", 1, room.nonce())).code == "no-seat"
    old = room.state.sides[0].quest.value
    assert room.table.ask(token(1), CorrectNumber("1.quest", 2, room.nonce())).taken
    assert room.lines(1)[-1] == f"Ana corrects Quest (Ana): {old} becomes 2."
    assert room.lines(2)[-1] == room.lines()[-1] == "Ana corrects Quest (Ana): hidden becomes hidden."


@pytest.mark.parametrize("value", [-1, 10**6, -(10**12)])
def test_a_correction_out_of_bounds_is_refused(room: Room, value: int) -> None:
    room.begin(2)
    room.set_up()
    assert not room.table.ask(token(1), CorrectNumber("1.forts", value, room.nonce())).taken
    assert room.state.sides[0].forts == 1


# -- rules that break --------------------------------------------------------------------------------------------------


def test_a_bug_ends_the_step_and_not_the_play(rooms: Rooms, caplog: pytest.LogCaptureFixture) -> None:
    game = Crashing()
    room = rooms(game)
    room.begin(2)
    room.set_up()
    game.where = "apply"
    reply = room.reply(1, "ready")
    assert reply.code == "bug"
    assert "The rules stumbled over that; nothing was changed." in room.words(reply)
    problem = room.view().screens.table().problem
    assert problem is not None
    assert room.say(problem) == "The rules stumbled over the last step; nothing was changed by it."
    assert "KeyError at " in caplog.text
    assert "test_answers.py" in caplog.text
    assert "hidden card" not in caplog.text
    game.where = ""
    assert room.reply(1, "ready").taken
    assert room.view().screens.table().problem is None


def test_a_bug_in_asking_leaves_the_rest_of_the_page(rooms: Rooms, caplog: pytest.LogCaptureFixture) -> None:
    game = Crashing()
    room = rooms(game)
    room.begin(2)
    room.set_up()
    ask = room.asked(1)[0]
    game.where = "ask"
    anew(room)
    assert room.give(1, ask, "ready").code in ("bug", "stale")
    assert room.view(1).screens.seat().dialogues == ()
    assert room.view(1).screens.seat().widgets != ()
    assert "hidden card" not in caplog.text
    game.where = ""
    anew(room)
    assert room.give(1, ask, "ready").taken


@pytest.mark.parametrize("where", ["show", "score"])
def test_a_bug_in_showing_does_not_stop_the_play(rooms: Rooms, caplog: pytest.LogCaptureFixture, where: str) -> None:
    game = Crashing()
    room = rooms(game, profile="simulated")
    room.begin(2)
    room.set_up()
    game.where = where
    assert room.reply(1, "ready").taken
    view = room.view(2).screens.seat()
    assert room.asks(2) == ["plan"]
    assert view.table.sentence
    if where == "show":
        assert [widget.key for widget in view.widgets] == ["rules-broke", "quest"], "its own is there"
    assert "KeyError" in caplog.text
    assert "hidden card" not in caplog.text


def test_dice_are_entered_by_who_rolls(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "attack", "1,0")
    ask = room.asked(1)[0]
    assert ask.seat == 1
    reply = room.give(2, ask, [6] * ask.question.dice)  # type: ignore[union-attr]
    assert (reply.code, room.words(reply)) == ("not-yours", "That question is for Ana.")
    assert room.give(1, ask, [6] * ask.question.dice).taken  # type: ignore[union-attr]


def draw_twice(step: Step[Any], _: Answered) -> None:
    drawn = step.chance(Count(key="weather", prompt=say("Weather"), high=10**6))
    rolled = step.chance(Dice(key="battle", prompt=say("Dice"), dice=1), by=step.seat)
    step.state.said.append(f"{step.seat}: {drawn} {rolled}")


class TwoDraws(AskingGame):
    """Everybody may move at any time; a move draws a number and then rolls dice of cardboard."""

    meta = Meta(
        key="asking", title=say("Two draws"), seats=(1, 8), chance=(ChanceKind("battle", say("Dice"), "cardboard"),)
    )

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.rules = {Answered: draw_twice}

    def waits_for(self, state: Any) -> Awaited:
        return Awaited(tuple(state.seats))


def test_what_was_drawn_before_the_cardboard_is_not_drawn_anew(rooms: Rooms) -> None:
    """Another seat's move draws in between: the first one's number stays, or the move is refused in words."""
    room = rooms(TwoDraws("confirm"))
    room.begin(2, "asking")
    room.answer(1, True)
    (pending,) = room.moment.pending
    room.answer(2, True)
    assert room.reply(2, [2]).taken
    reply = room.reply(1, [5], key="battle")
    if reply.taken:
        assert room.state.said[-1] == f"1: {pending.drawn[0].answer} [5]"
    else:
        assert room.words(reply).startswith("Somebody else was faster")
        assert len(room.state.said) == 1


def test_an_answer_is_told_what_changed_only_about_the_same_kind_of_question() -> None:
    pick = Pick(key="k", prompt=say("Which?"), options=(Option("a", say("A")),))
    count = Count(key="k", prompt=say("How many?"), low=1, high=2)
    gone = structs.replace(pick, options=())
    assert what_changed(pick, gone).text == "{what} is not there any more."
    assert what_changed(count, pick).text == "The table has changed meanwhile. Look again."
    assert what_changed(pick, structs.replace(gone, key="other")).text == "The table has changed meanwhile. Look again."
