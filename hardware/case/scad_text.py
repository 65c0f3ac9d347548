"""OpenSCAD text of what is printed and of what stands in it: calls of the modules in `scad/`, with their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from hardware.case.geometry.case_layout import RADIUS, CaseLayout
from hardware.case.geometry.lid_openings import RING, LidOpenings, rise, screw_seat
from hardware.case.geometry.part_solids import Solid, cap_heights
from hardware.case.part_sizes import PartSizes

SOURCES = Path(__file__).resolve().parent / "scad"
USING_SHELL = f"use <{SOURCES / 'shell.scad'}>\n"
Value = float | str | Sequence["Value"]


def written(value: Value) -> str:
    """A number, a text or a list as OpenSCAD writes it; numbers to a thousandth of a millimetre."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, (int, float)):
        return f"{round(value, 3):g}"
    return "[" + ", ".join(written(one) for one in value) + "]"


def call(module: str, **arguments: Value) -> str:
    """A module's call with named arguments."""
    return f"{module}({', '.join(f'{name} = {written(value)}' for name, value in arguments.items())});\n"


def _levels(heights: Iterable[float], low: float, high: float) -> list[float]:
    """Heights between which every section is the same; closer than a hundredth they are one."""
    found = [low]
    for height in sorted(heights):
        if found[-1] + 0.01 < height < high - 0.01:
            found.append(height)
    return [*found, high]


def base_text(layout: CaseLayout, sizes: PartSizes) -> str:
    """The base, standing on its floor."""
    floor, wall = sizes["print"]["floor"], sizes["print"]["wall"]
    pilots = [(one.x, one.y, one.pilot, one.foot, one.top) for one in (*layout.clamps, *layout.posts)]
    cuts = [(*cut.edges, cut.bottom, cut.top) for cut in layout.cuts]
    heights = [floor, *(tower.foot for tower in layout.towers), *(block.top for block in layout.blocks)]
    heights += [height for pilot in pilots for height in pilot[3:]] + [height for cut in cuts for height in cut[4:]]
    return USING_SHELL + call(
        "base",
        levels=_levels(heights, 0.0, layout.lid_at),
        size=layout.size,
        radius=RADIUS,
        wall=wall,
        floor_top=floor,
        towers=[(tower.x, tower.y, tower.diameter, tower.pilot, tower.foot) for tower in layout.towers],
        blocks=[(*block.edges, block.top) for block in layout.blocks],
        posts=[(post.x, post.y, post.diameter, post.top) for post in layout.posts],
        pilots=pilots,
        cuts=cuts,
    )


def lid_text(layout: CaseLayout, openings: LidOpenings, sizes: PartSizes, mark: str | None) -> str:
    """A lid, lying on its underside; ``mark`` names the SVG file of a seat's shape beside the OpenSCAD file."""
    return USING_SHELL + lid_call("lid", layout, openings, sizes, mark)


def lid_call(module: str, layout: CaseLayout, openings: LidOpenings, sizes: PartSizes, mark: str | None) -> str:
    """The call of `lid`, or of `lid_relief`, which is its relief alone."""
    printed, m3 = sizes["print"], sizes["m3"]
    thick, seat = printed["lid"], screw_seat(sizes)
    marks: list[Value] = [(*openings.mark, printed["line"])] if mark is not None and openings.mark is not None else []
    text = call(
        module,
        levels=[0.0, seat, thick, thick + printed["relief"]],
        thick=thick,
        size=layout.size,
        radius=RADIUS,
        line=printed["line"],
        margin=RING,
        screws=[(tower.x, tower.y, m3["clearance"], m3["head"] + 0.6, seat) for tower in layout.towers],
        holes=[(hole.x, hole.y, hole.diameter) for hole in openings.holes],
        windows=[(*window.below, seat, *window.above) for window in openings.windows],
        slots=list(openings.slots),
        rim=list(openings.rim),
        rises=[(tower.x, tower.y, rise(sizes)) for tower in layout.towers],
        marks=marks,
    )
    # The shape is imported here, beside this text: in the module it would be looked for beside the module.
    return text.replace(";\n", f" import({written(mark or '')});\n") if marks else text


def cap_text(sizes: PartSizes) -> str:
    """A key cap, standing on its foot."""
    foot, shoulder, top = cap_heights(sizes)
    key, printed = sizes["key"], sizes["print"]
    return USING_SHELL + call(
        "cap",
        foot=printed["flange"],
        foot_height=shoulder - foot,
        top=printed["cap"],
        height=top - foot,
        socket=key["stem"] + printed["close"],
        depth=key["height"] - foot,
    )


def coupon_text(sizes: PartSizes) -> str:
    """Every fit of the cases in one small print."""
    printed, m3, small = sizes["print"], sizes["m3"], sizes["m2_5"]
    display, plug = sizes["display_096"], sizes["plug_micro"]
    return f"use <{SOURCES / 'coupon.scad'}>\n" + call(
        "coupon",
        thick=printed["lid"],
        wall=printed["wall"],
        cap=printed["cap"] + 2 * printed["loose"],
        bushing=sizes["encoder"]["bushing"] + 2 * printed["loose"],
        lamp=sizes["led"]["diameter"] + 2 * printed["close"],
        window=(display["active_width"] + 2.0, display["active_height"] + 2.0),
        plug=(plug["sleeve_width"] + 2 * printed["loose"], plug["sleeve_height"] + 2 * printed["loose"]),
        m3=(m3["pilot"], m3["clearance"], m3["head"] + 0.6, m3["head_height"] + 0.1),
        small=(small["pilot"], small["clearance"]),
        board=(sizes["perfboard"]["thickness"], printed["close"]),
        line=printed["line"],
        relief=printed["relief"],
    )


def solid_text(solid: Solid, grown: float = 0.0) -> str:
    """A part, larger by ``grown`` on every side, as coloured OpenSCAD."""
    left, front, right, back = solid.edges.grown(grown)
    height = solid.top - solid.bottom + 2 * grown
    x, y = solid.centre
    at = written((x, y, solid.bottom - grown)) if solid.round else written((left, front, solid.bottom - grown))
    body = f"cylinder(h = {written(height)}, d = {written(right - left)}, $fn = 64)"
    if not solid.round:
        body = f"cube({written((right - left, back - front, height))})"
    return f"color({written(solid.colour)}) translate({at}) {body};  // {solid.name}\n"
