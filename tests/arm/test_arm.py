"""From a flashed card to a table, on an emulated 64-bit ARM processor with the image's own kernel.

One story, told in order: every test begins where the one before it ended. ``make test-arm`` runs it. Two power-ons of
a bare machine, and one of a Raspberry Pi 3 B with the same card.
"""

from __future__ import annotations

import re
import time
import urllib.request

import pytest

from tests.arm.arm_machine import EmulatedPi
from tests.vm.table import Table

pytestmark = [pytest.mark.arm]

POWER_ON = 1200.0
"""Seconds until an emulated machine has started on a slow one."""
# What the emulated Pi is asked at power-on; the answers come to its serial lines.
ASKED = """[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh /root/asked
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
[Install]
WantedBy=multi-user.target
"""
QUESTIONS = """
for chip in /sys/bus/gpio/devices/gpiochip*; do tr '\\0' ' ' <$chip/of_node/compatible; echo; done
ls /dev/i2c-* /dev/mmcblk0p2
companion doctor
echo all-said
"""
# An adapter on USB that asks for an address by DHCP may find none in time.
CABLE = """[connection]
id=cable
type=ethernet
[ipv4]
method=manual
address1=10.0.2.15/24,10.0.2.2
"""


def test_a_flashed_card_becomes_a_table_by_itself(table: Table) -> None:
    table.machine.start(POWER_ON)
    table.until(table.answers, POWER_ON)
    assert table.prop("ActiveState") == "active"
    assert table.prop("StatusText").startswith("http://")
    assert table.machine.do("uname -m").strip() == "aarch64"
    assert "safe mode" not in table.page("/table").lower()


def test_nothing_failed_at_its_start(table: Table) -> None:
    table.machine.do("systemctl is-system-running --wait || true", POWER_ON)
    assert table.machine.do("systemctl list-units --failed --plain --no-legend --no-pager").strip() == ""


def test_the_file_system_has_grown_to_the_whole_card(table: Table) -> None:
    size = int(table.machine.do("df --output=size -B1 / | tail -n 1"))
    assert size > 3 * 2**30
    assert table.machine.run("test -e /var/lib/table-companion-image/grow").code == 1
    table.machine.do("mountpoint /boot/firmware")


def test_nobody_can_log_in_and_no_two_cards_share_a_secret(table: Table) -> None:
    machine = table.machine
    usable = machine.do(r"awk -F: '$2 !~ /^[!*]/ { print $1 }' /etc/shadow").strip()
    assert usable == "", "an account has a password, or needs none"
    assert machine.do("systemctl is-active ssh.service ssh.socket || true").split() == ["inactive", "inactive"]
    assert machine.do("systemctl is-enabled ssh.service ssh.socket || true").split() == ["disabled", "disabled"]
    assert machine.run("ls /etc/ssh/ssh_host_*").code != 0
    assert re.fullmatch("[0-9a-f]{32}", machine.do("cat /etc/machine-id").strip())
    assert "passwordauthentication no" in machine.do("mkdir -p /run/sshd; ssh-keygen -A >&2; sshd -T").lower()
    machine.do("rm /etc/ssh/ssh_host_*")


def test_an_update_of_the_kernel_puts_it_where_the_pi_starts_from(table: Table) -> None:
    machine = table.machine
    before = machine.do("cat /boot/firmware/config.txt")
    assert "include user.txt" in before
    machine.do(
        "rm /boot/firmware/bcm2711-rpi-4-b.dtb && touch /boot/firmware/vmlinuz-6.0.0 && : >/boot/firmware/config.txt"
    )
    said = machine.do("dpkg-reconfigure --frontend=noninteractive linux-image-$(uname -r) 2>&1", POWER_ON)
    assert "the card starts kernel" in said
    assert machine.do("cat /boot/firmware/config.txt") == before
    machine.do("test -s /boot/firmware/bcm2711-rpi-4-b.dtb")
    assert machine.run("test -e /boot/firmware/vmlinuz-6.0.0").code == 1
    kernel = machine.do("sed -n 's/^kernel=//p' /boot/firmware/config.txt").strip()
    machine.do(f"cmp /boot/firmware/{kernel} /usr/lib/modules/$(uname -r)/vmlinuz")


def test_updates_take_security_and_the_kernel_only(table: Table) -> None:
    allowed = table.machine.do("unattended-upgrade --dry-run --debug 2>&1 | grep 'Allowed origins'", 300)
    assert "codename=trixie-security" in allowed
    assert "codename=trixie-backports" in allowed
    assert allowed.count("codename=") == 2
    auto = table.machine.do("apt-mark showauto 'linux-*'").split()
    assert f"linux-image-{table.machine.do('uname -r').strip()}" in auto
    assert "linux-image-arm64" not in auto


def test_what_is_pulled_and_plugged_in_again_goes_on(table: Table) -> None:
    table.machine.pull_the_plug()
    table.machine.start(POWER_ON)
    table.until(table.answers, POWER_ON)
    assert "Safe mode" not in table.page("/table")
    for place, text in (
        ("/etc/NetworkManager/system-connections/cable.nmconnection", CABLE),
        ("/etc/systemd/system/asked.service", ASKED),
        ("/root/asked", QUESTIONS),
    ):
        table.machine.do(f"cat >{place} <<'END'\n{text}\nEND\nchmod 600 {place}")
    table.machine.do("systemctl enable asked.service && sync")


def test_the_same_card_starts_a_pi_3(table: Table, pi: EmulatedPi) -> None:
    table.machine.stop()
    pi.start()
    end = time.monotonic() + 2 * POWER_ON
    while "all-said" not in pi.said():
        assert time.monotonic() < end, pi.said()[-3000:]
        time.sleep(2)
    with urllib.request.urlopen(pi.url, timeout=120) as page:
        assert b"<html" in page.read()
    said = pi.said()
    assert "brcm,bcm2835-gpio" in said
    assert "raspberrypi,firmware-gpio" in said
    assert "/dev/i2c-1" in said
    assert "/dev/mmcblk0p2" in said
