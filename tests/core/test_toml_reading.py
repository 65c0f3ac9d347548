"""Foreign TOML: what no real file holds is refused before it costs memory or time, with its line."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from companion.config import read_config
from companion.core import box_files
from companion.core.box_files import BoxError
from companion.core.toml_reading import (
    MAX_BARE,
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_KEYS,
    MAX_LINE,
    TomlError,
    TomlTooLarge,
    WrongTomlValue,
    check_bounds,
    read_toml,
    read_toml_as,
)
from companion.games import score_sheet
from companion.games.antike import Antike
from companion.games.score_sheet import SheetError
from companion.playthroughs.grammar import parse as parse_playthrough
from companion.playthroughs.lines import PlaythroughError
from companion.profiles import read_profile
from companion.toml_settings import ConfigError
from hardware.profile import ProfileError

SIZE = 40_000
DOTTED = ".".join("a" * (SIZE // 2)) + " = 1"

ATTACKS: dict[str, str] = {
    "a key of many parts": DOTTED,
    "a header of many parts": f"[{'.'.join('a' * (SIZE // 2))}]",
    "many keys of many parts": "\n".join(f"k{n}.a.b.c.d.e.f.g = 1" for n in range(SIZE // 22)),
    "many deep headers": "\n".join(f"[k{n}.a.b.c.d.e.f.g]" for n in range(SIZE // 20)),
    "lists in lists": "x = " + "[" * 4000,
    "lists in lists over many lines": "x = " + "[\n" * (SIZE // 2),
    "tables in tables": "x = " + "{a=" * 1200,
    "many entries": "x = [" + "\n1," * (SIZE // 3),
    "many keys": "\n".join(f"k{n}=1" for n in range(2 * SIZE // 7)),
    "one long line": "[a" + " " * SIZE,
    "a number of many digits": "x = " + "9" * 4000,
    "a hexadecimal number": "x = 0x" + "f" * 4000,
    "too long a file": "# nothing\n" * (MAX_CHARACTERS // 10 + 1),
}
UNCLOSED: dict[str, str] = {
    "long text never closed": "x = '''" + "''\n" * (SIZE // 3),
    "long text with escapes never closed": 'x = """' + '\\"""\n' * (SIZE // 5),
    "lines of quotes": 'x = "' + '\\"' * 2000 + "\n" + ('x = "' + '\\"' * 2000 + "\n") * 9,
    "ends in a backslash": 'x = """' + "a\n" * 1000 + "\\",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_too_much_is_refused_at_once(name: str) -> None:
    began = time.process_time()
    with pytest.raises(TomlTooLarge) as refused:
        read_toml(ATTACKS[name])
    assert time.process_time() - began < 0.5
    assert 1 <= refused.value.line <= ATTACKS[name].count("\n") + 1
    assert f"(at line {refused.value.line}, " in str(refused.value)


@pytest.mark.parametrize("name", UNCLOSED)
def test_what_never_ends_takes_no_time_either(name: str) -> None:
    began = time.process_time()
    with pytest.raises(tomllib.TOMLDecodeError):
        read_toml(UNCLOSED[name])
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\n\n" + ".".join("b" * (MAX_DEPTH + 1)) + " = 1", 3),
        ("a = '''\n\n\n'''\nb = " + "[" * (MAX_DEPTH + 1), 5),
        ("a = 1\nb = " + "c" * (MAX_BARE + 1), 2),
        ("a = 1\n# " + "c" * MAX_LINE, 2),
        ('a = """\\\n"""\nb = ' + "1" * 200, 3),
        ("\n".join(f"k{n} = 1" for n in range(MAX_KEYS + 1)), MAX_KEYS + 1),
    ],
)
def test_the_line_is_named(text: str, line: int) -> None:
    with pytest.raises(TomlTooLarge) as refused:
        read_toml(text)
    assert refused.value.line == line


@pytest.mark.parametrize(
    "text",
    [
        ".".join("b" * MAX_DEPTH) + " = 1",
        "a = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH,
        "[" + ".".join("b" * MAX_DEPTH) + "]\n" + ".".join("c" * MAX_DEPTH) + " = 1.5e3",
        "a = " + '"' + "[.,=" * 900 + '"',
        "a = '''\n" + "[[[[.....\n" * 400 + "'''",
        "# " + "[." * 2000,
        "a = [1.5, 2.5, 3.5, 1979-05-27T07:32:00.99Z, 'x.y', \"it's\"]  # [.[.[.[.[.[.[.[.[",
        "\n".join(f"k{n} = 1" for n in range(MAX_KEYS)),
        'a = "\\"[[[[[[[[[[[["\nb = \'"[[[[[[[[[[[\'',
    ],
)
def test_what_lies_within_the_bounds_is_read_as_it_always_was(text: str) -> None:
    assert read_toml(text) == tomllib.loads(text)


