"""The dimensions of the parts: what is refused, and that they are the same ones as the perfboards'."""

from __future__ import annotations

from importlib.resources import files

import pytest

from hardware.case.geometry.part_solids import DISPLAYS
from hardware.case.part_sizes import PartSizesError, read_sizes, shipped_sizes
from hardware.perfboard.footprints import footprints

TEXT = (files("hardware") / "case" / "parts.toml").read_text(encoding="utf-8")


def problems(old: str, new: str) -> list[str]:
    assert old in TEXT
    with pytest.raises(PartSizesError) as refused:
        read_sizes(TEXT.replace(old, new, 1), "parts.toml")
    assert str(refused.value).startswith("parts.toml cannot be used:\n")
    return [str(problem) for problem in refused.value.problems]


def test_every_dimension_has_a_source_or_is_measured_or_chosen() -> None:
    sizes = [size for part in shipped_sizes() for size in part.sizes.values()]
    assert {size.origin for size in sizes} == {"source", "measure", "design"}
    assert all(size.note for size in sizes if size.origin != "measure")
    assert len(sizes) > 100


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "thickness = { mm = 1.6, measure = true",
            "thickness = { mm = 1.6",
            "perfboard.thickness: expected one of source",
        ),
        (
            "thickness = { mm = 1.6, measure = true",
            "thickness = { mm = 1.6, measure = false",
            "perfboard.thickness.measure",
        ),
        (
            "{ mm = 51.0, source",
            '{ mm = 51.0, design = "so", source',
            "pico.length: expected one of source, measure and design, found 2",
        ),
        ("{ mm = 51.0, source", '{ mm = "51", source', "pico.length.mm: expected millimetres"),
        ("{ mm = 51.0, source", "{ mm = -51.0, source", "pico.length.mm: expected millimetres"),
        ("{ mm = 51.0, source", "{ mm = 510.0, source", "pico.length.mm: expected millimetres"),
        ("{ mm = 51.0, source", "{ mm = nan, source", "pico.length.mm: expected millimetres"),
        ("{ mm = 51.0, source", "{ mm = true, source", "pico.length.mm: expected millimetres"),
        ("{ mm = 51.0, source", "{ inch = 2.0, mm = 51.0, source", "pico.length.inch: unknown key"),
        ("[knob]", "[nob]", 'nob: unknown key (did you mean "knob"?)'),
        ("bore = { mm = 12.0, measure", "bone = { mm = 12.0, measure", 'knob.bone: unknown key (did you mean "bore"?)'),
        ('side = "front", at = 10.6', 'side = "back", at = 10.6', "pi_3.ports[1].side: expected one of"),
        ('side = "front", at = 10.6, ', 'side = "front", ', "pi_3.ports[1].at: missing"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_place(old: str, new: str, said: str) -> None:
    assert any(problem.startswith(said) for problem in problems(old, new)), problems(old, new)


def test_what_is_not_toml_is_said() -> None:
    with pytest.raises(PartSizesError, match="this is not TOML"):
        read_sizes("[pico", "parts.toml")


@pytest.mark.parametrize(("kind", "part"), [("pico", "pico"), ("pico", "pico_w"), ("rp2040_zero", "rp2040_zero")])
def test_microcontrollers_are_as_large_as_on_the_perfboard(kind: str, part: str) -> None:
    body, size = footprints()[kind].body, shipped_sizes()[part]
    assert body.right - body.left == pytest.approx(size["width"])
    assert body.bottom - body.top == pytest.approx(size["length"] + size["overhang"], abs=0.5)


@pytest.mark.parametrize(("kind", "part"), DISPLAYS.items())
def test_displays_are_as_large_as_on_the_perfboard(kind: str, part: str) -> None:
    body, size = footprints()[kind].body, shipped_sizes()[part]
    assert (body.right - body.left, body.bottom - body.top) == pytest.approx((size["width"], size["length"]))


def test_a_switch_is_as_wide_as_on_the_perfboard() -> None:
    body, size = footprints()["key"].body, shipped_sizes()["key"]
    assert (body.right - body.left, body.bottom - body.top) == pytest.approx((size["width"], size["width"]))
