"""Where copies go: a stick that is plugged in, a folder one chose, the folder beside the plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.keeping import copies
from companion.keeping.copies import CopyTarget, copy_targets_for, mounted_sticks

LINE = "36 35 {device} / {point} {options} shared:1 - vfat /dev/x rw,uid=990\n"


@pytest.fixture
def disks(tmp_path: Path) -> Path:
    """Block devices: 8:1 hangs on USB, 179:2 is the card of the system, 8:17 says that it can be pulled out."""
    real = tmp_path / "devices"
    for name in ("pci/usb1/1-1/block/sda/sda1", "mmc0/block/mmcblk0/mmcblk0p2", "scsi/block/sdb/sdb1"):
        (real / name).mkdir(parents=True)
    (real / "mmc0/block/mmcblk0/removable").write_text("0\n")
    (real / "scsi/block/sdb/removable").write_text("1\n")
    links = tmp_path / "disks"
    links.mkdir()
    for number, name in (
        ("8:1", "pci/usb1/1-1/block/sda/sda1"),
        ("179:2", "mmc0/block/mmcblk0/mmcblk0p2"),
        ("8:17", "scsi/block/sdb/sdb1"),
    ):
        (links / number).symlink_to(real / name)
    return links


@pytest.fixture
def media(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "media"
    folder.mkdir()
    monkeypatch.setattr(copies, "ROOTS", (f"{folder}/",))
    return folder


def found(tmp_path: Path, disks: Path, *lines: str) -> list[str]:
    mounts = tmp_path / "mountinfo"
    mounts.write_text("".join(lines) + "garbage\n", encoding="utf-8")
    return [point.name for point in mounted_sticks(mounts, disks)]


def line(point: Path, device: str = "8:1", options: str = "rw,nosuid") -> str:
    return LINE.format(device=device, point=str(point).replace(" ", "\\040"), options=options)


def test_sticks_are_found_where_they_are_mounted(tmp_path: Path, disks: Path, media: Path) -> None:
    stick, other = media / "my stick", media / "other"
    stick.mkdir()
    other.mkdir()
    assert found(tmp_path, disks, line(stick), line(other, "8:17")) == ["my stick", "other"]


def test_what_is_no_stick_is_passed_over(tmp_path: Path, disks: Path, media: Path) -> None:
    stick = media / "stick"
    stick.mkdir()
    assert found(tmp_path, disks, line(stick, "179:2")) == [], "the card of the system, mounted there by hand"
    assert found(tmp_path, disks, line(stick, "9:9")) == [], "no device that there is"
    assert found(tmp_path, disks, line(stick, options="ro")) == []
    assert found(tmp_path, disks, line(tmp_path)) == [], "not where sticks are mounted"
    assert found(tmp_path, disks, line(media / "gone")) == []
    assert list(mounted_sticks(tmp_path / "no such file", disks)) == []


def test_a_stick_comes_before_the_folder_beside_the_plays() -> None:
    data, stick = Path("/srv/plays"), Path("/media/stick")
    beside = CopyTarget("beside", data / "copies")
    assert copy_targets_for(data, sticks=lambda: iter(())) == (beside,)
    assert copy_targets_for(data, sticks=lambda: iter((stick,))) == (
        CopyTarget("stick", stick / "table-companion"),
        beside,
    )
    assert copy_targets_for(data, "/mnt/disk", lambda: iter((stick,))) == (
        CopyTarget("chosen", Path("/mnt/disk")),
        beside,
    )


def test_this_machine_can_be_asked() -> None:
    assert all(point.is_dir() for point in mounted_sticks())
