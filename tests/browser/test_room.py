"""The admin lets the room follow the game: the page, the real thread, and a real Mosquitto that goes and comes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.mqtt.mqtt_settings import MqttSettings
from companion.service.seats.seating import BecomeHost
from tests.browser.conftest import Companion, Crowd, gathered
from tests.browser.fast_play import HOST
from tests.browser.test_faults import WIDER, faults
from tests.mqtt.mosquitto import Mosquitto, needs_mosquitto

pytestmark = needs_mosquitto

PATIENCE = 20
"""Seconds in which the table has called the broker again."""


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


@pytest.fixture
def crowd(chromium: Browser, broker: Mosquitto, pictures: Path, tmp_path: Path) -> Iterator[Crowd]:
    data = tmp_path / "data"
    data.mkdir()
    companion = Companion(data, mqtt=MqttSettings(host="127.0.0.1", port=broker.port))
    assert companion.table.ask(HOST, BecomeHost("2718")).taken
    yield from gathered(chromium, companion, pictures)
    companion.app.close()


def comes(page: Page, words: str, *, script: bool) -> None:
    """Without a script somebody has to look again and again."""
    if not script:
        until = time.monotonic() + PATIENCE
        while not page.get_by_text(words).count() and time.monotonic() < until:
            page.wait_for_timeout(500)
            page.reload()
    expect(page.get_by_text(words)).to_be_visible(timeout=PATIENCE * 1000)
    if script:
        assert faults(page) == []
        assert page.evaluate(WIDER) == 0


@pytest.mark.parametrize(
    ("light", "script"),
    [
        ("dark", True),
        pytest.param("light", True, marks=pytest.mark.long),
        pytest.param("dark", False, marks=pytest.mark.long),
    ],
)
def test_the_keeper_lets_the_room_follow_and_takes_it_back(
    crowd: Crowd, broker: Mosquitto, light: str, script: bool
) -> None:
    admin = crowd.person(language="es-ES", size=(320, 640), script=script)
    admin.holds(HOST, light=light)
    page = admin.opens("/host")
    page.get_by_role("link", name="Luces, sonido, Home Assistant").click()
    comes(page, "La sala no sabe nada de la partida.", script=script)
    page.get_by_role("button", name="Que la sala siga la partida").click()
    comes(page, "La sala sigue la partida.", script=script)
    page.get_by_role("button", name="Contar también los nombres").click()
    comes(page, "Ahí las personas aparecen con su nombre.", script=script)
    admin.picture(f"room-linked-{light}-{script}", whole=True)
    broker.stop()
    comes(page, f"Ningún broker escucha en 127.0.0.1, puerto {broker.port}.", script=script)
    admin.picture(f"room-away-{light}-{script}", whole=True)
    page.get_by_role("button", name="Parar y retirarlo todo").click()
    comes(page, "Puede que lo publicado siga ahí.", script=script)
    broker.start()
    comes(page, "La sala no sabe nada de la partida.", script=script)
