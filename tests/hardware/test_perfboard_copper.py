"""Every wire of the plans is followed from part to pin, and a plan with a mistake in it is found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, groupby, pairwise

import pytest

from hardware.perfboard import connections
from hardware.perfboard.connections import jumper_ends, panel_place
from hardware.perfboard.copper import faults, wire_nets
from hardware.perfboard.drawing import colours
from hardware.perfboard.footprints import Hole, Outline
from hardware.perfboard.plan_files import Plan, PlanWire, plan_names, read_plan
from hardware.perfboard.wire_router import in_order, routed, wires_as_toml
from hardware.wire_lists import place_wires, pod_wires
from hardware.wiring_conflicts import POSITIONS

PLANS = {name: read_plan(name) for name in plan_names()}
BY_NAME = pytest.mark.parametrize("name", PLANS)
PICO = PLANS["pod-pico"]


def reached(plan: Plan, start: Hole) -> set[Hole]:
    """Every hole that a current from `start` comes to: along wires and through parts, not through open switches."""
    seen, waiting = set(), [start]
    while waiting:
        hole = waiting.pop()
        if hole in seen:
            continue
        seen.add(hole)
        for wire in plan.wires:
            if hole in wire.contacts():
                waiting += wire.contacts()
        for part in plan.parts:
            here = {contact for contact, own in part.pins() if own == hole}
            waiting += [own for contact, own in part.pins() if contact in here]
    return seen


def hole_of(plan: Plan, part: str, contact: str) -> Hole:
    return next(hole for name, hole in plan.part(part).pins() if name == contact)


@BY_NAME
def test_nothing_is_wrong_with_it(name: str) -> None:
    """A plan with a stale route is named here: python -m hardware.perfboard --route NAME."""
    assert [str(fault) for fault in faults(PLANS[name])] == []


def followed(plan: Plan, part: str, contact: str) -> set[Hole]:
    """From a contact of the wire list on; a colour of the light goes through its resistor."""
    if part == "key":
        return reached(plan, hole_of(plan, contact, "pin"))
    here = reached(plan, hole_of(plan, part, contact))
    if part == "light" and contact in ("red", "green", "blue"):
        assert hole_of(plan, f"R {contact}", "2") in here
        return reached(plan, hole_of(plan, f"R {contact}", "1"))
    return here


@pytest.mark.parametrize("name", [name for name, plan in PLANS.items() if plan.board])
def test_every_connection_of_a_pod_leads_from_part_to_pin(name: str) -> None:
    plan = PLANS[name]
    pins = [(contact, hole) for contact, hole in plan.part("board").pins() if contact.startswith("GP")]
    for part, contact, pin in pod_wires(plan.board):
        if part not in plan.part("board").footprint.own:
            holes = followed(plan, part, contact)
            assert [own for own, hole in pins if hole in holes] == [f"GP{pin}"], (part, contact)
    assert "light" in plan.part("board").footprint.own or any(part.name == "light" for part in plan.parts)


@pytest.mark.parametrize("name", [name for name, plan in PLANS.items() if plan.profile])
def test_every_connection_of_a_panel_leads_from_part_to_the_pis_header(name: str) -> None:
    plan = PLANS[name]
    ends = dict(jumper_ends(plan))
    multiplexed = getattr(panel_place(plan).oled, "mux", None)
    for part, contact, pin in place_wires(panel_place(plan)):
        holes = followed(plan, part, contact)
        (signal,) = [signal for signal, hole in plan.part("header").pins() if hole in holes]
        if part == "display" and multiplexed is not None:
            assert ends[signal] == f"{contact[:2]}{multiplexed} of the multiplexer"
        else:
            assert ends[signal] == f"position {POSITIONS[pin]}"


@BY_NAME
def test_every_part_has_its_ground_and_its_supply(name: str) -> None:
    plan = PLANS[name]
    source = "header" if plan.profile else "board"
    for supply in ("GND", "3V3", "5V"):
        needing = [
            (part.name, hole) for part in plan.parts for contact, hole in part.pins() if contact.split()[-1] == supply
        ]
        if len({part for part, _ in needing}) > 1:
            here = reached(plan, hole_of(plan, source, supply))
            assert [(part, str(hole)) for part, hole in needing if hole not in here] == []


@BY_NAME
def test_no_two_bare_wires_of_different_nets_meet_on_either_side(name: str) -> None:
    plan = PLANS[name]
    nets = wire_nets(plan)
    bare = [(net, set(wire.passed())) for net, wire in zip(nets, plan.wires, strict=True) if not wire.insulated]
    assert len(bare) > 5
    for (first, one), (second, other) in combinations(bare, 2):
        assert first == second or not one & other


@BY_NAME
def test_no_hole_has_two_parts_and_no_part_is_hidden(name: str) -> None:
    plan = PLANS[name]
    holes = [hole for part in plan.parts for _, hole in part.pins()]
    assert len(holes) == len(set(holes))
    for one, other in combinations(plan.parts, 2):
        a, b = one.body(plan.perfboard), other.body(plan.perfboard)
        assert a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top, (one.name, other.name)


def test_the_three_pods_have_the_same_places() -> None:
    """The openings of the case are the same but for the size of the display."""
    pods = [plan for plan in PLANS.values() if plan.board]
    for name in ("OK", "BACK", "PEEK", "encoder", "buzzer", "display"):
        assert len({plan.part(name).at for plan in pods}) == 1, name


@BY_NAME
def test_the_plug_reaches_the_far_edge_and_the_knob_the_players_side(name: str) -> None:
    plan = PLANS[name]
    if plan.board:
        assert plan.part("board").body(plan.perfboard).top < 1.0
        peek, display = plan.part("PEEK").centre(plan.perfboard), plan.part("display").body(plan.perfboard)
        assert peek[0] < (display.left + display.right) / 2
        assert peek[1] > display.bottom
        assert plan.part("encoder").centre(plan.perfboard)[1] > plan.perfboard.height - 10


def changed(number: int, wire: PlanWire | None) -> Plan:
    wires = list(PICO.wires)
    wires[number : number + 1] = [wire] if wire else []
    return replace(PICO, wires=tuple(wires))


@pytest.mark.parametrize("number", range(0, len(PICO.wires), 3))
def test_a_missing_wire_is_found(number: int) -> None:
    assert any("pieces" in str(fault) for fault in faults(changed(number, None)))


def swapped() -> Plan:
    """Two keys' wires end in each other's pin of the board."""
    wires = list(PICO.wires)
    first, second = (
        next(n for n, wire in enumerate(wires) if hole in (wire.route[0], wire.route[-1]))
        for hole in (hole_of(PICO, "board", "GP10"), hole_of(PICO, "board", "GP11"))
    )
    for number, wrong in ((first, "GP11"), (second, "GP10")):
        holes = [hole_of(PICO, "board", pin) for pin in ("GP10", "GP11")]
        route = tuple(hole_of(PICO, "board", wrong) if hole in holes else hole for hole in wires[number].route)
        wires[number] = PlanWire(wires[number].side, route, insulated=True)
    return replace(PICO, wires=tuple(wires))


def added(wire: PlanWire) -> Plan:
    return replace(PICO, wires=(*PICO.wires, wire))


def crossing() -> Plan:
    """A bare wire straight across another one, from the pin of one key to nowhere."""
    wire = next(wire for wire in PICO.wires if not wire.insulated and len(wire.passed()) > 4 and wire.side == "bottom")
    hole, after = next(
        (hole, after)
        for before, hole, after in zip(wire.passed(), wire.passed()[1:], wire.passed()[2:], strict=False)
        if before.column == after.column or before.row == after.row
    )
    step = (after.row - hole.row, after.column - hole.column)
    ends = [Hole(hole.column + sign * step[0], hole.row + sign * step[1]) for sign in (-1, 1)]
    return added(PlanWire("bottom", tuple(ends)))


def over(column: int, row: int, last: int, side: str = "bottom") -> Plan:
    return added(PlanWire(side, (Hole(column, row), Hole(last, row)), insulated=True))


def without_resistor() -> Plan:
    return replace(PICO, parts=tuple(part for part in PICO.parts if part.name != "R red"))


def between(first: tuple[str, str], second: tuple[str, str], side: str = "bottom") -> Plan:
    return added(PlanWire(side, (hole_of(PICO, *first), hole_of(PICO, *second)), insulated=True))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (swapped, "is connected to"),
        (crossing, "leads nowhere"),
        (lambda: between(("OK", "pin"), ("BACK", "pin")), "GP11: is connected to GP10"),
        (lambda: between(("board", "3V3"), ("board", "GND")), "3V3: is connected to GND"),
        (lambda: between(("board", "GP22"), ("OK", "pin")), "GP10: is connected to board GP22"),
        (lambda: between(("encoder", "lug"), ("OK", "GND")), "GND: is connected to encoder lug"),
        (lambda: between(("OK", "GND"), ("BACK", "GND")), "connects nothing that is not connected without it"),
        (lambda: between(("OK", "GND"), ("BACK", "GND"), "top"), "passes the pin in Y16 on the top side"),
        (lambda: over(26, 20, 22), "passes U27, which a drill may take away"),
        (lambda: over(17, 22, 18, "top"), 'passes W18, which "OK" lies on'),
        (lambda: added(next(wire for wire in PICO.wires if not wire.insulated)), "lies on wire"),
        (without_resistor, 'no contact "1" of a part "R red"'),
        (lambda: replace(PICO, board="pico_w"), 'there is no contact "data" of a part "light"'),
        (lambda: replace(PICO, board="rp2040_zero"), "is in 2 pieces"),
    ],
)  # fmt: skip
def test_a_mistake_is_found(wrong: Callable[[], Plan], said: str) -> None:
    found = [str(fault) for fault in faults(wrong())]
    assert any(said in fault for fault in found), found


def test_a_crossing_of_bare_wires_is_a_short() -> None:
    """Where the crossing wire has a net of its own."""
    free = [wire for wire in PICO.wires if not wire.insulated]
    nets = dict(zip(PICO.wires, wire_nets(PICO), strict=True))
    target = next(wire for wire in free if nets[wire] == "GP10")
    hole = target.passed()[1]
    plan = added(PlanWire("bottom", (hole, Hole(hole.column, hole_of(PICO, "BACK", "pin").row))))
    end = PlanWire("bottom", (plan.wires[-1].route[-1], hole_of(PICO, "BACK", "pin")), True)
    plan = replace(plan, wires=(*plan.wires, end))
    assert any("is connected to" in str(fault) for fault in faults(plan))


def test_a_headers_signals_in_another_order_make_the_routes_stale() -> None:
    plan = PLANS["panel-pi-5"]
    header = plan.part("header")
    first, second, *rest = header.signals
    for signals in ((second, first, *rest), ("5V", second, *rest)):
        parts = tuple(replace(part, signals=signals) if part is header else part for part in plan.parts)
        assert faults(replace(plan, parts=parts))


def test_a_changed_pin_of_a_board_makes_the_routes_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = [(part, contact, 22 if pin == 10 else pin) for part, contact, pin in pod_wires("pico")]
    monkeypatch.setattr(connections, "pod_wires", lambda _: moved)
    assert any(str(fault).startswith("GP22: is in 2 pieces") for fault in faults(PICO))


def test_new_wires_are_right_and_come_in_the_order_of_soldering() -> None:
    plan = PLANS["panel-pi-panel"]
    new = replace(plan, wires=routed(replace(plan, wires=()), tries=1))
    assert faults(new) == []
    ordered = replace(new, wires=in_order(new))
    assert sorted(ordered.wires, key=str) == sorted(new.wires, key=str)
    bare = [net for net, wire in zip(wire_nets(ordered), ordered.wires, strict=True) if not wire.insulated]
    assert bare[0] == "GND"
    assert len(list(groupby(bare))) == len(set(bare))
    assert wires_as_toml(new.wires).count("[[wire]]") == len(new.wires)


@BY_NAME
def test_the_wires_stand_in_the_order_of_soldering(name: str) -> None:
    assert PLANS[name].wires == in_order(PLANS[name])


@BY_NAME
def test_every_net_has_a_colour_of_its_own(name: str) -> None:
    used = set(wire_nets(PLANS[name]))
    assert len({value for net, (_, value) in colours(PLANS[name]).items() if net in used}) == len(used)


@BY_NAME
def test_the_screws_in_the_corners_have_room_for_their_heads(name: str) -> None:
    board = PLANS[name].perfboard
    for x in (board.corner, board.width - board.corner):
        for y in (board.corner, board.height - board.corner):
            head = Outline(x - 2.5, y - 2.5, x + 2.5, y + 2.5)
            assert [part.name for part in PLANS[name].parts if part.body(board).overlaps(head)] == []


def test_a_bare_wire_lies_on_every_pad_and_an_insulated_one_on_two() -> None:
    route = (Hole(1, 1), Hole(4, 1), Hole(4, 3))
    assert [str(hole) for hole in PlanWire("bottom", route).contacts()] == ["B2", "B3", "B4", "B5", "C5", "D5"]
    assert [str(hole) for hole in PlanWire("top", route, True).contacts()] == ["B2", "D5"]
    assert all(abs(a.row - b.row) + abs(a.column - b.column) == 1 for a, b in pairwise(PlanWire("top", route).passed()))
