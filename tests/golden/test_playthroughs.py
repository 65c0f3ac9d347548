"""Every playthrough beside this file is run again; ``pytest --update-golden`` writes anew what they expect."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.core.answer_parsing import items
from companion.core.game import AnyGame
from companion.core.questions import PickMany
from companion.game_tests.golden_files import came_out_as_recorded
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import ReplayResult, replay
from tests.contract.table import EXAMPLES, GAMES

FOLDER = Path(__file__).parent / "playthroughs"
BY_KEY = {game.meta.key: game for game in GAMES}
OURS = tuple(game for game in GAMES if game not in EXAMPLES)
"""A package has its playthroughs itself, and the contract tests look at them."""
RULES = {type(game): game for game in OURS}.values()
"""One game of every set of rules."""

FILES = sorted(FOLDER.glob("*/*.txt"))


def name_of(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


def folder_of(game: AnyGame) -> Path:
    """Where the playthroughs of a game are; a colon is no good in the name of a folder."""
    return FOLDER / game.meta.key.replace(":", "-")


@cache
def replayed(path: Path) -> ReplayResult:
    return replay(parse(path.read_text("utf-8"), name_of(path)), BY_KEY)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_playthrough_comes_out_as_it_did(path: Path, update_golden: bool) -> None:
    came_out_as_recorded(replayed(path), path, update=update_golden)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_answer_leaves_out_what_is_certain(path: Path) -> None:
    """A page sends what is certain with the rest, and offers nothing to tap there."""
    left_out = [
        (made.line, question.key)
        for made in replayed(path).moves
        for question, answer in (*made.dialogue, *made.entered)
        if isinstance(question, PickMany)
        and not {option.value for option in question.options if option.certain} <= set(items(answer))
    ]
    assert left_out == []


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_playthrough_lies_with_its_game(path: Path) -> None:
    game = BY_KEY[parse(path.read_text("utf-8"), name_of(path)).header.game]
    assert path.parent == folder_of(game)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.meta.key)
def test_every_game_is_played_to_its_end(game: AnyGame) -> None:
    files = [path for path in FILES if path.parent == folder_of(game)]
    assert files, f"there is no playthrough in {folder_of(game).name}"
    assert any("\nscore\n  final" in path.read_text("utf-8") for path in files), "none is played to its end"


def kinds(game: AnyGame) -> set[type]:
    """All kinds of moves of a game."""
    return set(get_args(game.move_type)) or {game.move_type}


@pytest.mark.long
@pytest.mark.parametrize("kind", RULES, ids=lambda game: game.meta.key)
def test_every_kind_of_move_is_played(kind: AnyGame) -> None:
    """By the playthroughs of all games that have these rules: a single score sheet needs not all there are."""
    made: set[type[Any]] = set()
    for game in OURS:
        if type(game) is type(kind):
            made |= {type(one.move) for path in FILES if path.parent == folder_of(game) for one in replayed(path).moves}
    assert {move.__name__ for move in kinds(kind) - made} == set()
