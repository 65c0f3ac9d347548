"""The end of a play: one satisfied saint, several of them, and the hexes that settle it. Section 9."""

from __future__ import annotations

import pytest

from companion.core.secrecy import PUBLIC
from companion.games.antiquity.agenda import CountingHexes, Over
from companion.games.antiquity.state import Building, State
from companion.games.antiquity.tables import FOODS, LUXURIES
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, Evening


def patron(evening: Evening, seat: int) -> None:
    """Sant' Cristofori for a seat, and all that he wants; the store keeps it."""
    realm = evening.realm(seat)
    realm.saint = "cristofori"
    realm.buildings.append(Building("cathedral", "cathedral", 0, 6))
    evening.stock(seat, **dict.fromkeys((*FOODS, *LUXURIES), 3))


def satisfied(*seats: int) -> Evening:
    """Turn 1 at its end, the saints of these seats satisfied."""
    evening = Evening(3, level="counters").begun()
    for seat in seats:
        patron(evening, seat)
    evening.ready()
    return evening


def winners(evening: Evening) -> list[str]:
    return [side.side for side in GAME.score(evening.state, PUBLIC).winners()]


def reasons(state: State) -> dict[str, str]:
    """Why a side is called a winner, by side; only those that are."""
    sides = GAME.score(state, PUBLIC).sides
    return {side.side: ENGLISH.say(side.won) for side in sides if side.won is not None}


def test_one_satisfied_saint_ends_it_without_a_count() -> None:
    evening = satisfied(2)
    evening.on(Over)
    assert (evening.state.winners, winners(evening)) == ([2], ["2"])
    assert reasons(evening.state) == {"2": "Sant' Cristofori is satisfied"}
    assert "Sant' Cristofori is satisfied: Bo wins." in evening.told


def test_whoever_loses_the_tie_is_not_called_a_winner() -> None:
    evening = satisfied(1, 2)
    evening.on(CountingHexes)
    assert not any("wins" in told for told in evening.told), "nobody has won before the hexes are counted"
    assert "Sant' Cristofori of Ana is satisfied." in evening.told
    evening.act(1, hexes=4)
    evening.act(2, hexes=9)
    assert isinstance(evening.state.due, Over)
    assert (evening.state.winners, winners(evening)) == ([2], ["2"])
    assert reasons(evening.state) == {"2": "Sant' Cristofori is satisfied, and most clean free hexes: 9"}
    assert [told for told in evening.told if "wins" in told] == ["Bo wins with 9 clean free hexes."]
    places = {side.side: rank.place for rank in GAME.score(evening.state, PUBLIC).ranking() for side in rank.sides}
    assert places == {"2": 1, "1": 2, "3": 3}


@pytest.mark.parametrize("hexes", [0, 7])
def test_equal_hexes_share_the_victory(hexes: int) -> None:
    evening = satisfied(1, 2)
    evening.on(CountingHexes)
    evening.act(2, hexes=hexes)
    evening.act(1, hexes=hexes)
    assert sorted(evening.state.winners) == [1, 2]
    assert sorted(winners(evening)) == ["1", "2"]
