"""The host at the table of a kind: finding cells, waiting until all is kept, tapping its pad."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from companion.core.boxes import Component
from companion.service.seats.seating import BecomeHost
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST
from tests.browser.people import Person
from tests.browser.thumb import Thumb

KEPT = {"en": "Everything is kept.", "es": "Todo está guardado."}


def host_of(crowd: Crowd, path: str, *, language: str = "en-GB", size: tuple[int, int] = (390, 844),
            script: bool = True) -> Person:  # fmt: skip
    """The host with a page open."""
    person = crowd.person(language=language, size=size, script=script)
    person.holds(HOST)
    assert crowd.companion.table.ask(HOST, BecomeHost("2718")).taken
    person.opens(path)
    return person


def owners(crowd: Crowd, game: str) -> dict[str, dict[str, Component]]:
    """What is stored."""
    return crowd.companion.app.log.boxes.owners(game)


def cell(page: Page, row: str, field: str) -> Locator:
    return page.locator(f"tr[data-row='{row}'] input[data-field='{field}']")


def kept(page: Page, language: str = "en") -> None:
    """Wait until the page says that all is kept."""
    expect(page.locator("[data-state]")).to_contain_text(KEPT[language])


class PadThumb(Thumb):
    """A thumb on the cells of a table and the keys of its pad."""

    def cell(self, row: str, field: str) -> None:
        self.tap(cell(self.page, row, field))

    def key(self, *keys: str) -> None:
        """Keys of the pad, one tap each."""
        for key in keys:
            self.tap(self.page.locator(f"[data-keys]:visible button[data-key='{key}']"))

    def number(self, number: object, high: int) -> None:
        """A number up to ``high``: digits, and on to the next cell where more digits could follow."""
        self.key(*str(number))
        if int(str(number)) * 10 <= high:
            self.do("next")

    def do(self, what: str) -> None:
        """A tool of the pad."""
        self.tap(self.page.locator(f"[data-do={what}]"))

    def next_kind(self, path: str) -> None:
        kept(self.page)
        self.tap(self.page.locator("#next-kind"))
        self.page.wait_for_url(f"**/box-table/{path}")
