"""Turns: order and stacks, expansions, developments, cards, the end; the worked examples as they are played."""

from __future__ import annotations

import msgspec
import pytest

from companion.core.errors import Refused
from companion.core.questions import Count, Pick
from companion.core.secrecy import PUBLIC, Viewer, seal, seen
from companion.core.widgets import Ledger
from companion.games.olympos import box, discover, expand, territories, time_track, wonders
from companion.games.olympos.moves import Build, Close, Discover, Expand, Left, Pass, PlayCard
from companion.games.olympos.state import State
from companion.games.olympos.tables import DISCOVERIES, WONDERS, bonuses_at, copies_in
from tests.games.olympos.olympos_table import ENGLISH, GAME, Table, four

# -- set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "tiles", "crossed"), [(3, 35, 12), (4, 45, 8), (5, 55, 4)])
def test_set_up(seats: int, tiles: int, crossed: int) -> None:
    """Section 10: set-up checks."""
    table = Table(seats).begun(stars=2)
    state = table.state
    assert sum(pile.left for pile in state.piles.values()) == tiles
    assert 32 - sum(state.tokens.values()) == crossed
    assert state.tribes == 6
    assert sorted(pile.tile for pile in state.piles.values()) == sorted(table.side(1).tiles)
    cubes = [resource for side in state.sides for resource, n in side.cubes.items() for _ in range(n)]
    assert len(cubes) == seats
    assert len(set(cubes)) == min(seats, 4)
    assert sorted(side.height for side in state.sides) == list(range(seats))
    assert all(side.stock == 4 for side in state.sides)


def test_whoever_is_at_the_bottom_crosses_out_and_whoever_is_on_top_begins() -> None:
    table = Table(3)
    table.answer(0)
    heights = {side.height: side.seat for side in table.state.sides}
    assert table.awaited == (heights[0],)
    table.answer(heights[0], stars=4)
    assert table.awaited == (heights[2],)


@pytest.mark.parametrize(("row", "copies", "bonuses"), [(1, (1, 2, 3), (2, 2, 3)), (2, (2, 2, 2), (2, 2, 2))])
def test_tiles_and_bonuses_by_the_number_of_players(
    row: int, copies: tuple[int, int, int], bonuses: tuple[int, int, int]
) -> None:
    """Section 2: the third bonus is for five players."""
    assert tuple(copies_in(row, seats) for seats in (3, 4, 5)) == copies
    assert tuple(bonuses_at(row, seats) for seats in (3, 4, 5)) == bonuses
    assert (copies_in(5, 5), bonuses_at(5, 5)) == (1, 0)


def test_a_game_begun_in_the_middle_is_set_right_by_hand() -> None:
    table = Table(3)
    table.answer(0, start="middle", **{"hand-1": 2, "hand-2": 0, "hand-3": 1})
    assert [len(side.hand) for side in table.state.sides] == [2, 0, 1]
    table.give(1, position=30, wood=2, wood_cubes=1, medicine=1, stadium=1)
    table.give(2, position=28)
    table.give(3, position=33)
    assert table.awaited == (2,)
    assert table.number("1.medicine") == 1


# -- order -------------------------------------------------------------------------------------------------------


def test_the_last_acts_and_on_a_shared_space_the_top() -> None:
    """D18."""
    table = Table(3).begun()
    table.stand(a=12, b=12, c=10)
    assert [side.seat for side in time_track.in_order(table.state)] == [3, 2, 1]


def test_still_last_after_an_action_means_again() -> None:
    """S1: red spends its hourglass, advances 2, lands on top of green, and acts again."""
    table = Table(3).begun()
    table.stand(a=5, b=7, c=20)
    table.give(1, hourglasses=1)
    table.answer(1, turn="expand", source="new", target="empty", resource="wood")
    assert (table.side(1).position, table.side(1).height, table.side(1).hourglasses) == (7, 1, 0)
    assert table.awaited == (1,)
    why = GAME.awaits(table.state).why
    assert why is not None
    assert ENGLISH.say(why).startswith("still last on the Time Track")
    assert "Anna is still last and acts again." in table.told


# -- expansion ---------------------------------------------------------------------------------------------------


