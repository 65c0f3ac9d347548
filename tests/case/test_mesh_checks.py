"""The checks themselves, on shapes whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from hardware.case.geometry.part_solids import Solid, disc
from hardware.case.geometry.relief import Edges
from tests.case.mesh_checks import looks_down, meets, ray_distances, thinnest


def block(left: float, front: float, bottom: float, right: float, back: float, top: float) -> np.ndarray:
    """A box's surface."""
    return np.asarray(trimesh.creation.box(bounds=[(left, front, bottom), (right, back, top)]).triangles)


def box(left: float, front: float, bottom: float, right: float, back: float, top: float) -> Solid:
    return Solid("box", Edges(left, front, right, back), bottom, top, 0.0)


PLATE = block(0, 0, 0, 30, 20, 3)
TUBE = np.asarray(trimesh.creation.annulus(r_min=5.0, r_max=6.4, height=10.0, sections=96).triangles)
"""Its wall is 1.4 mm, about z from -5 to 5."""


def test_the_thinnest_place_is_found() -> None:
    assert thinnest(PLATE)[0] == pytest.approx(3.0, abs=1e-4)
    assert thinnest(TUBE)[0] == pytest.approx(1.4, abs=0.02)
    thickness, where = thinnest(np.concatenate([PLATE, block(50, 0, 0, 51, 20, 3)]))
    assert thickness == pytest.approx(1.0, abs=1e-4)
    assert where[0] >= 50


def test_rays_go_straight_to_the_first_surface() -> None:
    origins = np.array([[10.0, 10.0, 8.0], [10.0, 10.0, 8.0], [-5.0, 10.0, 1.0], [40.0, 10.0, 8.0]])
    ways = np.array([[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])
    assert ray_distances(origins, ways, PLATE) == pytest.approx([5.0, np.inf, 5.0, np.inf])


def test_a_look_down_meets_the_highest_surface() -> None:
    two = np.concatenate([PLATE, block(0, 0, 6, 10, 20, 7)])
    assert looks_down(np.array([[5.0, 5.0], [15.0, 5.0], [35.0, 5.0]]), 50.0, two) == pytest.approx([7.0, 3.0, -np.inf])


@pytest.mark.parametrize(
    ("solid", "clearance", "expected"),
    [
        (box(5, 5, 3, 10, 10, 9), 0.0, False),  # stands on the plate
        (box(5, 5, 3.3, 10, 10, 9), 0.25, False),
        (box(5, 5, 3.3, 10, 10, 9), 0.35, True),
        (box(5, 5, 2.9, 10, 10, 9), 0.0, True),
        (box(5, 5, 1, 10, 10, 2), 0.0, True),  # inside of the plate
        (box(-5, -5, -5, 35, 25, 8), 0.0, True),  # round the plate
        (box(31, 5, 0, 40, 10, 3), 0.9, False),  # beside it
        (box(31, 5, 0, 40, 10, 3), 1.1, True),
        (box(-5, 9, 1, 35, 10, 2), 0.0, True),  # through it
    ],
)
def test_a_box_meets_the_plate_or_keeps_off(solid: Solid, clearance: float, expected: bool) -> None:
    assert meets(solid, PLATE, clearance) is expected


@pytest.mark.parametrize(
    ("diameter", "x", "clearance", "expected"),
    [
        (9.0, 0.0, 0.45, False),
        (9.0, 0.0, 0.6, True),
        (9.0, 0.7, 0.0, True),
        (9.0, 0.3, 0.1, False),
        (13.4, 0.0, 0.0, True),
    ],
)
def test_a_cylinder_in_a_tube_has_air_or_not(diameter: float, x: float, clearance: float, expected: bool) -> None:
    assert meets(disc("pin", x, 0.0, diameter, (-20.0, 20.0), 0.0, "gray"), TUBE, clearance) is expected


def test_the_corner_of_a_cylinders_box_is_not_the_cylinder() -> None:
    post = disc("post", 33.0, 23.0, 8.0, (0.0, 3.0), 0.0, "gray")
    assert not meets(post, PLATE, 0.0)
    assert meets(box(*post.edges[:2], 0.0, *post.edges[2:], 3.0), PLATE, 0.0)
