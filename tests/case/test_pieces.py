"""The printed cases as OpenSCAD makes them: sound meshes, walls, room for every part, openings in line.

They show geometry. Whether a print comes out and fits is for the coupon to say.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.render.canvas.glyphs import icon
from hardware.case.geometry.part_solids import Solid
from hardware.case.geometry.pi_layout import SEATS_WIRES
from hardware.case.geometry.relief import SEATS
from hardware.case.part_sizes import PartSizes, shipped_sizes
from hardware.case.scad_text import base_text, lid_text
from hardware.case.variants import PODS, Variant, variants
from tests.case.mesh_checks import BRIDGE, looks_down, meets, ray_distances, thinnest
from tests.case.openscad import made, needs_openscad, piece, triangles, tried_pieces

pytestmark = [needs_openscad, pytest.mark.long]
WALL = 1.2
SPOOL = 1000.0
PLA = 1.24
VARIANTS = variants(shipped_sizes())


@cache
def closed(name: str) -> np.ndarray:
    """Base and first lid of a case, closed."""
    variant = VARIANTS[name]
    return np.concatenate([triangles(piece(variant.base)), triangles(piece(variant.lids[0]), z=variant.layout.lid_at)])


@pytest.mark.parametrize("name", tried_pieces())
def test_a_piece_is_one_sound_body_that_a_small_printer_prints(name: str) -> None:
    mesh = piece(name)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.body_count == 1
    assert mesh.bounds[0] == pytest.approx([mesh.bounds[0][0], mesh.bounds[0][1], 0.0])
    assert (mesh.extents <= shipped_sizes()["bed"]["side"]).all()
    assert 0 < mesh.volume / 1000 * PLA < SPOOL


@pytest.mark.parametrize("name", tried_pieces())
def test_no_wall_is_thin(name: str) -> None:
    thickness, where = thinnest(triangles(piece(name)))
    assert thickness >= WALL - 0.005, f"{thickness:.3f} mm at {where.round(2)}"


@pytest.mark.parametrize("name", tried_pieces())
def test_nothing_hangs_but_short_bridges(name: str) -> None:
    """Every face is upright or level; a level one that looks down lies on the bed or spans a gap."""
    mesh = piece(name)
    normals = mesh.face_normals
    assert (np.isclose(np.abs(normals[:, 2]), 1.0, atol=1e-3) | np.isclose(normals[:, 2], 0.0, atol=1e-3)).all()
    for facet, normal in zip(mesh.facets, mesh.facets_normal, strict=True):
        corners = mesh.vertices[mesh.faces[facet]].reshape(-1, 3)
        if normal[2] < -0.5 and corners[:, 2].max() > 0.01:
            assert np.ptp(corners[:, :2], axis=0).max() <= BRIDGE, corners[0]


def pressed(solid: Solid, sizes: PartSizes) -> Solid:
    """A key's cap at the end of its way; anything else as it is."""
    return solid.moved(0.0, 0.0, -sizes["key"]["travel"]) if solid.name.startswith("cap of") else solid


