"""Phones that paint: pages in a real Chromium, each in a process of its own, and what they do for a move."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.chromium import FLAGS, NAMES

SCRIPT = Path(__file__).with_name("painted.js")
SIZE: ViewportSize = {"width": 390, "height": 844}
WATCHED = 2000.0
"""Milliseconds after a move in which a page's work for it is counted: highlights are gone by then."""
NOTES = "() => ({ sent: bench.sent, painted: bench.painted, reply: bench.reply })"


class PaintedMove(Struct, frozen=True):
    """What a move took on pages: milliseconds from its request until the last page that it changed had painted it (0:
    it changed none), of each page's main thread, and how often each computed styles. ``began`` is when it was sent.
    """

    began: float
    painted: float
    main_thread: tuple[float, ...]
    style_passes: tuple[int, ...]


class ChromiumPhone:
    """A page on a phone of its own."""

    def __init__(self, browser: Browser, url: str, cookies: Mapping[str, str]) -> None:
        context = browser.new_context(viewport=SIZE, device_scale_factor=2, has_touch=True, is_mobile=True)
        context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
        context.add_init_script(path=SCRIPT)
        self.page: Page = context.new_page()
        self._devtools = context.new_cdp_session(self.page)
        self._devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.page.goto(url)
        self.page.wait_for_selector("[data-version]", state="attached")

    def html(self) -> str:
        """What is on the page."""
        return str(self.page.evaluate("() => document.body.innerHTML"))

    def shows(self, version: str) -> None:
        """Wait until it shows a version."""
        self.page.wait_for_function("version => bench.version === version", arg=version)

    def notes(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(NOTES)
        return found

    def painted_since(self, began: float) -> bool:
        """Whether it has painted a version since then."""
        return bool(self.notes()["painted"] > began)

    def work(self) -> tuple[float, int]:
        """Milliseconds of its main thread so far, and how often it computed styles."""
        metrics = {each["name"]: each["value"] for each in self._devtools.send("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"] * 1000, int(metrics["RecalcStyleCount"])


@contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium without a window. Raises ``SystemExit`` where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise SystemExit("Chromium is missing: sudo apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


def paint(phones: Sequence[ChromiumPhone], mover: ChromiumPhone, script: str, sent: Any) -> PaintedMove:
    """Have the mover's page run a script that sends a move, and wait until the pages are at rest."""
    before = [phone.work() for phone in phones]
    mover.page.evaluate(script, sent)
    mover.page.wait_for_timeout(WATCHED)
    after = [phone.work() for phone in phones]
    notes = [phone.notes() for phone in phones]
    began = mover.notes()["sent"]
    last = max(note["painted"] for note in notes)
    return PaintedMove(
        began,
        max(last - began, 0.0),
        tuple(now[0] - then[0] for now, then in zip(after, before, strict=True)),
        tuple(now[1] - then[1] for now, then in zip(after, before, strict=True)),
    )


def painted_figures(made: Sequence[PaintedMove]) -> dict[str, Any]:
    """What is printed of moves: milliseconds and counts of style passes."""
    return {
        "moves": len(made),
        "painted": [round(each.painted, 1) for each in made],
        "main_thread": [round(one, 1) for each in made for one in each.main_thread],
        "style_passes": [one for each in made for one in each.style_passes],
    }
