"""The worked examples of the rules, one after the other; the numbers are those of section 11."""

from __future__ import annotations

from copy import deepcopy

import pytest

from companion.core.secrecy import Sealed, seal
from companion.games.antiquity.countryside import cart_reason, found_reason, open_reason, range_reason
from companion.games.antiquity.draft import Draft, new_draft
from companion.games.antiquity.famine import famine_graves, granary_food
from companion.games.antiquity.goods import afford_reason, bill, paid_reason
from companion.games.antiquity.harvest import harvested
from companion.games.antiquity.market import market_reason
from companion.games.antiquity.moves import BuildHouse, BuildPiece, OpenSite, PlaceMan, RazeCathedral, Spot
from companion.games.antiquity.orders import draft_of, order_reason
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.pollution import pollution_due, protected_zones
from companion.games.antiquity.queries import is_working, zone_words
from companion.games.antiquity.saints import raze_reason
from companion.games.antiquity.state import Building, City, Exploring, PlacingGraves, Planning, Realm
from companion.games.antiquity.storage import excess_goods, storage_capacity
from companion.games.antiquity.tables import (
    CITY_COST,
    FOODS,
    HOUSE_COST,
    LUXURIES,
    PIECES,
    BuildingKind,
    Cost,
    Good,
    Saint,
)
from companion.games.antiquity.victory import KIND_COUNT, giorgio_decides, progress, satisfied
from tests.games.antiquity.antiquity_table import ENGLISH, AntiquityPlay

Goods = dict[Good, int]


def realm_of(
    *kinds: BuildingKind, cities: int = 1, manned: bool = True, saint: Saint | None = None, **goods: int
) -> Realm:
    """A realm on cardboard with some buildings, all of them manned."""
    buildings = [
        Building(f"b{n}", kind, 0, len(piece_squares(kind, 2, 1)), manned=int(manned and PIECES[kind].needs_man))
        for n, kind in enumerate(kinds)
    ]
    owned: Goods = dict(goods)  # type: ignore[arg-type]
    return Realm(1, Sealed((1,), owned, True), [City(7)] + [City(6)] * (cities - 1), buildings, saint=saint)


def grave(realm: Realm, kind: BuildingKind, place: int = 0) -> Realm:
    """A grave on one of a kind."""
    [building for building in realm.buildings if building.kind == kind][place].graves += 1
    return realm


@pytest.mark.parametrize(
    ("famine", "realm", "graves"),
    [
        pytest.param(5, realm_of("granary", grain=1, fish=1), 0, id="1"),
        pytest.param(7, grave(realm_of("granary", sheep=2), "granary"), 5, id="2"),
        pytest.param(3, realm_of(grain=2, olives=1, sheep=1, fish=1), 0, id="3"),
    ],
)
def test_graves_of_a_famine(famine: int, realm: Realm, graves: int) -> None:
    before = dict(realm.goods.value)
    assert famine_graves(famine, sum(before.values()), granary_food(realm)) == graves
    assert realm.goods.value == before


def test_1_nothing_is_eaten_and_the_level_rises_when_all_are_done() -> None:
    play = AntiquityPlay().begun()
    play.correct("famine", 1)
    play.house(1, 1)
    play.stock(1, wood=2)
    play.build(1, "store", size="2x1")
    play.act(1, plan="man")
    play.stock(1, wood=1, grain=2)
    play.ready()
    assert play.realm(1).goods.value.get("grain") == 2
    assert isinstance(play.state.due, PlacingGraves), "the other one has no food"
    assert play.state.famine == 1
    play.on(Planning)
    assert play.state.famine == 2
    assert any("famine 1 - food 2 - granary 0 = 0 graves" in told for told in play.told)