@pytest.mark.parametrize("name", VARIANTS)
def test_every_part_fits_with_its_clearance(name: str) -> None:
    print_ = closed(name)
    wrong = [solid.name for solid in VARIANTS[name].layout.solids if meets(solid, print_, solid.clearance)]
    wrong += [
        f"{solid.name} pressed"
        for solid in VARIANTS[name].layout.solids
        if meets(pressed(solid, shipped_sizes()), print_, solid.clearance)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", VARIANTS)
def test_the_lid_comes_down_over_everything_and_lies_on_the_base(name: str) -> None:
    variant = VARIANTS[name]
    base, lid = piece(variant.base), piece(variant.lids[0])
    assert base.bounds[1][2] == pytest.approx(variant.layout.lid_at)
    assert lid.bounds[0][2] == pytest.approx(0.0)
    assert base.bounds[:, :2] == pytest.approx(lid.bounds[:, :2])
    before = [one for one in variant.layout.solids if not one.name.startswith(("knob", "head M3"))]
    for lift in (1.0, 3.0, 8.0, 16.0):
        coming = triangles(lid, z=variant.layout.lid_at + lift)
        assert [one.name for one in before if meets(one, coming, min(one.clearance, 0.2))] == [], f"{lift} mm above"


def spread(solid: Solid, by: float) -> np.ndarray:
    """Points over a part as seen from above, smaller by ``by`` all round."""
    left, front, right, back = solid.edges.grown(-by)
    x, y = np.meshgrid(np.linspace(left, right, 9), np.linspace(front, back, 9))
    points = np.column_stack([x.ravel(), y.ravel()])
    if solid.round:
        points = points[np.linalg.norm(points - np.array(solid.centre), axis=1) <= (right - left) / 2]
    return points


@pytest.mark.parametrize("name", VARIANTS)
def test_one_sees_and_reaches_straight_down_what_is_to_be_seen_and_pressed(name: str) -> None:
    variant, print_ = VARIANTS[name], closed(name)
    seen = [one for one in variant.layout.solids if one.name.startswith("picture of") or one.name.endswith(", top")]
    seen += [one for one in variant.layout.solids if one.name.startswith(("bushing", "light")) and "," not in one.name]
    assert len(seen) == 1 + sum(
        part.footprint.kind in ("key", "encoder", "rgb_led", "ws2812") for part in variant.layout.plan.parts
    )
    for solid in seen:
        assert (looks_down(spread(solid, 0.05), 100.0, print_) < solid.top).all(), solid.name
        round_it = spread(replace(solid, edges=solid.edges.grown(4.5), round=False), 0.0)
        outside = np.isclose(round_it, round_it.min(axis=0)).any(axis=1) | np.isclose(
            round_it, round_it.max(axis=0)
        ).any(axis=1)
        # A little further out there is lid nearly everywhere: the opening is there, and no larger than it has to be.
        covered = looks_down(round_it[outside], 100.0, print_) >= variant.layout.lid_at + 1.0
        assert covered.mean() > 0.8, solid.name


@pytest.mark.parametrize("name", VARIANTS)
def test_a_player_sees_the_whole_picture_from_a_chair(name: str) -> None:
    """At 40 degrees over the table."""
    (picture,) = (one for one in VARIANTS[name].layout.solids if one.name.startswith("picture of"))
    points = spread(picture, 0.1)
    eyes = np.column_stack([points, np.full(len(points), picture.top)])
    chair = np.array([0.0, -np.cos(np.radians(40.0)), np.sin(np.radians(40.0))])
    assert np.isinf(ray_distances(eyes, np.tile(chair, (len(eyes), 1)), closed(name))).all()


@pytest.mark.parametrize("name", VARIANTS)
def test_screws_find_their_holes(name: str) -> None:
    variant, print_ = VARIANTS[name], closed(name)
    towers = np.array([(one.x, one.y) for one in variant.layout.towers])
    m3 = shipped_sizes()["m3"]
    seat = (
        variant.layout.lid_at + shipped_sizes()["print"]["lid"] + shipped_sizes()["print"]["relief"] - m3["head_height"]
    )
    assert (looks_down(towers, 100.0, print_) < seat - m3["length"]).all()
    base = triangles(piece(variant.base))
    # Where the outside of the thread is, there is plastic up to the lid.
    thread = towers + np.array([0.0, m3["thread"] / 2 - 0.05])
    assert looks_down(thread, 100.0, base) == pytest.approx(np.full(len(towers), variant.layout.lid_at))
    for pillar in (*variant.layout.clamps, *variant.layout.posts):
        hole = looks_down(np.array([[pillar.x, pillar.y]]), pillar.top + 1.0, base)[0]
        beside = looks_down(np.array([[pillar.x + pillar.pilot / 2 + 0.4, pillar.y]]), pillar.top + 1.0, base)[0]
        assert hole <= pillar.top - 4.0
        assert beside == pytest.approx(pillar.top)


@pytest.mark.parametrize("name", PODS)
def test_the_plug_goes_straight_in(name: str) -> None:
    """From behind, over the whole sleeve; a wall's width beside it and below it there is wall."""
    variant, print_ = VARIANTS[name], closed(name)
    (plug,) = (one for one in variant.layout.solids if one.name == "USB plug")
    (socket,) = (one for one in variant.layout.solids if one.name == "USB socket")
    behind = variant.layout.size[1] + 20.0

    def reach(x: float, z: float) -> float:
        return float(behind - ray_distances(np.array([[x, behind, z]]), np.array([[0.0, -1.0, 0.0]]), print_)[0])

    left, _, right, _ = plug.edges
    inside = [(x, z) for x in np.linspace(left, right, 5) for z in np.linspace(plug.bottom, plug.top, 5)]
    assert all(reach(x, z) < socket.edges.back for x, z in inside)
    outside = [(left - 1.0, plug.bottom), (right + 1.0, plug.bottom), ((left + right) / 2, plug.bottom - 1.0)]
    assert [reach(x, z) for x, z in outside] == pytest.approx([variant.layout.size[1]] * 3)


@pytest.mark.parametrize("name", [name for name in VARIANTS if name.startswith("pi-")])
def test_every_port_of_a_pi_is_reached_from_outside(name: str) -> None:
    variant, base = VARIANTS[name], triangles(piece(VARIANTS[name].base))
    sockets = [one for one in variant.layout.solids if one.name.endswith(" socket")]
    assert len(sockets) == len([port for port in shipped_sizes()[name.replace("-", "_")].ports if port.name != "card"])
    width, depth = variant.layout.size
    for socket in sockets:
        left, front, right, back = socket.edges
        middle, height = socket.centre, (socket.bottom + socket.top) / 2
        ways = {
            "back": ((middle[0], depth + 5.0, height), (0.0, -1.0, 0.0), depth + 5.0 - back),
            "left": ((-5.0, middle[1], height), (1.0, 0.0, 0.0), left + 5.0),
            "right": ((width + 5.0, middle[1], height), (-1.0, 0.0, 0.0), width + 5.0 - right),
        }
        free = [
            ray_distances(np.array([start]), np.array([way]), base)[0] > distance
            for start, way, distance in ways.values()
            if distance < 16.0
        ]
        assert any(free), socket.name
        assert front < back


@pytest.mark.parametrize("name", [name for name in VARIANTS if name.startswith("pi-")])
def test_wires_of_the_seats_find_their_way_out(name: str) -> None:
    """From the header straight to the right: over all of the opening there is no wall, and the lid is over it."""
    variant, print_ = VARIANTS[name], closed(name)
    (outlet,) = (cut for cut in variant.layout.cuts if cut.name == SEATS_WIRES)
    width, lid_at = variant.layout.size[0], variant.layout.lid_at
    ways = [
        (width - 6.0, y, z)
        for y in np.linspace(outlet.edges.front + 0.1, outlet.edges.back - 0.1, 7)
        for z in np.linspace(outlet.bottom + 0.1, lid_at - 0.1, 4)
    ]
    out = np.tile(np.array([1.0, 0.0, 0.0]), (len(ways), 1))
    assert np.isinf(ray_distances(np.array(ways), out, print_)).all()
    middle = (outlet.edges.front + outlet.edges.back) / 2
    assert looks_down(np.array([[width - 1.5, middle]]), 100.0, print_)[0] > lid_at


def framed(shape: np.ndarray) -> np.ndarray:
    """A shape in 20 by 20 fields, as large as goes."""
    rows, columns = np.flatnonzero(shape.any(axis=1)), np.flatnonzero(shape.any(axis=0))
    down = np.linspace(rows[0], rows[-1] + 1, 20, endpoint=False).astype(int)
    across = np.linspace(columns[0], columns[-1] + 1, 20, endpoint=False).astype(int)
    return shape[np.ix_(down, across)]


@pytest.mark.parametrize("seat", SEATS)
def test_a_finger_feels_the_shape_that_the_displays_show(seat: int) -> None:
    variant = VARIANTS["pod-pico"]
    assert variant.openings.mark is not None
    x, y, side = variant.openings.mark
    places = (np.arange(60) + 0.5) / 60 * side - side / 2
    points = np.array([(x + dx, y - dy) for dy in places for dx in places])
    lid = triangles(piece(variant.lids[seat - 1]))
    near = lid[(np.abs(lid[:, :, :2].mean(axis=1) - [x, y]) < side).all(axis=1)]
    raised = framed(looks_down(points, 50.0, near).reshape(60, 60) > shipped_sizes()["print"]["lid"] + 0.5)
    drawn = {other: framed(np.array(icon(f"seat-{other}", 15), dtype=bool)) for other in SEATS}
    likeness = {other: float((raised & mark).sum() / (raised | mark).sum()) for other, mark in drawn.items()}
    assert max(likeness, key=lambda one: likeness[one]) == seat, likeness
    assert likeness[seat] > 0.6


def changed(part: str, size: str, mm: float) -> PartSizes:
    """The shipped dimensions with another figure."""
    sizes = shipped_sizes()
    whole = sizes[part]
    other = replace(whole, sizes={**whole.sizes, size: replace(whole.sizes[size], mm=mm)})
    return PartSizes({**sizes.parts, part: other})


def test_a_thin_wall_is_found() -> None:
    variant = VARIANTS["panel-pi-panel"]
    text = base_text(variant.layout, changed("print", "wall", 1.0))
    assert thinnest(triangles(made("thin", text)))[0] < WALL


def test_an_opening_that_has_moved_is_found() -> None:
    variant: Variant = VARIANTS["panel-pi-panel"]
    hole, *others = variant.openings.holes
    moved = replace(variant.openings, holes=(replace(hole, x=hole.x + 1.5), *others))
    lid = triangles(made("moved", lid_text(variant.layout, moved, shipped_sizes(), None)), z=variant.layout.lid_at)
    hit = [one.name for one in variant.layout.solids if meets(one, lid, one.clearance)]
    assert hit == [f"cap of {hole.name}, top"]


def test_a_part_that_is_too_tall_is_found() -> None:
    taller = variants(changed("pin_socket", "height", 11.0))["pod-pico"].layout
    hit = {one.name for one in taller.solids if meets(one, closed("pod-pico"), one.clearance)}
    assert {"board", "display"} <= hit


def test_a_part_inside_of_print_is_found() -> None:
    """No surface of print is in it, yet it cannot be there."""
    variant = VARIANTS["panel-pi-panel"]
    inside = replace(variant.layout.solids[0], bottom=0.8, top=1.2)
    assert meets(inside, triangles(piece(variant.base)), 0.0)
