"""What every table is taken through that is tried on an emulated machine, however it was installed.

Each step begins where the one before it ended: a play with a wired seat and a pod, the plug pulled in the middle of it,
and another version.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from playwright.sync_api import Browser, expect

from tests.vm.goods import GAME_WHEEL
from tests.vm.pod import WiredPod
from tests.vm.table import NEWER, Person, Table

OK = 26
PROFILE = "/etc/table-companion/table.toml"
WIRED = f"""name = "vm"
kind = "pi"
about = "One seat on the header, and one with a pod"

[[seat]]
number = 1
keys = {{ ok = {OK}, back = 27, up = 4, down = 17 }}
oled = {{ bus = 1, address = 0x3C }}

[[seat]]
number = 3
pod = "/dev/ttyUSB0"
"""
KEYPAD = "/dev/input/by-id/usb-QEMU_QEMU_USB_Keyboard_keypad-event-kbd"
TYPED = f"""
[[seat]]
number = 2
keys = {{ driver = "evdev", path = "{KEYPAD}" }}
"""
"""A seat with keys of an input device."""
CURRENT = "readlink -f /opt/table-companion/current"
GAME = "night-market"
SAFE_ENOUGH = 2.5
"""Of ``systemd-analyze security``; 0 is best, 10 worst."""
WRITTEN = 10
"""How many answers are at least acknowledged before the plug is pulled."""


def see_a_press(table: Table, host: Person, carla: Person, chromium: Browser) -> None:
    """Begin a play of three; a press on a line reaches the page of the phone at seat 1, and its display."""
    patience = table.patience * 1000
    expect.set_options(timeout=patience)
    phone = chromium.new_context(locale="en").new_page()
    phone.set_default_timeout(patience)
    phone.goto(table.machine.url)
    phone.locator("label[for=sit-1]").click()
    phone.fill("#sit-name", "Ana")
    phone.click("#join button[type=submit]")
    phone.wait_for_url("**/seat")
    host.hosts(table.pin())
    host.call("POST", "/seats/2", {"name": "Berta"})
    carla.call("POST", "/seats/3", {"name": "Carla"})
    host.call("POST", "/choice", {"game": "sheet:yacht"})
    host.call("POST", "/begin", {})
    asked = phone.locator("#pad")
    expect(asked).to_contain_text("Ones")
    before, digest = table.still_glass().tobytes(), asked.get_attribute("data-digest") or ""
    table.press(OK)
    table.until(lambda: table.glass().tobytes() != before)
    expect(asked).not_to_have_attribute("data-digest", digest)
    phone.context.close()


def hear_and_miss_a_pod(table: Table, carla: Person) -> None:
    """A pod on a USB serial line answers for seat 3, and it is said when it has been pulled out."""
    pod = WiredPod(table.machine.plug_in_pod())
    table.until(lambda: pod.model.session is not None)
    table.until(lambda: any(pod.model.glass))
    before = carla.call("GET", "/seat")["dialogues"][0]["digest"]
    pod.tap("ok")
    table.until(lambda: carla.call("GET", "/seat")["dialogues"][0]["digest"] != before)
    table.machine.pull_out_pod()
    table.until(lambda: "ttyUSB0" not in table.machine.do("ls /dev"))
    table.until(lambda: "seat3" in table.journal())
    pod.close()
    assert table.answers()


def type_on_a_keypad(table: Table, host: Person) -> None:
    """A USB keypad answers for seat 2; pulled out, it comes back under another number, and to the same seat."""
    machine = table.machine

    def comes() -> str:
        machine.plug_in_keyboard("keypad")
        table.until(lambda: machine.run(f"test -e {KEYPAD}").code == 0)
        node = machine.do(f"readlink -f {KEYPAD}").strip()
        table.until(lambda: f"{node}\n" in machine.do(f"ls -l /proc/{table.prop('MainPID')}/fd"))
        return node

    def plays() -> None:
        before = asked()
        machine.type("kp_enter")
        table.until(lambda: asked() != before)
        machine.type("backspace")
        table.until(lambda: asked() == before)

    def asked() -> str:
        digest: str = host.call("GET", "/seat")["dialogues"][0]["digest"]
        return digest

    first = comes()
    plays()
    machine.pull_out_keyboard("keypad")
    table.until(lambda: machine.run(f"test -e {KEYPAD}").code == 1)
    table.until(lambda: first not in machine.do(f"ls -l /proc/{table.prop('MainPID')}/fd"))
    machine.plug_in_keyboard("other")
    table.until(lambda: machine.run(f"test -e {first}").code == 0)
    assert comes() != first
    plays()
    machine.pull_out_keyboard("other")
    machine.pull_out_keyboard("keypad")
    table.until(lambda: machine.run(f"test -e {KEYPAD}").code == 1)
    assert table.answers()


def pull_the_plug_while_answers_are_written(table: Table, host: Person, power_on: Callable[[], object]) -> None:
    """Nothing is lost that was acknowledged; ``power_on`` switches the machine on until there is a page."""
    host.answers("ones", 3)
    tracked = next(number for number in host.call("GET", "/inventory") if number["low"] <= 1 and number["high"] >= 5)
    acknowledged: list[int] = []
    started = Event()

    def write() -> None:
        value = 0
        with suppress(Exception):
            while True:
                value = value % 5 + 1
                host.correct(tracked["key"], value)
                acknowledged.append(value)
                if len(acknowledged) > WRITTEN:
                    started.set()

    before = len(host.call("GET", "/log"))
    writing = Thread(target=write, daemon=True)
    writing.start()
    assert started.wait(table.patience)
    time.sleep(0.37)
    table.machine.pull_the_plug()
    writing.join(table.patience)
    power_on()
    assert "Safe mode" not in table.page("/table")
    after = host.call("GET", "/log")
    assert len(after) >= before + len(acknowledged)
    said = table.machine.do("companion verify 2>&1", table.patience)
    assert "Error" not in said


def update_and_go_back(table: Table, host: Person, patience: float = 500.0) -> None:
    """A newer wheel takes over the play and the games of packages, and so does the version before again; ``patience``
    is that for each.
    """
    before, offered = len(host.call("GET", "/log")), games(host)
    table.machine.do(f"companion update /goods/table_companion-{NEWER}-*.whl 2>&1", patience)
    table.until(table.answers)
    assert NEWER in table.machine.do(CURRENT)
    assert len(host.call("GET", "/log")) == before
    assert games(host) == offered
    table.machine.do("companion update --back 2>&1", patience)
    table.until(table.answers)
    assert table.version in table.machine.do(CURRENT)
    assert len(host.call("GET", "/log")) == before
    assert games(host) == offered


def add_a_game(table: Table, host: Person, patience: float = 500.0) -> None:
    """A package with a game of somebody else comes to the table as an update does, and the play goes on."""
    before, wheel = len(host.call("GET", "/log")), f"/goods/{GAME_WHEEL.name}"
    refused = table.machine.run(f"companion games add {wheel} --hash {'0' * 64} 2>&1", patience)
    assert "These are other wheels than those whose SHA-256 you gave. Nothing was changed." in refused.out
    assert GAME not in games(host)
    digest = f"$(sha256sum {wheel} | cut -d ' ' -f 1)"
    said = table.machine.do(f"companion games add {wheel} --hash {digest} 2>&1", patience)
    assert f"companion-night-market 1.0.0 is there: {GAME}." in said
    table.until(table.answers)
    assert GAME in games(host)
    assert "companion-night-market 1.0.0" in table.machine.do("companion games list", table.patience)
    assert len(host.call("GET", "/log")) == before


def take_the_game_away(table: Table, host: Person, patience: float = 500.0) -> None:
    """Without the package the table goes on as well."""
    before = len(host.call("GET", "/log"))
    table.machine.do("echo y | companion games remove companion-night-market 2>&1", patience)
    table.until(table.answers)
    assert GAME not in games(host)
    assert len(host.call("GET", "/log")) == before


def gather_a_club(table: Table, patience: float = 500.0) -> None:
    """A club is installed as a service; a table reports to it, the plug is pulled, and it is taken away again."""
    machine, unit = table.machine, "table-companion-club@8100.service"
    install = "sh /goods/deploy/club/install-club.sh"
    assert "The club: http://" in machine.do(f"{install} --wheels /goods/wheels 2>&1", patience)
    told = machine.do(f"systemd-analyze security --no-pager {unit}", table.patience)
    assert float(told.partition("Overall exposure level for ")[2].split()[1]) <= SAFE_ENOUGH
    machine.do('companion-club table add "By the window" 2>&1', table.patience)
    added = machine.do("companion-club table renew bythewindow 2>&1", table.patience)
    token = added.partition('token = "')[2].partition('"')[0]
    assert "By the window" in machine.do("companion-club table list", table.patience)
    report = f"/opt/table-companion-club/current/bin/python /goods/guest/reporting.py {token}"
    assert "BEGIN CERTIFICATE" in machine.do("cat /etc/table-companion/club/certificate.pem")
    assert machine.do(f"{report} 1f2e3d4c", table.patience).strip() == "1"
    machine.pull_the_plug()
    machine.start()
    read = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8100/results').read().decode())"
    page = f'python3 -c "{read}"'
    table.until(lambda: "By the window" in machine.run(page).out, patience)
    assert token not in machine.do("journalctl -u table-companion-club@8100 -o cat --no-pager")
    organised = machine.do('companion-club event add "Autumn Cup" 2>&1', table.patience)
    assert "/event/autumn-cup/organise/" in organised
    assert "Autumn Cup" in machine.do("companion-club event list", table.patience)
    assert "/event/autumn-cup/organise/" in machine.do("companion-club event renew autumn-cup", table.patience)
    assert "is taken away" in machine.do("echo y | companion-club event remove autumn-cup", table.patience)
    machine.do("companion-club table lock-out bythewindow", table.patience)
    assert machine.run(f"{report} 5f6e7d8c 2>&1", table.patience).code == 1, "it is let in no more"
    machine.do("sed -i '/^certificate/d; /^key/d; /^secure_port/d' /etc/table-companion/club.toml && sync")
    machine.do("systemctl restart table-companion-club@8100", table.patience)
    machine.do("systemctl enable --now table-companion-club@8101", table.patience)
    table.until(lambda: "By the window" in machine.run(page.replace("8100", "8101")).out, patience)
    before = machine.do("readlink /opt/table-companion-club/current")
    again = machine.do(f"{install} --wheels /goods/wheels 2>&1", patience)
    assert "kept your settings" in again
    assert "wrote" not in again
    assert machine.do("readlink /opt/table-companion-club/current") != before
    assert machine.do("ls /opt/table-companion-club/environments | wc -l").strip() == "1"
    assert machine.do("companion-club cards 2 - 2>&1", table.patience).count("<svg") == 2
    machine.do(f"{install} --uninstall 2>&1", table.patience)
    assert "club.db" in machine.do("ls /var/lib/table-companion-club")
    assert machine.run("ls -d /opt/table-companion-club /usr/local/bin/companion-club").out == ""
    table.until(table.answers)


def games(host: Person) -> set[str]:
    """Keys of the games that the table offers."""
    return {game["key"] for game in host.call("GET", "/games")}
