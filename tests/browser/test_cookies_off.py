"""A browser that keeps no cookies is told so."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Crowd


def test_whoever_blocks_cookies_reads_why_there_is_no_seat(crowd: Crowd) -> None:
    # Without scripts it asks for nothing more, whose answer would set the cookie anew.
    ana = crowd.person(language="es-ES", script=False)
    ana.opens("/")
    ana.context.clear_cookies()
    ana.page.fill("#sit-name", "Ana")
    ana.page.click("#join button[type=submit]")
    expect(ana.page.get_by_role("heading", name="no guarda cookies")).to_be_visible()
    assert crowd.companion.moment.gathering.names == {}
    crowd.complaints.clear()  # the browser's own word for 403
