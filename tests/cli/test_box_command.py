"""``companion box``: lists, shows, writes and takes files, with the same errors as the pages."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.boxes import Learned
from companion.games import shipped
from companion.keeping.copies import name_of
from companion.plays.log.log_file import open_log
from tests.cli.conftest import Call
from tests.service.boxed_game import FILE, Boxed


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The only game there is has a box."""
    monkeypatch.setattr("companion.commands.log_access.shipped", lambda: (Boxed(),))
    monkeypatch.setattr("companion.library.shipped", lambda: (Boxed(),))


def test_boxes_are_listed_with_what_is_known(call: Call, tmp_path: Path) -> None:
    assert call("box", "list").output == "Boxed (boxed): 4 of 7 facts are known.\n"
    file = tmp_path / "mine.toml"
    file.write_text(FILE)
    result = call("box", "import", "boxed", file)
    assert (result.exit_code, result.output) == (0, "9 facts are in the box of Boxed.\n")
    assert call("box", "list").output == "Boxed (boxed): 9 of 11 facts are known.\n"
    assert json.loads(call("box", "list", "--json").output) == [{"key": "boxed", "known": 9, "of": 11}]


def test_nothing_is_imported_into_a_log_that_is_gone_beside_its_copies(call: Call, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FILE)
    call("box", "import", "boxed", file)
    copy = data / "copies" / name_of(1, None, "")
    copy.parent.mkdir()
    call("backup", copy)
    (data / "companion.db").unlink()
    refused = call("box", "import", "boxed", file)
    assert refused.exit_code == 1
    assert f"Go on from it: companion restore --force {copy}" in refused.output
    assert not (data / "companion.db").exists()


@pytest.mark.parametrize(
    "asked",
    [("box", "list"), ("box", "list", "--json"), ("box", "show", "boxed"), ("box", "export", "boxed"), ("games",)],
    ids=" ".join,
)
def test_a_log_that_is_gone_beside_its_copies_is_not_shown_as_empty(
    call: Call, data: Path, tmp_path: Path, asked: tuple[str, ...]
) -> None:
    assert call(*asked).exit_code == 0, "there never was one"
    file = tmp_path / "mine.toml"
    file.write_text(FILE)
    call("box", "import", "boxed", file)
    copy = data / "copies" / name_of(1, None, "")
    copy.parent.mkdir()
    call("backup", copy)
    assert call(*asked).exit_code == 0
    (data / "companion.db").unlink()
    said = call(*asked)
    assert said.exit_code == 1
    assert f"Go on from it: companion restore --force {copy}" in said.output
    assert "facts are known" not in said.output
    assert not (data / "companion.db").exists()


def test_games_without_boxes_are_said(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.commands.log_access.shipped", tuple)
    assert call("box", "list").output == "No game has anything to look up.\n"


def test_a_box_is_shown(call: Call, data: Path) -> None:
    assert call("box", "show", "boxed").output == (
        "Card: 1 of 3\n  Owl (owl): Worth 1\n  Bull (bull): Worth ?\n  Dolphin (dolphin): Worth ?\n"
        "Block: 3 of 4\n  The guard (guard): Name The guard, Colour Blue, Steps ?, Costs Grain Grain\nSpace: 0 of 0\n"
    )
    with closing(open_log(data / "companion.db")) as log:
        log.boxes.put("boxed", [Learned("block", "guard", "steps", 4), Learned("block", "guard", "costs", [])])
        log.boxes.put("boxed", [Learned("block", "a", "steps", 3)])
    shown = call("box", "show", "boxed").output
    assert "  The guard (guard): Name The guard, Colour Blue, Steps 4*, Costs -*\n" in shown
    assert "  a (a): Name ?, Colour ?, Steps 3*, Costs ?\n" in shown
    assert shown.endswith("Warning: 7 steps in all.\n")
    found = json.loads(call("box", "show", "boxed", "--json").output)
    assert found["owners"] == {"block": {"guard": {"steps": 4, "costs": []}, "a": {"steps": 3}}}
    assert found["shipped"] == Boxed.box
    assert found["warnings"] == ["7 steps in all."]


def test_a_box_goes_out_and_comes_back(call: Call, tmp_path: Path) -> None:
    assert call("box", "export", "boxed").output == 'game = "boxed"\nversion = 1\n'
    file, other = tmp_path / "mine.toml", tmp_path / "other.toml"
    file.write_text(FILE)
    call("box", "import", "boxed", file)
    assert call("box", "export", "boxed").output == FILE
    assert call("box", "export", "boxed", other).output == f"The box of Boxed is in {other}.\n"
    assert other.read_text() == FILE
    refused = call("box", "export", "boxed", other)
    assert (refused.exit_code, refused.output) == (
        1, f"Error: {other} is there already. Choose another name, or add --force.\n"
    )  # fmt: skip
    assert call("box", "export", "boxed", other, "--force").exit_code == 0


def test_a_file_with_mistakes_is_refused_whole_with_every_line(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("[card.owl]\nworth = 9\n[card.owl]\n[crd.bull]\n[card.bull]\nworth = 2\n")
    result = call("box", "import", "boxed", file)
    assert result.exit_code == 1
    assert result.output == (
        f"Error: Nothing of {file} was taken.\n"
        "Line 2, card.owl.worth: 9 is impossible; expected a whole number from 0 to 5.\n"
        "Line 3, card.owl: it stands on line 1 already; expected it only once.\n"
        "Line 4, crd: there is no such kind of component; expected one of card, block, space. Did you mean card?\n"
    )
    assert call("box", "export", "boxed").output == 'game = "boxed"\nversion = 1\n'


def test_what_is_not_there_is_said(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "There is no game called boxde. Did you mean boxed?" in call("box", "show", "boxde").output
    missing = tmp_path / "none" / "x.toml"
    refused = call("box", "import", "boxed", missing).output
    assert refused == f"Error: {missing} cannot be used: No such file or directory.\n"
    assert "cannot be used" in call("box", "export", "boxed", missing).output
    # A game of the product: the others are there again, the folder of the test stays.
    for module in ("companion.commands.log_access", "companion.library"):
        monkeypatch.setattr(f"{module}.shipped", shipped)
    result = call("box", "show", "sheet:hearts")
    assert "has no box to fill in" in result.output


def test_nothing_is_taken_while_a_companion_runs(call: Call, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FILE)
    with closing(open_log(data / "companion.db")):
        result = call("box", "import", "boxed", file)
        assert result.exit_code == 1
        assert "Another companion is using" in result.output