def test_an_attack_takes_token_and_star_and_costs_what_it_says() -> None:
    """S2 and S3."""
    table = Table(3).begun()
    table.stand(a=0, b=3, c=3)
    table.give(1, astronomy=1, hoplite=1)
    table.give(2, wood=2, stars=1)
    way = {"turn": "expand", "source": "new", "target": "2", "resource": "wood", "special": ["star"], "sea": 2}
    asked = table.question(1, **way, land=1)  # type: ignore[arg-type]
    assert isinstance(asked, Pick)
    assert sum(amount.n for amount in asked.options[0].price) == 6
    assert asked.hint is not None
    assert ENGLISH.say(asked.hint) == "2 for new settler + 2 for sea + 1 for land + 1 for combat = 6."
    table.answer(1, **way, land=1)  # type: ignore[arg-type]
    winner, loser = table.side(1), table.side(2)
    assert (winner.tokens["wood"], winner.stars, winner.stock, winner.position) == (1, 1, 3, 6)
    assert (loser.tokens["wood"], loser.stars, loser.covered, loser.hourglasses) == (1, 0, 1, 1)


def test_a_territory_is_taken_only_where_its_token_is() -> None:
    """From the stock, or from whom it is taken from."""
    table = Table(3).begun()
    table.stand(a=0, b=3, c=3)
    table.give(2, grain=1)
    table.state.tokens["wood"] = 0
    assert table.refused(1, Expand("new", "empty", "wood", land=1)) == "out-of-reach"
    assert table.refused(1, Expand("new", "2", "wood", land=1)) == "out-of-reach"
    table.move(1, Expand("new", "empty", "stone", land=1))
    assert "Anna takes a Stone territory." in table.told


def test_a_tribe_leaves_its_star_and_gives_nobody_an_hourglass() -> None:
    """D6."""
    table = Table(3).begun()
    table.stand(a=0, b=3, c=3)
    table.answer(1, turn="expand", source="new", target="tribe", resource="gold", land=2)
    assert (table.side(1).stars, table.side(1).tokens["gold"], table.state.tribes) == (1, 1, 7)
    assert table.side(1).position == 2 + 2 + 2
    assert sum(side.hourglasses for side in table.state.sides) == 0


def test_leaving_gives_everything_back_or_to_whoever_is_on_top_now() -> None:
    table = Table(3).begun()
    table.stand(a=0, b=3, c=3)
    table.give(1, stone=1, stars=1, zeus=1)
    table.give(2, covered=1)
    table.state.zeus_free = 0
    table.state.tokens["stone"] -= 1
    move = Expand("stone", "empty", "wood", (), Left("stone", ("star", "olympos"), heir=2), land=1)
    table.move(1, move)
    heir = table.side(2)
    assert (heir.tokens["stone"], heir.stars, heir.zeus, heir.covered) == (1, 1, 1, 0)
    assert (table.side(1).stars, table.side(1).zeus, table.side(1).tokens["wood"]) == (0, 0, 1)
    table.give(3, position=0)
    table.give(2, position=0, height=5)
    table.move(2, Expand("stone", "empty", "gold", (), Left("stone", ("star", "olympos")), land=1))
    assert (table.state.open_stars, table.state.zeus_free, heir.seat) == (1, 1, 2)


def test_an_only_territory_takes_its_star_along_even_if_nobody_says_so() -> None:
    table = Table(3).begun()
    table.stand(a=0, b=3, c=3)
    table.give(2, wood=1, stars=1, atlantis=1)
    table.answer(1, turn="expand", source="new", target="2", resource="wood", special=[])
    assert (table.side(1).stars, table.side(1).atlantis, table.side(2).stars, table.side(2).atlantis) == (1, 1, 0, 0)


@pytest.mark.parametrize(
    ("answers", "value", "reason"),
    [
        ({"turn": "expand"}, "grain", "You control no Grain territory."),
        ({"turn": "expand"}, "covered", "You have no covered settler."),
        ({"turn": "expand", "source": "new"}, "2", "Ben controls no Grain territory."),
        ({}, "pass", "Only from the last Zeus space on."),
        ({}, "play-card", "You hold no Destiny card."),
    ],
)
def test_what_is_out_of_reach_says_why(answers: dict[str, str], value: str, reason: str) -> None:
    table = Table(3).begun()
    table.stand(a=0, b=3, c=3)
    assert table.reason(1, value, **answers) == reason


