"""The commands beside running and playing: what they print, for people and programs, and what they refuse."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.cli import COMMANDS, SECTIONS, main
from companion.commands import log_access
from companion.keeping.copier_state import CopierState, write_state
from companion.outside.installed import OutsideGame, OutsideGames
from companion.plays.current_play import heads_of
from companion.plays.log.log import Log
from tests.cli.conftest import Call, begin, write
from tests.plays.counter import Counter, State
from tests.plays.counter import begin as begin_counter
from tests.plays.row_rewriting import damage, rewrite

ROOT = Path(__file__).parents[2]


def meddle(log: Log) -> None:
    rewrite(log, "UPDATE entries SET move = replace(move, '[3]', '[4]') WHERE number = 2")


# -- the group ------------------------------------------------------------------------------------------------


def test_every_command_has_a_help_of_its_own(call: Call) -> None:
    listed = call("--help").output
    for name, (_, about) in COMMANDS.items():
        result = call(name, "--help")
        assert result.exit_code == 0
        command = main.get_command(click.Context(main), name)
        assert command is not None
        assert command.name == name
        assert command.help
        assert about.split()[0] in listed
        for parameter in command.params:
            assert isinstance(parameter, click.Argument) or getattr(parameter, "help", None), (name, parameter.name)
            words = parameter.metavar or str(parameter.name).upper()
            assert not isinstance(parameter, click.Argument) or words.rstrip("S") in str(command.help)


def test_every_command_stands_in_its_page(call: Call) -> None:
    page = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    named = set(re.findall(r"companion (?:--\S+ )*([a-z-]+)", page))
    assert set(COMMANDS) <= named


def test_the_help_waits_for_nothing_heavy() -> None:
    asked = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "from companion.cli import main; main()", "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    imported = {line.rpartition("|")[2].strip() for line in asked.stderr.splitlines()}
    assert "click" in imported
    assert not {name.split(".")[0] for name in imported} & {"flask", "PIL", "cheroot", "msgspec", "sqlite3", "web"}
    assert "companion.commands.run" not in imported


def test_the_version_is_that_of_the_distribution(call: Call) -> None:
    assert re.search(r"[0-9]+\.[0-9]+", call("--version").output)


def test_an_unknown_command_is_refused(call: Call) -> None:
    result = call("rnu")
    assert result.exit_code == 2
    assert "No such command 'rnu'" in result.output


def test_a_configuration_that_cannot_be_read_stops_every_command(call: Call, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("prot = 1")
    for words in (["games"], ["verify"], ["run"], ["backup", "x"]):
        result = call("--config", own, *words)
        assert (result.exit_code, result.output) == (1, f"Error: {own}: unknown key prot, did you mean port?\n")


# -- games ----------------------------------------------------------------------------------------------------


def test_the_games_are_listed(call: Call, data: Path) -> None:
    result = call("games")
    assert result.exit_code == 0
    assert result.output.splitlines()[0].split() == ["Key", "Game", "Seats", "Rules", "version", "Package"]
    assert re.search(r"^sheet:hearts +Hearts +3-6 +1$", result.output, re.MULTILINE)
    assert not data.exists()  # looking leaves nothing behind


def test_the_games_speak_the_language_of_the_terminal(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Corazones" in call("games", "--language", "es").output
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert "Corazones" in call("games").output
    assert "Corazones" not in call("games", "--language", "en").output


def test_the_games_for_programs(call: Call) -> None:
    listed = {game["key"]: game for game in json.loads(call("games", "--json").output)}
    assert listed["sheet:mus"] == {
        "key": "sheet:mus",
        "title": "Mus",
        "seats": [4, 4],
        "rules_version": 1,
        "package": "",
        "version": "",
    }
    assert json.loads(call("games", "mus", "--json").output)["chance"] == []


def test_sheets_of_ones_own_are_listed_too(call: Call, log: Log) -> None:
    log.sheets.put(
        "sheet:boules",
        'id = "boules"\nname = "Boules"\nseats = [2, 6]\nrounds = "once"\n'
        '[[category]]\nkey = "points"\nname = "Points"\nform = "number"\nhigh = 13\n',
    )
    assert "Boules" in call("games").output


def test_a_game_is_described(call: Call) -> None:
    described = call("games", "hearts").output
    assert described.startswith("Hearts (sheet:hearts)\nTrick-taking: avoid hearts")
    assert "Seats: 3-6. Rules version 1." in described


def test_an_unknown_game_is_refused_with_what_was_meant(call: Call) -> None:
    result = call("games", "sheet:harts")
    assert (result.exit_code, result.output) == (
        1,
        "Error: There is no game called sheet:harts. Did you mean sheet:hearts?\n",
    )
    assert '"companion games" lists them' in call("games", "qqqqqq").output


# -- verify, replay, record -----------------------------------------------------------------------------------


def test_what_was_stored_comes_out_again(call: Call, log: Log) -> None:
    write(begin(log, "Ana", "Luis"), 1, "ones", 3)
    result = call("verify")
    assert result.exit_code == 0
    assert result.output == "2 entries were compared.\nAll of them replay to the stored states.\n"


def test_what_comes_out_otherwise_is_named(call: Call, log: Log) -> None:
    play = begin(log, "Ana", "Luis")
    write(play, 1, "ones", 3)
    meddle(log)
    result = call("verify")
    assert result.exit_code == 1
    assert f"Play {play.id[:8]}, entry 2: Replaying gives a different state." in result.output
    report = json.loads(call("verify", "--json").output)
    assert report["differences"] == [{"play": play.id, "number": 2, "what": "Replaying gives a different state."}]
    assert not report["clean"]


def test_a_log_named_as_a_file_is_compared_with_what_its_copy_has_seen(call: Call, log: Log, data: Path) -> None:
    """An older state of the same log that lies there too has lost nothing."""
    play = begin(log, "Ana", "Luis")
    call("backup", data / "companion.db.before-restore")
    write(play, 1, "ones", 3)
    write_state(data, CopierState(heads=heads_of(log)))
    assert call("verify", data / "companion.db").exit_code == 0
    assert call("verify", data / "companion.db.before-restore").exit_code == 0
    damage(log, "DELETE FROM entries WHERE number = 2")
    for words in ((), (data / "companion.db",)):
        found = call("verify", *words)
        assert found.exit_code == 1
        assert f"Play {play.id[:8]}, entry 2: It is damaged or gone." in found.output


def test_other_rules_are_reported_and_no_fault(call: Call, log: Log) -> None:
    begin(log, "Ana", "Luis")
    rewrite(log, "UPDATE entries SET rules_version = 0")
    result = call("verify")
    assert result.exit_code == 0
    assert "1 entry not compared: Played under version 0 of the rules; now they are at 1." in result.output


def test_a_log_that_is_not_there_cannot_be_verified(call: Call, data: Path) -> None:
    result = call("verify")
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {data / 'companion.db'} cannot be opened.")


def test_a_recorded_play_is_replayed_and_a_changed_line_found(call: Call, log: Log, tmp_path: Path) -> None:
    play = begin(log, "Ana", "Luis")
    write(play, 1, "ones", 3)
    file = tmp_path / "evening.txt"
    assert call("record", play.id[:6], "-o", file).exit_code == 0
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    # A process of its own: what reads its output gets the play, and the person the warning.
    program = [sys.executable, "-c", "from companion.cli import main; main()", "record"]
    unfinished = subprocess.run(program, capture_output=True, text=True, check=True, cwd=ROOT)
    assert unfinished.stdout == file.read_text()
    assert unfinished.stderr.startswith("This play is not over yet.")
    same = call("replay", file)
    assert (same.exit_code, same.output) == (0, f"{file}: the same, 1 move\n")

    file.write_text(file.read_text().replace("= 1/ones/end 3", "= 1/ones/end 4"))
    differs = call("replay", file)
    assert differs.exit_code == 1
    assert re.match(rf"{re.escape(str(file))}:[0-9]+: expected .*; found ", differs.output)
    [told] = json.loads(call("replay", "--json", file).output)
    assert told["file"] == str(file)
    assert told["difference"]["line"] > 1


def test_a_play_that_its_game_cannot_read_any_more_is_named(
    call: Call, log: Log, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Newer(Counter):
        meta = replace(Counter.meta, rules_version=2)

        def upgrade(self, version: int, raw: dict[str, object]) -> State:
            raise KeyError("points")

    begin(log, "Ana", "Luis")
    play = begin_counter(log)
    found = OutsideGames((OutsideGame(Newer(), "companion-counter", "2"),))
    monkeypatch.setattr(log_access, "installed_games", lambda: found)
    file = tmp_path / "evening.txt"
    said = "Error: The version of Counter that is here cannot read that play: KeyError: 'points'\n"
    for words in (("record", play.id), ("record", play.id, "-o", file)):
        recorded = call(*words)
        assert (recorded.exit_code, recorded.output) == (1, said)
    assert not file.exists()
    verified = call("verify")
    assert verified.exit_code == 0
    assert "1 entry not compared: Played under version 1 of the rules; now they are at 2." in verified.output
    assert "1 entry was compared." in verified.output
    assert "counter" in call("games").output


def test_the_taps_and_presses_of_a_recorded_play_are_counted(call: Call, log: Log, tmp_path: Path) -> None:
    play = begin(log, "Ana", "Luis")
    write(play, 1, "ones", 3)
    file = tmp_path / "evening.txt"
    assert call("record", play.id[:6], "-o", file).exit_code == 0
    [counted] = json.loads(call("pace", "--json", file).output)
    [move] = counted["moves"]
    assert (move["seat"], move["answers"]) == (1, 2)
    assert 0 < move["taps"] == counted["taps"]
    rows = call("pace", file).output.splitlines()
    assert rows[0] == f"{file}: taps of a phone, presses of keys"
    assert rows[2].split() == [str(move[part]) for part in ("line", "seat", "answers", "taps", "presses")]

    file.write_text(file.read_text().replace("= 1/ones/end 3", "= 1/ones/end 4"))
    assert call("pace", file).exit_code == 1


def test_the_turns_of_a_folder_are_printed_with_what_they_may_take(call: Call, log: Log, tmp_path: Path) -> None:
    play = begin(log, "Ana", "Luis")
    write(play, 1, "ones", 3)
    file = tmp_path / "evening.txt"
    assert call("record", play.id[:6], "-o", file).exit_code == 0
    [counted] = json.loads(call("pace", "--json", file).output)
    [move] = counted["moves"]
    taps, presses = move["taps"], move["presses"]
    table = tmp_path / "turns.toml"
    row = f'[[turn]]\nname = "Ones"\nplaythrough = "evening"\nlines = [{move["line"]}, {move["line"]}]\nbefore = "9"\n'

    table.write_text(f"{row}taps = {taps}\npresses = {presses}\n")
    said = call("pace", tmp_path)
    assert said.exit_code == 0
    heading, labels, cells = said.output.splitlines()
    assert heading == f"{tmp_path}: taps of a phone, in brackets presses of keys"
    assert labels.split() == ["Turn", "Playthrough", "Lines", "Before", "Now", "At", "most"]
    now = f"{taps} ({presses})"
    assert cells.split() == ["Ones", "evening", str(move["line"]), "9", *now.split(), *now.split()]
    [folder] = json.loads(call("pace", "--json", tmp_path).output)
    assert folder["turns"][0]["now"] == {"taps": taps, "presses": presses}

    table.write_text(f"{row}taps = {taps}\npresses = {presses - 1}\n")
    above = call("pace", tmp_path)
    assert (above.exit_code, above.output.splitlines()[-1]) == (1, "Takes more than it may: Ones.")
    replaced = '[turn.replaced]\nbudget = "1 (1)"\nwhy = "A face each."\n'
    table.write_text(f"{row}taps = {taps}\npresses = {presses}\n{replaced}")
    explained = call("pace", tmp_path)
    assert explained.exit_code == 0
    assert explained.output.splitlines()[-1] == "Takes more than 1 (1): Ones. A face each."

    table.write_text(f"{row}taps = {taps}\npresses = {presses - 1}\n{replaced}")
    assert call("pace", tmp_path).exit_code == 1, "what replaces a budget is a budget"

    table.write_text(row)
    assert "required field `taps`" in call("pace", tmp_path).output


def test_every_file_is_replayed_though_the_first_one_differs(call: Call, log: Log, tmp_path: Path) -> None:
    play = begin(log, "Ana", "Luis")
    write(play, 1, "ones", 3)
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    assert call("record", play.id, "-o", good).exit_code == 0
    bad.write_text(good.read_text().replace("= 1/ones/end 3", "= 1/ones/end 4"))
    result = call("replay", bad, good)
    assert result.exit_code == 1
    assert f"{good}: the same, 1 move" in result.output


def test_files_that_cannot_be_replayed_are_refused(call: Call, tmp_path: Path) -> None:
    missing = call("replay", tmp_path / "none.txt")
    assert (missing.exit_code, missing.output) == (
        1,
        f"Error: {tmp_path / 'none.txt'} cannot be read: No such file or directory\n",
    )
    (tmp_path / "odd.txt").write_text("gmae: yacht\n")
    odd = call("replay", tmp_path / "odd.txt")
    assert (odd.exit_code, "did you mean game?" in odd.output) == (1, True)


def test_a_play_is_recorded_into_a_new_file_only(call: Call, log: Log, tmp_path: Path) -> None:
    first, second = begin(log, "Ana", "Luis"), begin(log, "Eva")
    file = tmp_path / "evening.txt"
    file.write_text("mine")
    assert "is there already. Choose another name." in call("record", first.id, "-o", file).output
    assert file.read_text() == "mine"
    unknown = call("record", "zz")
    assert unknown.exit_code == 1
    assert f"{second.id[:8]} (sheet:yacht: Eva), {first.id[:8]} (sheet:yacht: Ana, Luis)" in unknown.output
    assert "Name one of the plays by the beginning of its id." in call("record").output


def test_a_play_is_named_by_enough_of_its_id(call: Call, log: Log) -> None:
    begin(log, "Ana", "Luis", play_id="aa11")
    begin(log, "Eva", play_id="aa22")
    assert "Several plays begin with aa. The newest are aa22 (sheet:yacht: Eva), aa11" in call("record", "aa").output
    assert "seat 1: Eva" in call("record", "aa2").output


# -- backup and restore ---------------------------------------------------------------------------------------


def test_a_backup_goes_there_and_back(call: Call, log: Log, tmp_path: Path) -> None:
    play = begin(log, "Ana", "Luis")
    target = tmp_path / "copy.db"
    made = call("backup", target)
    assert (made.exit_code, made.output) == (0, f"{target} holds 1 play with 1 entry.\n")
    write(play, 1, "ones", 3)
    log.close()

    untouched = call("restore", target)
    assert untouched.exit_code == 1
    assert "Add --force to put the backup in its place." in untouched.output
    assert json.loads(call("verify", "--json").output)["entries"] == 2

    restored = call("restore", target, "--force", "--json")
    assert restored.exit_code == 0
    assert json.loads(restored.output)["entries"] == 1
    assert json.loads(call("verify", "--json").output)["entries"] == 1


def test_a_backup_is_restored_where_there_was_nothing(call: Call, log: Log, tmp_path: Path) -> None:
    begin(log, "Ana", "Luis")
    call("backup", tmp_path / "copy.db")
    result = call("restore", tmp_path / "copy.db", "--data", tmp_path / "new" / "place")
    assert result.exit_code == 0
    assert call("verify", tmp_path / "new" / "place" / "companion.db").output.startswith("1 entry was compared.")


def test_a_backup_into_a_folder_gets_a_name_and_replaces_nothing(call: Call, log: Log, tmp_path: Path) -> None:
    begin(log, "Ana", "Luis")
    stick = tmp_path / "stick"
    stick.mkdir()
    assert call("backup", stick).exit_code == 0
    [made] = stick.iterdir()
    assert re.fullmatch(r"companion-000001-([0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{4}|time-unknown)-table\.db", made.name)
    again = call("backup", made)
    assert again.exit_code == 1
    assert "is there already. Choose another name, or add --force." in again.output
    assert call("backup", made, "--force").exit_code == 0


def test_a_drill_restores_the_newest_copy_for_a_trial(call: Call, log: Log, data: Path) -> None:
    nothing = call("backup", "drill")
    assert nothing.exit_code == 1
    assert f"There is no copy in {data / 'copies'}." in nothing.output
    write(begin(log, "Ana", "Luis"), 1, "ones", 3)
    (data / "copies").mkdir()
    call("backup", data / "copies")
    made = call("backup", "drill")
    assert made.exit_code == 0
    assert "was restored for a trial; everything in it replays as stored." in made.output
    told = json.loads(call("backup", "drill", "--json").output)
    assert (told["clean"], told["plays"], told["entries"]) == (True, 1, 2)
    log._database.query("UPDATE entries SET state = '{}' WHERE number = 2")
    call("backup", data / "copies")
    spoilt = call("backup", "drill")
    assert spoilt.exit_code == 1
    assert "not everything in it replays as stored" in spoilt.output
    assert not list(data.glob(".rehearsal*"))


def test_nothing_is_restored_under_a_companion_that_runs(call: Call, log: Log, tmp_path: Path) -> None:
    begin(log, "Ana", "Luis")
    call("backup", tmp_path / "copy.db")
    result = call("restore", tmp_path / "copy.db", "--force")
    assert result.exit_code == 1
    assert "Another companion is using" in result.output


def test_only_a_backup_is_restored(call: Call, tmp_path: Path, data: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ana")
    result = call("restore", tmp_path / "letter.txt")
    assert result.exit_code == 1
    assert "is no log of a companion" in result.output
    assert not (data / "companion.db").exists()


def test_the_set_up_of_a_game_is_listed_step_by_step(call: Call) -> None:
    found = call("games", "setup", "olympos", "--seats", "5").output
    assert "1. Host: The board and the development board in the middle." in found
    assert "red: 15 tiles" in found
    assert "1. Anfitrión:" in call("games", "setup", "olympos", "--language", "es").output
    steps = json.loads(call("games", "setup", "antike", "--json").output)
    assert steps[0] == {
        "key": "board",
        "who": "Host",
        "words": "The board in the middle, the east side up.",
        "lies": [],
    }
    assert "says nothing" in call("games", "setup", "mus").output
    assert call("games", "setup", "olympos", "--seats", "8").exit_code == 1


def test_every_command_stands_in_the_help_once_and_a_stranger_is_told_where_to_begin() -> None:
    told = CliRunner().invoke(main, ["--help"]).output
    assert sorted(name for names in SECTIONS.values() for name in names) == sorted(COMMANDS)
    assert 'type "companion run"' in told
    for heading in SECTIONS:
        assert f"\n{heading}:\n" in told


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_tab_completes_as_the_document_says() -> None:
    """The line of the document, and then what bash does when somebody presses Tab after "companion b"."""
    line = 'eval "$(_COMPANION_COMPLETE=bash_source companion)"'
    assert line in (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    asked = f"""{line}
COMP_WORDS=(companion b) COMP_CWORD=1
$(complete -p companion | sed 's/.* -F \\([^ ]*\\) .*/\\1/') companion
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    bash = ["bash", "--norc", "-c", asked]
    done = subprocess.run(bash, env={**os.environ, "PATH": programs}, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["backup", "box", "bench-kit"]
