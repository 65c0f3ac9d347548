"""hardware/docs/case.md says and shows what the files are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hardware.case.part_sizes import shipped_sizes
from hardware.case.variants import piece_texts
from tests.case.case_pages import DIGESTS, LARGEST, PAGE, PICTURES, between, digests, print_table, sheets
from tests.case.mesh_checks import BRIDGE
from tests.case.openscad import needs_openscad, stl_of

TEXT = PAGE.read_text(encoding="utf-8")


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
def test_the_weights_are_those_of_the_pieces(tmp_path: Path) -> None:
    texts = piece_texts(shipped_sizes())
    for row in between(TEXT, "prints").splitlines()[2:]:
        name = re.findall(r"`([\w-]+)`", row)[0]
        for piece in (f"{name}-base", f"{name}-lid-1" if name.startswith("pod") else f"{name}-lid", "key-cap"):
            (tmp_path / f"{piece}.stl").write_bytes(stl_of(piece, texts[piece]).read_bytes())
    now, told = print_table(tmp_path).splitlines(), between(TEXT, "prints").splitlines()
    assert len(now) == len(told)
    for mine, theirs in zip(now[2:], told[2:], strict=True):
        here, there = mine.split("|"), theirs.split("|")
        assert (here[1], here[-2]) == (there[1], there[-2])
        assert abs(int(here[4]) - int(there[4])) <= 1
