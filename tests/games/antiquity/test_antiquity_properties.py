"""What must hold whatever people do: placing, paying, counting men and goods."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.dialogue import walk
from companion.core.questions import Fit
from companion.core.secrecy import PUBLIC, Viewer, seal, seen
from companion.core.wording import say
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import RandomPlay
from companion.games.antiquity.goods import afford_reason, paid_reason
from companion.games.antiquity.moves import Spot
from companion.games.antiquity.orders import draft_of
from companion.games.antiquity.piece_shapes import (
    BIT,
    fit_rotations,
    grid_squares,
    mask_of,
    piece_squares,
    placements,
    rotations,
)
from companion.games.antiquity.queries import houses, men_in_cities, men_outside, taken_mask
from companion.games.antiquity.saints import piece_of
from companion.games.antiquity.squares import placement_fit, room_reason, spot_reason
from companion.games.antiquity.state import City, Planning, Realm, State
from companion.games.antiquity.tables import (
    COUNTERS,
    FOODS,
    GOODS,
    HOUSE_COST,
    LUXURIES,
    PIECES,
    STORES,
    SUPPLY,
    BuildingKind,
    Cost,
    Good,
)
from tests.games.antiquity.antiquity_table import GAME, AntiquityPlay
from tests.games.antiquity.wealthy import Wealthy

KINDS = st.sampled_from(tuple(PIECES))
SIDES = st.sampled_from((6, 7))


def slowly_legal(kind: BuildingKind, side: int, taken: set[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    """Every set of free squares that a piece can cover, by turning its printed rows a quarter at a time."""
    found = set()
    rows = [list(row) for row in PIECES[kind].shape]
    for _ in range(4):
        for top in range(side - len(rows) + 1):
            for left in range(side - len(rows[0]) + 1):
                squares = frozenset(
                    (left + x, top + y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"
                )
                if not squares & taken:
                    found.add(squares)
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
    return found


@given(KINDS, SIDES, st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=20))
@settings(max_examples=60, deadline=None)
def test_a_piece_can_be_laid_exactly_where_its_squares_are_free(
    kind: BuildingKind, side: int, taken: set[tuple[int, int]]
) -> None:
    built = mask_of(f"{x},{y}" for x, y in taken)
    realm = Realm(1, seal({}, 1), [City(side)])
    question = placement_fit(realm, 0, piece_squares(kind, 2, 1), "home", say("Here"), besides=built)
    legal = {
        frozenset((int(square.split(",")[0]), int(square.split(",")[1])) for square in question.squares(option.value))
        for option in question.reachable()
    }
    assert legal == slowly_legal(kind, side, taken)


@pytest.mark.parametrize("kind", PIECES)
def test_a_piece_is_named_by_its_first_square_and_keeps_its_squares(kind: BuildingKind) -> None:
    piece = piece_squares(kind, 3, 2)
    for way in placements(piece, 7).values():
        x, y, turn = map(int, way.value.split(","))
        assert {f"{x + right},{y + down}" for right, down in fit_rotations(piece)[turn]} == set(way.squares)
        assert fit_rotations(piece)[turn][0] == (0, 0)
        assert len(set(way.squares)) == len(piece)


def test_the_pieces_have_the_printed_sizes_and_never_a_mirror_image() -> None:
    sizes = {kind: len(piece_squares(kind, 2, 1)) for kind in PIECES}
    assert sum(sizes[kind] for kind, piece in PIECES.items() if piece.single) == 89
    assert len(rotations(piece_squares("brewery"))) == 4
    assert len(rotations(piece_squares("labour"))) == 2
    faculty = {frozenset(lying) for lying in rotations(piece_squares("theology"))}
    for kind in ("philosophy", "biology", "alchemy"):
        assert {frozenset(lying) for lying in rotations(piece_squares(kind))} == faculty
    assert all(wide * high % 2 == 0 for wide, high in STORES)


STOCKS = st.dictionaries(st.sampled_from((*FOODS, *LUXURIES)), st.integers(0, 3))
COSTS = st.sampled_from(list(HOUSE_COST.values()))


def payments(goods: tuple[Good, ...], due: int) -> Iterator[dict[Good, int]]:
    for chosen in combinations_with_replacement(goods, due):
        yield {good: chosen.count(good) for good in chosen}


@given(STOCKS, COSTS, st.booleans())
@settings(max_examples=80, deadline=None)
def test_a_price_can_be_paid_exactly_when_some_payment_is_right(
    stock: dict[Good, int], cost: Cost, philosophy: bool
) -> None:
    right = [
        {**food, **luxury}
        for food in payments(FOODS, cost.food)
        for luxury in payments(LUXURIES, cost.luxury)
        if paid_reason(stock, cost, {**food, **luxury}, philosophy) is None
    ]
    assert bool(right) is (afford_reason(stock, cost, philosophy) is None)
    for paid in right:
        assert all(n <= stock[good] for good, n in paid.items())
        assert sum(paid.values()) == cost.food + cost.luxury
        if not philosophy:
            assert set(paid.values()) <= {1}


def men_add_up(state: State) -> bool:
    """``houses = men in cities + countryside + idle``, for everybody. Section 4."""
    return all(len(houses(realm)) == men_in_cities(realm) + men_outside(realm) + realm.idle for realm in state.realms)


def goods_add_up(state: State) -> bool:
    """Owned, on the map and in the supply: always 48 of each."""
    for good in GOODS:
        owned = sum(realm.goods.value.get(good, 0) for realm in state.realms)
        on_map = sum(works.left for realm in state.realms for works in realm.works if works.good == good)
        if owned + on_map + state.bank[good] != COUNTERS:
            return False
    return True


def pieces_add_up(state: State) -> bool:
    """Shared pieces: built and left are all there are."""
    built = {
        "cart": sum(one.kind == "cart" for realm in state.realms for one in realm.buildings),
        "fountain": sum(one.kind == "fountain" for realm in state.realms for one in realm.buildings),
        "tile": sum(one.size // 2 for realm in state.realms for one in realm.buildings if one.kind == "store"),
        "fishery": sum(works.site == "fishery" for realm in state.realms for works in realm.works),
    }
    return all(state.supply[shared] + built[shared] == n for shared, n in SUPPLY.items())


def nothing_overlaps(state: State) -> bool:
    """Every square carries one building at most, and lies on its map."""
    for realm in state.realms:
        for city, found in enumerate(realm.cities):
            squares = [square for one in realm.buildings if one.city == city for square in one.at]
            if len(set(squares)) != len(squares) or not set(squares) <= set(grid_squares(found.side)):
                return False
            if len(set(found.graves)) != len(found.graves):
                return False
    return True


def test_men_goods_and_pieces_add_up_through_any_evening() -> None:
    def check(play: RandomPlay) -> None:
        for _ in play.moves():
            assert men_add_up(play.state)
            assert goods_add_up(play.state)
            if play.setup.options["shortage"] == "order":
                assert pieces_add_up(play.state)
            assert nothing_overlaps(play.state)

    explore(GAME, 15, check)


def test_goods_add_up_and_nothing_overlaps_where_there_is_everything() -> None:
    def check(play: RandomPlay) -> None:
        men = [men_in_cities(one) + men_outside(one) + one.idle - len(houses(one)) for one in play.state.realms]
        for _ in play.moves():
            state = play.state
            assert men == [men_in_cities(one) + men_outside(one) + one.idle - len(houses(one)) for one in state.realms]
            assert goods_add_up(state)
            assert nothing_overlaps(state)

    explore(Wealthy(), 9, check)


def test_a_moved_building_takes_its_man_and_its_graves_along() -> None:
    play = AntiquityPlay().begun()
    play.house(1, 1)
    play.stock(1, wood=9, stone=9)
    play.build(1, "brewery")
    play.build(1, "cathedral", saint="barbara")
    play.ready()
    play.on(Planning)
    brewery = next(one for one in play.realm(1).buildings if one.kind == "brewery")
    play.realm(1).cities[0].graves = [brewery.at[1]]
    move = next(option.value for option in play.asked(1, "shift", brewery.at[0]).reachable())  # type: ignore[attr-defined]
    play.act(1, plan="shift", move=brewery.at[0], at=move)
    draft = draft_of(play.state, 1)
    moved = next(one for one in draft.realm.buildings if one.kind == "brewery")
    assert draft.realm.cities[0].graves == [moved.at[1]]
    assert moved.at != brewery.at
    assert piece_of(moved) == piece_of(brewery)


def test_the_seat_and_only_the_seat_sees_its_plan() -> None:
    """Stocks, supplies, famine and men stay as they were, in every widget and number that others get."""
    play = AntiquityPlay(3, shortage="order").begun()
    before = [GAME.show(seen(play.state, viewer), viewer) for viewer in (PUBLIC, Viewer(2), Viewer(3))]
    numbers = [(one.key, one.value) for one in GAME.inventory(play.state)]
    play.house(1, 1)
    play.stock(1, wine=1)
    play.correct("1.wine", 0)
    play.build(1, "market")
    play.act(1, plan="man")
    play.act(1, plan="swap", give="wood", give_too="wood", take="wine")
    play.build(1, "fountain")
    assert [GAME.show(seen(play.state, viewer), viewer) for viewer in (PUBLIC, Viewer(2), Viewer(3))] == before
    assert [(one.key, one.value) for one in GAME.inventory(play.state)] == numbers
    play.act(1, plan="offer", whom=2, give_1="wood", give_2="enough", take_1="wood", take_2="enough")
    assert GAME.show(seen(play.state, PUBLIC), PUBLIC) == before[0]
    assert GAME.show(seen(play.state, Viewer(3)), Viewer(3)) == before[2]
    assert GAME.show(seen(play.state, Viewer(2)), Viewer(2)) != before[1]


def test_every_way_of_every_piece_is_offered_in_a_city_half_full() -> None:
    play = AntiquityPlay().begun()
    play.stock(1, **dict.fromkeys(GOODS, 9))
    for number in range(1, 9):
        play.house(1, number)
    for kind in ("market", "brewery", "explorer", "harbour", "cart"):
        play.build(1, kind)
    known = play.known(1)
    walked = walk(GAME.ask(known, 1), ["raise", "granary"])
    assert isinstance(walked.question, Fit)  # type: ignore[union-attr]
    assert len(walked.question.options) > 60  # type: ignore[union-attr]


def test_room_is_where_a_way_is_free() -> None:
    play = AntiquityPlay().begun()
    draft = draft_of(play.state, 1)
    draft.realm.cities[0].graves = [square for square in grid_squares(7) if square not in ("3,3", "4,3")]
    assert room_reason(draft, piece_squares("store", 2, 1)) is None
    assert room_reason(draft, piece_squares("cart")) is not None
    assert taken_mask(draft.realm, 0).bit_count() == 47
    assert BIT["3,3"] & taken_mask(draft.realm, 0) == 0
    store = piece_squares("store", 2, 1)
    found = [way for way in placements(store, 7) if not spot_reason(draft, store, Spot(0, way))]
    assert found == ["3,3,0"]
