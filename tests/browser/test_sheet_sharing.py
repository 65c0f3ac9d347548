"""A sheet is tried with invented numbers where it is written, and shared by its code, on phones."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from companion.service.seats.seating import TakeSeat
from tests.browser.conftest import Crowd
from tests.browser.fast_play import token


@pytest.mark.parametrize(
    ("language", "size", "scheme", "try_it", "others"),
    [
        ("en-GB", (390, 844), "dark", "Try it", "Other numbers"),
        ("es-ES", (360, 640), "light", "Probar", "Otros números"),
    ],
)
def test_invented_numbers_show_how_a_sheet_counts(
    crowd: Crowd, language: str, size: tuple[int, int], scheme: str, try_it: str, others: str
) -> None:
    for seat, name in ((1, "Ana"), (2, "Luis"), (3, "Eva")):
        assert crowd.companion.table.ask(token(seat), TakeSeat(seat, name)).taken
    ana = crowd.person(language=language, size=size, scheme=scheme)
    ana.holds(token(1))
    page = ana.opens("/host/sheet/sheet:7-wonders")
    bar = page.locator("#build .bar")
    assert bar.evaluate("bar => [...bar.children].every(one => one.scrollWidth <= one.clientWidth + 1)")
    ana.picture(f"sheet-bar-{language[:2]}")
    page.get_by_role("button", name=try_it).tap()
    expect(page.locator(".account")).to_have_count(3)
    expect(page.locator("#preview .account").first).to_contain_text("=")
    expect(page.locator("#preview .account h2", has_text="Ana")).to_have_count(1)
    before = page.locator("#preview .account").first.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    ana.picture(f"sheet-tried-{language[:2]}", whole=True)
    page.get_by_role("button", name=others).tap()
    expect(page.locator("#preview .account").first).not_to_have_text(before)


@pytest.mark.parametrize(
    ("language", "size", "scheme", "whole"),
    [
        ("en-GB", (360, 640), "dark", "The sheet is complete."),
        ("es-ES", (390, 844), "light", "La hoja está completa."),
    ],
)
@pytest.mark.parametrize("sheet", ["7-wonders", "harbour-market"])
def test_a_phone_reads_the_code_of_a_sheet_off_another_phone(
    crowd: Crowd, sheet: str, language: str, size: tuple[int, int], scheme: str, whole: str
) -> None:
    for seat, name in ((1, "Ana"), (2, "Luis")):
        assert crowd.companion.table.ask(token(seat), TakeSeat(seat, name)).taken
    ana = crowd.person(language=language, size=size, scheme=scheme)
    ana.holds(token(1))
    page = ana.opens(f"/host/sheet/sheet:{sheet}/share")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    ana.picture(f"sheet-shared-{sheet}-{language[:2]}")
    with Image.open(BytesIO(page.screenshot())) as picture:
        (code,) = zxingcpp.read_barcodes(picture.convert("L"))
    luis = crowd.person(language=language, size=size, scheme=scheme)
    luis.holds(token(2))
    luis.opens(urlsplit(code.text).path)
    expect(luis.page.locator("#build-state")).to_contain_text(whole)