def test_a_covered_settler_leaves_and_comes_straight_back_to_fight() -> None:
    """Section 4: two land spaces and equal swords cost 4; its conqueror, now covered, takes an hourglass."""
    table = Table(3).begun()
    table.stand(a=0, b=9, c=9)
    table.give(1, covered=1)
    table.give(2, wood=1)
    table.answer(1, turn="expand", source="covered", target="2", resource="wood", sea=0, land=2)
    me, them = table.side(1), table.side(2)
    assert (me.tokens["wood"], me.covered, me.position) == (1, 0, 4)
    assert (them.tokens["wood"], them.covered, them.hourglasses) == (0, 1, 1)


def test_a_move_may_end_anywhere_only_where_the_table_says_so() -> None:
    table = Table(3, end_anywhere=True).begun()
    table.stand(a=0, b=3, c=3)
    table.move(1, Expand("new", "sea", sea=1))
    assert (table.side(1).covered, table.side(1).position) == (1, 4)
    plain = Table(3).begun()
    plain.stand(a=0, b=3, c=3)
    assert plain.refused(1, Expand("new", "sea", sea=1)) == "out-of-reach"


def test_hourglasses_may_be_limited() -> None:
    table = Table(3, hourglass_limit=True).begun()
    table.stand(a=0, b=3, c=3)
    table.give(3, hourglasses=12)
    table.give(2, wood=1)
    table.answer(1, turn="expand", source="new", target="2", resource="wood")
    assert table.side(2).hourglasses == 0


# -- development -------------------------------------------------------------------------------------------------


def with_tile(tile: str, at: str, table: Table | None = None, **facts: object) -> Table:
    """Seat 1 acts; ``tile`` lies on the space, whose price is grey 3 + grey 1 unless ``facts`` say otherwise."""
    table = table or Table(4).begun()
    table.stand(a=0, b=9, c=9, d=9)
    for pile in table.state.piles.values():
        if pile.tile == tile:
            pile.tile, table.state.piles[at].tile = table.state.piles[at].tile, tile
    free = {"grain": 0, "stone": 0, "wood": 0, "gold": 0, "grey": [3, 1], "bonus": ["A", "B"]}
    table.state.box["space"][at] = {**free, **facts}  # type: ignore[dict-item]
    for side in table.state.sides:
        side.cubes = four()
    return table


def test_strategy_is_bought_and_a_settler_comes_with_it() -> None:
    """S8."""
    table = with_tile("strategy", "r4c1")
    table.give(1, grain=2, wood=1, grain_cubes=1)
    table.answer(1, turn="discover", space="0,3", bonus=0)
    side = table.side(1)
    assert (side.has("strategy"), side.cubes["grain"], side.stock, side.position, side.bonus[0]) == (True, 0, 5, 7, 1)
    assert (side.tokens["grain"], table.state.piles["r4c1"].taken) == (2, [1, 0])


@pytest.mark.parametrize(("reading", "position", "left"), [(True, 5, 0), (False, 7, 2)])
def test_whether_hourglasses_pay_for_what_brought_them(position: int, left: int, *, reading: bool) -> None:
    table = with_tile("strategy", "r4c1", Table(4, bonus_hourglasses=reading).begun())
    table.give(1, grain=3, wood=1)
    table.answer(1, turn="discover", space="0,3", bonus=1)
    assert (table.side(1).position, table.side(1).hourglasses) == (position, left)


@pytest.mark.parametrize(
    ("tile", "row", "grain", "reason"),
    [
        ("strategy", 4, 2, "You lack 1 of another kind."),
        ("strategy", 4, 3, None),
        ("poetry", 4, 3, "You own this discovery."),
    ],
)
def test_why_a_discovery_is_out_of_reach(tile: str, row: int, grain: int, reason: str | None) -> None:
    table = with_tile(tile, f"r{row}c1")
    table.give(1, poetry=1, grain=grain, wood=1, stone=1)
    found = discover.discovery_reason(table.state, table.side(1), f"r{row}c1")
    assert (ENGLISH.say(found) if found else None) == reason


def test_where_no_discovery_is_to_be_had_the_nearest_says_why() -> None:
    table = with_tile("strategy", "r4c1")
    table.give(1, grain=3)
    for space, pile in table.state.piles.items():
        pile.left = int(space == "r4c1")
    assert table.reason(1, "discover") == "For Strategy you lack 1 of another kind."
    assert table.refused(1, Discover("0,3", None, {}, 0)) == "out-of-reach"
    table.give(1, wood=1)
    assert table.reason(1, "discover") is None
    table.give(1, strategy=1)
    assert table.reason(1, "discover") == "No discovery is left for you."


