"""What the machine installs from: the installer, a folder of wheels for those without network, a newer wheel, and a
game of somebody else.
"""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from pathlib import Path
from platform import machine

from deploy.wheels import build, gather
from tests.vm.image import FOLDER

ROOT = Path(__file__).parents[2]
GAME_WHEEL = ROOT / "tests" / "outside" / "companion_night_market-1.0.0-py3-none-any.whl"


def pack(goods: Path, newer: str, python: str) -> str:
    """Fill ``goods`` for a Python (``3.11``); the version of the wheel in ``wheels``, which are those of a bundle. The
    same program as version ``newer`` lies beside it, and the wheel of a game.
    """
    wheels = goods / "wheels"
    shutil.copytree(_needed(python), wheels)
    built = build(wheels)
    shutil.copytree(ROOT / "deploy", goods / "deploy", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests" / "vm" / "guest", goods / "guest")
    shutil.copy(ROOT / "tests" / "hardware" / "line_checks.py", goods / "guest")
    shutil.copy(GAME_WHEEL, goods)
    as_version(built, newer, goods)
    return version_of(built)


def version_of(wheel: Path) -> str:
    return wheel.name.split("-")[1]


def as_version(wheel: Path, version: str, folder: Path) -> Path:
    """The same wheel as another version."""
    old = version_of(wheel)
    made = folder / wheel.name.replace(f"-{old}-", f"-{version}-")
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            data = source.read(name)
            if name.endswith(".dist-info/METADATA"):
                data = data.replace(f"\nVersion: {old}\n".encode(), f"\nVersion: {version}\n".encode())
            # Without a RECORD of checksums that would not hold: pip writes its own.
            if name.endswith(".dist-info/RECORD"):
                data = b""
            target.writestr(name.replace(f"-{old}.dist-info", f"-{version}.dist-info"), data)
    return made


def _needed(python: str) -> Path:
    """Wheels of everything the product needs on a Pi, for this machine's processor, which is the virtual one's too."""
    mark = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()[:12]
    folder = FOLDER / f"wheels-{python}-{mark}"
    if not folder.exists():
        for old in FOLDER.glob(f"wheels-{python}-*"):
            shutil.rmtree(old)
        making = FOLDER / "making-wheels"
        shutil.rmtree(making, ignore_errors=True)
        gather(making, [python], machine()).unlink()
        making.rename(folder)
    return folder
