"""Setting up a flashed table from a phone: every page says so, and a second phone stops it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.service.seats.table_setup import UNTIL_IT_COUNTS
from tests.browser.conftest import Companion, Crowd, gathered
from tests.first_contact.flashed_table import FlashedTable

EVERY_PAGE = (
    "/",
    "/host",
    "/watch",
    "/sim",
    "/log",
    "/score",
    "/history",
    "/signs",
    "/tour",
    "/print",
    "/codes",
)


@pytest.fixture
def flashed(tmp_path: Path) -> Iterator[FlashedTable]:
    made = FlashedTable(tmp_path)
    made.on()
    yield made
    made.off()


@pytest.fixture
def crowd(chromium: Browser, flashed: FlashedTable, pictures: Path) -> Iterator[Crowd]:
    yield from gathered(chromium, cast("Companion", flashed), pictures)


def band(page: Page) -> str:
    return page.locator("#setup-band").inner_text()


def test_the_owner_sets_it_up_while_every_page_says_so(crowd: Crowd, flashed: FlashedTable) -> None:
    owner, open_before = crowd.person().opens("/"), crowd.person().opens("/watch")
    other = crowd.person(language="es-ES")
    expect(open_before.locator("#live")).to_be_visible()
    owner.get_by_role("button", name="Set this table up").click()
    owner.wait_for_url("**/host")
    expect(owner.locator("#setup-band")).to_contain_text("open here 30 seconds after you asked")
    expect(open_before.locator("#setup-band")).to_contain_text("A device wants to set this table up")
    for path in EVERY_PAGE:
        assert "Un aparato quiere configurar esta mesa" in band(other.opens(path)), path
    assert "A device wants" in band(other.opens("/table")), "in the table's language"
    flashed.wait(UNTIL_IT_COUNTS)
    expect(owner.locator(".wizard")).to_be_visible()
    expect(open_before.locator("#setup-band")).to_have_count(0)
    expect(crowd.person().opens("/").get_by_role("button", name="Set this table up")).to_have_count(0)


def test_a_second_phone_stops_it_and_both_read_what_to_do(crowd: Crowd, flashed: FlashedTable) -> None:
    neighbour, owner = crowd.person().opens("/host"), crowd.person()
    owner.sits_down(1, "Ximena")
    neighbour.get_by_role("button", name="Set this table up").click()
    expect(neighbour.locator("#setup-band")).to_contain_text("open here")
    owner.page.get_by_role("button", name="Stop it").click()
    for page in (owner.page, neighbour):
        expect(page.locator("#setup-band")).to_contain_text('write pin = "..." into table.toml')
        expect(page.locator("#setup-band button")).to_have_count(0)
    flashed.wait(UNTIL_IT_COUNTS)
    expect(neighbour.locator("#pin-form")).to_be_visible()
    neighbour.reload()
    expect(neighbour.locator("#pin-form")).to_be_visible()


def test_without_script_it_works_too(crowd: Crowd, flashed: FlashedTable) -> None:
    owner = crowd.person(script=False).opens("/")
    owner.get_by_role("button", name="Set this table up").click()
    owner.wait_for_url("**/host")
    flashed.wait(UNTIL_IT_COUNTS)
    owner.reload()
    expect(owner.locator(".wizard")).to_be_visible()
