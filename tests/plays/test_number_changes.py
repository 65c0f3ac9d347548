"""What others changed of a seat's numbers: found without naming all numbers again for each seat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from companion.plays.reports.happened import NumberChanges
from companion.plays.reports.slips import read_entries
from companion.plays.time_source import SystemClock
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import replay_into
from tests.golden.test_playthroughs import FOLDER
from tests.web.golden_evening import GAMES


@contextmanager
def replayed(tmp_path: Path, name: str) -> Iterator[Play]:
    """The play of a playthrough, as it stands at its end."""
    playthrough = parse((FOLDER / f"{name}.txt").read_text("utf-8"), name)
    game = GAMES[playthrough.header.game]
    log = open_log(tmp_path / "play.db", synchronous="OFF")
    try:
        yield Play.resume(log, game, replay_into(log, playthrough, GAMES).play, clock=SystemClock())
    finally:
        log.close()


def test_numbers_of_a_game_without_secrets_are_named_once_for_all_seats(tmp_path: Path) -> None:
    with replayed(tmp_path, "antike/turns") as play:
        game = type(play.game)
        entries = [entry for entry in play.effective if entry.base][-12:]
        states = {number for entry in entries for number in (entry.base, entry.stands_for)}
        found = NumberChanges(play)
        with patch.object(game, "inventory", autospec=True, side_effect=game.inventory) as named:
            changes = [found.changes_of(entry, seat) for entry in entries for seat in play.setup.numbers]
        assert any(changes)
        assert named.call_count <= len(states)


def test_a_game_is_asked_what_it_shows_of_the_state_that_all_saw_after_the_reveal(tmp_path: Path) -> None:
    with replayed(tmp_path, "antiquity/elimination") as play:
        game = type(play.game)
        found = NumberChanges(play)
        with patch.object(game, "reveals", autospec=True, side_effect=game.reveals) as asked:
            changes = {
                number: each
                for seat in play.setup.numbers
                for number, each in found.since_own_move(read_entries(play, Viewer(seat)), seat).items()
            }
        [number] = [number for number, each in changes.items() if each.shows_plans]
        assert number < play.present
        assert [call.args[1] for call in asked.call_args_list] == [seen(play.state_after(number), PUBLIC)]
