"""The table screen in browsers of old televisions, and whether pages look there as they do in a new browser."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.service.seats.seating import TakeSeat
from tests.browser.conftest import Companion
from tests.browser.evening import Evening
from tests.browser.every_phone.chromium_phone import ChromiumPhone
from tests.browser.every_phone.network import Network
from tests.browser.every_phone.old_chromium import OLD, OldChromiumPhone
from tests.browser.every_phone.phone import SIZE, Phone
from tests.browser.fast_play import token
from tests.browser.test_pace_by_taps import took

pytestmark = pytest.mark.long

TELEVISION = (1280, 720)
FITS = """() => document.documentElement.scrollHeight <= innerHeight + 1 &&
    document.documentElement.scrollWidth <= innerWidth"""
LOOKS = """() => [...document.querySelectorAll("body *")].map((node) => {
    // what is folded has a box in new browsers
    const isShown = node.getClientRects().length > 0 && !node.closest("details:not([open]) > :not(summary)");
    const style = getComputedStyle(node), kinds = ["display", "position", "backgroundColor", "fontWeight", "color"];
    if (style.borderTopStyle !== "none") kinds.push("borderTopColor");
    const looks = isShown ? kinds.map((kind) => style[kind].replace("-webkit-box", "flow-root")) : ["not shown"];
    return [node.tagName, node.id, [...node.classList].join(" "), ...looks].join(" ");
})"""
"""What each element looks like, but for its size."""
READY = "() => document.fonts.status === 'loaded' && !document.querySelector('[data-fresh], .changed')"


@pytest.fixture
def network() -> Iterator[Network]:
    made = Network()
    yield made
    made.close()


@pytest.mark.parametrize("version", OLD)
def test_the_table_screen_follows_and_fits(version: str, network: Network, companion: Companion) -> None:
    screen = OldChromiumPhone(version, network, companion.app.addresses.port, TELEVISION)
    screen.opens("/table")
    screen.sees("Scan the code with your phone")
    for seat, name in enumerate(("Berta", "Ana", "Lucía"), 1):
        took(companion.table.ask(token(seat), TakeSeat(seat, name)))
        screen.sees(name)
    assert screen._runs(FITS)
    assert screen.loads() == 1, "it follows live"
    assert screen.complaints() == []
    screen.close()


@pytest.mark.parametrize("path", ["/seat", "/table", "/log", "/scribe"])
def test_a_page_looks_in_chromium_92_as_in_a_new_one(
    chromium: Browser, network: Network, companion: Companion, path: str
) -> None:
    """Though its style sheets say most things by ``:has()``, which came with 105."""
    Evening("antike/turns").begins(SimpleNamespace(companion=companion), 29)
    port = companion.app.addresses.port
    old, new = (
        _looks(OldChromiumPhone("92", network, port, SIZE), path),
        _looks(ChromiumPhone(chromium, network, port), path),
    )
    assert len(old) == len(new) > 100
    assert [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]] == []


def _looks(phone: Phone, path: str) -> Any:
    phone.holds(token(1))
    phone.opens(path)
    phone.waits_for(lambda: phone._runs(READY))
    phone.rests()
    looks = phone._runs(LOOKS)
    phone.close()
    return looks
