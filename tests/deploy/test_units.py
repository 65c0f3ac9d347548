"""The service as systemd reads it: complete, hardened, and not so much that pins and buses are gone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from companion.commands.machine.release_host import RUNTIME
from companion.first_contact import console, setup_record, system_identity
from companion.keeping.versions.releases import ROOT, STUCK, TRYING, VERSIONS
from companion.supervision import open_table
from companion.supervision.open_table import OpenTable, write_open_table
from companion.supervision.start_counter import ENDED

DEPLOY = Path(__file__).parents[2] / "deploy"
SERVICE = DEPLOY / "systemd" / "table-companion.service"
SOCKET = DEPLOY / "systemd" / "table-companion.socket"
RETURN = DEPLOY / "systemd" / "table-companion-return.service"
AGAIN = DEPLOY / "systemd" / "table-companion-again.service"
FIRST = DEPLOY / "systemd" / "table-companion-first-contact.service"
CLUB = DEPLOY / "club" / "table-companion-club@.service"
CONSOLE = DEPLOY / "systemd" / "table-companion-console.path"
WORST = 2.5
"""The score of ``systemd-analyze security`` that is still good enough; 0 is best, 10 worst."""


def settings(unit: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for line in unit.read_text().splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found[key].append(value)
    return found


@pytest.fixture(scope="module")
def service() -> dict[str, list[str]]:
    return settings(SERVICE)


@pytest.mark.parametrize("unit", [SERVICE, CLUB], ids=["table", "club"])
def test_the_service_is_hardened(unit: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        hardened = {"NoNewPrivileges", "ProtectSystem", "SystemCallFilter", "CapabilityBoundingSet"}
        assert set(settings(unit)) >= hardened
        return
    told = subprocess.run(
        [analyze, "security", "--offline=true", "--no-pager", unit], capture_output=True, text=True, check=False
    ).stdout
    score = re.search(r"Overall exposure level for \S+: ([0-9.]+)", told)
    assert score is not None, told
    assert float(score[1]) <= WORST


def test_what_pins_and_buses_need_is_left(service: dict[str, list[str]]) -> None:
    allowed = {value.split()[0] for value in service["DeviceAllow"]}
    assert allowed >= {
        "char-gpiochip",
        "char-i2c",
        "char-spi",
        "char-ttyACM",
        "char-ttyUSB",
        "char-ttyAMA",
        "char-alsa",
    }
    assert not any("*" in device for device in allowed), "systemd takes no patterns of devices"
    assert set(service["SupplementaryGroups"][0].split()) == {"gpio", "i2c", "spi", "dialout", "audio", "input"}
    assert "PrivateDevices" not in service
    assert "ProcSubset" not in service
    assert service["WorkingDirectory"] == ["/var/lib/table-companion"], "lgpio writes there"
    assert "AF_UNIX" in service["RestrictAddressFamilies"][0], "systemd is told over it"


def test_a_table_that_hangs_is_started_anew(service: dict[str, list[str]]) -> None:
    assert service["Type"] == ["notify"]
    assert 10 <= int(service["WatchdogSec"][0]) <= 60
    assert service["Restart"] == ["always"]
    assert int(service["StartLimitBurst"][0]) > 3, "or safe mode would never be tried"
    assert service["LimitCORE"] == ["0"], "secrets are in memory"


def test_memory_that_runs_out_is_the_tables_own_and_told_from_other_ends(service: dict[str, list[str]]) -> None:
    assert service["MemoryMax"] == ["400M"]
    assert service["OOMPolicy"] == ["stop"], "with another one, systemd would call it a signal"


def test_a_trial_of_a_printed_position_may_start_a_process_and_limit_it(service: dict[str, list[str]]) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("no systemd here")
    assert service["SystemCallFilter"] == ["@system-service", "~@privileged @resources", "setpriority"]

    def calls(group: str) -> set[str]:
        told = subprocess.run([analyze, "syscall-filter", group], capture_output=True, text=True, check=True).stdout
        names = {line.strip() for line in told.splitlines()[1:] if line.strip() and not line.strip().startswith("#")}
        return {call for name in names for call in (calls(name) if name.startswith("@") else (name,))}

    allowed = calls("@system-service") - calls("@privileged") - calls("@resources") | calls("@default")
    assert {"clone", "wait4", "prlimit64", "poll", "pipe2", "kill", "rt_sigaction", "exit_group"} <= allowed


def test_how_it_ended_is_written_where_the_next_start_looks(service: dict[str, list[str]]) -> None:
    assert service["StateDirectory"] == ["table-companion"]
    assert f'"${{STATE_DIRECTORY}}/{ENDED}"' in service["ExecStopPost"][0]


def test_an_update_that_was_cut_off_and_does_not_come_up_is_gone_back_from(service: dict[str, list[str]]) -> None:
    note = str(ROOT / TRYING)
    assert RETURN.name in service["OnFailure"][0].split()
    assert settings(RETURN)["ConditionPathExists"] == [note]
    command = RETURN.read_text().partition("ExecStart=")[2]
    assert f"{ROOT / VERSIONS}/$(head -n 1 {note})/bin/companion" in command, "not the one that does not come up"
    assert command.rstrip().endswith("update --recover'")


@pytest.mark.parametrize("failed", [True, False], ids=["failed", "stopped or started meanwhile"])
def test_a_table_that_systemd_gave_up_on_is_started_again(
    service: dict[str, list[str]], tmp_path: Path, failed: bool
) -> None:
    """What is run a minute after eight failed starts, as the shell reads it."""
    assert AGAIN.name in service["OnFailure"][0].split()
    again = settings(AGAIN)
    assert again["After"] == [RETURN.name], "it may be about to start the version of before"
    assert again["PartOf"] == [SERVICE.name], "a table that is stopped by hand stays stopped"
    command = re.search(r"(?s)ExecStart=/bin/sh -c '(.*?)'\n", AGAIN.read_text())
    assert command is not None
    called = tmp_path / "called"
    (tmp_path / "systemctl").write_text(
        f'#!/bin/sh\ncase "$1" in is-failed) exit {0 if failed else 1};; *) echo "$*" >>"{called}";; esac\n'
    )
    (tmp_path / "systemctl").chmod(0o755)
    script = command[1].replace("\\\n", " ")
    subprocess.run(["sh", "-c", script], check=True, env={"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    both = f"{SOCKET.name} {SERVICE.name}"
    wanted = [f"reset-failed {both}", f"start --no-block {both}"] if failed else []
    assert (called.read_text().splitlines() if called.exists() else []) == wanted


@pytest.mark.parametrize(
    ("note", "table", "called", "left"),
    [
        (TRYING, OpenTable(safe_mode=False), "", False),
        (TRYING, None, "", False),
        (TRYING, OpenTable(safe_mode=True), f"start --no-block {RETURN.name}", True),
        (STUCK, OpenTable(safe_mode=True), "", True),
        (STUCK, OpenTable(safe_mode=False), "", False),
        ("", OpenTable(safe_mode=True), "", False),
    ],
)
def test_a_version_on_trial_that_opens_in_safe_mode_is_gone_back_from(
    tmp_path: Path, note: str, table: OpenTable | None, called: str, left: bool
) -> None:
    """What the unit runs when the table is open, as the shell reads it, at folders of the test's own."""
    command = re.search(r"(?s)ExecStartPost=\+-/bin/sh -c '(.*?)'\n", SERVICE.read_text())
    assert command is not None
    for place in (f"cd {ROOT} ", f"{RUNTIME / open_table.FILE}", f"-e {TRYING};", f"rm -f {TRYING} {STUCK};"):
        assert place in command[1]
    script = command[1].replace("\\\n", " ").replace(str(ROOT), str(tmp_path)).replace(str(RUNTIME), str(tmp_path))
    (tmp_path / "systemctl").write_text(f'#!/bin/sh\necho "$*" >"{tmp_path}/called"\n')
    (tmp_path / "systemctl").chmod(0o755)
    if note:
        (tmp_path / note).write_text("0.9.0\n/x\n")
    if table is not None:
        write_open_table(tmp_path, table)
    subprocess.run(["sh", "-c", script], check=True, env={"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    said = tmp_path / "called"
    assert (said.read_text().strip() if said.exists() else "") == called
    assert any((tmp_path / each).exists() for each in (TRYING, STUCK)) == left


def test_the_port_is_handed_over(service: dict[str, list[str]]) -> None:
    assert (settings(SOCKET)["ListenStream"], settings(SOCKET)["BindIPv6Only"]) == (["80"], ["both"])
    assert service["Sockets"] == [SOCKET.name]
    assert service["CapabilityBoundingSet"] == [""], "no right to open a low port is needed"


def test_the_places_are_those_of_the_installer(service: dict[str, list[str]]) -> None:
    installer = (DEPLOY / "install.sh").read_text()
    for place in ("OPT=/opt/$NAME", "ETC=/etc/$NAME", "DATA=/var/lib/$NAME"):
        assert f"\n{place}\n" in installer
    assert service["ExecStart"] == [
        "/opt/table-companion/current/bin/companion --config /etc/table-companion/companion.toml run"
    ]


def test_the_card_is_read_before_what_it_is_about() -> None:
    first = settings(FIRST)
    assert first["Before"] == ["NetworkManager.service avahi-daemon.service ssh.service table-companion.service"]
    assert first["ExecStart"] == [
        "/opt/table-companion/current/bin/companion --config /etc/table-companion/companion.toml first-contact"
    ]
    assert first["Environment"] == ["COMPANION_DATA=/var/lib/table-companion"]


def test_a_file_that_was_taken_over_starts_no_python(tmp_path: Path) -> None:
    """The condition of the unit as the shell reads it, at a card and a folder of the test's own."""
    command = re.search(r"(?s)ExecCondition=/bin/sh -c '(.*?)'\n", FIRST.read_text())
    assert command is not None
    words = command[1].replace("$$", "$").replace("\\\n", "")
    assert f"/{setup_record.RECORD} " in words
    script = words.replace("/boot/firmware", str(tmp_path)).replace("/var/lib/table-companion", str(tmp_path))

    def starts() -> bool:
        return subprocess.run(["sh", "-c", script], check=False).returncode == 0

    card = tmp_path / "table.toml"
    card.write_text("# nothing\n")
    assert starts(), "there is no record yet"
    record = setup_record.SetupRecord(left=setup_record.digest_of(card.read_bytes()))
    setup_record.write_record(tmp_path, record)
    assert not starts()
    card.write_text('pin = "27182818"\n')
    assert starts(), "it was changed"


def test_a_new_identity_that_was_asked_for_starts_it_without_any_file(tmp_path: Path) -> None:
    command = re.search(r"(?s)ExecCondition=/bin/sh -c '(.*?)'\n", FIRST.read_text())
    assert command is not None
    words = command[1].replace("$$", "$").replace("\\\n", "")
    script = words.replace("/boot/firmware", str(tmp_path)).replace("/var/lib/table-companion", str(tmp_path))
    setup_record.write_record(tmp_path, setup_record.SetupRecord())
    assert subprocess.run(["sh", "-c", script], check=False).returncode != 0
    system_identity.leave_request(tmp_path)
    assert subprocess.run(["sh", "-c", script], check=False).returncode == 0
    first = settings(FIRST)
    assert first["ConditionPathExists"] == [f"|/var/lib/table-companion/{system_identity.REQUEST}"]
    assert all(each.startswith("|") for each in first["ConditionPathExistsGlob"]), "one of the two is enough"


def test_the_console_is_watched_where_the_service_writes(service: dict[str, list[str]]) -> None:
    assert settings(CONSOLE)["PathChanged"] == [f"{RUNTIME}/{console.FILE}"]
    assert service["RuntimeDirectory"] == ["table-companion"]
    assert service["RuntimeDirectoryPreserve"] == ["yes"], "the own Wi-Fi outlives the service"
