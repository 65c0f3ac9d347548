"""Looks whether the image can be built here, before anything is begun, and says what to do where not."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from deploy.image import emulation

PROGRAMS = {
    "apt-get": "apt", "dpkg": "dpkg", "dpkg-deb": "dpkg", "dpkg-divert": "dpkg", "unshare": "util-linux",
    "mount": "mount", "chroot": "coreutils", "systemctl": "systemd", "systemd-sysusers": "systemd",
    "mkfs.ext4": "e2fsprogs", "mkfs.vfat": "dosfstools", "mcopy": "mtools", "sfdisk": "fdisk",
    "xz": "xz-utils",
}  # fmt: skip
"""Programs, and the packages of Debian that have them."""
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
ROOM = 6 * 10**9
"""Bytes: the packages, the root, and the image of 2 GiB, of which a third is holes."""


def missing(
    folder: Path,
    *,
    user: int | None = None,
    has: Callable[[str], object] = shutil.which,
    free: int | None = None,
    emulator: Callable[[], str | None] = emulation.missing,
    keyring: Path = KEYRING,
) -> list[str]:
    """What is missing, a sentence each, with what to do; empty when it can be built in ``folder``."""
    return list(_looked(folder, os.geteuid() if user is None else user, has, free, emulator, keyring))


def _looked(
    folder: Path,
    user: int,
    has: Callable[[str], object],
    free: int | None,
    emulator: Callable[[], str | None],
    keyring: Path,
) -> Iterator[str]:
    if user != 0:
        yield "owners and mounts of the image need root: sudo make image"
    packages = sorted({package for program, package in PROGRAMS.items() if not has(program)})
    if packages:
        yield f"programs are missing: sudo apt install {' '.join(packages)}"
    if not keyring.exists():
        yield "the keys of Debian are missing: sudo apt install debian-archive-keyring"
    if lacking := emulator():
        yield lacking
    room = shutil.disk_usage(_nearest(folder)).free if free is None else free
    if room < ROOM:
        yield f"{_nearest(folder)} has {room / 1e9:.1f} GB free, {ROOM / 1e9:.0f} GB are needed"


def _nearest(folder: Path) -> Path:
    while not folder.is_dir():
        folder = folder.parent
    return folder
