"""Which files each kind of Pi starts and finds its radio with; looked for by name in what the packages brought."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from deploy.image.programs import ImageError

OLD_START = ("bootcode.bin", "start.elf", "fixup.dat")
NEW_START = ("start4.elf", "fixup4.dat")
FIRMWARE = "usr/lib/firmware/brcm"


@dataclass(frozen=True)
class Board:
    """A kind of Pi. ``start`` and ``tree`` lie on the FAT partition.

    ``radios`` are what the driver brcmfmac asks for with each of the radio chips that may have been built into this
    kind, and ``compatible`` is how it asks for the settings of a radio on this board.
    """

    name: str
    compatible: str
    start: tuple[str, ...]
    tree: str
    radios: tuple[str, ...]
    experimental: bool = False


_PI = "raspberrypi,"
BOARDS = (
    Board("Raspberry Pi 3 B", f"{_PI}3-model-b", OLD_START, "bcm2837-rpi-3-b.dtb", ("brcmfmac43430-sdio",)),
    Board("Raspberry Pi 3 B+", f"{_PI}3-model-b-plus", OLD_START, "bcm2837-rpi-3-b-plus.dtb", ("brcmfmac43455-sdio",)),
    Board("Raspberry Pi 3 A+", f"{_PI}3-model-a-plus", OLD_START, "bcm2837-rpi-3-a-plus.dtb", ("brcmfmac43455-sdio",)),
    Board("Raspberry Pi 4 B", f"{_PI}4-model-b", NEW_START, "bcm2711-rpi-4-b.dtb", ("brcmfmac43455-sdio",)),
    Board(
        "Raspberry Pi Zero 2 W", f"{_PI}model-zero-2-w", OLD_START, "bcm2837-rpi-zero-2-w.dtb",
        ("brcmfmac43430-sdio", "brcmfmac43430b0-sdio"),
    ),
    # Its start files are in a chip on the board.
    Board(
        "Raspberry Pi 5", f"{_PI}5-model-b", (), "bcm2712-rpi-5-b.dtb", ("brcmfmac43455-sdio",), experimental=True
    ),
)  # fmt: skip


def examine_boards(root: Path) -> list[str]:
    """A line for each kind of Pi: whether it has what it starts with, and what its radio needs.

    Raises ``ImageError`` when one that is not experimental could not start.
    """
    lines = []
    for board in BOARDS:
        card = root / "boot/firmware"
        missing = [name for name in (*board.start, board.tree) if not (card / name).is_file()]
        if missing and not board.experimental:
            raise ImageError(f"{board.name} could not start: Debian's packages did not bring {', '.join(missing)}")
        start = f"cannot start, {', '.join(missing)} missing" if missing else "start files and device tree are there"
        kind = f"{board.name} (experimental)" if board.experimental else board.name
        lines.append(f"{kind}: {start}; Wi-Fi: {_radio(root, board)}")
    return lines


def _radio(root: Path, board: Board) -> str:
    missing = []
    for radio in board.radios:
        settings = (f"{radio}.{board.compatible}.txt", f"{radio}.txt")
        if not _is_there(root, f"{radio}.bin"):
            missing.append(f"{radio}.bin")
        elif not any(_is_there(root, name) for name in settings):
            missing.append(settings[0])
    if missing:
        return f"unknown, Debian has no {', '.join(missing)}"
    return f"{', '.join(f'{radio}.bin' for radio in board.radios)} is there, with its settings"


def _is_there(root: Path, name: str) -> bool:
    """Follows the links between the packages' folders, which must not lead out of the root."""
    path = root / FIRMWARE / name
    for _ in range(4):
        if not path.is_symlink():
            break
        target = path.readlink()
        path = root / str(target).lstrip("/") if target.is_absolute() else path.parent / target
    return path.is_file()
