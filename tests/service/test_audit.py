"""A table audit: everybody counts what lies before them, what differs is set right when the table agrees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.secrecy import Sealed
from companion.service.agreement.ballots import FRESH
from companion.service.agreement.consent import LAPSE
from companion.service.agreement.votes import YES_COUNTS
from companion.service.audit.audit import (
    Audit,
    AuditedNumber,
    Discrepancy,
    PartCount,
    counted,
    differences,
    followed,
    uneven,
)
from companion.service.audit.audit_views import CountedPart
from companion.service.audit.running_audit import (
    AuditWithoutMissing,
    CountPart,
    PutInNumbers,
    SkipCount,
    StartAudit,
    StopAudit,
)
from companion.service.clock.turn_clock import SetClock
from companion.service.play.answers import AnswerQuestion, CorrectNumber, StepBack
from companion.service.play.play_views import Dialogue
from companion.service.seats.seating import AddPlayer
from companion.service.seats.seats_state import LONG_ASLEEP
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain, ResumePlay
from tests.service.at_table import HOST, NAMES, Room, token
from tests.service.test_agreeing import open_pages

Rooms = Callable[..., Room]


def playing(room: Room, seats: int = 3, *awake: int) -> None:
    """Set up, planned; the first seat is on turn."""
    room.begin(seats)
    room.set_up()
    room.plans_ready(*range(1, seats + 1))
    open_pages(room, *(awake or range(1, seats + 1)))


def start(room: Room, seat: int = 1) -> None:
    reply = room.table.ask(token(seat), StartAudit(room.nonce()))
    assert reply.taken, room.words(reply)


def part(room: Room, seat: int, of: int | None = None) -> CountedPart:
    """What the page of ``seat`` counts, for itself or for the table."""
    of = seat if of is None else of
    return next(one for one in room.view(seat).screens.seat().counting if one.seat == of)


def count(room: Room, seat: int, of: int | None = None, **numbers: int) -> None:
    """Confirm a part as the page does; ``_`` stands for a dot in the keys of ``numbers``."""
    shown = part(room, seat, of)
    said = {key.replace("_", "."): value for key, value in numbers.items()}
    keys = {name.lstrip("."): value for name, value in said.items()}
    reply = room.table.ask(token(seat), CountPart(shown.seat, keys, shown.stood, room.nonce()))
    assert reply.taken, room.words(reply)


def number(room: Room, key: str) -> int:
    play = room.moment.play
    assert play is not None
    return next(one.value for one in play.game.inventory(room.state) if one.key == key)


def ask_of(room: Room, seat: int, service: str) -> Dialogue:
    return next(ask for ask in room.asked(seat) if service in (ask.service, ask.question.key))


def give(room: Room, seat: int, service: str, *answers: Any) -> None:
    for answer in answers:
        reply = room.give(seat, ask_of(room, seat, service), answer)
        assert reply.taken, room.words(reply)


def standing(room: Room) -> dict[int, str]:
    audit = room.view().screens.table().audit
    assert audit is not None
    return {each.seat: each.standing for each in audit.seats}


def words(room: Room, seat: int) -> list[str]:
    return [room.say(note.text) for note in room.view(seat).screens.seat().notices]


# -- everything is right ---------------------------------------------------------------------------------------------


def test_one_tap_each_and_everything_is_right(room: Room) -> None:
    playing(room)
    entries = room.entries
    start(room, 2)
    assert standing(room) == {0: "counting", 1: "counting", 2: "counting", 3: "counting"}
    assert [one.seat for one in room.view(2).screens.seat().counting] == [2, 0], "who asked counts what all share"
    assert [one.seat for one in room.view(1).screens.seat().counting] == [1]
    count(room, 1)
    assert standing(room)[1] == "right"
    count(room, 2)
    count(room, 2, 0)
    assert room.view().screens.table().audit is not None
    count(room, 3)
    assert room.view().screens.table().audit is None
    assert words(room, 1) == ["Counted: everything is right."]
    assert room.entries == entries
    assert room.asks(1) == ["turn"]


def test_only_one_at_a_time_and_only_of_what_is_counted(rooms: Rooms) -> None:
    room = rooms(sheets=True)
    assert room.table.ask(token(1), StartAudit("x")).code == "no-seat"
    room.begin(3, "sheet:oh-hell")
    reply = room.table.ask(token(1), StartAudit(room.nonce()))
    assert (reply.code, room.words(reply)) == ("nothing-counted", "Nothing is counted yet.")


def test_a_second_audit_has_to_wait(room: Room) -> None:
    playing(room)
    start(room)
    assert room.table.ask(token(2), StartAudit(room.nonce())).code == "audit-on"


# -- something differs -------------------------------------------------------------------------------------------------


def test_the_smallest_correction_is_proposed_agreed_and_logged(room: Room) -> None:
    playing(room)
    gold, bank, entries = number(room, "1.gold"), number(room, "bank"), room.entries
    start(room)
    count(room, 1, **{"1_gold": gold + 2})
    assert standing(room)[1] == "differs"
    assert room.view().screens.table().audit.rows == ()  # type: ignore[union-attr]
    count(room, 1, 0)
    count(room, 2)
    count(room, 3)
    audit = room.view().screens.table().audit
    assert audit is not None
    assert not audit.counting
    assert [(row.seat, row.was, row.now, row.supply) for row in audit.rows] == [
        (1, gold, gold + 2, False),
        (0, bank, bank - 2, True),
    ]
    assert audit.waiting == (1,)
    assert room.entries == entries
    assert "audit-agree" not in room.asks(2), "whoever asked for the audit decides first"
    labels = [room.say(option.label) for option in ask_of(room, 1, "audit-agree").question.options]  # type: ignore[union-attr]
    assert labels == [
        "Set it right",
        "Count again",
        "Stop the audit",
        f"Gold (Ana): {gold}, on the table {gold + 2}",
        f"Bank (table): {bank}, on the table {bank - 2}",
    ]
    refused = room.give(1, ask_of(room, 1, "audit-agree"), "row.0")
    assert refused.code == "out-of-reach"
    give(room, 1, "audit-agree", "set")
    labels = [room.say(option.label) for option in ask_of(room, 2, "audit-agree").question.options]  # type: ignore[union-attr]
    assert labels[:2] == ["Set it right", "Count again"]
    assert labels[2].startswith("Gold (Ana)")
    give(room, 2, "audit-agree", "set")
    assert number(room, "1.gold") == gold
    give(room, 3, "audit-agree", "set")
    assert (number(room, "1.gold"), number(room, "bank")) == (gold + 2, bank - 2)
    assert room.entries == entries + 1
    assert room.lines()[-2:] == [
        f"Ana sets their Gold to {gold + 2}; before: {gold}.",
        f"Ana sets Bank (table) to {bank - 2}; before: {bank}.",
    ]
    assert words(room, 3) == ["2 numbers were set right."]
    assert room.moment.audit is None
    room.answer(1, "sail", "arsenal")


def test_gold_that_only_changed_hands_needs_no_bank(room: Room) -> None:
    playing(room)
    one, two = number(room, "1.gold"), number(room, "2.gold")
    start(room)
    count(room, 1, **{"1_gold": one + 1})
    count(room, 2, **{"2_gold": two - 1})
    count(room, 1, 0)
    count(room, 3)
    audit = room.view().screens.table().audit
    assert audit is not None
    assert [(row.seat, row.now) for row in audit.rows] == [(1, one + 1), (2, two - 1)]
    assert audit.uneven == ()


def test_whoever_counts_the_bank_otherwise_is_believed_and_told_what_does_not_add_up(room: Room) -> None:
    playing(room)
    gold, bank = number(room, "1.gold"), number(room, "bank")
    start(room)
    count(room, 1, **{"1_gold": gold + 2})
    count(room, 1, 0, bank=bank - 5)
    for seat in (2, 3):
        count(room, seat)
    audit = room.view().screens.table().audit
    assert audit is not None
    assert [row.now for row in audit.rows] == [bank - 5, gold + 2]
    assert [(room.say(odd.label), odd.n) for odd in audit.uneven] == [("Bank", -3)]


def test_one_no_and_it_is_counted_again(room: Room) -> None:
    playing(room)
    gold, entries = number(room, "1.gold"), room.entries
    start(room)
    count(room, 1, **{"1_gold": gold + 2})
    count(room, 1, 0)
    for seat in (2, 3):
        count(room, seat)
    give(room, 1, "audit-agree", "set")
    give(room, 2, "audit-agree", "again")
    assert room.entries == entries
    assert standing(room) == {0: "right", 1: "counting", 2: "counting", 3: "right"}
    assert words(room, 1) == ["Berta wants to count again."]
    assert [one.said for one in part(room, 1).numbers if one.key == "1.gold"] == [gold + 2], "what was said stays"
    count(room, 1)
    count(room, 2)
    assert room.moment.audit is None


def test_a_count_that_cannot_be_is_refused_and_nothing_is_confirmed(room: Room) -> None:
    playing(room)
    start(room)
    shown = part(room, 1)
    for numbers in ({"1.gold": 1000}, {"1.gold": -1}, {"2.gold": 3}, {"bank": 3}, {"none": 1}):
        reply = room.table.ask(token(1), CountPart(1, numbers, shown.stood, room.nonce()))
        assert reply.code == "out-of-bounds", numbers
    assert room.table.ask(token(1), CountPart(1, {}, "stale", room.nonce())).code == "stale"
    assert room.table.ask(token(1), CountPart(2, {}, shown.stood, room.nonce())).code == "not-yours"
    assert room.table.ask(token(2), CountPart(0, {}, part(room, 1, 0).stood, room.nonce())).code == "not-yours"
    assert room.table.ask(token(8), CountPart(1, {}, shown.stood, room.nonce())).code == "no-seat"
    assert set(standing(room).values()) == {"counting"}


# -- what only one seat may know ---------------------------------------------------------------------------------------


def test_a_hidden_number_is_counted_by_its_owner_and_shown_to_nobody(room: Room) -> None:
    playing(room)
    quest = number(room, "2.quest")
    start(room)
    assert [one.key for one in part(room, 2).numbers if one.secret] == ["2.quest"]
    assert not any(one.secret for seat in (1, 3) for one in part(room, seat).numbers if one.key == "2.quest")
    for seat in (1, 3):
        assert "2.quest" not in str(room.view(seat).screens.seat())
    assert "2.quest" not in str(room.view("host").screens.scribe())
    other = 3 if quest != 3 else 1
    count(room, 2, **{"2_quest": other})
    assert standing(room)[2] == "right", "that a hidden number differs is told with the proposal, not before"
    count(room, 1)
    count(room, 1, 0)
    count(room, 3)
    (row,) = room.view().screens.table().audit.rows  # type: ignore[union-attr]
    assert (row.seat, row.was, row.now) == (2, None, None)
    assert [(row.was, row.now) for row in room.view(2).screens.seat().differing] == [(quest, other)]
    assert [(row.was, row.now) for row in room.view(1).screens.seat().differing] == [(None, None)]
    for seat in (1, 2, 3):
        labels = [room.say(option.label) for option in ask_of(room, seat, "audit-agree").question.options]  # type: ignore[union-attr]
        assert labels[-1] == "Quest (Berta): hidden"
        give(room, seat, "audit-agree", "set")
    assert number(room, "2.quest") == other
    told: Any = room.view(1).screens.seat().log[-1].told
    assert isinstance(told.args["new"], Sealed)
    assert not told.args["new"].known
    assert room.lines(2)[-1] == f"Ana corrects Quest (Berta): {quest} becomes {other}."


# -- by keys, scribe and host ------------------------------------------------------------------------------------------


def test_by_questions_alone(room: Room) -> None:
    """Keys, terminal and API answer these: a list, the number that differs, the list again."""
    playing(room)
    gold = number(room, "2.gold")
    start(room)
    assert room.asks(2)[0] == "audit"
    give(room, 2, "audit-2", "number.2.gold")
    asked = ask_of(room, 2, "audit-2")
    assert (asked.question.key, asked.question.start) == ("audit-number", gold)  # type: ignore[union-attr]
    assert room.table.ask(token(2), StepBack(2)).taken
    assert room.asks(2)[0] == "audit"
    give(room, 2, "audit-2", "number.2.gold", gold + 1)
    options = {str(option.value): room.say(option.label) for option in ask_of(room, 2, "audit-2").question.options}  # type: ignore[union-attr]
    assert options["right"] == "Done: 1 number differs"
    assert options["number.2.gold"] == f"Gold: {gold}, on the table {gold + 1}"
    old = ask_of(room, 2, "audit-2")
    give(room, 2, "audit-2", "right")
    assert room.give(2, old, "right").code == "stale"
    assert ask_of(room, 2, "audit-2s").question.secret
    give(room, 2, "audit-2s", "right")
    assert standing(room)[2] == "differs"
    stranger = room.table.ask(
        token(3), AnswerQuestion(1, ask_of(room, 1, "audit-1").digest, "right", room.nonce(), "audit-1")
    )
    assert stranger.code == "not-yours"


def test_at_the_keys_of_a_seat(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    for seat in (1, 2):
        room.press(seat, "back")
    gold = number(room, "2.gold")
    start(room)
    face = room.face(2)
    assert (face.prompt, face.items[0].label, face.items[1].label) == ("In front of you?", "All right", f"Gold: {gold}")
    room.press(2, "down", "ok")
    assert (room.face(2).prompt, room.face(2).value) == ("Gold?", gold)
    room.press(2, "up", "ok")
    assert room.face(2).items[0].label == "Done: 1 differ"
    room.press(2, "ok")
    room.tell("hold 2 peek")
    assert room.face(2).private
    assert room.face(2).items[0].label == "All right"
    room.press(2, "ok")
    room.tell("release 2 peek")
    assert standing(room)[2] == "differs"
    room.press(1, "ok")
    room.tell("hold 1 peek")
    room.press(1, "ok")
    room.tell("release 1 peek")
    assert room.face(1).prompt == "On the table?"
    room.press(1, "ok")
    assert room.face(1).prompt == "Set right: 2?"
    room.press(1, "ok")
    assert room.face(2).items[2].label == f"Gold: {gold}, now {gold + 1}"
    assert room.face(2).hint == "Asked: Berta"
    room.past(FRESH)
    room.press(2, "up", "ok")
    assert number(room, "2.gold") == gold
    room.past(YES_COUNTS)
    assert number(room, "2.gold") == gold + 1
    assert room.asks(1) == ["turn"]


def test_the_panel_counts_what_all_share(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    room.begin(2)
    room.set_up()
    start(room)
    assert room.face(0).prompt == "On the table?"
    room.press("panel", "ok")
    assert standing(room)[0] == "right"


def test_a_scribe_counts_for_everybody_but_not_what_is_hidden(room: Room) -> None:
    playing(room, 3, 3)
    gold = number(room, "1.gold")
    assert room.table.ask(HOST, StartAudit(room.nonce())).taken
    view = room.view("host").screens.scribe()
    assert [one.seat for one in view.counting] == [0, 1, 2, 3]
    assert not any(number.secret for one in view.counting for number in one.numbers)
    for one in view.counting:
        said = {"1.gold": gold - 1} if one.seat == 1 else {}
        assert room.table.ask(HOST, CountPart(one.seat, said, one.stood, room.nonce())).taken
    assert standing(room) == {0: "right", 1: "left", 2: "left", 3: "counting"}, "3 is awake: it has a number of its own"
    give(room, 3, "audit-3s", "right")
    assert room.view().screens.table().audit.waiting == (0,)  # type: ignore[union-attr]
    (ask,) = (ask for ask in room.view("host").screens.scribe().dialogues if ask.service == "audit-agree")
    assert room.table.ask(HOST, AnswerQuestion(0, ask.digest, "set", room.nonce(), ask.service)).taken
    assert room.view().screens.table().audit.waiting == (1, 2, 3)  # type: ignore[union-attr]
    for seat in (1, 2, 3):
        give(room, seat, "audit-agree", "set")
    assert number(room, "1.gold") == gold - 1


def test_who_holds_the_only_device_says_yes_and_the_log_says_who_was_not_asked(room: Room) -> None:
    room.host()
    for seat in (1, 2, 3):
        assert room.table.ask(HOST, AddPlayer(seat, NAMES[seat])).taken
    room.table.ask(HOST, ChooseGame("torture", {}, {}))
    assert room.table.ask(HOST, BeginPlay()).taken
    gold = number(room, "1.gold")
    assert room.table.ask(HOST, StartAudit(room.nonce())).taken
    for one in room.view("host").screens.scribe().counting:
        said = {"1.gold": gold + 1} if one.seat == 1 else {}
        assert room.table.ask(HOST, CountPart(one.seat, said, one.stood, room.nonce())).taken
    room.past(2000)
    assert number(room, "1.gold") == gold, "nothing is set right unless somebody has said so"
    (ask,) = (ask for ask in room.view("host").screens.scribe().dialogues if ask.service == "audit-agree")
    assert room.table.ask(HOST, AnswerQuestion(0, ask.digest, "set", room.nonce(), ask.service)).taken
    assert number(room, "1.gold") == gold + 1
    assert room.lines()[-1] == "Not asked, having neither phone nor keys: Ana, Berta and Carla."


# -- nobody holds up the table -----------------------------------------------------------------------------------------


def test_whoever_asked_goes_on_without_the_others(room: Room) -> None:
    playing(room)
    gold = number(room, "1.gold")
    start(room)
    count(room, 1, **{"1_gold": gold + 1})
    count(room, 1, 0)
    wait = ask_of(room, 1, "audit-wait")
    assert room.say(wait.question.prompt) == "Still counting: Berta and Carla"
    assert room.asks(1)[0] == "turn", "the game's question comes first"
    give(room, 1, "audit-wait", "go-on")
    assert standing(room) == {0: "right", 1: "differs", 2: "left", 3: "left"}


def test_a_seat_that_does_not_count_is_left_out(room: Room) -> None:
    playing(room)
    start(room)
    give(room, 2, "audit-2", "later")
    assert standing(room)[2] == "left"
    assert not any(ask.service.startswith("audit") for ask in room.asked(2))
    assert room.table.ask(token(3), SkipCount(3)).taken
    assert room.table.ask(token(3), SkipCount(1)).code == "not-yours"
    count(room, 2)
    assert standing(room)[2] == "right", "it may count after all"


def test_nothing_is_counted_when_all_leave(room: Room) -> None:
    playing(room, 2)
    start(room)
    give(room, 1, "audit-0", "later")
    give(room, 1, "audit-1", "later")
    give(room, 2, "audit-2", "later")
    assert words(room, 1) == ["Nothing was counted."]


def test_only_whoever_asked_or_the_host_stops_it(room: Room) -> None:
    playing(room)
    start(room, 2)
    for request in (StopAudit(), AuditWithoutMissing()):
        assert room.table.ask(token(1), request).code == "not-yours"
    assert room.table.ask(token(2), StopAudit()).taken
    assert words(room, 3) == ["The audit was stopped; nothing was corrected."]
    assert room.table.ask(token(2), StopAudit()).code == "no-audit"
    start(room, 2)
    assert room.table.ask(HOST, StopAudit()).taken


def one_gold_more(room: Room) -> int:
    """All have counted, and the first seat has a coin more than the companion knew; what it knew."""
    gold = number(room, "1.gold")
    start(room)
    count(room, 1, **{"1_gold": gold + 1})
    count(room, 1, 0)
    for seat in (2, 3):
        count(room, seat)
    return gold


def test_a_seat_has_its_vote_however_dark_its_phone_is_and_the_count_outlasts_the_vote(room: Room) -> None:
    playing(room)
    gold = one_gold_more(room)
    give(room, 1, "audit-agree", "set")
    give(room, 2, "audit-agree", "set")
    room.past(LAPSE - 1 - 2 * YES_COUNTS)
    assert number(room, "1.gold") == gold
    assert room.view().screens.table().audit.waiting == (3,)  # type: ignore[union-attr]
    room.past(2 * YES_COUNTS)
    assert number(room, "1.gold") == gold
    assert words(room, 1) == ["Nobody answered in time. Nothing was changed: 2 numbers set right"]
    assert standing(room)[1] == "differs", "nobody has to count again"
    for seat in (1, 2, 3):
        give(room, seat, "audit-agree", "set")
    assert number(room, "1.gold") == gold + 1


def test_a_no_stands_until_whoever_said_it_asks_for_the_same(room: Room) -> None:
    playing(room)
    gold = one_gold_more(room)
    give(room, 1, "audit-agree", "set")
    give(room, 2, "audit-agree", "again")
    count(room, 1, **{"1_gold": gold + 1})
    count(room, 2)
    reply = room.give(1, ask_of(room, 1, "audit-agree"), "set")
    assert (reply.code, room.words(reply)) == ("no-stands", "Berta said no. That stands until the play moves on.")
    room.past(LONG_ASLEEP + 1)
    for seat in (2, 1, 3):
        give(room, seat, "audit-agree", "set")
    assert number(room, "1.gold") == gold + 1


def test_whoever_put_it_to_the_table_withdraws_it(room: Room) -> None:
    playing(room)
    gold = one_gold_more(room)
    give(room, 1, "audit-agree", "set")
    assert not any(ask.service.startswith("withdraw") for ask in room.asked(2))
    give(room, 1, "withdraw", "withdraw")
    assert number(room, "1.gold") == gold
    assert room.view().screens.table().audit.waiting == (1,)  # type: ignore[union-attr]


def test_what_is_counted_again_takes_the_vote_with_it(room: Room) -> None:
    playing(room)
    gold = one_gold_more(room)
    give(room, 1, "audit-agree", "set")
    give(room, 2, "audit-agree", "set")
    count(room, 3, **{"3_fleets": number(room, "3.fleets") + 1})
    assert room.view().screens.table().votes == ()
    assert room.view().screens.table().audit.waiting == (1,)  # type: ignore[union-attr]
    assert number(room, "1.gold") == gold


def test_the_vote_does_not_tell_a_hidden_number(room: Room) -> None:
    """Who has the digest of a ballot could try all numbers until one gives the same."""
    told = []
    playing(room)
    quest = number(room, "2.quest")
    for other in {1, 2, 3} - {quest}:
        start(room)
        count(room, 2, **{"2_quest": other})
        count(room, 1)
        count(room, 1, 0)
        count(room, 3)
        give(room, 1, "audit-agree", "set")
        (vote,) = room.moment.votes
        told.append((vote.subject, vote.what, vote.asks))
        assert room.table.ask(token(1), StopAudit()).taken
    assert told[0] == told[1]


def test_anybody_stops_an_audit_that_stands_still(room: Room) -> None:
    playing(room)
    start(room, 2)
    count(room, 1)
    room.past(LONG_ASLEEP - 1)
    assert room.table.ask(token(1), StopAudit()).code == "not-yours"
    assert not any(ask.service == "audit-wait" for ask in room.asked(1))
    room.past(2)
    assert room.view().screens.table().audit.open  # type: ignore[union-attr]
    give(room, 1, "audit-wait", "stop")
    assert room.moment.audit is None


def test_the_play_goes_on_meanwhile_and_what_changed_is_counted_again(room: Room) -> None:
    playing(room)
    start(room, 2)
    for seat in (1, 2, 3):
        count(room, seat)
    fleets = number(room, "3.fleets")
    assert room.table.ask(token(3), CorrectNumber("3.fleets", fleets + 1, room.nonce())).taken
    assert standing(room) == {0: "counting", 1: "right", 2: "right", 3: "counting"}
    count(room, 3)
    count(room, 2, 0)
    assert room.moment.audit is None


def test_it_survives_a_restart(rooms: Rooms) -> None:
    room = rooms()
    playing(room)
    gold = number(room, "1.gold")
    start(room)
    count(room, 1, **{"1_gold": gold + 2})
    give(room, 2, "audit-2", "number.2.gold")
    room.close()
    again = rooms()
    again._nonces = 100
    open_pages(again, 1, 2, 3)
    assert standing(again) == {0: "counting", 1: "differs", 2: "counting", 3: "counting"}
    assert again.asks(2)[0] == "audit-number"
    assert again.table.ask(token(2), StepBack(2)).taken
    for seat, of in ((1, 0), (2, None), (3, None)):
        count(again, seat, of)
    give(again, 1, "audit-agree", "set")
    again.close()
    third = rooms()
    third._nonces = 200
    open_pages(third, 1, 2, 3)
    assert third.view().screens.table().audit.waiting == (1,)  # type: ignore[union-attr]
    for seat in (1, 2, 3):
        give(third, seat, "audit-agree", "set")
    assert number(third, "1.gold") == gold + 2
    third.close()
    assert rooms().moment.audit is None


def test_each_play_has_its_own(room: Room) -> None:
    playing(room)
    start(room)
    play = room.moment.gathering.play_id
    assert room.table.ask(HOST, PlayAgain()).taken
    assert room.moment.audit is None
    assert room.table.ask(HOST, ResumePlay(play)).taken
    assert room.moment.audit is not None


def test_the_clocks_stand_still_while_the_table_counts(room: Room) -> None:
    from companion.service.clock.turn_clock import ClockRule

    playing(room)
    assert room.table.ask(HOST, SetClock(ClockRule("up", 600, 5))).taken
    start(room)
    clocks = room.view().screens.table().clocks
    assert clocks is not None
    assert not any(seat.running for seat in clocks.seats)
    assert room.table.ask(HOST, StopAudit()).taken
    clocks = room.view().screens.table().clocks
    assert clocks is not None
    assert [seat.seat for seat in clocks.seats if seat.running] == [1]


# -- starting from what lies there -------------------------------------------------------------------------------------


def test_everything_is_taken_over_in_one_step(room: Room) -> None:
    playing(room)
    entries, yard, quest = room.entries, number(room, "yard"), number(room, "2.quest")
    numbers = {"1.gold": 9, "bank": 41, "2.quest": 3 - quest, "yard": yard}
    reply = room.table.ask(token(2), PutInNumbers(numbers, room.nonce()))
    assert room.words(reply) == "3 numbers were set right."
    assert (number(room, "1.gold"), number(room, "bank")) == (9, 41)
    assert room.entries == entries + 1
    reply = room.table.ask(token(2), PutInNumbers({"bank": 41}, room.nonce()))
    assert room.words(reply) == "Everything is as it was."
    assert room.entries == entries + 1


def test_nothing_is_taken_over_when_one_number_cannot_be(room: Room) -> None:
    playing(room)
    bank = number(room, "bank")
    for who, numbers, code in (
        (token(2), {"bank": 50, "1.laurels": 99}, "out-of-bounds"),
        (token(2), {"bank": 50, "1.quest": 1}, "not-tracked"),
        (HOST, {"bank": 50, "1.quest": 1}, "not-tracked"),
        (token(8), {"bank": 50}, "no-seat"),
    ):
        assert room.table.ask(who, PutInNumbers(numbers, room.nonce())).code == code
    assert number(room, "bank") == bank


# -- the plain functions -----------------------------------------------------------------------------------------------


def audited(key: str, value: int, seat: int, word: str = "", low: int = 0) -> AuditedNumber:
    from companion.core.wording import verbatim

    return AuditedNumber(key, verbatim(key), value, low, 99, seat=seat, conserved=word)


@pytest.mark.parametrize(
    ("bank", "said", "proposed", "odd"),
    [
        (5, {"a": 3}, {"a": 3, "bank": 4}, 0),
        (0, {"a": 3}, {"a": 3}, 1),
        (5, {"a": 3, "b": 1}, {"a": 3, "b": 1}, 0),
        (5, {"a": 2}, {}, 0),
        (5, {"free": 9}, {"free": 9}, 0),
    ],
)
def test_the_smallest_correction(bank: int, said: dict[str, int], proposed: dict[str, int], odd: int) -> None:
    """The bank makes up for what must add up, unless it has not enough: then people are told."""
    table = {
        (0, False): (audited("bank", bank, 0, "coins"),),
        (1, False): (audited("a", 2, 1, "coins"), audited("free", 7, 1)),
        (2, False): (audited("b", 2, 2, "coins"),),
    }
    parts = tuple(counted(PartCount(*key), numbers, said) for key, numbers in table.items())
    audit = Audit("x", 1, parts)
    assert {each.audited.key: each.now for each in differences(audit, table)} == proposed
    assert sum(drift for _, drift in uneven(audit, table)) == odd


def test_a_hidden_number_never_moves_the_bank() -> None:
    table = {(0, False): (audited("bank", 9, 0, "coins"),), (1, True): (audited("a", 2, 1, "coins"),)}
    parts = (counted(PartCount(0), table[0, False], {}), counted(PartCount(1, True), table[1, True], {"a": 3}))
    audit = Audit("x", 1, parts)
    assert [(each.audited.key, each.supply) for each in differences(audit, table)] == [("a", False)]
    assert uneven(audit, table) == ()
    moved = {(0, False): table[0, False], (1, True): (audited("a", 4, 1, "coins"),)}
    assert followed(audit, moved) is audit, "what its owner does in secret shows nobody that it was done"


def test_a_claim_about_a_number_that_has_moved_is_dropped() -> None:
    table = {(1, False): (audited("a", 2, 1), audited("b", 2, 1))}
    audit = Audit("x", 1, (counted(PartCount(1), table[1, False], {"a": 3, "b": 4}),))
    moved = followed(audit, {(1, False): (audited("a", 7, 1), audited("b", 2, 1))})
    assert moved.parts[0].said == {"b": Discrepancy(2, 4)}
    assert not moved.parts[0].done
