"""What root does in the folder of the plays leads nowhere else, whatever links the folder's owner lays there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.keeping.copier_state import FILE
from companion.keeping.versions.owned_log import (
    acting_as_owner,
    back_up,
    record_heads_again,
    restore,
    trial_folder,
)
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import check
from companion.plays.storage.log_errors import LogError
from tests.plays.counter import begin

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights that others lack")

USER, GROUP = 1234, 1235


@pytest.fixture
def log() -> Iterator[Path]:
    """A log of another user, in a folder that root alone could not be led out of."""
    with TemporaryDirectory() as name:
        os.chmod(name, 0o755)  # pytest's own folders are closed to the user
        log = Path(name, "data", "companion.db")
        with closing(open_log(log)) as opened:
            begin(opened)
        for path in (log.parent, *log.parent.iterdir()):
            os.chown(path, USER, GROUP)
        yield log


@pytest.fixture
def victim(log: Path) -> Path:
    """A file of root's that others may read."""
    path = log.parent.parent / "victim"
    path.write_text("whole")
    return path


def untouched(victim: Path) -> bool:
    found = victim.lstat()
    return victim.read_text() == "whole" and (found.st_uid, found.st_mode & 0o777) == (0, 0o644)


def owners(folder: Path) -> set[tuple[int, int]]:
    return {(path.lstat().st_uid, path.lstat().st_gid) for path in folder.rglob("*")}


def test_root_is_the_owner_only_meanwhile(log: Path) -> None:
    before = os.geteuid(), os.getegid(), os.getgroups()
    with acting_as_owner(log.parent):
        assert (os.geteuid(), os.getegid(), os.getgroups()) == (USER, GROUP, [])
        with acting_as_owner(log.parent):
            assert os.geteuid() == USER
        assert os.geteuid() == USER
    assert (os.geteuid(), os.getegid(), os.getgroups()) == before
    with pytest.raises(ValueError, match="so"), acting_as_owner(log.parent):
        raise ValueError("so")
    assert os.geteuid() == 0
    with acting_as_owner(Path("/")):
        assert os.geteuid() == 0


def test_copies_and_what_is_noted_are_the_owners_and_follow_no_link(log: Path, victim: Path) -> None:
    kept = log.with_name("companion.db.before-update")
    for name in (f"{kept.name}.part", f".{FILE}.new", "companion.db.restored.part"):
        (log.parent / name).symlink_to(victim)
    back_up(log, kept)
    restore(kept, log)
    record_heads_again(log)
    assert untouched(victim)
    assert owners(log.parent) == {(USER, GROUP)}
    assert check(kept).plays == check(log).plays == 1
    assert json.loads((log.parent / FILE).read_text())["heads"]


def test_a_lock_that_leads_elsewhere_makes_nothing_there(log: Path, victim: Path) -> None:
    kept = log.with_name("kept")
    back_up(log, kept)
    lock = log.with_name("companion.db.lock")
    lock.unlink()
    lock.symlink_to(victim.with_name("nologin"))
    with pytest.raises(LogError):
        restore(kept, log)
    assert not victim.with_name("nologin").exists()
    assert os.geteuid() == 0


def test_the_trial_is_the_owners_and_gone_afterwards(log: Path, victim: Path) -> None:
    (log.parent / ".trial-old").mkdir()
    (log.parent / ".trial-link").symlink_to(victim.parent)
    with trial_folder(log, log) as folder:
        assert folder.parent == log.parent
        found = folder.stat()
        assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (USER, GROUP, 0o700)
        assert owners(folder) == {(USER, GROUP)}
        assert check(folder / log.name).plays == 1
        assert not (log.parent / ".trial-old").exists()
        (folder / "said").symlink_to(victim)
        (folder / "more").mkdir()
    assert not folder.exists()
    assert untouched(victim)


def test_a_trial_folder_that_is_exchanged_takes_nothing_elsewhere(
    log: Path, victim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that runs waits for the folder, and puts a link to one of root's in its place."""
    made = TemporaryDirectory

    def exchanged(**given: Any) -> TemporaryDirectory[str]:
        folder: TemporaryDirectory[str] = made(**given)
        Path(folder.name).rename(log.with_name("aside"))
        Path(folder.name).symlink_to(victim.parent)
        return folder

    monkeypatch.setattr("companion.keeping.versions.owned_log.TemporaryDirectory", exchanged)
    with pytest.raises((LogError, OSError)), trial_folder(log, log):
        pass
    assert sorted(path.name for path in victim.parent.iterdir()) == ["data", "victim"]
    assert victim.parent.stat().st_uid == 0