def test_4_fountains_lower_famine_at_the_reveal_and_never_below_nothing() -> None:
    play = AntiquityPlay().begun()
    play.stock(1, wine=2)
    play.stock(2, wine=1)
    play.correct("famine", 2)
    for seat, fountains in ((1, 2), (2, 1)):
        for _ in range(fountains):
            play.build(seat, "fountain")
    assert play.state.famine == 2, "not before the reveal"
    play.ready()
    assert "Famine 2 - 3 fountains = 0." in play.told


def test_7_the_last_square_takes_a_grave_and_the_next_one_ends_it() -> None:
    play = AntiquityPlay(3).begun()
    realm = play.realm(1)
    realm.cities[0].graves = [f"{x},{y}" for x in range(7) for y in range(7) if (x, y) not in ((0, 0), (0, 1), (0, 2))]
    realm.buildings = [
        Building("b1", "house", 0, 1, ["0,0"], number=1),
        Building("b2", "market", 0, 4, ["0,1", "1,1", "0,2", "1,2"]),
    ]
    play.state.due = PlacingGraves({1: 2})
    realm.cities[0].graves.append("0,2")
    play.act(1)
    assert play.realm(1).out
    assert "0,1" in play.realm(1).cities[0].graves
    assert "Ana has no room for a grave and is out of the game." in play.told
    assert not isinstance(play.state.due, PlacingGraves)


@pytest.mark.parametrize(
    ("realm", "counters"),
    [
        pytest.param(grave(realm_of("fountain", "fountain", cities=2), "fountain"), 5, id="8"),
        pytest.param(realm_of("dump", "fountain", "fountain", "fountain", cities=2), 0, id="9"),
        pytest.param(realm_of("dump", manned=False), 3, id="10"),
        pytest.param(realm_of(cities=2), 6, id="28"),
        pytest.param(grave(realm_of("dump", cities=2), "dump"), 6, id="dump-graved"),
    ],
)
def test_pollution(realm: Realm, counters: int) -> None:
    assert pollution_due(realm) == counters


def test_12_a_dump_protects_the_zone_of_its_owner_alone() -> None:
    play = AntiquityPlay().begun()
    play.state.realm(1).buildings.append(Building("b1", "dump", 0, 9, manned=1))
    assert protected_zones(play.state) == [1]


@pytest.mark.parametrize(
    ("cost", "stock", "paid", "philosophy", "payable"),
    [
        pytest.param(HOUSE_COST[9], {"grain": 2, "olives": 1}, {"grain": 2, "olives": 1}, False, False, id="13"),
        pytest.param(HOUSE_COST[9], {"grain": 2, "olives": 1}, {"grain": 2, "olives": 1}, True, True, id="13-wise"),
        pytest.param(HOUSE_COST[8], {"fish": 2, "gold": 2}, {"fish": 1, "gold": 1}, False, True, id="14"),
        pytest.param(
            HOUSE_COST[15],
            {"grain": 1, "fish": 1, "gold": 2},
            {"grain": 1, "fish": 1, "gold": 2},
            False,
            False,
            id="15",
        ),
        pytest.param(
            HOUSE_COST[15],
            {"grain": 1, "fish": 1, "gold": 2, "dye": 1},
            {"grain": 1, "fish": 1, "gold": 1, "dye": 1},
            False,
            True,
            id="15-swapped",
        ),
        pytest.param(
            CITY_COST, {"wood": 1, "stone": 1, "fish": 1, "gold": 2}, {"fish": 1, "gold": 2}, False, False, id="27"
        ),
        pytest.param(
            CITY_COST,
            {"wood": 1, "stone": 1, "fish": 1, "gold": 1, "pearls": 1},
            {"fish": 1, "gold": 1, "pearls": 1},
            False,
            True,
            id="27-pearls",
        ),
        pytest.param(
            CITY_COST, {"wood": 1, "stone": 1, "fish": 1, "gold": 2}, {"fish": 1, "gold": 2}, True, True, id="27-wise"
        ),
    ],
)
def test_prices(cost: Cost, stock: Goods, paid: Goods, philosophy: bool, payable: bool) -> None:
    assert (afford_reason(stock, cost, philosophy) is None) is payable
    assert (paid_reason(stock, cost, paid, philosophy) is None) is payable


