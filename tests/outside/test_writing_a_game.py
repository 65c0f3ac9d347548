"""``docs/writing-a-game.md`` from an empty folder to a wheel: everything it shows is typed, with wheels installed."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import FENCE, ROOT
from tests.ports import free_port

pytestmark = pytest.mark.long

DOCUMENT = ROOT / "docs" / "writing-a-game.md"
WHEEL = "file:///path/to/table_companion-0.1.0-py3-none-any.whl"
STARTED = "companion run"
"""It runs until it is stopped."""
PLAYED = "companion play "
"""It is answered: one coin each time, and Enter when the keyboard is passed on."""
PUBLIC = "from companion.core.secrecy import PUBLIC"
TESTED = 'pytest --companion-game salt_road -m "not long"'
TAKES = 900.0
"""Seconds that a block may take on a slow machine: environments are made in some."""


def blocks() -> list[tuple[str, str]]:
    """What the document shows, in its order: language and text."""
    return [(language, body) for _, language, body in FENCE.findall(DOCUMENT.read_text(encoding="utf-8"))]


def test_everything_in_it_is_of_a_kind_that_is_tried_out() -> None:
    assert {language for language, _ in blocks()} == {"sh", "python", "toml"}


def test_it_is_true_from_an_empty_folder(tmp_path: Path) -> None:
    wheels, here = tmp_path / "wheels", tmp_path / "empty"
    here.mkdir()
    built = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(ROOT)]
    subprocess.run(built, check=True)
    [wheel] = wheels.glob("table_companion-*.whl")
    shell = Shell(here, wheel)
    for language, body in blocks():
        if language == "sh":
            shell.type(body)
            if "companion games add" in body:
                assert "companion-salt-road is worked on in " in shell.said
                assert "To test what is here: pip install --editable ." in shell.refused(TESTED)
        elif language == "python":
            take_over(shell.folder, body)
        else:
            (shell.folder / "salt_road" / "playthroughs" / "turns.toml").write_text(body, encoding="utf-8")
    shell.type("companion games list")
    assert "companion-salt-road 0.1.0" in shell.said
    shell.type(TESTED)
    assert " passed" in shell.said
    told = shell.said.split("salt_road: not translated into es: ", 1)[1].splitlines()
    assert {"The Salt Road", "Last coin", "3 for whoever takes it"} <= set(told[1:4])
    assert "test_no_turn_costs_more" not in shell.said


class Shell:
    """Somebody who types what is shown, in a folder that may change, with the environment that was made."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        self.said = ""
        self._home = folder.parent / "home"
        self._home.mkdir()
        self._activate = f". {folder}/venv/bin/activate"
        self._wheel = wheel

    def type(self, lines: str) -> None:
        done = self._run(lines)
        assert done.returncode == 0, f"{lines}\n{self.said[-3000:]}"
        self.folder = Path((self._home / "here").read_text().strip())

    def refused(self, lines: str) -> str:
        """What is said to what cannot be done."""
        assert self._run(lines).returncode != 0, lines
        return self.said

    def _run(self, lines: str) -> subprocess.CompletedProcess[str]:
        script = [self._activate, *map(self._typed, lines.splitlines())]
        if not (self.folder / "venv").exists() and "venv venv" in lines:
            script = script[1:]
        text = "\n".join(["set -e", f"cd {self.folder}", *script, "pwd > $HOME/here"])
        given = {"HOME": str(self._home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": str(self._home)}
        given |= {name: os.environ[name] for name in os.environ if name.startswith(("PIP_", "http", "HTTP", "SSL"))}
        done = subprocess.run(["bash", "-c", text], capture_output=True, text=True, timeout=TAKES, env=given)
        self.said = done.stdout + done.stderr
        return done

    def _typed(self, line: str) -> str:
        line = line.replace(WHEEL, self._wheel.as_uri())
        if line.startswith(STARTED):
            return f"PORT={free_port()} timeout 40 {line} --profile simulated | grep -m 1 'Phones: *http'"
        if line.startswith(PLAYED):
            return f"yes 1 | {line}"
        if line.startswith("companion games add"):
            return f"yes | {line}"
        return line


def take_over(folder: Path, block: str) -> None:
    """Put a class or function that is shown in the place of what is called the same in its file, or at its end."""
    named = re.match(r"# (\S+)\n", block)
    assert named is not None, "the first line names the file"
    path, code = folder / named[1], block[named.end() :]
    text = path.read_text(encoding="utf-8")
    [shown] = ast.parse(code).body
    assert isinstance(shown, ast.ClassDef | ast.FunctionDef)
    old = [each for each in ast.parse(text).body if getattr(each, "name", "") == shown.name]
    if old:
        lines = text.splitlines(keepends=True)
        text = "".join([*lines[: old[0].lineno - 1], code, *lines[old[0].end_lineno :]])
    else:
        text = f"{text}\n\n{code}"
    if "PUBLIC" in text and PUBLIC not in text:
        # The document says so in a sentence.
        text = text.replace("from companion.core.setup", f"{PUBLIC}\nfrom companion.core.setup", 1)
    path.write_text(text, encoding="utf-8")
