"""The pictures of the plans, and the tables of their page `hardware/docs/perfboard.md`, between its marks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from hardware.perfboard.connections import connections, jumper_ends
from hardware.perfboard.copper import wire_nets
from hardware.perfboard.drawing import colours, drawn, said_route
from hardware.perfboard.drawing_shapes import png, svg
from hardware.perfboard.plan_files import PlacedPart, Plan, Side, plan_names, read_plan

DOCUMENTS = Path(__file__).parents[1] / "docs"
PAGE = DOCUMENTS / "perfboard.md"
PICTURES = DOCUMENTS / "perfboard"
SIDES: tuple[Side, ...] = ("top", "bottom")


def pictures(plan: Plan) -> dict[str, bytes]:
    """Every picture of a plan by its file name: both sides, each as SVG and as PNG."""
    files: dict[str, bytes] = {}
    for side in SIDES:
        drawing = drawn(plan, side)
        files[f"{plan.name}-{side}.svg"] = svg(drawing).encode()
        files[f"{plan.name}-{side}.png"] = png(drawing)
    return files


def filled(page: str) -> str:
    """The page with its tables written anew, between their marks. Raises ValueError where the marks are missing."""
    between = re.compile(r"(<!-- plans -->\n).*?(\n<!-- /plans -->)", re.S)
    if not between.search(page):
        raise ValueError(f"{PAGE.name} has no <!-- plans --> and <!-- /plans -->")
    tables = "\n\n".join(section(read_plan(name)) for name in plan_names())
    return between.sub(lambda found: f"{found[1]}{tables}{found[2]}", page)


def section(plan: Plan) -> str:
    """Headline, pictures and tables of one plan, as Markdown."""
    blocks = [
        f"### {plan.title}",
        f"Perfboard {plan.perfboard.title}, {plan.perfboard.columns} columns by {plan.perfboard.rows} rows.",
        *(f"![{plan.title}, {side} side](perfboard/{plan.name}-{side}.png)" for side in SIDES),
        _table(("Part", "What", "Holes"), [_part_row(part) for part in plan.parts]),
        *([_jumpers(plan)] if plan.profile else []),
        _table(("Wire", "Net", "Side", "Holes", "Kind"), _wire_rows(plan)),
        "Must beep, before power:",
        _table(("Net", "Touch both"), _beeps(plan)),
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
    return part.name, part.footprint.title, holes


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
            wire.side,
            said_route(wire),
            f"insulated, {names[net][0]}" if wire.insulated else "bare",
        )
        for number, (net, wire) in enumerate(zip(wire_nets(plan), plan.wires, strict=True), start=1)
    ]


def _beeps(plan: Plan) -> list[tuple[str, ...]]:
    """For every net the first hole of each of its contacts."""
    pins: dict[tuple[str, str], str] = {}
    for part in plan.parts:
        for contact, hole in part.pins():
            pins.setdefault((part.name, contact), f"{part.name} {contact} {hole}")
    return [(name, ", ".join(pins[end] for end in sorted(ends))) for name, ends in connections(plan).items()]
