"""The host looks after what is kept: a copy, a trial, the time of day from the phone."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from companion.keeping.time_of_day import TableClock
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST

pytestmark = pytest.mark.long


def test_the_host_copies_tries_restoring_and_tells_the_time(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    crowd.begun_play("sheet:harbour-market", "Marco", "Lucía")
    copier = crowd.companion.app.opened.copier
    assert copier is not None
    clock = copier._clock
    assert isinstance(clock, TableClock)
    monkeypatch.setattr(clock, "_known", False)
    monkeypatch.setattr(clock, "_asked", lambda: False)
    copier.wake()
    host = crowd.person(language="es-ES")
    host.holds(HOST)
    page = host.opens("/host")
    page.get_by_role("link", name="Copias, disco y reloj").click()
    expect(page.locator("h1")).to_have_text("A buen recaudo")
    expect(page.get_by_text("no sabe qué hora es")).to_be_visible()
    page.get_by_role("button", name="Copiar ahora").click()
    expect(page.locator("#copy-1")).to_contain_text("hora desconocida")
    page.get_by_role("button", name="Probar a restaurar").click()
    expect(page.locator("#copy-1")).to_contain_text("restaurada a prueba")
    host.picture("keeping", whole=True)
    page.get_by_role("button", name="Usar la hora de este móvil").click()
    expect(page.get_by_text("La mesa sabe qué hora es.")).to_be_visible()
    wall = clock.wall()
    assert wall is not None
    assert abs(wall - time.time()) < 60
    assert crowd.complaints == []
