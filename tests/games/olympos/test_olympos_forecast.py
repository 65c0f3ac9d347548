"""What a waiting seat of Olympos reads about its turn."""

from __future__ import annotations

from companion.games.olympos.forecast import forecast
from companion.games.olympos.state import Crossing
from tests.games.olympos.olympos_table import ENGLISH, Table


def lines(table: Table, seat: int) -> list[str]:
    return [ENGLISH.say(line.text) for line in forecast(table.known(seat), seat)]


def test_hourglasses_pay_part_of_a_discovery() -> None:
    table = Table().begun()
    assert "A discovery costs you 7 points." in lines(table, 2)
    table.give(2, hourglasses=3)
    assert "A discovery costs you 7; your hourglasses pay 3." in lines(table, 2)
    table.side(2).marks["erinyes"] = 1
    assert "A discovery costs you 9; your hourglasses pay 3." in lines(table, 2)


def test_the_cheapest_fight_is_named() -> None:
    table = Table().begun()
    assert not any(line.startswith("Attacking") for line in lines(table, 2)), "nobody has a territory"
    for seat in (1, 3, 4):
        table.side(seat).tokens["grain"] = 1
    assert "Attacking anybody: 2 for the fight, plus the way." in lines(table, 2)
    table.give(3, hoplite=1)
    assert "Attacking Anna and Dora: 2 for the fight, plus the way." in lines(table, 2)
    table.give(2, strategy=1)
    assert "Attacking anybody: 1 for the fight, plus the way." in lines(table, 2)


def test_the_nearest_miss_has_its_reason() -> None:
    table = Table().begun()
    for resource in table.side(2).tokens:
        table.side(2).tokens[resource] = 0
        table.side(2).cubes[resource] = 0
    assert any(line.startswith("No discovery: For ") for line in lines(table, 2))


def test_who_has_passed_or_sets_up_reads_nothing() -> None:
    table = Table().begun()
    table.side(2).done = 1
    assert lines(table, 2) == []
    table.side(2).done = 0
    table.state.agenda.append(Crossing(1))
    assert lines(table, 2) == []


def test_at_the_light_level_the_hourglasses_are_left() -> None:
    table = Table(level="light").begun()
    table.give(2, hourglasses=2)
    assert lines(table, 2)[0] == "Your 2 hourglasses pay the first points of your action."
