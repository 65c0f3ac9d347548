"""The account: every worked example, and every line with its reason."""

from __future__ import annotations

import pytest

from companion.core.secrecy import PUBLIC, Viewer, seen
from tests.games.olympos.olympos_table import GAME, Table, four

PLAIN = ["hoplite", "medicine", "astronomy", "strategy", "art"]


def total(tiles: str = "", wonders: str = "", time: int | None = None, hand: int = 0, **numbers: int) -> int:
    """The points of a seat with all this, at the end."""
    table = Table(3).begun()
    side = table.side(1)
    side.cubes = four()
    table.state.box["wonder"]["colossus"]["points"] = 12
    table.state.box["wonder"]["lion-gate"]["points"] = 8
    side.done, side.position = 1, 180
    if time is not None:
        table.state.box["time"]["180"] = {"points": time}
    table.give(1, **numbers, **{tile.replace("-", "_"): 1 for tile in (tiles + " " + wonders).split()})
    table.hold(1, *["set"] * hand)
    return GAME.score(table.state, Viewer(1)).sides[0].total


@pytest.mark.parametrize(
    ("got", "points"),
    [
        pytest.param({"keres": 1}, -2, id="S11"),
        pytest.param({"hand": 3}, 3, id="S12"),
        pytest.param({"tiles": "poetry"}, 5, id="S13 Poetry"),
        pytest.param({"tiles": "philosophy"}, 7, id="S13 Philosophy"),
        pytest.param({"time": 3, "prestige": 5, "wood": 5, "atlantis": 1, "tiles": " ".join(PLAIN)}, 24, id="V1"),
        pytest.param({"tiles": " ".join([*PLAIN, "poetry"]), "wonders": "stadium", "wood": 3}, 28, id="V2"),
        pytest.param({"tiles": " ".join([*PLAIN, "oracle", "philosophy", "science"])}, 29, id="V3"),
        pytest.param({"tiles": "engineering", "stars": 3, "gold": 3}, 14, id="V6"),
        pytest.param({"keres": 1, "hand": 2}, 0, id="V7"),
        pytest.param({"wood_cubes": 5, "hourglasses": 3}, 0, id="V8"),
        pytest.param(
            {
                "time": 5,
                "prestige": 9,
                "stone": 6,
                "wood": 2,
                "atlantis": 2,
                "tiles": " ".join([*PLAIN, "oracle", "money", "religion", "poetry"]),
                "wonders": "colossus",
                "hand": 1,
            },
            58,
            id="V9",
        ),
        pytest.param({"wonders": "lion-gate colossus", "tiles": "art money"}, 24, id="V11"),
        pytest.param({"stars": 3}, 0, id="V13"),
        pytest.param({"covered": 1}, 0, id="V14"),
        pytest.param({"tiles": "city", "covered": 1, "wood": 2}, 2 + 3 + 2, id="City counts covered settlers"),
        pytest.param({"tiles": "absolutism strategy hoplite", "ares": 1}, 6 + 6, id="Absolutism without Ares"),
    ],
)
def test_points(got: dict[str, int | str], points: int) -> None:
    assert total(**got) == points  # type: ignore[arg-type]


def finished(*seats: dict[str, int]) -> Table:
    """A game that is over."""
    table = Table(len(seats)).begun()
    for seat, numbers in enumerate(seats, 1):
        table.give(seat, **numbers, position=81, done=1)
    table.answer(0)
    return table


def test_more_tiles_win_a_tie_and_nothing_else_does() -> None:
    """V16."""
    shared = GAME.score(finished({"art": 1}, {"money": 1}, {}).state, PUBLIC)
    assert [len(rank.sides) for rank in shared.ranking()] == [2, 1]
    settled = GAME.score(finished({"art": 1}, {"wood": 2}, {}).state, PUBLIC)
    assert [side.seats for side in settled.winners()] == [(1,)]
    assert settled.ranking()[1].settled_by is not None


def test_what_is_face_down_is_known_to_its_owner_until_the_end() -> None:
    table = Table(3).begun()
    table.give(1, prestige=4)
    table.hold(1, "set")
    for viewer, known in ((Viewer(1), 5), (Viewer(2), None), (PUBLIC, None)):
        lines = {line.key: line.points for line in GAME.score(seen(table.state, viewer), viewer).sides[0].lines}
        assert (lines["prestige"], lines["destiny"]) == ((4, 1) if known else (None, None))


def test_prestige_may_be_open() -> None:
    table = Table(3, prestige_open=True).begun()
    table.give(1, prestige=4)
    assert GAME.score(seen(table.state, PUBLIC), PUBLIC).sides[0].total == 4


def test_a_light_play_counts_everything_too() -> None:
    table = Table(3, level="light").begun()
    table.give(1, poetry=1, engineering=1, stars=2, wood=3, atlantis=1, prestige=2, stadium=1, keres=1)
    score = GAME.score(table.state, Viewer(1)).sides[0]
    assert score.total == 4 + 3 + 6 + 2 + 2 + 2 + 10 - 2
