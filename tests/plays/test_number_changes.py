"""What others changed of a seat's numbers: found without naming all numbers again for each seat."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from companion.plays.reports.happened import NumberChanges
from companion.plays.time_source import SystemClock
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import replay_into
from tests.golden.test_playthroughs import FOLDER
from tests.web.golden_evening import GAMES


def test_numbers_of_a_game_without_secrets_are_named_once_for_all_seats(tmp_path: Path) -> None:
    playthrough = parse((FOLDER / "antike/turns.txt").read_text("utf-8"), "antike/turns")
    game = GAMES[playthrough.header.game]
    log = open_log(tmp_path / "play.db", synchronous="OFF")
    try:
        play = Play.resume(log, game, replay_into(log, playthrough, GAMES).play, clock=SystemClock())
        entries = [entry for entry in play.effective if entry.base][-12:]
        states = {number for entry in entries for number in (entry.base, entry.stands_for)}
        found = NumberChanges(play)
        with patch.object(type(game), "inventory", autospec=True, side_effect=type(game).inventory) as named:
            changes = [found.of(entry, seat) for entry in entries for seat in play.setup.numbers]
        assert any(changes)
        assert named.call_count <= len(states)
    finally:
        log.close()
