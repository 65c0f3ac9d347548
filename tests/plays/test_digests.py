"""Rows that are not as they were written: found by whoever reads them, named, and put back from a copy."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.boxes import Learned
from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.wording import Speaker
from companion.plays.current_play import RecordedHead, check_current_play, entry_counts, heads_of, missing_entries
from companion.plays.log.closing import is_concluded
from companion.plays.log.entry_sequence import RECENT
from companion.plays.log.log import Log
from companion.plays.log.log_file import connect, open_log, open_read_only
from companion.plays.maintenance.backup import Damage, back_up, check, damaged_in
from companion.plays.maintenance.row_repair import RepairResult, repair
from companion.plays.maintenance.verify import verify
from companion.plays.play import Play
from companion.plays.reports.export import DAMAGED, ReadablePlay, export_json, export_text, inventory_csv, log_csv
from companion.plays.reports.fairness import fairness
from companion.plays.reports.score_history import score_history
from companion.plays.storage import chain
from companion.plays.storage.chain import COLUMNS
from companion.plays.storage.digests import PLAYS, SETTINGS
from companion.plays.storage.entry import GAP
from companion.plays.storage.log_errors import Gap, LogError
from companion.plays.storage.migrations import Migration, migrate, shipped
from companion.plays.storage.rows import PlayRow
from tests.plays.counter import Add, Counter, End, Roll, Whisper, begin, resume
from tests.plays.english_catalogue import English
from tests.plays.row_rewriting import damage, rewrite

GAMES: Any = {"counter": Counter()}
SPEAKER = Speaker("en", English(), {1: "Ana", 2: "Ben", 3: "Eva"})


@pytest.fixture
def play(log: Log) -> Play:
    return played(log)


def played(log: Log) -> Play:
    """Entries 1 to 8: an undo is the sixth."""
    play = begin(log)
    play.submit(1, "", Add(4), nonce="a")
    play.submit(2, "", Whisper(7), nonce="b")
    play.submit(3, "", Roll(), nonce="c")
    play.submit(1, "", Add(1), nonce="d")
    play.undo(4, 1, "", marked=False, nonce="e")
    play.submit(2, "", Add(2), nonce="f")
    play.submit(3, "", Add(3), nonce="g")
    return play


def row_of(log: Log, play: Play) -> PlayRow:
    row = log.play(play.id)
    assert row is not None
    return row


def broken(number: int) -> str:
    return f"UPDATE entries SET mono = mono + 1 WHERE number = {number}"


# -- what a digest covers ----------------------------------------------------------------------------------------------


def test_a_digest_is_what_the_record_says(log: Log, play: Play) -> None:
    """SHA-256 over play, number, all columns, the digest before: one MessagePack array, redone here by hand."""
    previous = log.digest_of_play(play.id)
    for row in log._database.query(f"SELECT {COLUMNS}, digest FROM entries ORDER BY number"):
        *values, digest = row
        assert values[COLUMNS.split(", ").index("previous")] == previous
        assert sha256(msgspec.msgpack.encode((play.id, *values))).digest() == digest
        previous = digest
    found = log.head(play.id)
    assert found is not None
    assert (found.number, found.digest) == (8, previous)


@pytest.mark.parametrize("column", COLUMNS.split(", "))
def test_every_column_of_an_entry_is_covered(log: Log, play: Play, column: str) -> None:
    if column == "number":
        damage(log, "UPDATE entries SET number = 9 WHERE number = 8")
    elif column == "state":
        damage(log, "UPDATE entries SET state = replace(state, '4', '5') WHERE number = 2")
    elif column == "kind":
        damage(log, "UPDATE entries SET kind = 'correction' WHERE number = 2")
    else:
        changed = "x'00'" if column == "previous" else f"coalesce({column}, 0) || '1'"
        damage(log, f"UPDATE entries SET {column} = {changed} WHERE number = 2")
    assert len(list(chain.damaged_of(log._database, play.id))) >= 1
    assert not verify(log, GAMES).clean


def test_an_entry_of_another_play_is_not_taken_for_ones_own(log: Log, play: Play) -> None:
    other = played(log)
    damage(log, "DELETE FROM entries WHERE play = ?", play.id)
    damage(log, "UPDATE entries SET play = ? WHERE play = ?", play.id, other.id)
    assert list(chain.damaged_of(log._database, play.id)) == list(range(1, 9))


@pytest.mark.parametrize(
    ("changed", "held"),
    [
        ("seed = zeroblob(32)", False),
        ("setup = replace(setup, '\"seat\":2', '\"seat\":4')", False),
        ("game = 'antike'", False),
        ("rules_version = 7", False),
        ("created = created + 1", False),
        ("setup = replace(setup, 'Ana', 'Eve')", True),
        ("names = '{\"1\":\"Zoe\"}', status = 'over'", True),
    ],
)
def test_of_a_play_all_is_covered_but_names_and_status(log: Log, play: Play, changed: str, held: bool) -> None:
    damage(log, f"UPDATE plays SET {changed}")
    assert row_of(log, play).damaged is not held
    assert (list(PLAYS.damaged(log._database)) == []) is held


def test_other_rows_that_are_damaged_are_left_out(log: Log) -> None:
    log.settings.put("quiet", [22, 7])
    log.settings.put("kept", 1)
    log.boxes.put("counter", [Learned("card", "a", "n", 1), Learned("card", "b", "n", 2)])
    log.sheets.put("sheet", "toml")
    damage(log, "UPDATE settings SET value = '[12,7]' WHERE key = 'quiet'")
    damage(log, "UPDATE box_facts SET value = '7' WHERE key = 'a'")
    damage(log, "UPDATE sheets SET toml = 'tomm'")
    assert log.settings.get("quiet", "none") == "none"
    assert log.settings.get("kept") == 1
    assert log.boxes.owners("counter") == {"card": {"b": {"n": 2}}}
    assert (log.sheets.names(), log.sheets.get("sheet")) == ([], None)
    assert log.damaged_rows() == {"settings": 1, "box_facts": 1, "sheets": 1}
    log.settings.put("quiet", [1, 2])
    assert log.settings.get("quiet") == [1, 2]


def test_a_damaged_photo_is_left_out(log: Log, play: Play) -> None:
    log.photos.add(play.id, 1, None, (2, 2), b"one")
    log.photos.add(play.id, 1, 5, (2, 2), b"two")
    assert [photo.number for photo in log.photos.of(play.id)] == [1, 2]
    damage(log, "UPDATE photos SET jpeg = x'00' WHERE number = 1")
    assert [photo.number for photo in log.photos.of(play.id)] == [2]
    assert log.photos.jpeg(play.id, 1) is None


def test_a_request_of_which_the_row_is_damaged_is_known_and_its_content_is_not(log: Log, play: Play) -> None:
    play.expect("nonce", "content")
    play.submit(1, "", Add(1), nonce="h")
    again = resume(log, play)
    assert (again.request("nonce"), again.request("other")) == ("content", None)
    damage(log, "UPDATE requests SET content = 'contenu'")
    assert resume(log, play).request("nonce") == ""
    assert log.damaged_rows() == {"requests": 1}
    assert verify(log, GAMES).damaged == {"requests": 1}
    log.settings.put("quiet", 1)
    damage(log, "UPDATE settings SET value = '2'")
    damage(log, broken(3))
    assert list(damaged_in(log._database)) == [
        Damage("settings"),
        Damage("requests", play.id),
        Damage("entries", play.id, 3),
    ]


def test_a_closed_play_stays_closed_when_the_word_of_it_is_damaged(log: Log, play: Play) -> None:
    play.submit(1, "", End(), nonce="end")
    play.conclude()
    damage(log, "UPDATE settings SET value = 'null'")
    assert is_concluded(log, play.id)


# -- gaps --------------------------------------------------------------------------------------------------------------


def test_a_play_goes_on_past_a_damaged_entry_which_everybody_is_told_of(log: Log, play: Play) -> None:
    numbers = list(play.effective.numbers)
    damage(log, broken(3))
    again = resume(log, play)
    assert again.state == play.state
    assert again.entries[2].kind == "gap"
    assert list(again.effective.numbers) == numbers
    for viewer in (PUBLIC, Viewer(2)):
        assert [line.kind for line in again.history.lines(viewer)].count("gap") == 1
    again.submit(1, "", Add(1), nonce="h")
    assert resume(log, play).state.total == play.state.total + 1


def test_lines_of_a_damaged_entry_of_long_ago_are_counted_and_say_nothing_else(log: Log, play: Play) -> None:
    """Its lines are numbered before anybody looks whether it is as it was written: as many say that it is not."""
    whole = play.history.lines(Viewer(2))
    for n in range(RECENT):
        play.submit(1, "", Add(1), nonce=str(n))
    damage(log, "UPDATE entries SET told = replace(told, '}]', '},{\"text\":\"more\"}]') WHERE number = 2")
    lines = resume(log, play).history.lines(Viewer(2))
    gaps = [line for line in lines if line.kind == "gap"]
    assert [(line.number, line.told, line.seat) for line in gaps] == [(2, GAP, 0), (3, GAP, 0)]
    assert not any(line.undone or line.marked or line.scribe for line in gaps)
    assert [line.told for line in lines[3 : len(whole) + 1]] == [line.told for line in whole[2:]]


@pytest.mark.parametrize("number", range(2, 8))
def test_undo_is_known_past_any_gap(log: Log, play: Play, number: int) -> None:
    """Also where the undo itself is damaged: its neighbours know where it went."""
    before = list(play.effective.numbers)
    for column in ("base", "stands_for"):
        damage(log, f"UPDATE entries SET {column} = {column} + 64 WHERE number = {number}")
    again = resume(log, play)
    assert list(again.effective.numbers) == before
    assert [entry.number for entry in again.entries if entry.kind == "gap"] == [number]


@pytest.mark.parametrize("value", ["NULL", "'text'", "2.5", "x'00'", "-1"])
def test_links_of_any_kind_of_nonsense_are_survived(path: Path, value: str) -> None:
    with closing(open_log(path)) as log:
        play = played(log)
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA writable_schema=ON")
        file.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'entries'")
        file.commit()
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"UPDATE entries SET base = {value}, stands_for = {value} WHERE number = 4")
        file.commit()
    with closing(Log(lambda: connect(path, reading=True), synchronous=None)) as log:
        assert list(resume(log, play.id).effective.numbers) == [1, 2, 3, 4, 7, 8]


def test_an_undo_holds_no_state_of_its_own(log: Log, play: Play) -> None:
    with pytest.raises(LookupError):
        log.state(play.id, 6)


def test_going_back_to_a_damaged_step_is_refused_in_words(log: Log, play: Play) -> None:
    damage(log, broken(7))
    again = resume(log, play)
    with pytest.raises(LogError, match="is damaged and cannot be read") as refused:
        again.undo(7, 3, "", marked=False, nonce="h")
    assert refused.value.code == "gap"
    back = again.undo(4, 3, "", marked=False, nonce="i")
    assert back.marked, "nobody knows what came out in the step that is damaged"


@pytest.mark.parametrize("number", [4, 8])
def test_a_damaged_head_or_state_that_counts_ends_the_play(log: Log, play: Play, number: int) -> None:
    if number == 4:
        play.undo(4, 3, "", marked=False, nonce="h")
    damage(log, broken(number))
    with pytest.raises(Gap):
        resume(log, play)
    with pytest.raises(LogError) as fault:
        check_current_play(log, GAMES, {})
    assert fault.value.code == "play-damaged"


def test_an_export_names_what_it_leaves_out(log: Log, play: Play) -> None:
    damage(log, broken(2))
    stored = ReadablePlay(log, Counter(), row_of(log, play))
    found = msgspec.json.decode(export_json(stored, PUBLIC, SPEAKER))
    assert found["gaps"] == 1
    assert found["inventory"]
    assert [row["kind"] for row in found["log"]].count("gap") == 1
    assert DAMAGED.text in export_text(stored, PUBLIC, SPEAKER)
    assert GAP.text in log_csv(stored, PUBLIC, SPEAKER)
    damage(log, broken(8))
    stored = ReadablePlay(log, Counter(), row_of(log, play))
    found = msgspec.json.decode(export_json(stored, PUBLIC, SPEAKER))
    assert (found["gaps"], found["inventory"], found["score"]) == (2, None, None)
    assert DAMAGED.text in inventory_csv(stored, PUBLIC, SPEAKER)
    assert "4" not in inventory_csv(stored, PUBLIC, SPEAKER)


def test_course_and_chance_name_what_they_leave_out(log: Log, play: Play) -> None:
    play.submit(1, "", End(), nonce="end")
    play.conclude()
    whole = fairness(log, Counter(), row_of(log, play))
    assert (len(whole.draws), whole.gaps) == (1, 0)
    damage(log, broken(4))
    assert score_history(log, Counter(), row_of(log, play)).gaps == 1
    found = fairness(log, Counter(), row_of(log, play))
    assert (found.draws, found.gaps) == ((), 1)
    damage(log, "UPDATE plays SET game = 'x'")
    assert fairness(log, Counter(), row_of(log, play)).gaps == 1


def test_an_account_of_chance_says_which_draw_is_missing(log: Log, play: Play) -> None:
    """The state a draw was made on is damaged, the draw itself is not."""
    play.submit(1, "", Roll(), nonce="h")
    play.submit(1, "", End(), nonce="end")
    play.conclude()
    damage(log, broken(3))
    found = fairness(log, Counter(), row_of(log, play))
    assert [draw.entry for draw in found.draws] == [9]
    assert found.gaps == 2, "the entry that is damaged, and the roll that was put on it"


def test_no_error_quotes_what_is_stored(path: Path) -> None:
    with closing(open_log(path)) as log:
        play = played(log)
        damage(log, "UPDATE entries SET told = CAST(x'ff534543524554ff' AS TEXT), move = 'SECRET' WHERE number = 3")
        damage(log, "UPDATE plays SET names = CAST(x'ff534543524554' AS TEXT)")
        assert log.names(row_of(log, play))[1] == "Ana"
        assert resume(log, play).entries[2].kind == "gap"
        rewrite(log, 'UPDATE entries SET move = \'{"type":"SECRET"}\' WHERE number = 2')
        said = [difference.what for difference in verify(log, GAMES).differences]
    assert said
    assert "SECRET" not in str(said)


# -- migrations --------------------------------------------------------------------------------------------------------


def older(path: Path, *sql: str) -> None:
    """A file as it was before the digests, with a play in it."""
    with closing(open_log(path)) as log:
        play = played(log)
        entries = log._database.query("SELECT * FROM entries")
        names = [row[1] for row in log._database.query("PRAGMA table_info(entries)")]
        plays = log._database.query("SELECT id, game, rules_version, setup, names, seed, status, created FROM plays")
    del play
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    with closing(open_only(path, 2)) as file:
        file.executemany("INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?, ?, ?)", plays)
        left_out = ("format", "vouched", "previous", "digest")
        kept = [names.index(name) for name in names if name not in left_out]
        places = ", ".join("?" * len(kept))
        file.executemany(f"INSERT INTO entries VALUES ({places})", [[row[at] for at in kept] for row in entries])
        file.execute("INSERT INTO settings VALUES ('key', '1')")
        for statement in sql:
            file.execute(statement)
        file.commit()


def open_only(path: Path, shape: int) -> sqlite3.Connection:
    from companion.plays.storage.database import Database

    with closing(Database(lambda: connect(path), synchronous="FULL", where="here")) as database:
        migrate(database, [step for step in shipped() if step.number <= shape])
    return sqlite3.connect(path)


def test_old_rows_get_digests_and_nobody_vouches_for_what_they_were(path: Path) -> None:
    older(path)
    with closing(open_log(path)) as log:
        assert log._database.query("SELECT sum(vouched), count(*) FROM entries") == [(0, 8)]
        [row] = log.plays()
        again = resume(log, row.id)
        again.submit(1, "", Add(1), nonce="h")
        report = verify(log, GAMES)
        assert report.clean
        assert report.unvouched == 8
        assert log.settings.get("key") == 1
        assert log._database.query("SELECT vouched FROM entries WHERE number = 9") == [(1,)]


def test_what_was_damaged_before_the_digests_stays_a_gap(path: Path) -> None:
    older(
        path,
        "UPDATE entries SET told = 'no json' WHERE number = 3",
        "UPDATE entries SET told = CAST(x'5b22ff225d' AS TEXT) WHERE number = 2",
        "UPDATE entries SET seat = 'one' WHERE number = 5",
    )
    with closing(open_log(path)) as log:
        [row] = log.plays()
        assert [entry.number for entry in resume(log, row.id).entries if entry.kind == "gap"] == [2, 3, 5]


def test_an_old_state_that_the_rules_cannot_read_any_more_was_damaged_before(path: Path) -> None:
    older(path, "UPDATE entries SET state = substr(state, 2) WHERE number = 8")
    with closing(open_log(path)) as log, pytest.raises(LogError) as fault:
        check_current_play(log, GAMES, {})
    assert fault.value.code == "play-damaged"


def test_a_migration_that_rewrites_rows_renews_their_digests_in_its_transaction(path: Path) -> None:
    with closing(open_log(path)) as log:
        play = played(log)
        log.settings.put("a", 1)
        before = log.head(play.id)
        sql = """UPDATE entries SET actor = 'phone', digest = zeroblob(32) WHERE number = 4;
            UPDATE settings SET value = '2', digest = zeroblob(32);"""
        migrate(log._database, (*shipped(), Migration(shipped()[-1].number + 1, "rename", sql)))
        assert log.settings.get("a") == 2
        assert verify(log, GAMES).clean
        assert log.entries(play.id, 4, 4)[0].actor == "phone"
        assert log.head(play.id) != before, "all that come after follow it"
        assert list(SETTINGS.damaged(log._database)) == []


# -- ends --------------------------------------------------------------------------------------------------------------


def test_a_shortened_end_is_noticed_by_whoever_saw_it(log: Log, play: Play) -> None:
    seen = heads_of(log)
    assert seen[play.id].number == 8
    check_current_play(log, GAMES, seen)
    damage(log, "DELETE FROM entries WHERE number > 6")
    assert missing_entries(log, play.id, seen) == 2
    with pytest.raises(LogError) as fault:
        check_current_play(log, GAMES, seen)
    assert fault.value.code == "play-shortened"
    check_current_play(log, GAMES, {})
    log.ends = entry_counts(seen)
    assert [entry.kind for entry in log.entries(play.id, 7, 9)] == ["gap", "gap"]
    assert [found.number for found in verify(log, GAMES).differences] == [7, 8]


def test_a_play_that_went_on_otherwise_is_not_the_one_that_was_seen(log: Log, play: Play) -> None:
    seen = {play.id: RecordedHead(7, "ab" * 32)}
    assert missing_entries(log, play.id, seen) == 2
    damage(log, broken(7))
    assert missing_entries(log, play.id, seen) == 0, "a damaged entry is a gap, and no sign of another play"


def test_verify_says_what_nobody_has_seen(log: Log, play: Play) -> None:
    log.ends = {play.id: 5}
    assert verify(log, GAMES).unwitnessed == {play.id: 5}
    log.ends = {play.id: 8}
    assert verify(log, GAMES).unwitnessed == {}


# -- mending -----------------------------------------------------------------------------------------------------------


def ruined(path: Path, tmp_path: Path, ruin: Callable[[Log, Play], object]) -> tuple[str, Path, bytes]:
    """A log with a copy of all but the last entry, and then damaged."""
    copy = tmp_path / "copy.db"
    with closing(open_log(path)) as log:
        play = played(log)
        log.photos.add(play.id, 1, None, (2, 2), b"one")
        log.settings.put("quiet", [22, 7])
        back_up(path, copy)
        play.submit(1, "", Add(5), nonce="h")
        state = play.game.encode_state(play.state)
        ruin(log, play)
    return play.id, copy, state


@pytest.mark.parametrize(
    "sql",
    [
        broken(2),
        broken(8),
        "UPDATE entries SET mono = mono + 1 WHERE number IN (3, 4, 6)",
        "UPDATE entries SET digest = x'00' WHERE number = 8",
        "UPDATE entries SET previous = x'00' WHERE number = 9",
        "UPDATE plays SET seed = zeroblob(32)",
        "UPDATE plays SET setup = 'nonsense'",
        "UPDATE photos SET jpeg = x'00'",
        "UPDATE settings SET value = '[0,7]'",
        "DELETE FROM entries WHERE number = 3",
    ],
)
def test_damaged_rows_come_back_from_a_copy_and_nothing_else_changes(path: Path, tmp_path: Path, sql: str) -> None:
    identity, copy, state = ruined(path, tmp_path, lambda log, _: damage(log, sql))
    assert repair(path, [copy]).left == 0
    assert check(path).damaged == 0
    with closing(open_log(path)) as log:
        again = resume(log, identity)
        assert len(again.entries) == 9
        assert again.game.encode_state(again.state) == state
        assert verify(log, GAMES).clean
        assert log.settings.get("quiet") == [22, 7]
    assert path.with_name("log.sqlite.damaged-1").exists()


def test_what_no_copy_has_stays_a_gap(path: Path, tmp_path: Path) -> None:
    ruined(path, tmp_path, lambda log, _: damage(log, broken(9)))
    before = path.read_bytes()
    assert repair(path, [tmp_path / "copy.db", tmp_path / "none.db"]) == RepairResult(0, 1)
    assert path.read_bytes() == before


def test_a_lost_end_comes_back(path: Path, tmp_path: Path) -> None:
    identity, copy, _ = ruined(path, tmp_path, lambda log, _: damage(log, "DELETE FROM entries WHERE number > 5"))
    assert repair(path, [copy]) == RepairResult(3, 0, 1), "no copy has the last one"
    with closing(open_read_only(path)) as log:
        assert log.count(identity) == 8
        assert verify(log, GAMES).clean


def test_a_copy_of_a_play_that_went_on_otherwise_is_not_mixed_in(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with closing(open_log(path)) as log:
        play = played(log)
        back_up(path, copy)
    with closing(open_log(copy)) as other:
        resume(other, play.id).submit(1, "", Add(9), nonce="other")
        resume(other, play.id).submit(1, "", Add(9), nonce="other too")
    with closing(open_log(path)) as log:
        again = resume(log, play.id)
        again.submit(1, "", Add(2), nonce="h")
        again.submit(1, "", Add(3), nonce="i")
        damage(log, broken(9))
    assert repair(path, [copy]) == RepairResult(0, 1)


def test_a_log_that_is_not_there_cannot_be_mended(tmp_path: Path) -> None:
    with pytest.raises(LogError) as fault:
        repair(tmp_path / "none.db", [])
    assert fault.value.code == "cannot-open"
    assert list(tmp_path.iterdir()) == []


def test_closing_what_is_damaged_is_refused(log: Log, play: Play) -> None:
    with pytest.raises(Refused):
        play.conclude()


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE sqlite_master SET sql = replace(sql, 'number ', 'nulber ') WHERE name = 'migrations'",
        "DELETE FROM migrations",
    ],
)
def test_damage_in_the_record_of_migrations_is_named(path: Path, spoil: str) -> None:
    """It is read before anything else of a file."""
    open_log(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA writable_schema=ON")
        file.execute(spoil)
        file.commit()
    with pytest.raises(LogError) as fault:
        open_log(path)
    assert fault.value.code == "damaged"
