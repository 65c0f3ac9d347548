"""Somebody with a card of the club sits down at a table of it: the code is typed, or the club's page leads here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from companion.club.club_config import ClubConfig
from companion.club.persons.club_persons import ClubPersons
from companion.club.tables.club_tables import ClubTables
from companion.commands.club.club_process import ClubProcess, open_database
from companion.plays.log.card_codes import shown_card_code
from companion.reporting import reporter as reporter_module
from companion.reporting.club_settings import ClubSettings
from companion.service.seats.seating import BecomeHost
from companion.service.session.sending import SetReporting
from tests.browser.conftest import Companion, Crowd, gathered
from tests.browser.fast_play import HOST
from tests.browser.test_faults import WIDER, faults
from tests.chromium import NAME
from tests.mqtt.mosquitto import wait_until
from tests.ports import free_port


@dataclass(frozen=True)
class ClubHere:
    """A club that runs: its address, a card that Ana has, and one that is nobody's yet."""

    url: str
    token: str
    taken: str
    free: str


@pytest.fixture
def club(tmp_path: Path) -> Iterator[ClubHere]:
    config = ClubConfig(title="Café Ágora", port=free_port(), address="127.0.0.1", data=str(tmp_path / "club"))
    with closing(open_database(config)) as database:
        _, token = ClubTables(database).add("Junto a la ventana")
        people = ClubPersons(database)
        taken, free = people.make_cards(2)
        people.take_card(taken, "Ana")
    with closing(ClubProcess(config)) as process:
        process.start()
        yield ClubHere(f"http://127.0.0.1:{config.port}", token, taken, free)


@pytest.fixture
def crowd(
    chromium: Browser, club: ClubHere, pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Crowd]:
    """A table that reports to the club. What pages ask of the club itself is left out of what they asked."""
    monkeypatch.setattr(reporter_module, "SETTLING", 0.2)
    monkeypatch.setattr("companion.app.OwnAddress", lambda *_: lambda: NAME)
    companion = Companion(tmp_path / "data", club=ClubSettings(url=club.url, token=club.token))
    assert companion.table.ask(HOST, BecomeHost("2718")).taken
    assert companion.table.ask(HOST, SetReporting(on=True)).taken
    wait_until(lambda: (seen := companion.table.view(HOST).sending.reporting()) is not None and seen[1].state == "told")
    people = gathered(chromium, companion, pictures)
    crowd = next(people)
    yield crowd
    crowd.requests[:] = [url for url in crowd.requests if not url.startswith(club.url)]
    for _ in people:
        pass
    companion.app.close()


def test_the_code_is_typed_at_the_seat(crowd: Crowd, club: ClubHere) -> None:
    ana = crowd.person(language="es-ES")
    ana.sits_down(1, "Ana")
    page = ana.page
    page.get_by_role("link", name="Tu tarjeta del club").click()
    expect(page.locator("h1")).to_have_text("Tu tarjeta del club")
    field = page.get_by_label("El código de tu tarjeta")
    field.fill("00000-00102")
    page.get_by_role("button", name="Enseñar mi tarjeta").click()
    expect(page.get_by_text("un carácter está mal o falta")).to_be_visible()
    expect(field).to_have_value("00000-00102")
    assert faults(page) == []
    ana.picture("club-card-mistyped", whole=True)
    field.fill(shown_card_code(club.taken).lower())
    field.press("Enter")
    expect(page.locator("#card-state")).to_contain_text("El club conoce tu tarjeta", timeout=15_000)
    assert club.taken not in page.content().replace("-", "")
    assert faults(page) == []
    assert page.evaluate(WIDER) == 0
    ana.picture("club-card-known", whole=True)
    page.get_by_role("button", name="Quitar la tarjeta").click()
    expect(field).to_be_visible()


@pytest.mark.long
def test_the_clubs_page_of_a_card_leads_to_the_table(crowd: Crowd, club: ClubHere) -> None:
    """On a narrow phone in the light; first the card is taken, then a seat."""
    ben = crowd.person(language="es-ES", size=(320, 640), scheme="light")
    page = ben.page
    page.goto(f"{club.url}/c/{club.free}")
    page.get_by_label("Cómo te llamas aquí").fill("Ben")
    page.get_by_role("button", name="Esta es mi tarjeta").click()
    expect(page.get_by_role("heading", name="Enséñala en tu mesa")).to_be_visible()
    assert faults(page) == []
    assert page.evaluate(WIDER) == 0
    ben.picture("club-card-tables", whole=True)
    led: list[Request] = []
    page.on("request", lambda request: led.append(request) if f"/card/{club.free}" in request.url else None)
    page.get_by_role("link", name="Junto a la ventana").click()
    page.wait_for_url("**/card")
    assert [request.headers.get("referer") for request in led] == [None]
    expect(page.get_by_text("Primero elige sitio.")).to_be_visible()
    assert page.evaluate(WIDER) == 0
    ben.picture("club-card-brought", whole=True)
    page.get_by_role("link", name="Siéntate").click()
    page.fill("#sit-name", "Ben")
    page.click("#join button[type=submit]")
    page.wait_for_url("**/card")
    expect(page.locator("h1")).to_have_text("¿Enseñar esta tarjeta en el sitio de Ben?")
    assert faults(page) == []
    assert page.evaluate(WIDER) == 0
    ben.picture("club-card-asks", whole=True)
    page.get_by_role("button", name="Enseñarla aquí").click()
    expect(page.locator("#card-state")).to_contain_text("El club conoce tu tarjeta", timeout=15_000)
    assert page.evaluate(WIDER) == 0


@pytest.mark.long
def test_without_script_it_works_too(crowd: Crowd, club: ClubHere) -> None:
    ana = crowd.person(language="es-ES", script=False)
    ana.sits_down(1, "Ana")
    page = ana.opens("/card")
    page.get_by_label("El código de tu tarjeta").fill("x")
    page.get_by_role("button", name="Enseñar mi tarjeta").click()
    expect(page.get_by_text("un carácter está mal o falta")).to_be_visible()
    page.get_by_label("El código de tu tarjeta").fill(club.taken)
    page.get_by_role("button", name="Enseñar mi tarjeta").click()
    expect(page.get_by_text("Has enseñado tu tarjeta.")).to_be_visible()
