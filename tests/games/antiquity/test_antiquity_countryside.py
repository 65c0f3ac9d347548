"""What the questions of phase 4 say of the map, which only the table sees. Section 7."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.antiquity.moves import AddOrder, EnterSite, OpenSite, Order, RemoveSite
from companion.games.antiquity.state import Building, Countryside, MountainRange, Planning
from companion.games.antiquity.tables import GOODS
from tests.games.antiquity.antiquity_table import ENGLISH, AntiquityPlay


def in_the_countryside(**options: Any) -> AntiquityPlay:
    """Ana in phase 4 with two cart shops, a brewery, alchemy and four of everything."""
    play = AntiquityPlay(level="counters", **options).begun()
    realm = play.realm(1)
    for place, kind in enumerate(("cart", "cart", "brewery", "alchemy")):
        realm.buildings.append(Building(f"b{place}", kind, 0, 3, manned=int(kind != "brewery")))  # type: ignore[arg-type]
    play.stock(1, **dict.fromkeys(GOODS, 4))
    play.ready()
    assert isinstance(play.state.due, Countryside)
    return play


def hint_of(play: AntiquityPlay, item: str) -> str:
    """What stands beside an item of the list."""
    question: Any = play.asked(1)
    found = next(option for option in question.options if option.value == item)
    return ENGLISH.say(found.hint) if found.hint is not None else ""


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("woodcutter", ("clean forest", "grass", "stay clean")),
        ("mine", ("clean mountain", "polluted at once")),
        ("farm", ("clean grass", "sow one", "polluted at once")),
        ("fishery", ("Two adjacent", "clean free water", "That water is polluted")),
        ("inn", ("land hex in your zone", "clean or not")),
        ("city", ("Seven free land hexes", "clean or not", "in your zone", "none beside another city")),
        ("clear", ("polluted free hex", "around it", "water too")),
    ],
)
def test_the_list_says_where_a_thing_may_stand_and_what_it_does_to_its_hexes(item: str, words: tuple[str, ...]) -> None:
    said = hint_of(in_the_countryside(), item)
    assert [word for word in words if word not in said] == []


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (("woodcutter",), ("man's hex", "clean free forest", "become grass")),
        (("mine", "gold"), ("man's hex", "clean free mountain", "Pollute")),
        (("farm", "grain"), ("man's hex", "clean free grass", "Pollute")),
        (("fishery", "pearls"), ("clean free water", "polluted land or not", "Pollute that water")),
    ],
)
def test_the_size_of_a_site_is_asked_with_what_becomes_of_its_hexes(answers: Any, words: tuple[str, ...]) -> None:
    question = in_the_countryside().asked(1, *answers)
    said = ENGLISH.say(question.hint) if question.hint is not None else ""
    assert question.key == "goods"
    assert [word for word in words if word not in said] == []


def test_a_fishery_on_clean_land_only_says_so() -> None:
    question = in_the_countryside(polluted_fishery=False).asked(1, "fishery", "fish")
    assert question.hint is not None
    assert "both of them clean" in ENGLISH.say(question.hint)


@pytest.mark.parametrize(("site", "good", "most"), [("woodcutter", "wood", 7), ("fishery", "dye", 8)])
def test_a_site_is_never_larger_than_its_hexes(site: Any, good: Any, most: int) -> None:
    play = in_the_countryside()
    assert play.reason(1, OpenSite(site, good, most)) == ""
    assert play.reason(1, OpenSite(site, good, most + 1)) == "That is more than there can be."


# -- a countryside that lay there before the companion came ------------------------------------------------------------


def resumed(*houses: int, **options: Any) -> AntiquityPlay:
    """Turn 5 of a play begun without the companion; Ana has entered these houses."""
    play = AntiquityPlay(level="counters", **options)
    play.act(0, turn=5)
    for number in houses:
        play.act(1, plan="mend", mend="stand", building="house", house=number)
    return play


def sites(play: AntiquityPlay, seat: int = 1) -> list[tuple[str, str, int]]:
    return [(works.site, works.good, works.left) for works in play.realm(seat).works]


def test_sites_that_are_on_the_map_are_entered_with_their_goods_and_men() -> None:
    play = resumed(1, 2, 3)
    assert any("sets right the own city and sites" in told for told in play.told)
    play.act(1, plan="mend", mend="site", site="mine", range=0, good="gold", goods=4)
    play.act(1, plan="mend", mend="site", site="fishery", good="pearls", goods=8)
    bank = dict(play.state.bank)
    play.ready()
    assert sites(play) == [("mine", "gold", 3), ("fishery", "pearls", 7)], "one of each is harvested"
    assert play.realm(1).idle == 1, "a man is at each of them"
    assert [works.key for works in play.realm(1).works] == ["w4", "w5"], "no number tells of the plan"
    assert [bank[good] - play.state.bank[good] for good in ("gold", "pearls")] == [4, 8]
    assert [play.realm(1).goods.value[good] for good in ("gold", "pearls")] == [1, 1]
    assert play.state.supply["fishery"] == 11
    assert "Ana: Set right: Mine, 4 gold" in play.told


def test_an_entered_site_is_harvested_until_its_man_comes_home() -> None:
    play = resumed(1)
    play.act(1, plan="mend", mend="site", site="woodcutter", goods=2)
    play.ready()
    play.on(Planning)
    assert sites(play) == [("woodcutter", "wood", 1)]
    play.ready()
    play.on(Planning)
    assert sites(play) == []
    assert play.realm(1).idle == 1


def test_an_entered_mine_settles_its_range_for_all() -> None:
    """Two mines of one range that are entered at once list it once."""
    play = resumed(1, 2, in_turn=False)
    play.act(1, plan="mend", mend="site", site="mine", range=0, good="gold", goods=4)
    play.act(1, plan="mend", mend="site", site="mine", range=-1, good="gold", goods=2)
    play.act(2, plan="mend", mend="stand", building="house", house=1)
    play.ready()
    assert play.state.ranges == [MountainRange("gold", 1, 0)]
    play.on(Planning)
    assert play.reason(2, AddOrder(EnterSite("mine", "stone", 1, 1))) == "That range yields something else: Gold."
    assert play.reason(2, AddOrder(EnterSite("mine", "gold", 1, 2))) == "There is no such range."
    play.act(2, plan="mend", mend="site", site="mine", range=1, goods=3)
    play.ready()
    assert sites(play, 2) == [("mine", "gold", 2)]
    assert len(play.state.ranges) == 1


def test_nobody_knows_when_an_entered_range_was_settled() -> None:
    play = in_the_countryside()
    play.state.ranges = [MountainRange("gold", 1, 0), MountainRange("stone", 2, 3)]
    question: Any = play.asked(1, "mine")
    hints = [ENGLISH.say(option.hint) for option in question.options if option.hint is not None]
    assert hints == ["Settled by Ana earlier", "Settled by Bo in turn 3"]


def test_a_site_that_is_gone_gives_its_man_and_its_goods_back() -> None:
    play = resumed(1, 2)
    before = dict(play.state.bank)
    play.act(1, plan="mend", mend="site", site="fishery", good="dye", goods=3)
    play.act(1, plan="mend", mend="site", site="farm", good="grain", goods=3)
    play.ready()
    play.on(Planning)
    gone = play.realm(1).works[0].key
    play.act(1, plan="mend", mend="no-site", site=gone)
    play.ready()
    assert [site for site, _, _ in sites(play)] == ["farm"]
    assert play.realm(1).idle == 1
    assert play.state.supply["fishery"] == 12
    assert play.state.bank["dye"] + play.realm(1).goods.value.get("dye", 0) == before["dye"]
    assert play.reason(1, AddOrder(RemoveSite(gone))) != ""


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (EnterSite("farm", "stone", 1), "That does not come from there."),
        (EnterSite("farm", "grain", 8), "That is more than there can be."),
        (EnterSite("farm", "grain", 1, 1), "Only a mine has a range."),
        (EnterSite("farm", "grain", 1, -1), "Only a mine has a range."),
        (EnterSite("mine", "gold", 1, 1), "There is no such range."),
        (RemoveSite("w9"), "You have no such site."),
    ],
    ids=str,
)
def test_what_cannot_lie_on_the_map_is_not_entered(order: Order, why: str) -> None:
    assert resumed(1).reason(1, AddOrder(order)) == why


def test_a_site_needs_a_man_who_came_from_a_house() -> None:
    play = resumed()
    assert "set his house right" in play.reason(1, AddOrder(EnterSite("farm", "grain", 1)))
    question: Any = play.asked(1, "mend")
    found = next(option for option in question.options if option.value == "site")
    assert "set his house right" in ENGLISH.say(found.reason)


def test_no_more_fisheries_are_entered_than_there_are() -> None:
    play = resumed(1)
    play.state.supply["fishery"] = 0
    assert play.reason(1, AddOrder(EnterSite("fishery", "fish", 1))) == "No fishery is left in the supply."
    unbounded = resumed(1, piece_limits=False)
    unbounded.state.supply["fishery"] = 0
    assert unbounded.reason(1, AddOrder(EnterSite("fishery", "fish", 1))) == ""


def test_where_counters_are_a_limit_no_more_goods_lie_on_the_map() -> None:
    play = resumed(1, goods_limit=True)
    play.state.bank["gold"], play.state.bank["stone"] = 0, 2
    question: Any = play.asked(1, "mend", "site", "mine", 0)
    assert [option.reason is None for option in question.options] == [True, False]
    assert play.asked(1, "mend", "site", "mine", 0, "stone").high == 2  # type: ignore[attr-defined]
    assert play.reason(1, AddOrder(EnterSite("mine", "stone", 3))) == "That is more than there can be."
