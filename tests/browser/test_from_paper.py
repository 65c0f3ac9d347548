"""The printed sheets as a camera sees them: a play is stopped, printed, and gone on with from what the pictures say."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.service.session.session import PlayAgain
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token
from tests.browser.test_paper import opens
from tests.golden.test_playthroughs import FOLDER
from tests.web.flask_site import ADDRESSES
from tests.web.reprint import Reprint, middle

pytestmark = pytest.mark.long

PLAYS = (
    "antike/turns",
    "antiquity/whole",
    "athens-sparta/light-to-the-end",
    "ancient-world/every-move",
    "olympos/five-mixed",
)


EMPTY = """all => {
    const seen = (one) => [...one.querySelectorAll("svg, li, td, p")].some((part) => part.checkVisibility());
    return all.filter((one) => !seen(one)).map((one) => one.id);
}"""
"""Widgets of which nothing but the title is to be seen."""


class Photographed(Reprint):
    """What is printed is read from pictures of the sheets."""

    def __init__(self, folder: Path, moves: int, page: Page) -> None:
        super().__init__(folder, moves)
        self._page = page

    def printed(self) -> dict[int, list[str]]:
        assert self.site is not None
        known = super().printed()
        sheets = {0: self.site.browser("nobody").get("/print").text}
        sheets |= {seat: self.site.browser(seat, "es").get("/seat/print").text for seat in known if seat}
        found = {seat: self._scanned(html) for seat, html in sheets.items()}
        assert {
            seat: [urlsplit(code).path.removeprefix("/P/") for code in codes] for seat, codes in found.items()
        } == known
        return found

    def _scanned(self, html: str) -> list[str]:
        opens(self._page, html)
        self._page.emulate_media(media="print")
        empty = self._page.locator(".shown .widget").evaluate_all(EMPTY)
        assert empty == [], "a picture that is not printed"
        with Image.open(BytesIO(self._page.screenshot(full_page=True))) as picture:
            codes = zxingcpp.read_barcodes(picture.convert("L"))
        # as they stand on the paper: line by line
        return [code.text for code in sorted(codes, key=_place)]


def _place(code: zxingcpp.Barcode) -> tuple[int, int]:
    return round(code.position.top_left.y / 50), code.position.top_left.x


@pytest.mark.parametrize("play", PLAYS)
def test_a_play_goes_on_from_pictures_of_its_sheets(tmp_path: Path, chromium: Browser, play: str) -> None:
    path = FOLDER / f"{play}.txt"
    # A4 with margins of a centimetre and a half at 96 dots an inch
    page = chromium.new_page(viewport={"width": 680, "height": 1010}, device_scale_factor=2)
    evening = Photographed(tmp_path, middle(path), page)
    evening.runs(path)
    evening.room.close()
    page.close()
    assert all(code.startswith(ADDRESSES.url.upper()) for codes in evening.sheets.values() for code in codes)


def test_phones_scan_the_sheets_one_code_after_the_other(crowd: Crowd) -> None:
    crowd.begun_play("olympos", "Marco", "Lucía", "Nuria")
    table = crowd.companion.table
    public, *_ = printed = [table.view(token(seat)).prints.codes() for seat in (1, 2, 3)]
    assert table.ask(HOST, PlayAgain()).taken
    host = crowd.person(size=(820, 1180))
    host.holds(HOST)
    host.opens("/host")
    host.page.get_by_role("link", name="Continue a game begun on paper").click()
    lucia = crowd.phone(2, language="es-ES")
    own = [one.own for one in printed]
    first, *others = [*public.public, *own]
    assert own[0]
    assert others
    lucia.page.goto(f"{crowd.base}/P/{first}")
    read = lucia.page.locator(".codes-marks .read")
    expect(read).to_have_count(1)
    expect(host.page.locator(".codes-marks .read")).to_have_count(1)
    lucia.picture("codes-first", whole=True)
    bare = crowd.person(script=False)
    bare.holds(token(3))
    bare.page.goto(f"{crowd.base}/P/{others[0]}")
    bare.page.get_by_role("button", name="Read it").click()
    expect(host.page.locator(".codes-marks .read")).to_have_count(2)
    lucia.page.locator("#codes-typed summary").click()
    lucia.page.fill("#code", "nothing")
    lucia.page.locator("#codes-typed button").click()
    expect(lucia.page.get_by_text("Eso no es un código", exact=False)).to_be_visible()
    for more, code in enumerate(others[1:], start=3):
        lucia.page.fill("#code", f"HTTP://10.42.0.1/P/{code}")
        lucia.page.locator("#codes-typed button").click()
        expect(read).to_have_count(more)
    expect(host.page.get_by_role("heading", name="Olympos")).to_be_visible()
    host.picture("codes-whole")
    lucia.picture("codes-whole-es", whole=True)
    host.page.get_by_role("button", name="Go on with this play").click()
    lucia.page.get_by_role("link", name="A la mesa").click()
    expect(lucia.page.locator("#sentence")).to_be_visible()
    assert urlsplit(lucia.page.url).path == "/seat"
    assert crowd.companion.moment.phase == "playing"