def test_where_no_wonder_is_to_be_had_the_nearest_says_why() -> None:
    table = Table(4).begun()
    table.stand(a=0, b=9, c=9, d=9)
    for key, stars in zip(table.state.wonders, (5, 3, 4, 6, 7), strict=True):
        table.state.box["wonder"][key] = {"stars": stars, "points": 10}
    near = table.state.wonders[1]
    assert table.reason(1, "build") == f"For {ENGLISH.say(WONDERS[near])} you lack 3 stars."
    table.side(2).wonders[near] = 1
    assert str(table.reason(1, "build")).endswith("you lack 4 stars.")
    for key in table.state.wonders:
        table.side(2).wonders[key] = 1
    assert table.reason(1, "build") == "All wonders are built."


def test_in_a_light_play_no_discovery_is_to_be_had_by_who_owns_all() -> None:
    table = Table(3, level="light").begun()
    table.stand(a=0, b=9, c=9)
    for tile in DISCOVERIES:
        assert table.reason(1, "record") is None
        table.side(1).tiles[tile] = 1
    assert table.reason(1, "record") == "No discovery is left for you."


def test_a_payment_that_ties_is_the_players_choice() -> None:
    table = with_tile("strategy", "r4c1", grey=[2])
    table.give(1, grain=1, wood=1, grain_cubes=1, wood_cubes=1)
    asked = table.question(1, turn="discover", space="0,3")
    assert isinstance(asked, Pick)
    assert [option.value for option in asked.options] == ["grain-1", "wood-1"]
    table.answer(1, turn="discover", space="0,3", cubes="wood-1", bonus=0)
    assert (table.side(1).cubes["wood"], table.side(1).cubes["grain"]) == (0, 1)


@pytest.mark.parametrize(
    ("tile", "row", "what"),
    [
        ("cavalry", 1, {"hourglasses": 0, "position": 5}),
        ("surgery", 4, {"stock": 7}),
        ("poetry", 4, {"stock": 5}),
    ],
)
def test_what_a_discovery_brings_at_once(tile: str, row: int, what: dict[str, int]) -> None:
    """Section 8; bonus A brings a settler too."""
    table = with_tile(tile, f"r{row}c1")
    table.give(1, grain=3, wood=1)
    table.answer(1, turn="discover", space=f"0,{row - 1}", bonus=0)
    assert {name: getattr(table.side(1), name) for name in what} == what


def test_commerce_brings_two_cubes_and_phalanx_a_card() -> None:
    table = with_tile("commerce", "r3c1")
    table.give(1, grain=3, wood=1)
    table.answer(1, turn="discover", space="0,2", bonus=0)
    table.answer(1, cube="wood")
    table.answer(1, cube="gold")
    assert table.side(1).cubes == four(wood=1, gold=1)
    other = with_tile("phalanx", "r3c1")
    other.give(1, grain=3, wood=1)
    other.answer(1, turn="discover", space="0,2", bonus=0)
    assert len(other.side(1).hand) == 1


def test_the_two_tiles_of_money_show_different_resources() -> None:
    table = with_tile("money", "r2c1")
    table.give(1, grain=3, wood=1)
    table.answer(1, turn="discover", space="0,1", shows="gold", bonus=0)
    assert table.side(1).cheaper["money.gold"] == 1
    table.give(2, position=0, grain=3, wood=1, height=3)
    assert table.reason(2, "gold", turn="discover", space="0,1") == "That tile is taken."


def in_column(table: Table, wonder: str, column: int) -> None:
    at = table.state.wonders.index(wonder)
    there = table.state.wonders[column - 1]
    table.state.wonders[column - 1], table.state.wonders[at] = wonder, there


