"""Chromium, by Playwright: the browser of all other tests, and what the others are held against."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Error

from tests.browser.every_phone.network import Network
from tests.browser.every_phone.phone import SIZE, Gone, Phone


class ChromiumPhone(Phone):
    def __init__(self, browser: Browser, network: Network, port: int) -> None:
        super().__init__(network, port)
        self._complaints: list[str] = []
        self._context = browser.new_context(
            proxy={"server": network.proxy},
            locale="en-GB",
            viewport={"width": SIZE[0], "height": SIZE[1]},
            has_touch=True,
            reduced_motion="reduce",
        )
        self._page = self._context.new_page()
        self._page.on("pageerror", lambda error: self._complaints.append(str(error)))

    def complaints(self) -> list[str]:
        return self._complaints

    def close(self) -> None:
        self._context.close()

    def _goes(self, url: str) -> None:
        self._page.goto(url)

    def _keeps(self, name: str, value: str) -> None:
        self._context.add_cookies([{"name": name, "value": value, "url": self._base}])

    def _runs(self, function: str, *given: Any) -> Any:
        try:
            return self._page.evaluate(f"(given) => ({function})(...given)", given)
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
            raise Gone from error

    def _taps_at(self, x: float, y: float) -> None:
        self._page.touchscreen.tap(x, y)

    def _types(self, text: str) -> None:
        self._page.keyboard.type(text)
