"""What rested on a printed number that was typed wrong, in recorded evenings of every game that has any."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.boxes import Fact, FactCorrection, fact
from companion.games import shipped
from companion.locale import speaker
from companion.plays.fact_dependents import FactDependents
from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import FixedClock, replay_into

GAMES = {game.meta.key: game for game in shipped()}
FOLDER = Path(__file__).parent / "playthroughs"


@pytest.fixture
def log() -> Iterator[Log]:
    with closing(Log(lambda: sqlite3.connect(":memory:", isolation_level=None))) as log:
        yield log


def played(log: Log, game: str, name: str) -> Play:
    playthrough = parse((FOLDER / game / name).read_text("utf-8"), name)
    return Play.resume(log, GAMES[game], replay_into(log, playthrough, GAMES).play, clock=FixedClock())


def rested(play: Play, kind: str, key: str, field: str, right: Fact) -> FactDependents:
    wrong = fact(play.game.box_of(play.state), kind, key, field)
    assert wrong is not None
    return [FactDependents(), *play.rested_on([FactCorrection(kind, key, field, wrong, right)])][-1]


def words(lines: object) -> list[str]:
    names = {seat: f"P{seat}" for seat in range(1, 9)}
    return [speaker("en", names).say(line) for line in lines]  # type: ignore[attr-defined]


def test_the_ancient_world_a_price_of_the_board(log: Log) -> None:
    """Learning cost one coin more the one time somebody did."""
    play = played(log, "ancient-world", "every-move.txt")
    found = rested(play, "action", "learn", "coins", 4)
    assert found.public == {"1.coins": -1, "supply.coins": 1}
    assert words(found.lines) == ["P1 gains 1 knowledge."]


def test_the_ancient_world_what_cannot_have_been(log: Log) -> None:
    """Coins or knowledge was paid, which must have been both."""
    play = played(log, "ancient-world", "every-move.txt")
    found = rested(play, "action", "expand", "either", "no")
    assert (found.public, words(found.unclear)) == ({}, ["P1 gains District 1."])


def test_antike_the_good_of_a_city(log: Log) -> None:
    """One production of gold and one of iron while the city stood."""
    play = played(log, "antike", "east-by-provinces.txt")
    found = rested(play, "east", "attalia", "type", "gold")
    assert found.public == {"greece.gold": 1, "greece.iron": -1}
    assert words(found.lines) == ["Greece: Gold +3", "Greece: Iron +7"]


def test_athens_and_sparta_the_number_of_a_hidden_block(log: Log) -> None:
    """Its steps are its owner's to know; that it was set up weaker is told to nobody else."""
    play = played(log, "athens-sparta", "full-to-the-end.txt")
    found = rested(play, "block", "a1", "steps", 4)
    assert (found.public, found.hidden) == ({}, {1: {"block.a1": 1}})
    assert not found.found


def test_athens_and_sparta_the_number_a_block_hits_with(log: Log) -> None:
    """Two dice that showed 3 and 6: with a 3 one of them hits, and the Spartan block is a step weaker."""
    play = played(log, "athens-sparta", "full-to-the-end.txt")
    found = rested(play, "block", "a3", "rate", 3)
    assert found.public == {"block.s5": -1}
    assert words(found.lines) == ["Athens: Practice III A2 rolls 3 and 6: 0 hits."]


def test_olympos_a_price_that_could_not_have_been_paid(log: Log) -> None:
    play = played(log, "olympos", "five-learned-box.txt")
    found = rested(play, "space", "r1c1", "grain", 2)
    assert (found.public, words(found.unclear)) == ({}, ["P4 takes Religion."])


def test_only_games_without_printed_values_have_no_box() -> None:
    """Antiquity's are on the sheets that come with the companion, and turns and titans have none: nothing is kept."""
    without = {game.meta.key for game in shipped() if not game.meta.key.startswith("sheet:") and not game.meta.box}
    assert without == {"antiquity", "titans", "whose-turn"}
