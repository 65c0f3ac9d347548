"""The doctor: a machine that answers as told, and the real one."""

from __future__ import annotations

import errno
import json
import socket
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands.doctor.machine_checks import Finding, check_all
from companion.commands.doctor.machine_probe import LocalMachine
from companion.config import Config
from companion.core.wording import Speaker
from companion.locale import LANGUAGES, speaker
from companion.plays.log.log import Log
from companion.toml_settings import ConfigError
from hardware.errors import HardwareError
from tests.cli.conftest import Call, begin

ENGLISH: Speaker = speaker("en", {})
DECEMBER_2026 = 1_796_000_000.0


@dataclass
class TestMachine:
    """A machine on which all is well, unless a test says otherwise."""

    __test__ = False

    python_version: tuple[int, int, int] = (3, 13, 5)
    sqlite_version: tuple[int, int, int] = (3, 46, 1)
    folder_error: OSError | None = None
    free: int = 20_000_000_000
    times: list[float] = field(default_factory=lambda: [0.004, 0.9, 0.005])
    times_error: OSError | None = None
    log_there: bool = True
    rows: int = 0
    used: bool = False
    checked: str | sqlite3.Error = "ok"
    fault: int = 0
    interfaces: list[tuple[str, str]] = field(default_factory=lambda: [("lo", "127.0.0.1"), ("wlan0", "192.168.4.1")])
    time: float = DECEMBER_2026
    ntp: bool | None = True
    devices: list[str] = field(default_factory=list)
    forbidden: bool = False
    compiled: bool = True

    def python(self) -> tuple[int, int, int]:
        return self.python_version

    def sqlite(self) -> tuple[int, int, int]:
        return self.sqlite_version

    def make_folder(self, folder: Path) -> OSError | None:
        return self.folder_error

    def free_bytes(self, folder: Path) -> int:
        return self.free

    def sync_times(self, folder: Path) -> Sequence[float]:
        if self.times_error:
            raise self.times_error
        return self.times

    def exists(self, path: Path) -> bool:
        return self.log_there

    def in_use(self, log: Path) -> bool:
        return self.used

    def damaged_rows(self, log: Path) -> int:
        return self.rows

    def quick_check(self, log: Path) -> str:
        if isinstance(self.checked, sqlite3.Error):
            raise self.checked
        return self.checked

    def port_fault(self, address: str, port: int) -> int:
        return self.fault

    def free_port(self, address: str, port: int) -> int:
        return port + 1

    def name(self) -> str:
        return "table.local"

    def addresses(self) -> Sequence[tuple[str, str]]:
        return self.interfaces

    def now(self) -> float:
        return self.time

    def synchronised(self) -> bool | None:
        return self.ntp

    def nodes(self, pattern: str) -> Sequence[Path]:
        return [Path(node) for node in self.devices if Path(node).match(pattern)]

    def may_use(self, node: Path) -> bool:
        return not self.forbidden

    def group(self, node: Path) -> str:
        return "gpio"

    def catalogue(self, language: str) -> bool:
        return self.compiled


CONFIG = Config(data="/srv/plays", names=("spiel.local",))


def look(machine: TestMachine, config: Config = CONFIG, kind: str = "sim") -> list[Finding]:
    return list(check_all(machine, lambda: config, lambda _name: kind))


def about(key: str, findings: list[Finding]) -> list[tuple[str, str, str]]:
    return [
        (found.level, ENGLISH.say(found.what), ENGLISH.say(found.hint) if found.hint else "")
        for found in findings
        if found.key == key
    ]


