"""Run OpenSCAD: from text to STL, and from STL to pictures, without a screen."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from hardware.case.geometry.relief import ICONS, SEATS, seat_drawing
from hardware.case.scad_text import SOURCES
from hardware.errors import HardwareError

INSTALL = "sudo apt install openscad xvfb xauth"
_PATIENCE = 1800


class OpenScadError(HardwareError):
    """OpenSCAD is missing, or has not made what it was asked for."""


def program() -> str:
    """Path of OpenSCAD. Raises OpenScadError that says what to install."""
    found = shutil.which("openscad")
    if found is None:
        raise OpenScadError(f"OpenSCAD is not here; on Debian or Raspberry Pi OS: {INSTALL}")
    return found


def screen() -> list[str]:
    """What to put before a command that draws: a virtual display where there is none. Raises OpenScadError."""
    if os.environ.get("DISPLAY"):
        return []
    found = shutil.which("xvfb-run")
    if found is None or shutil.which("xauth") is None:
        raise OpenScadError(f"pictures without a screen need xvfb-run and xauth: {INSTALL}; or add --no-pictures")
    # Each process looks for a free one from a number of its own: two that look at once would take the same.
    return [found, "--auto-servernum", f"--server-num={100 + os.getpid() % 900}"]


def write_drawings(folder: Path) -> None:
    """Write the seats' shapes, which lids import from beside them."""
    for seat in SEATS:
        (folder / f"seat-{seat}.svg").write_text(seat_drawing(seat), encoding="utf-8")


def make_stl(name: str, text: str, folder: Path) -> Path:
    """Write ``name``.scad and ``name``.stl into ``folder``; what is there already from the same text is kept. Raises
    OpenScadError.
    """
    source, made, half = folder / f"{name}.scad", folder / f"{name}.stl", folder / f"{name}.half.stl"
    if _up_to_date(source, made, text):
        return made
    made.unlink(missing_ok=True)
    source.write_text(text, encoding="utf-8")
    said = _run([program(), "-o", str(half), str(source)])
    wrong = [line for line in said.splitlines() if line.startswith(("WARNING", "ERROR", "DEPRECATED"))]
    if wrong or not half.is_file():
        raise OpenScadError(f"OpenSCAD has not made {made}: {'; '.join(wrong) or said[-500:]}")
    # Only a whole one has the name: what was interrupted is made anew.
    return half.replace(made)


def _up_to_date(source: Path, made: Path, text: str) -> bool:
    if not made.is_file() or not source.is_file() or source.read_text(encoding="utf-8") != text:
        return False
    drawings = [*SOURCES.glob("*.scad"), ICONS / "icons.svg"]
    return made.stat().st_mtime > max(path.stat().st_mtime for path in drawings)


def draw(name: str, text: str, folder: Path, camera: Sequence[float], size: tuple[int, int] = (900, 700)) -> Path:
    """Write ``name``.png of a scene into ``folder``. ``camera`` is the turn about x, y and z in degrees; everything
    is in view. Raises OpenScadError.
    """
    source, made = folder / f"{name}.picture.scad", folder / f"{name}.png"
    source.write_text(text, encoding="utf-8")
    made.unlink(missing_ok=True)
    turn = ",".join(f"{degrees:g}" for degrees in camera)
    view = [f"--camera=0,0,0,{turn},500", "--viewall", "--autocenter", "--projection=p", "--colorscheme=Tomorrow"]
    command = [*screen(), program(), "-o", str(made), f"--imgsize={size[0]},{size[1]}", *view, str(source)]
    said = _run(command)
    if not made.is_file():
        raise OpenScadError(f"OpenSCAD has not drawn {made}: {said[-500:]}")
    return made


def _run(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_PATIENCE)  # noqa: S603
    except subprocess.TimeoutExpired as error:
        raise OpenScadError(f"OpenSCAD took more than {_PATIENCE // 60} minutes: {command[-1]}") from error
    if done.returncode:
        raise OpenScadError(f"OpenSCAD has failed on {command[-1]}: {done.stderr[-500:]}")
    return done.stderr


_VERTEX = re.compile(r"vertex\s+(\S+)\s+(\S+)\s+(\S+)")
PLA = 1.24
"""Density of PLA, g/cm3."""


def grams(stl: Path, density: float = PLA) -> float:
    """Weight of a piece of OpenSCAD's (ASCII) STL printed without hollows, g: no print weighs more."""
    points = [tuple(map(float, found)) for found in _VERTEX.findall(stl.read_text(encoding="ascii"))]
    volume = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in zip(points[::3], points[1::3], points[2::3], strict=True):
        volume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return volume / 6 / 1000 * density
