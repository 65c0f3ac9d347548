"""What screens show at once: the fields of each form, their usual answers, and what they come to."""

from __future__ import annotations

import pytest

from companion.core.errors import Refused
from companion.core.forms import Filled, fill
from companion.core.questions import Answer, Pick, PickMany, Place
from companion.games.antiquity.moves import (
    AddOrder,
    AddOrders,
    BuildHouse,
    Discard,
    Grave,
    Offer,
    OpenSite,
    PlaceGraves,
    PlaceMan,
    Quantity,
    Spot,
    SwapGoods,
)
from companion.games.antiquity.orders import draft_of, order_words
from companion.games.antiquity.state import PlacingGraves, Planning, Storing
from companion.games.antiquity.tables import FOODS, GOODS, LUXURIES
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, AntiquityPlay

PLENTY = dict.fromkeys((*FOODS, *LUXURIES), 12)
CARTS_AND_MARKET = (("cart", "4,0,0"), ("cart", "6,0,0"), ("market", "0,1,0"))


def form(table: AntiquityPlay, seat: int, *before: Answer, **given: Answer) -> Filled:
    filled = fill(GAME, table.known(seat), seat, before, given)
    assert filled is not None
    return filled


def labels(filled: Filled, place: int = 0) -> dict[str, str]:
    """The options of a field: their values by their words."""
    question = filled.fields[place].question
    assert isinstance(question, PickMany)
    return {ENGLISH.say(option.label): str(option.value) for option in question.options}


def usual(filled: Filled) -> list[str]:
    """The words of what the first field begins with."""
    answer = filled.fields[0].answer
    return [words for words, value in labels(filled).items() if isinstance(answer, list) and value in answer]


def offered(table: AntiquityPlay, seat: int) -> set[str]:
    return {str(option.value) for option in table.asked(seat).options}  # type: ignore[attr-defined]


@pytest.fixture
def built() -> AntiquityPlay:
    """Four houses, two cart shops and a market of the first turn."""
    table = AntiquityPlay().begun()
    for number in range(1, 5):
        table.house(1, number, at=f"{number - 1},0,0")
    for kind, at in CARTS_AND_MARKET:
        table.build(1, kind, at=at)
    return table


def test_men_enough_for_all_buildings_are_put_into_all(built: AntiquityPlay) -> None:
    shown = form(built, 1, "men")
    assert usual(shown) == ["Cart shop 1", "Cart shop 2", "Market"]
    assert shown.ready
    assert len(shown.moves) == 1
    built.move(1, shown.moves[0])
    draft = draft_of(built.state, 1)
    assert draft.realm.idle == 1
    assert [building.kind for building in draft.realm.buildings if building.manned] == ["cart", "cart", "market"]
    assert "You put men to work: 3. Idle men left: 1." in built.told


def test_every_man_is_an_order_of_his_own(built: AntiquityPlay) -> None:
    """One of them can be taken out again, and one that fails at the reveal takes no other along."""
    built.move(1, form(built, 1, "men").moves[0])
    built.act(1, plan="drop", order=9)
    men = [line.order.key for line in built.state.lines(1) if isinstance(line.order, PlaceMan)]
    assert men == ["p5", "p7"]


def test_some_men_are_left_at_home(built: AntiquityPlay) -> None:
    shown = form(built, 1, "men", men=["p6", "p7"])
    assert shown.moves == (AddOrders((PlaceMan("p6"), PlaceMan("p7"))),)
    assert form(built, 1, "men", men=[]).fields[0].refused is not None


def test_several_men_are_offered_where_there_are_two_men_and_two_places(built: AntiquityPlay) -> None:
    assert "men" in offered(built, 1)
    built.act(1, plan="man", man="4,0")
    built.act(1, plan="man", man="6,0")
    assert "men" not in offered(built, 1), "a single place"
    assert "man" in offered(built, 1)
    assert "men" not in offered(built, 2), "nothing is built"


def test_men_of_one_move_are_put_to_work_together_or_not_at_all(built: AntiquityPlay) -> None:
    before = len(built.state.lines(1))
    for keys in ((), ("p5", "p5"), ("p5", "p1"), ("p5", "nowhere")):
        with pytest.raises(Refused):
            built.move(1, AddOrders(tuple(map(PlaceMan, keys))))
        assert len(built.state.lines(1)) == before


# -- houses that cost nothing ---------------------------------------------------------------------------------------


