"""Backups are complete, checked and whole; restoring puts them back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log, open_read_only
from companion.plays.maintenance import backup as backups
from companion.plays.maintenance.backup import Contents, back_up, check, read_whole, restore
from companion.plays.maintenance.verify import verify
from companion.plays.storage.log_errors import LogError, full, read_only
from companion.plays.storage.migrations import shipped
from tests.plays.counter import Add, Counter, Learn, begin, numbers, raw, resume


def test_a_backup_of_a_log_in_use_is_complete(on_disk: Log, path: Path, tmp_path: Path) -> None:
    play = begin(on_disk)
    play.submit(1, "", Add(3), nonce="a")
    play.submit(1, "", Learn(3), nonce="b")
    on_disk.settings.put("key", "value")
    target = tmp_path / "backup.sqlite"
    assert back_up(path, target) == Contents(shape=shipped()[-1].number, plays=1, entries=3)
    assert target.stat().st_mode & 0o777 == 0o600
    play.submit(1, "", Add(1), nonce="c")
    with closing(open_read_only(target)) as copy:
        again = resume(copy, play)
        assert numbers(again.entries) == [1, 2, 3]
        assert again.state.total == 3
        assert copy.settings.get("key") == "value"
        assert copy.boxes.owners("counter") == on_disk.boxes.owners("counter")
        assert verify(copy, {"counter": Counter()}).clean
    assert sorted(file.name for file in tmp_path.iterdir()) == ["backup.sqlite", "data"]


def test_what_is_played_meanwhile_does_not_disturb_it(
    on_disk: Log, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "PAGES", 4)
    play = begin(on_disk)
    for n in range(60):
        play.submit(1, "", Add(1), nonce=str(n))
    seen: list[tuple[int, int]] = []

    def busy(done: int, total: int) -> None:
        seen.append((done, total))
        assert len(seen) < 100, "it starts again whenever something is played"
        play.submit(1, "", Add(1), nonce=f"meanwhile {len(seen)}")

    assert back_up(path, tmp_path / "backup.sqlite", busy).entries == 61
    assert len(seen) > 3
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]
    assert len(play.entries) == 61 + len(seen)


def test_a_backup_that_fails_leaves_the_old_one(
    on_disk: Log, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "backup.sqlite"
    begin(on_disk)
    back_up(path, target)
    before = target.read_bytes()

    def spoilt(part: Path) -> Contents:
        with part.open("r+b") as file:
            file.seek(4096 + 8)
            file.write(b"\xff" * 4000)
        return read_whole(part)

    monkeypatch.setattr(backups, "read_whole", spoilt)
    begin(on_disk)
    with pytest.raises(LogError):
        back_up(path, target)
    assert target.read_bytes() == before
    assert not target.with_name("backup.sqlite.part").exists()


def test_nowhere_to_put_it(on_disk: Log, path: Path, tmp_path: Path) -> None:
    with pytest.raises(LogError) as refused:
        back_up(path, tmp_path / "nowhere" / "backup.sqlite")
    assert refused.value.code == "cannot-open"
    with pytest.raises(LogError) as refused:
        back_up(tmp_path / "nothing.sqlite", tmp_path / "backup.sqlite")
    assert refused.value.code == "cannot-open"
    assert not (tmp_path / "backup.sqlite").exists()


def test_a_link_in_the_place_of_what_is_written_leads_nowhere(on_disk: Log, path: Path, tmp_path: Path) -> None:
    begin(on_disk)
    victim, target = tmp_path / "victim", tmp_path / "backup.sqlite"
    victim.write_text("whole")
    target.with_name("backup.sqlite.part").symlink_to(victim)
    assert back_up(path, target).plays == 1
    assert victim.read_text() == "whole"
    assert not target.is_symlink()


def made(path: Path, tmp_path: Path) -> Path:
    with closing(open_log(path)) as log:
        begin(log).submit(1, "", Add(3), nonce="a")
    target = tmp_path / "backup.sqlite"
    back_up(path, target)
    return target


def test_checking_changes_nothing(path: Path, tmp_path: Path) -> None:
    target = made(path, tmp_path)
    before = target.read_bytes()
    assert check(target).entries == 2
    assert target.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("backup")] == ["backup.sqlite"]


def test_a_backup_is_one_file_that_needs_no_other(path: Path, tmp_path: Path) -> None:
    """Bytes 18 and 19 of a SQLite file say 2 when a write-ahead journal belongs to it."""
    assert made(path, tmp_path).read_bytes()[18:20] == b"\x01\x01"


def test_a_damaged_backup_is_found(path: Path, tmp_path: Path) -> None:
    target = made(path, tmp_path)
    content = bytearray(target.read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 100] = b"\xff" * 100
    target.write_bytes(content)
    with pytest.raises(LogError) as refused:
        check(target)
    assert refused.value.code == "damaged"


def test_a_backup_whose_state_cannot_be_read_is_found(path: Path, tmp_path: Path) -> None:
    target = made(path, tmp_path)
    with closing(sqlite3.connect(target)) as file:
        file.execute("UPDATE entries SET state = substr(state, 2) WHERE number = 2")
        file.commit()
    assert check(target).damaged == 1


@pytest.mark.parametrize(
    "strange",
    [
        "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
        "CREATE VIEW v AS SELECT seed FROM plays",
        "CREATE TABLE more (x)",
        "CREATE INDEX more ON entries (told)",
    ],
)
def test_a_backup_with_something_in_it_that_is_not_ours_is_refused(path: Path, tmp_path: Path, strange: str) -> None:
    target = made(path, tmp_path)
    with closing(sqlite3.connect(target)) as file:
        file.execute(strange)
    before = path.read_bytes()
    for refusing in (check, lambda backup: restore(backup, path)):
        with pytest.raises(LogError, match="no companion made") as refused:
            refusing(target)
        assert refused.value.code == "strange"
    assert path.read_bytes() == before


def test_a_table_whose_definition_is_damaged_is_found(path: Path, tmp_path: Path) -> None:
    target = made(path, tmp_path)
    target.write_bytes(target.read_bytes().replace(b"CHECK (number >= 1)", b"CHECK (number >= 9)"))
    for opening in (check, open_log):
        with pytest.raises(LogError) as refused:
            opening(target)
        assert refused.value.code == "damaged"


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("INSERT INTO migrations (number, name) VALUES (99, 'later')", "newer"),
        ("DROP TABLE migrations", "foreign"),
        ("UPDATE entries SET play = 'nobody'", "damaged"),
    ],
)
def test_what_is_no_backup_of_ours(path: Path, tmp_path: Path, statement: str, code: str) -> None:
    target = made(path, tmp_path)
    with closing(sqlite3.connect(target)) as file:
        file.execute(statement)
        file.commit()
    with pytest.raises(LogError) as refused:
        check(target)
    assert refused.value.code == code


def test_an_empty_file_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(LogError) as refused:
        check(tmp_path / "empty")
    assert refused.value.code == "no-database"
    with pytest.raises(LogError) as refused:
        check(tmp_path / "nothing")
    assert refused.value.code == "cannot-open"


def test_restoring_puts_the_backup_in_place_and_keeps_what_was_there(path: Path, tmp_path: Path) -> None:
    target = made(path, tmp_path)
    with closing(open_log(path)) as log:
        play = resume(log, log.plays()[0].id)
        then = raw(play)
        play.submit(1, "", Add(5), nonce="later")
    restore(target, path)
    with closing(open_log(path)) as log:
        assert raw(resume(log, play)) == then
    with closing(open_read_only(path.with_name("log.sqlite.before-restore"))) as before:
        assert resume(before, play).state.total == 8


def test_restoring_into_an_empty_folder(path: Path, tmp_path: Path) -> None:
    target = made(path, tmp_path)
    fresh = tmp_path / "fresh.sqlite"
    assert restore(target, fresh).entries == 2
    with closing(open_log(fresh)) as log:
        assert len(log.plays()) == 1
    assert not fresh.with_name("fresh.sqlite.before-restore").exists()


def test_a_left_over_journal_does_not_spoil_the_restored_file(path: Path, tmp_path: Path) -> None:
    target, fresh = made(path, tmp_path), tmp_path / "fresh.sqlite"
    with closing(open_log(path)) as log:
        play = resume(log, log.plays()[0].id)
        play.submit(1, "", Add(5), nonce="later")
        fresh.with_name("fresh.sqlite-wal").write_bytes(path.with_name("log.sqlite-wal").read_bytes())
    restore(target, fresh)
    with closing(open_log(fresh)) as log:
        assert log.check() == "ok"
        assert resume(log, play).state.total == 3


def test_nothing_is_restored_under_a_running_companion(path: Path, tmp_path: Path) -> None:
    target = made(path, tmp_path)
    with closing(open_log(path)):
        with pytest.raises(LogError) as refused:
            restore(target, path)
        assert refused.value.code == "in-use"
    restore(target, path)


def test_a_damaged_backup_is_not_restored(path: Path, tmp_path: Path) -> None:
    made(path, tmp_path)
    broken = tmp_path / "broken"
    broken.write_bytes(b"no database" * 100)
    before = path.read_bytes()
    with pytest.raises(LogError):
        restore(broken, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("fault", ["disk-full", "read-only"])
def test_a_restore_whose_safety_copy_fails_changes_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """What is in place is not given up before it was kept."""
    target = made(path, tmp_path)
    with closing(open_log(path)) as log:
        begin(log)
    before = path.read_bytes()
    real = backups.back_up

    def failing(source: Path, kept: Path, *given: Any) -> Contents:
        if kept.name.endswith(".before-restore"):
            raise {"disk-full": full, "read-only": read_only}[fault](str(kept))
        return real(source, kept, *given)

    monkeypatch.setattr(backups, "back_up", failing)
    with pytest.raises(LogError) as refused:
        restore(target, path)
    assert refused.value.code == fault
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "log.sqlite",
        "log.sqlite.lock",
        "log.sqlite.witness",
    ]
    open_log(path).close()
