"""A PIN on the machine's screen, for a table without a panel at which nobody can log in."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app import App, build
from companion.config import Config
from companion.first_contact.console import FILE
from companion.service.asking.requests import Reply
from companion.service.seats.host_role import GUESSES, LONG, LONGEST, VALID
from companion.service.seats.seating import BecomeHost
from tests.cli.test_run import browser, post_form
from tests.ports import free_port
from tests.service.at_table import HandClock, token
from tests.supervision.service_process import PATIENCE, ServiceProcess

PIN = re.compile(r"^PIN for the settings, for a minute: ([0-9 ]+)$", re.MULTILINE)

Opened = Callable[[], App]


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def opened(tmp_path: Path, clock: HandClock) -> Iterator[Opened]:
    """Opens the table of one folder, anew each time."""
    run, apps = tmp_path / "run", list[App]()
    run.mkdir()
    port = free_port()

    def opened() -> App:
        if apps:
            apps.pop().close()
        config = Config(port=port, data=str(tmp_path / "data"), profile="sim-2")
        apps.append(build(config, clock=clock, bind="127.0.0.1", console=run))
        return apps[0]

    yield opened
    for app in apps:
        app.close()


def shown(app: App, folder: Path) -> str:
    """The PIN on the screen as somebody types it, empty without one."""
    assert app.console is not None
    app.console.refresh()
    found = PIN.search((folder / "run" / FILE).read_text(encoding="utf-8"))
    return found[1].replace(" ", "") if found else ""


def gives(app: App, who: str, pin: str) -> Reply:
    return app.opened.table.ask(token(who), BecomeHost(pin))


def test_another_pin_each_minute_and_the_one_before_is_not_typed_in_vain(
    opened: Opened, clock: HandClock, tmp_path: Path
) -> None:
    app = opened()
    first = shown(app, tmp_path)
    assert len(first) == LONG
    clock.now += VALID - 1
    assert shown(app, tmp_path) == first
    clock.now += 1
    second = shown(app, tmp_path)
    assert second != first
    clock.now += VALID - 1
    assert shown(app, tmp_path) == second
    assert gives(app, "Ana", first).taken
    assert app.opened.table.view(token("Ana")).seats.own_role().host


def test_a_pin_of_two_minutes_ago_is_good_no_more(opened: Opened, clock: HandClock, tmp_path: Path) -> None:
    app = opened()
    first = shown(app, tmp_path)
    for _ in range(2):
        clock.now += VALID
        shown(app, tmp_path)
    assert gives(app, "Ana", first).code == "wrong-pin"


def test_nothing_is_good_for_longer_where_the_screen_is_not_written_any_more(
    opened: Opened, clock: HandClock, tmp_path: Path
) -> None:
    app = opened()
    first = shown(app, tmp_path)
    clock.now += 2 * VALID
    assert gives(app, "Ana", first).code == "wrong-pin"


def test_it_is_there_only_while_nobody_is_host_also_after_a_restart(opened: Opened, tmp_path: Path) -> None:
    app = opened()
    pin = shown(app, tmp_path)
    assert app.opened.table.view("").seats.pin_ways().screen
    assert gives(app, "Ana", pin).taken
    assert shown(app, tmp_path) == ""
    assert gives(app, "Berta", pin).code == "wrong-pin", "for one device"
    assert not app.opened.table.view("").seats.pin_ways().screen
    assert shown(opened(), tmp_path) == ""


def test_a_pin_of_before_a_restart_is_good_no_more(opened: Opened, tmp_path: Path) -> None:
    pin = shown(opened(), tmp_path)
    assert gives(opened(), "Ana", pin).code == "wrong-pin"


def test_whoever_guesses_with_ever_new_devices_meets_a_longer_one(opened: Opened, tmp_path: Path) -> None:
    app = opened()
    short = shown(app, tmp_path)
    wrong = f"{(int(short) + 1) % 10**LONG:0{LONG}d}"
    assert {gives(app, f"stranger {n}", wrong).code for n in range(GUESSES)} == {"wrong-pin"}
    assert gives(app, "lucky", short).code == "wrong-pin", "ten digits are not enough any more"
    grown = shown(app, tmp_path)
    assert (len(grown), grown[:LONG]) == (LONGEST, short), "those already typed count"
    assert gives(app, "Ana", grown).taken


def test_a_table_that_stops_takes_its_pin_off_the_screen(opened: Opened, tmp_path: Path) -> None:
    app = opened()
    app.start()
    assert shown(app, tmp_path)
    opened()
    assert "PIN" not in (tmp_path / "run" / FILE).read_text(encoding="utf-8")


def test_the_service_shows_it_to_the_screen_and_to_no_log(tmp_path: Path) -> None:
    """As systemd runs it, on the profile of the disk image: the owner types what the screen shows."""
    service = ServiceProcess(tmp_path)
    service.start('profile = "pods"\n')
    assert service.process is not None
    try:
        service.until_ready()
        issue = service.runtime / FILE
        found = PIN.search(issue.read_text(encoding="utf-8"))
        assert found is not None
        assert issue.stat().st_mode & 0o007 == 0, "no other user of the machine reads it"
        phone = browser()
        post_form(service.port, "/host/pin", phone, pin=found[1])
        until = time.monotonic() + PATIENCE
        while "PIN" in issue.read_text(encoding="utf-8") and time.monotonic() < until:
            service.forget_what_was_said()
        assert "PIN" not in issue.read_text(encoding="utf-8")
    finally:
        service.process.send_signal(signal.SIGTERM)
        said, _ = service.process.communicate(timeout=PATIENCE)
        service.heard.close()
        service.door.close()
    assert found[1] not in said
    assert found[1].replace(" ", "") not in said