def test_free_houses_are_laid_one_after_the_other_in_one_form() -> None:
    table = AntiquityPlay().begun()
    shown = form(table, 1, "houses")
    assert [field.key for field in shown.fields] == ["at-1"]
    assert not shown.ready, "where a house stands is nothing that one could guess"
    squares = {"at-1": "0,0", "at-2": "1,0", "at-3": "6,6"}
    shown = form(table, 1, "houses", **squares)
    assert [field.key for field in shown.fields] == ["at-1", "at-2", "at-3", "at-4"]
    with pytest.raises(Refused):
        shown.fields[3].question.check("6,6")
    shown = form(table, 1, "houses", **squares, **{"at-4": "3,3"})
    assert shown.ready
    table.move(1, shown.moves[0])
    built = draft_of(table.state, 1).realm
    assert [(one.number, one.at) for one in built.buildings] == [(1, ["0,0"]), (2, ["1,0"]), (3, ["6,6"]), (4, ["3,3"])]
    assert built.idle == 4
    assert "houses" not in offered(table, 1), "no other house is free"


def test_houses_that_stand_already_are_not_asked_for() -> None:
    table = AntiquityPlay().begun()
    table.house(1, 2, at="0,0,0")
    table.house(1, 3, at="1,0,0")
    shown = form(table, 1, "houses", **{"at-1": "2,0", "at-4": "3,0"})
    assert [order.number for order in shown.moves[0].orders] == [1, 4]
    table.house(1, 1, at="2,0,0")
    assert "houses" not in offered(table, 1), "a single one is asked for by itself"


def test_of_free_houses_as_many_are_built_as_there_is_room_for() -> None:
    table = AntiquityPlay().begun()
    city = table.realm(1).cities[0]
    city.graves = [f"{x},{y}" for x in range(7) for y in range(7) if (x, y) not in ((0, 0), (3, 3), (6, 6))]
    shown = form(table, 1, "houses", **{"at-1": "6,6", "at-2": "0,0", "at-3": "3,3"})
    assert len(shown.moves[0].orders) == 3
    table.move(1, shown.moves[0])


def test_on_cardboard_free_houses_are_built_at_once_and_with_several_cities_in_each_of_them() -> None:
    table = AntiquityPlay(level="counters").begun()
    table.act(1, plan="houses")
    assert draft_of(table.state, 1).realm.idle == 4
    table.act(2, plan="mend", mend="city")
    table.act(2, plan="houses", **{"city-1": 1, "city-2": 0, "city-3": 1, "city-4": 1})
    assert [one.city for one in draft_of(table.state, 2).realm.buildings] == [1, 0, 1, 1]


# -- men ------------------------------------------------------------------------------------------------------------


def great_city() -> AntiquityPlay:
    """A city with twelve men, who all worked last turn: four at cart shops, two of which opened a woodcutter."""
    table = AntiquityPlay(level="counters").begun()
    table.stock(1, wood=40, stone=10, **PLENTY)
    for number in range(1, 13):
        table.house(1, number)
    for kind in (*["cart"] * 4, *["store"] * 6, "market", "explorer"):
        table.build(1, kind)
    table.move(1, form(table, 1, "men").moves[0])
    assert draft_of(table.state, 1).realm.idle == 0
    return table


def next_turn(table: AntiquityPlay, sites: int) -> None:
    table.ready(2)
    table.ready(1)
    for _ in range(sites):
        table.act(1, item="woodcutter", goods=7)
    table.on(Planning)


def test_men_go_back_to_where_they_worked_last_turn_though_there_are_more_places() -> None:
    table = great_city()
    next_turn(table, 0)
    worked = [building.key for building in table.realm(1).buildings if building.key in table.realm(1).worked]
    assert len(worked) == 12
    table.build(1, "university")
    shown = form(table, 1, "men")
    assert sorted(order.key for order in shown.moves[0].orders) == sorted(worked)
    assert len(labels(shown)) == 13
    assert "University" not in usual(shown)


def test_where_men_are_still_outside_cart_shops_are_left_without_one() -> None:
    table = great_city()
    next_turn(table, 2)
    assert table.realm(1).idle == 10
    men = usual(form(table, 1, "men"))
    assert len(men) == 10
    assert sum(words.startswith("Cart shop") for words in men) == 2


