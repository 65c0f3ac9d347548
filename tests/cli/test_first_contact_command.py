"""``companion first-contact``: as the service calls it, and what it says."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.first_contact.system_identity import leave_request, renew_system_identity
from tests.cli.conftest import Call
from tests.first_contact.owners import SECRETS, WHOLE, Machine


@pytest.fixture
def machine_to_set_up(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_it_says_what_it_did_and_no_secret(call: Call, machine_to_set_up: Machine, data: Path) -> None:
    owned = machine_to_set_up
    owned.owner_writes(WHOLE.replace('country = "es"', 'country = "Spain"'))
    settings = owned.root / "etc/table-companion/companion.toml"
    words = ("--config", settings, "first-contact", "--card", owned.card, "--root", owned.root)
    done = call(*words)
    assert done.exit_code == 0, done.output
    assert "The table is called olive.local." in done.output
    assert "table.toml, line 4, country: The country is a code of two letters, such as ES." in done.output
    assert not any(secret in done.output for secret in SECRETS)
    assert (data / "first-contact.json").exists()
    again = call(*words)
    assert again.exit_code == 0
    assert again.output == "There is no table.toml that was not taken over before.\n"


def test_settings_that_cannot_be_used_hinder_nothing_else(call: Call, machine_to_set_up: Machine) -> None:
    owned = machine_to_set_up
    owned.write("etc/table-companion/companion.toml", "[broken\n")
    owned.owner_writes('name = "olive"\npin = "27182818"\n')
    settings = owned.root / "etc/table-companion/companion.toml"
    done = call("--config", settings, "first-contact", "--card", owned.card, "--root", owned.root)
    assert done.exit_code == 0, done.output
    assert "The table is called olive.local." in done.output
    assert "table.toml, pin: It could not be taken over" in done.output


def test_a_sample_sets_nothing(call: Call, machine_to_set_up: Machine) -> None:
    owned = machine_to_set_up
    owned.owner_writes("# name = ...\n")
    done = call("first-contact", "--card", owned.card, "--root", owned.root)
    assert done.output == "Nothing is set in table.toml.\n"


def test_it_needs_the_rights_to_change_the_system(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    done = call("first-contact")
    assert done.exit_code == 1
    assert "has to be run as root" in done.output


def test_a_system_that_was_copied_gets_keys_and_a_number_of_its_own(
    machine_to_set_up: Machine,
) -> None:
    """With the real ssh-keygen, told where the system lies."""
    owned = machine_to_set_up
    before = {
        "etc/machine-id": "0123456789abcdef0123456789abcdef\n",
        "var/lib/dbus/machine-id": "0123456789abcdef0123456789abcdef\n",
        "var/lib/NetworkManager/secret_key": "nm-v2:copied",
        "etc/ssh/ssh_host_ed25519_key": "copied",
        "etc/ssh/sshd_config": "Port 22\n",
    }
    for path, text in before.items():
        (owned.root / path).parent.mkdir(parents=True, exist_ok=True)
        owned.write(path, text)

    def keygen(command: Sequence[str]) -> None:
        subprocess.run([*command, "-f", str(owned.root)], check=True, capture_output=True, timeout=60)

    assert renew_system_identity(owned.plays, owned.root, owned.card_root(), keygen) is None
    assert {path: owned.read(path) for path in before} == before
    leave_request(owned.plays)
    owned.mounts("read-only", "plays")
    assert renew_system_identity(owned.plays, owned.root, owned.card_root(), keygen) is None
    assert {path: owned.read(path) for path in before} == before, "it would be lost"
    owned.mounts("system", "plays")
    assert renew_system_identity(owned.plays, owned.root, owned.card_root(), keygen) is not None
    assert owned.read("etc/machine-id") == ""
    assert not (owned.root / "var/lib/dbus/machine-id").exists()
    assert not (owned.root / "var/lib/NetworkManager/secret_key").exists()
    assert "PRIVATE KEY" in owned.read("etc/ssh/ssh_host_ed25519_key")
    assert owned.read("etc/ssh/sshd_config") == before["etc/ssh/sshd_config"]
    assert renew_system_identity(owned.plays, owned.root, owned.card_root(), keygen) is None


def test_the_command_does_what_the_page_for_copied_cards_asked_for(
    call: Call, machine_to_set_up: Machine, data: Path
) -> None:
    owned = machine_to_set_up
    (owned.root / "etc/machine-id").write_text("copied\n")
    data.mkdir(exist_ok=True)
    leave_request(data)
    done = call("first-contact", "--card", owned.card, "--root", owned.root)
    assert done.exit_code == 0, done.output
    assert "made anew" in done.output
    assert owned.read("etc/machine-id") == ""
    assert "made anew" not in call("first-contact", "--card", owned.card, "--root", owned.root).output
