"""The last seal of a common choice at a table: everybody reads what was chosen, and only then dice are asked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.athens_sparta import AthensSparta
from companion.plays.maintenance.verify import verify
from companion.service.agreement.agreement_requests import GoOnWithout, Undo
from companion.service.play.answers import CorrectNumber
from companion.service.seats.attendance import AFTER_KEY
from companion.service.seats.seats_state import LONG_ASLEEP
from companion.service.session.session import ResumePlay
from tests.core.omens import Omens
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]
CANCELLED = "1.cancel.both.practice-earthquake"
"""An event that leads from the choice of cards straight to the dice."""


@pytest.fixture
def omens(rooms: Rooms) -> Room:
    """All but the last have chosen."""
    room = rooms(Omens())
    room.begin(3, "omens")
    room.answer(1, 7)
    room.answer(3, 5)
    return room


def pages(room: Room) -> list[list[str]]:
    return [room.asks(seat) for seat in (1, 2, 3)]


def test_what_was_chosen_is_told_before_the_dice_are_asked_for(omens: Room) -> None:
    omens.answer(2, 4)
    assert omens.lines()[-3:] == ["Ana: 7", "Berta: 4", "Carla: 5"]
    assert pages(omens) == [["omen"], [], []]
    assert omens.moment.awaited.must == (1,)
    assert omens.moment.pending == ()


def test_nobody_can_choose_anew_while_the_dice_are_looked_at(omens: Room) -> None:
    before = [omens.asked(seat)[0] for seat in (1, 3)]
    omens.answer(2, 4)
    for seat, ask in zip((1, 3), before, strict=True):
        assert omens.give(seat, ask, 9).code == "stale"
    assert omens.state.shown == {1: 7, 2: 4, 3: 5}


def test_who_rolls_enters_the_dice_and_all_choose_again(omens: Room) -> None:
    omens.answer(2, 4)
    ask = omens.asked(1)[0]
    assert omens.give(2, ask, [6, 6]).code == "not-yours"
    assert omens.reply(1, [6]).code == "wrong-number"
    assert omens.reply(1, [6, 5], nonce="dice").taken
    entries = omens.entries
    assert omens.give(1, ask, [6, 5], "dice").taken, "sent again"
    assert omens.entries == entries
    assert pages(omens) == [["number"], ["number"], ["number"]]
    assert omens.state.totals == {1: 18, 2: 4, 3: 5}


def test_after_a_restart_the_dice_are_still_asked_for(omens: Room, rooms: Rooms) -> None:
    omens.answer(2, 4)
    play = omens.moment.playing.on.id
    omens.close()
    again = rooms(Omens(), seed="again")
    again._nonces = omens._nonces
    again.host()
    again.sit(1, 2, 3)
    if again.moment.playing.play is None:
        assert again.table.ask(HOST, ResumePlay(play)).taken
    assert pages(again) == [["omen"], [], []]
    again.answer(1, [6, 5])
    assert again.state.totals == {1: 18, 2: 4, 3: 5}
    assert verify(again.log, {"omens": Omens()}).differences == ()


def test_dice_are_taken_back_without_what_was_chosen(omens: Room) -> None:
    omens.answer(2, 4)
    omens.answer(1, [6, 5])
    assert omens.table.ask(token(1), Undo(1, "undo-dice")).taken
    for seat in (2, 3):
        assert omens.reply(seat, True, key="vote-undo").taken
    assert pages(omens)[0] == ["omen"]
    assert omens.state.shown == {1: 7, 2: 4, 3: 5}
    omens.answer(1, [1, 1])
    assert omens.state.totals == {1: 9, 2: 4, 3: 5}


def test_a_corrected_number_changes_the_question(omens: Room) -> None:
    omens.answer(2, 4)
    assert omens.table.ask(token(2), CorrectNumber("dice", 3, "correct")).taken
    assert omens.reply(1, [6, 5]).code == "wrong-number"
    assert omens.reply(1, [6, 5, 4]).taken


def test_dice_of_a_sleeper_may_be_entered_by_anybody(omens: Room) -> None:
    omens.answer(2, 4)
    omens.past(LONG_ASLEEP + AFTER_KEY)
    (asleep,) = [each for each in omens.view().screens.table().sleepers if each.seat == 1]
    assert [omens.say(line) for line in asleep.commits] == [
        "Somebody else enters what the cardboard shows: Roll the omens."
    ]
    assert omens.table.ask(HOST, GoOnWithout(1, omens.nonce())).taken
    assert omens.asks(2) == ["omen"]
    omens.answer(2, [1, 1])
    assert omens.state.totals == {1: 9, 2: 4, 3: 5}


def test_a_cancelled_turn_of_athens_and_sparta_reveals_the_cards_before_the_dice(rooms: Rooms) -> None:
    room = rooms(AthensSparta())
    chance = {"deal": "cardboard", "attrition": "cardboard"}
    room.begin(2, "athens-sparta", {"box": "practice"}, chance)  # type: ignore[arg-type]
    room.answer(1, "1", 85, 1, "B2", 3, "C3", 3)
    for seat, hand in ((1, (CANCELLED, "4", "1", "2", "3", "4")), (2, ("1", "2", "3", "4", "4", "3"))):
        room.answer(seat, *hand)
    room.answer(1, "keep")
    room.answer(2, "keep")
    room.answer(2, "2")
    sealed = room.asked(2)[0]
    room.answer(1, CANCELLED)
    assert room.state.played == {"athens": CANCELLED, "sparta": "2"}
    assert "Sparta plays 2 MP." in room.lines()
    assert (room.asks(1), room.asks(2)) == (["attrition"], [])
    assert room.give(2, sealed, "4").code == "stale"
    for seat in (1, 1, 2):
        room.answer(seat, [1] * room.asked(seat)[0].question.dice)  # type: ignore[union-attr]
    assert sum("Attrition" in line for line in room.lines()) == 3
    assert room.moment.awaited.secret