def test_buildings_are_listed_by_their_kind_with_what_is_out_of_reach() -> None:
    table = great_city()
    next_turn(table, 0)
    explorer = next(one for one in table.realm(1).buildings if one.kind == "explorer")
    explorer.graves = 1
    shown = form(table, 1, "men")
    assert list(labels(shown)) == [
        *("Cart shop 1", "Cart shop 2", "Cart shop 3", "Cart shop 4"),
        *(f"Store for 2 #{number}" for number in range(1, 7)),
        *("Market", "Explorer"),
    ]
    assert "Explorer" not in usual(shown)
    question = shown.fields[0].question
    assert [ENGLISH.say(one.reason) for one in question.options if one.reason] == ["A grave puts it out of action."]  # type: ignore[union-attr]


def test_a_later_man_has_an_order_as_ever(built: AntiquityPlay) -> None:
    built.move(1, AddOrder(PlaceMan("p5")))
    assert list(labels(form(built, 1, "men"))) == ["Cart shop 2", "Market"]


# -- the market ------------------------------------------------------------------------------------------------------


@pytest.fixture
def market(built: AntiquityPlay) -> AntiquityPlay:
    """The first turn with a manned market, five wood and a fish."""
    built.move(1, form(built, 1, "men").moves[0])
    built.stock(1, wood=5, stone=0, grain=0, olives=0, sheep=0, fish=1, wine=0, pearls=0, dye=0, gold=0)
    return built


def given(filled: Filled) -> dict[str, Answer | None]:
    return {field.key: field.answer for field in filled.fields}


def test_a_swap_is_one_form_and_usually_gives_two_of_a_kind(market: AntiquityPlay) -> None:
    assert given(form(market, 1, "swap")) == {"give": None}
    shown = form(market, 1, "swap", give="wood")
    assert given(shown) == {"give": "wood", "give-too": "wood", "take": None}
    assert "wood" not in {option.value for option in shown.fields[2].question.options}  # type: ignore[union-attr]
    assert given(form(market, 1, "swap", give="fish"))["give-too"] is None, "there is one fish"
    assert form(market, 1, "swap", give="wood", take="gold").moves == (AddOrder(SwapGoods(("wood", "wood"), "gold")),)


def test_an_offer_is_one_form_and_usually_of_one_good_for_one(market: AntiquityPlay) -> None:
    assert given(form(market, 1, "offer")) == {"whom": 2, "give-1": None}
    shown = form(market, 1, "offer", **{"give-1": "enough"})
    assert given(shown) == {"whom": 2, "give-1": "enough", "take-1": None}
    assert form(market, 1, "offer", **{"give-1": "enough", "take-1": "enough"}).fields[-1].refused is not None
    shown = form(market, 1, "offer", **{"give-1": "wood", "give-1-n": 2, "take-1": "gold"})
    assert [field.key for field in shown.fields if not field.given] == ["whom", "give-2", "take-1-n", "take-2"]
    assert shown.moves == (Offer(2, (Quantity("wood", 2),), take=(Quantity("gold", 1),)),)


def told(filled: Filled) -> list[str]:
    return [ENGLISH.say(text.value if hasattr(text, "to") else text) for text in filled.told]


def test_an_offer_names_its_goods_and_for_whom_it_is(market: AntiquityPlay) -> None:
    shown = form(market, 1, "offer", **{"give-1": "wood", "give-1-n": 2, "take-1": "olives"})
    assert told(shown) == ["Ana offers Bo 2 wood for 1 olive"]
    said = shown.told[0]
    assert ENGLISH.short(said.value if hasattr(said, "to") else said) == told(shown)[0], "a dense form says it in short"


def test_goods_that_somebody_lacks_say_so_once(market: AntiquityPlay) -> None:
    options = {one.value: one for one in form(market, 1, "offer").fields[-1].question.options}  # type: ignore[union-attr]
    said = [
        [words and ENGLISH.say(words) for words in (options[good].hint, options[good].reason)] for good in GOODS[:3]
    ]
    assert said == [["You have 2.", None], [None, "You have none."], [None, "You have none."]]


def test_an_order_names_its_city_only_where_there_are_several() -> None:
    table = AntiquityPlay(level="counters").begun()
    table.house(1, 1)
    table.act(1, plan="mend", mend="city")
    table.house(1, 2, city=1)
    planned = [order_words(line.order, draft_of(table.state, 1).realm) for line in table.state.lines(1)]
    assert table.told[-3] == "You plan: House 1"
    assert ENGLISH.say(planned[-1]) == "House 2, city 2"


def test_on_cardboard_buildings_of_a_kind_are_told_apart() -> None:
    table = AntiquityPlay(level="counters").begun()
    table.house(1, 1)
    table.build(1, "cart")
    table.build(1, "cart")
    asked = table.asked(1, "man")
    assert isinstance(asked, Pick)
    assert [(ENGLISH.say(one.label), one.hint) for one in asked.options] == [
        ("Cart shop 1", None),
        ("Cart shop 2", None),
    ]


