"""Pictures of the cases: every piece, every case closed, open and exploded, and a pod's assembly step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hardware.case.geometry.part_solids import Solid, cap_heights
from hardware.case.scad_text import USING_SHELL, lid_call, solid_text, written
from hardware.case.variants import CAP, PODS, Variant

_BASE, _LID, _RELIEF, _CAP = "#8a5a3c", "#d98a5a", "#3a2418", "#f0c060"
FROM_FRONT = (58.0, 0.0, 20.0)
FROM_BEHIND = (58.0, 0.0, 205.0)
FROM_ABOVE = (25.0, 0.0, 0.0)


class Scene(NamedTuple):
    """A picture's name, its OpenSCAD text, and the camera's turn."""

    name: str
    text: str
    camera: tuple[float, float, float]


def piece_scene(name: str) -> Scene:
    """One piece as it lies on the bed."""
    return Scene(name, _printed(name, 0.0, _LID), (45.0, 0.0, 20.0))


def _printed(name: str, z: float, colour: str, x: float = 0.0, y: float = 0.0) -> str:
    return f"color({written(colour)}) translate({written((x, y, z))}) import({written(name + '.stl')});\n"


def _lid(variant: Variant, name: str, z: float) -> str:
    """A lid with its relief in another colour, as a pause for another filament at that height gives it."""
    relief = lid_call("lid_relief", variant.layout, variant.openings, variant.sizes, variant.mark(name))
    return USING_SHELL + _printed(name, z, _LID) + f"color({written(_RELIEF)}) translate({written((0, 0, z))}) {relief}"


def _caps(variant: Variant, z: float) -> str:
    foot = variant.layout.board[2] + cap_heights(variant.sizes)[0]
    places = [solid.centre for solid in variant.layout.solids if solid.name.endswith(", foot")]
    return "".join(_printed(CAP, foot + z, _CAP, x, y) for x, y in places)


def _solids(variant: Variant, z: float, wanted: Callable[[Solid], bool]) -> str:
    return "".join(solid_text(one.moved(0.0, 0.0, z)) for one in variant.layout.solids if wanted(one))


def _is_cap(solid: Solid) -> bool:
    return solid.name.startswith("cap of")


def _over_lid(solid: Solid) -> bool:
    return solid.name.startswith(("knob of", "head M3"))


def _cable(solid: Solid) -> bool:
    return solid.name == "USB plug"


def _clamp(solid: Solid) -> bool:
    return solid.name.startswith("head M2.5")


def _on_board(solid: Solid) -> bool:
    return not (_is_cap(solid) or _over_lid(solid) or _cable(solid) or _clamp(solid))


def _later(solid: Solid) -> bool:
    """What is put on after the sockets and the low parts."""
    names = ("PEEK", "BACK", "OK", "UP", "DOWN", "encoder", "display", "picture", "board", "USB", "bushing", "shaft")
    return solid.name.startswith(names)


def case_scenes(variant: Variant) -> Iterator[Scene]:
    """A case closed, closed from behind, open, and exploded, with its first lid; and every lid from above."""
    name, lid_at, lid = variant.name, variant.layout.lid_at, variant.lids[0]
    for one in variant.lids:
        yield Scene(f"{one}-above", _lid(variant, one, 0.0), FROM_ABOVE)
    base = _printed(variant.base, 0.0, _BASE)
    closed = (
        base + _lid(variant, lid, lid_at) + _caps(variant, 0.0) + _solids(variant, 0.0, lambda one: not _is_cap(one))
    )
    yield Scene(f"{name}-closed", closed, FROM_FRONT)
    yield Scene(f"{name}-behind", closed, FROM_BEHIND)
    inside = _solids(variant, 0.0, lambda one: not (_is_cap(one) or _over_lid(one)))
    yield Scene(f"{name}-open", base + inside + _caps(variant, 0.0), FROM_ABOVE)
    apart = (
        base
        + _solids(variant, 35.0, _on_board)
        + _solids(variant, 50.0, _clamp)
        + _caps(variant, 50.0)
        + _lid(variant, lid, lid_at + 75.0)
        + _solids(variant, 90.0, _over_lid)
    )
    yield Scene(f"{name}-exploded", apart, (70.0, 0.0, 20.0))


def step_scenes(variant: Variant) -> Iterator[Scene]:
    """A pod's assembly, a picture a step."""
    name, lid_at, lid = variant.name, variant.layout.lid_at, variant.lids[0]
    base = _printed(variant.base, 0.0, _BASE)
    board = _solids(variant, 0.0, _on_board)
    yield Scene(f"{name}-step-1", _solids(variant, 0.0, lambda one: _on_board(one) and not _later(one)), FROM_FRONT)
    yield Scene(f"{name}-step-2", board, FROM_FRONT)
    yield Scene(f"{name}-step-3", base + _solids(variant, 25.0, _on_board) + _solids(variant, 40.0, _clamp), FROM_FRONT)
    held = base + board + _solids(variant, 0.0, _clamp)
    yield Scene(f"{name}-step-4", held + _solids(variant, 0.0, _cable), FROM_BEHIND)
    held += _caps(variant, 0.0)
    lifted = held + _lid(variant, lid, lid_at + 30.0) + _solids(variant, 45.0, lambda one: one.name == "head M3")
    yield Scene(f"{name}-step-5", lifted, FROM_FRONT)
    shut = held + _lid(variant, lid, lid_at) + _solids(variant, 0.0, lambda one: one.name == "head M3")
    yield Scene(f"{name}-step-6", shut + _solids(variant, 12.0, lambda one: one.name.startswith("knob")), FROM_FRONT)


def scenes(variant: Variant) -> tuple[Scene, ...]:
    """Every picture of a case; the steps for pods."""
    return (*case_scenes(variant), *(step_scenes(variant) if variant.name in PODS else ()))