def test_every_shipped_file_lies_well_within_the_bounds() -> None:
    texts = [file for package in ("companion", "hardware") for file in Path(str(files(package))).rglob("*.toml")]
    assert len(texts) > 15
    for file in texts:
        twice = file.read_text("utf-8")
        check_bounds("\n".join([twice] * 4))


# -- everything that reads somebody's file ----------------------------------------------------------------------------


def a_sheet(text: str, _: Path) -> None:
    score_sheet.parse(text, "sheet")


def a_box(text: str, _: Path) -> None:
    box_files.read(text, Antike().meta.box)


def a_profile(text: str, folder: Path) -> None:
    (folder / "own.toml").write_text(text)
    read_profile(str(folder / "own.toml"))


def settings(text: str, folder: Path) -> None:
    (folder / "companion.toml").write_text(text)
    read_config(folder / "companion.toml")


READERS = (a_sheet, a_box, a_profile, settings)
REFUSED = (SheetError, BoxError, ProfileError, ConfigError)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("name", ATTACKS)
def test_every_reader_of_a_foreign_file_refuses_it_in_its_own_words(
    read: Callable[[str, Path], None], name: str, tmp_path: Path
) -> None:
    began = time.process_time()
    with pytest.raises(REFUSED) as refused:
        read(ATTACKS[name], tmp_path)
    assert time.process_time() - began < 1
    assert "line" in str(refused.value)


def test_a_playthrough_is_bounded_too() -> None:
    with pytest.raises(PlaythroughError, match="longer than 1000 kB"):
        parse_playthrough("#\n" * 500_001)
    with pytest.raises(PlaythroughError, match=r":2.*longer than 4000 signs"):
        parse_playthrough("game: antike\noption x: " + "y" * 4000)
    facts = "\n".join(f"box card key-{n} worth: 1" for n in range(20_000))
    began = time.process_time()
    with pytest.raises(PlaythroughError, match="more than 4000 lines"):
        parse_playthrough(f"game: antike\n{facts}")
    assert time.process_time() - began < 2


CHILD = """
import json, resource, sys
from tests.core.test_toml_reading import ATTACKS, READERS, REFUSED
from pathlib import Path
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for text in ATTACKS.values():
    for read in READERS:
        try:
            read(text, Path(sys.argv[1]))
        except REFUSED:
            pass
print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before))
"""


def test_no_file_takes_memory(tmp_path: Path) -> None:
    """In a child process of its own, which is not allowed the 3 GB that the first of them would take."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

    child = [sys.executable, "-c", CHILD, str(tmp_path)]
    done = subprocess.run(child, capture_output=True, text=True, preexec_fn=bounded, timeout=120)
    assert done.returncode == 0, done.stderr[-500:]
    grown: Any = json.loads(done.stdout)
    assert grown < 24 * 1024, f"{grown} kB"


class Part(Struct, frozen=True):
    """A table of a file."""

    size: int = 0


class File(Struct, frozen=True):
    """A file with a table, one that may be missing, and several of one kind."""

    name: str = ""
    main: Part = Part()
    other: Part | None = None
    part: tuple[Part, ...] = ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('nmae = "x"', "unknown key nmae, did you mean name?"),
        ("zzz = 1", "unknown key zzz; there are name, main, other, part"),
        ("[main]\nsiez = 1", "[main]: unknown key siez, did you mean size?"),
        ("[other]\nsiez = 1", "[other]: unknown key siez, did you mean size?"),
        ("[[part]]\nsize = 1\n[[part]]\nsiez = 1", "[part] 2: unknown key siez, did you mean size?"),
        (
            'nmae = "x"\n[main]\nsiez = 1',
            "unknown key nmae, did you mean name?; [main]: unknown key siez, did you mean size?",
        ),
        ('[main]\nsize = "x"', "Expected `int`, got `str` - at `$.main.size`"),
    ],
)
def test_every_unknown_key_is_named_with_its_table_and_the_nearest_known_one(text: str, why: str) -> None:
    with pytest.raises(WrongTomlValue) as wrong:
        read_toml_as(text, File)
    assert str(wrong.value) == why


def test_a_file_is_read_as_its_struct() -> None:
    assert read_toml_as('name = "x"\n[[part]]\nsize = 2', File) == File("x", part=(Part(2),))


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("a = 1\nb = \n", 2, "Invalid value"),
        ("a = 1\n\nb = [", 3, "Invalid value"),
        ("a = 1\na = 2", 2, "Cannot overwrite a value"),
    ],
)
def test_an_error_knows_its_line_and_its_reason_apart(text: str, line: int, why: str) -> None:
    with pytest.raises(TomlError) as error:
        read_toml(text)
    assert (error.value.line, error.value.why) == (line, why)
