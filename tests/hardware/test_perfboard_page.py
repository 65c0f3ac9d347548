"""The pictures and the page of the perfboards are what the plans say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from hardware.perfboard import __main__ as command
from hardware.perfboard.drawing import drawn
from hardware.perfboard.drawing_shapes import digest_of_png, drawing_digest, png, svg
from hardware.perfboard.footprints import Hole
from hardware.perfboard.plan_files import PlanWire, plan_names, read_plan
from hardware.perfboard.plan_page import PAGE, PICTURES, SIDES, filled, section, write_pictures

STALE = "make plans"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", plan_names())
def test_a_picture_is_drawn_from_its_plan(name: str, side: str) -> None:
    drawing = drawn(read_plan(name), side)
    assert (PICTURES / f"{name}-{side}.svg").read_text(encoding="utf-8") == svg(drawing), STALE
    with Image.open(PICTURES / f"{name}-{side}.png") as picture:
        assert digest_of_png(PICTURES / f"{name}-{side}.png") == drawing_digest(drawing), STALE
        assert picture.size == (round(drawing.width * 4) // 2, round(drawing.height * 4) // 2)


def test_no_picture_is_left_of_a_plan_that_is_gone() -> None:
    expected = {f"{name}-{side}.{kind}" for name in plan_names() for side in SIDES for kind in ("svg", "png")}
    assert {path.name for path in PICTURES.iterdir()} == expected


def test_the_page_has_the_tables_of_the_plans() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert filled(text) == text, STALE
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", line[4:].lower()).replace(" ", "-")
        for line in text.splitlines()
        if line[:4] == "### "
    }
    assert set(re.findall(r"\(#([^)]+)\)", text)) <= anchors | {"measure-before-power"}
    for link in re.findall(r"\]\((?!http|#)([^)#]+)", text):
        assert (PAGE.parent / link).exists(), link


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="has no <!-- parts -->"):
        filled("# A page\n")
    with pytest.raises(ValueError, match="has no <!-- plans -->"):
        filled("# A page\n\n<!-- parts -->\n\n<!-- /parts -->\n\n<!-- plans -->\n")


def test_a_table_says_what_must_beep_and_where_the_jumpers_go() -> None:
    text = section(read_plan("panel-pi-panel"))
    assert "| SD0 | I2 | SD0 of the multiplexer |" in text
    assert "| GPIO26 | K2 | position 37 |" in text
    assert "| GPIO26 | OK pin N18, header GPIO26 K2 |" in text
    silent = text.split("Must not beep: ")[1]
    assert silent.startswith("GND to 3V3; and")
    assert "SC0 to SD0 (H2, I2)" in silent


def test_both_sides_show_the_same_board_mirrored() -> None:
    plan = read_plan("pod-pico")
    sides = [ElementTree.fromstring(svg(drawn(plan, side))) for side in SIDES]
    width = float(sides[0].attrib["width"])
    places = [
        {text.text: float(text.attrib["x"]) for text in side.iter(f"{SVG}text") if text.text in ("OK", "PEEK", "board")}
        for side in sides
    ]
    assert set(places[0]) == {"OK", "PEEK", "board"}
    for name, x in places[0].items():
        assert places[1][name] == pytest.approx(width - x, abs=0.02)


def test_every_wire_is_numbered_on_its_side_and_listed() -> None:
    for name in plan_names():
        plan = read_plan(name)
        for side in SIDES:
            texts = [text.text for text in ElementTree.fromstring(svg(drawn(plan, side))).iter(f"{SVG}text")]
            for number, wire in enumerate(plan.wires, start=1):
                bold = texts.count(str(number)) - 2 * (number <= plan.perfboard.columns)
                assert bold == (2 if wire.side == side else 0), (name, side, number)


def test_a_png_of_the_same_drawing_stays_and_an_older_one_goes(tmp_path: Path) -> None:
    plan = read_plan("panel-pi-panel")
    with Image.open(PICTURES / "panel-pi-panel-top.png") as old:
        notes = PngInfo()
        notes.add_text("drawing", drawing_digest(drawn(plan, "top")))
        old.resize((8, 8)).save(tmp_path / "panel-pi-panel-top.png", pnginfo=notes)
        old.resize((8, 8)).save(tmp_path / "panel-pi-panel-bottom.png")
    write_pictures(plan, tmp_path)
    with (
        Image.open(tmp_path / "panel-pi-panel-top.png") as top,
        Image.open(tmp_path / "panel-pi-panel-bottom.png") as bottom,
    ):
        assert top.size == (8, 8)
        assert bottom.size[0] > 1000
    assert (tmp_path / "panel-pi-panel-top.svg").read_text(encoding="utf-8") == svg(drawn(plan, "top"))


def test_a_wrong_plan_is_not_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys) -> None:
    plan = read_plan("panel-pi-panel")
    wrong = replace(plan, wires=(*plan.wires[1:], PlanWire("bottom", (Hole(0, 0), Hole(3, 0)))))
    monkeypatch.setattr(command, "read_plan", lambda _: wrong)
    monkeypatch.setattr(command, "PICTURES", tmp_path / "pictures")
    assert command.main(["panel-pi-panel"]) == 1
    said = capsys.readouterr().err
    assert "panel-pi-panel.toml cannot be used" in said
    assert "its end in A1 leads nowhere" in said
    assert not (tmp_path / "pictures").exists()


def test_a_route_is_written_into_the_plans_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = command.PLANS / "panel-pi-panel.toml"
    copy = tmp_path / "panel-pi-panel.toml"
    copy.write_text(source.read_text(encoding="utf-8").partition("[[wire]]")[0], encoding="utf-8")
    monkeypatch.setattr(command, "PLANS", tmp_path)
    command.route("panel-pi-panel", 1, 1)
    text = copy.read_text(encoding="utf-8")
    assert text.startswith(source.read_text(encoding="utf-8").partition("[[wire]]")[0].rstrip())
    assert text.count("[[wire]]") >= 9


def test_a_png_shows_what_the_drawing_says(tmp_path: Path) -> None:
    drawing = drawn(read_plan("panel-pi-panel"), "bottom")
    (tmp_path / "one.png").write_bytes(png(drawing))
    with Image.open(tmp_path / "one.png") as picture:
        colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20)}
    for wanted in ((255, 255, 255), (38, 34, 30)):  # Pillow takes a near colour of the palette, not always the nearest
        assert min(max(abs(a - b) for a, b in zip(wanted, colour, strict=True)) for colour in colours) < 9
    assert len(colours) > 20
