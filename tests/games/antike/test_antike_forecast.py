"""What a waiting seat of Antike reads about its turn."""

from __future__ import annotations

from companion.games.antike.forecast import forecast
from companion.games.antike.turn import coins_before_turn
from companion.locale import speaker
from tests.games.antike.bench import Bench

ENGLISH = speaker("en", {})


def lines(bench: Bench) -> list[str]:
    """What the seat of another nation than the one on turn reads."""
    return [ENGLISH.say(line.text) for line in forecast(bench.state, bench.them().seat)]


def test_the_spaces_that_are_free_and_how_far_it_can_pay_to_go() -> None:
    bench = Bench()
    them = bench.them()
    assert "Your first move on the rondel is free, wherever it goes." in lines(bench)
    them.space = "iron"
    them.goods.update(marble=1, iron=0, gold=0)
    them.coins = 0
    assert coins_before_turn(bench.state, them) == 1
    assert any(line.startswith("Free on the rondel: Temple, Gold +") for line in lines(bench))
    assert any(line.endswith("as far as Marble for 2.") for line in lines(bench)), "one good, and the coin of the turn"


def test_what_it_can_pay_counts_the_coin_of_the_turn() -> None:
    bench = Bench()
    them = bench.them()
    them.goods.update(marble=4, iron=0, gold=0)
    them.coins = 0
    assert any("a temple" in line for line in lines(bench))
    bench.state.bank_coins = 0
    assert not any("a temple" in line for line in lines(bench))


def test_the_weakest_city_has_its_price() -> None:
    bench = Bench()
    them, us = bench.them(), bench.us
    for nation in bench.state.nations:
        nation.plain.update(marble=1, iron=1, gold=1)
        nation.know["defence"] = 2
    us.know["defence"] = 0
    them.legions = 2
    assert any(f"A city of {ENGLISH.say(us.name)} costs at least 1 unit," in line for line in lines(bench))
    assert any(line.endswith("You have 2.") for line in lines(bench))
    them.legions = them.galleys = 0
    assert not any("costs at least" in line for line in lines(bench))
