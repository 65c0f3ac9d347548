"""hardware/docs/case.md says and shows what the files are."""

from __future__ import annotations

import json
import re

import pytest

from hardware.case.part_sizes import shipped_sizes, size_table
from tests.case.case_pages import DIGESTS, LARGEST, PAGE, PICTURES, between, digests, print_table, sheets
from tests.case.mesh_checks import BRIDGE
from tests.case.openscad import needs_openscad, piece, workshop

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_table_of_dimensions_is_the_files_own() -> None:
    assert between(TEXT, "sizes") == size_table(shipped_sizes()), "python -m tests.case.case_pages writes it anew"


def test_every_picture_is_shown_is_small_and_shows_the_cases_as_they_are() -> None:
    shown = set(re.findall(r"\(case/([\w-]+)\.png\)", TEXT))
    assert shown == set(sheets())
    assert {path.stem for path in PICTURES.glob("*.png")} == shown
    assert all(path.stat().st_size <= LARGEST for path in PICTURES.glob("*.png"))
    told = "make case; python -m tests.case.case_pages"
    assert json.loads(DIGESTS.read_text(encoding="utf-8")) == digests(), f"these pictures are old: {told}"


def test_a_dimension_that_the_page_names_is_one_to_change() -> None:
    sizes = shipped_sizes()
    named = re.findall(r"`(\w+)\.(\w+)`", TEXT)
    assert len(named) > 20
    assert [(part, size) for part, size in named if part in sizes.parts and size not in sizes[part].sizes] == []


def test_the_longest_bridge_is_stated() -> None:
    assert f"{BRIDGE:.0f} mm at most (the jumper wires' outlet" in " ".join(TEXT.split())
    longest = max(max(port.width for port in part.ports) for part in shipped_sizes() if part.ports)
    assert f"{longest:.0f} mm at the ports of a Pi" in TEXT


@needs_openscad
@pytest.mark.long
def test_the_weights_are_those_of_the_pieces() -> None:
    for row in between(TEXT, "prints").splitlines()[2:]:
        name = re.findall(r"`([\w-]+)`", row)[0]
        for piece_name in (f"{name}-base", f"{name}-lid-1" if name.startswith("pod") else f"{name}-lid", "key-cap"):
            piece(piece_name)
    now, told = print_table(workshop()), between(TEXT, "prints")
    assert [row.split("|")[1] for row in now.splitlines()] == [row.split("|")[1] for row in told.splitlines()]
    assert [row.split("|")[-2] for row in now.splitlines()] == [row.split("|")[-2] for row in told.splitlines()]
    for mine, theirs in zip(now.splitlines()[2:], told.splitlines()[2:], strict=True):
        here, there = (int(row.split("|")[4]) for row in (mine, theirs))
        assert abs(here - there) <= 1
