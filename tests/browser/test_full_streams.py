"""More people look on than there are streams for: pages look again by themselves, and sitting down needs none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from companion.service.screens.streams import MOST, StreamSlot
from companion.service.seats.seating import TakeSeat
from tests.browser.conftest import Companion, Crowd

LOOKS = 15_000
"""Milliseconds in which a page has looked again."""


def crowd_in(companion: Companion) -> None:
    """Somebody else has every place this machine's address may have."""
    for place in (StreamSlot("sender", "127.0.0.1"), StreamSlot("here")):
        for n in range(MOST[place.kind]):
            companion.opened.broadcast.open(f"{place.kind}-{n}", (), place)


@pytest.fixture(autouse=True)
def forgiving(crowd: Crowd) -> Iterator[None]:
    """A browser complains about each stream that is refused."""
    yield
    assert all("503" in complaint for complaint in crowd.complaints), crowd.complaints
    crowd.forgive()


@pytest.mark.long
def test_a_page_without_a_stream_sees_who_sits_down_and_sits_down_itself(crowd: Crowd, companion: Companion) -> None:
    crowd_in(companion)
    phone = crowd.person()
    phone.opens("/")
    expect(phone.page.locator("#link")).to_contain_text("This page looks again by itself.", timeout=LOOKS)
    companion.table.ask("x" * 22, TakeSeat(3, "Berta"))
    expect(phone.page.locator("label[for=sit-3]")).to_contain_text("Berta", timeout=LOOKS)
    phone.sits_down(5, "Ana")
    expect(phone.page.locator("#link")).to_be_hidden()
    assert 5 in companion.opened.broadcast.seats(), "whoever sits has a stream"


@pytest.mark.long
def test_a_page_without_a_stream_keeps_what_is_being_typed(crowd: Crowd, companion: Companion) -> None:
    crowd_in(companion)
    phone = crowd.person()
    phone.opens("/")
    phone.page.locator("label[for=sit-2]").click()
    phone.page.fill("#sit-name", "An")
    companion.table.ask("x" * 22, TakeSeat(3, "Berta"))
    expect(phone.page.locator("label[for=sit-3]")).to_contain_text("Berta", timeout=LOOKS)
    assert phone.page.input_value("#sit-name") == "An"
    assert phone.page.locator("#sit-2").is_checked()


@pytest.mark.long
def test_the_host_gives_the_table_screen_a_place(crowd: Crowd, companion: Companion) -> None:
    crowd_in(companion)
    screen, host = crowd.person(), crowd.person()
    screen.opens("/table")
    expect(screen.page.locator("#link")).to_contain_text("number", timeout=LOOKS)
    number = screen.page.locator("#link").inner_text().split("number ")[1].rstrip(".")
    host.becomes_host()
    host.page.locator("section", has=host.page.locator("#screens-title")).locator("summary").click()
    host.page.fill("#screen-number", number)
    host.page.click("#screen-form button[type=submit]")
    for _ in range(LOOKS // 100):
        if not len(companion.table.streams.screens):
            screen.page.wait_for_timeout(100)
    assert len(companion.table.streams.screens) == 1
    companion.table.ask("x" * 22, TakeSeat(3, "Berta"))
    expect(screen.page.locator("#gather-3")).to_contain_text("Berta")