def test_15_two_wood_become_a_dye_and_the_house_is_paid() -> None:
    play = AntiquityPlay().begun()
    play.stock(1, wood=3, grain=1, fish=1, gold=2)
    play.house(1, 1)
    play.build(1, "market")
    play.act(1, plan="man")
    assert "different" in ENGLISH.say(play.asked(1, "house").options[13].reason)  # type: ignore[attr-defined]
    play.act(1, plan="swap", give="wood", give_too="wood", take="dye")
    play.house(1, 15)
    draft = draft_of(play.state, 1)
    assert {good: n for good, n in draft.goods.items() if n} == {"gold": 1}


@pytest.mark.parametrize(
    ("sizes", "graves", "saint", "kept", "lost"),
    [
        pytest.param(((6, 1), (2, 0)), 0, None, 6, 3, id="17"),
        pytest.param(((6, 1), (2, 0)), 1, None, 0, 9, id="18"),
        pytest.param(((6, 1), (2, 0)), 0, "cristofori", None, 0, id="19"),
    ],
)
def test_storage(
    sizes: tuple[tuple[int, int], ...], graves: int, saint: Saint | None, kept: int | None, lost: int
) -> None:
    realm = realm_of(*(("cathedral",) if saint else ()), saint=saint, wood=9)
    realm.buildings += [Building(f"s{n}", "store", 0, size, manned=manned) for n, (size, manned) in enumerate(sizes)]
    next(store for store in realm.buildings if store.kind == "store").graves = graves
    assert storage_capacity(realm) == kept
    assert excess_goods(realm) == lost


def test_21_a_woodcutter_lasts_as_many_turns_as_it_has_goods() -> None:
    play = AntiquityPlay().begun()
    play.house(1, 1)
    play.build(1, "cart")
    play.act(1, plan="man")
    play.build(1, "store", size="6x2")
    play.ready()
    play.act(1, item="woodcutter", goods=6)
    assert play.realm(1).idle == 0
    got = []
    for _ in range(6):
        play.on(Planning)
        got.append(play.realm(1).works[0].left if play.realm(1).works else 0)
        play.ready()
    assert got == [5, 4, 3, 2, 1, 0]
    assert play.realm(1).idle == 1


def test_24_a_farm_is_sown_with_what_it_grows() -> None:
    play = AntiquityPlay().begun()
    play.house(1, 1)
    play.build(1, "cart")
    play.act(1, plan="man")
    play.stock(1, wine=1)
    play.ready()
    play.act(1, item="farm", good="wine", goods=4)
    assert play.realm(1).goods.value["wine"] == 1, "paid one, harvested the first of four"
    assert play.realm(1).works[0].left == 3


def test_25_a_range_yields_one_ore_for_good() -> None:
    play = AntiquityPlay().begun()
    play.house(1, 1)
    play.build(1, "cart")
    play.act(1, plan="man")
    play.ready()
    play.act(1, item="mine", good="gold", goods=3)
    assert range_reason(play.state, "mine", "gold", 1) is None
    assert ENGLISH.say(range_reason(play.state, "mine", "stone", 1) or 0) == "That range yields something else: Gold."
    assert range_reason(play.state, "mine", "stone", 0) is None, "another range"


@pytest.mark.parametrize("waters", [pytest.param(2, id="26"), pytest.param(3, id="44")])
def test_a_fishery_runs_one_turn_for_each_water(waters: int) -> None:
    play = AntiquityPlay().begun()
    play.house(1, 1)
    play.build(1, "cart")
    play.act(1, plan="man")
    play.ready()
    play.act(1, item="fishery", good="dye", goods=waters)
    assert play.state.supply["fishery"] == 11
    for _ in range(waters - 1):
        play.on(Planning)
        assert play.realm(1).works
        play.ready()
    play.on(Planning)
    assert not play.realm(1).works
    assert play.state.supply["fishery"] == 12


