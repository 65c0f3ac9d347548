"""A wheel is read without running it, and what is none is told apart."""

from __future__ import annotations

import warnings
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from companion.keeping.game_packages.game_wheels import GameWheelError, check_own_files, read_wheel
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
    assert "does not say what it is" in why(wheel(tmp_path, METADATA="Name: table-companion\nVersion: 9\n"))
    assert "does not say what it is" in why(wheel(tmp_path, "other-1.2-py3-none-any.whl"))
    assert "cannot be read" in why(wheel(tmp_path, **{"entry_points.txt": "[companion.games]\nno name\n"}))
    assert "is too large" in why(wheel(tmp_path, METADATA=METADATA + "x" * 1_000_001))
    broken = tmp_path / "broken-1-py3-none-any.whl"
    broken.write_bytes(b"PK no zip at all")
    assert "cannot be read" in why(broken)
    assert "cannot be read" in why(tmp_path / "gone-1-py3-none-any.whl")


def spoilt(path: Path, offset: int, content: bytes) -> Path:
    """Bytes changed in the last entry of the wheel's list of contents, which is where its packing and flags stand."""
    whole = bytearray(path.read_bytes())
    entry = whole.rindex(b"PK\x01\x02")
    whole[entry + offset : entry + offset + len(content)] = content
    path.write_bytes(whole)
    return path


def test_what_is_packed_oddly_is_refused_in_words(tmp_path: Path) -> None:
    name = "salt_road-1.2-py3-none-any.whl"

    def notes_last() -> Path:
        with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as written:
            written.writestr("salt_road/__init__.py", "")
            written.writestr("salt_road-1.2.dist-info/METADATA", METADATA)
        return tmp_path / name

    assert read_wheel(notes_last()).version == "1.2"
    assert "encrypted" in why(spoilt(notes_last(), 8, b"\x01"))
    assert "compression method is not supported" in why(spoilt(notes_last(), 10, b"\x63"))
    packed = bytearray(notes_last().read_bytes())
    start = packed.rindex(b"METADATA", 0, packed.index(b"PK\x01\x02")) + len("METADATA")
    packed[start : start + 4] = b"\xff\xff\xff\xff"
    (tmp_path / name).write_bytes(packed)
    assert "cannot be read" in why(tmp_path / name)
    (tmp_path / name).write_bytes(notes_last().read_bytes()[:-30])
    assert "cannot be read" in why(tmp_path / name)


def with_file(folder: Path, name: str, content: str = "") -> Path:
    path = wheel(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        with zipfile.ZipFile(path, "a") as written:
            written.writestr(name, content)
    return path


@pytest.mark.parametrize(
    "file",
    [
        "foo/../companion/cli.py",
        "foo/../salt.pth",
        "./msgspec/__init__.py",
        "salt_road//data.py",
        "../bin/companion",
        "/etc/passwd",
        "salt_road-1.2.data/purelib/foo/../../scripts/python",
        "salt_road/__init__.py",
        "salt_road-1.2.dist-info/entry_points.txt",
        "salt_road/__init__.py/",
        ".",
    ],
)
def test_a_path_that_others_could_read_differently_is_refused(tmp_path: Path, file: str) -> None:
    assert f"holds {file} twice, or its path is not written plainly" in why(with_file(tmp_path, file))


def test_folders_and_dots_in_names_are_as_good_as_any(tmp_path: Path) -> None:
    path = with_file(tmp_path, "salt_road/pictures/")
    with zipfile.ZipFile(path, "a") as written:
        written.writestr("salt_road/pictures/a..b.png", "")
        written.writestr("salt_road-1.2.data/purelib/", "")
    environment = tmp_path / "environment"
    (environment / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    check_own_files(read_wheel(path), environment)


@pytest.mark.parametrize("file", ["msgspec/__init__.py", "../../../bin/python", "/etc/passwd"])
def test_a_wheel_that_records_files_of_others_as_its_own_is_refused(tmp_path: Path, file: str) -> None:
    """They would be taken away with it, and be its own when its next version comes."""
    record = "salt_road/__init__.py,,\nsalt_road-1.2.dist-info/RECORD,,\n"
    assert read_wheel(wheel(tmp_path, RECORD=record)).package == "salt-road"
    assert f"would put {file} where others have theirs" in why(wheel(tmp_path, RECORD=f"{record}{file},,\n"))


@pytest.mark.parametrize(
    "entries",
    [
        "[companion.games]\na = b:c\n[console_scripts]\nsalt = a:b\n  companion = evil:main\n",
        "[[console_scripts]]\ncompanion = evil:main\n",
        "[console_scripts]\n../bin/companion = evil:main\n",
        "[gui_scripts]\n/usr/bin/companion = evil:main\n",
    ],
)
def test_a_program_is_found_as_pip_finds_it(tmp_path: Path, entries: str) -> None:
    environment = tmp_path / "environment"
    (environment / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    (environment / "bin").mkdir()
    (environment / "bin" / "companion").symlink_to("a program that is not there now")
    with pytest.raises(GameWheelError) as error:
        check_own_files(read_wheel(wheel(tmp_path, **{"entry_points.txt": entries})), environment)
    assert "companion where others have theirs" in speaker("en", {}).say(error.value.message)


def test_a_program_that_could_be_imported_is_refused(tmp_path: Path) -> None:
    """Beside the companion's own program it would be found before the package of that name."""
    environment = tmp_path / "environment"
    (environment / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    with pytest.raises(GameWheelError) as error:
        check_own_files(
            read_wheel(wheel(tmp_path, **{"entry_points.txt": "[console_scripts]\nclick.py = evil:main\n"})),
            environment,
        )
    assert "would put bin/click.py where others have theirs" in speaker("en", {}).say(error.value.message)


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
        ("salt.start", "would run whenever Python starts"),
        ("six/__init__.py", "would put six where others have theirs"),
        ("six.cpython-311-x86_64-linux-gnu.so", "where others have theirs"),
        ("luma.py", "would put luma.py where others have theirs"),
        ("nt.py", "would put nt.py where others have theirs"),
        ("__pycache__/six.cpython-311.pyc", "would put __pycache__ where others have theirs"),
        ("msgspec-99.egg-info/PKG-INFO", "where others have theirs"),
        ("msgspec-99.dist-info/METADATA", "where others have theirs"),
        ("salt_road-1.2.data/purelib/msgspec-99.dist-info/METADATA", "where others have theirs"),
        ("salt_road-1.2.data/purelib", "where others have theirs"),
        ("x.data", "would put x.data where others have theirs"),
    ],
)
def test_a_wheel_that_does_not_keep_to_its_own_files_is_refused(tmp_path: Path, file: str, words: str) -> None:
    environment = tmp_path / "environment"
    site = environment / "lib" / "python3.11" / "site-packages"
    (site / "msgspec").mkdir(parents=True)
    (site / "luma" / "core").mkdir(parents=True)
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
    (site / "salt_road" / "__init__.py").touch()
    new = read_wheel(wheel(tmp_path))
    with pytest.raises(GameWheelError, match="where others have theirs"):
        check_own_files(new, environment)
    (notes / "METADATA").write_text("Metadata-Version: 2.1\nName: salt_road\nVersion: 1.1\n")
    (notes / "RECORD").write_text("salt_road/__init__.py,,\n../../../bin/salt,,\n")
    check_own_files(new, environment)
