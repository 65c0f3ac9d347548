"""Checks of an installed table: service, permissions, radio, temperature, power, copies; and the interface for its
questions to the machine, which tests replace.
"""

from __future__ import annotations

import grp
import pwd
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from companion.commands.doctor.machine_checks import Finding
from companion.config import Config
from companion.core.wording import say
from companion.first_contact.read_only_root import ReadOnlyRoot, lost_plays
from companion.keeping.log_checks import copies_newest_first

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
CONTROLLERS = Path("/sys/fs/cgroup/cgroup.controllers")
"""What control groups of the kernel can limit, by name."""
PATIENCE = 5.0
WARM, HOT = 70.0, 80.0
"""Degrees Celsius; a Pi throttles at 80."""
WEAK_NOW, SLOW_NOW, WEAK_ONCE, SLOW_ONCE = 0x1, 0x4, 0x10000, 0x40000
"""Bits of a Pi's throttling state: under-voltage and throttled, now and since boot."""
OFTEN = 3
"""From this number on, restarts of the service are reported."""


class Installation(Protocol):
    """Questions about an installed table; they change nothing."""

    def service(self) -> Mapping[str, str] | None:
        """Properties of the systemd unit; None without systemd or the unit."""

    def groups_lacking(self) -> Sequence[str]:
        """Existing groups that the service's user is not in."""

    def radios(self) -> Sequence[tuple[str, str]]:
        """(name, block) of every Wi-Fi radio; the block is ``soft``, ``hard`` or ""."""

    def heat(self) -> float | None:
        """CPU temperature in degrees Celsius."""

    def power(self) -> int | None:
        """Throttling bits of a Pi; None on other machines."""

    def limits_memory(self) -> bool:
        """Whether the kernel can limit the memory of a service."""

    def card_root(self) -> ReadOnlyRoot:
        """The state of the read-only root file system."""


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

    def limits_memory(self) -> bool:
        return "memory" in _read(CONTROLLERS).split()

    def card_root(self) -> ReadOnlyRoot:
        return ReadOnlyRoot()


def _said(program: str, *words: str) -> str:
    """The output of a program; "" if the program is missing."""
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


def check_installed(installation: Installation, config: Config) -> Iterator[Finding]:
    """All findings, in order. A machine without the service is no fault."""
    yield from _service(installation)
    yield from _radios(installation)
    yield from _heat(installation)
    yield from _power(installation)
    yield from _card(installation.card_root())
    yield _copies(config)


def _service(installation: Installation) -> Iterator[Finding]:
    found = installation.service()
    if found is None:
        yield Finding("service", "ok", say("Not installed as a service: the table opens when somebody starts it."))
        return
    state = f"{found.get('ActiveState', '?')} ({found.get('SubState', '?')})"
    journal = say("See what it says: sudo journalctl -u {name} -n 50", name=NAME)
    restarts = int(found.get("NRestarts", "0") or 0)
    if found.get("ActiveState") != "active":
        what = say("The service is not running: {state}, {result}.", state=state, result=found.get("Result", "?"))
        yield Finding("service", "bad", what, journal)
    elif restarts >= OFTEN:
        yield Finding("service", "look", say("The service was started again {n} times by itself.", n=restarts), journal)
    else:
        yield Finding("service", "ok", say("The service is running."))
    if installation.limits_memory():
        yield Finding("memory", "ok", say("The kernel keeps the service within its memory."))
    else:
        hint = say("To switch that on, add cgroup_enable=memory to cmdline.txt on the card, and start again.")
        what = say("This kernel does not keep the service within its memory: it lacks memory cgroups.")
        yield Finding("memory", "ok", what, hint)
    lacking = installation.groups_lacking()
    if lacking:
        hint = say("Add it: sudo usermod -a -G {groups} {name}, then restart the service.",
                   groups=",".join(lacking), name=NAME)  # fmt: skip
        what = say("The user {name} is not in these groups: {groups}.", name=NAME, groups=", ".join(lacking))
        yield Finding("groups", "look", what, hint)
    else:
        yield Finding("groups", "ok", say("The service may use pins, buses and serial ports."))


def _radios(installation: Installation) -> Iterator[Finding]:
    for name, off in installation.radios():
        match off:
            case "hard":
                hint = say("It has a switch or a setting of its own; without the radio, phones need another network.")
                yield Finding("radio", "look", say("The radio {name} is switched off by hand.", name=name), hint)
            case "soft":
                hint = say("Switch it on: sudo rfkill unblock wifi, and set the country with raspi-config.")
                yield Finding("radio", "look", say("The radio {name} is switched off.", name=name), hint)
            case _:
                yield Finding("radio", "ok", say("The radio {name} is on.", name=name))


def _heat(installation: Installation) -> Iterator[Finding]:
    heat = installation.heat()
    if heat is None:
        return
    what = say("The processor has {n} degrees.", n=round(heat))
    if heat >= WARM:
        hint = say("Give it air: a bigger or more open case, a heat sink.")
        yield Finding("heat", "bad" if heat >= HOT else "look", what, hint)
    else:
        yield Finding("heat", "ok", what)


def _power(installation: Installation) -> Iterator[Finding]:
    bits = installation.power()
    if bits is None:
        return
    hint = say("Use the supply made for this Pi and a short, thick cable; a weak one spoils cards.")
    if bits & WEAK_NOW:
        yield Finding("power", "bad", say("The power supply is too weak now."), hint)
    elif bits & WEAK_ONCE:
        yield Finding("power", "look", say("The power supply was too weak since it was switched on."), hint)
    elif bits & (SLOW_NOW | SLOW_ONCE):
        cool = say("Give it air: a bigger or more open case, a heat sink.")
        yield Finding("power", "look", say("The processor was slowed down since it was switched on."), cool)
    else:
        yield Finding("power", "ok", say("The power supply is strong enough."))


def _card(root: ReadOnlyRoot) -> Iterator[Finding]:
    """Findings about a flashed card."""
    if root.only_read:
        hint = say("To change that: read_only in table.toml, on the card.")
        what = say("The system on the card is read-only: what is changed in it is gone at the next power-on.")
        yield Finding("system", "ok", what, hint)
    elif root.flashed:
        yield Finding("system", "ok", say("The system on the card is written to, as is usual."))
    if root.plays == "partition":
        yield Finding("plays", "ok", say("The plays have a partition of their own."))
    elif (lost := lost_plays(root)) is not None:
        hint = say("See what it says: sudo journalctl -u {name} -n 50", name=NAME + "-plays")
        yield Finding("plays", "bad", lost, hint)


def _copies(config: Config) -> Finding:
    copies = copies_newest_first(config.copy_targets)
    if not copies:
        hint = say("One is made after every play. Make one yourself: companion backup TARGET")
        return Finding("copies", "ok", say("There is no copy of the plays yet."), hint)
    newest = copies[0]
    what = say("The newest copy of the plays: {file}", file=str(newest.path))
    if newest.path.is_relative_to(config.folder):
        hint = say("It lies on the same disk as the plays. Plug in a memory stick, and copies go there.")
        return Finding("copies", "look", what, hint)
    return Finding("copies", "ok", what)
