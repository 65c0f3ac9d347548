"""Pieces for tests, made by OpenSCAD once a run; and the mark of tests that need it."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest
import trimesh

from hardware.case.openscad_runs import make_stl, write_drawings
from hardware.case.part_sizes import shipped_sizes
from hardware.case.variants import CAP, COUPON, PODS, piece_texts, variants

needs_openscad = pytest.mark.skipif(shutil.which("openscad") is None, reason="OpenSCAD is not installed")


@cache
def workshop() -> Path:
    """A folder for this run's pieces."""
    folder = Path(mkdtemp(prefix="case-"))
    write_drawings(folder)
    return folder


@cache
def piece(name: str) -> trimesh.Trimesh:
    """A piece as it lies on the bed, made when it is asked for first."""
    return loaded(make_stl(name, piece_texts(shipped_sizes())[name], workshop()))


def made(name: str, text: str) -> trimesh.Trimesh:
    """A piece of another text than the shipped one."""
    return loaded(make_stl(name, text, workshop()))


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
