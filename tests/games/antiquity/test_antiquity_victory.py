"""The end of a play: one satisfied saint, several of them, and the hexes that settle it. Section 9."""

from __future__ import annotations

import pytest

from companion.core.secrecy import PUBLIC
from companion.games.antiquity.state import Building, CountingHexes, Over, State
from companion.games.antiquity.tables import FOODS, LUXURIES
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, AntiquityPlay


def patron(play: AntiquityPlay, seat: int) -> None:
    """Sant' Cristofori for a seat, and all that he wants; the store keeps it."""
    realm = play.realm(seat)
    realm.saint = "cristofori"
    realm.buildings.append(Building("cathedral", "cathedral", 0, 6))
    play.stock(seat, **dict.fromkeys((*FOODS, *LUXURIES), 3))


def satisfied(*seats: int) -> AntiquityPlay:
    """Turn 1 at its end, the saints of these seats satisfied."""
    play = AntiquityPlay(3, level="counters").begun()
    for seat in seats:
        patron(play, seat)
    play.ready()
    return play


def winners(play: AntiquityPlay) -> list[str]:
    return [side.side for side in GAME.score(play.state, PUBLIC).winners()]


def reasons(state: State) -> dict[str, str]:
    """Why a side is called a winner, by side; only those that are."""
    sides = GAME.score(state, PUBLIC).sides
    return {side.side: ENGLISH.say(side.won) for side in sides if side.won is not None}


def test_one_satisfied_saint_ends_it_without_a_count() -> None:
    play = satisfied(2)
    play.on(Over)
    assert (play.state.winners, winners(play)) == ([2], ["2"])
    assert reasons(play.state) == {"2": "Sant' Cristofori is satisfied"}
    assert "Sant' Cristofori is satisfied: Bo wins." in play.told


def test_whoever_loses_the_tie_is_not_called_a_winner() -> None:
    play = satisfied(1, 2)
    play.on(CountingHexes)
    assert not any("wins" in told for told in play.told), "nobody has won before the hexes are counted"
    assert "Sant' Cristofori of Ana is satisfied." in play.told
    play.act(1, hexes=4)
    play.act(2, hexes=9)
    assert isinstance(play.state.due, Over)
    assert (play.state.winners, winners(play)) == ([2], ["2"])
    assert reasons(play.state) == {"2": "Sant' Cristofori is satisfied, and most clean free hexes: 9"}
    assert [told for told in play.told if "wins" in told] == ["Bo wins with 9 clean free hexes."]
    places = {side.side: rank.place for rank in GAME.score(play.state, PUBLIC).ranking() for side in rank.sides}
    assert places == {"2": 1, "1": 2, "3": 3}


@pytest.mark.parametrize("hexes", [0, 7])
def test_equal_hexes_share_the_victory(hexes: int) -> None:
    play = satisfied(1, 2)
    play.on(CountingHexes)
    play.act(2, hexes=hexes)
    play.act(1, hexes=hexes)
    assert sorted(play.state.winners) == [1, 2]
    assert sorted(winners(play)) == ["1", "2"]
