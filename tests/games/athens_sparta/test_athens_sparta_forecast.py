"""What the side that waits in Athens & Sparta reads about its turn."""

from __future__ import annotations

from companion.games.athens_sparta.forecast import forecast
from companion.games.athens_sparta.moves import EndBattles, EndMoves
from companion.locale import speaker
from tests.games.athens_sparta.table import ATHENS, SPARTA, War, enter_city, on_turn, place_face_up

ENGLISH = speaker("en", {})


def lines(war: War, seat: int) -> list[str]:
    return [ENGLISH.say(line.text) for line in forecast(war.seen(seat), seat)]


def test_the_move_points_of_the_turn_that_comes() -> None:
    war = on_turn()
    assert lines(war, SPARTA)[0] == "Your turn is next: 2 move points."


def test_what_follows_the_own_turn() -> None:
    war = on_turn()
    war.make(ATHENS, EndMoves(0, "operational"))
    war.make(ATHENS, EndBattles())
    found = lines(war, ATHENS)
    assert found[0].startswith("Then you choose a new card;")
    assert found[1].endswith("points more win the war.")


def test_a_besieged_city_and_the_attrition_of_those_who_besiege_it() -> None:
    war = on_turn()
    enter_city(war, "corcyra", points=2, colour="blue", walled="yes", port="yes", island="yes")
    war.state.cities["corcyra"].holder = "athens"
    place_face_up(war, "sparta", "ship-C1-3", "corcyra", "blockade")
    assert "Besieged, and worth nothing until they are free: Corcyra." in lines(war, ATHENS)
    assert "At its end your blocks roll for attrition: Corcyra." in lines(war, SPARTA)


def test_nobody_reads_anything_before_the_sides_are_chosen() -> None:
    assert lines(War(), ATHENS) == []
