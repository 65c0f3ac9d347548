"""What is brought along to a table on the emulated card: programs for its machine, and a newer wheel."""

from __future__ import annotations

import shutil
from pathlib import Path

from deploy.debian import Archive, mirror, sources, unpack
from deploy.image import contents
from deploy.wheels import build
from tests.arm.emulator import FOLDER
from tests.vm.goods import as_version, version_of
from tests.vm.table import NEWER

HERE = Path(__file__).parent
GUESTS = (HERE / "guest", HERE.parent / "vm" / "guest")


def pack_for_card(goods: Path) -> str:
    """Fill ``goods``; the version of the companion on the card, which is built of the same sources."""
    guest = goods / "guest"
    for folder in GUESTS:
        shutil.copytree(folder, guest, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(_busybox(), guest)
    made = goods / "made"
    made.mkdir()
    built = build(made)
    as_version(built, NEWER, goods)
    shutil.rmtree(made)
    return version_of(built)


def _busybox() -> Path:
    """Debian's busybox for the card's processor: a phone's DHCP client, which the image has none of."""
    kept = FOLDER / "busybox"
    if not kept.exists():
        work = FOLDER / "apt"
        archive = Archive(work, contents.ARCHITECTURE, sources(mirror(), [contents.RELEASE]))
        (package,) = archive.download(["busybox-static"], work / "packages")
        unpack(package, work / "files")
        shutil.copy(work / "files/usr/bin/busybox", kept)
        shutil.rmtree(work)
    return kept
