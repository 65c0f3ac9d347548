"""The first start: applied to a system, wiped from the card, written down, and not done twice."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from companion.config import read_config
from companion.core.toml_reading import read_toml
from companion.first_contact.applying import HOME, keyfile, run_command
from companion.first_contact.settings_file import with_setting
from companion.first_contact.setup_record import RECORD, SetupRecord, read_record, write_record
from companion.locale import speaker
from tests.first_contact.owners import AVAHI, COMMAND_LINE, PUBLIC, READ_ONLY, SECRETS, SETTINGS, WHOLE, Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def told(record: SetupRecord | None) -> list[str]:
    assert record is not None
    return [speaker("en", {}).say(mistake.words) for mistake in record.mistakes]


def test_everything_is_applied_where_it_belongs(machine: Machine) -> None:
    machine.owner_writes(WHOLE)
    record = machine.starts()
    assert told(record) == []
    assert record is not None
    assert len(record.done) == 9
    assert "[server]\nhost-name=olive\nuse-ipv4=yes\n" in machine.read("etc/avahi/avahi-daemon.conf")
    assert machine.read("etc/avahi/avahi-daemon.conf.before-table-companion") == AVAHI
    assert machine.read("etc/modprobe.d/table-companion-country.conf") == "options cfg80211 ieee80211_regdom=ES\n"
    config = read_config(machine.root / "etc/table-companion/companion.toml", {})
    assert (config.language, config.profile, config.pin) == ("es", "pi-panel", "27182818")
    assert (config.hotspot, config.hotspot_password) == ("auto", "olives and figs")
    assert machine.command_line == READ_ONLY
    assert machine.read("root/.ssh/authorized_keys") == f"{PUBLIC}\n"
    assert machine.mode("root/.ssh") == "0o700"
    assert read_record(machine.plays).logins
    assert {machine.mode(path) for path in ("root/.ssh/authorized_keys", HOME)} == {"0o600"}
    assert machine.commands == [
        "systemctl try-restart --no-block avahi-daemon.service",
        "iw reg set ES",
        "rfkill unblock wifi",
        "ssh-keygen -A",
        "systemctl enable --quiet ssh.service",
        "systemctl start --no-block ssh.service",
    ]


def test_the_secrets_are_wiped_and_the_rest_stays_as_it_was_written(machine: Machine) -> None:
    machine.owner_writes(WHOLE.replace("\n", "\r\n"))
    machine.starts()
    left = machine.table_toml
    assert not any(secret in left for secret in SECRETS)
    assert left == (
        WHOLE.replace('"correct horse"', '""').replace("'olives and figs'", '""').replace('"2718 2818"', '""')
    ).replace("\n", "\r\n")
    assert not any(secret in (machine.plays / RECORD).read_text() for secret in SECRETS)


def test_the_old_bytes_are_written_over_where_they_lie(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.owner_writes(WHOLE)
    path = machine.card / "table.toml"
    before, synced = path.stat(), []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        real(descriptor)
        if os.fstat(descriptor).st_ino == before.st_ino:
            synced.append(path.read_bytes())

    monkeypatch.setattr("companion.first_contact.wiping.os.fsync", fsync)
    machine.starts()
    assert path.stat().st_ino == before.st_ino, "not a new file beside the old bytes"
    assert synced == [b" " * before.st_size, path.read_bytes()]


def test_a_second_start_does_nothing(machine: Machine) -> None:
    machine.owner_writes(WHOLE)
    machine.starts()
    machine.commands.clear()
    left, record = machine.table_toml, read_record(machine.plays)
    machine.write("etc/avahi/avahi-daemon.conf", AVAHI)
    assert machine.starts() is None
    assert (machine.table_toml, read_record(machine.plays)) == (left, record)
    assert machine.commands == []
    assert machine.read("etc/avahi/avahi-daemon.conf") == AVAHI


def test_without_a_file_or_with_the_sample_nothing_happens(machine: Machine) -> None:
    assert machine.starts() is None
    sample = (Path(__file__).parents[2] / "deploy/image/table.toml").read_text()
    machine.owner_writes(sample)
    record = machine.starts()
    assert record is not None
    assert (record.done, record.mistakes) == ((), ())
    assert machine.table_toml == sample
    assert machine.starts() is None


def test_a_file_that_was_put_right_is_read_again(machine: Machine) -> None:
    machine.owner_writes('wifi_name = "Casa"\nwifi_password = "short"\nname = "olive"\npin = "27182818"\n')
    assert told(machine.starts()) == [
        "table.toml, line 2, wifi_password: The password of a Wi-Fi has from 8 to 63 characters; this one has 5."
    ]
    assert not (machine.root / HOME).exists()
    assert machine.starts() is None
    machine.owner_writes(machine.table_toml.replace('wifi_password = ""', 'wifi_password = "long enough"'))
    record = machine.starts()
    assert told(record) == []
    assert "psk=long\\senough" in machine.read(HOME)
    assert 'pin = "27182818"' in machine.settings, "a wiped value changes nothing"


def test_a_wiped_password_makes_no_open_network_of_a_home(machine: Machine) -> None:
    machine.owner_writes('wifi_name = "Casa"\nwifi_password = "correct horse"\n')
    machine.starts()
    home = machine.read(HOME)
    machine.owner_writes(machine.table_toml + 'name = "olive"\n')
    machine.starts()
    assert machine.read(HOME) == home
    machine.owner_writes('wifi_name = "Club"\n')
    machine.starts()
    assert "psk" not in machine.read(HOME), "another one without a password is meant"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_what_editors_make_of_it_is_read(machine: Machine, encoding: str) -> None:
    machine.owner_writes('# salón\nwifi_name = "Peña"\nwifi_password = "correct horse"\n', encoding=encoding)
    assert told(machine.starts()) == []
    assert "ssid=80;101;195;177;97;" in machine.read(HOME)
    assert machine.table_toml == '# salón\nwifi_name = "Peña"\nwifi_password = ""\n'


def test_a_file_whose_end_an_editor_has_hidden_is_found_beside_the_sample(machine: Machine) -> None:
    machine.owner_writes('# name = "table"\n')
    machine.owner_writes('pin = "27182818"\n', name="table.toml.txt")
    record = machine.starts()
    assert record is not None
    assert len(record.done) == 1
    assert (machine.card / "table.toml.txt").read_text() == 'pin = ""\n'


def test_what_could_not_be_applied_is_said_kept_and_tried_again(machine: Machine) -> None:
    machine.owner_writes(WHOLE)
    machine.missing.add("ssh-keygen")
    said, later = told(machine.starts())
    assert said.startswith("table.toml, ssh_key: It could not be taken over (")
    assert later == "table.toml, read_only: The system becomes read-only once everything else was taken over."
    assert machine.command_line == COMMAND_LINE
    assert machine.table_toml == WHOLE, "or it could not be tried again"
    assert 'pin = "27182818"' in machine.settings, "the others are not lost"
    machine.missing.clear()
    assert told(machine.starts()) == []
    assert machine.read("root/.ssh/authorized_keys") == f"{PUBLIC}\n", "once"
    assert not any(secret in machine.table_toml for secret in SECRETS)


def test_a_card_that_cannot_be_written_is_said_and_not_read_again(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(path: Path, content: bytes) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("companion.first_contact.meeting.overwrite", read_only)
    machine.owner_writes('pin = "27182818"\n')
    (said,) = told(machine.starts())
    assert "could not be wiped from the card" in said
    assert machine.starts() is None


def test_a_missing_program_that_only_hastens_is_no_mistake(machine: Machine) -> None:
    machine.missing |= {"iw", "rfkill"}
    machine.owner_writes('country = "ES"\n')
    assert told(machine.starts()) == []


def test_the_old_owner_and_mode_of_the_settings_stay(machine: Machine) -> None:
    path = machine.root / "etc/table-companion/companion.toml"
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, 1234, 2345)
    before = path.stat()
    machine.owner_writes('pin = "27182818"\n')
    machine.starts()
    after = path.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert stat.S_IMODE((machine.plays / RECORD).stat().st_mode) == 0o640


def test_settings_without_a_place_for_it_are_left_as_they_are(machine: Machine) -> None:
    machine.write("etc/table-companion/companion.toml", "[broken\n")
    machine.owner_writes('pin = "27182818"\n')
    (said,) = told(machine.starts())
    assert "pin: It could not be taken over" in said
    assert machine.settings == "[broken\n"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (SETTINGS, '# settings\n# language = "en"\nprofile = "simulated"\nhotspot = "auto"\npin = "27182818"\n'),
        ("port = 80\n", 'port = 80\npin = "27182818"\n'),
        ("", 'pin = "27182818"\n'),
        ("[later]\nx = 1\n", 'pin = "27182818"\n[later]\nx = 1\n'),
        ('pin = "11112222"\n', 'pin = "27182818"\n'),
    ],
)
def test_a_setting_stands_where_its_example_stood(text: str, where: str) -> None:
    assert with_setting(text, "pin", "27182818") == where


def test_a_setting_within_a_long_text_is_not_taken_for_one() -> None:
    with pytest.raises(ValueError, match=r"could not be set|Invalid|Cannot"):
        with_setting('names = ["""\npin = "x"\n"""]\n', "pin", "27182818")


AWKWARD = [
    'pin = "27182818" # my pin is 27182818\nname = "olive"\n',
    "# wifi: correct horse\nwifi_name = 'Casa'\nwifi_password = 'correct horse'\n",
    'wifi_pasword = "correct horse"\nname = "olive"\n',
    'wifi = { name = "Casa", password = "correct horse" }\n',
    '[wifi]\nname = "Casa"\npassword = "correct horse"\n',
    'name = "olive"\npin = """\n27182818"""\n',
    'pin = "27182818\nname = "olive"\n',
    "pin = 27182818\n",
    'wifi_name = "Casa"\nwifi_password = "correct \\u0068orse"\n',
    'name = "olive"\npin = "27182818"\nown_wifi_password = [ "correct horse",\n "27182818" ]\n',
]


@pytest.mark.parametrize("text", AWKWARD)
def test_however_a_secret_was_written_it_is_gone(machine: Machine, text: str) -> None:
    machine.owner_writes(text)
    machine.starts()
    left = machine.table_toml
    assert not any(secret in left for secret in ("27182818", "correct", "orse"))
    assert all(not value or key in ("name", "wifi_name") for key, value in read_toml(left).items())
    assert ('name = "olive"' in left) == ('name = "olive"' in text), "what is no secret stays"
    assert machine.starts() is None


def test_a_line_that_cannot_be_read_costs_no_comment(machine: Machine) -> None:
    machine.owner_writes('# ours\nname = olive\npin = "27182818"  # of the cupboard\nssh_key = "-----BEGIN x\n')
    assert len(told(machine.starts())) == 2
    assert machine.table_toml.splitlines()[:3] == ["# ours", "# name = olive", 'pin = ""  # of the cupboard']
    assert "BEGIN" not in machine.table_toml


def test_a_home_as_networkmanager_keeps_it() -> None:
    text = keyfile("Casa", "a\\b c ")
    assert "psk=a\\\\b\\sc\\s\n" in text
    assert "ssid=67;97;115;97;\n" in text
    assert "key-mgmt=wpa-psk" in text
    assert "wifi-security" not in keyfile("Club", "")
    assert keyfile("Casa", "x") != keyfile("Club", "x")


def test_a_command_that_fails_says_why() -> None:
    run_command(("true",))
    with pytest.raises(OSError, match="sh: no such thing"):
        run_command(("sh", "-c", "echo no such thing >&2; exit 3"))
    with pytest.raises(OSError, match="nowhere"):
        run_command(("/nowhere/at-all",))


def test_a_link_in_the_place_of_the_record_leads_nowhere(tmp_path: Path) -> None:
    """Root writes it, into a folder of the user that games run as."""
    victim = tmp_path / "victim"
    victim.write_text("whole")
    (tmp_path / ".first-contact.json.new").symlink_to(victim)
    write_record(tmp_path, SetupRecord(left="x"))
    assert victim.read_text() == "whole"
    assert read_record(tmp_path) == SetupRecord(left="x")


def test_a_password_with_signs_of_toml_is_taken_over_and_wiped(machine: Machine) -> None:
    machine.owner_writes('# ours\nwifi_name = "Casa "Sol""\nwifi_password = "back\\slash"  \n')
    record = machine.starts()
    assert record is not None
    assert record.mistakes == ()
    assert "psk=back\\\\slash\n" in machine.read(HOME)
    assert "back" not in machine.table_toml
    assert read_toml(machine.table_toml)["wifi_name"] == 'Casa "Sol"'
    assert machine.starts() is None, "what was wiped is not read again"
