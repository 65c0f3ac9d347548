"""Opening the file, what it refuses and in which words, migrations, and the small things it keeps."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.boxes import Learned
from companion.plays.log.log import Log
from companion.plays.log.log_file import connect, open_log, open_read_only
from companion.plays.storage.database import Database
from companion.plays.storage.log_errors import LogError, log_error_of
from companion.plays.storage.migrations import Migration, applied_number, migrate, shipped, statements
from companion.plays.time_source import SystemClock
from tests.plays.counter import SETUP, Add, End, begin, resume


def test_the_file_is_made_with_its_folder_and_only_for_its_owner(path: Path, on_disk: Log) -> None:
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.with_name(f"{path.name}.lock").stat().st_mode & 0o777 == 0o600
    assert on_disk.plays() == []


def test_it_is_in_wal_mode_and_fully_synchronous(path: Path) -> None:
    path.parent.mkdir()
    with closing(Database(lambda: connect(path), synchronous="FULL", where="here")) as database:
        assert database.query("PRAGMA journal_mode") == [("wal",)]
        assert database.query("PRAGMA synchronous") == [(2,)]
        assert database.query("PRAGMA foreign_keys") == [(1,)]
        assert database.query("PRAGMA busy_timeout") == [(5000,)]


def test_a_second_companion_is_refused_until_the_first_is_gone(path: Path) -> None:
    first = open_log(path)
    with pytest.raises(LogError, match=r"Another companion is using .*log.sqlite") as refused:
        open_log(path)
    assert refused.value.code == "in-use"
    first.close()
    open_log(path).close()


def test_looking_works_beside_a_companion_that_plays(path: Path, on_disk: Log) -> None:
    play = begin(on_disk)
    with closing(open_read_only(path)) as looking:
        play.submit(1, "", Add(1), nonce="a")
        assert looking.size() == 2
        assert [row.id for row in looking.plays()] == [play.id]
        with pytest.raises(LogError) as refused:
            looking.settings.put("key", 1)
        assert refused.value.code == "read-only"


def test_looking_makes_no_file(path: Path) -> None:
    with pytest.raises(LogError) as refused:
        open_read_only(path)
    assert refused.value.code == "cannot-open"
    assert not path.parent.exists()


def test_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear table, " * 100)
    with pytest.raises(LogError, match=r"letter.txt is no log of a companion") as refused:
        open_log(path)
    assert refused.value.code == "no-database"
    assert path.read_text().startswith("Dear table")


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "music.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE songs (name TEXT)")
    with pytest.raises(LogError, match="belongs to another program"):
        open_log(path)


@pytest.mark.parametrize(
    ("code", "word"),
    [
        (sqlite3.SQLITE_READONLY, "read-only"),
        (sqlite3.SQLITE_FULL, "disk-full"),
        (sqlite3.SQLITE_CANTOPEN, "cannot-open"),
        (sqlite3.SQLITE_BUSY, "in-use"),
        (sqlite3.SQLITE_LOCKED, "in-use"),
        (sqlite3.SQLITE_IOERR, "broken-disk"),
        (sqlite3.SQLITE_CORRUPT, "damaged"),
        (sqlite3.SQLITE_TOOBIG, "damaged"),
        (sqlite3.SQLITE_FORMAT, "damaged"),
        (sqlite3.SQLITE_NOTADB, "no-database"),
        (sqlite3.SQLITE_CONSTRAINT, None),
        (sqlite3.SQLITE_ERROR, None),
    ],
)
@pytest.mark.parametrize("finer", [0, 3])
def test_every_fault_of_sqlite_has_its_words(code: int, word: str | None, finer: int) -> None:
    """With or without the finer part of its code; what is no fault of the file stays a bug."""
    error = sqlite3.OperationalError()
    error.sqlite_errorcode = code | finer << 8
    found = log_error_of(error, "/log")
    assert (found.code if found is not None else None) == word


def test_a_file_of_a_newer_companion_is_left_alone(path: Path) -> None:
    open_log(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("INSERT INTO migrations (number, name) VALUES (99, 'later')")
        file.commit()
        file.execute("PRAGMA journal_mode=DELETE")
    before = path.read_bytes()
    for opening in (open_log, open_read_only):
        with pytest.raises(LogError, match="newer companion") as refused:
            opening(path)
        assert refused.value.code == "newer"
    assert path.read_bytes() == before, "not a bit of it is changed, not even how it is journalled"


def test_after_a_refusal_the_file_is_free_again(path: Path) -> None:
    open_log(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("INSERT INTO migrations (number, name) VALUES (99, 'later')")
        file.commit()
    with pytest.raises(LogError, match="newer"):
        open_log(path)
    with closing(sqlite3.connect(path)) as file:
        file.execute("DELETE FROM migrations WHERE number = 99")
        file.commit()
    open_log(path).close()


def test_looking_into_an_older_file_says_what_to_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_log(path).close()
    later = (*shipped(), Migration(shipped()[-1].number + 1, "more", "CREATE TABLE more (x)"))
    monkeypatch.setattr("companion.plays.log.log_file.shipped", lambda: later)
    with pytest.raises(LogError, match="Start the companion on it once") as refused:
        open_read_only(path)
    assert refused.value.code == "older"


def test_a_read_only_file_says_so_at_once_and_can_be_looked_at(path: Path, on_disk: Log) -> None:
    play = begin(on_disk)
    on_disk.close()

    def only_reading() -> sqlite3.Connection:
        return sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    with pytest.raises(LogError, match=r"log.sqlite cannot be written") as refused:
        Log(only_reading, where=str(path))
    assert refused.value.code == "read-only"
    with closing(Log(only_reading, synchronous=None, where=str(path))) as looking:
        assert resume(looking, play).head.kind == "begin"


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LogError) as refused:
        open_log(tmp_path / "file" / "log.sqlite")
    assert refused.value.code == "cannot-open"


def test_every_migration_is_recorded_with_what_it_did(path: Path, on_disk: Log) -> None:
    with closing(sqlite3.connect(path)) as file:
        recorded = file.execute("SELECT number, name FROM migrations").fetchall()
    assert recorded == [(step.number, step.name) for step in shipped()]
    assert recorded[0] == (1, "schema")
    assert on_disk.shape() == shipped()[-1].number


def test_a_failing_migration_leaves_nothing(path: Path) -> None:
    open_log(path).close()
    last = shipped()[-1].number
    good = Migration(last + 1, "good", "CREATE TABLE good (x); INSERT INTO good VALUES (1);")
    bad = Migration(
        last + 2, "bad", "CREATE TABLE half (x);\nINSERT INTO half SELECT 1;\nINSERT INTO nowhere SELECT 1;"
    )
    with closing(Database(lambda: connect(path), synchronous="FULL", where="here")) as database:
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            migrate(database, (*shipped(), good, bad))
        assert applied_number(database) == last
        tables = {name for (name,) in database.query("SELECT name FROM sqlite_master")}
        assert not tables & {"good", "half"}
        migrate(database, (*shipped(), good, Migration(last + 2, "mended", "CREATE TABLE half (x);")))
        added = database.query("SELECT number, name FROM migrations WHERE number > ?", last)
        assert added == [(last + 1, "good"), (last + 2, "mended")]


def test_a_script_is_cut_at_the_end_of_statements_only() -> None:
    script = "CREATE TABLE a (x); -- a remark; with a semicolon\nCREATE TABLE b (\n  y DEFAULT ';'\n);\n"
    with closing(sqlite3.connect(":memory:")) as database:
        for statement in statements(script):
            database.execute(statement)
        assert len(database.execute("SELECT * FROM sqlite_master").fetchall()) == 2


def test_tokens_are_kept_as_hashes(path: Path, on_disk: Log) -> None:
    play = begin(on_disk).id
    on_disk.tokens.put("secret-token", play, 2)
    assert on_disk.tokens.held("secret-token", play) == (2,)
    assert on_disk.tokens.held("other-token", play) == ()
    assert b"secret-token" not in path.read_bytes() + path.with_name("log.sqlite-wal").read_bytes()
    on_disk.tokens.withdraw(play, 2)
    assert on_disk.tokens.held("secret-token", play) == ()


def test_a_token_that_is_shared_holds_several_seats(on_disk: Log) -> None:
    play = begin(on_disk).id
    on_disk.tokens.put("token", play, 3)
    on_disk.tokens.share("token", play, 1)
    on_disk.tokens.put("other", play, 2)
    assert on_disk.tokens.held("token", play) == (1, 3)
    assert on_disk.tokens.seats(play) == {1, 2, 3}
    on_disk.tokens.withdraw(play, 3)
    assert on_disk.tokens.held("token", play) == (1,)
    on_disk.tokens.share("token", play, 3)
    on_disk.tokens.put("token", play, 2)
    assert on_disk.tokens.held("token", play) == (2,), "it sits somewhere else now, with all it held"


def test_a_token_moves_to_another_seat(on_disk: Log) -> None:
    play = begin(on_disk).id
    on_disk.tokens.put("token", play, 1)
    on_disk.tokens.put("token", play, 3)
    assert on_disk.tokens.held("token", play) == (3,)


def test_box_facts_by_game(on_disk: Log) -> None:
    on_disk.boxes.put("counter", [Learned("card", "a", "points", 3), Learned("card", "a", "kinds", ["x", 2])])
    on_disk.boxes.put("counter", [Learned("card", "a", "points", 4), Learned("card", "b", "known", True)])
    on_disk.boxes.put("other", [Learned("card", "a", "points", 9)])
    assert on_disk.boxes.owners("counter") == {"card": {"a": {"points": 4, "kinds": ["x", 2]}, "b": {"known": True}}}
    on_disk.boxes.forget("counter", "card", "a", "points")
    assert "points" not in on_disk.boxes.owners("counter")["card"]["a"]


def test_a_component_is_replaced_as_a_whole(on_disk: Log) -> None:
    on_disk.boxes.put("counter", [Learned("card", "a", "points", 3), Learned("card", "b", "points", 1)])
    on_disk.boxes.put("other", [Learned("card", "a", "points", 9)])
    on_disk.boxes.replace("counter", "card", "a", {"name": "Harbour"})
    assert on_disk.boxes.owners("counter") == {"card": {"a": {"name": "Harbour"}, "b": {"points": 1}}}
    on_disk.boxes.replace("counter", "card", "b", {})
    assert on_disk.boxes.owners("counter") == {"card": {"a": {"name": "Harbour"}}}
    assert on_disk.boxes.owners("other") == {"card": {"a": {"points": 9}}}


def test_a_file_is_laid_over_a_box_as_a_whole_or_not_at_all(path: Path, on_disk: Log) -> None:
    on_disk.boxes.put("counter", [Learned("card", "a", "points", 3), Learned("card", "b", "points", 1)])
    on_disk.boxes.bring("counter", [Learned("card", "a", "points", 4)], "mine", [Learned("card", "b", "points", 7)])
    on_disk.close()
    with closing(open_log(path)) as log:
        assert log.boxes.owners("counter") == {"card": {"a": {"points": 4}}}
        assert (log.boxes.edition("counter"), log.boxes.edition("other")) == ("mine", "")
        with pytest.raises(TypeError):
            log.boxes.bring("counter", [Learned("card", "a", "points", 5)], {1: object()})  # type: ignore[arg-type]
        assert log.boxes.owners("counter") == {"card": {"a": {"points": 4}}}


def test_settings_and_sheets(path: Path, on_disk: Log) -> None:
    on_disk.settings.put("names", ["Ana", "Ben"])
    on_disk.settings.put("names", ["Eva"])
    on_disk.sheets.put("yahtzee", "a = 1")
    on_disk.sheets.put("ahead", "b = 2")
    on_disk.close()
    with closing(open_log(path)) as again:
        assert again.settings.get("names") == ["Eva"]
        assert again.settings.get("nothing", "default") == "default"
        again.settings.forget("names")
        assert again.settings.get("names") is None
        assert again.sheets.names() == ["ahead", "yahtzee"]
        assert again.sheets.get("yahtzee") == "a = 1"
        again.sheets.remove("yahtzee")
        assert again.sheets.get("yahtzee") is None


def test_gathering_becomes_playing_and_keeps_its_tokens(on_disk: Log) -> None:
    gathering = on_disk.gather("other", SETUP)
    on_disk.tokens.put("token", gathering, 1)
    on_disk.regather(gathering, "counter", SETUP)
    row = on_disk.play(gathering)
    assert row is not None
    assert (row.status, row.game, row.seed) == ("gathering", "counter", b"")
    with pytest.raises(LookupError):
        resume(on_disk, gathering)
    play = begin(on_disk, play_id=gathering)
    assert play.id == gathering
    assert on_disk.tokens.held("token", play.id) == (1,)
    on_disk.regather(gathering, "other", SETUP)
    assert [(row.id, row.status, row.game) for row in on_disk.plays()] == [(gathering, "playing", "counter")]


def test_a_play_does_not_begin_twice(on_disk: Log) -> None:
    play = begin(on_disk)
    play.submit(1, "", End(), nonce="end")
    with pytest.raises(sqlite3.IntegrityError):
        begin(on_disk, play_id=play.id)
    assert [row.status for row in on_disk.plays()] == ["over"]


def test_plays_by_status_newest_first(on_disk: Log) -> None:
    first, second, third = begin(on_disk), begin(on_disk), begin(on_disk)
    second.submit(1, "", End(), nonce="end")
    assert [row.id for row in on_disk.plays()] == [third.id, second.id, first.id]
    assert [row.id for row in on_disk.plays("playing")] == [third.id, first.id]
    assert on_disk.play("nobody") is None


def test_a_new_name_counts_over_that_of_the_set_up(on_disk: Log) -> None:
    play = begin(on_disk)
    on_disk.rename(play.id, 2, 'Bea "the bee"')
    row = on_disk.play(play.id)
    assert row is not None
    assert on_disk.names(row) == {1: "Ana", 2: 'Bea "the bee"', 3: "Eva"}


def test_the_clock_of_the_machine_knows_when_it_is_not_to_be_trusted() -> None:
    assert SystemClock().wall() is not None
    clock = SystemClock(lambda: False)
    assert clock.wall() is None
    assert clock.mono() <= clock.mono()
