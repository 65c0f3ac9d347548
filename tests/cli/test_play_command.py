"""``companion play``: beginning, quitting, going on, and everything that may be said wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.keeping.copies import name_of
from companion.locale import speaker
from companion.plays.current_play import PRESENT
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_read_only
from tests.cli.conftest import Call, begin, write
from tests.cli.terminals import PaperTerminal, hammering
from tests.plays.row_rewriting import damage


def test_a_play_begins_is_left_and_goes_on(call: Call, data: Path) -> None:
    begun = call("play", "yacht", "--name", "Ana", "--name", "Luis", typed="1\n3\nquit\n")
    assert begun.exit_code == 0
    assert "[Ana]" in begun.output
    assert "The play is kept. Go on with it: companion play --resume " in begun.output

    resumed = call("play", "--resume", typed="score\n")
    assert "1. Ana: 3" in resumed.output

    log = open_read_only(data / "companion.db")
    [row] = log.plays("playing")
    assert log.settings.get(PRESENT) == row.id
    assert [seated.name for seated in row.setup.seats] == ["Ana", "Luis"]
    assert [entry.actor for entry in log.entries(row.id, 2, 9)] == ["terminal:1"]
    log.close()
    assert row.id[:8] in begun.output


@pytest.mark.parametrize("left", ["", "empty"])
def test_a_log_that_is_gone_beside_its_copies_is_not_made_anew(call: Call, log: Log, data: Path, left: str) -> None:
    begin(log, "Ana", "Luis")
    copy = data / "copies" / name_of(1, None, "")
    copy.parent.mkdir()
    call("backup", copy)
    log.close()
    file = data / "companion.db"
    file.unlink()
    if left:
        file.touch()
    refused = call("play", "yacht", "--seats", 2, typed="1\n3\nquit\n")
    assert refused.exit_code == 1
    assert f"{file} is empty or gone, but something was kept in it." in refused.output
    assert f"companion restore --force {copy}" in refused.output
    assert (file.read_bytes() if left else file.exists()) in (b"", False)
    assert call("restore", "--force", copy).exit_code == 0
    assert "[Ana]" in call("play", "--resume").output


@pytest.mark.parametrize(
    ("lost", "said"),
    [("number > 1", "The last step of a play was kept in {} before"), ("number", "{} is empty or gone")],
)
def test_lost_steps_are_told_with_what_to_do_about_them(call: Call, log: Log, data: Path, lost: str, said: str) -> None:
    write(begin(log, "Ana", "Luis"), 1, "ones", 3)
    file, copy = data / "companion.db", data / "copies" / name_of(1, None, "")
    copy.parent.mkdir()
    call("backup", copy)
    damage(log, f"DELETE FROM entries WHERE {lost}")
    log.close()
    refused = call("play", "--resume")
    assert refused.exit_code == 1
    assert said.format(file) in refused.output
    assert f"companion restore --force {copy}" in refused.output
    assert call("restore", "--force", copy).exit_code == 0
    assert "The play is kept." in call("play", "--resume").output


def test_a_play_is_played_to_its_end(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = PaperTerminal(hammering(1))
    monkeypatch.setattr("companion.commands.terminal.play.Terminal", lambda: terminal)
    played = call("play", "yacht", "--seats", 2)
    assert (played.exit_code, played.output) == (0, "")
    assert "The final score" in terminal.all
    assert "No play is unfinished." in call("play", "--resume").output


def test_the_terminal_speaks_its_language(call: Call) -> None:
    played = call("play", "yacht", "--seats", 2, "--language", "es").output
    assert "YATE" in played
    assert f"[{speaker('es', {}).name(1)}]" in played


def test_the_play_on_the_table_is_gone_on_with(call: Call, log: Log) -> None:
    first, second = begin(log, "Ana", "Luis"), begin(log, "Eva", "Max")
    log.settings.put(PRESENT, first.id)
    log.close()
    assert "[Ana]" in call("play", "--resume").output
    assert "[Eva]" in call("play", "--resume", second.id[:8]).output
    assert "[Eva]" in call("play", "--resume").output  # by now it is the one on the table


def test_the_others_answer_at_random(call: Call, data: Path) -> None:
    call("play", "yacht", "--seats", 3, "--seat", 2)
    log = open_read_only(data / "companion.db")
    [row] = log.plays()
    assert log.accepted(row.id).keys() == {0, 1, 3}
    log.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Name a game, as in"),
        (["yacht", "--resume"], "Name a game, as in"),
        (["yatch"], "There is no game called yatch. Did you mean sheet:yacht?"),
        (["--resume"], "No play is unfinished."),
        (["--resume", "12"], "No play has begun yet."),
        (["mus", "--seats", "2"], "sheet:mus is for 4 to 4 seats, not 2"),
        (["yacht", "--seat", "3"], "Seat 3 is not in this play. There are 1."),
        (["yacht", "--seats", "1", "--name", "Ana", "--name", "Eva"], "There are more names (2) than seats (1)."),
        (["yacht", "--name", "Ana", "--name", "Ana"], "Two seats have the same name."),
        (["yacht", "--name", "A" * 17], "A name has at most 16 characters."),
        (["yacht", "--option", "colour"], "colour is no option. Write KEY=VALUE."),
        (["yacht", "--option", "colour=red"], "unknown option colour"),
        (["yacht", "--cardboard", "dice"], "unknown chance dice"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(call: Call, words: list[str], said: str) -> None:
    result = call("play", *words)
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert said in result.output
    assert result.output.count("\n") == 1


def test_a_play_that_a_running_companion_holds_is_left_alone(call: Call, log: Log) -> None:
    write(begin(log, "Ana", "Luis"), 1, "ones", 3)
    result = call("play", "--resume")
    assert result.exit_code == 1
    assert "Another companion is using" in result.output