def test_the_stadium_is_built() -> None:
    """R1: 2 Star tokens, Architecture, 2 own bonus tokens in its column: 5 stars, for 7 - 2 points."""
    table = Table(3).begun()
    table.stand(a=0, b=9, c=9)
    in_column(table, "stadium", 2)
    table.give(1, stars=2, architecture=1, bonus_2=1)
    missing = wonders.wonder_reason(table.state, table.side(1), "stadium")
    assert missing is not None
    assert ENGLISH.say(missing) == "You lack 1 star."
    table.give(1, bonus_2=2)
    table.answer(1, turn="build", wonder="stadium")
    assert (table.side(1).wonders["stadium"], table.side(1).position, table.side(1).stars) == (1, 5, 2)
    lines = {line.key: line.points for line in GAME.score(table.state, PUBLIC).sides[0].lines}
    assert lines["wonders"] == 10
    taken = wonders.wonder_reason(table.state, table.side(2), "stadium")
    assert taken is not None
    assert ENGLISH.say(taken) == "Anna has built it."


@pytest.mark.parametrize(("stars", "athena", "laid"), [(5, 1, 1), (4, 1, 0), (3, 0, 0)])
def test_athena_and_star_cards_are_used_up_as_far_as_they_are_needed(stars: int, athena: int, laid: int) -> None:
    table = Table(3).begun()
    table.stand(a=0, b=9, c=9)
    table.give(1, stars=stars, athena=1, laid=1)
    table.move(1, Build("stadium"))
    assert (table.side(1).marks["athena"], table.side(1).marks["laid"]) == (athena, laid)


# -- Destiny cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stone", "democrats", "reading", "hourglasses"),
    [
        pytest.param((3, 2, 2, 1), (), "democracy", 3, id="S14"),
        pytest.param((2, 3, 0, 0), (1,), "democracy", None, id="fewer, with Democracy"),
        pytest.param((2, 3, 0, 0), (), "all", None, id="fewer"),
        pytest.param((2, 2, 0, 0), (), "democracy", None, id="a tie"),
        pytest.param((2, 2, 0, 0), (1,), "democracy", 3, id="a tie, but for Democracy"),
        pytest.param((2, 2, 0, 0), (2,), "democracy", None, id="Democracy is the other's"),
        pytest.param((2, 2, 0, 0), (1, 2), "democracy", None, id="both have Democracy"),
        pytest.param((2, 2, 1, 0), (1, 3), "democracy", 3, id="Democracy of one who has fewer"),
        pytest.param((0, 0, 0, 0), (1,), "democracy", None, id="nobody has any"),
        pytest.param((2, 2, 0, 0), (1,), "nobody", None, id="a tie for nobody"),
        pytest.param((2, 2, 0, 0), (), "all", 3, id="a tie counts"),
        pytest.param((0, 0, 0, 0), (), "all", None, id="a tie of none counts nothing"),
    ],
)
def test_the_stone_card(
    stone: tuple[int, ...], democrats: tuple[int, ...], reading: str, hourglasses: int | None
) -> None:
    table = Table(4, stone_tie=reading).begun()
    table.stand(a=0, b=9, c=9, d=9)
    for seat, n in enumerate(stone, 1):
        table.give(seat, stone=n, democracy=int(seat in democrats))
    table.hold(1, "stone")
    if hourglasses is None:
        assert table.refused(1, PlayCard(table.side(1).hand[0].handle)) == "out-of-reach"
    else:
        table.move(1, PlayCard(table.side(1).hand[0].handle))
        assert table.side(1).hourglasses == hourglasses


@pytest.mark.parametrize(
    ("face", "number", "value"),
    [
        ("cube-gold", "gold-cubes", 1),
        ("wood", "prestige", 2),
        ("set", "prestige", 3),
        ("grain", "hourglasses", 1),
        ("star", "laid", 1),
    ],
)
def test_a_card_takes_effect_at_once(face: str, number: str, value: int) -> None:
    table = Table(3).begun()
    table.stand(a=0, b=9, c=9)
    table.give(1, wood=2, grain=1, stone=1, gold=1)
    table.side(1).cubes = four()
    table.hold(1, face)
    table.move(1, PlayCard(table.side(1).hand[0].handle))
    assert table.number(f"1.{number}") == value
    assert table.side(1).hand == []
    assert table.awaited == (1,)


def with_cards(*faces: str) -> Table:
    """Seat 1 is last and holds these cards; the others are close enough to be next."""
    table = Table(3).begun()
    table.stand(a=0, b=1, c=1)
    table.give(1, wood=1, grain=1)
    table.hold(1, *faces)
    return table


def act(table: Table, seat: int) -> None:
    table.answer(seat, turn="expand", source="new", target="empty", resource="wood", sea=0, land=3)
    table.windows()


