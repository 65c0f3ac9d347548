"""Pieces for tests, made by OpenSCAD once a run; and the mark of tests that need it."""

from __future__ import annotations

import shutil
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
import trimesh

from hardware.case.openscad_runs import make_stl, write_drawings
from hardware.case.part_sizes import shipped_sizes
from hardware.case.scad_text import SOURCES
from hardware.case.variants import CAP, COUPON, PODS, piece_texts, variants
from tests.working_copy import ROOT

needs_openscad = pytest.mark.skipif(shutil.which("openscad") is None, reason="OpenSCAD is not installed")


MADE = ROOT / "build" / "tried-cases"
"""Pieces that tests have made, by the digest of their text and of the modules they call: a run's workers share them."""


@cache
def modules() -> bytes:
    """Every OpenSCAD module, as bytes."""
    return b"".join(path.read_bytes() for path in sorted(SOURCES.glob("*.scad")))


def stl_of(name: str, text: str) -> Path:
    """The STL of a text, made if no test has made it before."""
    kept = MADE / f"{name}-{sha256(modules() + text.encode()).hexdigest()[:16]}.stl"
    if not kept.is_file():
        MADE.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=MADE) as folder:
            write_drawings(Path(folder))
            # Whole, or not there: another worker may look for it meanwhile.
            make_stl(name, text, Path(folder)).replace(kept)
    return kept


@cache
def piece(name: str) -> trimesh.Trimesh:
    """A piece as it lies on the bed."""
    return made(name, piece_texts(shipped_sizes())[name])


def made(name: str, text: str) -> trimesh.Trimesh:
    """A piece of another text than the shipped one."""
    return loaded(stl_of(name, text))


def loaded(stl: Path) -> trimesh.Trimesh:
    mesh = trimesh.load_mesh(stl)
    assert isinstance(mesh, trimesh.Trimesh)
    return mesh


def tried_pieces() -> list[str]:
    """One lid of a pod, and all eight of the Pico's: the others differ by the shape alone, whose text is compared."""
    names = [COUPON, CAP]
    for variant in variants(shipped_sizes()).values():
        lids = variant.lids if variant.name not in PODS or variant.name == "pod-pico" else variant.lids[2:3]
        names += [variant.base, *lids]
    return names


def triangles(mesh: trimesh.Trimesh, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> np.ndarray:
    """Its triangles, moved: (n, 3 corners, 3)."""
    return np.asarray(mesh.triangles) + np.array([x, y, z])
