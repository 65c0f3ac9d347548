"""The environment of this machine's own Python, made as install.sh does it, from a folder of wheels."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hardware import library_check
from hardware.library_check import LIBRARIES
from tests.deploy.other_system import NAMES, PREPARING, bundled_pip, needs_of_companion, write_companion, write_wheel

DEPLOY = Path(__file__).parents[2] / "deploy"
HARNESS = """\
set -eu
OPT=$1 WHEELS=$2 HERE=$3 ROOT= DRY=no BEFORE=
did() { printf '%s\\n' "$*"; }
fail() { printf '%s\\n' "$*" >&2; exit 1; }
newest() { find "$WHEELS" -name "$1-*.whl" | sort -V | tail -n 1 | grep .; }
newest_wheel() { newest table_companion; }
. "$3/system/environment.sh"
# Whatever this machine has of it is not what is looked at.
system_lgpio() { :; }
new_version
go_over
"""
"""The functions that install.sh has for what it sources."""


def environment(opt: Path, wheels: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", HARNESS, "sh", str(opt), str(wheels), str(DEPLOY)],
        # Most of the time would go into compiling pip.
        env={**os.environ, "PYTHONPATH": "", "PIP_NO_COMPILE": "1"},
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip


def said_by(*command: str | Path) -> str:
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": ""}, capture_output=True, text=True, check=True)
    return done.stdout


def files(folder: Path) -> dict[str, bytes]:
    """But for compiled code, which a Python that looks may write."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """Everything without lgpio, and pip, so that nothing of the system's is needed."""
    folder = tmp_path / "wheels"
    for module in (*LIBRARIES, "gpiod"):
        write_wheel(folder, NAMES.get(module, module), "3.0", {f"{module.replace('.', '/')}/__init__.py": ""})
    pip = bundled_pip()
    (folder / pip.name).symlink_to(pip)
    write_companion(folder, "1.2.3", needs_of_companion(lgpio=False))
    return folder


@pytest.mark.long
def test_a_version_is_made_and_a_broken_one_leaves_it_as_it_was(tmp_path: Path, wheels: Path) -> None:
    opt = tmp_path / "opt"
    made = environment(opt, wheels)
    assert made.returncode == 0, made.stderr
    current = opt / "current"
    assert os.readlink(current) == "versions/1.2.3"
    assert said_by(current / "bin/companion", "--version") == "table-companion 1.2.3\n"
    assert str(opt) in said_by(current / "bin/python", "-m", "pip", "--version"), "an update needs it"
    assert list(current.glob(f"lib/python3.*/site-packages/{Path(PREPARING).parent}/prepared")), (
        "templates are compiled"
    )
    before = files(opt)

    assert "version 1.2.3 is there already" in environment(opt, wheels).stdout

    # The same version with other content, of which a library cannot be loaded: it may drive nothing.
    write_companion(wheels, "1.2.3", needs_of_companion(lgpio=False), beside={"luma_fix.py": ""})
    (wheels / "spidev-3.0-py3-none-any.whl").unlink()
    write_wheel(wheels, "spidev", "3.0", {"spidev/__init__.py": "raise OSError('made for another kernel')"})
    broken = environment(opt, wheels)
    assert broken.returncode == 1
    assert "spidev: made for another kernel" in broken.stderr
    assert files(opt) == before

    # Nor may one whose pages cannot be prepared.
    (wheels / "spidev-3.0-py3-none-any.whl").unlink()
    write_wheel(wheels, "spidev", "3.0", {"spidev/__init__.py": ""})
    failing = {PREPARING: "raise SystemExit('the disk is full')"}
    write_companion(wheels, "1.2.3", needs_of_companion(lgpio=False), beside=failing)
    full = environment(opt, wheels)
    assert full.returncode == 1
    assert "the disk is full" in full.stderr
    assert files(opt) == before

    # One that was cut off leaves the one before aside; the next takes that.
    next(wheels.glob("spidev-*.whl")).unlink()
    (opt / "versions/1.2.3").rename(opt / "versions/1.2.3.aside")
    (opt / "versions/1.2.3").mkdir()
    assert environment(opt, wheels).returncode == 1
    assert files(opt) == before


def looked(folder: Path, *words: Path) -> tuple[int, str]:
    """What library_check says of the modules in ``folder``: in which it looks, or which it imports."""
    done = subprocess.run(
        [sys.executable, "-S", library_check.__file__, *words],
        env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_one_library_for_the_pins_is_enough_and_none_is_too_few(tmp_path: Path) -> None:
    for module in LIBRARIES:
        place = tmp_path.joinpath(*module.split("."))
        place.mkdir(parents=True)
        (place / "__init__.py").touch()
    status, said = looked(tmp_path)
    assert status == 1
    assert said == "nothing drives the pins (lgpio: No module named 'lgpio'; gpiod: No module named 'gpiod')\n"
    assert looked(tmp_path, tmp_path) == (1, "nothing drives the pins (neither lgpio nor gpiod)\n")
    for name in ("lgpio.py", "gpiod.cpython-313-aarch64-linux-gnu.so"):
        (tmp_path / name).touch()
        assert looked(tmp_path, tmp_path) == (0, "")
        (tmp_path / name).unlink()
    # It makes a pipe where it is told to, or where it is started.
    (tmp_path / "lgpio.py").write_text("import os\nos.mkfifo(os.path.join(os.environ['LG_WD'], 'pipe'))\n")
    assert looked(tmp_path) == (0, "")
    (tmp_path / "serial/__init__.py").write_text("import no_such_module\n")
    assert looked(tmp_path) == (1, "serial: No module named 'no_such_module'\n")
