"""Questions of ``companion doctor`` to an installed table: service, user, radio, temperature, power; tests use
a fake.
"""

from __future__ import annotations

import grp
import pwd
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

NAME = "table-companion"
GROUPS = ("gpio", "i2c", "spi", "dialout")
"""Groups for pins, buses and serial ports."""
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")
POWER = (
    Path("/sys/devices/platform/soc/soc:firmware/get_throttled"),
    Path("/sys/devices/platform/axi/soc:firmware/get_throttled"),
)
"""File with a Pi's throttling bits, hexadecimal."""
RADIOS = Path("/sys/class/rfkill")
PATIENCE = 5.0


class Installation(Protocol):
    """Questions about an installed table; they change nothing."""

    def service(self) -> Mapping[str, str] | None:
        """Properties of the systemd unit; None without systemd or the unit."""

    def groups_lacking(self) -> Sequence[str]:
        """Existing groups that the service's user is not in."""

    def radios(self) -> Sequence[tuple[str, str]]:
        """(name, ``soft``, ``hard`` or empty) of every Wi-Fi radio: how it is blocked."""

    def heat(self) -> float | None:
        """CPU temperature in degrees Celsius."""

    def power(self) -> int | None:
        """Throttling bits of a Pi; None on other machines."""


class LocalInstallation:
    """The real machine."""

    def __init__(self, heat: Path = HEAT, power: Sequence[Path] = POWER, radios: Path = RADIOS) -> None:
        self._heat = heat
        self._power = power
        self._radios = radios

    def service(self) -> Mapping[str, str] | None:
        wanted = "LoadState,ActiveState,SubState,Result,NRestarts"
        said = _said("systemctl", "show", f"{NAME}.service", f"--property={wanted}")
        found = dict(line.split("=", 1) for line in said.splitlines() if "=" in line)
        return found if found.get("LoadState") == "loaded" else None

    def groups_lacking(self) -> Sequence[str]:
        try:
            own = pwd.getpwnam(NAME).pw_gid
        except KeyError:
            return ()
        there = [group for group in grp.getgrall() if group.gr_name in GROUPS]
        return [group.gr_name for group in there if NAME not in group.gr_mem and group.gr_gid != own]

    def radios(self) -> Sequence[tuple[str, str]]:
        found = []
        for folder in sorted(self._radios.glob("rfkill*")):
            if _read(folder / "type") == "wlan":
                off = [kind for kind in ("hard", "soft") if _read(folder / kind) == "1"]
                found.append((_read(folder / "name"), off[0] if off else ""))
        return found

    def heat(self) -> float | None:
        text = _read(self._heat)
        return int(text) / 1000 if text.lstrip("-").isdecimal() else None

    def power(self) -> int | None:
        text = next(filter(None, map(_read, self._power)), "")
        if not text:
            text = _said("vcgencmd", "get_throttled").strip().rpartition("=")[2]
        try:
            return int(text, 16)
        except ValueError:
            return None


def _said(program: str, *words: str) -> str:
    """Output of a program; empty if it is missing."""
    path = shutil.which(program)
    if path is None:
        return ""
    try:
        done = subprocess.run(  # noqa: S603  (nothing in it comes from outside)
            [path, *words], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