def test_the_last_cube_is_taken_and_then_there_is_none() -> None:
    table = with_cards("cube-gold", "cube-gold")
    table.side(1).cubes, table.state.cubes["gold"] = four(), 1
    for handle in [card.handle for card in table.side(1).hand]:
        table.move(1, PlayCard(handle))
    assert (table.side(1).cubes["gold"], table.state.cubes["gold"]) == (1, 0)
    assert table.told[-1] == "No Gold cube is left."


def test_several_cards_are_played_in_one_turn_before_and_after_the_action() -> None:
    table = with_cards("wood", "wood", "wood", "grain", "star")
    one, two, three, four_, five = (card.handle for card in table.side(1).hand)
    for card in (one, two):
        table.answer(1, turn="play-card", card=card)
        assert table.awaited == (1,)
    act(table, 1)
    awaited = GAME.awaits(seen(table.state, PUBLIC))
    assert (awaited.must, awaited.may) == ((3,), (1,))
    for card in (three, four_):
        table.answer(1, card=card)
    assert (table.number("1.prestige"), table.number("1.hourglasses")) == (1 + 1 + 2, 1), "the third finds two woods"
    act(table, 3)
    assert 1 not in GAME.awaits(seen(table.state, PUBLIC)).may, "the next one has acted"
    assert table.refused(1, PlayCard(five)) == "not-awaited"


def test_whoever_keeps_the_cards_after_the_action_is_not_asked_again() -> None:
    table = with_cards("wood", "star")
    act(table, 1)
    table.answer(1)
    assert GAME.awaits(seen(table.state, PUBLIC)).may == ()
    assert len(table.side(1).hand) == 2
    assert table.awaited == (3,)


def test_only_cards_may_follow_the_action() -> None:
    table = with_cards("wood")
    act(table, 1)
    assert table.refused(1, Expand("new", "empty", "wood", land=1)) == "not-now"
    assert table.refused(1, Pass()) == "not-now"
    assert table.refused(2, PlayCard()) == "not-awaited"


def test_an_empty_hand_and_whoever_is_still_last_are_not_asked() -> None:
    table = with_cards()
    act(table, 1)
    assert GAME.awaits(seen(table.state, PUBLIC)).may == ()
    table = with_cards("wood")
    table.stand(b=30, c=30)
    act(table, 1)
    awaited = GAME.awaits(seen(table.state, PUBLIC))
    assert (awaited.must, awaited.may) == ((1,), ())


def test_cards_are_played_after_the_last_action_of_all() -> None:
    table = late()
    for seat in (2, 3):
        table.side(seat).done = 1
    table.hold(1, "wood")
    table.give(1, wood=2)
    table.move(1, Pass())
    awaited = GAME.awaits(seen(table.state, PUBLIC))
    assert (awaited.must, awaited.may) == ((0,), (1,))
    table.answer(1, card=table.side(1).hand[0].handle)
    assert table.number("1.prestige") == 2
    assert GAME.awaits(seen(table.state, PUBLIC)).may == ()


def test_the_cost_builder_says_where_a_move_may_begin_and_end() -> None:
    table = with_cards()
    source = table.question(1, turn="expand")
    assert isinstance(source, Pick)
    hints = {option.value: ENGLISH.say(option.hint) for option in source.options if option.hint}
    assert "a territory you control" in hints["new"]
    assert hints["covered"] == "It may leave and come straight back to fight; it cannot fight where it lies."
    assert ENGLISH.short(source.prompt) == "Which settler moves?"
    table.give(1, covered=1)
    source = table.question(1, turn="expand")
    assert isinstance(source, Pick)
    assert "not where yours are only covered" in ENGLISH.say(source.option("new").hint or "")
    assert ENGLISH.short(source.prompt) == "New: not from covered"
    target = table.question(1, turn="expand", source="new")
    assert "Not on a crossed-out territory" in ENGLISH.say(target.hint or "")
    assert ENGLISH.short(target.prompt) == "End: no crossed-out"


