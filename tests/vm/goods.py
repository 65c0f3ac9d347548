"""What the machine installs from: the installer, a folder of wheels for those without network, and a newer wheel."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.vm.image import FOLDER

ROOT = Path(__file__).parents[2]
PRODUCT = "table_companion"


def pack(goods: Path, newer: str) -> str:
    """Fill ``goods``; the version of the wheel in ``wheels``. The same program as version ``newer`` lies beside it."""
    wheels = goods / "wheels"
    shutil.copytree(_needed(), wheels)
    built = build_wheel(wheels)
    shutil.copytree(ROOT / "deploy", goods / "deploy")
    shutil.copytree(ROOT / "tests" / "vm" / "guest", goods / "guest")
    as_version(built, newer, goods)
    return version_of(built)


def build_wheel(into: Path) -> Path:
    """The wheel of this working copy."""
    _pip_wheel(into, "--no-deps", str(ROOT))
    return max(into.glob(f"{PRODUCT}-*.whl"))


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


def _needed() -> Path:
    """Wheels of everything the product needs on a Pi, for this machine's Python, which is the virtual one's too."""
    mark = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()[:12]
    folder = FOLDER / f"wheels-{mark}"
    if not folder.exists():
        for old in FOLDER.glob("wheels-*"):
            shutil.rmtree(old)
        making = FOLDER / "making-wheels"
        shutil.rmtree(making, ignore_errors=True)
        _pip_wheel(making, f"{ROOT}[pi]")
        for own in making.glob(f"{PRODUCT}-*.whl"):
            own.unlink()
        making.rename(folder)
    return folder


def _pip_wheel(into: Path, *words: str) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "-q", "-w", str(into), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"no wheel could be made of {words}:\n{done.stderr[-3000:]}")
