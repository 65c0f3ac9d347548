"""Copper: follows every pad and wire of a plan and says what is not connected, or connected to what it must not be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import pairwise

from hardware.checking import ProfileProblem
from hardware.perfboard.connections import PartContact, connections
from hardware.perfboard.footprints import Hole
from hardware.perfboard.plan_files import Plan


class Copper:
    """What hangs together on a board: pads are plated through, so that a hole is one conductor on both sides."""

    def __init__(self, plan: Plan) -> None:
        self.terminals: dict[PartContact, list[Hole]] = defaultdict(list)
        for part in plan.parts:
            for contact, hole in part.pins():
                self.terminals[part.name, contact].append(hole)
        self._contacts = [wire.contacts() for wire in plan.wires]
        self._join_all()

    def _join_all(self, without: int | None = None) -> None:
        self._parent: dict[Hole, Hole] = {}
        for holes in self.terminals.values():
            self._join(holes)
        for number, contacts in enumerate(self._contacts):
            if number != without:
                self._join(contacts)

    def without(self, number: int) -> Copper:
        """The same board without one of its wires, counted from 0."""
        other = copy(self)
        other._join_all(number)
        return other

    def group(self, hole: Hole) -> Hole:
        """The same hole for all that hang together."""
        while (parent := self._parent.setdefault(hole, hole)) != hole:
            self._parent[hole] = self._parent[parent]
            hole = self._parent[hole]
        return hole

    def _join(self, holes: Iterable[Hole]) -> None:
        first, *others = holes
        for hole in others:
            self._parent[self.group(hole)] = self.group(first)

    def group_of(self, terminal: PartContact) -> Hole | None:
        """Group of a part's contact; None where there is no such contact."""
        holes = self.terminals.get(terminal)
        return self.group(holes[0]) if holes else None


def wire_nets(plan: Plan) -> list[str]:
    """The net of each wire, in the order of the wires; empty text for one that leads to none."""
    copper = Copper(plan)
    names = {copper.group_of(end): name for name, ends in connections(plan).items() for end in ends}
    return [names.get(copper.group(wire.route[0]), "") for wire in plan.wires]


def side_by_side(plan: Plan) -> dict[tuple[str, str], tuple[Hole, Hole]]:
    """Nets whose copper lies in neighbouring holes somewhere, where solder may bridge them: the first such place."""
    copper = Copper(plan)
    names = {copper.group_of(end): name for name, ends in connections(plan).items() for end in ends}
    laid = {hole for holes in copper.terminals.values() for hole in holes}
    laid |= {hole for wire in plan.wires for hole in wire.contacts()}
    found: dict[tuple[str, str], tuple[Hole, Hole]] = {}
    for hole in sorted(laid):
        for other in (Hole(hole.column + 1, hole.row), Hole(hole.column, hole.row + 1)):
            nets = [names.get(copper.group(one)) if one in laid else None for one in (hole, other)]
            if nets[0] and nets[1] and nets[0] != nets[1]:
                first, second = sorted((nets[0], nets[1]))
                found.setdefault((first, second), (hole, other))
    return found


def faults(plan: Plan) -> list[ProfileProblem]:
    """Everything wrong with the wires of a plan; empty for one that may be built."""
    return [*_nets(plan), *_ways(plan), *_useless(plan)]


def _nets(plan: Plan) -> Iterator[ProfileProblem]:
    """Each net is there exactly once, whole, and by itself."""
    copper = Copper(plan)
    nets = connections(plan)
    seen: dict[Hole, str] = {}
    for name, ends in nets.items():
        groups: dict[Hole, list[str]] = defaultdict(list)
        for part, contact in sorted(ends):
            group = copper.group_of((part, contact))
            if group is None:
                yield ProfileProblem(name, f'there is no contact "{contact}" of a part "{part}"', "place the part")
            else:
                groups[group].append(_said(copper, (part, contact)))
        if len(groups) > 1:
            pieces = "; ".join(", ".join(piece) for piece in groups.values())
            yield ProfileProblem(name, f"is in {len(groups)} pieces: {pieces}", "a wire is missing")
        for group in groups:
            if seen.setdefault(group, name) != name:
                yield ProfileProblem(name, f"is connected to {seen[group]}", "a wire touches what it must not")
    used = {end for ends in nets.values() for end in ends}
    for terminal in copper.terminals.keys() - used:
        if terminal[0] == "header":
            yield ProfileProblem("header", f'no part needs the signal "{terminal[1]}"', "another order of signals")
        elif (group := copper.group_of(terminal)) in seen:
            said = _said(copper, terminal)
            yield ProfileProblem(seen[group], f"is connected to {said}", "a wire touches what it must not")


def _said(copper: Copper, terminal: PartContact) -> str:
    holes = copper.terminals[terminal]
    return f"{terminal[0]} {terminal[1]} at {holes[0]}"


def _ways(plan: Plan) -> Iterator[ProfileProblem]:
    """A wire keeps clear of drills, on the top side of pins and of parts that lie flat, and of other bare wire."""
    drilled = {hole for part in plan.parts for hole in part.free()}
    lying: dict[tuple[str, frozenset[Hole]], int] = {}
    for number, wire in enumerate(plan.wires, start=1):
        path = f"wire[{number}]"
        way = wire.passed()
        for hole in way:
            if hole in drilled:
                yield ProfileProblem(path, f"passes {hole}, which a drill may take away")
        if wire.side == "top":
            yield from (ProfileProblem(path, said, "go round it, or below") for said in _under_parts(plan, way))
        for pair in [] if wire.insulated else pairwise(way):
            first = lying.setdefault((wire.side, frozenset(pair)), number)
            if first != number:
                yield ProfileProblem(path, f"lies on wire {first} from {pair[0]} to {pair[1]}")


def _under_parts(plan: Plan, way: Iterable[Hole]) -> Iterator[str]:
    """What of the parts is where a wire of the top side would be."""
    pins = {hole for part in plan.parts for _, hole in part.pins()}
    for hole in way:
        if hole in pins:
            yield f"passes the pin in {hole} on the top side"
        yield from (f'passes {hole}, which "{name}" lies on' for name in lying_on(plan, hole))


def lying_on(plan: Plan, hole: Hole) -> list[str]:
    """Names of the parts that lie flat over a hole."""
    x, y = plan.perfboard.millimetres(hole)
    bodies = [(part.name, part.body(plan.perfboard)) for part in plan.parts if not part.footprint.raised]
    return [name for name, body in bodies if body.left <= x <= body.right and body.top <= y <= body.bottom]


def _useless(plan: Plan) -> Iterator[ProfileProblem]:
    """Each wire is needed, and each of its ends leads somewhere."""
    copper = Copper(plan)
    joints = Counter(hole for part in plan.parts for _, hole in part.pins())
    joints.update(hole for wire in plan.wires for hole in set(wire.contacts()))
    for number, wire in enumerate(plan.wires):
        for end in (wire.route[0], wire.route[-1]):
            if joints[end] < 2:
                yield ProfileProblem(f"wire[{number + 1}]", f"its end in {end} leads nowhere")
        rest = copper.without(number)
        if len({rest.group(hole) for hole in wire.contacts() if joints[hole] > 1}) < 2:
            yield ProfileProblem(f"wire[{number + 1}]", "connects nothing that is not connected without it")
