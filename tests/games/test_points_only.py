"""Points only: the sheet of each game gives what the game itself counts, over every playthrough that ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, seen
from companion.core.setup import Seated, Setup
from companion.core.step import TABLE
from companion.games import shipped
from companion.games.ancient_world import city as imperial
from companion.games.ancient_world import scoring as imperial_scoring
from companion.games.ancient_world.tables import TRIBES
from companion.games.athens_sparta.tables import COLOUR_POINTS
from companion.games.olympos import box as olympos_box
from companion.games.olympos import expand
from companion.games.score_sheet.moves import Outright
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import _Run, replay
from tests.games.sheet_table import SheetTable

FOLDER = Path(__file__).parents[1] / "golden" / "playthroughs"
GAMES = {game.meta.key: game for game in shipped()}
TITLES = [game for game in shipped() if game.points_sheet]
ENDED = [
    path
    for game in TITLES
    for path in sorted((FOLDER / game.meta.key).glob("*.txt"))
    if "\nscore\n  final" in path.read_text("utf-8")
]


def at_the_end(path: Path) -> Any:
    """The state in which a playthrough stands at its end."""
    plays: list[Any] = []
    do = _Run._do

    def done(run: _Run, deed: Any) -> Any:
        if not plays:
            plays.append(run._play)
        return do(run, deed)

    states: list[Any] = []
    with patch.object(_Run, "_do", done):
        result = replay(parse(path.read_text("utf-8"), path.name), GAMES)
        states.append(plays[0].state)
    assert result.difference is None
    return states[0]


Numbers = dict[int, dict[str, int]]
"""What each seat writes, by category."""


def of_olympos(state: Any) -> Numbers:
    return {
        side.seat: {
            "time": (olympos_box.time_points(state.box, side.position) or 0) if side.done else 0,
            "prestige": side.prestige.value,
            "territories": side.controlled - min(side.atlantis, side.controlled),
            "atlantis": min(side.atlantis, side.controlled),
            "discoveries": sum(1 for n in side.tiles.values() if n),
            "poetry": int(side.has("poetry")),
            "philosophy": int(side.has("philosophy")),
            "has-science": int(side.has("science")),
            "absolutism": expand.tile_swords(state, side) if side.has("absolutism") else 0,
            "city": side.controlled + side.covered if side.has("city") else 0,
            "engineering": side.stars if side.has("engineering") else 0,
            "wonders": sum((olympos_box.wonder(state.box, key) or (0, 0))[1] for key, n in side.wonders.items() if n),
            "destiny": len(side.hand),
            "keres": side.marks["keres"],
            "wonder-tiles": sum(1 for n in side.wonders.values() if n),
        }
        for side in state.sides
    }


def of_antike(state: Any) -> Numbers:
    keys = {"kings": "king", "scholars": "scholar", "generals": "general", "citizens": "citizen"}
    keys["navigators"] = "navigator"
    return {nation.seat: {key: nation.cards[card] for key, card in keys.items()} for nation in state.nations}


def of_ancient_world(state: Any) -> Numbers:
    second = state.second
    return {
        player.seat: {
            "hungry": player.hungry,
            "damaged": len(imperial.damaged(player)),
            **({colour: imperial_scoring.banner_count(state, player, colour) for colour in TRIBES} if second else {}),
            "banners": sum(
                imperial_scoring.banner_points(state, imperial_scoring.banner_count(state, player, colour))
                for colour in TRIBES
            ),
            "texts": player.special,
            "symbols": imperial_scoring.printed_points(state, player) + player.capital.get("point", 0),
            "coins": player.coins,
            "cards": len(player.cards) + len(player.districts) + len(player.titans),
            "knowledge": player.knowledge,
            "ambrosia": player.ambrosia,
        }
        for player in state.players
    }


def of_athens_sparta(state: Any) -> Numbers:
    game = GAMES["athens-sparta"]
    found: Numbers = {}
    for side in game.score(state, PUBLIC).sides:
        lines = {"won": 0, "lost": 0, "persia": 0, "extra": 0}
        for line in side.lines:
            if line.key in lines:
                lines[line.key] += abs(line.points or 0)
        colour = COLOUR_POINTS[side.side]  # type: ignore[index]
        found[side.seats[0]] = {"colour": colour, "won": lines["won"] + lines["extra"]} | {
            key: lines[key] for key in ("lost", "persia")
        }
    return found


def of_antiquity(state: Any) -> Numbers:
    """Whoever has won has satisfied the saint, and of several the one with most hexes wins."""
    hexes = state.hexes or {}
    satisfied = set(hexes) or set(state.winners)
    return {
        realm.seat: {"saint": int(realm.seat in satisfied), "hexes": hexes.get(realm.seat, 0)} for realm in state.realms
    }


WRITTEN: dict[str, Callable[[Any], Numbers]] = {
    "olympos": of_olympos,
    "antike": of_antike,
    "ancient-world": of_ancient_world,
    "athens-sparta": of_athens_sparta,
    "antiquity": of_antiquity,
}


def options_of(key: str, state: Any) -> dict[str, bool]:
    if key == "antike":
        return {"military": state.switches.general_points > 1}
    if key == "ancient-world":
        return {"first-edition": not state.second}
    return {}


class PointsTable(SheetTable):
    """The points sheet of a game, on the table for the seats of a play."""

    def __init__(self, game: AnyGame, seats: tuple[int, ...], **options: bool) -> None:
        super().__init__(game.points_sheet, len(seats), **options)
        self.state = self.game.new(Setup(tuple(Seated(seat, str(seat)) for seat in seats), dict(options)))


def write_all(table: SheetTable, numbers: Numbers) -> None:
    """Everybody writes what they are asked for, until the play is over."""
    while not table.over():
        for seat in table.must():
            question = table.question(seat)
            key = question.key
            if key == "entry":
                key = next(option.value for option in question.options if option.value != "change")
                if key == "done":
                    table.answer(seat, "done")
                    break
                asked = table.question(seat, key)
                number = numbers[seat][key]
                table.answer(seat, key, bool(number) if asked.kind == "confirm" else number)
                break
            number = numbers[seat][key]
            table.answer(seat, bool(number) if question.kind == "confirm" else number)
            break


def result_of(game: AnyGame, state: Any) -> tuple[dict[int, int], set[int], bool]:
    """Total and winners by seat, and whether the winner won outright."""
    account = game.score(state, PUBLIC)
    totals = {side.seats[0]: side.total for side in account.sides}
    return totals, {side.seats[0] for side in account.winners()}, any(side.won for side in account.sides)


@pytest.mark.parametrize("path", ENDED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_points_sheet_counts_what_the_game_counts(path: Path) -> None:
    game = GAMES[path.parent.name]
    state = at_the_end(path)
    totals, winners, outright = result_of(game, state)
    if game.meta.key == "athens-sparta" and state.level == "battle":
        pytest.skip("a single battle has no points")
    table = PointsTable(game, tuple(sorted(totals)), **options_of(game.meta.key, state))
    numbers = WRITTEN[game.meta.key](state)
    write_all(table, numbers)
    found = {side.seats[0]: side.total for side in table.score().sides}
    if game.score(state, PUBLIC).counted:
        assert found == totals
    if not outright or game.meta.key == "antiquity":
        assert {side.seats[0] for side in table.score().winners()} == winners


DECLARED = [game for game in TITLES if "declared = true" in game.points_sheet]
"""The games that may be won without the most points."""


@pytest.mark.parametrize("game", DECLARED, ids=lambda game: game.meta.key)
def test_a_win_that_no_points_tell_is_said_by_the_table(game: AnyGame) -> None:
    table = PointsTable(game, tuple(range(1, game.meta.seats[0] + 1)))
    table.move(TABLE, Outright("2"))
    assert table.over()
    assert [side.seats for side in table.score().winners()] == [(2,)]


def test_every_title_has_a_points_sheet_and_is_named_by_it() -> None:
    sheets = {game.meta.points_of: game.meta for game in shipped() if game.meta.points_of}
    assert (
        set(sheets)
        == {game.meta.key for game in TITLES}
        == {game.meta.key for game in shipped() if game.has_pieces and not game.meta.helps}
    )
    for key, meta in sheets.items():
        assert meta.seats == GAMES[key].meta.seats, key


def test_nothing_secret_stands_in_the_score_of_a_points_sheet() -> None:
    for game in TITLES:
        table = PointsTable(game, tuple(range(1, game.meta.seats[0] + 1)))
        assert table.game.score(seen(table.state, PUBLIC), PUBLIC) == table.score()
