"""Files on their way to a pod: its firmware, the pins of its board, its name. mpremote carries them.

It runs as a program of its own. A pod that runs gives its console to whoever asks for it as mpremote does. ``resume``
is said because a soft reset would leave the watchdog unfed; ``main.py`` comes last, so that a copy that breaks off
leaves a pod that still starts.
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

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


class FlashError(HardwareError):
    """Nothing was copied, or not all; the text says why."""


def firmware() -> Path:
    """The folder with the firmware: beside this file when the product is installed, else that of the sources."""
    return _PACKED if _PACKED.exists() else _SOURCES


def boards() -> tuple[str, ...]:
    """The boards whose pins are known, by name."""
    return tuple(sorted(file.stem for file in (firmware() / "boards").glob("*.py")))


def flash(path: str, board: str, run: Run | None = None) -> None:
    """Copy the firmware to the pod at ``path`` and start it. ``board`` is one of ``boards()``, or the path of a file of
    one's own; empty keeps the pins that the pod has. Raises FlashError.
    """
    with TemporaryDirectory() as folder:
        files = _staged(Path(folder), board)
        if not board and "pins.py" not in _mpremote(path, ["exec", "import os; print(os.listdir())"], run):
            raise FlashError(f"the pod at {path} does not know its pins yet: say which board it is, {_or_file()}")
        _mpremote(path, ["fs", "cp", "-r", *map(str, files), ":", "+", "reset"], run)


def rename(path: str, name: str, run: Run | None = None) -> None:
    """Give the pod at ``path`` a name and start it. Raises FlashError."""
    if not name.strip() or not name.isprintable() or len(name.encode()) > LONGEST_NAME:
        raise FlashError(f"a name has 1 to {LONGEST_NAME} letters, fewer where some have accents")
    with TemporaryDirectory() as folder:
        file = Path(folder, "name.txt")
        file.write_text(name + "\n", encoding="utf-8")
        _mpremote(path, ["fs", "cp", str(file), ":name.txt", "+", "reset"], run)


def _staged(folder: Path, board: str) -> list[Path]:
    """The files as they will lie on the pod, in the order in which they are copied."""
    pod = folder / "pod"
    pod.mkdir()
    for file in firmware().glob("*.py"):
        shutil.copy(file, folder if file.name == "main.py" else pod)
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
