"""Who lays which starting city, and where it may lie, until all lie. Section 2, point 6."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
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


def test_the_rule_stands_once_on_the_slip_of_each_hand() -> None:
    play = AntiquityPlay(3)
    outcome = play.act(TABLE)
    first, *others = play.state.laying
    on_slips = {one.seat: ENGLISH.say(one.words) for one in outcome.instructions if one.seat}  # type: ignore[arg-type]
    end = "a marker under it goes away unseen."
    assert on_slips[first].lower() == (
        f"lay your starting city now, wholly inside a free start tile; water is fine. {end}"
    )
    for before, seat in zip(play.state.laying, others, strict=False):
        name = ENGLISH.say(SeatName(before))
        assert on_slips[seat].startswith(f"After {name}, lay your starting city wholly inside another start tile")
        assert on_slips[seat].lower().endswith(end)
    for seat in play.state.order:
        assert "start tile" not in hint(play, seat)
        shown: Any = GAME.show(play.known(seat), Viewer(seat))
        assert "starting-cities" not in [one.key for one in shown]


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


def test_a_play_of_version_2_goes_on_without_the_note() -> None:
    play = AntiquityPlay(2).begun()
    raw = msgspec.json.decode(GAME.encode_state(play.state))
    del raw["laying"]
    state: State = GAME.upgrade(2, raw)
    assert state.laying == []
    assert "starting-cities" not in [one.key for one in GAME.show(state, PUBLIC)]
