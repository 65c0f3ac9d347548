"""Assembles the disk image of a root file system: partitions, file systems, checksum. No loop devices are used."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from deploy.image.programs import ImageError, run

SECTOR = 512
MIB = 2**20
FIRST = 4 * MIB
"""Where the first partition begins: cards are written in blocks of up to that size."""
BOOT = 512 * MIB
BOOT_LABEL = "TABLE"
ROOT_LABEL = "companion"
FREE = 160 * MIB
"""Room in the root file system until it grows at the first start."""
SMALLEST = 2048 * MIB


@dataclass(frozen=True)
class Layout:
    """Where the partitions lie, in bytes. The whole is a power of two: emulated cards have no other sizes."""

    total: int

    @property
    def root_start(self) -> int:
        return FIRST + BOOT

    @property
    def root_size(self) -> int:
        return self.total - self.root_start

    def script(self, identifier: int) -> str:
        """The partition table (MBR), as sfdisk reads it. ``identifier`` is the disk's own, 32 bits."""
        return (
            f"label: dos\nlabel-id: 0x{identifier:08x}\nunit: sectors\n\n"
            f"start={FIRST // SECTOR}, size={BOOT // SECTOR}, type=c\n"
            f"start={self.root_start // SECTOR}, size={self.root_size // SECTOR}, type=83\n"
        )


def layout_for(used: int) -> Layout:
    """The smallest layout whose root holds so many bytes of files, with some room."""
    total = SMALLEST
    # A file system keeps about a fifteenth for itself.
    while Layout(total).root_size < used * 16 // 15 + FREE:
        total *= 2
    return Layout(total)


def used_by(root: Path) -> int:
    """Bytes of blocks that the files of a root take, without those of its FAT partition."""
    words = ("--summarize", "--block-size=1", "--one-file-system", "--exclude=./boot/firmware/*")
    return int(run("sh", "-c", f"cd '{root}' && du {' '.join(words)} .").split()[0])


def assemble(root: Path, image: Path, identifier: int) -> Layout:
    """Write the image of a root; ``/boot/firmware`` of it becomes the FAT partition. Raises ``ImageError``."""
    card = root / "boot/firmware"
    layout = layout_for(used_by(root))
    with image.open("wb") as disk:
        disk.truncate(layout.total)
    run("sfdisk", "--quiet", image, sent=layout.script(identifier))
    _make_fat(card, image, identifier)
    # Of the folder on which the FAT partition is mounted, only itself belongs to the root.
    aside = root.with_name(f"{root.name}-card")
    card.rename(aside)
    card.mkdir()
    try:
        run(
            "mkfs.ext4", "-q", "-F", "-L", ROOT_LABEL, "-m", "1", "-d", root,
            "-E", f"offset={layout.root_start},root_owner=0:0", image, f"{layout.root_size // 1024}k",
        )  # fmt: skip
    finally:
        card.rmdir()
        aside.rename(card)
    return layout


def _make_fat(card: Path, image: Path, identifier: int) -> None:
    run(
        "mkfs.vfat", "-F", "32", "-n", BOOT_LABEL, "-i", f"{identifier:08x}",
        "--offset", str(FIRST // SECTOR), "-h", str(FIRST // SECTOR), image, str(BOOT // 1024),
    )  # fmt: skip
    files = sorted(card.iterdir())
    if not files:
        raise ImageError(f"there is nothing in {card}")
    run("mcopy", "-s", "-Q", "-m", "-i", f"{image}@@{FIRST}", *files, "::/")


def compress(image: Path) -> Path:
    """Compress the image and delete it; the compressed file, with its SHA-256 beside it."""
    run("xz", "--force", "--threads=0", "-3", image)
    packed = image.with_name(f"{image.name}.xz")
    packed.with_name(f"{packed.name}.sha256").write_text(f"{sha256(packed)}  {packed.name}\n")
    return packed


def sha256(file: Path) -> str:
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()
