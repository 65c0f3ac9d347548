"""`python -m hardware.case`: names, help for what is missing, and, with OpenSCAD, a whole run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardware.case.__main__ import main
from hardware.case.openscad_runs import OpenScadError, make_stl
from tests.case.openscad import needs_openscad
from tests.working_copy import ROOT, copied, typed


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


def test_a_folder_that_cannot_be_written_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake_openscad(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (tmp_path / "file").touch()
    assert main(["key-cap", "--no-pictures", "--into", str(tmp_path / "file")]) == 1
    said = capsys.readouterr().err
    assert f"{tmp_path / 'file'}: cannot be written: " in said
    assert "--into FOLDER" in said


def test_the_names_are_printed() -> None:
    done = typed("python -m hardware.case --list", ROOT)
    assert "pi-zero-2w: pi-zero-2w-base, pi-zero-2w-lid\n" in done.stdout


def test_the_table_of_dimensions_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--table"]) == 0
    assert "| USB-C plug (`plug_c`) | `sleeve_width` | 12.35 |" in capsys.readouterr().out


def test_dimensions_of_ones_own_are_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = (ROOT / "hardware" / "case" / "parts.toml").read_text(encoding="utf-8")
    own.write_text(text.replace("stem = { mm = 3.8,", "stem = { mm = 3.7,"), encoding="utf-8")
    assert main(["--table", "--parts", str(own)]) == 0
    assert "| `stem` | 3.7 |" in capsys.readouterr().out
    own.write_text(text.replace("stem = { mm = 3.8,", "stem = { mm = 0.0,"), encoding="utf-8")
    assert main(["--table", "--parts", str(own)]) == 1
    assert f"{own} cannot be used:\n  key.stem.mm: expected millimetres" in capsys.readouterr().err
    assert main(["--table", "--parts", str(tmp_path / "none.toml")]) == 1
    assert "none.toml: cannot be read: " in capsys.readouterr().err


def fake_openscad(folder: Path) -> Path:
    """An OpenSCAD that counts its runs in `runs` and writes what `-o` names, but not while there is a file `fails`."""
    script = f"""#!/bin/sh
echo run >> {folder}/runs
printf half > "$2"
test ! -e {folder}/fails
"""
    (folder / "openscad").write_text(script)
    (folder / "openscad").chmod(0o755)
    return folder / "runs"


def test_what_has_not_changed_is_not_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    runs = fake_openscad(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    for text, count in (("cube(1);", 1), ("cube(1);", 1), ("cube(2);", 2), ("cube(2);", 2), ("cube(1);", 3)):
        assert make_stl("piece", text, tmp_path).read_text() == "half"
        assert len(runs.read_text().splitlines()) == count


def test_half_a_piece_is_no_piece(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake_openscad(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (tmp_path / "fails").touch()
    with pytest.raises(OpenScadError, match="has failed"):
        make_stl("piece", "cube(1);", tmp_path)
    assert not (tmp_path / "piece.stl").exists()
    (tmp_path / "fails").unlink()
    assert make_stl("piece", "cube(1);", tmp_path).is_file()


@needs_openscad
@pytest.mark.long
def test_what_openscad_does_not_understand_is_said(tmp_path: Path) -> None:
    with pytest.raises(OpenScadError, match="OpenSCAD"):
        make_stl("wrong", "cube([1, 1, 1]; nonsense(", tmp_path)
    with pytest.raises(OpenScadError, match="Ignoring unknown module 'nonsense'"):
        make_stl("unknown", "cube([1, 1, 1]); nonsense();", tmp_path)


@needs_openscad
@pytest.mark.long
def test_a_piece_is_made_without_a_picture(tmp_path: Path) -> None:
    done = typed("python -m hardware.case coupon --no-pictures", copied(tmp_path), seconds=300)
    assert done.stdout.startswith(
        "pieces to make: 1, up to half a minute each\nbuild/case/coupon.stl  12 g\npieces: 1, pictures: 0, in "
    )
    assert {path.suffix for path in (tmp_path / "build" / "case").glob("coupon*")} == {".scad", ".stl"}


@needs_openscad
@pytest.mark.long
def test_pieces_are_made_by_name(tmp_path: Path) -> None:
    done = typed("python -m hardware.case pod-pico-base pod-pico-lid-3", copied(tmp_path), seconds=600)
    assert done.returncode == 0, done.stderr
    made = {path.name for path in (tmp_path / "build" / "case").iterdir() if path.suffix in (".stl", ".png")}
    assert made == {f"pod-pico-{half}.{kind}" for half in ("base", "lid-3") for kind in ("stl", "png")}


@needs_openscad
@pytest.mark.long
def test_make_case_makes_what_is_named(tmp_path: Path) -> None:
    done = typed("make case CASE=key-cap", copied(tmp_path), seconds=300)
    assert done.returncode == 0, done.stderr
    assert "build/case/key-cap.stl  2 g\n" in done.stdout
    assert (tmp_path / "build" / "case" / "key-cap.png").read_bytes().startswith(b"\x89PNG")
