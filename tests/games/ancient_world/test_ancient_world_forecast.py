"""What a waiting seat of The Ancient World reads about its turn and the end of the round."""

from __future__ import annotations

from companion.games.ancient_world.forecast import forecast
from companion.locale import speaker
from tests.games.ancient_world.ancient_world_play import Play

ENGLISH = speaker("en", {})


def lines(play: Play, seat: int = 2) -> list[str]:
    return [ENGLISH.say(line.text) for line in forecast(play.state, seat)]


def waiting() -> Play:
    play = Play().turn(1)
    play.player(2).armies.clear()
    play.player(2).threat = None
    return play


def test_the_citizens_that_are_ready() -> None:
    assert any(line.startswith("Citizens ready: 1, 2, 3.") for line in lines(waiting()))


def test_the_cheapest_titan_that_can_be_beaten() -> None:
    play = waiting()
    assert "No attack: You have no army." in lines(play)
    play.army(2, "riders")
    play.player(2).coins = 9
    play.threaten(2, "shark")
    assert any(line.startswith("You can defeat ") and line.endswith(" for 1 coin.") for line in lines(play))


def test_a_titan_that_is_too_strong_says_what_is_missing() -> None:
    play = waiting()
    army = play.army(2, "riders")
    army.swords, army.arrows = -4, -2
    play.player(2).coins, play.player(2).ambrosia = 9, 0
    play.threaten(2, "crab")
    assert any("Attack 0, defence 5: 5 missing" in line for line in lines(play))


def test_what_the_own_titan_costs_at_the_end_of_the_round() -> None:
    play = waiting()
    play.threaten(2, "crab")
    play.player(2).ambrosia = 0
    assert any("rolls 2 damage dice. 2 ambrosia would appease it, you have 0." in line for line in lines(play))
    play.player(2).ambrosia = 2
    assert any(line.startswith("End of the round: 2 ambrosia appeases ") for line in lines(play))


def test_who_has_passed_reads_of_the_end_of_the_round_only() -> None:
    play = waiting()
    play.threaten(2, "crab")
    play.player(2).passed = 1
    assert all(line.startswith(("End of the round", "Hungry")) for line in lines(play))


def test_hunger_has_its_cure() -> None:
    play = waiting()
    play.player(2).cards.clear()
    assert "Hungry at the end of the round: 2 citizens; 4 ambrosia would feed all." in lines(play)
