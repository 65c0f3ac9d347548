"""One Chromium for all tests that look at pages: Debian's own, started once, at a mapped host name over plain HTTP."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any, Literal, cast

import pytest
from playwright.sync_api import Browser, Error, Locator, Position, sync_playwright

NAME = "table.test"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What it is called, the lightest first."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
CALM = "() => !('fresh' in document.documentElement.dataset)"
"""Nothing on the page has appeared or moved so lately that a tap on it would not count."""
LISTEN = """() => {
    window.heldBack = "";
    window.hasMoved = false;
    document.addEventListener("changing", () => { window.hasMoved = true; }, { once: true });
    document.addEventListener("held-back", () => { window.heldBack = hasMoved ? "moved" : "still"; }, { once: true });
}"""
"""Before a tap: tells one that is held back since the page moved after the last look from one on a page that stood."""
BARED = """(node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect(), middle = (left + right) / 2;
    const isSeen = (y) => node.contains(document.elementFromPoint(middle, y));
    const quarter = (bottom - top) / 4;
    if (!isSeen(top + quarter) || !isSeen(bottom - quarter)) node.scrollIntoView({ block: "center" });
}"""
"""As people do with what a bar covers by half: a finger on its edge may hit either."""
Tapped = Literal["taken", "moved", "still"]
FINGER = Locator.tap
"""One tap of a finger, as it is before people look first and tap again."""
TRIES = 5
"""How often somebody taps again whose tap did not count, since the page moved under it."""


def _after_a_look(tap: Callable[..., None]) -> Callable[..., None]:
    def looked(locator: Locator, *args: Any, **given: Any) -> None:
        locator.first.wait_for(state="attached")
        for _ in range(TRIES):
            locator.page.wait_for_function(CALM)
            locator.page.evaluate(LISTEN)
            tap(locator, *args, **given)
            if _tapped(locator) == "taken":
                return

    return looked


def tap_once(what: Locator, at: Position | None = None) -> Tapped:
    """Tap, in the middle or at a position within it. Whether the page took it, or held it back and why: it ``moved``
    between look and tap, as by an update of the table, or it stood ``still``.
    """
    if at is None:
        what.evaluate(BARED)
    what.page.evaluate(LISTEN)
    FINGER(what, position=at)
    return _tapped(what)


def _tapped(locator: Locator) -> Tapped:
    try:
        return cast("Tapped", locator.page.evaluate("() => window.heldBack || 'taken'"))
    except Error as error:
        if "context was destroyed" not in str(error):
            raise
        return "taken"  # it led to another page


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; every person at the table has a context of their own in it."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "Chromium is missing: sudo apt install chromium"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        with pytest.MonkeyPatch.context() as patch:
            # people see what has just appeared before they tap it
            for way in ("click", "check", "uncheck", "set_checked", "dblclick", "tap"):
                patch.setattr(Locator, way, _after_a_look(getattr(Locator, way)))
            yield started
        started.close()
