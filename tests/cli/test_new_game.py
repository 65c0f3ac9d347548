"""``companion new-game``: what it writes can be played as it is, and it says why it writes nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.new_game import EXAMPLES, skeleton
from tests.cli.conftest import Call

ROOT = Path(__file__).parents[2]
MISFIT = """
from importlib.metadata import EntryPoint
from companion.core.game_package import GROUP
from companion.outside.installed import discover
found = discover([EntryPoint("salt-road", "salt_road:PACKAGE", GROUP)])
assert not found.left_out, found.left_out
print(found.games[0].meta.title.text)
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": f"{folder}:{ROOT}", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("like", EXAMPLES)
def test_a_new_game_is_written_and_fits(call: Call, here: Path, like: str) -> None:
    result = call("new-game", "salt_road", "--title", "The Salt Road", "--like", like)
    assert result.exit_code == 0, result.output
    assert "The Salt Road lies in the folder salt_road." in result.output
    written = here / "salt_road"
    assert (written / "salt_road" / "locale" / "es" / "LC_MESSAGES" / "salt-road.po").is_file()
    for path in written.rglob("*"):
        text = f"{path.name} {path.read_text('utf-8') if path.is_file() else ''}"
        package, titles = EXAMPLES[like].package, EXAMPLES[like].title
        for old in (package, package.replace("_", "-"), titles[0].replace(" ", ""), *titles):
            assert old not in text, path
    fits = run(written, "-c", MISFIT)
    assert fits.stdout == "The Salt Road\n", fits.stderr
    own = run(written, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert own.returncode == 0, own.stdout


def test_its_title_is_made_of_its_name(call: Call, here: Path) -> None:
    call("new-game", "salt_road")
    assert 'say("Salt Road")' in (here / "salt_road" / "salt_road" / "game.py").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Salt Road"], "is no name in Python"),
        (["class"], "is no name in Python"),
        (["../up"], "is no name in Python"),
        (["antike"], "A game called antike comes with the companion."),
        (["athens_sparta"], "A game called athens-sparta comes with the companion."),
        (["msgspec"], "There is a Python package called msgspec already."),
        (["there"], "There is something called there in this folder already."),
        (["salt_road", "--title", 'Salt "Road"'], "A title has up to 40 characters"),
        (["salt_road", "--title", "{name}"], "A title has up to 40 characters"),
    ],
)
def test_what_cannot_be_written_is_refused(call: Call, here: Path, words: list[str], said: str) -> None:
    (here / "there").mkdir()
    result = call("new-game", *words)
    assert result.exit_code == 1
    assert said in result.output
    assert [path.name for path in here.iterdir() if path.name != "data"] == ["there"]


@pytest.mark.parametrize("like", EXAMPLES)
def test_every_file_of_an_example_is_written(like: str) -> None:
    """But its picture, and what is made of them: compiled modules and catalogues."""
    example = EXAMPLES[like]
    source = ROOT / "examples" / example.package
    files = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    made = {file for file in files if file.endswith((".pyc", ".mo", ".png"))}
    written = skeleton(example.package, example.title[0], example)
    assert {path.as_posix() for path, _ in written} == files - made


@pytest.mark.parametrize("like", EXAMPLES)
def test_its_title_has_no_translation_yet(like: str) -> None:
    texts = "\n".join(text for _, text in skeleton("salt_road", "The Salt Road", EXAMPLES[like]))
    assert 'msgid "The Salt Road"\nmsgstr ""\n' in texts


@pytest.mark.parametrize("like", EXAMPLES)
def test_it_begins_at_the_first_version_and_without_a_licence(like: str) -> None:
    written = {path.as_posix(): text for path, text in skeleton("salt_road", "The Salt Road", EXAMPLES[like])}
    assert 'version = "0.1.0"\n' in written["pyproject.toml"]
    assert "license" not in written["pyproject.toml"], "its author chooses one"
    assert "companion-salt-road 0.1.0" in written["salt_road/locale/es/LC_MESSAGES/salt-road.po"]


@pytest.mark.long
@pytest.mark.parametrize("like", EXAMPLES)
def test_a_new_game_keeps_the_contract(call: Call, here: Path, like: str) -> None:
    call("new-game", "salt_road", "--like", like)
    checked = run(
        here / "salt_road",
        *("-m", "pytest", "-q", "-p", "no:cacheprovider"),
        *("--companion-game", "salt_road", "-m", "not long"),
    )
    assert checked.returncode == 0, checked.stdout[-3000:]
    assert "test_moves_conserve_what_is_conserved" not in checked.stdout
    assert " passed" in checked.stdout
