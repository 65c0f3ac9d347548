"""What actions cost: every worked example of the rules, beside the formula."""

from __future__ import annotations

import pytest

from companion.games.olympos import discover, expand, time_track
from companion.games.olympos.box import Pattern
from companion.games.olympos.moves import Expand
from companion.games.olympos.tables import Resource
from tests.games.olympos.olympos_table import Table, cost, four


def expansion(tiles: str, other: str, move: Expand, *, ares: bool = False) -> int:
    """What ``move`` of seat 1 with ``tiles`` costs when seat 2 has the ``other`` ones."""
    table = Table().begun()
    table.give(1, **dict.fromkeys((tile.replace("-", "_") for tile in tiles.split()), 1), ares=int(ares))
    table.give(2, **dict.fromkeys((tile.replace("-", "_") for tile in other.split()), 1))
    return time_track.total(expand.price(table.state, table.side(1), move))


@pytest.mark.parametrize(
    ("tiles", "other", "move", "points"),
    [
        pytest.param("astronomy hoplite", "", Expand("new", "2", sea=2, land=1), 6, id="S2"),
        pytest.param("strategy", "hoplite", Expand("grain", "2", land=1), 2, id="S9 2/1"),
        pytest.param("hoplite", "metallurgy", Expand("grain", "2", land=1), 3, id="S9 1/1"),
        pytest.param("", "", Expand("grain", "2", land=1), 3, id="S9 0/0"),
        pytest.param("", "strategy", Expand("grain", "2", land=1), 4, id="S9 0/2"),
        pytest.param("medicine", "", Expand("new", "empty", land=1), 2, id="S10 and D1"),
        pytest.param("cavalry", "", Expand("grain", "empty", land=3, runs=1), 1, id="D2"),
        pytest.param("cavalry", "", Expand("grain", "empty", sea=1, land=5, runs=2), 4, id="two runs"),
        pytest.param("astronomy map-making", "", Expand("grain", "empty", sea=3, land=1), 1, id="D4"),
        pytest.param("map-making", "", Expand("grain", "empty", sea=2, land=1), 3, id="D5"),
        pytest.param("", "", Expand("grain", "tribe", land=2), 4, id="D6 0 swords"),
        pytest.param("hoplite", "", Expand("grain", "tribe", land=2), 3, id="D6 1 sword"),
        pytest.param("hoplite", "hoplite strategy", Expand("grain", "2", land=1), 4, id="D7"),
        pytest.param("democracy", "", Expand("grain", "2", land=1), 2, id="D9"),
        pytest.param("", "democracy", Expand("grain", "2", land=1), 4, id="D10"),
        pytest.param("democracy", "democracy", Expand("grain", "2", land=1), 3, id="both democracies"),
    ],
)
def test_an_expansion_costs(tiles: str, other: str, move: Expand, points: int) -> None:
    assert expansion(tiles, other, move) == points


def test_ares_adds_two_swords() -> None:
    assert expansion("", "hoplite", Expand("grain", "2", land=1), ares=True) == 2


def test_democracy_does_not_defend_in_the_other_reading() -> None:
    table = Table(democracy="own-good").begun()
    table.give(2, democracy=1)
    move = Expand("grain", "2", land=1)
    assert time_track.total(expand.price(table.state, table.side(1), move)) == 3


@pytest.mark.parametrize(
    ("attacker", "defender", "points"), [(2, 1, 1), (1, 1, 2), (0, 0, 2), (0, 2, 3)], ids=["S9a", "S9b", "S9c", "S9d"]
)
def test_a_fight_costs(attacker: int, defender: int, points: int) -> None:
    assert expand.combat(attacker, defender) == points


# -- developments ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cheaper", "erinyes", "needed", "points"),
    [
        pytest.param([], 0, {"grain", "wood"}, 7, id="plain"),
        pytest.param(["agriculture.grain"], 0, {"grain", "wood"}, 5, id="D13"),
        pytest.param(["agriculture.grain", "money.wood"], 0, {"grain", "wood"}, 3, id="D14"),
        pytest.param(["agriculture.grain", "money.wood"], 0, set(), 7, id="D15"),
        pytest.param([], 1, {"gold"}, 9, id="D16"),
    ],
)
def test_a_discovery_costs(cheaper: list[str], erinyes: int, needed: set[Resource], points: int) -> None:
    side = Table().begun().side(1)
    side.cheaper.update(dict.fromkeys(cheaper, 1))
    side.marks["erinyes"] = erinyes
    assert time_track.total(discover.price(side, needed)) == points