def test_own_tokens_on_bonus_spaces_are_shown_by_the_wonder_they_serve() -> None:
    table = with_tile("strategy", "r4c3")
    assert "bonus-tokens" not in {widget.key for widget in GAME.show(table.known(0), PUBLIC)}
    table.give(1, bonus_3=2)
    table.give(2, bonus_5=1)
    shown = next(widget for widget in GAME.show(table.known(0), PUBLIC) if widget.key == "bonus-tokens")
    assert isinstance(shown, Ledger)
    assert [(row.seat, row.cells) for row in shown.rows] == [(1, (0, 0, 2, 0, 0)), (2, (0, 0, 0, 0, 1))]
    assert [column.label.text for column in shown.columns] == [WONDERS[key].text for key in table.state.wonders]  # type: ignore[union-attr]


def test_a_zeus_card_waits_for_an_olympos_card() -> None:
    table = Table(3).begun()
    table.stand(a=0, b=9, c=9)
    table.hold(1, "zeus")
    assert table.refused(1, PlayCard(table.side(1).hand[0].handle)) == "out-of-reach"


def test_with_the_oracle_one_of_three_is_kept_and_the_others_are_open() -> None:
    table = with_tile("phalanx", "r3c1")
    table.give(1, grain=3, wood=1, oracle=1)
    table.answer(1, turn="discover", space="0,2", bonus=0)
    asked = table.question(1)
    assert isinstance(asked, Pick)
    assert (asked.secret, len(asked.options)) == (True, 3)
    with pytest.raises(Exception, match="sealed"):
        next(GAME.ask(seen(table.state, PUBLIC), 1))
    table.answer(1)
    assert len(table.side(1).hand) == 1
    assert sum(table.state.discards.values()) == 2


def test_an_empty_deck_is_made_of_what_was_discarded() -> None:
    table = with_tile("phalanx", "r3c1")
    table.state.deck = {face: seal(0) for face in table.state.discards}
    table.state.deck_left = 0
    table.state.discards["set"] = 1
    table.give(1, grain=3, wood=1)
    table.answer(1, turn="discover", space="0,2", bonus=0)
    assert [card.face.value for card in table.side(1).hand] == ["set"]
    assert sum(table.state.discards.values()) == 0


@pytest.mark.parametrize("stars", [2, 0])
def test_a_star_card_lies_before_its_owner_until_a_wonder_uses_it(stars: int) -> None:
    """Section 6: it is discarded while a wonder is built, and not shuffled before that."""
    table = Table(3).begun()
    table.stand(a=0, b=9, c=9)
    table.give(1, stars=5 - stars)
    table.hold(1, *["star"] * stars)
    for card in list(table.side(1).hand):
        table.move(1, PlayCard(card.handle))
    assert (table.number("1.laid"), table.number("discarded.star")) == (stars, 0)
    table.move(1, Build("stadium"))
    assert (table.number("1.laid"), table.number("discarded.star")) == (0, stars)


def test_a_laid_star_card_is_not_shuffled_into_a_new_deck() -> None:
    table = with_tile("phalanx", "r3c1")
    table.state.deck = {face: seal(0) for face in table.state.discards}
    table.state.deck_left = 0
    table.state.discards["set"] = 2
    table.give(1, grain=3, wood=1)
    table.hold(1, "star")
    table.move(1, PlayCard(table.side(1).hand[0].handle))
    table.answer(1, turn="discover", space="0,2", bonus=0)
    assert [card.face.value for card in table.side(1).hand] == ["set"]
    assert (table.number("deck"), table.state.deck["star"].value, table.number("1.laid")) == (1, 0, 1)


@pytest.mark.parametrize(
    ("discarded", "in_deck", "left", "after"),
    [
        pytest.param(1, 2, 9, (0, 2, 9), id="on the discard pile"),
        pytest.param(0, 2, 9, (0, 1, 8), id="shuffled into the deck"),
        pytest.param(0, 0, 9, (0, 0, 9), id="and drawn again"),
        pytest.param(0, None, 9, (0, None, 8), id="into a deck of cardboard"),
        pytest.param(0, None, 0, (0, None, 0), id="and that deck is empty"),
    ],
)
def test_a_star_card_laid_under_older_rules_is_taken_back(
    discarded: int, in_deck: int | None, left: int, after: tuple[int, int | None, int]
) -> None:
    """A play that goes on under these rules: until version 3 a laid Star card counted as discarded."""
    table = Table(3).begun()
    table.give(1, laid=1)
    table.state.discards["star"] = discarded
    table.state.deck = {} if in_deck is None else {"star": seal(in_deck)}
    table.state.deck_left = left
    old: State = GAME.upgrade(3, msgspec.json.decode(GAME.encode_state(table.state)))
    deck = old.deck["star"].value if old.deck else None
    assert (old.discards["star"], deck, old.deck_left, old.side(1).marks["laid"]) == (*after, 1)


