"""What the tests need of the system: ``tests/need`` installs it, or says how. The distribution here is made up."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SUBJECTS = ("browser", "firmware")
TOOLS = ("sh", "sed", "tr", "grep", "touch", "chmod")
SHELLS = ("chromium", "chromium-headless-shell")
APT_GET = """
echo "$@" >>"$0.calls"
case $1 in
    install)
        for word; do
            case $word in
                -* | install) ;;
                libatomic1) echo libatomic.so.1 >"${0%/*}/libraries" ;;
                nodejs) cp "$0" "${0%/*}/node" ;;
                *) cp "$0" "${0%/*}/$word" ;;
            esac
        done
        ;;
esac
"""


class System:
    """A machine with nothing but the tools of a shell, and what its programs were called with."""

    def __init__(self, folder: Path, user: int) -> None:
        self._folder = folder
        for name in (*TOOLS, "cp"):
            (folder / name).symlink_to(str(shutil.which(name)))
        (folder / "libraries").touch()
        self.program("id", f"echo {user}")
        self.program("ldconfig", 'while read -r line; do echo "$line"; done <"${0%/*}/libraries"')

    def program(self, name: str, script: str) -> None:
        (self._folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (self._folder / name).chmod(0o755)

    def distribution(self, *packages: str, installs: str = APT_GET) -> None:
        """One with these packages."""
        self.program("apt-get", installs)
        self.program("apt-cache", f"for name; do :; done\ncase $name in {'|'.join(packages)}) ;; *) exit 100 ;; esac")

    def need(self, *subjects: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [ROOT / "tests" / "need", *subjects],
            env={"PATH": str(self._folder)},
            capture_output=True,
            text=True,
            check=False,
        )

    def calls(self) -> list[str]:
        path = self._folder / "apt-get.calls"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path, user=0)


@pytest.mark.parametrize("shell", SHELLS)
def test_all_that_is_missing_is_installed_at_once(system: System, shell: str) -> None:
    system.distribution(shell, "libatomic1", "nodejs", "npm")
    done = system.need(*SUBJECTS)
    assert (done.returncode, done.stderr) == (0, "")
    assert [call.split() for call in system.calls()] == [
        ["update", "-qq"],
        ["install", "-y", "-qq", "--no-install-recommends", shell, "libatomic1", "nodejs", "npm"],
    ]
    assert system.need(*SUBJECTS).stdout == "", "all is there now"
    assert len(system.calls()) == 2


def test_who_is_not_root_is_told_what_to_install(tmp_path: Path) -> None:
    system = System(tmp_path, user=1000)
    system.distribution("chromium", "libatomic1", "nodejs", "npm")
    done = system.need(*SUBJECTS)
    assert done.returncode == 1
    assert done.stderr.endswith("run again: sudo apt install chromium libatomic1 nodejs npm\n")
    assert system.calls() == []


def test_what_tests_can_do_without_stops_nothing(tmp_path: Path) -> None:
    system = System(tmp_path, user=1000)
    system.distribution("nodejs", "npm")
    done = system.need("firmware")
    assert done.returncode == 0
    assert done.stderr.endswith("To run them too: sudo apt install nodejs npm\n")


def test_a_failed_installation_and_a_missing_package_are_said(system: System) -> None:
    system.distribution("chromium", "nodejs", "npm")
    done = system.need(*SUBJECTS)
    assert done.returncode == 1
    assert done.stderr.endswith("run again: sudo apt install libatomic1\n")
    system.distribution("chromium", "libatomic1", installs='[ "$1" = update ] || { echo "disk full" >&2; exit 100; }')
    done = system.need(*SUBJECTS)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "disk full"


def test_a_subject_that_is_misspelt_is_refused(system: System) -> None:
    assert system.need("browsers").returncode == 2
