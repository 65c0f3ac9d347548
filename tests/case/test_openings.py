"""Where a case's openings are: derived from the plan and the dimensions, with print left between them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from hardware.case.geometry.case_layout import GAP, pod_layout
from hardware.case.geometry.lid_openings import lid_openings
from hardware.case.geometry.part_solids import Solid, picture_of
from hardware.case.geometry.pi_layout import SEATS_WIRES
from hardware.case.geometry.relief import SEATS, Edges, meander_cell, seat_drawing
from hardware.case.part_sizes import PartSizes, shipped_sizes
from hardware.case.scad_text import Value, written
from hardware.case.variants import PODS, Variant, piece_names, piece_texts, variants
from hardware.perfboard.footprints import Hole
from hardware.perfboard.plan_files import read_plan

VARIANTS = variants(shipped_sizes())
WALL = 1.2


@pytest.mark.parametrize("name", VARIANTS)
def test_every_key_knob_and_lamp_has_its_hole_over_it(name: str) -> None:
    layout = VARIANTS[name].layout
    holes = {(hole.name, round(hole.x, 3), round(hole.y, 3)) for hole in VARIANTS[name].openings.holes}
    for part in layout.plan.parts:
        if part.footprint.kind in ("key", "encoder", "rgb_led", "ws2812"):
            x, y = part.centre(layout.plan.perfboard)
            place = (layout.board[0] + x, layout.board[1] + layout.plan.perfboard.height - y)
            assert (part.name, round(place[0], 3), round(place[1], 3)) in holes


def test_an_opening_follows_its_part() -> None:
    plan = read_plan("pod-pico")
    parts = [
        replace(part, at=Hole(part.at.column + 1, part.at.row)) if part.name == "BACK" else part for part in plan.parts
    ]
    before = {hole.name: hole.x for hole in VARIANTS["pod-pico"].openings.holes}
    moved = lid_openings(pod_layout(replace(plan, parts=tuple(parts)), shipped_sizes()), shipped_sizes())
    after = {hole.name: hole.x for hole in moved.holes}
    assert after["BACK"] == pytest.approx(before["BACK"] + 2.54)
    assert {name for name in before if after[name] != before[name]} == {"BACK"}


def test_an_opening_follows_the_dimensions() -> None:
    sizes = shipped_sizes()
    knob = replace(
        sizes["encoder"],
        sizes={**sizes["encoder"].sizes, "bushing": replace(sizes["encoder"].sizes["bushing"], mm=9.0)},
    )
    wider = lid_openings(VARIANTS["pod-pico"].layout, PartSizes({**sizes.parts, "encoder": knob}))
    assert [hole.diameter for hole in wider.holes if hole.name == "encoder"] == [9.0 + 2 * sizes["print"]["loose"]]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_window_shows_the_whole_picture(name: str) -> None:
    layout = VARIANTS[name].layout
    display = layout.plan.part("display")
    left, front, right, back = picture_of(layout.plan, display, shipped_sizes())
    (window,) = VARIANTS[name].openings.windows
    x, y, _ = layout.board
    assert window.below.left < left + x < right + x < window.below.right
    assert window.below.front < front + y < back + y < window.below.back
    assert window.above.front < window.below.front - 1.0


@pytest.mark.parametrize("name", VARIANTS)
def test_between_two_openings_is_a_wall(name: str) -> None:
    openings = VARIANTS[name].openings
    boxes = [("window", window.above) for window in openings.windows]
    boxes += [("slot", slot) for slot in openings.slots] + [(hole.name, hole.edges) for hole in openings.holes]
    for (one, edges), (other, others) in combinations(boxes, 2):
        if one != other or one == "slot":
            assert not edges.grown(WALL).overlaps(others), (one, other)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_meander_runs_round_and_keeps_off_the_openings(name: str) -> None:
    variant = VARIANTS[name]
    width, depth = variant.layout.size
    openings = variant.openings
    taken = [hole.edges for hole in openings.holes] + [one.above for one in openings.windows] + [*openings.slots]
    assert not any(stroke.overlaps(edges) for stroke in openings.rim for edges in taken)
    assert all(one.left > 0 and one.right < width and one.front > 0 and one.back < depth for one in openings.rim)
    middle = Edges(width * 0.2, depth * 0.2, width * 0.8, depth * 0.8)
    assert not any(stroke.overlaps(middle) for stroke in openings.rim)
    strokes = len(meander_cell().hook) - 1
    longest = 2 * (width + depth) / 9.4 * strokes
    assert longest / 2 < len(openings.rim) < longest


@pytest.mark.parametrize("name", VARIANTS)
def test_everything_of_the_bill_of_materials_is_a_solid(name: str) -> None:
    layout = VARIANTS[name].layout
    solids = [bare(solid) for solid in layout.solids]
    assert {part.name for part in layout.plan.parts} <= set(solids)
    assert ("USB plug" in solids) == (name in PODS)
    assert ("jumper wires" in solids) == (name not in PODS)
    heads = [solid.name for solid in layout.solids if solid.name.startswith("head")]
    assert (heads.count("head M3"), heads.count("head M2.5")) == (4, 4)
    assert heads.count("head M2.5 on the Pi") == (4 if name.startswith("pi-") else 0)


def bare(solid: Solid) -> str:
    """The part that a solid belongs to."""
    for word in ("cap of ", "bushing of ", "shaft of ", "knob of ", "socket of ", "picture of "):
        solid = replace(solid, name=solid.name.removeprefix(word))
    return solid.name.split(",")[0]


TOUCHING = {"perfboard", "legs and wires", "head M2.5", "USB socket", "jumper wires", "head M2.5 on the Pi"}
"""They hold one another, or lie on one another."""


@pytest.mark.parametrize("name", VARIANTS)
def test_no_part_stands_in_another(name: str) -> None:
    for one, other in combinations(VARIANTS[name].layout.solids, 2):
        apart = one.top <= other.bottom + 1e-6 or other.top <= one.bottom + 1e-6
        if bare(one) == bare(other) or {one.name, other.name} & TOUCHING or "Raspberry" in one.name + other.name:
            continue
        assert apart or not one.edges.overlaps(other.edges), (one.name, other.name)


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_lies_over_what_is_seen_and_pressed(name: str) -> None:
    solids = VARIANTS[name].layout.solids
    seen = [one for one in solids if one.name.startswith("picture of") or one.name.endswith(", top")]
    assert len(seen) == 1 + sum(part.footprint.kind == "key" for part in VARIANTS[name].layout.plan.parts)
    for one in seen:
        over = [other.name for other in solids if other.top > one.top and other.edges.overlaps(one.edges)]
        assert over == [], one.name


@pytest.mark.parametrize("name", VARIANTS)
def test_towers_and_screws_keep_off_the_boards(name: str) -> None:
    layout = VARIANTS[name].layout
    boards = [one.edges for one in layout.solids if one.name == "perfboard" or one.name.startswith("Raspberry")]
    assert len(boards) == (4 if name.startswith("pi-") else 1)
    for tower in layout.towers:
        for edges in boards:
            assert not Edges(tower.x, tower.y, tower.x, tower.y).grown(tower.diameter / 2 * 0.72).overlaps(edges)
    assert boards[0].left >= shipped_sizes()["print"]["wall"] + GAP - 1e-9


@pytest.mark.parametrize("name", [name for name in VARIANTS if name.startswith("pi-")])
def test_the_wires_of_the_seats_leave_a_pis_case_beside_its_header(name: str) -> None:
    layout = VARIANTS[name].layout
    (outlet,) = (cut for cut in layout.cuts if cut.name == SEATS_WIRES)
    (housings,) = (one for one in layout.solids if one.name == "jumper wires on the Pi")
    assert outlet.edges.front < housings.edges.front < housings.edges.back < outlet.edges.back
    assert outlet.bottom < housings.top < layout.lid_at < outlet.top
    assert outlet.edges.right > layout.size[0]
    others = [cut for cut in layout.cuts if cut is not outlet and cut.edges.grown(WALL).overlaps(outlet.edges)]
    assert all(cut.top + WALL <= outlet.bottom for cut in others)


def test_every_lid_of_a_pod_differs_by_its_seats_shape_alone() -> None:
    texts = piece_texts(shipped_sizes())
    for pod in PODS:
        lids = [texts[f"{pod}-lid-{seat}"].replace(f"seat-{seat}.svg", "seat.svg") for seat in SEATS]
        assert len(set(lids)) == 1
        assert len({texts[f"{pod}-lid-{seat}"] for seat in SEATS}) == 8


def test_the_seats_shapes_are_the_pages_own() -> None:
    drawings = [seat_drawing(seat) for seat in SEATS]
    assert len(set(drawings)) == 8
    assert all('viewBox="0 0 24 24"' in drawing and drawing.count("<") == 3 for drawing in drawings)
    with pytest.raises(ValueError, match="no symbol i-seat-9; seats are 1 to 8"):
        seat_drawing(9)


def test_the_key_of_the_rim_is_the_pages_own() -> None:
    cell = meander_cell()
    assert (cell.width, cell.spacing) == (12.0, 2.75)
    assert cell.hook == ((1.0, 0.0), (1.0, 8.5), (9.25, 8.5), (9.25, 3.0), (3.75, 3.0), (3.75, 5.75), (6.75, 5.75))


def test_a_mark_has_air_all_round() -> None:
    for pod in PODS:
        variant: Variant = VARIANTS[pod]
        assert variant.openings.mark is not None
        x, y, side = variant.openings.mark
        assert side >= 14.0
        square = Edges(x, y, x, y).grown(side / 2 * 0.71 + 1.0)
        taken = (
            [hole.edges for hole in variant.openings.holes]
            + [one.above for one in variant.openings.windows]
            + [*variant.openings.slots]
        )
        assert not any(square.overlaps(edges) for edges in taken)


def test_names_of_pieces() -> None:
    names = piece_names(shipped_sizes())
    assert len(names["pod-pico"]) == 9
    assert set(piece_texts(shipped_sizes())) == {piece for pieces in names.values() for piece in pieces}


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.23456, "1.235"), (2, "2"), (-0.0004, "-0"), ('a "b"', '"a \\"b\\""'), ([(1.5, "x"), ()], '[[1.5, "x"], []]')],
)
def test_values_as_openscad_writes_them(value: Value, text: str) -> None:
    assert written(value) == text