def test_a_drawn_card_is_for_its_owner_alone() -> None:
    table = Table(3).begun()
    table.hold(1, "set")
    for viewer, known in ((Viewer(1), True), (Viewer(2), False), (PUBLIC, False)):
        assert seen(table.state, viewer).side(1).hand[0].face.known == known


# -- the end -----------------------------------------------------------------------------------------------------


def late(**options: object) -> Table:
    """The first seat has reached the last Zeus space of the practice box (72), the Cross is 81."""
    table = Table(3, **options).begun()  # type: ignore[arg-type]
    table.stand(a=75, b=76, c=77)
    return table


def test_whoever_has_reached_the_last_zeus_space_may_pass() -> None:
    table = late()
    [passing] = [option for option in table.question(1).options if option.value == "pass"]  # type: ignore[attr-defined]
    worth = box.time_points(table.state.box, 75)
    assert worth
    assert passing.hint is not None
    assert passing.hint.args == {"n": worth, "space": 75}, "what comes with the pass is said before"
    table.move(1, Pass())
    assert table.side(1).done == 1
    assert table.awaited == (2,)


def test_or_take_one_last_action() -> None:
    table = late()
    table.answer(1, turn="expand", source="new", target="empty", resource="wood")
    assert (table.side(1).done, table.side(1).position) == (1, 78)


def test_a_last_action_may_not_go_beyond_the_cross() -> None:
    table = late()
    asked = table.question(1, turn="expand", source="new", target="empty", resource="wood", special=[], sea=1)
    assert isinstance(asked, Count | Pick)
    assert table.refused(1, Expand("new", "empty", "wood", sea=3, land=1)) == "out-of-bounds"
    table.give(1, position=81)
    assert table.reason(2, "expand") is None
    table.give(2, position=82)
    table.give(3, position=82)
    assert table.reason(1, "expand") == "That goes 3 spaces beyond the Cross."


def test_with_cavalry_land_on_the_way_to_the_sea_may_not_go_beyond_the_cross_either() -> None:
    """A new settler by one space of sea costs 4; a run of any length is 1 more."""
    table = late(end_anywhere=True)
    table.stand(a=75, b=79, c=80)
    to_sea = Expand("new", "sea", sea=1)
    for position, most in ((76, time_track.MOST_SPACES), (77, 0)):
        table.give(1, cavalry=1, position=position)
        assert expand.land_bounds(table.state, table.side(1), to_sea) == (0, most)
    assert table.refused(1, Expand("new", "sea", sea=1, land=3, runs=1)) == "out-of-bounds"
    table.move(1, to_sea)
    assert table.side(1).position == 81


def test_the_end() -> None:
    table = late()
    table.hold(2, "set", "zeus")
    for seat in (1, 2, 3):
        table.move(seat, Pass())
    assert table.awaited == (0,)
    assert not GAME.score(table.state, PUBLIC).final
    table.answer(0)
    assert GAME.awaits(table.state).over
    sheet = GAME.score(seen(table.state, PUBLIC), PUBLIC)
    assert sheet.final
    assert all(side.complete for side in sheet.sides)
    with pytest.raises(Refused):
        table.move(0, Close())


@pytest.mark.parametrize(
    ("zeus", "resource", "olympos"), [(1, "stone", True), (0, "stone", False), (1, "wood", False), (0, "wood", False)]
)
def test_only_a_stone_territory_of_who_has_the_zeus_token_may_be_olympos(
    zeus: int, resource: str, *, olympos: bool
) -> None:
    table = Table(3).begun()
    table.give(1, zeus=zeus, stone=1, wood=1)
    assert ("olympos" in territories.own_specials(table.side(1), resource)) == olympos


def test_the_deed_is_told_before_what_it_cost() -> None:
    table = with_tile("strategy", "r4c1")
    table.give(1, grain=3)
    table.side(1).cubes["wood"] = 1
    table.answer(1, turn="discover", space="0,3", bonus=0)
    assert table.told_first == ["Anna takes Strategy."]
    assert table.told.index("Anna takes Strategy.") > 0
