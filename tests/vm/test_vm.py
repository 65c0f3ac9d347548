"""From a card with nothing on it to a table that survives the evening, in a real systemd on a real kernel.

One story, told in order: every test begins where the one before it ended. ``make test-vm`` runs it.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.vm.story_steps import (
    CURRENT,
    PROFILE,
    TYPED,
    WIRED,
    add_a_game,
    gather_a_club,
    hear_and_miss_a_pod,
    pull_the_plug_while_answers_are_written,
    see_a_press,
    take_the_game_away,
    type_on_a_keypad,
    update_and_go_back,
)
from tests.vm.table import Person, Table

pytestmark = [pytest.mark.vm]

# What no Pi needs: the processor is not one. And what would only be waited for is shorter than at a table.
UNIT = """[Service]
BindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo
WatchdogSec=12
RestartSec=1
"""
PROGRAM = "/opt/table-companion/current/bin/companion"


@pytest.fixture(scope="module")
def host(table: Table) -> Person:
    """Whoever hosts, with a program: a token that outlives restarts."""
    return Person(table)


@pytest.fixture(scope="module")
def carla(table: Table) -> Person:
    """Whoever sits at seat 3, where the pod is."""
    return Person(table)


def test_one_command_makes_a_table_of_it(table: Table) -> None:
    machine = table.machine
    table.plug_devices_in()
    machine.do("mkdir -p /etc/table-companion /etc/systemd/system/table-companion.service.d")
    machine.do(f"cat >{PROFILE} <<'END'\n{WIRED}{TYPED}\nEND")
    machine.do(f"cat >/etc/systemd/system/table-companion.service.d/vm.conf <<'END'\n{UNIT}\nEND")
    said = table.install(words=f"--profile {PROFILE}")
    assert "started the service" in said
    assert "made the user table-companion" in said
    table.until(table.answers)
    assert table.prop("ActiveState") == "active"
    assert table.prop("StatusText").startswith("http://")
    assert "Active: active (running)" in machine.do("systemctl status table-companion --no-pager")
    assert machine.do(CURRENT).strip() == f"/opt/table-companion/versions/{table.version}"
    assert "table-companion" in machine.do("stat -c %U /var/lib/table-companion/companion.db")


def test_it_may_do_little_and_says_no_secret(table: Table) -> None:
    told = table.machine.do("systemd-analyze security --no-pager table-companion.service")
    score = re.search(r"Overall exposure level for \S+: ([0-9.]+)", told)
    assert score is not None
    assert float(score[1]) <= 2.5
    pin = table.pin()
    assert re.fullmatch("[0-9]{2} [0-9]{4} [0-9]{4}", pin)
    assert pin not in table.journal()
    assert pin.replace(" ", "") not in table.journal()
    assert table.machine.do("stat -c '%U %a' /var/lib/table-companion/pin").strip() == "table-companion 600"
    assert "safe mode" not in table.page("/table").lower()


def test_its_name_and_its_right_to_open_a_wifi(table: Table) -> None:
    machine = table.machine
    assert "host-name=table" in machine.do("cat /etc/avahi/avahi-daemon.conf")
    asked = "runuser -u {} -- nmcli -w 50 -t -f PERMISSION,VALUE general permissions"
    may = machine.do(asked.format("table-companion"))
    assert "org.freedesktop.NetworkManager.network-control:yes" in may
    assert "org.freedesktop.NetworkManager.wifi.share.protected:yes" in may
    assert "org.freedesktop.NetworkManager.network-control:yes" not in machine.do(asked.format("daemon"))


def test_a_press_on_a_line_reaches_a_phone_and_the_display(
    table: Table, host: Person, carla: Person, chromium: Browser
) -> None:
    see_a_press(table, host, carla, chromium)


def test_a_pod_on_a_serial_line_is_heard_and_missed(table: Table, carla: Person) -> None:
    hear_and_miss_a_pod(table, carla)


def test_a_usb_keypad_plays_for_its_seat_whatever_its_number(table: Table, host: Person) -> None:
    type_on_a_keypad(table, host)


def test_a_hung_table_is_started_anew_and_goes_on(table: Table, host: Person) -> None:
    before = host.call("GET", "/table")
    first, restarts = table.prop("MainPID"), int(table.prop("NRestarts"))
    table.machine.do(f"kill -STOP {first}")
    table.until(lambda: table.prop("MainPID") not in (first, "0"))
    table.until(table.answers)
    assert int(table.prop("NRestarts")) == restarts + 1
    assert "watchdog" in table.machine.do("cat /var/lib/table-companion/last-end")
    after = host.call("GET", "/table")
    assert (after["title"], after["phase"]) == (before["title"], "playing")
    assert "safe mode" not in table.page("/table").lower()


def test_hung_twice_it_opens_without_its_hardware_and_says_why(table: Table, host: Person) -> None:
    second = table.prop("MainPID")
    table.machine.do(f"kill -STOP {second}")
    table.until(lambda: table.prop("MainPID") not in (second, "0"))
    table.until(table.answers)
    for path in ("/table", "/host"):
        page = table.page(path)
        assert "Safe mode: the table runs without its keys and displays." in page
        assert "It hung, and was ended." in page
    assert "Modo seguro: la mesa funciona sin sus teclas ni pantallas." in table.page("/host", "es")
    assert host.call("GET", "/table")["phase"] == "playing"


def test_a_wrong_profile_does_not_keep_the_phones_out(table: Table) -> None:
    table.machine.do(f"sed -i 's/ok = 26/ok = 99/' {PROFILE} && systemctl restart table-companion.service", 120)
    table.until(table.answers)
    page = table.page("/table")
    assert "Safe mode" in page
    assert "table.toml" in page
    assert "It hung" not in page
    table.machine.do(f"sed -i 's/ok = 99/ok = 26/' {PROFILE} && sync {PROFILE}")


def test_it_is_stopped_and_started_by_hand(table: Table) -> None:
    table.machine.do("systemctl stop table-companion.socket table-companion.service", 120)
    assert table.prop("ActiveState") == "inactive"
    assert not table.answers()
    # The lines are free now.
    python = "/opt/table-companion/current/bin/python"
    sim = "$(echo /sys/devices/platform/gpio-sim.0/gpiochip*)"
    said = table.machine.run(f"{python} /goods/guest/line_checks.py {sim} /dev/$(basename {sim}) 2>&1", 300)
    assert said.code == 0, said.told
    table.machine.do("systemctl start table-companion.socket table-companion.service", 120)
    table.until(table.answers)


def test_a_table_that_was_given_up_is_started_again(table: Table) -> None:
    table.machine.do(f"mv {PROGRAM} {PROGRAM}.away && ln -s /bin/false {PROGRAM}")
    table.machine.run("systemctl restart table-companion.service", 120)
    table.until(lambda: table.prop("ActiveState") == "failed", 300)
    table.machine.do(f"mv -f {PROGRAM}.away {PROGRAM} && sync")
    table.machine.do("systemctl reset-failed table-companion")
    table.machine.do("systemctl restart table-companion", 120)
    table.until(table.answers)


def test_a_table_that_was_given_up_tries_again_by_itself(table: Table) -> None:
    table.machine.do(f"mv {PROGRAM} {PROGRAM}.away && ln -s /bin/false {PROGRAM}")
    table.machine.run("systemctl restart table-companion.service", 120)
    table.until(lambda: table.prop("ActiveState") == "failed", 300)
    table.machine.do(f"mv -f {PROGRAM}.away {PROGRAM} && sync")
    table.until(table.answers, 120)


def test_a_pulled_plug_loses_nothing_that_was_acknowledged(table: Table, host: Person) -> None:
    def power_on() -> None:
        table.machine.start()
        table.until(table.answers)

    pull_the_plug_while_answers_are_written(table, host, power_on)


def test_installing_again_changes_neither_settings_nor_plays(table: Table, host: Person) -> None:
    table.machine.do(r"printf '\nlanguage = \"es\"\n' >>/etc/table-companion/companion.toml")
    before = len(host.call("GET", "/log"))
    said = table.install()
    assert f"version {table.version} is there already" in said
    assert "kept your settings" in said
    assert "wrote" not in said
    table.until(table.answers)
    assert 'language = "es"' in table.machine.do("cat /etc/table-companion/companion.toml")
    assert len(host.call("GET", "/log")) == before


def test_a_game_of_somebody_else_is_added(table: Table, host: Person) -> None:
    add_a_game(table, host)


def test_an_update_is_gone_over_to_and_gone_back_from(table: Table, host: Person) -> None:
    update_and_go_back(table, host)


def test_the_game_is_taken_away(table: Table, host: Person) -> None:
    take_the_game_away(table, host)


def test_a_version_that_was_switched_to_when_the_power_went_and_does_not_come_up_is_undone(
    table: Table, host: Person
) -> None:
    before = len(host.call("GET", "/log"))
    broken = "/opt/table-companion/versions/9.9.9/bin"
    table.machine.do(f"mkdir -p {broken} && ln -s /bin/false {broken}/companion")
    table.machine.do(f"printf '%s\\n' $(basename $({CURRENT})) /nothing >/opt/table-companion/trying")
    table.machine.do("ln -sfn versions/9.9.9 /opt/table-companion/current")
    table.machine.run("systemctl restart table-companion.service", 120)
    table.until(lambda: table.version in table.machine.do(CURRENT))
    table.until(table.answers)
    table.until(lambda: table.machine.run("test -e /opt/table-companion/trying").code == 1)
    assert len(host.call("GET", "/log")) == before


def test_a_club_beside_it_keeps_what_it_gave_a_receipt_for(table: Table) -> None:
    gather_a_club(table)


def test_taken_away_it_leaves_plays_and_settings(table: Table) -> None:
    table.machine.do("sh /goods/deploy/install.sh --uninstall --yes", 120)
    left = table.machine.do("ls /var/lib/table-companion /etc/table-companion")
    assert "companion.db" in left
    assert "companion.toml" in left
    units = " ".join(f"/etc/systemd/system/table-companion.{kind}" for kind in ("service", "socket"))
    gone = table.machine.run(f"ls -d /opt/table-companion /usr/local/bin/companion {units}")
    assert gone.out == ""
    assert not table.answers()
