"""What a build that was cut off has left is deleted, but nothing that is mounted in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vm.image import discard


def test_a_folder_without_mounts_is_deleted(tmp_path: Path) -> None:
    (tmp_path / "image" / "root").mkdir(parents=True)
    mounts = tmp_path / "mounts"
    mounts.write_text(f"proc /proc proc rw 0 0\ntmpfs {tmp_path}/image-of-another/dev tmpfs rw 0 0\n")
    discard(tmp_path / "image", mounts)
    assert not (tmp_path / "image").exists()


def test_a_folder_with_something_mounted_in_it_is_left_as_it_is(tmp_path: Path) -> None:
    kept = tmp_path / "image" / "root" / "dev" / "shm" / "somebody's"
    kept.parent.mkdir(parents=True)
    kept.touch()
    mounts = tmp_path / "mounts"
    mounts.write_text(f"tmpfs {tmp_path}/image/root/dev/shm tmpfs rw 0 0\n")
    with pytest.raises(RuntimeError, match=r"unmount these first: .*/image/root/dev/shm"):
        discard(tmp_path / "image", mounts)
    assert kept.exists()
