"""The playthroughs of a package come out as they did, and its turns cost no more than they may."""

from __future__ import annotations

from pathlib import Path

from companion.core.game import AnyGame
from companion.game_tests.golden_files import came_out_as_recorded
from companion.pace.turns import TURNS_FILE, count_turns, turns_of
from companion.playthroughs.grammar import parse
from companion.playthroughs.lines import Playthrough
from companion.playthroughs.replay import replay


def _read(path: Path) -> Playthrough:
    return parse(path.read_text("utf-8"), path.name)


def test_a_playthrough_comes_out_as_it_did(game: AnyGame, playthrough: Path, update_golden: bool) -> None:
    result = replay(_read(playthrough), {game.meta.key: game})
    came_out_as_recorded(result, playthrough, update=update_golden)


def test_it_is_played_to_its_end(game: AnyGame, playthroughs: Path) -> None:
    files = sorted(playthroughs.glob("*.txt"))
    assert files, f"{game.meta.key} has no playthrough in {playthroughs}: play it, and companion record > evening.txt"
    assert any("\nscore\n  final" in path.read_text("utf-8") for path in files), "none of them is played to its end"


def test_no_turn_costs_more_taps_and_presses_than_it_may(game: AnyGame, playthroughs: Path) -> None:
    table = playthroughs / TURNS_FILE
    turns = turns_of(table.read_text("utf-8")) if table.exists() else ()
    gone = sorted({turn.playthrough for turn in turns if not (playthroughs / f"{turn.playthrough}.txt").exists()})
    assert not gone, f"{table} counts on playthroughs that are not there: {', '.join(gone)}"
    counted, differences = count_turns(turns, lambda name: _read(playthroughs / f"{name}.txt"), {game.meta.key: game})
    assert differences == ()
    dear = [each.cells() for each in counted if not each.turn.may_cost(each.taps, each.presses)]
    assert dear == []
