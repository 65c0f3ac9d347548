"""Games of installed packages: found by their entry points, those that cannot be played left out with a reason."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion import locale
from companion.core.game_package import GROUP
from companion.core.wording import Message
from companion.locale import speaker
from companion.outside.installed import LARGEST_PICTURE, PNG, OutsideGames, discover, read_picture
from tests.outside.known_words import words_as_before

EXAMPLE = Path(__file__).parents[2] / "examples" / "night_market"


def entry(name: str, value: str = "night_market:PACKAGE") -> EntryPoint:
    return EntryPoint(name, value, GROUP)


def reasons(found: OutsideGames) -> dict[str, str]:
    return {each.key: speaker("en", {}).say(each.why) for each in found.left_out}


@pytest.fixture(autouse=True)
def _words_as_before() -> Iterator[None]:
    with words_as_before():
        yield


def test_a_game_is_found_by_its_entry_point() -> None:
    found = discover([entry("night-market")])
    assert [game.meta.key for game in found.games] == ["night-market"]
    assert not found.left_out


def test_what_cannot_be_loaded_is_left_out_and_the_others_are_there() -> None:
    found = discover(
        [entry("gone", "no_such_module:PACKAGE"), entry("night-market"), entry("half", "night_market:ALL")]
    )
    assert [game.meta.key for game in found.games] == ["night-market"]
    said = reasons(found)
    assert said["gone"].startswith("It cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'")
    assert said["half"].startswith("It cannot be loaded: AttributeError")


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "import sys; sys.exit()", "1 / 0", "def ("])
def test_a_module_that_ends_the_program_does_not(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rude_game.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "rude_game", raising=False)
    assert reasons(discover([entry("rude", "rude_game:PACKAGE")]))["rude"].startswith("It cannot be loaded: ")


def test_a_game_of_the_companion_is_not_replaced() -> None:
    found = discover([entry("antike"), entry("sheet:hearts")])
    assert not found.games
    assert all(said.endswith("comes with the companion.") for said in reasons(found).values())


def test_of_two_games_of_one_name_neither_is_taken() -> None:
    found = discover([entry("night-market"), entry("night-market", "other:PACKAGE")])
    assert not found.games
    assert len(found.left_out) == 2


def test_its_words_are_known_in_every_language_it_has() -> None:
    discover([entry("night-market")])
    text = Message("On offer")
    assert speaker("es", {}).say(text) == "En venta"
    assert speaker("en", {}).say(text) == "On offer"


def test_no_package_changes_the_words_of_the_product(tmp_path: Path) -> None:
    before = speaker("es", {}).say(Message("Score"))
    folder = tmp_path / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    _compile({"Score": "CAMBIADO", "A new text": "Un texto nuevo"}, folder / "loud.mo")
    locale.add_catalogues(tmp_path, "loud")
    assert speaker("es", {}).say(Message("Score")) == before
    assert speaker("es", {}).say(Message("A new text")) == "Un texto nuevo"


@pytest.mark.parametrize("torn_bytes", [b"no catalogue at all", b"", b"\xde\x12\x04\x95cut"])
def test_a_file_that_is_no_catalogue_leaves_its_game_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, torn_bytes: bytes
) -> None:
    copied = tmp_path / "torn_market"
    shutil.copytree(EXAMPLE / "night_market", copied, ignore=shutil.ignore_patterns("__pycache__"))
    for module in copied.rglob("*.py"):
        module.write_text(module.read_text("utf-8").replace("from night_market", "from torn_market"), "utf-8")
    torn = copied / "locale" / "es" / "LC_MESSAGES" / "night-market.mo"
    torn.write_bytes(torn_bytes)
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.split(".")[0] == "torn_market"]:
        monkeypatch.delitem(sys.modules, name)
    found = discover([entry("night-market", "torn_market:PACKAGE")])
    assert reasons(found)["night-market"].startswith("Its catalogue cannot be read: ")
    assert speaker("es", {}).say(Message("Score")) != "Score"


def _compile(texts: dict[str, str], to: Path) -> None:
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    catalogue = Catalog(locale="es", charset="utf-8")
    for text, translated in texts.items():
        catalogue.add(text, translated)
    with to.open("wb") as target:
        write_mo(target, catalogue)


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """A folder in which packages look as installed ones do: the example, and one for a contract of years to come."""
    shutil.copytree(EXAMPLE / "night_market", tmp_path / "night_market")
    (tmp_path / "years_to_come.py").write_text(
        "from companion.core.game_package import GamePackage\nPACKAGE = GamePackage(game=None, contract=99)\n"
    )
    for name, version, key, module in (
        ("companion-night-market", "1.0.0", "night-market", "night_market"),
        ("years-to-come", "3.1", "later", "years_to_come"),
    ):
        info = tmp_path / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(f"[{GROUP}]\n{key} = {module}:PACKAGE\n")
    return tmp_path


def companion(beside: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from companion.cli import main; main()", *words, "--data", str(beside / "data")],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": f"{beside}:{EXAMPLE.parents[1]}", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
    )


def test_the_command_lists_them_with_their_packages(beside: Path) -> None:
    listed = companion(beside, "games")
    assert listed.returncode == 0, listed.stderr
    line = next(line for line in listed.stdout.splitlines() if line.startswith("night-market"))
    assert line.split("  ")[-1] == "companion-night-market 1.0.0"
    assert "Left out: later of years-to-come 3.1. It was written for contract 99" in listed.stderr
    assert "Traceback" not in listed.stderr


def test_it_says_which_game_it_loads_before_it_does() -> None:
    said: list[tuple[str, str]] = []
    discover([entry("gone", "no_such_module:PACKAGE"), entry("night-market")], lambda *now: said.append(now))
    assert said == [("no_such_module", "gone"), ("night_market", "night-market"), ("", "")]


def test_a_picture_is_a_png_that_is_not_too_large(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    assert read_picture(path) == b"", "a game needs none"
    path.write_bytes(PNG + b"...")
    assert read_picture(path) == PNG + b"..."
    for content in (b"GIF89a", PNG + bytes(LARGEST_PICTURE)):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="picture"):
            read_picture(path)
