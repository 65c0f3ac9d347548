"""Files that are replaced whole: what a power cut, a full disk, a link and another owner leave of them."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.whole_files import write_whole

USER, GROUP = 4711, 4712


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.json"


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777


def test_text_and_bytes_replace_what_was_there(path: Path) -> None:
    write_whole(path, "número 1")
    assert path.read_text(encoding="utf-8") == "número 1"
    write_whole(path, b"\x00\xff")
    assert path.read_bytes() == b"\x00\xff"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.usefixtures("umask")
def test_a_new_file_has_the_mode_asked_for_or_what_the_umask_leaves(path: Path, tmp_path: Path) -> None:
    write_whole(path, "a")
    assert mode(path) == 0o640
    write_whole(tmp_path / "asked", "a", 0o644)
    assert mode(tmp_path / "asked") == 0o644


@pytest.mark.usefixtures("umask")
def test_a_file_keeps_its_mode_but_lends_nobody_its_rights(path: Path) -> None:
    path.touch()
    path.chmod(0o4604)
    write_whole(path, "a", 0o600)
    assert mode(path) == 0o604


def test_a_secret_can_be_read_by_nobody_while_it_is_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []
    real = os.fchmod

    def seen(descriptor: int, bits: int) -> None:
        modes.append(os.fstat(descriptor).st_mode & 0o777)
        real(descriptor, bits)

    monkeypatch.setattr(os, "fchmod", seen)
    write_whole(path, "password", 0o600)
    assert modes == [0o600]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_what_fails_before_the_end_leaves_the_file_of_before(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    write_whole(path, "before")

    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, call, full)
        with pytest.raises(OSError, match="No space"):
            write_whole(path, "after")
    assert path.read_text() == "before"
    write_whole(path, "after")
    assert path.read_text() == "after"
    assert list(path.parent.iterdir()) == [path]


def test_it_is_on_the_disk_before_it_takes_the_name_and_the_name_after(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def syncs(descriptor: int) -> None:
        done.append(f"sync {Path(os.readlink(f'/proc/self/fd/{descriptor}')).name}")
        fsync(descriptor)

    def replaces(old: Any, new: Any) -> None:
        done.append(f"replace {Path(new).name}")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", syncs)
    monkeypatch.setattr(os, "replace", replaces)
    write_whole(path, "a")
    assert done == ["sync .state.json.new", "replace state.json", f"sync {path.parent.name}"]


@pytest.mark.parametrize("name", ["state.json", ".state.json.new"])
@pytest.mark.usefixtures("umask")
def test_a_link_is_replaced_and_what_it_leads_to_is_not_touched(path: Path, name: str) -> None:
    victim = path.with_name("victim")
    victim.write_text("mine")
    victim.chmod(0o606)
    path.with_name(name).symlink_to(victim)
    write_whole(path, "a")
    assert victim.read_text() == "mine"
    assert not path.is_symlink()
    assert (path.read_text(), mode(path)) == ("a", 0o640)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_writes_belongs_to_the_owner_of_the_folder_or_of_the_file_before(path: Path) -> None:
    os.chown(path.parent, USER, GROUP)
    write_whole(path, "a")
    assert (path.stat().st_uid, path.stat().st_gid) == (USER, GROUP)
    os.chown(path, 0, GROUP)
    write_whole(path, "b")
    assert (path.stat().st_uid, path.stat().st_gid) == (0, GROUP)
