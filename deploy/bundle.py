"""One archive with all that a table is installed from without network: the installer, its files, and wheels.

    python -m deploy.bundle [FOLDER]        into FOLDER, otherwise dist

The same sources and the same wheels give the same archive, byte for byte.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.debian import DebianError
from deploy.wheels import ROOT, SUITES, WheelError, gather

MACHINE = "aarch64"
SUMS = "SHA256SUMS"
INSTALLER = (
    "README.md",
    "club",
    "companion.toml",
    "install.sh",
    "mqtt",
    "network",
    "system",
    "systemd",
    "target_environment.py",
    "target_pip.py",
)
"""What of this folder the installer needs, the club's, and the examples for a broker."""
LEGAL = ("LICENSE", "THIRD-PARTY.md")
GUIDES = ("docs/club.md",)
"""Documents for whoever installs from the archive alone."""
EARLIEST = 315532800
"""Seconds of 1980, for a file whose time nobody knows."""


def pack(wheels: Path, version: str, into: Path) -> Path:
    """Pack the installer and a folder of wheels. Returns the archive; ``.sha256`` beside it has its checksum."""
    name = f"table-companion-{version}-{MACHINE}"
    files = dict(sorted(content(wheels).items()))
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {place}\n" for place, path in files.items())
    time = made_at()
    into.mkdir(parents=True, exist_ok=True)
    archive = into / f"{name}.tar.gz"
    with (
        archive.open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar,
    ):
        _add(tar, f"{name}/{SUMS}", sums.encode(), 0o644, time)
        for place, path in files.items():
            _add(tar, f"{name}/{place}", path.read_bytes(), 0o755 if path.stat().st_mode & 0o100 else 0o644, time)
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    archive.with_name(f"{archive.name}.sha256").write_text(f"{digest}  {archive.name}\n")
    return archive


def content(wheels: Path) -> dict[str, Path]:
    """Every file of the archive, by its place there."""
    found = {f"wheels/{wheel.name}": wheel for wheel in wheels.glob("*.whl")}
    found |= {name: ROOT / name for name in (*LEGAL, *GUIDES)}
    for name in INSTALLER:
        found |= {str(path.relative_to(ROOT / "deploy")): path for path in _files(ROOT / "deploy" / name)}
    return found


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from (each for each in path.rglob("*") if each.is_file() and "__pycache__" not in each.parts)
    else:
        yield path


def _add(tar: tarfile.TarFile, name: str, data: bytes, mode: int, time: int) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = len(data), mode, time
    entry.uname = entry.gname = "root"
    tar.addfile(entry, io.BytesIO(data))


def made_at() -> int:
    """The time of every file: ``SOURCE_DATE_EPOCH``, or that of the last commit."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    asked = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
        said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return EARLIEST
    return int(said or EARLIEST)


def main(folder: str = "dist") -> int:
    """Make the archive; exit status."""
    try:
        with TemporaryDirectory() as name:
            wheels = Path(name)
            companion = gather(wheels, tuple(SUITES), MACHINE)
            archive = pack(wheels, companion.name.split("-")[1], Path(folder))
    except (DebianError, WheelError) as error:
        sys.stderr.write(f"Error: {error}\n")
        return 1
    size = archive.stat().st_size / 1e6
    sys.stdout.write(f"{archive}: {size:.0f} MB, for Python {' and '.join(SUITES)} on {MACHINE}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
