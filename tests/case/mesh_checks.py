"""Checks of printed meshes: thickness of walls, collisions with parts, what a straight look through an opening meets.

Own ray casts in numpy: those of trimesh need a spatial index that is not everywhere. Triangles are arrays of (n, 3
corners, 3 coordinates) in mm.
"""

from __future__ import annotations

import numpy as np

from hardware.case.geometry.part_solids import Solid

NOTHING = 1e-6
BRIDGE = 28.0
"""The longest bridge that hardware/docs/case.md states, mm."""


def ray_distances(origins: np.ndarray, directions: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Distance along each ray (unit length) to the first triangle that it meets, inf for none: (rays,)."""
    first = np.full(len(origins), np.inf)
    corner = triangles[:, 0]
    edge_1, edge_2 = triangles[:, 1] - corner, triangles[:, 2] - corner
    for start in range(0, len(origins), 64):
        origin, direction = origins[start : start + 64, None], directions[start : start + 64, None]
        across = np.cross(direction, edge_2[None])
        determinant = np.einsum("tk,rtk->rt", edge_1, across)
        with np.errstate(divide="ignore", invalid="ignore"):
            inverse = 1.0 / determinant
            away = origin - corner[None]
            u = np.einsum("rtk,rtk->rt", away, across) * inverse
            turned = np.cross(away, edge_1[None])
            v = np.einsum("rtk,rtk->rt", np.broadcast_to(direction, turned.shape), turned) * inverse
            distance = np.einsum("tk,rtk->rt", edge_2, turned) * inverse
            met = (
                (np.abs(determinant) > 1e-12) & (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9) & (distance > NOTHING)
            )
        first[start : start + 64] = np.where(met, distance, np.inf).min(axis=1)
    return first


def thinnest(triangles: np.ndarray, samples: int = 1500, seed: int = 1) -> tuple[float, np.ndarray]:
    """The least thickness found from points on the surface straight inwards, and where, (3,): every triangle gives one
    point, large ones more. A needle of a triangle, narrower than a tenth of a millimetre, has no inside to sample.
    """
    rng = np.random.default_rng(seed)
    edges = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.linalg.norm(edges, axis=1) / 2
    sides = np.linalg.norm(triangles - np.roll(triangles, 1, axis=1), axis=2).max(axis=1)
    sound = np.flatnonzero(2 * areas / sides > 0.1)
    picked = np.concatenate([sound, rng.choice(sound, samples, p=areas[sound] / areas[sound].sum())])
    share = rng.dirichlet((1.0, 1.0, 1.0), len(picked))
    points = np.einsum("nc,nck->nk", share, triangles[picked])
    inwards = -edges[picked] / (2 * areas[picked])[:, None]
    distances = ray_distances(points + inwards * 1e-5, inwards, triangles)
    least = int(np.argmin(distances))
    return float(distances[least]) + 1e-5, points[least]


def meets(solid: Solid, triangles: np.ndarray, clearance: float) -> bool:
    """Whether a part that is larger by ``clearance`` all round has a printed surface in it, or is inside of print."""
    low = np.array([solid.edges.left, solid.edges.front, solid.bottom]) - clearance
    high = np.array([solid.edges.right, solid.edges.back, solid.top]) + clearance
    near = triangles[
        (triangles.min(axis=1) < high - 1e-4).all(axis=1) & (triangles.max(axis=1) > low + 1e-4).all(axis=1)
    ]
    if any(_reaches(solid, triangle, low, high) for triangle in near):
        return True
    middle = (low + high) / 2
    up = np.array([[0.013, 0.007, 1.0]]) / np.linalg.norm([0.013, 0.007, 1.0])
    return _crossings(middle[None], up, triangles) % 2 == 1


def _reaches(solid: Solid, triangle: np.ndarray, low: np.ndarray, high: np.ndarray) -> bool:
    """Whether some of a triangle is inside of the box, or of the cylinder in the middle of it."""
    polygon = triangle
    for axis in (2,) if solid.round else (0, 1, 2):
        polygon = _kept(polygon, axis, low[axis] + 1e-4, 1.0)
        polygon = _kept(polygon, axis, -high[axis] + 1e-4, -1.0)
        if len(polygon) == 0:
            return False
    if not solid.round:
        return True
    middle, radius = (low[:2] + high[:2]) / 2, (high[0] - low[0]) / 2
    return bool(_distance_to(polygon[:, :2] - middle) < radius - 1e-4)


def _kept(polygon: np.ndarray, axis: int, least: float, sign: float) -> np.ndarray:
    """The part of a convex polygon on one side of a plane across an axis."""
    kept: list[np.ndarray] = []
    for one, other in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        here, there = sign * one[axis] - least, sign * other[axis] - least
        if here >= 0:
            kept.append(one)
        if (here >= 0) != (there >= 0):
            kept.append(one + (other - one) * here / (here - there))
    return np.array(kept)


def _distance_to(polygon: np.ndarray) -> float:
    """Distance of the origin from a polygon in the plane; 0 inside."""
    following = np.roll(polygon, -1, axis=0)
    along = following - polygon
    turns = polygon[:, 0] * following[:, 1] - polygon[:, 1] * following[:, 0]
    if len(polygon) > 2 and ((turns > 0).all() or (turns < 0).all()):
        return 0.0
    lengths = np.maximum((along**2).sum(axis=1), 1e-18)
    share = np.clip(-(polygon * along).sum(axis=1) / lengths, 0.0, 1.0)
    return float(np.linalg.norm(polygon + share[:, None] * along, axis=1).min())


def _crossings(origin: np.ndarray, direction: np.ndarray, triangles: np.ndarray) -> int:
    """How many surfaces a ray passes."""
    count, point = 0, origin
    while np.isfinite(distance := ray_distances(point, direction, triangles)[0]):
        count += 1
        point = point + direction * (distance + 1e-5)
    return count


def looks_down(points: np.ndarray, height: float, triangles: np.ndarray) -> np.ndarray:
    """Height of the first print below each (x, y), looking straight down from ``height``; -inf for none: (n,)."""
    origins = np.column_stack([points, np.full(len(points), height)])
    down = np.tile([0.0, 0.0, -1.0], (len(points), 1))
    return height - ray_distances(origins, down, triangles)
