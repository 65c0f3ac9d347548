"""From a flashed card to a table, on an emulated 64-bit ARM processor with the image's own kernel.

One story, told in order: every test begins where the one before it ended. ``make test-arm`` runs it. Two power-ons of
a bare machine, and one of a Raspberry Pi 3 B with the same card, its system read-only.
"""

from __future__ import annotations

import json
import re
import time
import urllib.request

import pytest
from playwright.sync_api import Browser, expect

from tests.arm.arm_machine import EmulatedPi
from tests.arm.second_radio import ROUTERS, SecondRadio
from tests.vm.story_steps import (
    PROFILE,
    WIRED,
    hear_and_miss_a_pod,
    pull_the_plug_while_answers_are_written,
    see_a_press,
    update_and_go_back,
)
from tests.vm.table import Person, Table

pytestmark = [pytest.mark.arm]

POWER_ON = 1200.0
"""Seconds until an emulated machine has started on a slow one."""
UPDATE = 1200.0
"""Seconds for another version, which is tried out and started."""
CONFIG = "/etc/table-companion/companion.toml"
CARD = "/boot/firmware"
"""Where the table has the partition of its card that every computer can read."""
TABLES = "10.42.0.1"
"""The table's address on its own Wi-Fi."""
HOME, HOMES_PASSWORD = "Casa-24", "olives-and-figs"
KEPT = "/etc/NetworkManager/system-connections"
ON_AIR = "nmcli -t -f DEVICE,NAME,STATE connection show --active"
# What the emulated Pi is asked at power-on; the answers come to its serial lines.
ASKED = """[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh /usr/local/lib/asked
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
echo "root: $(findmnt -n -o FSTYPE,OPTIONS /)"
echo "plays: $(findmnt -n -o FSTYPE,SOURCE /var/lib/table-companion)"
companion update /nothing.whl; echo "update: $?"
echo "failed: $(systemctl list-units --failed --plain --no-legend --no-pager)."
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
    table.until(lambda: table.prop("ActiveState") == "active")
    assert table.prop("StatusText").startswith("http://")
    assert table.machine.do("uname -m").strip() == "aarch64"
    assert "safe mode" not in table.page("/table").lower()


def test_nothing_failed_at_its_start(table: Table) -> None:
    table.machine.do("systemctl is-system-running --wait || true", POWER_ON)
    assert table.machine.do("systemctl list-units --failed --plain --no-legend --no-pager").strip() == ""


def test_the_card_is_divided_between_the_system_and_the_plays(table: Table) -> None:
    system, plays = (
        int(table.machine.do(f"df --output=size -B1 {place} | tail -n 1"))
        for place in ("/", "/var/lib/table-companion")
    )
    assert system > 2.5 * 2**30
    # A third of what the image leaves, less what ext4 keeps for itself.
    third = (4 * 2**30 - table.machine.image.disk.stat().st_size) / 3
    assert 0.95 * third < plays < third
    assert system + plays > 3.2 * 2**30
    table.machine.do("mountpoint /var/lib/table-companion")
    assert table.machine.do("stat -c '%U %a' /var/lib/table-companion").strip() == "table-companion 750"
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


def test_a_press_on_a_line_reaches_a_phone_and_the_display(
    table: Table, host: Person, carla: Person, chromium: Browser
) -> None:
    # As a maker wires a seat to the card: a profile, its path in the settings, and a restart.
    table.plug_devices_in()
    table.machine.do(f"cat >{PROFILE} <<'END'\n{WIRED}\nEND")
    table.machine.do(f"cp -p {CONFIG} {CONFIG}.flashed")
    table.machine.do(f"sed -i 's|^profile = .*|profile = \"{PROFILE}\"|' {CONFIG} && grep -q {PROFILE} {CONFIG}")
    table.machine.do("systemctl restart table-companion.service", POWER_ON)
    table.until(table.answers)
    assert "safe mode" not in table.page("/table").lower()
    see_a_press(table, host, carla, chromium)


def test_a_pod_on_a_serial_line_is_heard_and_missed(table: Table, carla: Person) -> None:
    hear_and_miss_a_pod(table, carla)


def test_without_a_cable_it_opens_a_wifi_that_phones_get_its_page_on(table: Table, radio: SecondRadio) -> None:
    radio.bring()
    table.machine.cable(plugged=False)
    table.until(lambda: "wlan0:table-companion:activated" in table.machine.do(ON_AIR))
    seen = json.loads(table.machine.do("companion network status --json", table.patience))
    assert (seen["rule"], seen["network"]["link"], seen["url"]) == ("auto", "own", f"http://{TABLES}/")
    own = seen["wifi"]
    assert radio.join(own["ssid"], own["password"]).startswith("10.42.0.")
    checks = ("captive.apple.com", "connectivitycheck.gstatic.com", "detectportal.firefox.com")
    assert radio.find("table.local", *checks) == dict.fromkeys(("table.local", *checks), TABLES)
    assert radio.find("example.org") == {"example.org": "unknown"}
    asked = "http://captive.apple.com/hotspot-detect.html"
    sent = radio.get(asked)
    assert (sent.status, sent.location) == (302, f"http://{TABLES}/portal")
    assert "Stay on this Wi-Fi" in radio.get(sent.location).text
    assert radio.get(f"http://{TABLES}/portal/stay").status == 200
    assert "Success" in radio.get(asked).text
    page = radio.get("http://table.local/")
    assert page.status == 200
    assert 'id="join"' in page.text
    radio.leave()


def test_a_page_puts_it_into_a_home_wifi(table: Table, radio: SecondRadio, host: Person, chromium: Browser) -> None:
    radio.open_home(HOME, HOMES_PASSWORD)
    table.machine.cable(plugged=True)
    table.until(table.answers)
    phone = chromium.new_context(locale="en")
    phone.add_cookies([{"name": "device", "value": host.token, "url": table.machine.url}])
    page = phone.new_page()
    page.set_default_timeout(table.patience * 1000)
    page.goto(f"{table.machine.url}/wifi")
    expect(page.locator("#wifi-place")).to_contain_text("a Wi-Fi of its own")
    if page.locator("#wifi-other").count():
        page.locator("label[for=wifi-other]").click()
    page.fill("#wifi-name", HOME)
    page.fill("#wifi-password", HOMES_PASSWORD)
    page.click("#wifi-form button[type=submit]")
    expect(page.locator("#wifi-joined")).to_contain_text(f"The table is in {HOME}, now and after every start.")
    phone.close()
    assert f"wlan0:{HOME}:activated" in table.machine.do(ON_AIR)
    assert table.machine.do(f"cd {KEPT} && grep -l -F psk={HOMES_PASSWORD} *").strip() == f"{HOME}.nmconnection"
    assert table.machine.do(f"stat -c '%U %a' {KEPT}/{HOME}.nmconnection").strip() == "root 600"


def test_a_pulled_plug_loses_nothing_that_was_acknowledged(table: Table, host: Person) -> None:
    def power_on() -> None:
        table.machine.start(POWER_ON)
        table.until(table.answers, POWER_ON)

    pull_the_plug_while_answers_are_written(table, host, power_on)


def test_it_is_in_the_home_wifi_again(table: Table) -> None:
    table.until(lambda: f"wlan0:{HOME}:activated" in table.machine.do(ON_AIR))
    assert ROUTERS in table.machine.do("ip -brief -4 address show wlan0")
    # Where names are asked for, for updates; nothing on the card says so before.
    assert f"nameserver {ROUTERS}1" in table.machine.do("cat /etc/resolv.conf")


def test_an_update_is_gone_over_to_and_gone_back_from(table: Table, host: Person) -> None:
    update_and_go_back(table, host, UPDATE)


def test_its_owner_makes_the_system_read_only(table: Table) -> None:
    machine = table.machine
    assert " rw " in machine.do(f"cat {CARD}/cmdline.txt")
    machine.do(f"echo 'read_only = true' >>{CARD}/table.toml")
    machine.do("systemctl restart table-companion-first-contact.service", table.patience)
    assert " ro table-companion.root=read-only " in machine.do(f"cat {CARD}/cmdline.txt")
    table.until(table.answers)


def test_the_same_card_starts_a_pi_3(table: Table, pi: EmulatedPi) -> None:
    # What was brought along stays with the other machine.
    table.machine.do(f"systemctl disable lines display radios router && mv {CONFIG}.flashed {CONFIG}")
    for place, text in (
        ("/etc/NetworkManager/system-connections/cable.nmconnection", CABLE),
        ("/etc/systemd/system/asked.service", ASKED),
        ("/usr/local/lib/asked", QUESTIONS),
    ):
        table.machine.do(f"cat >{place} <<'END'\n{text}\nEND\nchmod 600 {place}")
    command_line = table.machine.do(f"systemctl enable asked.service && sync && cat {CARD}/cmdline.txt")
    table.machine.stop()
    pi.start(command_line)
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


def test_the_pi_reads_its_system_and_writes_only_plays(pi: EmulatedPi) -> None:
    said = pi.said()
    assert re.search(r"root: overlay\s+rw", said)
    assert re.search(r"plays: ext4\s+/dev/mmcblk0p3", said)
    assert "update: 1" in said
    assert "The system on the card is read-only" in said
    assert "failed: ." in said
