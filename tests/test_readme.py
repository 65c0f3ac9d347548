"""The README's commands are run, and what documents point at is there."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import urllib.request
from contextlib import suppress
from pathlib import Path
from threading import Timer

import pytest

from tests.documents import documents
from tests.ports import free_port
from tests.working_copy import copied

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST_RUN = 300.0
"""Seconds for making an environment on a slow machine and network."""
PAGES = sorted(str(path.relative_to(ROOT)) for path in documents())
COMMANDS = sorted({line for block in re.findall(r"```console\n(.*?)```", README, re.S) for line in block.splitlines()})


def test_the_two_commands_are_the_ones_shown() -> None:
    assert COMMANDS == ["make run", "make test"]


@pytest.mark.parametrize("command", sorted({*COMMANDS, *re.findall(r"`(make[a-z -]*)`", README)}))
def test_every_make_command_has_a_recipe(command: str) -> None:
    done = subprocess.run([*command.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_bare_make_prints_the_menu() -> None:
    menu = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("run", "test", "test-long", "bench"):
        assert f"make {target} " in menu


@pytest.mark.long
def test_make_run_opens_a_table(tmp_path: Path) -> None:
    """In the environment that runs the tests, as the README says, on another port."""
    port = free_port()
    environment = {**os.environ, "PORT": str(port), "COMPANION_DATA": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    running = subprocess.Popen(
        ["make", "run"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert running.stdout is not None
        told = ""
        for line in running.stdout:
            told += line
            if "Ctrl-C" in line:
                break
        assert f":{port}/" in told
        assert "PIN" in told
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/table", timeout=10) as page:
            assert page.status == 200
    finally:
        os.killpg(running.pid, signal.SIGINT)
        running.communicate(timeout=20)


@pytest.mark.long
def test_a_first_make_run_says_what_it_does_and_ends_with_the_code_to_scan(tmp_path: Path) -> None:
    """In a terminal, as just cloned: an environment is made, and the companion installed from the package index."""
    folder = copied(tmp_path / "clone", environment=False)
    home = {"PORT": str(free_port()), "COMPANION_DATA": str(tmp_path / "plays"), "XDG_CONFIG_HOME": str(tmp_path)}
    said, typed = pty.openpty()
    running = subprocess.Popen(
        ["make", "run"], cwd=folder, env=os.environ | home, stdout=typed, stderr=typed, start_new_session=True
    )
    os.close(typed)
    giving_up = Timer(FIRST_RUN, os.killpg, (running.pid, signal.SIGTERM))
    giving_up.start()
    lines: list[str] = []
    try:
        with os.fdopen(said, encoding="utf-8") as terminal, suppress(OSError):  # Linux: EIO is the end of a terminal
            for line in terminal:
                lines.append(line)
                if line.startswith("▀") and any("Ctrl-C" in before for before in lines):
                    break
    finally:
        giving_up.cancel()
        os.killpg(running.pid, signal.SIGINT)
        running.wait(timeout=20)
    wanted = ("Making an environment", "Installing what the companion needs", "Phones:", "Ctrl-C", "▀")
    found = [next((at for at, line in enumerate(lines) if line.startswith(start)), -1) for start in wanted]
    assert found == sorted(found), "".join(lines)
    assert found[0] == 0


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    path = ROOT / page
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", path.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        aim = path.parent / target if target else path
        assert aim.exists(), f"{page} points at {target}"
        assert not anchor or anchor in _anchors(aim), f"{page} points at {target}#{anchor}"


def _anchors(page: Path) -> set[str]:
    """The anchors of its headings, as code forges make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
