"""Who lays which starting city, and where it may lie, until all lie. Section 2, point 6."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.secrecy import PUBLIC, Viewer
from companion.core.wording import SeatName
from companion.games.antiquity.moves import LayCity
from companion.games.antiquity.state import State
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, AntiquityPlay


def begun(seats: int = 3) -> AntiquityPlay:
    """Turn 1, with the turn order of the seats: the last seat lays first."""
    play = AntiquityPlay(seats).begun()
    play.state.order = list(range(1, seats + 1))
    play.state.laying = list(range(seats, 0, -1))
    return play


def lines(play: AntiquityPlay, seat: int | None = None) -> list[str]:
    """What the note about starting cities says to a viewer; empty where there is none."""
    notes: list[Any] = [one for one in GAME.show(play.known(seat or 0), Viewer(seat)) if one.key == "starting-cities"]
    return [ENGLISH.say(line) for note in notes for line in note.lines]


def hint(play: AntiquityPlay, seat: int) -> str:
    found: Any = play.asked(seat).hint
    return ENGLISH.say(found) if found else ""


def test_the_last_on_the_track_lays_first() -> None:
    play = AntiquityPlay(4).begun()
    assert play.state.laying == play.state.order[::-1]


def test_the_log_says_who_lays_after_whom() -> None:
    play = AntiquityPlay(3).begun()
    last, middle, first = (ENGLISH.say(SeatName(seat)) for seat in play.state.order)
    assert play.told[-4:-1] == [
        f"{first} lays the starting city first.",
        f"{middle} lays the starting city after {first}.",
        f"{last} lays the starting city after {middle}.",
    ]


def test_everybody_reads_who_lays_and_where_until_all_lie() -> None:
    play = begun()
    where = [
        "Wholly inside one start tile, one city on each.",
        "On any terrain, also on water.",
        "An exploration marker under it goes away unseen.",
    ]
    for viewer in (None, 1, 2, 3):
        assert lines(play, viewer) == ["Cleo lays the starting city now, then Bo, Ana.", *where]
    play.act(3, plan="lay")
    assert play.told[-1] == "Cleo lays the starting city."
    assert lines(play) == ["Bo lays the starting city now, then Ana.", *where]
    play.act(2, plan="lay")
    assert lines(play, 3) == ["Ana lays the starting city now.", *where]
    play.act(1, plan="lay")
    assert lines(play) == []


def test_it_is_said_in_the_question_of_those_who_have_not_laid_yet() -> None:
    play = begun()
    assert hint(play, 3).startswith("Lay your starting city now, wholly inside one free start tile, on any terrain")
    assert hint(play, 2).startswith("After Cleo, lay your starting city wholly inside another start tile")
    play.act(3, plan="lay")
    assert hint(play, 2).startswith("Lay your starting city now")


def test_an_empty_plan_says_what_to_do_and_another_one_needs_no_words() -> None:
    play = begun()
    play.act(3, plan="lay")
    assert hint(play, 3) == "Build, put men to work, trade: as much as you want. Then finish your plan."
    play.act(3, plan="house")
    assert hint(play, 3) == ""


def test_one_lays_after_the_other_and_once() -> None:
    play = begun()
    assert play.reason(1, LayCity()) == "Cleo lays first."
    assert "lay" not in {option.value for option in play.asked(1).options}  # type: ignore[attr-defined]
    assert play.asked(3).options[0].value == "lay"  # type: ignore[attr-defined]
    play.act(3, plan="lay")
    assert play.reason(3, LayCity()) == "Your starting city lies already."
    assert "lay" not in {option.value for option in play.asked(3).options}  # type: ignore[attr-defined]


def test_who_is_ready_has_laid_without_a_word() -> None:
    play = begun()
    play.ready(2)
    assert play.state.laying == [3, 1]
    play.ready(3)
    play.act(2, plan="again")
    assert play.state.laying == [1], "the city lies, whatever is planned in it"
    play.ready(1, 2)
    assert play.state.laying == []
    assert lines(play) == []


def test_laying_takes_no_time_from_the_plan() -> None:
    """Nobody waits for a city that is being laid: plans are made meanwhile."""
    play = begun()
    play.house(1, 1)
    assert GAME.awaits(play.state).must == (1, 2, 3)
    assert len(play.state.lines(1)) == 1


def test_a_play_begun_in_a_later_turn_lays_nothing() -> None:
    play = AntiquityPlay(2)
    play.act(0, turn=3)
    assert play.state.laying == []
    assert lines(play) == []


def test_a_play_of_version_2_goes_on_without_the_note() -> None:
    play = AntiquityPlay(2).begun()
    raw = msgspec.json.decode(GAME.encode_state(play.state))
    del raw["laying"]
    state: State = GAME.upgrade(2, raw)
    assert state.laying == []
    assert "starting-cities" not in [one.key for one in GAME.show(state, PUBLIC)]