def test_a_machine_on_which_all_is_well() -> None:
    findings = look(TestMachine())
    assert {found.level for found in findings} == {"ok"}
    assert [found.hint for found in findings] == [None] * len(findings)
    said = [ENGLISH.say(found.what) for found in findings]
    assert said == [
        "Python 3.13.5.",
        "SQLite 3.46.1.",
        f"Languages: {', '.join(LANGUAGES)}.",
        "The configuration can be read.",
        "Plays are kept in /srv/plays.",
        "20000 MB are free there.",
        "A write that survives a power cut takes 5 ms.",
        "/srv/plays/companion.db holds together.",
        "Port 8000 is free.",
        "Names for the phones: spiel.local, table.local.",
        "Phones on wlan0 come to 192.168.4.1.",
        "The clock looks right.",
        "The profile simulated can be read.",
        "The table is simulated: it needs no bus, pin or serial port.",
    ]


@pytest.mark.parametrize(
    ("machine", "key", "level", "words"),
    [
        (TestMachine(python_version=(3, 10, 9)), "python", "bad", "Install Python 3.11 or newer."),
        (TestMachine(sqlite_version=(3, 27, 2)), "sqlite", "bad", "3.35 or newer"),
        (TestMachine(compiled=False), "languages", "bad", f"not compiled: {', '.join(LANGUAGES[1:])}."),
        (TestMachine(folder_error=PermissionError(errno.EACCES, "no")), "folder", "bad", "choose another: data in"),
        (TestMachine(folder_error=OSError(errno.ENOSPC, "no")), "folder", "bad", "is full"),
        (TestMachine(free=400_000_000), "room", "look", "400 MB"),
        (TestMachine(free=1_000_000), "room", "bad", "Make room on that disk."),
        (TestMachine(times=[0.06] * 8), "speed", "look", "takes 60 ms."),
        (TestMachine(times=[0.7] * 8), "speed", "bad", "A better card or a memory stick is faster."),
        (TestMachine(times_error=OSError(errno.ENOSPC, "no")), "speed", "bad", "is full"),
        (TestMachine(checked="row 3 missing"), "log", "bad", "is damaged. Put the newest backup in its place."),
        (TestMachine(checked=sqlite3.DatabaseError("odd")), "log", "bad", "is damaged."),
        (TestMachine(rows=2), "log", "look", "2 rows of"),
        (TestMachine(log_there=False, checked="never asked"), "log", "ok", "Nothing was played yet."),
        (TestMachine(fault=errno.EADDRINUSE), "port", "bad", "companion run --port 8001"),
        (TestMachine(fault=errno.EACCES), "port", "bad", "kept for the system"),
        (TestMachine(fault=errno.EADDRNOTAVAIL), "port", "bad", 'Write address = "0.0.0.0" in companion.toml.'),
        (TestMachine(fault=errno.EADDRINUSE, used=True), "port", "ok", "A companion is running."),
        (TestMachine(interfaces=[("lo", "127.0.0.1")]), "network", "look", "switch a hotspot on"),
        (TestMachine(time=1_000_000.0), "clock", "look", "in the year 1970."),
        (TestMachine(ntp=False), "clock", "look", "No time server has set the clock."),
        (TestMachine(ntp=None), "clock", "ok", "looks right"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(machine: TestMachine, key: str, level: str, words: str) -> None:
    findings = look(machine)
    [found] = about(key, findings)
    assert found[0] == level
    assert words in " ".join(found)
    others = [other for other in findings if other.level != "ok" and other.key != key]
    assert not others


def test_a_table_that_answers_to_one_address_promises_phones_no_other() -> None:
    config = Config(data="/srv/plays", address="127.0.0.1")
    only, cure = "The settings have the table answer to 127.0.0.1 alone.", 'For every network: address = "0.0.0.0"'
    assert about("network", look(TestMachine(), config)) == [("look", only, cure)]


def test_one_slow_write_makes_no_slow_card() -> None:
    assert about("speed", look(TestMachine(times=[0.004, 0.004, 2.0])))[0][0] == "ok"


def test_a_table_with_wires_needs_buses_and_pins() -> None:
    machine = TestMachine()
    wired = look(machine, replace(CONFIG, profile="pi-panel"), "pi")
    assert [found.key for found in wired if found.level == "look"] == ["i2c", "gpio", "serial"]
    machine.devices = ["/dev/i2c-1", "/dev/gpiochip0", "/dev/ttyACM0", "/dev/ttyUSB1", "/dev/tty1"]
    wired = look(machine, CONFIG, "pi")
    assert {found.level for found in wired} == {"ok"}
    assert [said for _, said, _ in about("serial", wired)] == [
        "/dev/ttyACM0 can be used.",
        "/dev/ttyUSB1 can be used.",
    ]
    machine.forbidden = True
    assert about("gpio", look(machine, CONFIG, "pi")) == [
        (
            "look",
            "/dev/gpiochip0 may not be used by this user.",
            "Add this user to its group and log in again: sudo usermod -a -G gpio $USER",
        )
    ]


def test_a_configuration_that_cannot_be_read_is_a_finding() -> None:
    def config() -> Config:
        raise ConfigError("companion.toml: unknown key prot")

    findings = list(check_all(TestMachine(), config, lambda _name: "sim"))
    assert about("config", findings) == [
        ("bad", "The configuration cannot be used: companion.toml: unknown key prot", "")
    ]
    assert findings[-1].key == "config"


def test_a_profile_that_cannot_be_read_is_a_finding() -> None:
    def profile(name: str) -> str:
        raise HardwareError("seat[2]: pin 4 is used twice")

    [found] = about("profile", list(check_all(TestMachine(), lambda: CONFIG, profile)))
    assert found[:2] == ("bad", "The profile cannot be used: seat[2]: pin 4 is used twice")


# -- the real machine -----------------------------------------------------------------------------------------


def test_the_machine_of_the_tests_is_looked_at_for_real(call: Call, log: Log, data: Path) -> None:
    begin(log, "Ana", "Luis")
    findings = json.loads(call("doctor", "--json").output)
    levels = {found["key"]: found["level"] for found in findings}
    assert levels["python"] == levels["sqlite"] == levels["folder"] == levels["log"] == levels["profile"] == "ok"
    assert levels.keys() >= {"languages", "config", "room", "speed", "port", "names", "network", "clock"}
    spoken = call("doctor").output
    assert f"ok    Plays are kept in {data}." in spoken
    assert all(row.startswith(("ok ", "look ", "bad ", "      -> ")) for row in spoken.splitlines())
    assert {path.name for path in data.iterdir()} <= {
        f"companion.db{end}" for end in ("", ".lock", ".witness", "-wal", "-shm")
    }


def test_something_bad_ends_with_exit_code_1(call: Call, data: Path) -> None:
    data.write_text("a file where a folder should be")
    result = call("doctor")
    assert result.exit_code == 1
    assert f"bad   {data} cannot be opened." in result.output
    assert "-> Give this user the folder, or choose another" in result.output


def test_the_real_answers_are_about_this_machine(tmp_path: Path, log: Log, data: Path) -> None:
    machine = LocalMachine()
    assert ("lo", "127.0.0.1") in machine.addresses()
    times = machine.sync_times(tmp_path)
    assert len(times) > 3
    assert all(time > 0 for time in times)
    assert machine.make_folder(tmp_path / "new" / "one") is None
    assert isinstance(machine.make_folder(Path("/dev/null/folder")), OSError)
    assert machine.in_use(data / "companion.db")
    log.close()
    assert not machine.in_use(data / "companion.db")
    assert not machine.in_use(tmp_path / "none.db")
    assert machine.quick_check(data / "companion.db") == "ok"
    assert machine.damaged_rows(data / "companion.db") == 0
    assert not machine.catalogue("xx")
    assert machine.nodes("/dev/nul*") == [Path("/dev/null")]
    assert machine.may_use(Path("/dev/null"))
    assert machine.group(Path("/dev/null")) == "root"
    assert machine.synchronised() in (True, False, None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert machine.port_fault("127.0.0.1", port) == errno.EADDRINUSE
        other = machine.free_port("127.0.0.1", port)
        assert other > port
        assert machine.port_fault("127.0.0.1", other) == 0
    assert machine.port_fault("203.0.113.1", 8000) == errno.EADDRNOTAVAIL