def test_28_a_new_city_counts_in_the_same_turns_pollution() -> None:
    play = AntiquityPlay().begun()
    play.house(1, 1)
    play.build(1, "cart")
    play.act(1, plan="man")
    play.stock(1, wood=2, stone=1, fish=1, gold=1, pearls=1)
    play.ready()
    play.act(1, item="city")
    assert play.realm(1).cities[1].side == 6
    assert play.realm(1).idle == 1
    assert any("Ana: 3 each for 2 cities - dump 0 - fountains 0 = 6 pollution" in told for told in play.told)


def everything() -> Realm:
    """One of every building, two fountains."""
    return realm_of(*PIECES, "fountain", saint="barbara")


def test_30_santa_barbara_wants_every_kind_ungraved() -> None:
    realm = grave(everything(), "fountain")
    assert satisfied(realm, conquered=False)
    assert not satisfied(grave(realm, "granary"), conquered=False)
    assert progress(realm, "barbara").have == KIND_COUNT - 1


def test_31_sant_cristofori_wants_three_of_each() -> None:
    goods = dict.fromkeys((*FOODS, *LUXURIES), 3)
    assert satisfied(realm_of("cathedral", saint="cristofori", **goods), conquered=False)
    short = realm_of("cathedral", saint="cristofori", wood=10, **{**goods, "dye": 2})
    assert not satisfied(short, conquered=False)


@pytest.mark.parametrize(("houses", "goods", "won"), [(20, 3, True), (19, 3, False), (20, 2, False)])
def test_32_santa_maria_wants_two_of_four(houses: int, goods: int, won: bool) -> None:
    realm = realm_of("cathedral", saint="maria", **dict.fromkeys((*FOODS, *LUXURIES), goods))
    realm.buildings += [Building(f"h{n}", "house", 0, 1, number=n) for n in range(1, houses + 1)]
    assert satisfied(realm, conquered=False) is won


@pytest.mark.parametrize(
    ("kinds", "manned", "steps", "water"),
    [
        pytest.param((), True, 2, False, id="42 and 43 without a harbour"),
        pytest.param(("harbour",), True, 2, True, id="42 and 43 with a harbour"),
        pytest.param(("harbour", "stables"), False, 2, False, id="nobody in them"),
        pytest.param(("stables",), True, 3, False, id="47: stables"),
    ],
)
def test_how_far_a_zone_reaches(kinds: tuple[BuildingKind, ...], manned: bool, steps: int, water: bool) -> None:
    words = ENGLISH.say(zone_words(realm_of(*kinds, manned=manned)))
    assert f"{steps} steps" in words
    assert ("no water" not in words) == water


def test_the_zone_is_said_where_a_place_on_the_map_is_chosen() -> None:
    play = AntiquityPlay().begun()
    play.house(1, 1)
    play.build(1, "cart")
    play.act(1, plan="man")
    play.ready()
    assert play.asked(1).hint == zone_words(play.realm(1))


def test_46_a_site_beside_another_is_as_large_as_what_is_left_of_the_forest() -> None:
    play = AntiquityPlay().begun()
    for seat in (1, 2):
        play.house(seat, 1)
        play.build(seat, "cart")
        play.act(seat, plan="man")
    play.ready()
    play.act(1, item="woodcutter", goods=4)
    play.act(2, item="woodcutter", goods=3)
    play.on(Planning)
    assert [play.realm(seat).works[0].left for seat in (1, 2)] == [3, 2]


def test_47_the_map_is_looked_at_only_for_whom_it_decides() -> None:
    giorgio = realm_of("cathedral", "stables", saint="giorgio")
    assert giorgio_decides(giorgio)
    assert satisfied(giorgio, conquered=True)
    assert not satisfied(giorgio, conquered=False)
    assert not giorgio_decides(grave(realm_of("cathedral", saint="giorgio"), "cathedral"))
    assert not giorgio_decides(realm_of("cathedral", saint="nicolo"))


