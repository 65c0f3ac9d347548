"""A set-up with the companion: three phones and the table screen, both languages, no question in its way."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token

ANA, BEN, CLEO = 1, 2, 3
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Eva")


def begins(crowd: Crowd, game: str, seats: int) -> None:
    """The host begins a new play and wants to be guided."""
    table = crowd.companion.table
    for seat in range(1, seats + 1):
        assert table.ask(token(seat), TakeSeat(seat, NAMES[seat - 1])).taken
    for request in (BecomeHost("2718"), ChooseGame(game, {}, {}), BeginPlay(set_up=True)):
        assert table.ask(HOST, request).taken


def test_three_phones_and_the_table_screen_lay_olympos_out(crowd: Crowd) -> None:
    begins(crowd, "olympos", 3)
    phones = {seat: crowd.phone(seat, language="es-ES" if seat == CLEO else "en-GB") for seat in (ANA, BEN, CLEO)}
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    for seat, phone in phones.items():
        phone.picture(f"setup-{seat}", whole=True)
    screen.picture("setup-tv")
    for _ in range(2):
        tick(phones[BEN].page)
    tick(phones[ANA].page)
    for seat, phone in phones.items():
        phone.picture(f"setup-later-{seat}", whole=True)
    screen.picture("setup-later-tv")


def tick(page: Page) -> None:
    slip = page.locator("#setting-up .slip")
    name = slip.get_attribute("id")
    slip.get_by_role("button").tap()
    expect(page.locator(f"#{name}")).to_have_count(0)
