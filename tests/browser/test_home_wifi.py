"""The admin puts the table into a Wi-Fi from a phone: the real thread of the network, at a NetworkManager that is not
there, by its own clock.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.core.wording import say
from companion.first_contact.setup_record import SetupMistake, SetupRecord, write_record
from companion.network.own_wifi.hotspot_policy import HotspotPolicy
from companion.network.own_wifi.network_manager import NetworkManager
from companion.network.own_wifi.network_thread import NetworkThread
from companion.service.seats.seating import BecomeHost
from tests.browser.conftest import Companion, Crowd, gathered
from tests.browser.fast_play import HOST
from tests.browser.test_faults import OPEN_ALL, WIDER, faults
from tests.network.buses import own_bus
from tests.network.fake_manager import TRIED_ACTIVE, FakeManager
from tests.network.joining_bench import CASA, NEAR, WIFI

WRONG = SetupMistake(4, "pin", say("It has to be text in quotes: {form}", form='pin = "..."'))


@pytest.fixture
def air() -> FakeManager:
    return FakeManager(**NEAR)  # type: ignore[arg-type]


@pytest.fixture
def crowd(
    chromium: Browser, air: FakeManager, pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Crowd]:
    """A table with a radio, on the day after its card was written."""
    data = tmp_path / "data"
    data.mkdir()
    write_record(data, SetupRecord(mistakes=(WRONG,)))
    with own_bus(air, tmp_path) as connect:

        def thread(*_: object, **__: object) -> NetworkThread:
            manager, policy = NetworkManager(connect, sync=lambda: None), HotspotPolicy("key", time.monotonic())
            return NetworkThread(manager, policy, WIFI, now=time.monotonic)

        monkeypatch.setattr("companion.app.make_network_thread", thread)
        companion = Companion(data)
        assert companion.table.ask(HOST, BecomeHost("2718")).taken
        yield from gathered(chromium, companion, pictures)
        companion.app.close()


@pytest.mark.long
@pytest.mark.parametrize("script", [True, False], ids=["script", "bare"])
def test_the_keeper_puts_the_table_into_a_wifi(crowd: Crowd, air: FakeManager, script: bool) -> None:
    admin = crowd.person(language="es-ES", scheme="dark", script=script)
    admin.holds(HOST)
    page = admin.opens("/host")
    expect(page.get_by_text('línea 4, pin: Tiene que ser un texto entre comillas: pin = "..."')).to_be_visible()
    page.get_by_role("link", name="Unir la mesa a un wifi").click()
    expect(page.locator("h1")).to_have_text("Unir la mesa a un wifi")
    page.get_by_role("button", name="Ya está visto").click()
    expect(page.get_by_text("línea 4")).to_have_count(0)
    page.get_by_label("Casa").check()
    page.get_by_label("Su contraseña").fill(CASA.password)
    if script:
        page.get_by_label("mostrar lo que escribo").check()
        expect(page.get_by_label("Su contraseña")).to_have_attribute("type", "text")
        assert faults(page) == []
        assert page.evaluate(WIDER) == 0
    admin.picture(f"home-wifi-{script}", whole=True)
    page.get_by_role("button", name="Unir la mesa a este wifi").click()
    expect(page.get_by_text("La mesa se está uniendo a Casa.")).to_be_visible()
    admin.picture(f"home-wifi-joining-{script}", whole=True)
    assert CASA.password not in page.content()
    until = time.monotonic() + 60
    while air.active != TRIED_ACTIVE and time.monotonic() < until:
        page.wait_for_timeout(200)
    if not script:
        page.wait_for_timeout(4000)
        page.reload()
    expect(page.get_by_text("La mesa está en Casa, ahora y tras cada arranque.")).to_be_visible(timeout=30_000)
    admin.picture(f"home-wifi-joined-{script}", whole=True)


def test_other_names_and_narrow_screens(crowd: Crowd, air: FakeManager) -> None:
    air.near = (b"A_network_whose_name_is_as_long_", *air.near)
    admin = crowd.person(language="en-GB", size=(320, 640), scheme="light")
    admin.holds(HOST, light="light")
    page = admin.opens("/wifi")
    page.get_by_role("button", name="Look for networks").click()
    expect(page.get_by_text("A_network_whose_name_is_as_long_")).to_be_visible(timeout=30_000)
    assert page.evaluate(WIDER) == 0
    expect(page.get_by_label("Its name, letter by letter")).to_be_hidden()
    page.get_by_label("another one, by its name").check()
    page.get_by_label("Its name, letter by letter").fill("Club")
    page.evaluate(OPEN_ALL)
    assert faults(page) == []
    assert page.evaluate(WIDER) == 0
    admin.picture("home-wifi-narrow", whole=True)
