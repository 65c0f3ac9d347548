"""People tell how many dice hit, together with the move that they were thrown for; or the faces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.questions import Answer, Dice
from companion.locale import speaker
from companion.service.play.answers import AnswerQuestion
from tests.games.athens_sparta.test_athens_sparta_keys import BATTLE, Seats
from tests.service.at_table import token
from tests.web.flask_site import Site, answered

ENGLISH = speaker("en", {1: "Ann", 2: "Ben"})


@pytest.fixture
def fires(tmp_path: Path) -> Iterator[Seats]:
    """Seat 1 is about to fire two dice, of which ones hit."""
    seats = Seats(tmp_path, "fires")
    for seat, answer in BATTLE[: [answer for _, answer in BATTLE].index("fire")]:
        seats.by_phone(seat, answer)
    yield seats
    seats.room.close()


def told_last(seats: Seats) -> str:
    return " ".join(ENGLISH.say(line.told) for line in seats.room.page(1).log[-2:])


def test_the_hits_are_sent_with_the_fire(fires: Seats) -> None:
    ask = fires.ask(1)
    assert ask.throws is not None
    assert (ask.question.key, ask.question.preset, ask.throws.dice, ask.throws.hits) == ("act", "fire", 2, (1,))
    reply = fires.room.table.ask(token(1), AnswerQuestion(1, ask.digest, "fire", "n-1", thrown=1))
    assert reply.taken
    assert fires.ask(2).question.key == "act", "nobody is asked for dice"
    assert "1 hit." in told_last(fires)
    assert "rolls" not in told_last(fires), "no face was read"


@pytest.mark.parametrize("thrown", [3, -1, [1, 7], [1]])
def test_dice_that_cannot_lie_there_are_refused_and_change_nothing(fires: Seats, thrown: Answer) -> None:
    ask = fires.ask(1)
    assert not fires.room.table.ask(token(1), AnswerQuestion(1, ask.digest, "fire", "n-1", thrown=thrown)).taken
    assert fires.ask(1) == ask


def test_dice_of_a_move_that_throws_none_are_refused(fires: Seats) -> None:
    ask = fires.ask(1)
    before = fires.room.state
    assert not fires.room.table.ask(token(1), AnswerQuestion(1, ask.digest, "retreat", "n-1", thrown=1)).taken
    assert fires.room.state == before


@pytest.mark.parametrize(
    ("sent", "words"), [({"thrown": "1"}, "1 hit"), ({"thrown": "faces", "thrown-0": "1", "thrown-1": "4"}, "1 and 4")]
)
def test_a_page_sends_hits_or_faces_with_the_fire(fires: Seats, sent: dict[str, str], words: str) -> None:
    browser = Site(fires.room).browser(1)
    page = browser.get("/seat").text
    assert 'name="thrown" value="2"' in page
    assert 'value="fire"' not in page, "firing is told by its dice"
    browser.post("/seat/answer", {**answered(fires.ask(1), "retreat"), **sent})
    assert fires.ask(2).question.key == "act"
    assert words in told_last(fires)


def test_the_companions_dice_are_not_asked_for(tmp_path: Path) -> None:
    seats = Seats(tmp_path, "rolled", dice="companion")
    try:
        for seat, answer in BATTLE[: [answer for _, answer in BATTLE].index("fire")]:
            seats.by_phone(seat, answer)
        assert seats.ask(1).throws is None
    finally:
        seats.room.close()


def test_hits_alone_are_taken_where_the_dice_are_asked_for(fires: Seats) -> None:
    fires.by_phone(1, "fire")
    dice = fires.ask(1).question
    assert isinstance(dice, Dice)
    assert (dice.parse("hits 1"), dice.format(1), dice.format([1, 4]), dice.hits_of([1, 4])) == (1, "hits 1", "1 4", 1)
    fires.by_phone(1, 1)
    assert "1 hit" in told_last(fires)


def test_dice_that_nobody_has_read_yet_are_no_mistake(fires: Seats) -> None:
    fires.by_phone(1, "fire")
    browser = Site(fires.room).browser(1)
    form = answered(fires.ask(1), "") | {"answer-0": "", "answer-1": ""}
    assert "not a number" not in (shown := browser.post("/seat/preview", form).text)
    assert "missing" not in shown
    assert "notice" not in shown
    half = browser.post("/seat/answer", form | {"hits": "faces", "answer-0": "4"}).text
    assert "A number is missing" in half
    assert isinstance(fires.ask(1).question, Dice), "nothing was taken"


def test_an_older_slip_of_a_block_goes_with_the_newer_one(fires: Seats) -> None:
    def to_do() -> list[str]:
        slips = fires.room.page(2).slips.open
        return [ENGLISH.say(line.words) for slip in slips for line in slip.lines if not line.secret]

    assert "Tip Hoplite B3 forward, 2 on top." in to_do()
    fires.by_phone(1, "fire")
    fires.by_phone(1, [1, 4])
    assert to_do()[-1] == "Turn Hoplite B3 down to 1."
    fires.by_phone(2, "fire")
    fires.by_phone(2, [6])
    fires.by_phone(1, "fire")
    fires.by_phone(1, [1, 6, 6])
    assert [line for line in to_do() if "Hoplite" in line] == ["Put Hoplite B3 in your pool."]
