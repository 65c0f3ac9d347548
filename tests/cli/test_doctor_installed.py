"""The doctor of an installed table: one that answers as told, and the real one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.commands.doctor import installed_checks
from companion.commands.doctor.installed_checks import LocalInstallation, check_installed
from companion.commands.doctor.machine_checks import Finding
from companion.config import Config
from companion.core.wording import Speaker
from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.keeping.copies import name_of
from companion.locale import speaker
from tests.cli.conftest import Call
from tests.first_contact.owners import Machine

ENGLISH: Speaker = speaker("en", {})
RUNNING = {"LoadState": "loaded", "ActiveState": "active", "SubState": "running", "Result": "success", "NRestarts": "0"}


@dataclass
class TestInstallation:
    """A table on which all is well, unless a test says otherwise."""

    __test__ = False

    unit: Mapping[str, str] | None = field(default_factory=lambda: RUNNING)
    lacking: Sequence[str] = ()
    off: str = ""
    degrees: float | None = 51.4
    bits: int | None = 0
    limited: bool = True
    root: ReadOnlyRoot = field(default_factory=lambda: ReadOnlyRoot(Path("/no/such/root"), mounts=None))

    def service(self) -> Mapping[str, str] | None:
        return self.unit

    def groups_lacking(self) -> Sequence[str]:
        return self.lacking

    def radios(self) -> Sequence[tuple[str, str]]:
        return [("phy0", self.off)]

    def heat(self) -> float | None:
        return self.degrees

    def power(self) -> int | None:
        return self.bits

    def limits_memory(self) -> bool:
        return self.limited

    def card_root(self) -> ReadOnlyRoot:
        return self.root


@pytest.fixture
def config(tmp_path: Path) -> Config:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / name_of(3, None, "")).write_bytes(b"")
    return Config(data=str(tmp_path / "data"), copies=str(stick))


def look(installation: TestInstallation, config: Config) -> list[Finding]:
    return list(check_installed(installation, config))


def test_a_table_on_which_all_is_well(config: Config) -> None:
    findings = look(TestInstallation(), config)
    assert {found.level for found in findings} == {"ok"}
    assert [ENGLISH.say(found.what) for found in findings] == [
        "The service is running.",
        "The kernel keeps the service within its memory.",
        "The service may use pins, buses and serial ports.",
        "The radio phy0 is on.",
        "The processor has 51 degrees.",
        "The power supply is strong enough.",
        f"The newest copy of the plays: {config.copies}/companion-000003-time-unknown-table.db",
    ]


@pytest.mark.parametrize(
    ("installation", "key", "level", "words"),
    [
        (TestInstallation({**RUNNING, "ActiveState": "failed"}), "service", "bad", "journalctl -u table-companion"),
        (TestInstallation({**RUNNING, "NRestarts": "5"}), "service", "look", "started again 5 times"),
        (TestInstallation(lacking=["gpio", "i2c"]), "groups", "look", "usermod -a -G gpio,i2c table-companion"),
        (TestInstallation(off="soft"), "radio", "look", "rfkill unblock wifi"),
        (TestInstallation(off="hard"), "radio", "look", "by hand"),
        (TestInstallation(degrees=72.0), "heat", "look", "72 degrees. Give it air"),
        (TestInstallation(degrees=85.0), "heat", "bad", "85 degrees"),
        (TestInstallation(bits=0x50005), "power", "bad", "too weak now"),
        (TestInstallation(bits=0x50000), "power", "look", "was too weak since"),
        (TestInstallation(bits=0x40000), "power", "look", "slowed down"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(
    installation: TestInstallation, key: str, level: str, words: str, config: Config
) -> None:
    [found] = [found for found in look(installation, config) if found.level != "ok"]
    assert (found.key, found.level) == (key, level)
    assert found.hint is not None
    assert words in f"{ENGLISH.say(found.what)} {ENGLISH.say(found.hint)}"


def test_a_kernel_without_memory_cgroups_is_named(config: Config) -> None:
    [found] = [found for found in look(TestInstallation(limited=False), config) if found.key == "memory"]
    assert found.level == "ok"
    assert found.hint is not None
    assert "cgroup_enable=memory" in ENGLISH.say(found.hint)


@pytest.mark.parametrize(
    ("listed", "limits"), [("cpu io memory pids\n", True), ("cpu io pids\n", False), (None, False)]
)
def test_the_machine_says_whether_it_has_memory_cgroups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listed: str | None, limits: bool
) -> None:
    file = tmp_path / "cgroup.controllers"
    if listed is not None:
        file.write_text(listed)
    monkeypatch.setattr(installed_checks, "CONTROLLERS", file)
    assert LocalInstallation().limits_memory() is limits


@pytest.mark.parametrize(
    ("mounted", "words"),
    [
        (("system", "plays"), ["ok The system on the card is written to,", "ok The plays have a partition"]),
        (("read-only", "plays"), ["ok The system on the card is read-only:", "ok The plays have a partition"]),
        (("system",), ["ok The system on the card is written to,", "bad The partition of the plays cannot be used."]),
    ],
)
def test_of_a_flashed_table_it_says_whether_its_system_is_read_only(
    tmp_path: Path, config: Config, mounted: tuple[str, ...], words: list[str]
) -> None:
    flashed = Machine(tmp_path / "flashed")
    flashed.mounts(*mounted)
    found = [
        each for each in look(TestInstallation(root=flashed.card_root()), config) if each.key in ("system", "plays")
    ]
    said = [f"{each.level} {ENGLISH.say(each.what)}" for each in found]
    assert len(said) == len(words)
    assert all(line.startswith(begin) for line, begin in zip(said, words, strict=True)), said


def test_on_a_laptop_there_is_no_service_and_that_is_fine(tmp_path: Path) -> None:
    laptop = TestInstallation(unit=None, degrees=None, bits=None)
    findings = look(laptop, Config(data=str(tmp_path)))
    assert {found.level for found in findings} == {"ok"}
    assert "Not installed as a service" in ENGLISH.say(findings[0].what)
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / name_of(3, None, "")).write_bytes(b"")
    assert look(laptop, Config(data=str(tmp_path)))[-1].level == "look", "on the same disk as the plays"


def test_a_pi_is_read_where_it_says_things(tmp_path: Path) -> None:
    for name, kind, soft, hard in (("rfkill0", "bluetooth", "1", "0"), ("rfkill1", "wlan", "1", "0")):
        folder = tmp_path / "rfkill" / name
        folder.mkdir(parents=True)
        for file, text in (("type", kind), ("name", "phy0"), ("soft", soft), ("hard", hard)):
            (folder / file).write_text(f"{text}\n")
    (tmp_path / "temp").write_text("48312\n")
    (tmp_path / "throttled").write_text("50000\n")
    pi = LocalInstallation(tmp_path / "temp", (tmp_path / "none", tmp_path / "throttled"), tmp_path / "rfkill")
    assert pi.radios() == [("phy0", "soft")]
    assert pi.heat() == 48.312
    assert pi.power() == 0x50000
    other = LocalInstallation(tmp_path / "none", (tmp_path / "none",), tmp_path / "none")
    assert (list(other.radios()), other.heat()) == ([], None)


def test_the_machine_of_the_tests_is_asked_for_real(call: Call) -> None:
    keys = {found["key"]: found["level"] for found in json.loads(call("doctor", "--json").output)}
    assert keys["service"] in ("ok", "look", "bad")
    assert keys["copies"] == "ok"
    assert "servicio" in call("doctor", "--language", "es").output
