"""Wheels made by hand: of the program as it stands, and of games."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import companion

ROOT = Path(companion.__file__).parents[1]
NOTES = b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def companion_wheel(folder: Path, version: str, changed: Mapping[str, str] | None = None) -> Path:
    """The program as it is, as a wheel of that version, with some files changed."""
    files: dict[str, bytes] = {}
    for package in ("companion", "hardware", "web"):
        files |= files_of(ROOT / package)
    files |= {name: text.encode() for name, text in (changed or {}).items()}
    return pack(folder, "table-companion", version, files, "[console_scripts]\ncompanion = companion.cli:main\n")


def night_market_wheel(
    folder: Path,
    version: str = "1.0.0",
    changed: Mapping[str, str] | None = None,
    needs: Sequence[str] = ("table-companion",),
) -> Path:
    """The game of the examples, with some files changed."""
    files = files_of(ROOT / "examples" / "night_market" / "night_market")
    files |= {name: text.encode() for name, text in (changed or {}).items()}
    entries = "[companion.games]\nnight-market = night_market:PACKAGE\n"
    return pack(folder, "companion-night-market", version, files, entries, *needs)


def files_of(package: Path) -> dict[str, bytes]:
    """The files of a package, by their paths in a wheel."""
    return {
        str(file.relative_to(package.parent)): file.read_bytes()
        for file in package.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".compiled"
    }


def pack(folder: Path, name: str, version: str, files: dict[str, bytes], entries: str, *needs: str) -> Path:
    """Write a wheel; ``needs`` are what it requires."""
    plain = name.replace("-", "_")
    dist, path = f"{plain}-{version}.dist-info", folder / f"{plain}-{version}-py3-none-any.whl"
    metadata = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}", *(f"Requires-Dist: {n}" for n in needs), ""]
    files = files | {
        f"{dist}/METADATA": "\n".join(metadata).encode(),
        f"{dist}/WHEEL": NOTES,
        f"{dist}/entry_points.txt": entries.encode(),
    }
    rows = [f"{file},sha256={_digest(content)},{len(content)}" for file, content in files.items()]
    files[f"{dist}/RECORD"] = "\n".join([*rows, f"{dist}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(path, "w") as packed:
        for file, content in files.items():
            packed.writestr(file, content)
    return path


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