@pytest.mark.parametrize(
    ("pattern", "tokens", "cubes", "spent"),
    [
        pytest.param(cost(grain=2, wood=2), four(grain=2, wood=1), four(wood=1), [{"wood": 1}], id="S4"),
        pytest.param(cost(2, grain=3), four(grain=3, gold=2), four(), [{}], id="S5"),
        pytest.param(cost(2, grain=3), four(grain=5), four(), [], id="S5 and D22: grey may not be Grain"),
        pytest.param(cost(3, 1), four(gold=3, wood=1), four(), [{}], id="S6"),
        pytest.param(cost(2, 2, 1, 1), four(grain=2, wood=2, gold=1, stone=1), four(), [{}], id="S7"),
        pytest.param(cost(3, 1), four(grain=2, wood=1), four(grain=1), [{"grain": 1}], id="S8"),
        pytest.param(cost(3, 1), four(grain=1, stone=1, wood=1, gold=1), four(), [], id="D20"),
        pytest.param(cost(2, grain=3), four(grain=2, stone=2), four(grain=1), [{"grain": 1}], id="D21"),
        pytest.param(
            cost(2), four(grain=1, wood=1), four(grain=1, wood=1, gold=2), [{"grain": 1}, {"wood": 1}], id="a tie"
        ),
        pytest.param(cost(), four(), four(), [{}], id="free"),
    ],
)
def test_resources_are_paid_with_the_fewest_cubes(
    pattern: Pattern,
    tokens: dict[Resource, int],
    cubes: dict[Resource, int],
    spent: list[dict[Resource, int]],
) -> None:
    assert discover.payments(tokens, cubes, pattern) == spent
    assert discover.payable(tokens, cubes, pattern) == bool(spent)


def test_the_quick_answer_is_the_same_as_the_long_one() -> None:
    amounts = [
        four(grain=a, stone=b, wood=c, gold=d) for a in range(3) for b in range(3) for c in (0, 2) for d in (0, 1)
    ]
    patterns = [
        cost(),
        cost(1),
        cost(2, 1),
        cost(1, 1, 1, 1),
        cost(2, grain=1),
        cost(1, 1, stone=2),
        cost(gold=1, wood=2),
    ]
    for tokens in amounts:
        for pattern in patterns:
            cubes = four(gold=1)
            assert discover.payable(tokens, cubes, pattern) == bool(discover.payments(tokens, cubes, pattern))


# -- paying ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "hourglasses", "spent", "advance"),
    [(3, 1, 1, 2), (7, 4, 4, 3), (2, 5, 2, 0)],
    ids=["S1", "D11", "stays"],
)
def test_hourglasses_go_first(points: int, hourglasses: int, spent: int, advance: int) -> None:
    side = Table().begun().side(1)
    side.position, side.hourglasses = 10, hourglasses
    assert time_track.spent_hourglasses(side, points) == spent
    assert time_track.landing(side, points) - 10 == advance


@pytest.mark.parametrize(("hourglasses", "legal"), [(1, False), (2, True)], ids=["D26", "D27"])
def test_nobody_goes_beyond_the_cross(hourglasses: int, *, legal: bool) -> None:
    table = Table().begun()
    table.state.box["track"]["track"].update(zeus6=80, cross=87)
    side = table.side(1)
    side.position, side.hourglasses = 82, hourglasses
    assert (time_track.budget(table.state, side) >= 7) == legal


@pytest.mark.parametrize(("always", "position", "open_end"), [(True, 79, False), (False, 79, True), (False, 80, False)])
def test_the_limit_may_hold_for_the_last_action_only(position: int, *, always: bool, open_end: bool) -> None:
    table = Table(cross_always=always).begun()
    table.state.box["track"]["track"].update(zeus6=80, cross=81)
    table.side(1).position = position
    assert (time_track.budget(table.state, table.side(1)) > 7) == open_end
