"""Stickers on the table: printed from the settings, scanned by phones, each with its seat chosen."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import Crowd


@pytest.mark.parametrize("language", ["en-GB", pytest.param("es-ES", marks=pytest.mark.long)])
def test_a_scanned_sticker_chooses_its_seat_and_takes_nobody_s(crowd: Crowd, language: str) -> None:
    tag = language[:2]
    admin = crowd.person(language=language)
    admin.becomes_host()
    admin.page.locator("a[href='/host/stickers']").click()
    expect(admin.page.locator(".sticker")).to_have_count(8)
    admin.picture(f"stickers-{tag}", whole=True)
    admin.page.set_viewport_size({"width": 794, "height": 1123})
    admin.page.emulate_media(media="print")
    with Image.open(admin.picture(f"stickers-printed-{tag}", whole=True)) as sheet:
        found = {code.text for code in zxingcpp.read_barcodes(sheet.convert("L"))}
    ways = {f"{urlsplit(text).path}?{urlsplit(text).query}" for text in found}
    assert ways == {f"/?seat={seat}" for seat in range(1, 9)}
    marco, other, lucia = (crowd.person(language=language) for _ in range(3))
    page = marco.opens("/?seat=5")
    expect(page.locator("#sit-5")).to_be_checked()
    other.sits_down(2, "Nuria")
    expect(page.locator("label[for=sit-2]")).to_contain_text("Nuria")
    expect(page.locator("#sit-5")).to_be_checked()
    page.fill("#sit-name", "Marco")
    marco.picture(f"sticker-free-{tag}")
    page.click("#join button[type=submit]")
    page.wait_for_url("**/seat")
    assert crowd.companion.moment.gathering.names == {2: "Nuria", 5: "Marco"}
    held = lucia.opens("/?seat=5")
    expect(held.locator("#wanted-held")).to_contain_text("Marco")
    assert held.locator("input[name=seat]:checked").count() == 0
    lucia.picture(f"sticker-held-{tag}", whole=True)
    marco.opens("/?seat=2")
    page.wait_for_url("**/seat")
