"""Find the wires of a plan: bare on the bottom where that goes without crossing, else insulated on the top side, else
insulated on the bottom. The result is written into the plan's file, so that nobody's board changes by itself.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple

from hardware.perfboard.connections import SUPPLIES, connections
from hardware.perfboard.copper import lying_on, wire_nets
from hardware.perfboard.footprints import Hole
from hardware.perfboard.plan_files import Plan, PlanWire, Side

Layer = Literal["bare", "top", "below"]
"""Bare on the bottom, insulated on the top side, insulated on the bottom."""

_ENTRY = {"bare": 0.0, "top": 5.0, "below": 9.0}
_STEP = {"bare": 1.0, "top": 0.8, "below": 0.9}
_BEND = {"bare": 0.4, "top": 1.5, "below": 1.5}
_BESIDE = 4.0  # for a stretch where a wire of this side lies already
_OVER_PIN = 5.0  # for insulated wire over a pin of another net, which looks as if it were soldered there
_DIRECTIONS = (Hole(1, 0), Hole(-1, 0), Hole(0, 1), Hole(0, -1))


class Spot(NamedTuple):
    """Where the search is: hole, layer, and the direction it came from."""

    hole: Hole
    layer: Layer
    direction: Hole


@dataclass
class _Field:
    """What stands on the board, and the wires found so far."""

    plan: Plan
    pins: dict[Hole, str]  # net of every pin's hole, or a name of its own for one that has none
    drilled: set[Hole]
    covered: set[Hole]
    bare: dict[Hole, str] = field(default_factory=dict)  # net of every hole that copper lies on
    stretches: set[frozenset[Hole]] = field(default_factory=set)  # pairs of holes with bare wire between them
    insulated: Counter[tuple[str, frozenset[Hole]]] = field(default_factory=Counter)

    def open(self, hole: Hole, layer: Layer, net: str) -> bool:
        """Whether a wire of this net may pass here."""
        if not self.plan.perfboard.holds(hole) or hole in self.drilled:
            return False
        if layer == "below":
            return True
        if layer == "top":
            return hole not in self.pins and hole not in self.covered
        return self.pins.get(hole, net) == net and self.bare.get(hole, net) == net

    def may_change(self, hole: Hole, layer: Layer, net: str) -> bool:
        """Whether an insulated wire of this layer may end here."""
        if layer == "top" and (hole in self.pins or hole in self.covered):
            return False
        return self.open(hole, "bare", net)


def routed(plan: Plan, tries: int = 60, seed: int = 1) -> tuple[PlanWire, ...]:
    """Wires for the parts of a plan (its own are not looked at): the best of `tries` orders of the nets."""
    chance = random.Random(seed)
    nets = _net_holes(plan)
    order = sorted(nets, key=lambda name: len(nets[name]))
    best: tuple[float, list[PlanWire]] | None = None
    for _ in range(tries):
        cost, wires = _one_try(plan, nets, order)
        if best is None or cost < best[0]:
            best, kept = (cost, wires), list(order)
        order = list(kept)
        for _ in range(chance.randint(1, 3)):
            order.insert(chance.randrange(len(order)), order.pop(chance.randrange(len(order))))
    return tuple(best[1]) if best else ()


def _net_holes(plan: Plan) -> dict[str, list[list[Hole]]]:
    """For every net the groups of holes that its parts join inside."""
    holes: dict[tuple[str, str], list[Hole]] = {}
    for part in plan.parts:
        for contact, hole in part.pins():
            holes.setdefault((part.name, contact), []).append(hole)
    return {name: [holes[end] for end in sorted(ends)] for name, ends in connections(plan).items()}


def _one_try(plan: Plan, nets: dict[str, list[list[Hole]]], order: list[str]) -> tuple[float, list[PlanWire]]:
    owner = {hole: name for name, groups in nets.items() for group in groups for hole in group}
    field_ = _Field(
        plan,
        {hole: owner.get(hole, f"{part.name} {contact}") for part in plan.parts for contact, hole in part.pins()},
        {hole for part in plan.parts for hole in part.free()},
        {hole for hole in plan.perfboard.holes() if lying_on(plan, hole)},
    )
    total = 0.0
    wires: list[PlanWire] = []
    for name in order:
        waiting = list(nets[name])
        largest = max(waiting, key=lambda group: len(group))
        reached = set(largest)
        waiting.remove(largest)
        while waiting:
            cost, path = _search(field_, name, reached, {hole for group in waiting for hole in group})
            total += cost
            wires += _laid(field_, name, path)
            reached |= {spot.hole for spot in path if field_.bare.get(spot.hole) == name}
            end = path[-1].hole
            group = next(group for group in waiting if end in group)
            waiting.remove(group)
            reached |= set(group)
    return total, wires


def _search(field_: _Field, net: str, sources: set[Hole], goals: set[Hole]) -> tuple[float, list[Spot]]:
    """Cheap way from what the net has to one of the goals; not always the cheapest one, since bends cost, too."""
    left, right = min(hole.column for hole in goals), max(hole.column for hole in goals)
    top, bottom = min(hole.row for hole in goals), max(hole.row for hole in goals)

    def at_least(hole: Hole) -> float:
        return 0.8 * (max(left - hole.column, 0, hole.column - right) + max(top - hole.row, 0, hole.row - bottom))

    queue: list[tuple[float, int, float, Spot, Spot | None]] = []
    count = 0
    for hole in sorted(sources):
        heapq.heappush(queue, (at_least(hole), count := count + 1, 0.0, Spot(hole, "bare", Hole(0, 0)), None))
    came: dict[tuple[Hole, Layer], tuple[Spot, Spot | None]] = {}
    while queue:
        _, _, cost, spot, before = heapq.heappop(queue)
        if spot[:2] in came:
            continue
        came[spot.hole, spot.layer] = (spot, before)
        if spot.layer == "bare" and spot.hole in goals:
            return cost, _traced(came, spot)
        for price, following in _moves(field_, net, spot):
            if following[:2] not in came:
                guess = cost + price + at_least(following.hole)
                heapq.heappush(queue, (guess, count := count + 1, cost + price, following, spot))
    raise ValueError(f"{field_.plan.name}: no way for {net}")


def _moves(field_: _Field, net: str, spot: Spot) -> Iterator[tuple[float, Spot]]:
    for step in _DIRECTIONS:
        hole = Hole(spot.hole.column + step.column, spot.hole.row + step.row)
        if spot.direction == (-step.column, -step.row) or not field_.open(hole, spot.layer, net):
            continue
        price = _STEP[spot.layer] + (_BEND[spot.layer] if spot.direction not in ((0, 0), step) else 0.0)
        if spot.layer != "bare":
            pair = frozenset((spot.hole, hole))
            price += _BESIDE * (
                field_.insulated[spot.layer, pair] + (spot.layer == "below" and pair in field_.stretches)
            )
            price += _OVER_PIN * (field_.pins.get(hole, net) != net)
        yield price, Spot(hole, spot.layer, step)
    layers: tuple[Layer, ...] = ("top", "below") if spot.layer == "bare" else ("bare",)
    for layer in layers:
        if field_.may_change(spot.hole, layer if spot.layer == "bare" else spot.layer, net):
            yield _ENTRY[layer] + 0.01, Spot(spot.hole, layer, Hole(0, 0))


def _traced(came: dict[tuple[Hole, Layer], tuple[Spot, Spot | None]], spot: Spot) -> list[Spot]:
    path = [spot]
    while (before := came[path[-1].hole, path[-1].layer][1]) is not None:
        path.append(before)
    return path[::-1]


def _laid(field_: _Field, net: str, path: list[Spot]) -> Iterator[PlanWire]:
    """The wires of a way, entered into the field: one for each stretch on a layer."""
    stretch = [path[0]]
    for before, spot in pairwise([*path, Spot(path[-1].hole, "bare", Hole(9, 9))]):
        if spot.layer == before.layer and spot.hole != before.hole:
            stretch.append(spot)
            continue
        if len(stretch) > 1:
            yield _wire(field_, net, [one.hole for one in stretch], stretch[0].layer)
        stretch = [spot]


def _wire(field_: _Field, net: str, holes: list[Hole], layer: Layer) -> PlanWire:
    if layer == "bare":
        field_.bare |= dict.fromkeys(holes, net)
        field_.stretches.update(frozenset(pair) for pair in pairwise(holes))
    else:
        field_.bare |= {holes[0]: net, holes[-1]: net}
        field_.insulated.update((layer, frozenset(pair)) for pair in pairwise(holes))
    corners = [
        hole
        for before, hole, after in zip(holes, holes[1:], holes[2:], strict=False)
        if (hole.column - before.column, hole.row - before.row) != (after.column - hole.column, after.row - hole.row)
    ]
    side: Side = "top" if layer == "top" else "bottom"
    return PlanWire(side, (holes[0], *corners, holes[-1]), layer != "bare")


def in_order(plan: Plan) -> tuple[PlanWire, ...]:
    """A plan's wires in the order of soldering: those on the top side, which lie under parts; bare ones; insulated ones
    over these. Within each, ground and the supplies come first, then net by net.
    """
    nets = dict(zip(plan.wires, wire_nets(plan), strict=True))
    names = [*SUPPLIES, *connections(plan)]

    def rank(wire: PlanWire) -> tuple[bool, bool, int, tuple[Hole, ...]]:
        return wire.side == "bottom", wire.insulated, names.index(nets[wire]), wire.route

    return tuple(sorted(plan.wires, key=rank))


def wires_as_toml(wires: tuple[PlanWire, ...]) -> str:
    """Wires as they stand in a plan's file."""
    blocks = []
    for wire in wires:
        route = ", ".join(f'"{hole}"' for hole in wire.route)
        insulated = "insulated = true\n" if wire.insulated else ""
        blocks.append(f'[[wire]]\nside = "{wire.side}"\n{insulated}route = [{route}]\n')
    return "\n".join(blocks)