def test_a_graved_cathedral_stops_benefit_and_victory() -> None:
    realm = grave(realm_of("cathedral", saint="giorgio"), "cathedral")
    assert not satisfied(realm, conquered=True)
    assert storage_capacity(grave(realm_of("cathedral", saint="maria", wood=3), "cathedral")) == 0


def test_34_a_faculty_is_served_by_an_edge_not_by_a_corner() -> None:
    realm = Realm(1, seal({}, 1), [City(7)])
    university = Building("u", "university", 0, 4, ["0,0", "1,0", "0,1", "1,1"], manned=1)
    edge = Building("a", "alchemy", 0, 8, ["2,0", "3,0", "2,1", "3,1", "4,1", "2,2", "3,2", "4,2"])
    corner = Building("b", "biology", 0, 8, ["2,2", "3,2", "4,2", "2,3", "3,3", "4,3", "3,4", "4,4"])
    for faculty, served in ((edge, True), (corner, False)):
        alone = deepcopy(realm)
        alone.buildings = [university, faculty]
        assert is_working(alone, faculty) is served
    alone.buildings[0].manned = 0
    assert not is_working(alone, edge)


def test_35_the_hospital_takes_off_five_graves_and_a_granary_counts_again() -> None:
    play = AntiquityPlay(level="counters").begun()
    for number in (1, 2):
        play.house(1, number)
    play.stock(1, wood=6, dye=1)
    play.build(1, "granary")
    play.build(1, "hospital")
    play.ready()
    play.on(Planning)
    granary = next(building for building in play.realm(1).buildings if building.kind == "granary")
    granary.graves, play.realm(1).cities[0].loose = 2, 5
    play.act(1, plan="man")
    for _ in range(2):
        play.act(1, plan="heal", grave=granary.key)
    assert granary_food(draft_of(play.state, 1).realm) == 3
    for _ in range(3):
        play.act(1, plan="heal")
    heal = next(option for option in play.asked(1).options if option.value == "heal")  # type: ignore[attr-defined]
    assert ENGLISH.say(heal.reason) == "The hospital has taken off 5 graves."


@pytest.mark.parametrize(("shortage", "first", "second"), [("order", 2, 0), ("all", 2, 2)])
def test_36_a_shortage_is_settled_at_the_reveal_in_turn_order(shortage: str, first: int, second: int) -> None:
    play = AntiquityPlay(shortage=shortage).begun()
    ahead, behind = play.state.order
    play.state.supply["cart"] = 2
    for seat in (ahead, behind):
        for _ in range(2):
            play.build(seat, "cart")
    play.ready()
    built = [sum(one.kind == "cart" for one in play.realm(seat).buildings) for seat in (ahead, behind)]
    assert built == [first, second]
    assert play.state.supply["cart"] == 0
    assert (sum("None is left in the supply." in told for told in play.told) == 2) is (shortage == "order")


def test_37_one_of_everything() -> None:
    whole: Goods = {}
    luxuries = 0
    for piece in PIECES.values():
        luxuries += piece.cost.luxury
        for good, n in bill(piece.cost, {}).items():
            whole[good] = whole.get(good, 0) + n
    assert (whole, luxuries) == ({"wood": 8, "stone": 9}, 4)
    assert PIECES["stables"].cost.luxury == 2


def test_39_santa_marias_cathedral_is_not_razed() -> None:
    draft = drafted(realm_of("cathedral", "theology", saint="maria"))
    assert ENGLISH.say(order_reason(draft, RazeCathedral()) or 0) == "Santa Maria's cathedral cannot be razed."
    draft.realm.saint = "nicolo"
    assert raze_reason(draft) is None


