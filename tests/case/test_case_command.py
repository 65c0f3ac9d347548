"""`python -m hardware.case`: names, help for what is missing, and, with OpenSCAD, a whole run."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.case.__main__ import main
from hardware.case.openscad_runs import OpenScadError, draw, make_stl
from tests.case.openscad import needs_openscad


def test_an_unknown_name_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["pod-pica", "--into", str(tmp_path)]) == 1
    assert capsys.readouterr().err == 'no case or piece "pod-pica" (did you mean "pod-pico"?)\n'


def test_without_openscad_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["key-cap", "--into", str(tmp_path / "out")]) == 1
    assert "sudo apt install openscad" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_pictures_without_a_screen_say_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "openscad").write_text("#!/bin/sh\n")
    (tmp_path / "openscad").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    assert main(["key-cap", "--into", str(tmp_path / "out")]) == 1
    assert "--no-pictures" in capsys.readouterr().err


def test_the_names_and_the_table_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert "pi-zero-2w: pi-zero-2w-base, pi-zero-2w-lid\n" in capsys.readouterr().out
    assert main(["--table"]) == 0
    assert "| USB-C plug (`plug_c`) | `sleeve_width` | 12.35 |" in capsys.readouterr().out


@needs_openscad
@pytest.mark.long
def test_what_openscad_does_not_understand_is_said(tmp_path: Path) -> None:
    with pytest.raises(OpenScadError, match="OpenSCAD"):
        make_stl("wrong", "cube([1, 1, 1]; nonsense(", tmp_path)
    with pytest.raises(OpenScadError, match="Ignoring unknown module 'nonsense'"):
        make_stl("unknown", "cube([1, 1, 1]); nonsense();", tmp_path)


@needs_openscad
@pytest.mark.long
def test_one_piece_is_made_with_its_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["key-cap", "--into", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "key-cap.stl  2 g\n" in said
    assert (tmp_path / "key-cap.png").read_bytes().startswith(b"\x89PNG")
    assert draw("again", 'import("key-cap.stl");', tmp_path, (45.0, 0.0, 0.0)).is_file()
