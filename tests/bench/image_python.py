"""The Python that the disk image ships: Debian's own, with the companion's libraries in an environment, made once."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "bench-python"
DEBIANS = Path("/usr/bin/python3")
STAMP = "made-from"
"""In the environment: of which Python and which requirements it was made."""
LEAST = (3, 11)
TELLS = "import sys; print(*sys.version_info[:3], sep='.')"


class ImagePython(Struct, frozen=True):
    """A Python that runs the server. ``name`` is for the printed table."""

    program: Path
    name: str


def image_python() -> ImagePython:
    """Return Debian's Python with what the companion needs; where there is none, the Python of this process."""
    version = _version(DEBIANS)
    name = ".".join(map(str, version))
    if version < LEAST or not _made(f"{name} {hashlib.sha256((ROOT / 'pyproject.toml').read_bytes()).hexdigest()}"):
        return ImagePython(Path(sys.executable), f"{'.'.join(map(str, sys.version_info[:3]))}, not Debian's,")
    return ImagePython(FOLDER / "bin" / "python", f"{name} of Debian")


def _made(of: str) -> bool:
    """Make the environment, unless it was made of the same; whether it is there."""
    stamp = FOLDER / STAMP
    if stamp.is_file() and stamp.read_text("utf-8") == of:
        return True
    shutil.rmtree(FOLDER, ignore_errors=True)
    installing = ["-m", "pip", "install", "-qq", "--disable-pip-version-check", "--editable", str(ROOT)]
    try:
        subprocess.run([DEBIANS, "-m", "venv", FOLDER], check=True, stdout=sys.stderr)
        subprocess.run([FOLDER / "bin" / "python", *installing], check=True, stdout=sys.stderr)
    except subprocess.CalledProcessError:
        return False  # Debian has what makes environments in a package of its own: python3-venv
    stamp.write_text(of, "utf-8")
    return True


def _version(program: Path) -> tuple[int, ...]:
    """The version of a Python, (0,) where there is none."""
    if not program.exists():
        return (0,)
    told = subprocess.run([program, "-c", TELLS], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, told.split(".")))