def drafted(realm: Realm) -> Draft:
    """A draft on cardboard that begins with this realm."""
    play = AntiquityPlay(level="counters").begun()
    play.state.realms[0] = realm
    return new_draft(play.state, 1, ())


def test_40_an_explorer_without_a_man_explores_nothing() -> None:
    play = AntiquityPlay(level="counters").begun()
    play.build(1, "explorer")
    play.ready()
    assert play.realm(1).actions == 0
    assert not isinstance(play.state.due, Exploring)


def test_41_a_market_without_a_man_is_no_market() -> None:
    reason = market_reason(drafted(realm_of("market", manned=False)))
    assert ENGLISH.say(reason or 0) == "Your market does not work."
    assert market_reason(drafted(realm_of("market"))) is None


@pytest.mark.parametrize(
    ("left", "driven", "removed", "gained"), [(5, True, 3, 2), (2, True, 2, 1), (1, True, 1, 0), (4, False, 1, 1)]
)
def test_forced_labour(left: int, driven: bool, removed: int, gained: int) -> None:
    """Section 8, phase 6, point 3."""
    assert harvested(left, driven) == (removed, gained)


def test_every_cart_shop_serves_once_a_turn() -> None:
    """Section 7: a cart shop whose man has gone out has nobody left."""
    play = AntiquityPlay().begun()
    for number in (1, 2):
        play.house(1, number)
        play.build(1, "cart")
    play.act(1, plan="man")
    play.act(1, plan="man", man=draft_of(play.state, 1).realm.buildings[3].at[0])
    play.ready()
    for _ in range(2):
        assert cart_reason(play.realm(1)) is None
        play.act(1, item="woodcutter", goods=2)
    assert cart_reason(play.realm(1)) is not None
    assert open_reason(play.state, play.realm(1), OpenSite("woodcutter", "wood", 1)) is not None


def test_a_building_takes_one_man_and_some_take_none() -> None:
    """Section 4: a man for each house, at most one in a building, none where none is needed."""
    play = AntiquityPlay().begun()
    play.house(1, 1)
    play.build(1, "market")
    play.build(1, "granary")
    draft = draft_of(play.state, 1)
    market, granary = draft.realm.buildings[1], draft.realm.buildings[2]
    assert order_reason(draft, PlaceMan(market.key)) is None
    assert ENGLISH.say(order_reason(draft, PlaceMan(granary.key)) or 0) == "It needs no man."
    play.act(1, plan="man")
    draft = draft_of(play.state, 1)
    assert ENGLISH.say(order_reason(draft, PlaceMan(market.key)) or 0) == "Each building that takes a man has one."


def test_a_fifth_city_is_refused() -> None:
    """Section 5.1: at most four."""
    realm = realm_of("cart", cities=4, wood=1, stone=1, fish=1, gold=1, dye=1)
    assert ENGLISH.say(found_reason(realm) or 0) == "You have four cities."
    realm.cities.pop()
    assert found_reason(realm) is None


def test_a_single_building_is_built_once_even_when_graved() -> None:
    """Section 5.1."""
    draft = drafted(grave(realm_of("market", wood=3), "market"))
    reason = order_reason(draft, BuildPiece("market", "", {}, None, Spot(0)))
    assert ENGLISH.say(reason or 0) == "You have it already."


def test_san_nicolo_gives_a_lower_house_for_one_that_is_paid() -> None:
    """Section 9."""
    draft = drafted(realm_of("cathedral", saint="nicolo", grain=1))
    assert order_reason(draft, BuildHouse(5, {"grain": 1}, Spot(0), 4, Spot(0))) is None
    assert "lower" in ENGLISH.say(order_reason(draft, BuildHouse(5, {"grain": 1}, Spot(0), 6, Spot(0))) or 0)
    assert "paid" in ENGLISH.say(order_reason(draft, BuildHouse(4, {}, Spot(0), 3, Spot(0))) or 0)
