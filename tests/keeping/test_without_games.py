"""Root imports nothing that a package of games brings, whoever looks for it: pip, a library, the companion itself."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from click import Command, Context, UsageError

from companion.cli import LazyGroup, changes_system
from companion.keeping.versions.without_games import PIP, command_without_games
from tests.keeping.real_service import SITE
from tests.keeping.wheels import ROOT, pack

MARKER = "open({path!r}, 'a').write({module!r} + ' ')\n"
COMPANION = "import sys; sys.argv[0] = 'companion'; from companion.cli import main; main()"
BROUGHT = ("attr", "typing_extensions", "salt_road")


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment to which a game was added that brings modules others look for; they leave a mark when run."""
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    site = environment / SITE
    tests_have = next(Path(sys.prefix).glob("lib/python3.*/site-packages"))
    (site / "others.pth").write_text(f"{ROOT}\n{tests_have}\n")
    mark = {module: MARKER.format(path=str(tmp_path / "run"), module=module).encode() for module in BROUGHT}
    files = {
        "attr/__init__.py": mark["attr"],
        "salt_road-1.2.data/purelib/typing_extensions.py": mark["typing_extensions"],
        "salt_road.py": mark["salt_road"],
    }
    folder = environment / "games" / "salt-road"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(pack(folder, "salt-road", "1.2", files, "")) as wheel:
        wheel.extractall(site)
    (site / "salt_road-1.2.data/purelib/typing_extensions.py").rename(site / "typing_extensions.py")
    return environment


def run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    given = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(command, capture_output=True, text=True, env=given, cwd="/")


def test_root_that_changes_nothing_becomes_the_owner_of_the_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where an older command of the table called it, which stays root for more words than it should."""
    became: list[tuple[str, object]] = []
    for name in ("setgroups", "setgid", "setuid"):
        monkeypatch.setattr(os, name, lambda given, name=name: became.append((name, given)))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    owned = SimpleNamespace(st_uid=990, st_gid=991, st_mode=0o40755)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", lambda *_, **__: owned)
        with pytest.raises(UsageError, match="No such command"):
            LazyGroup("companion").resolve_command(Context(Command("companion")), ["updates"])
    assert became == [("setgroups", []), ("setgid", 991), ("setuid", 990)]
    became.clear()
    monkeypatch.delenv("COMPANION_DATA")
    with pytest.raises(UsageError):
        LazyGroup("companion").resolve_command(Context(Command("companion")), ["updates"])
    assert became == []


def marks(environment: Path) -> set[str]:
    path = environment.parent / "run"
    return set(path.read_text().split()) if path.exists() else set()


def test_pip_runs_without_them_and_sees_what_is_installed(environment: Path) -> None:
    python = environment / "bin" / "python"
    for words in (("--version",), ("install", "--dry-run", "--no-index", "salt-road", "msgspec")):
        done = run([*command_without_games(python, PIP), *words])
        assert done.returncode == 0, done.stderr
    assert "Requirement already satisfied: salt-road" in done.stdout
    assert marks(environment) == set()


def test_code_runs_without_them_and_finds_all_else(environment: Path) -> None:
    python = environment / "bin" / "python"
    for module in BROUGHT:
        assert run([str(python), "-P", "-c", f"import {module}"]).returncode == 0
        done = run(command_without_games(python, f"import {module}"))
        assert f"ModuleNotFoundError: {module} is a game's, and root imports none" in done.stderr
    assert marks(environment) == {*BROUGHT}
    done = run(command_without_games(python, "import click, msgspec, companion.plays.play; print('all there')"))
    assert done.stdout == "all there\n", done.stderr


def test_what_others_need_too_is_found(environment: Path) -> None:
    """A later version of the companion may need what a game has brought."""
    folder = environment / "games" / "salt-road"
    pack(folder, "market-dice", "2.0", {"market_dice.py": b""}, "")
    pack(folder, "dice-box", "2.0", {"dice_box.py": b""}, "", "market-dice", "salt-road; extra == 'all'")
    for name, needs in (("dice_box", "market-dice"), ("market_dice", ""), ("table_companion", "dice-box>=2")):
        notes = environment / SITE / f"{name}-2.0.dist-info"
        notes.mkdir()
        required = f"Requires-Dist: {needs}\n" if needs else ""
        (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.0\n{required}")
        (environment / SITE / f"{name}.py").write_text("")
    python = environment / "bin" / "python"
    assert run(command_without_games(python, "import dice_box, market_dice")).returncode == 0
    assert run(command_without_games(python, "import salt_road")).returncode == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only of root's commands")
@pytest.mark.parametrize(
    "words",
    [("update", "2.0"), ("games", "add", "x.whl"), ("games", "remove", "x"), ("first-contact", "--card", "/none")],
)
def test_the_companion_of_root_runs_without_them(environment: Path, words: tuple[str, ...]) -> None:
    data = str(environment.parent / "data")
    done = run([str(environment / "bin/python"), "-P", "-c", COMPANION, *words, "--data", data, "--root", data])
    assert "Traceback" not in done.stderr
    assert marks(environment) == set()


def test_which_commands_change_the_system() -> None:
    root = (["update"], ["first-contact"], ["games", "add", "x"], ["games", "--data", "x", "remove", "y"])
    assert all(map(changes_system, root))
    assert not any(
        map(changes_system, (["games"], ["games", "update"], ["run"], ["verify", "add"], ["play", "update"]))
    )
