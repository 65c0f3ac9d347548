"""A wheel is read without running it, and what is none is told apart."""

from __future__ import annotations

import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from companion.keeping.versions.game_wheels import GameWheelError, check_own_files, read_wheel
from companion.locale import speaker

METADATA = "Metadata-Version: 2.1\nName: salt-road\nVersion: 1.2\nRequires-Dist: table-companion\n\nA game.\n"
ENTRIES = "[console_scripts]\nsalt = salt_road:main\n\n[companion.games]\nsalt-road = salt_road:PACKAGE\n"


def wheel(folder: Path, name: str = "salt_road-1.2-py3-none-any.whl", **files: str) -> Path:
    path = folder / name
    with zipfile.ZipFile(path, "w") as written:
        for file, text in ({"METADATA": METADATA, "entry_points.txt": ENTRIES} | files).items():
            written.writestr(f"salt_road-1.2.dist-info/{file}", text)
        written.writestr("salt_road/__init__.py", "raise SystemExit('it was run')\n")
    return path


def test_a_wheel_says_what_it_brings(tmp_path: Path) -> None:
    path = wheel(tmp_path)
    found = read_wheel(path)
    assert (found.package, found.version, found.games, found.programs) == (
        "salt-road",
        "1.2",
        ("salt-road",),
        ("salt",),
    )
    assert (found.digest, found.source) == (sha256(path.read_bytes()).hexdigest(), str(path))
    assert "salt_road/__init__.py" in found.files
    assert read_wheel(path, "https://index/salt.whl").source == "https://index/salt.whl"
    assert read_wheel(wheel(tmp_path, **{"entry_points.txt": ""})).games == (), "what a game needs may bring none"


def why(path: Path) -> str:
    with pytest.raises(GameWheelError) as error:
        read_wheel(path)
    return speaker("en", {}).say(error.value.message)


def test_what_is_no_wheel_of_a_game(tmp_path: Path) -> None:
    for name in ("salt_road-1.2.tar.gz", "salt_road.whl", "salt_road.py"):
        assert "is no wheel" in why(wheel(tmp_path, name))
    assert "does not say what it is" in why(wheel(tmp_path, METADATA="Name: salt-road\n"))
    assert "cannot be read" in why(wheel(tmp_path, **{"entry_points.txt": "no section\n"}))
    assert "is too large" in why(wheel(tmp_path, METADATA=METADATA + "x" * 1_000_001))
    broken = tmp_path / "broken-1-py3-none-any.whl"
    broken.write_bytes(b"PK no zip at all")
    assert "cannot be read" in why(broken)
    assert "cannot be read" in why(tmp_path / "gone-1-py3-none-any.whl")


def with_file(folder: Path, name: str) -> Path:
    path = wheel(folder)
    with zipfile.ZipFile(path, "a") as written:
        written.writestr(name, "")
    return path


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("msgspec/__init__.py", "would put msgspec where others have theirs"),
        ("six.py", "would put six.py where others have theirs"),
        ("salt_road-1.2.data/purelib/msgspec/x.py", "would put msgspec where others have theirs"),
        ("salt_road-1.2.data/scripts/python", "would put salt_road-1.2.data/scripts/python where others have theirs"),
        ("salt_road-1.2.data/data/etc/passwd", "where others have theirs"),
        ("salt.pth", "would run whenever Python starts"),
        ("salt_road-1.2.data/platlib/salt.pth", "would run whenever Python starts"),
        ("sitecustomize.py", "would run whenever Python starts"),
        ("usercustomize/__init__.py", "would run whenever Python starts"),
    ],
)
def test_a_wheel_that_does_not_keep_to_its_own_files_is_refused(tmp_path: Path, file: str, words: str) -> None:
    environment = tmp_path / "environment"
    site = environment / "lib" / "python3.11" / "site-packages"
    (site / "msgspec").mkdir(parents=True)
    (site / "six.py").write_text("")
    check_own_files(read_wheel(wheel(tmp_path)), environment)
    with pytest.raises(GameWheelError) as error:
        check_own_files(read_wheel(with_file(tmp_path, file)), environment)
    assert words in speaker("en", {}).say(error.value.message)


def test_a_program_of_another_package_is_not_replaced_and_its_own_version_before_is(tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    site = environment / "lib" / "python3.11" / "site-packages"
    notes = site / "salt_road-1.1.dist-info"
    notes.mkdir(parents=True)
    (environment / "bin").mkdir()
    (environment / "bin" / "salt").write_text("")
    (site / "salt_road").mkdir()
    new = read_wheel(wheel(tmp_path))
    with pytest.raises(GameWheelError, match="where others have theirs"):
        check_own_files(new, environment)
    (notes / "METADATA").write_text("Metadata-Version: 2.1\nName: salt_road\nVersion: 1.1\n")
    (notes / "RECORD").write_text("salt_road/__init__.py,,\n../../../bin/salt,,\n")
    check_own_files(new, environment)
