"""Copy firmware, pin map and name to a pod with mpremote, run as a separate program.

A running pod yields its console to mpremote. ``resume`` avoids a soft reset, which would leave the watchdog unfed;
``main.py`` is copied last, so that an interrupted copy leaves a bootable pod.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.errors import HardwareError

INSTALL = "pip install 'table-companion[flash]'"
PATIENCE = 120.0
"""Seconds for all files."""
LONGEST_NAME = 16
"""Bytes of a pod's name."""
_PACKED = Path(__file__).with_name("firmware")
_SOURCES = Path(__file__).parents[2] / "firmware" / "pod"
_SHARED = Path(__file__).parents[1] / "display_chips.py"
"""Module of this package that pods run too."""

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


class FlashError(HardwareError):
    """Copying failed or is incomplete; the text says why."""


def firmware() -> Path:
    """Firmware folder: beside this file when installed, else in the sources."""
    return _PACKED if _PACKED.exists() else _SOURCES


def boards() -> tuple[str, ...]:
    """Names of supported boards."""
    return tuple(sorted(file.stem for file in (firmware() / "boards").glob("*.py")))


def pod_files() -> dict[str, Path]:
    """Every file of the firmware by its path on a pod, `main.py` last; a pod's own pin map comes beside them."""
    files = {f"pod/{file.name}": file for file in (*sorted(firmware().glob("*.py")), _SHARED)}
    main = files.pop("pod/main.py")
    return {**files, "main.py": main}


def flash(path: str, board: str, run: Run | None = None) -> None:
    """Copy the firmware to the pod at ``path`` and start it. ``board`` is one of ``boards()`` or a file; empty keeps
    the pod's pin map. Raises FlashError.
    """
    with TemporaryDirectory() as folder:
        files = _staged(Path(folder), board)
        if not board and "pins.py" not in _mpremote(path, ["exec", "import os; print(os.listdir())"], run):
            raise FlashError(f"the pod at {path} does not know its pins yet: say which board it is, {_or_file()}")
        _mpremote(path, ["fs", "cp", "-r", *map(str, files), ":", "+", "reset"], run)


def rename(path: str, name: str, run: Run | None = None) -> None:
    """Name the pod at ``path`` and start it. Raises FlashError."""
    if not name.strip() or not name.isprintable() or len(name.encode()) > LONGEST_NAME:
        raise FlashError(f"a name has 1 to {LONGEST_NAME} letters, fewer where some have accents")
    with TemporaryDirectory() as folder:
        file = Path(folder, "name.txt")
        file.write_text(name + "\n", encoding="utf-8")
        _mpremote(path, ["fs", "cp", str(file), ":name.txt", "+", "reset"], run)


def _staged(folder: Path, board: str) -> list[Path]:
    """Files as they will be on the pod, in copy order."""
    pod = folder / "pod"
    pod.mkdir()
    for name, file in pod_files().items():
        shutil.copy(file, folder / name)
    files = [pod]
    if board:
        known = firmware() / "boards" / f"{board}.py"
        source = known if board in boards() else Path(board)
        if not source.is_file():
            raise FlashError(f"there is no board {board}: {_or_file()}")
        files.append(Path(shutil.copy(source, folder / "pins.py")))
    return [*files, folder / "main.py"]


def _or_file() -> str:
    return f"{', '.join(boards())}, or the path of a file with its pins"


def _mpremote(path: str, words: Sequence[str], run: Run | None) -> str:
    done = (run or _run)([sys.executable, "-m", "mpremote", "connect", path, "resume", *words])
    if done.returncode:
        why = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise FlashError(f"{path}: {why[-1] if why else 'mpremote failed'}")
    return done.stdout


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    if find_spec("mpremote") is None:
        raise FlashError(f"mpremote is not installed: {INSTALL}")
    try:
        return subprocess.run(  # noqa: S603  (a list, and no shell)
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise FlashError(f"the pod did not take everything within {PATIENCE:.0f} seconds; try again") from late
