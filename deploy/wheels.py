"""The wheels of the companion and of all it needs on a Pi, for Pythons and a processor that need not be this machine's.

What the package index has as source only is taken compiled from Debian and made a wheel of.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy import target_pip
from deploy.debian import Archive, mirror, sources, unpack

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = "table_companion"
ARCHITECTURES = {"aarch64": "arm64", "x86_64": "amd64"}
"""Processors as wheels name them, and as Debian does."""
SUITES = {"3.11": "bookworm", "3.13": "trixie"}
"""The Debian whose Python that is. Raspberry Pi OS is made from the same."""
EXTRAS = "club,pi"
"""What a table on a Pi needs, and a club on one."""
SPIDEV = "python3-spidev"
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a wheel that is made here, so that the same content is the same file."""


class WheelError(Exception):
    """Wheels could not be had or do not fit; the text says why."""


def gather(into: Path, pythons: Sequence[str], machine: str) -> Path:
    """Fill the folder ``into`` for all ``pythons`` (``3.11``) on ``machine`` (``aarch64``).

    Returns the companion's own wheel. Raises ``WheelError`` and ``DebianError``.
    """
    into.mkdir(parents=True, exist_ok=True)
    companion = build(into)
    for python in pythons:
        spidev(into, python, machine)
        _pip(python, machine, "download", "--dest", into, "--find-links", into, f"{companion}[{EXTRAS}]", "pip")
    for python in pythons:
        verify(into, companion, python, machine)
    return companion


def build(into: Path) -> Path:
    """The wheel of this working copy."""
    words = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--wheel-dir", str(into), str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise WheelError(f"the companion's own wheel could not be built:\n{done.stderr.strip()}")
    return max(into.glob(f"{PRODUCT}-*.whl"), key=lambda wheel: wheel.stat().st_mtime_ns)


def verify(wheels: Path, companion: Path, python: str, machine: str) -> None:
    """See that everything is there, so that nothing is missed without network. Raises ``WheelError``."""
    # Nothing is written there; without it, older versions of pip choose for no other Python.
    nowhere = ("--dry-run", "--target", wheels / "nothing")
    _pip(python, machine, "install", *nowhere, "--no-index", "--find-links", wheels, f"{companion}[{EXTRAS}]", "pip")


def spidev(into: Path, python: str, machine: str) -> Path:
    """The wheel of spidev, of what Debian has compiled for this Python. Raises ``WheelError`` and ``DebianError``."""
    with TemporaryDirectory() as name:
        work = Path(name)
        archive = Archive(work / "apt", ARCHITECTURES[machine], sources(mirror(), [SUITES[python]]))
        (package,) = archive.download([SPIDEV], work / "packages")
        unpack(package, work / "files")
        return wheel_of(work / "files", "spidev", python, machine, into)


def wheel_of(files: Path, name: str, python: str, machine: str, into: Path) -> Path:
    """A wheel of one compiled module in the unpacked package ``python3-NAME``. Raises ``WheelError``."""
    packages = files / "usr/lib/python3/dist-packages"
    tag = f"cp{python.replace('.', '')}"
    modules = list(packages.glob(f"{name}.cpython-{tag[2:]}-{machine}-linux-gnu.so"))
    said = list(packages.glob(f"{name}-*.egg-info/PKG-INFO"))
    licence = files / "usr/share/doc" / f"python3-{name}" / "copyright"
    if len(modules) != 1 or len(said) != 1 or not licence.exists():
        raise WheelError(f"Debian's package of {name} is not as it was: nothing for Python {python} on {machine} in it")
    version = said[0].parent.name.removeprefix(f"{name}-").removesuffix(".egg-info")
    info = f"{name}-{version}.dist-info"
    # Of the system that it was compiled on, whose C library the tag of a wider range would promise to do without.
    full_tag = f"{tag}-{tag}-linux_{machine}"
    content = {
        modules[0].name: modules[0].read_bytes(),
        f"{info}/METADATA": said[0].read_bytes(),
        f"{info}/WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: table-companion\nRoot-Is-Purelib: false\nTag: {full_tag}\n"
        ).encode(),
        f"{info}/licenses/copyright": licence.read_bytes(),
    }
    made = into / f"{name}-{version}-{full_tag}.whl"
    write_wheel(made, info, content)
    return made


def write_wheel(wheel: Path, info: str, content: Mapping[str, bytes]) -> None:
    """Write a wheel with these files, and the ``RECORD`` of them in its folder ``info``."""
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in content.items())
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in {**content, f"{info}/RECORD": f"{record}{info}/RECORD,,\n".encode()}.items():
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, data)


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def _pip(python: str, machine: str, subcommand: str, *words: str | Path) -> None:
    program: Iterable[str] = (sys.executable, target_pip.__file__, python, machine, subcommand, "-qq")
    done = subprocess.run([*program, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise WheelError(f"the wheels for Python {python} on {machine} are not complete:\n{done.stderr.strip()}")
