"""What every number that may be set right is called. Each name stands for one number alone, in both languages."""

from __future__ import annotations

import pytest

from companion.core.inventory import totals
from companion.core.setup import Seated, Setup, checked_setup
from companion.games.antiquity.state import Building, City, OpenedSite
from companion.locale import speaker
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, AntiquityPlay
from tests.games.antiquity.wealthy import Wealthy


def names(play: AntiquityPlay, seat: int | None) -> dict[str, str]:
    """What the numbers of an owner are called, by key."""
    return {one.key: ENGLISH.say(one.label) for one in GAME.inventory(play.state) if one.owner == seat}


@pytest.mark.parametrize("level", ["grids", "counters"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_two_numbers_are_called_alike(level: str, language: str) -> None:
    game = Wealthy()
    state = game.new(checked_setup(game.meta, Setup((Seated(1, ""), Seated(2, ""), Seated(3, "")), {}, level=level)))
    state.realm(1).works += [OpenedSite("w91", "farm", "grain", 2), OpenedSite("w92", "mine", "stone", 2)]
    spoken = speaker(language, {1: "Ana", 2: "Bo", 3: "Cleo"})
    called = [spoken.say(one.full_name) for one in game.inventory(state)]
    assert sorted({name for name in called if called.count(name) > 1}) == []


def test_pieces_are_called_by_their_number_and_city() -> None:
    play = AntiquityPlay(level="counters").begun()
    realm = play.realm(1)
    realm.buildings += [
        Building("b1", "cart", 0, 3),
        Building("b2", "cart", 0, 3),
        Building("b3", "store", 0, 2),
        Building("b4", "cathedral", 0, 6),
        Building("b5", "house", 0, 1, number=4),
    ]
    found = names(play, 1)
    assert found["1.b1.man"] == "Cart shop 1: man at work"
    assert found["1.b2.graves"] == "Cart shop 2: graves"
    assert found["1.b3.man"] == "Store for 2: man at work"
    assert "1.b4.man" not in found, "a cathedral takes no man"
    assert found["1.b4.graves"] == "Cathedral: graves"
    assert not [key for key in found if key.startswith("1.b5")]
    realm.cities.append(City(6))
    realm.buildings.append(Building("b6", "cart", 1, 3))
    found = names(play, 1)
    assert found["1.b1.man"] == "Cart shop 1, City 1: man at work"
    assert found["1.b6.man"] == "Cart shop, City 2: man at work"
    assert found["1.city-2.graves"] == "City 2: graves beside buildings"


def test_sites_that_are_alike_are_numbered() -> None:
    play = AntiquityPlay().begun()
    play.realm(2).works += [OpenedSite("w1", "farm", "grain", 2), OpenedSite("w2", "farm", "wine", 3)]
    assert names(play, 2)["2.w1"] == "Farm: Grain on the map"
    play.realm(2).works.append(OpenedSite("w3", "farm", "grain", 1))
    found = names(play, 2)
    assert (found["2.w1"], found["2.w2"], found["2.w3"]) == (
        "Farm 1: Grain on the map",
        "Farm: Wine on the map",
        "Farm 2: Grain on the map",
    )


def test_goods_add_up_to_the_counters_of_the_box() -> None:
    play = AntiquityPlay(3).begun()
    play.realm(1).works.append(OpenedSite("w1", "mine", "gold", 4))
    play.state.bank["gold"] -= 4
    assert totals(GAME.inventory(play.state)) == dict.fromkeys(play.state.bank, 48)
