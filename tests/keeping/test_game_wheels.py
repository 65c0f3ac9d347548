"""A wheel is read without running it, and what is none is told apart."""

from __future__ import annotations

import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from companion.keeping.game_wheels import GameWheelError, read_wheel
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
    assert (found.package, found.version, found.keys, found.needs) == (
        "salt-road",
        "1.2",
        ("salt-road",),
        ("table-companion",),
    )
    assert found.digest == sha256(path.read_bytes()).hexdigest()
    assert found.pure
    assert not read_wheel(wheel(tmp_path, "salt_road-1.2-cp311-cp311-linux_aarch64.whl")).pure


def why(path: Path) -> str:
    with pytest.raises(GameWheelError) as error:
        read_wheel(path)
    return speaker("en", {}).say(error.value.message)


def test_what_is_no_wheel_of_a_game(tmp_path: Path) -> None:
    for name in ("salt_road-1.2.tar.gz", "salt_road.whl", "salt_road.py"):
        assert "is no wheel" in why(wheel(tmp_path, name))
    assert "has no game" in why(wheel(tmp_path, **{"entry_points.txt": "[console_scripts]\na = b:c\n"}))
    assert "has no game" in why(wheel(tmp_path, **{"entry_points.txt": ""}))
    assert "does not say what it is" in why(wheel(tmp_path, METADATA="Name: salt-road\n"))
    assert "cannot be read" in why(wheel(tmp_path, **{"entry_points.txt": "no section\n"}))
    assert "is too large" in why(wheel(tmp_path, METADATA=METADATA + "x" * 1_000_001))
    broken = tmp_path / "broken-1-py3-none-any.whl"
    broken.write_bytes(b"PK no zip at all")
    assert "cannot be read" in why(broken)
    assert "cannot be read" in why(tmp_path / "gone-1-py3-none-any.whl")
