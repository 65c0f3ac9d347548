"""The pictures of the plans, and the tables of their page `hardware/docs/perfboard.md`, between its marks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

from hardware.perfboard.connections import SUPPLIES, connections, jumper_ends
from hardware.perfboard.copper import side_by_side, wire_nets
from hardware.perfboard.drawing import colours, drawn, said_route
from hardware.perfboard.drawing_shapes import digest_of_png, drawing_digest, png, svg
from hardware.perfboard.footprints import footprints
from hardware.perfboard.plan_files import PlacedPart, Plan, PlanWire, Side, plan_names, read_plan

DOCUMENTS = Path(__file__).parents[1] / "docs"
PAGE = DOCUMENTS / "perfboard.md"
PICTURES = DOCUMENTS / "perfboard"
SIDES: tuple[Side, ...] = ("top", "bottom")


def write_pictures(plan: Plan, folder: Path) -> None:
    """Both sides of a plan, each as SVG and as PNG. A PNG of the same drawing stays: its bytes depend on Pillow."""
    folder.mkdir(exist_ok=True)
    for side in SIDES:
        drawing = drawn(plan, side)
        (folder / f"{plan.name}-{side}.svg").write_text(svg(drawing), encoding="utf-8")
        file = folder / f"{plan.name}-{side}.png"
        if not file.exists() or digest_of_png(file) != drawing_digest(drawing):
            file.write_bytes(png(drawing))


def filled(page: str) -> str:
    """The page with its tables written again, between their marks. Raises ValueError where the marks are missing."""
    for mark, tables in (
        ("parts", parts_table()),
        ("plans", "\n\n".join(section(read_plan(name)) for name in plan_names())),
    ):
        before, start, rest = page.partition(f"<!-- {mark} -->\n")
        _, end, after = rest.partition(f"\n<!-- /{mark} -->")
        if not end:
            raise ValueError(f"{PAGE.name} has no <!-- {mark} --> and <!-- /{mark} -->")
        page = f"{before}{start}{tables}{end}{after}"
    return page


def parts_table() -> str:
    """Every kind of part that a plan has, and what to know before soldering it."""
    used = {part.footprint.kind for name in plan_names() for part in read_plan(name).parts}
    rows = [(one.title, one.about) for kind, one in footprints().items() if kind in used and one.about]
    return _table(("Part", "Before you solder it"), rows)


def section(plan: Plan) -> str:
    """Headline, pictures and tables of one plan, as Markdown."""
    blocks = [
        f"### {plan.title}",
        f"Perfboard {plan.perfboard.title}, {plan.perfboard.columns} columns by {plan.perfboard.rows} rows.",
        *(f"![{plan.title}, {side} side](perfboard/{plan.name}-{side}.png)" for side in SIDES),
        _table(("Part", "What", "Holes"), [_part_row(part) for part in plan.parts]),
        *([_jumpers(plan)] if plan.profile else []),
        _table(("Wire", "Net", "Holes", "Kind, if not bare on the bottom side"), _wire_rows(plan)),
        "Must beep, before power:",
        _table(("Net", "Touch each"), _beeps(plan)),
        "Must not beep: " + _silent(plan),
    ]
    return "\n\n".join(blocks)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return (
        "\n".join(f"| {' | '.join(cells)} |" for cells in lines).replace("| --- |", "|---|").replace(" --- |", "---|")
    )


def _part_row(part: PlacedPart) -> tuple[str, str, str]:
    pins = part.pins()
    if len(pins) > 10:
        holes = f"{pins[0][0]} in {pins[0][1]}, to {max(hole for _, hole in pins)}"
    else:
        holes = ", ".join(f"{contact} {hole}" for contact, hole in pins)
    return (
        part.name,
        part.footprint.title.partition(",")[0] if part.footprint.kind == "key" else part.footprint.title,
        holes,
    )


def _jumpers(plan: Plan) -> str:
    pins = dict(plan.part("header").pins())
    rows = [(signal, str(pins[signal]), where) for signal, where in jumper_ends(plan)]
    return _table(("Pin of the header", "Hole", "Jumper wire to the Pi's header"), rows)


def _wire_rows(plan: Plan) -> list[tuple[str, ...]]:
    names = colours(plan)
    return [
        (
            str(number),
            net,
            said_route(wire).replace(" - ", "-"),
            _kind(wire, names[net][0]),
        )
        for number, (net, wire) in enumerate(zip(wire_nets(plan), plan.wires, strict=True), start=1)
    ]


def _kind(wire: PlanWire, colour: str) -> str:
    """What is unusual of a wire: most are bare, at the bottom side."""
    usual = "" if wire.side == "bottom" else f"{wire.side}, "
    return f"{usual}insulated, {colour}" if wire.insulated else f"{usual}bare" if usual else ""


def _silent(plan: Plan) -> str:
    """Supplies among each other, and nets that lie side by side, with the holes to look at."""
    supplies = [name for name in connections(plan) if name in SUPPLIES]
    pairs = dict.fromkeys(" to ".join(pair) for pair in combinations(supplies, 2))
    beside = [f"{one} to {other} ({a}, {b})" for (one, other), (a, b) in side_by_side(plan).items()]
    return f"{', '.join(pairs)}; and what lies side by side, where solder may have run: {', '.join(beside)}."


def _beeps(plan: Plan) -> list[tuple[str, ...]]:
    """For every net the first hole of each of its contacts."""
    pins: dict[tuple[str, str], str] = {}
    for part in plan.parts:
        for contact, hole in part.pins():
            pins.setdefault((part.name, contact), f"{part.name} {contact} {hole}")
    return [(name, ", ".join(pins[end] for end in sorted(ends))) for name, ends in connections(plan).items()]