def test_a_form_with_a_single_answer_says_which() -> None:
    table = AntiquityPlay(level="counters").begun()
    shown = form(table, 1, "mend", "grave")
    assert shown.ready
    hint = shown.fields[0].question.hint
    assert hint is not None
    assert ENGLISH.say(hint) == "A square without a building"


def test_an_offer_is_answered_with_one_choice(market: AntiquityPlay) -> None:
    market.move(1, Offer(2, (Quantity("wood", 2),), take=(Quantity("gold", 1),)))
    shown = form(market, 2, "reply")
    assert list(given(shown).values())[1:] == [None]
    assert form(market, 2, "reply", answer="decline").ready


# -- phases 4, 5 and 8 -----------------------------------------------------------------------------------------------


def test_what_is_discarded_usually_leaves_the_piles_even() -> None:
    table = AntiquityPlay().begun()
    table.stock(1, wood=5, stone=3, grain=1)
    table.state.due = Storing({1: 4})
    shown = form(table, 1)
    assert shown.moves == (Discard({"wood": 3, "stone": 1}),)
    shown = form(table, 1, **{"discard-wood": 1})
    assert shown.moves == (Discard({"wood": 1, "stone": 3}),), "the rest makes up for it"


def test_the_goods_of_a_site_stand_beside_its_good(market: AntiquityPlay) -> None:
    market.ready()
    market.stock(1, wine=1, grain=1)
    shown = form(market, 1, "farm", good="wine")
    assert given(shown) == {"good": "wine", "goods": None}
    assert form(market, 1, "farm", good="wine", goods=4).moves == (OpenSite("farm", "wine", 4),)


def test_graves_are_laid_on_one_picture() -> None:
    table = AntiquityPlay().begun()
    table.state.due = PlacingGraves({1: 2})
    shown = form(table, 1, **{"grave-1": "0,0"})
    assert given(shown) == {"grave-1": "0,0", "grave-2": None}
    with pytest.raises(Refused):
        shown.fields[1].question.check("0,0")
    shown = form(table, 1, **{"grave-1": "0,0", "grave-2": "3,3"})
    assert shown.moves == (PlaceGraves((Grave(0, "0,0"), Grave(0, "3,3"))),)


def test_very_many_graves_are_laid_on_several_forms() -> None:
    table = AntiquityPlay().begun()
    table.state.due = PlacingGraves({1: 9})
    squares = {f"grave-{n}": f"{n - 1},0" if n < 8 else f"{n - 8},1" for n in range(1, 10)}
    shown = form(table, 1, **squares)
    assert (len(shown.fields), shown.moves) == (8, ())
    last = form(table, 1, *shown.draft, **squares)
    assert len(last.moves[0].graves) == 9


def test_of_a_grave_the_city_is_asked_for_in_other_words_than_the_square() -> None:
    table = AntiquityPlay().begun()
    table.act(1, plan="mend", mend="city")
    table.ready()
    table.state.due = PlacingGraves({1: 1})
    city, square = (field.question for field in form(table, 1).fields)
    assert (city.key, square.key) == ("city-1", "grave-1")
    assert city.prompt != square.prompt


def test_on_cardboard_graves_usually_lie_where_there_is_most_room() -> None:
    table = AntiquityPlay(level="counters").begun()
    table.act(1, plan="mend", mend="city")
    table.ready()
    table.realm(1).cities[0].loose = 40
    table.state.due = PlacingGraves({1: 2})
    assert form(table, 1).moves == (PlaceGraves((Grave(1), Grave(1))),)


def test_on_cardboard_what_a_house_costs_and_where_it_stands_is_one_form() -> None:
    table = AntiquityPlay(level="counters").begun()
    table.stock(1, **PLENTY)
    table.act(1, plan="mend", mend="city")
    assert given(form(table, 1, "house", 8)) == {"food": None}
    shown = form(table, 1, "house", 8, food="fish", luxury="gold", city=1)
    assert shown.moves == (AddOrder(BuildHouse(8, {"fish": 1, "gold": 1}, Spot(1))),)


def test_a_building_on_several_squares_has_one_name_on_all_of_them(built: AntiquityPlay) -> None:
    asked = built.asked(1, "man")
    assert isinstance(asked, Place)
    named = [ENGLISH.say(option.label) for option in asked.options]
    assert sorted(set(named)) == ["Cart shop 1", "Cart shop 2", "Market"]
    assert len(named) > 3
