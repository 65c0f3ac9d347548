"""The disk image as a card: made by ``make image``, unpacked, with what a Pi's start files would load from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from deploy.image.card_image import FIRST
from tests.arm.emulator import FOLDER
from tests.vm.image import Image

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"
NEWER = ("deploy", "companion", "hardware", "web", "pyproject.toml")
"""An image is made anew when one of these has changed since."""


def packed_image() -> Path:
    """The newest image in ``dist``, made now where there is none that is newer than the sources."""
    found = max(DIST.glob("table-companion-*-arm64.img.xz"), default=None, key=lambda path: path.stat().st_mtime)
    if found is None or found.stat().st_mtime < _changed():
        made = subprocess.run([sys.executable, "-m", "deploy.image", DIST], cwd=ROOT, check=False)
        assert made.returncode == 0
        found = max(DIST.glob("table-companion-*-arm64.img.xz"), key=lambda path: path.stat().st_mtime)
    return found


def card() -> Image:
    """The image as it is written to a card, and the kernel and initial RAM disk that its ``config.txt`` names."""
    packed = packed_image()
    place = FOLDER / "card"
    place.mkdir(parents=True, exist_ok=True)
    raw = place / "card.img"
    if not raw.exists() or raw.stat().st_mtime < packed.stat().st_mtime:
        with raw.open("wb") as target:
            subprocess.run(["xz", "--decompress", "--stdout", packed], stdout=target, check=True)
    settings = dict(line.partition("=")[::2] for line in from_fat(raw, "config.txt").decode().splitlines() if line)
    kernel, initrd = settings["kernel"], next(name for name in settings if name.startswith("initramfs ")).split()[1]
    image = Image(raw, place / "vmlinuz", place / "initrd")
    image.kernel.write_bytes(from_fat(raw, kernel))
    image.initrd.write_bytes(from_fat(raw, initrd))
    return image


def from_fat(raw: Path, name: str) -> bytes:
    """A file of the FAT partition."""
    words = ["mcopy", "-i", f"{raw}@@{FIRST}", f"::/{name}", "-"]
    return subprocess.run(words, capture_output=True, check=True).stdout


def _changed() -> float:
    places = [ROOT / name for name in NEWER]
    files = [path for place in places for path in (place.rglob("*") if place.is_dir() else [place]) if path.is_file()]
    return max(path.stat().st_mtime for path in files if "__pycache__" not in path.parts and path.suffix != ".mo")
