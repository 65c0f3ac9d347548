"""What people do with the pieces: what the examples of the playthroughs do not show, and what nobody may be told."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.core.instructions import (
    AnyInstruction,
    Instruction,
    display_lines,
    inside,
    lines_for,
    reversed_instructions,
)
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import Outcome
from companion.core.wording import SHORT_WIDTH
from companion.games.antiquity.moves import (
    AddOrder,
    AddOrders,
    AnswerOffer,
    BuildHouse,
    BuildInn,
    BuildPiece,
    ClearPollution,
    Correction,
    Discard,
    DropOrder,
    EnterSite,
    FoundCity,
    MoveBuilding,
    MoveGrave,
    Offer,
    OpenSite,
    OwnOrder,
    Pass,
    PlaceMan,
    Quantity,
    RazeCathedral,
    Ready,
    RemoveGrave,
    Spot,
    SwapGoods,
)
from companion.games.antiquity.state import (
    Building,
    City,
    Countryside,
    ForcingLabour,
    OpenedSite,
    Planning,
    Polluting,
    State,
    Storing,
)
from companion.games.antiquity.tables import GOODS, BuildingKind
from companion.locale import speaker
from tests.contract.instructed import committed, playthroughs
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, AntiquityPlay

NO_THINGS = {
    r"turn": "a count of turns",
    r"\d\.saint": "a choice",
    r"supply\.\w+": "said with the building that is put down or taken off",
    r"markers\.\w+": "markers that have left the game, said when they do",
}
"""Numbers that count no pieces, by a pattern of their keys."""

IN_CITIES = r"\d\.(idle|b\d+\.man)"
"""Men who are not on the map are pieces only where city maps are on cardboard."""


def test_every_number_is_a_thing_or_is_listed() -> None:
    left: set[str] = set()
    for name in playthroughs("antiquity"):
        state = committed(name)[-1].state
        for one in GAME.inventory(state):
            listed = any(re.fullmatch(pattern, one.key) for pattern in NO_THINGS)
            in_box = state.grids and re.fullmatch(IN_CITIES, one.key) is not None
            if (one.thing is None) is not (listed or in_box):
                left.add(one.key)
    assert left == set()


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_line_fits_a_small_display(language: str) -> None:
    wide: set[str] = set()
    for name in playthroughs("antiquity"):
        for act in committed(name):
            person = speaker(language, {seat: one.name for seat, one in enumerate(act.play.setup.seats, 1)})
            for entry in act.entries:
                made = [inside(one) for one in entry.instructions] if entry.kind == "move" else []
                for seat in (0, *act.play.setup.numbers):
                    rows = display_lines(lines_for(seat, made), person)
                    wide |= {row for row in rows if len(row) > SHORT_WIDTH}
    assert wide == set()


# -- at a table ------------------------------------------------------------------------------------------------------


def shown(made: tuple[AnyInstruction, ...], viewer: Viewer, seat: int) -> list[str]:
    """What a viewer reads of the instructions of a seat."""
    looked = seen(made, viewer)
    known = [inside(one) for one in looked if isinstance(one, Instruction) or one.known]
    return [ENGLISH.say(line.words) for line in lines_for(seat, known)]


def own(outcome: Outcome[State], seat: int) -> list[str]:
    """What a seat reads of its own instructions."""
    return shown(outcome.instructions, Viewer(seat), seat)


def taken_back(outcome: Outcome[State], seat: int) -> list[str]:
    """What it reads when the move is undone."""
    return shown(reversed_instructions(outcome.instructions), Viewer(seat), seat)


def planning(level: str = "counters", **options: Any) -> AntiquityPlay:
    """A table with city maps on cardboard, everybody planning, with goods enough."""
    play = AntiquityPlay(2, level, **options).begun()
    for seat in (1, 2):
        play.stock(seat, **dict.fromkeys(GOODS, 9))
    return play


def stands(play: AntiquityPlay, kind: BuildingKind, size: int, seat: int = 1, **given: Any) -> str:
    """A building that stands already; its key."""
    realm = play.realm(seat)
    realm.serial += 1
    realm.buildings.append(Building(f"b{realm.serial}", kind, 0, size, **given))
    return realm.buildings[-1].key


def order(play: AntiquityPlay, given: OwnOrder, seat: int = 1) -> Outcome[State]:
    return play.move(seat, AddOrder(given))


def acting(play: AntiquityPlay) -> None:
    """Phase 4, with two manned cart shops of the first seat."""
    for _ in range(2):
        stands(play, "cart", 3, manned=1)
    play.state.due = Countryside([1])


def of_order(play: AntiquityPlay, given: OwnOrder) -> list[str]:
    return own(order(play, given), 1)


def test_a_plan_is_carried_out_behind_the_screen() -> None:
    play = planning()
    stands(play, "hospital", 6, manned=1)
    graved = stands(play, "granary", 4, graves=1)
    open_market = stands(play, "market", 4)
    play.realm(1).idle = 1
    assert of_order(play, BuildHouse(1, {}, Spot(0))) == ["Behind your screen: put House 1 on your map."]
    paid = BuildHouse(9, {"grain": 1, "olives": 1, "fish": 1}, Spot(0))
    nine = "Behind your screen: put House 9 on your map and 1 grain, 1 olive and 1 fish on it."
    assert of_order(play, paid) == [nine]
    cart = BuildPiece("cart", "", {}, None, Spot(0))
    assert of_order(play, cart) == ["Behind your screen: put Cart shop on your map and 1 wood on it."]
    assert of_order(play, PlaceMan(open_market)) == ["Behind your screen: put a man on Market."]
    assert of_order(play, RemoveGrave(0, key=graved)) == ["Behind your screen: take a grave off Granary."]
    assert of_order(play, SwapGoods(("wood", "wood"), "dye")) == []


def test_men_put_to_work_together_are_one_line() -> None:
    play = planning()
    keys = [stands(play, "cart", 3), stands(play, "explorer", 3)]
    play.realm(1).idle = 2
    made = play.move(1, AddOrders(tuple(map(PlaceMan, keys))))
    assert own(made, 1) == ["Behind your screen: put a man each on Cart shop and Explorer."]
    assert taken_back(made, 1) == ["Behind your screen: take the men off Cart shop and Explorer."]


def test_several_houses_are_put_down_one_after_the_other() -> None:
    made = planning().move(1, AddOrders((BuildHouse(1, {}, Spot(0)), BuildHouse(2, {}, Spot(0)))))
    assert own(made, 1) == [f"Behind your screen: put House {n} on your map." for n in (1, 2)]


def test_santa_barbara_moves_pieces_behind_the_screen() -> None:
    play = planning()
    play.realm(1).saint = "barbara"
    stands(play, "cathedral", 6)
    market = stands(play, "market", 4)
    play.realm(1).cities.append(City(6))
    play.realm(1).cities[0].loose = 1
    to_second = MoveBuilding(0, market, Spot(1))
    assert of_order(play, to_second) == ["Behind your screen: move Market, City 1 to the map of City 2."]
    assert of_order(play, MoveGrave(0, "", 1, "")) == ["Behind your screen: move a grave to the map of City 2."]
    stands(play, "theology", 8, manned=1)
    assert of_order(play, RazeCathedral()) == ["Behind your screen: take your cathedral off its map."]


def test_an_order_that_is_dropped_is_taken_back_by_hand() -> None:
    play = planning()
    made = order(play, BuildPiece("cart", "", {}, None, Spot(0)))
    assert taken_back(made, 1) == ["Behind your screen: take Cart shop off your map."]
    dropped = play.move(1, DropOrder(1))
    assert own(dropped, 1) == ["Behind your screen: take Cart shop off your map."]
    assert taken_back(dropped, 1) == ["Behind your screen: put Cart shop on your map and 1 wood on it."]


def test_a_correction_moves_nothing_not_even_at_the_reveal() -> None:
    play = planning()
    assert of_order(play, Correction("stand", kind="house", number=3, spot=Spot(0))) == []
    assert of_order(play, EnterSite("woodcutter", "wood", 4)) == []
    assert of_order(play, Correction("grave", city=0)) == []
    play.move(1, Ready())
    made = play.move(2, Ready())
    mine = own(made, 1)
    # all goods are lost for lack of a store, and the wood of the entered site is harvested
    assert [line for line in mine if "no store" not in line and "from your woodcutter" not in line] == [
        "Screen away.",
        "Put 3 pollution in your zone.",
    ]


def test_with_city_maps_on_the_screens_a_plan_needs_no_hands() -> None:
    play = planning("grids")
    assert own(order(play, BuildHouse(1, {}, Spot(0, "0,0,0"))), 1) == []
    play.move(1, Ready())
    assert "Screen away." not in own(play.move(2, Ready()), 1)


def test_a_piece_that_is_left_out_comes_off_again() -> None:
    play = planning()
    for seat in (1, 2):
        order(play, BuildPiece("cart", "", {}, None, Spot(0)), seat)
    play.state.supply["cart"] = 1
    play.move(1, Ready())
    made = play.move(2, Ready())
    last = play.state.order[-1]
    both = {seat: [line for line in own(made, seat) if line.startswith("Not possible")] for seat in (1, 2)}
    assert both == {
        last: ["Not possible: take Cart shop off your map, and its goods back."],
        3 - last: [],
    }


def test_a_man_who_is_left_out_comes_off_again() -> None:
    play = planning()
    key = stands(play, "market", 4)
    play.realm(1).idle = 1
    order(play, PlaceMan(key))
    play.realm(1).building(key).graves = 1  # type: ignore[union-attr]
    play.move(1, Ready())
    made = play.move(2, Ready())
    assert own(made, 1)[:2] == ["Screen away.", "Not possible: take the man off Market."]
    assert "Put the man back on Market." in taken_back(made, 1)


def test_a_store_is_put_down_in_its_size() -> None:
    store = BuildPiece("store", "2x3", {}, None, Spot(0))
    assert of_order(planning(), store) == ["Behind your screen: put Store for 6 on your map and 1 wood on it."]


def test_a_trade_that_is_off_hands_nothing_over() -> None:
    """One pays a wood and the other swaps for one: both go by the bank, though the log names both seats."""
    play = planning()
    stands(play, "market", 4, manned=1)
    stands(play, "market", 4, seat=2, manned=1)
    play.move(1, Offer(2, (Quantity("fish", 1),), take=(Quantity("gold", 1),)))
    play.move(2, AnswerOffer("1-2-1", accept=True))
    order(play, BuildPiece("cart", "", {}, None, Spot(0)))
    order(play, SwapGoods(("fish", "fish"), "wood"), 2)
    play.stock(2, gold=0)
    play.move(1, Ready())
    made = play.move(2, Ready())
    assert "Put back 1 wood." in own(made, 1)
    assert "Take 1 wood." in own(made, 2)


def test_of_what_is_traded_and_spent_each_goes_its_own_way() -> None:
    """One wood is for the other, the other one for a piece: the bank gets no more than it is paid."""
    play = planning()
    stands(play, "market", 4, manned=1)
    play.stock(1, wood=4)
    play.stock(2, wood=0, gold=1)
    play.move(1, Offer(2, (Quantity("wood", 1),), take=(Quantity("gold", 1),)))
    play.move(2, AnswerOffer("1-2-1", accept=True))
    order(play, BuildPiece("cart", "", {}, None, Spot(0)))
    play.move(1, Ready())
    made = play.move(2, Ready())
    assert own(made, 1)[1:4] == ["Put back 1 wood.", "Give Bo 1 wood.", "Bo gives you 1 gold."]
    assert own(made, 2)[1:3] == ["Give Ana 1 gold.", "Ana gives you 1 wood."]


def test_a_fountain_moves_the_famine_marker_of_the_table() -> None:
    play = planning()
    play.state.famine = 5
    order(play, BuildPiece("fountain", "", {"gold": 1}, None, Spot(0)))
    play.move(1, Ready())
    made = play.move(2, Ready())
    assert shown(made.instructions, PUBLIC, 0)[0] == "Famine marker to 5."
    assert not any("famine" in line for seat in (1, 2) for line in own(made, seat))


def test_all_men_rise_in_one_line() -> None:
    play = planning()
    for kind in ("market", "explorer", "dump"):
        stands(play, kind, 3, manned=1)  # type: ignore[arg-type]
    play.state.due = Polluting({1: 0})
    play.state.realms[1].out = False
    made = play.act(1)
    assert isinstance(play.state.due, Planning)
    assert own(made, 1) == ["Take all men out of your city buildings."]
    assert own(made, 2) == []


def test_men_on_the_order_track_change_places_only_when_they_do() -> None:
    play = planning()
    first = play.state.order[0]
    stands(play, "cart", 3, seat=first, manned=1)
    play.realm(first).idle = 0
    play.move(1, Ready())
    made = play.move(2, Ready())
    names = {seat: ENGLISH.name(seat) for seat in (1, 2)}
    track = [line for line in shown(made.instructions, PUBLIC, 0) if line.startswith("Order track")]
    assert track == [f"Order track: {names[3 - first]} 1, {names[first]} 2."]


def test_a_mine_and_a_farm_pollute_their_hexes_at_once() -> None:
    play = planning()
    acting(play)
    assert own(play.move(1, OpenSite("mine", "gold", 3)), 1)[:2] == [
        "Put back 1 wood.",
        "Put a man on his hex. On each of the 3 hexes put 1 gold and 1 pollution.",
    ]
    play.state.due = Countryside([1, 2])
    assert own(play.move(1, OpenSite("farm", "olives", 1)), 1)[:2] == [
        "Put back 1 olive.",
        "Put a man on his hex, with 1 olive and 1 pollution.",
    ]


def test_an_inn_a_city_and_alchemy() -> None:
    play = planning()
    acting(play)
    stands(play, "brewery", 5)
    stands(play, "alchemy", 8, manned=1)
    made = play.move(1, BuildInn({"grain": 1}))
    beside = "and the man of a cart shop beside your city."
    assert own(made, 1) == ["Put back 1 grain.", f"Put an inn on a hex of your zone, {beside}"]
    assert taken_back(made, 1) == ["Take the inn off the map.", "Take 1 grain."]
    play.state.due = Countryside([1])
    city = play.move(1, FoundCity({"grain": 1, "wine": 1, "dye": 1}))
    assert own(city, 1) == [
        "Put back 1 wood, 1 stone, 1 grain, 1 wine and 1 dye.",
        f"Put your new city on the map. Take a small city map, {beside.replace('the man', 'put the man')}",
    ]
    play.state.due = Countryside([1, 2])
    assert own(play.move(1, ClearPollution()), 1)[0] == (
        "Take the pollution off one free hex of your zone and all free hexes around it."
    )


def test_goods_beyond_small_stores_are_put_back_with_the_reason() -> None:
    play = planning()
    play.stock(1, **dict.fromkeys(GOODS, 0))
    play.stock(1, wood=7)
    stands(play, "store", 4, manned=1)
    play.state.due = Countryside([1])
    stands(play, "cart", 3, manned=1)
    made = play.move(1, Pass())
    assert own(made, 1)[0] == "Storage: put back 3 wood, stores for 4."


def test_an_empty_fishery_gives_its_piece_back() -> None:
    play = planning()
    play.realm(1).works.append(OpenedSite("w9", "fishery", "fish", 1))
    play.state.supply["fishery"] -= 1
    play.stock(1, **dict.fromkeys(GOODS, 0))
    play.stock(2, **dict.fromkeys(GOODS, 0))
    acting(play)
    made = play.move(1, Pass())
    assert own(made, 1)[:2] == [
        "Harvest: take 1 fish from your fishery.",
        "A site is empty: take its man off the map. Put the fishery back.",
    ]
    assert "Put back on the map: 1 fish from your fishery." in taken_back(made, 1)


def test_the_sites_of_a_seat_that_is_out_go_back_to_the_bank() -> None:
    play = AntiquityPlay(3, "counters").begun()
    play.realm(3).out = True
    play.realm(3).works.append(OpenedSite("w9", "farm", "wine", 2))
    for seat in (1, 2):
        play.stock(seat, wood=0)
    play.state.due = Storing({1: 0})
    made = play.move(1, Discard({}))
    assert own(made, 3) == ["Put back 1 wine from your farm."]


def test_a_seat_without_room_is_told_that_its_pieces_stay() -> None:
    play = planning()
    play.realm(1).cities[0].loose = 49
    play.state.due = Polluting({1: 2})
    made = play.act(1, left_over=2)
    assert own(made, 1)[-1] == "You are out of the game: your pieces stay."


def test_of_two_levels_of_famine_in_one_move_the_table_reads_the_last_one() -> None:
    [entry] = [each for act in committed("antiquity/whole") for each in act.entries if each.number == 43]
    assert shown(entry.instructions, PUBLIC, 0) == ["Famine marker to 2."]


# -- secrets ---------------------------------------------------------------------------------------------------------

ORDERS: tuple[tuple[OwnOrder, ...], ...] = (
    (BuildHouse(1, {}, Spot(0)),),
    (BuildHouse(1, {}, Spot(0)), BuildHouse(2, {}, Spot(0)), BuildHouse(5, {"fish": 1}, Spot(0))),
    (BuildPiece("cart", "", {}, None, Spot(0)),),
    (SwapGoods(("wood", "wood"), "dye"),),
    (Correction("stand", kind="house", number=3, spot=Spot(0)),),
    (BuildHouse(1, {}, Spot(0)), BuildPiece("granary", "", {}, None, Spot(0))),
)


Read = tuple[int, str, str, tuple[tuple[str, int], ...]]


def read_by_others(made: tuple[AnyInstruction, ...]) -> list[list[Read]]:
    """All that everybody but the first seat sees, one viewer after the other: who does what, in order, with the
    numbers that it stands for.
    """
    found = []
    for viewer in (PUBLIC, Viewer(2)):
        looked = seen(made, viewer)
        known = [inside(one) for one in looked if isinstance(one, Instruction) or one.known]
        found.append([(one.seat, one.verb, ENGLISH.say(one.words or one.things), one.covers) for one in known])
    return found


@pytest.mark.parametrize("stocks", ["open", "hidden"])
def test_nobody_learns_of_a_plan_by_its_instructions(stocks: str) -> None:
    """Existence, number and order of what others see do not depend on what is planned, dropped or planned anew."""
    for orders in ORDERS:
        play = planning(stocks=stocks)
        play.state.laying = []  # who has laid a starting city everybody sees
        stands(play, "market", 4, manned=1)
        for each in orders:
            made = order(play, each)
            assert read_by_others(made.instructions) == [[], []]
        assert read_by_others(play.move(1, DropOrder(len(orders))).instructions) == [[], []]
        again = play.move(1, AddOrders(orders[-1:]))
        assert read_by_others(again.instructions) == [[], []]
        men = tuple(PlaceMan(stands(play, "cart", 3)) for _ in range(2))
        play.realm(1).idle = 2
        assert read_by_others(play.move(1, AddOrders(men)).instructions) == [[], []]
        assert read_by_others(play.move(1, Ready()).instructions) == [[], []]


def evening(goods: dict[str, int], swap: SwapGoods) -> list[list[list[Read]]]:
    """What others see from one plan to the next of two plays with hidden stocks that differ in goods alone: what the
    first seat owns, and what it swaps.
    """
    play = planning(stocks="hidden")
    play.stock(1, **{**dict.fromkeys(GOODS, 0), "wood": 2, **goods})
    play.stock(2, **dict.fromkeys(GOODS, 0))
    stands(play, "market", 4, manned=1)
    stands(play, "store", 24, manned=1)
    stands(play, "cart", 3, manned=1)
    play.realm(1).works.append(OpenedSite("w9", "mine", "gold", 5))
    made = [order(play, swap), play.move(1, Ready()), play.move(2, Ready())]
    made.append(play.move(1, OpenSite("woodcutter", "wood", 3)))
    return [read_by_others(each.instructions) for each in made]


def test_hidden_stocks_are_told_to_nobody_else() -> None:
    """The same moves are seen alike, whatever the goods are: the woodcutter and the harvest lie open on the map."""
    some = evening({"fish": 6}, SwapGoods(("fish", "fish"), "dye"))
    others = evening({"stone": 3, "wine": 1, "pearls": 9}, SwapGoods(("stone", "wine"), "grain"))
    assert some == others
    read = [each for viewers in some for lines in viewers for each in lines]
    assert any("from your mine" in text for _, _, text, _ in read)
    assert not any(text.startswith(("Put back", "1 wood")) for _, _, text, _ in read)
    owned = {f"1.{good}" for good in GOODS}
    assert not any(key in owned for _, _, _, covers in read for key, _ in covers)


def test_a_harvest_into_hidden_stocks_is_said_once() -> None:
    """Everybody reads what comes off the map; its owner reads no second line for the stock."""
    play = planning(stocks="hidden")
    play.realm(1).works.append(OpenedSite("w9", "mine", "gold", 5))
    for seat in (1, 2):
        play.stock(seat, **dict.fromkeys(GOODS, 0))
    acting(play)
    made = play.move(1, Pass())
    assert [line for line in own(made, 1) if "gold" in line] == [
        "Harvest: take 1 gold from your mine, the man's hex last."
    ]
    read = [text for lines in read_by_others(made.instructions) for seat, _, text, _ in lines if seat == 1]
    assert any("from your mine" in text for text in read)


def test_what_hidden_stocks_lose_is_told_to_their_owner() -> None:
    play = planning(stocks="hidden")
    acting(play)
    made = play.move(1, Pass())
    assert "no store" in own(made, 1)[0]
    read = [each for lines in read_by_others(made.instructions) for each in lines]
    assert not any("no store" in text for seat, _, text, _ in read if seat == 1)


def test_forced_labour_is_a_choice_that_asks_for_other_hands() -> None:
    play = planning(forced_labour="choice")
    stands(play, "labour", 6, manned=1)
    play.realm(1).works += [OpenedSite("w8", "mine", "gold", 5), OpenedSite("w9", "farm", "wine", 5)]
    play.state.due = ForcingLabour([1])
    made = play.act(1, works=["w9"])
    assert own(made, 1)[:2] == [
        "Harvest: take 1 gold from your mine, the man's hex last.",
        "Harvest, Farm: put back 1 wine, take 2.",
    ]
